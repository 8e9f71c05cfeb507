// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/scan.h>
#include <vector>

#if defined(CONTROL)
using output = std::vector<int>;
#else
using output = std::vector<int> const;
#endif

void sums(std::vector<int> const& in, output& out) {
  thrum::exclusive_scan(thrum::seq, in.begin(), in.end(), out.begin());
}
