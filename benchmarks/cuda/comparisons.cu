// equal, mismatch and is_sorted, with the deciding element at the end. CUB has none of the three.
#include "frame/peers.cuh"

#include <thrust/equal.h>
#include <thrust/mismatch.h>
#include <thrust/sort.h>

#include <thrum/equal.h>
#include <thrum/mismatch.h>
#include <thrum/sort.h>

namespace {

/// Makes uniform values, except for the last value of each part.
template <class T>
struct but_last {
  std::ptrdiff_t last;
  THRUM_HD T operator()(std::ptrdiff_t j, std::ptrdiff_t i) const { return j == last ? T{} : uniform<T>{1}(j, i); }
};

/// Two ranges with the same elements except for the last one.
template <class T>
class compared {
 public:
  static constexpr double bytes = 2 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *in, *in2;
  };
  compared(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, uniform<T>{1}), in2_(n, turns, but_last<T>{n - 1}) {}
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), in2_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, in2_;
};

template <class T>
class in_order {
 public:
  static constexpr double bytes = sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T* in;
  };
  in_order(std::ptrdiff_t n, std::ptrdiff_t turns) : n_(n), in_(n, turns, ascending<T>{1}) {}
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_;
};

struct first_place {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& found) const {
    return outcome().number(found.first - v.in);
  }
};

template <class T>
void all_rows() {
  auto const same = rows<T, compared<T>>("equal", {.bytes = 2 * sizeof(T)}, one_number{});
  BENCHMARK_ALL(same, equal, v.in, v.in + v.n, v.in2)

  auto const differing = rows<T, compared<T>>("mismatch", {.bytes = 2 * sizeof(T)}, first_place{});
  BENCHMARK_ALL(differing, mismatch, v.in, v.in + v.n, v.in2)

  auto const sorted = rows<T, in_order<T>>("is_sorted", {.bytes = sizeof(T)}, one_number{});
  BENCHMARK_ALL(sorted, is_sorted, v.in, v.in + v.n)
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
