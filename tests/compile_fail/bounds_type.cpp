// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/binary_search.h>
#include <vector>

#if defined(CONTROL)
using place = int;
#else
using place = char*;
#endif

void find_all(std::vector<int> const& v, std::vector<place>& out) {
  thrum::lower_bound(thrum::seq, v.begin(), v.end(), v.begin(), v.end(), out.begin());
}
