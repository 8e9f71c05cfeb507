// find and equal, with a hit near the end, with one near the beginning, and without a hit.
#include "contenders.h"

#include <thrum/equal.h>
#include <thrum/find.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/equal.h>
#include <thrust/find.h>
#endif

namespace {

/// An input with a value that occurs once, and a copy of the input.
template <class T, bool Early>
struct with_hit {
  with_hit(std::ptrdiff_t n, distribution d) : in(values<T>(n, d, 1, 30)) {
    if constexpr (std::is_same_v<T, record>) hit = record{std::int64_t{1} << 40, 0};
    else hit = static_cast<T>(1 << 30);
    in[static_cast<std::size_t>(Early ? n / 100 : n - n / 100 - 1)] = hit;
    in2 = in;
  }
  T hit;
  std::vector<T> in, in2;
};

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    rows<T, with_hit<T, false>> const row("find", {.bytes = sizeof(T)});
    BENCHMARK_ALL(row, find, v.in.begin(), v.in.end(), v.hit)
  });
  for_types<std::int32_t, double, record>([]<class T>() {
    rows<T, with_hit<T, true>> const row("find_early", {.bytes = sizeof(T) / 100.0});
    BENCHMARK_ALL(row, find, v.in.begin(), v.in.end(), v.hit)
  });
  for_all_types([]<class T>() {
    rows<T, with_hit<T, false>> const row("equal", {.bytes = 2 * sizeof(T)});
    BENCHMARK_ALL(row, equal, v.in.begin(), v.in.end(), v.in2.begin())
  });
}
