// EXPECT: an argument is no range where one belongs
#include <thrum/ranges/top_k.h>
#include <vector>

void best(std::vector<int> const& keys, std::vector<int> const& values, std::vector<int>& keys_out,
          std::vector<int>& values_out) {
#if defined(CONTROL)
  thrum::ranges::top_k_by_key(thrum::seq, keys, values, 3, keys_out, values_out);
#else
  thrum::ranges::top_k_by_key(thrum::seq, keys, values, keys_out, values_out, 3);
#endif
}
