// EXPECT: the header of this policy is missing: .*<thrum/cuda.cuh> in a .cu file
#include <thrum/sort.h>

void order(int* first, int* last) {
#if defined(CONTROL)
  thrum::sort(thrum::seq, first, last);
#else
  thrum::sort(thrum::cuda::par, first, last);
#endif
}
