// all_of, mismatch, adjacent_find, is_sorted and search, with the answer near the end, or after the
// whole range.
#include "contenders.h"

#include <thrum/adjacent_find.h>
#include <thrum/logical.h>
#include <thrum/mismatch.h>
#include <thrum/search.h>
#include <thrum/sort.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/sort.h>
#endif

namespace {

/// Places the answers: one percent of the range is after the answer.
std::ptrdiff_t place_of_answer(std::ptrdiff_t n) { return n - n / 100 - 8; }

/// A range without equal neighbours, except for two near the end, and a copy with one different
/// element near the end.
template <class T>
struct with_late_answer {
  with_late_answer(std::ptrdiff_t n, distribution) {
    for (std::ptrdiff_t i = 0; i < n; ++i) in.push_back(static_cast<T>(i % 1000));
    in2 = in;
    auto const at = static_cast<std::size_t>(place_of_answer(n));
    in2[at + 1] = in[at + 1] = in[at];
    in2[at + 2] = static_cast<T>(-1);
  }
  std::vector<T> in, in2;
};

/// An ascending range with equal neighbours.
template <class T>
struct ascending {
  ascending(std::ptrdiff_t n, distribution) {
    for (std::ptrdiff_t i = 0; i < n; ++i) in.push_back(static_cast<T>(i / 2));
  }
  std::vector<T> in;
};

/// A range that contains the eight wanted elements once, near the end.
template <class T>
struct with_needle {
  with_needle(std::ptrdiff_t n, distribution d) : in(values<T>(n, d)) {
    auto const needle = in.begin() + place_of_answer(n);
    for (int i = 0; i < 8; ++i) needle[i] = in[static_cast<std::size_t>(n - 1) - static_cast<std::size_t>(i * i)];
    pattern.assign(needle, needle + 8);
  }
  std::vector<T> in, pattern;
};

struct is_small {
  template <class T>
  bool operator()(T const& x) const {
    return x < T(1000);
  }
};

}  // namespace

void add_rows() {
  for_types<std::int32_t, double>([]<class T>() {
    rows<T, with_late_answer<T>> const all_of("all_of", {.bytes = sizeof(T)});
    BENCHMARK_ALL(all_of, all_of, v.in.begin(), v.in.end(), is_small{})
    rows<T, with_late_answer<T>> const mismatch("mismatch", {.bytes = 2 * sizeof(T)});
    BENCHMARK_ALL(mismatch, mismatch, v.in.begin(), v.in.end(), v.in2.begin())
    rows<T, with_late_answer<T>> const adjacent_find("adjacent_find", {.bytes = sizeof(T)});
    BENCHMARK_THRUM(adjacent_find, adjacent_find, v.in.begin(), v.in.end())
    BENCHMARK_STD(adjacent_find, adjacent_find, v.in.begin(), v.in.end())
    BENCHMARK_STD_PAR(adjacent_find, adjacent_find, v.in.begin(), v.in.end())
    BENCHMARK_ONEDPL(adjacent_find, adjacent_find, v.in.begin(), v.in.end())
    rows<T, ascending<T>> const is_sorted("is_sorted", {.bytes = sizeof(T)});
    BENCHMARK_ALL(is_sorted, is_sorted, v.in.begin(), v.in.end())
    rows<T, with_needle<T>> const search("search", {.bytes = sizeof(T), .distributions = true});
    BENCHMARK_THRUM(search, search, v.in.begin(), v.in.end(), v.pattern.begin(), v.pattern.end())
    BENCHMARK_STD(search, search, v.in.begin(), v.in.end(), v.pattern.begin(), v.pattern.end())
    BENCHMARK_STD_PAR(search, search, v.in.begin(), v.in.end(), v.pattern.begin(), v.pattern.end())
    BENCHMARK_ONEDPL(search, search, v.in.begin(), v.in.end(), v.pattern.begin(), v.pattern.end())
  });
}
