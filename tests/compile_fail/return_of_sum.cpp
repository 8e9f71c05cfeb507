// EXPECT: the functor returns nothing where its result is summed up: is its return missing
#include <thrum/reduce.h>
#include <vector>

#if defined(CONTROL)
#define RETURN return
#else
#define RETURN static_cast<void>
#endif

int sum(std::vector<int> const& v) {
  return thrum::reduce(v.begin(), v.end(), 0, [](int x, int y) { RETURN(x + y); });
}
