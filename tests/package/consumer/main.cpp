// A user's program: runs on oneTBB or OpenMP if the build has it, else sequentially.
#include <thrum/device_vector.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <cstdio>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#elif defined(THRUM_WITH_OMP)
#include <thrum/omp.h>
#endif

int main() {
  thrum::device_vector<int> values{3, 1, 2};
  thrum::sort(values.begin(), values.end());
#if defined(THRUM_WITH_TBB)
  int const sum = thrum::reduce(thrum::tbb::par, values.begin(), values.end(), 0);
#elif defined(THRUM_WITH_OMP)
  int const sum = thrum::reduce(thrum::omp::par, values.begin(), values.end(), 0);
#else
  int const sum = thrum::reduce(values.begin(), values.end(), 0);
#endif
  std::printf("%d %d %d, sum %d\n", values[0] + 0, values[1] + 0, values[2] + 0, sum);
  return values[0] == 1 && values[2] == 3 && sum == 6 ? 0 : 1;
}
