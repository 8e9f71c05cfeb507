// EXPECT: the functor returns nothing where its result is summed up: is its return missing
#include <thrum/transform_reduce.h>
#include <vector>

#if defined(CONTROL)
#define RETURN return
#else
#define RETURN static_cast<void>
#endif

int squares(std::vector<int> const& v) {
  return thrum::transform_reduce(v.begin(), v.end(), [](int x) { RETURN(x * x); }, 0, thrum::plus<>{});
}
