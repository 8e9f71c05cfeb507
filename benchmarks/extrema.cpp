// max_element and minmax_element.
#include "contenders.h"

#include <thrum/extrema.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/extrema.h>
#endif

void add_rows() {
  for_all_types([]<class T>() {
    rows<T> const row("max_element", {.bytes = sizeof(T), .distributions = true, .compared = comparison::keys});
    BENCHMARK_ALL(row, max_element, v.in.begin(), v.in.end())
  });
  for_numbers([]<class T>() {  // Thrust's call takes milliseconds for records
    rows<T> const row("minmax_element", {.bytes = sizeof(T), .distributions = true, .compared = comparison::keys});
    BENCHMARK_ALL(row, minmax_element, v.in.begin(), v.in.end())
  });
}
