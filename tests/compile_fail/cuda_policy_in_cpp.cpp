// EXPECT: thrum/cuda.cuh needs nvcc: compile this file as CUDA
#include <thrum/sort.h>
#if !defined(CONTROL)
#include <thrum/cuda.cuh>
#endif

void order(int* first, int* last) {
#if defined(CONTROL)
  thrum::sort(thrum::seq, first, last);
#else
  thrum::sort(thrum::cuda::par, first, last);
#endif
}
