// copy_if and remove_if: half of the elements are kept.
#include "contenders.h"

#include <thrum/copy.h>
#include <thrum/remove.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/copy.h>
#include <thrust/remove.h>
#endif

// In order they are easy to tell apart for a processor that guesses.
void add_rows() {
  for_all_types([]<class T>() {
    rows<T> const row("copy_if", {.bytes = 1.5 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, copy_if, v.in.begin(), v.in.end(), v.out.begin(), positive{})
  });
  for_all_types([]<class T>() {
    rows<T, in_place<T>> const row("remove_if", {.bytes = 1.5 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, remove_if, v.in.begin(), v.in.end(), positive{})
  });
}
