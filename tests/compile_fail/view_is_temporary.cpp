// EXPECT: a view refers to the elements of its ranges, and this range is temporary: give it a name
#include <thrum/views.h>
#include <utility>
#include <vector>

#if defined(CONTROL)
void make_view(std::vector<int> const& v, std::vector<int> w) { static_cast<void>(thrum::views::zip(v, w)); }
#else
void make_view(std::vector<int> const& v, std::vector<int> w) {
  static_cast<void>(thrum::views::zip(v, std::move(w)));
}
#endif
