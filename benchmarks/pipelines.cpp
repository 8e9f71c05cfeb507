// Pipelines beside the calls that they stand for, one after the other, and beside std::views and a
// plain loop on one thread: functions and filters that end in a sum or a copy, and a scan between
// functions.
#include "contenders.h"

#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/lazy.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/tbb.h>
#include <thrum/transform.h>

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

namespace {

/// An input, an output, and the arrays between calls.
template <class T>
struct input_and_arrays : input_output<T, 6> {
  input_and_arrays(std::ptrdiff_t n, distribution d)
      : input_output<T, 6>(n, d), between(this->in), next(this->in) {}
  void results(outcome& all) const { all.compare(std::span<T const>(this->out), comparison::sums); }
  std::vector<T> between, next;
};

struct three_times_and_one {
  template <class T>
  T operator()(T const& x) const {
    return x * 3 + 1;
  }
};

template <class T, class P>
T sum_one_by_one(P const& exec, input_and_arrays<T>& v) {
  thrum::transform(exec, v.in.begin(), v.in.end(), v.between.begin(), three_times_and_one{});
  auto const end = thrum::copy_if(exec, v.between.begin(), v.between.end(), v.next.begin(), positive{});
  return thrum::reduce(exec, v.next.begin(), end, T(0));
}
template <class T, class P>
T sum_of_pipeline(P const& exec, input_and_arrays<T>& v) {
  return v.in | thrum::lazy::transform(three_times_and_one{}) | thrum::lazy::filter(positive{}) |
         thrum::lazy::reduce(exec, T(0));
}
template <class T, class P>
auto copy_one_by_one(P const& exec, input_and_arrays<T>& v) {
  thrum::transform(exec, v.in.begin(), v.in.end(), v.between.begin(), three_times_and_one{});
  return thrum::copy_if(exec, v.between.begin(), v.between.end(), v.out.begin(), positive{});
}
template <class T, class P>
auto copy_of_pipeline(P const& exec, input_and_arrays<T>& v) {
  return v.in | thrum::lazy::transform(three_times_and_one{}) | thrum::lazy::filter(positive{}) |
         thrum::lazy::to(exec, v.out.begin());
}
template <class T, class P>
auto scan_one_by_one(P const& exec, input_and_arrays<T>& v) {
  thrum::transform(exec, v.in.begin(), v.in.end(), v.between.begin(), three_times_and_one{});
  thrum::inclusive_scan(exec, v.between.begin(), v.between.end(), v.next.begin());
  return thrum::transform(exec, v.next.begin(), v.next.end(), v.out.begin(), three_times_and_one{});
}
template <class T, class P>
auto scan_of_pipeline(P const& exec, input_and_arrays<T>& v) {
  return v.in | thrum::lazy::transform(three_times_and_one{}) | thrum::lazy::inclusive_scan() |
         thrum::lazy::transform(three_times_and_one{}) | thrum::lazy::to(exec, v.out.begin());
}

}  // namespace

void add_rows() {
  for_numbers([]<class T>() {
    rows<T, input_and_arrays<T>> const row("transform_filter_reduce",
                                           {.bytes = sizeof(T), .compared = comparison::sums});
    row("thrum seq", [](auto& v) { return sum_of_pipeline(thrum::seq, v); });
    row("thrum tbb", [](auto& v) { return sum_of_pipeline(thrum::tbb::par, v); });
    row("calls seq", [](auto& v) { return sum_one_by_one(thrum::seq, v); });
    row("calls tbb", [](auto& v) { return sum_one_by_one(thrum::tbb::par, v); });
#if defined(HAS_VIEWS)
    row("std::views", [](auto& v) {
      T sum = 0;
      for (T const x : v.in | std::views::transform(three_times_and_one{}) | std::views::filter(positive{}))
        sum += x;
      return sum;
    });
#endif
    row("plain loop", [](auto& v) {
      T sum = 0;
      for (T const x : v.in) {
        T const y = three_times_and_one{}(x);
        if (positive{}(y)) sum += y;
      }
      return sum;
    });
  });
  for_numbers([]<class T>() {
    rows<T, input_and_arrays<T>> const row("transform_filter_copy", {.bytes = 1.5 * sizeof(T)});
    row("thrum seq", [](auto& v) { return copy_of_pipeline(thrum::seq, v); });
    row("thrum tbb", [](auto& v) { return copy_of_pipeline(thrum::tbb::par, v); });
    row("calls seq", [](auto& v) { return copy_one_by_one(thrum::seq, v); });
    row("calls tbb", [](auto& v) { return copy_one_by_one(thrum::tbb::par, v); });
#if defined(HAS_VIEWS)
    row("std::views", [](auto& v) {
      return std::ranges::copy(
                 v.in | std::views::transform(three_times_and_one{}) | std::views::filter(positive{}),
                 v.out.begin())
          .out;
    });
#endif
  });
  for_numbers([]<class T>() {
    rows<T, input_and_arrays<T>> const row("transform_scan_transform",
                                           {.bytes = 2 * sizeof(T), .compared = comparison::sums});
    row("thrum seq", [](auto& v) { return scan_of_pipeline(thrum::seq, v); });
    row("thrum tbb", [](auto& v) { return scan_of_pipeline(thrum::tbb::par, v); });
    row("calls seq", [](auto& v) { return scan_one_by_one(thrum::seq, v); });
    row("calls tbb", [](auto& v) { return scan_one_by_one(thrum::tbb::par, v); });
  });
}
