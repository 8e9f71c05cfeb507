// EXPECT: the functor cannot be called with the elements of these ranges
#include <thrum/ranges/count.h>
#include <vector>

struct element_of_range {
  int key;
};
struct other_of_range {
  int key;
};
struct is_zero_in_range {
  bool operator()(int x) const { return x == 0; }
};

#if defined(CONTROL)
using projected_in_range = element_of_range;
#else
using projected_in_range = other_of_range;
#endif

std::ptrdiff_t zeros_by_key(std::vector<element_of_range> const& v) {
  return thrum::ranges::count_if(thrum::seq, v, is_zero_in_range{}, &projected_in_range::key);
}
