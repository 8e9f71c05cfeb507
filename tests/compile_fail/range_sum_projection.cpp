// EXPECT: the functor cannot be called with the elements of these ranges
#include <thrum/ranges/scan_by_key.h>
#include <functional>
#include <vector>

struct value_in_range {
  int amount;
};
struct other_in_range {
  int amount;
};

#if defined(CONTROL)
using added_in_range = value_in_range;
#else
using added_in_range = other_in_range;
#endif

void sum_amounts(std::vector<int> const& keys, std::vector<value_in_range> const& values, std::vector<int>& out) {
  thrum::ranges::inclusive_scan_by_key(thrum::seq, keys, values, out, std::equal_to<>(), std::plus<>(),
                                       std::identity(), &added_in_range::amount);
}
