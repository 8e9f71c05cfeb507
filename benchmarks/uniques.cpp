// unique, unique_copy and unique_by_key: runs of equal elements, of two on average.
#include "contenders.h"

#include <thrum/tbb.h>
#include <thrum/unique.h>

#if defined(HAS_THRUST)
#include <thrust/unique.h>
#endif

namespace {

/// Makes every other element, at random, equal to the one in front of it.
template <class T>
void make_runs(std::vector<T>& v) {
  for (std::size_t i = 1; i < v.size(); ++i) {
    if (random_word(2, i) % 2 == 0) v[i] = v[i - 1];
  }
}
template <class T>
struct runs : input_output<T> {
  runs(std::ptrdiff_t n, distribution d) : input_output<T>(n, d) { make_runs(this->in); }
};
template <class T>
struct runs_in_place : in_place<T> {
  runs_in_place(std::ptrdiff_t n, distribution d) : in_place<T>(n, d) { make_runs(this->original); }
};

template <class T>
struct runs_with_values : runs_in_place<T> {
  runs_with_values(std::ptrdiff_t n, distribution d) : runs_in_place<T>(n, d), numbers(values<double>(n, d, 3)) {}
  void restore() {
    runs_in_place<T>::restore();
    left = numbers;
  }
  std::vector<double> numbers, left;
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, runs<T>> const row("unique_copy", {.bytes = 1.5 * sizeof(T)});
    BENCHMARK_ALL(row, unique_copy, v.in.begin(), v.in.end(), v.out.begin())
  });
  for_all_types([]<class T>() {
    rows<T, runs_in_place<T>> const row("unique", {.bytes = 1.5 * sizeof(T)});
    BENCHMARK_ALL(row, unique, v.in.begin(), v.in.end())
  });
  for_types<std::int32_t, double>([]<class T>() {
    rows<T, runs_with_values<T>> const row("unique_by_key", {.bytes = 1.5 * (sizeof(T) + sizeof(double))});
    BENCHMARK_THRUM(row, unique_by_key, v.in.begin(), v.in.end(), v.left.begin())
    BENCHMARK_THRUST(row, unique_by_key, v.in.begin(), v.in.end(), v.left.begin())
  });
}
