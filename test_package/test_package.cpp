// Sorts and sums, on oneTBB where the package has it.
#include <thrum/device_vector.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

int main() {
#if defined(THRUM_WITH_TBB)
  auto const policy = thrum::tbb::par;
#else
  auto const policy = thrum::seq;
#endif
  thrum::device_vector<int> values{3, 1, 2};
  thrum::sort(policy, values.begin(), values.end());
  int const sum = thrum::reduce(policy, values.begin(), values.end(), 0);
  return values[0] == 1 && values[2] == 3 && sum == 6 ? 0 : 1;
}
