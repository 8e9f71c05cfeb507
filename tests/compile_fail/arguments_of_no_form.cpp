// EXPECT: no form of this algorithm takes these arguments
#include <thrum/merge.h>
#include <vector>

#if defined(CONTROL)
using other = int;
#else
using other = long;
#endif

void join(std::vector<int> const& a, std::vector<int> const& b, std::vector<other> const& c,
          std::vector<int>& out) {
  thrum::merge(a.begin(), a.end(), b.begin(), c.end(), out.begin());
}
