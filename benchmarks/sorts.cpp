// sort, of which thrum's is stable too.
#include "contenders.h"

#include <thrum/sort.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/sort.h>
#endif

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, in_place<T>> const row("sort", {.distributions = true});
    BENCHMARK_ALL(row, sort, v.in.begin(), v.in.end())
  });
}
