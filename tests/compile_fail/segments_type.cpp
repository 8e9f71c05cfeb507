// EXPECT: these are no segments: write segments_at
#include <thrum/segmented_reduce.h>
#include <vector>

#if defined(CONTROL)
constexpr auto hundreds = thrum::segments_of(100);
#else
constexpr int hundreds = 100;
#endif

void sums(std::vector<int> const& v, std::vector<int>& out) {
  thrum::segmented_reduce(thrum::seq, v.begin(), v.end(), hundreds, out.begin());
}
