// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/merge.h>
#include <vector>

#if defined(CONTROL)
using output = long;
#else
using output = char*;
#endif

void merge(std::vector<int> const& a, std::vector<int> const& b, std::vector<output>& out) {
  thrum::merge(thrum::seq, a.begin(), a.end(), b.begin(), b.end(), out.begin());
}
