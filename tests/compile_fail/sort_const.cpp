// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/sort.h>
#include <vector>

#if defined(CONTROL)
using range = std::vector<int>;
#else
using range = std::vector<int> const;
#endif

void sort(range& keys, std::vector<int>& values) {
  thrum::sort_by_key(thrum::seq, keys.begin(), keys.end(), values.begin());
}
