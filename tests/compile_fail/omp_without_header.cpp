// EXPECT: the header of this policy is missing: #include <thrum/tbb.h> for tbb::par, <thrum/omp.h> for omp::par
#include <thrum/reduce.h>

int sum(int const* first, int const* last) {
#if defined(CONTROL)
  return thrum::reduce(thrum::seq, first, last, 0);
#else
  return thrum::reduce(thrum::omp::par, first, last, 0);
#endif
}
