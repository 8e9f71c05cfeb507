// EXPECT: a sum of what a projection makes needs an init, whose type is that of the sum
#include <thrum/ranges/reduce.h>
#include <functional>
#include <vector>

struct priced_in_range {
  int price;
};

int sum_of_prices(std::vector<priced_in_range> const& v) {
#if defined(CONTROL)
  return thrum::ranges::reduce(thrum::seq, v, 0, std::plus<>(), &priced_in_range::price);
#else
  return thrum::ranges::reduce(thrum::seq, v, {}, std::plus<>(), &priced_in_range::price);
#endif
}
