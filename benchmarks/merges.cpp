// merge of two ranges of n / 2 elements.
#include "contenders.h"

#include "frame/sorted_pairs.h"

#include <thrum/merge.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/merge.h>
#endif

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, sorted_pairs<T>> const row("merge", {.bytes = 2 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, merge, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.out.begin())
  });
}
