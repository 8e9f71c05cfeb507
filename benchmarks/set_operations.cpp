// set_union and set_intersection of two ranges of n / 2 elements; includes of half of the elements of a range.
#include "contenders.h"

#include "frame/sorted_pairs.h"

#include <thrum/set_operations.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/set_operations.h>
#endif

namespace {

/// Two inputs: two thirds of n elements, and half of those.
template <class T>
struct all_and_half {
  all_and_half(std::ptrdiff_t n, distribution d) : all(values<T>(2 * n / 3, d)) {
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (random_word(2, i) % 2 != 0) half.push_back(all[i]);
    }
  }
  std::vector<T> all, half;
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, sorted_pairs<T>> const row("set_union", {.bytes = 2 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, set_union, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.out.begin())
  });
  for_all_types([]<class T>() {
    rows<T, sorted_pairs<T>> const row("set_intersection", {.bytes = sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, set_intersection, v.a().begin(), v.a().end(), v.b().begin(), v.b().end(), v.out.begin())
  });
  for_all_types([]<class T>() {
    rows<T, all_and_half<T>> const row("includes", {.bytes = sizeof(T), .distributions = true});
    BENCHMARK_THRUM(row, includes, v.all.begin(), v.all.end(), v.half.begin(), v.half.end())
    BENCHMARK_STD(row, includes, v.all.begin(), v.all.end(), v.half.begin(), v.half.end())
    BENCHMARK_STD_PAR(row, includes, v.all.begin(), v.all.end(), v.half.begin(), v.half.end())
    BENCHMARK_ONEDPL(row, includes, v.all.begin(), v.all.end(), v.half.begin(), v.half.end())
  });
}
