// EXPECT: the header of this policy is missing: #include <thrum/tbb.h>
// NEEDS: tbb
#include <thrum/reduce.h>
#if defined(CONTROL)
#include <thrum/tbb.h>
#endif

int sum(int const* first, int const* last) { return thrum::reduce(thrum::tbb::par, first, last, 0); }
