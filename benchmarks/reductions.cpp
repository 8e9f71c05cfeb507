// reduce: the sum.
#include "contenders.h"

#include <thrum/reduce.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/reduce.h>
#endif

void add_rows() {
  for_numbers([]<class T>() {
    rows<T, input_output<T, 6>> const row("reduce", {.bytes = sizeof(T)});
    BENCHMARK_ALL(row, reduce, v.in.begin(), v.in.end())
  });
}
