// tabulate, generate, replace_if, transform of the elements that a stencil accepts, swap_ranges and
// adjacent_difference.
#include "frame/peers.cuh"

#include <thrust/adjacent_difference.h>
#include <thrust/generate.h>
#include <thrust/replace.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_for.cuh>

#include <thrum/adjacent_difference.h>
#include <thrum/functional.h>
#include <thrum/generate.h>
#include <thrum/replace.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>

namespace {

/// Returns a value of index i that costs nearly nothing.
template <class T>
struct of_place {
  THRUM_HD T operator()(std::ptrdiff_t i) const {
    if constexpr (std::is_same_v<T, record>) return {~i, i};
    else return static_cast<T>(i & 0xffff);
  }
};
template <class T>
struct stored_at_place {
  T* out;
  THRUM_HD void operator()(std::ptrdiff_t i) const { out[i] = of_place<T>{}(i); }
};
template <class T>
struct same_each_time {
  THRUM_HD T operator()() const { return of_place<T>{}(7); }
};

/// Two ranges, both of which calls change.
template <class T>
class two_ranges {
 public:
  static constexpr double bytes = 4 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *in, *in2;
  };
  two_ranges(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), first_(n, turns, uniform<T>{1}), second_(n, turns, uniform<T>{2}), in_(n, turns), in2_(n, turns) {}
  void restore() {
    in_.copy_from(first_);
    in2_.copy_from(second_);
  }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), in2_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> first_, second_, in_, in2_;
};
struct both_inputs {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.in, v.n).elements(v.in2, v.n);
  }
};

template <class T>
void all_rows() {
  auto const tabulate = rows<T>("tabulate", {.bytes = sizeof(T)});
  BENCHMARK_STREAM(tabulate, tabulate, v.out, v.out + v.n, of_place<T>{})
  tabulate("cub", cub_stream([](auto const& v) { return cub::DeviceFor::Bulk(v.n, stored_at_place<T>{v.out}); }));

  auto const generate = rows<T>("generate", {.bytes = sizeof(T)});
  BENCHMARK_STREAM(generate, generate, v.out, v.out + v.n, same_each_time<T>{})

  auto const replace = rows<T, in_place<T>>("replace_if", {.bytes = 1.5 * sizeof(T)}, whole_input{});
  BENCHMARK_STREAM(replace, replace_if, v.in, v.in + v.n, positive{}, T{})

  auto const some = rows<T, in_place<T>>("transform_if", {.bytes = 1.5 * sizeof(T)}, whole_input{});
  BENCHMARK_STREAM(some, transform_if, v.in, v.in + v.n, v.in, flipped{}, positive{})

  auto const swap = rows<T, two_ranges<T>>("swap_ranges", {.bytes = 4 * sizeof(T)}, both_inputs{});
  BENCHMARK_STREAM(swap, swap_ranges, v.in, v.in + v.n, v.in2)
}

template <class T>
void number_rows() {
  auto const differences = rows<T, input_output<T, 3>>("adjacent_difference", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(differences, adjacent_difference, v.in, v.in + v.n, v.out)
  differences("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
                return cub::DeviceAdjacentDifference::SubtractLeftCopy(p, bytes, v.in, v.out, v.n,
                                                                       thrum::minus<T>{});
              }));
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
