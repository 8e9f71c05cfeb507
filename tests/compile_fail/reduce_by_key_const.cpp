// EXPECT: the values cannot be assigned through this output iterator
#include <thrum/reduce.h>
#include <vector>

#if defined(CONTROL)
using output = std::vector<int>;
#else
using output = std::vector<int> const;
#endif

void sums(std::vector<int> const& keys, std::vector<int> const& values, std::vector<int>& keys_out, output& out) {
  thrum::reduce_by_key(thrum::seq, keys.begin(), keys.end(), values.begin(), keys_out.begin(), out.begin());
}
