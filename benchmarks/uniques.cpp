// unique, unique_copy and unique_by_key: runs of equal elements, of two on average.
#include "contenders.h"

#include <thrum/tbb.h>
#include <thrum/unique.h>

#if defined(HAS_THRUST)
#include <thrust/unique.h>
#endif

namespace {

/// Every other element, at random, equals the element before it.
template <class T>
std::vector<T> runs(std::ptrdiff_t n, distribution d, std::uint64_t stream) {
  auto made = values<T>(n, d, stream);
  for (std::size_t i = 1; i < made.size(); ++i) {
    if (random_word(stream + 1, i) % 2 == 0) made[i] = made[i - 1];
  }
  return made;
}

template <class T>
struct runs_with_values : in_place<T, runs<T>> {
  runs_with_values(std::ptrdiff_t n, distribution d) : in_place<T, runs<T>>(n, d), numbers(n, d) {}
  void restore() {
    in_place<T, runs<T>>::restore();
    numbers.restore();
  }
  in_place<double> numbers;
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, in_turn_output<T, runs<T>>> const row("unique_copy",
                                                  {.bytes = 1.5 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, unique_copy, v.in.begin(), v.in.end(), v.out.begin())
  });
  for_all_types([]<class T>() {
    rows<T, in_place<T, runs<T>>> const row("unique", {.bytes = 1.5 * sizeof(T), .distributions = true});
    BENCHMARK_ALL(row, unique, v.in.begin(), v.in.end())
  });
  for_types<std::int32_t, double>([]<class T>() {
    rows<T, runs_with_values<T>> const row("unique_by_key", {.bytes = 1.5 * (sizeof(T) + sizeof(double))});
    BENCHMARK_THRUM(row, unique_by_key, v.in.begin(), v.in.end(), v.numbers.in.begin())
    BENCHMARK_THRUST(row, unique_by_key, v.in.begin(), v.in.end(), v.numbers.in.begin())
  });
}
