// EXPECT: the functor cannot be called with the elements of these ranges
// NEEDS: tbb
// DEFINES: -DTHRUM_WITH_TBB
#include <thrum/reduce.h>
#include <thrum/tbb.h>
#include <vector>

struct sum_of {
#if defined(CONTROL)
  int operator()(int a, int b) const { return a + b; }
#else
  int operator()(int a) const { return a; }
#endif
};

int sum(std::vector<int> const& in) { return thrum::reduce(thrum::tbb::par, in.begin(), in.end(), 0, sum_of{}); }
