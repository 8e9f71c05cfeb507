// gather and scatter by a permutation without an order.
#include "frame/peers.cuh"

#include <thrust/gather.h>
#include <thrust/scatter.h>

#include <thrum/gather.h>
#include <thrum/scatter.h>

namespace {

template <class T>
class mapped {
 public:
  static constexpr double bytes = sizeof(std::int32_t) + 2 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    std::int32_t* map;
    T *in, *out;
  };
  mapped(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), map_(n, turns, permuted{n}), in_(n, turns, uniform<T>{1}), out_(n, turns) {}
  view of(std::ptrdiff_t turn) { return {n_, map_.of(turn), in_.of(turn), out_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<std::int32_t> map_;
  array<T> in_, out_;
};

template <class T>
void all_rows() {
  rows<T, mapped<T>> const gather("gather", {.bytes = sizeof(std::int32_t) + 2 * sizeof(T)});
  BENCHMARK_STREAM(gather, gather, v.map, v.map + v.n, v.in, v.out)

  rows<T, mapped<T>> const scatter("scatter", {.bytes = sizeof(std::int32_t) + 2 * sizeof(T)});
  BENCHMARK_STREAM(scatter, scatter, v.in, v.in + v.n, v.map, v.out)
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
