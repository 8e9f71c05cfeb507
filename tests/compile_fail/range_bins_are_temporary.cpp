// EXPECT: the call writes to a temporary range, and the results are lost: give the range a name
#include <thrum/ranges/histogram.h>
#include <utility>
#include <vector>

void count_between(std::vector<int> const& v, std::vector<int> const& bounds, std::vector<int> bins) {
#if defined(CONTROL)
  thrum::ranges::histogram(thrum::seq, v, bins, bounds);
#else
  thrum::ranges::histogram(thrum::seq, v, std::move(bins), bounds);
#endif
}
