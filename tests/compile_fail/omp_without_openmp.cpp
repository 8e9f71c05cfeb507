// EXPECT: thrum::omp \(THRUM_WITH_OMP\) needs OpenMP: compile and link with -fopenmp
#include <thrum/sort.h>
#if !defined(CONTROL)
#include <thrum/omp.h>
#endif

void order(int* first, int* last) {
#if defined(CONTROL)
  thrum::sort(thrum::seq, first, last);
#else
  thrum::sort(thrum::omp::par, first, last);
#endif
}
