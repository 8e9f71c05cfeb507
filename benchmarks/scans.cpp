// inclusive_scan: the prefix sums.
#include "contenders.h"

#include <thrum/scan.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/scan.h>
#endif

void add_rows() {
  for_numbers([]<class T>() {
    rows<T, input_output<T, 6>> const row("inclusive_scan", {.bytes = 2 * sizeof(T)});
    BENCHMARK_ALL(row, inclusive_scan, v.in.begin(), v.in.end(), v.out.begin())
  });
}
