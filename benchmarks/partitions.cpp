// partition and partition_copy by a predicate that accepts half of the elements, or half of the
// stencil beside them. Only thrum's calls are stable too.
#include "contenders.h"

#include <thrum/partition.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/partition.h>
#endif

namespace {

/// An input, and an output for either half.
template <class T>
struct divided : in_turn_output<T> {
  divided(std::ptrdiff_t n, distribution d) : in_turn_output<T>(n, d), rejected(this->in) {}
  std::vector<T> rejected;
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, in_place<T>> const row("partition",
                                   {.bytes = 2 * sizeof(T), .distributions = true, .compared = comparison::sets});
    BENCHMARK_ALL(row, partition, v.in.begin(), v.in.end(), positive{})
  });
  for_types<std::int32_t, double>([]<class T>() {
    rows<T, with_stencil<in_place<T>>> const row("partition_by_stencil",
                                                 {.bytes = 4 + 2 * sizeof(T), .compared = comparison::sets});
    BENCHMARK_THRUM(row, partition, v.in.begin(), v.in.end(), v.stencil.in.begin(), positive{})
    BENCHMARK_THRUST(row, partition, v.in.begin(), v.in.end(), v.stencil.in.begin(), positive{})
  });
  for_all_types([]<class T>() {
    rows<T, divided<T>> const row("partition_copy", {.bytes = 2 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, partition_copy, v.in.begin(), v.in.end(), v.out.begin(), v.rejected.begin(), positive{})
  });
}
