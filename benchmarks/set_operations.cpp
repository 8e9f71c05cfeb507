// set_union and set_intersection of two ranges of n / 2 elements.
#include "contenders.h"

#include "frame/sorted_pairs.h"

#include <thrum/set_operations.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/set_operations.h>
#endif

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, sorted_pairs<T>> const row("set_union", {.bytes = 2 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, set_union, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.out.begin())
  });
  for_all_types([]<class T>() {
    rows<T, sorted_pairs<T>> const row("set_intersection", {.bytes = sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, set_intersection, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.out.begin())
  });
}
