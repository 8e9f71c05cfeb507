// reverse, rotate by a third, shift_left by a hundredth, and swap_ranges: bounded by memory.
#include "contenders.h"

#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/shift.h>
#include <thrum/swap.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/reverse.h>
#include <thrust/swap.h>
#endif

void add_rows() {
  for_all_types([]<class T>() {
    rows<T> const row("reverse", {.bytes = 2 * sizeof(T)});
    BENCHMARK_ALL(row, reverse, v.in.begin(), v.in.end())
  });
  for_all_types([]<class T>() {
    rows<T> const row("rotate", {.bytes = 2 * sizeof(T)});
    auto const third = [](auto& v) { return v.in.begin() + static_cast<std::ptrdiff_t>(v.in.size() / 3); };
    BENCHMARK_THRUM(row, rotate, v.in.begin(), third(v), v.in.end())
    BENCHMARK_STD(row, rotate, v.in.begin(), third(v), v.in.end())
    BENCHMARK_STD_PAR(row, rotate, v.in.begin(), third(v), v.in.end())
    BENCHMARK_ONEDPL(row, rotate, v.in.begin(), third(v), v.in.end())
  });
  for_all_types([]<class T>() {
    rows<T> const row("shift_left", {.bytes = 2 * sizeof(T)});
    auto const places = [](auto& v) { return static_cast<std::ptrdiff_t>(v.in.size() / 100); };
    BENCHMARK_THRUM(row, shift_left, v.in.begin(), v.in.end(), places(v))
    BENCHMARK_STD(row, shift_left, v.in.begin(), v.in.end(), places(v))
    BENCHMARK_ONEDPL(row, shift_left, v.in.begin(), v.in.end(), places(v))
  });
  for_all_types([]<class T>() {
    rows<T> const row("swap_ranges", {.bytes = 4 * sizeof(T)});
    BENCHMARK_ALL(row, swap_ranges, v.in.begin(), v.in.end(), v.out.begin())
  });
}
