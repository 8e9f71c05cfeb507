// EXPECT: thrum: an algorithm without arguments
#include <thrum/sort.h>
#include <vector>

void order(std::vector<int>& v) {
#if defined(CONTROL)
  thrum::sort(v.begin(), v.end());
#else
  thrum::sort();
#endif
  v.clear();
}
