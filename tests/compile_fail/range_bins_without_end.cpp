// EXPECT: this iterator has no end behind it: pass a range, or an iterator and its end
#include <thrum/ranges/histogram.h>
#include <vector>

void count_in_bins(std::vector<int> const& v, std::vector<int>& bins) {
#if defined(CONTROL)
  thrum::ranges::histogram_even(thrum::seq, v, bins.begin(), bins.end(), 0, 10);
#else
  thrum::ranges::histogram_even(thrum::seq, v, bins.begin(), 0, 10);
#endif
}
