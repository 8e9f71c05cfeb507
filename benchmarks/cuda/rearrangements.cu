// gather and scatter by a random permutation, shuffle, and rotate_copy, for which Thrust copies
// twice. CUB has none of these.
#include "frame/peers.cuh"

#include <thrust/copy.h>
#include <thrust/gather.h>
#include <thrust/random.h>
#include <thrust/scatter.h>
#include <thrust/shuffle.h>

#include <thrum/gather.h>
#include <thrum/random.h>
#include <thrum/rotate.h>
#include <thrum/scatter.h>
#include <thrum/shuffle.h>

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
  void clear() { out_.clear(); }
  view of(std::ptrdiff_t turn) { return {n_, map_.of(turn), in_.of(turn), out_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<std::int32_t> map_;
  array<T> in_, out_;
};

/// Compares the elements without their order: each contender shuffles in an order of its own.
struct any_order {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().in_any_order(v.in, v.n);
  }
};

template <class T>
void all_rows() {
  auto const gather = rows<T, mapped<T>>("gather", {.bytes = sizeof(std::int32_t) + 2 * sizeof(T)});
  BENCHMARK_STREAM(gather, gather, v.map, v.map + v.n, v.in, v.out)

  auto const scatter = rows<T, mapped<T>>("scatter", {.bytes = sizeof(std::int32_t) + 2 * sizeof(T)});
  BENCHMARK_STREAM(scatter, scatter, v.in, v.in + v.n, v.map, v.out)

  // Elements are read and written once.
  auto const shuffle = rows<T, in_place<T>>("shuffle", {.bytes = 2 * sizeof(T)}, any_order{});
  BENCHMARK_THRUM(shuffle, shuffle, v.in, v.in + v.n, thrum::default_random_engine(1))
  BENCHMARK_THRUST(shuffle, shuffle, v.in, v.in + v.n, thrust::default_random_engine(1))
  BENCHMARK_THRUST_POOL(shuffle, shuffle, v.in, v.in + v.n, thrust::default_random_engine(1))

  auto const rotate = rows<T>("rotate_copy", {.bytes = 2 * sizeof(T)});
  BENCHMARK_THRUM(rotate, rotate_copy, v.in, v.in + v.n / 3, v.in + v.n, v.out)
  rotate("thrust cuda", [](auto const& v) {
    auto* const end = thrust::copy(thrust::cuda::par_nosync, v.in + v.n / 3, v.in + v.n, v.out);
    thrust::copy(thrust::cuda::par_nosync, v.in, v.in + v.n / 3, end);
  });
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
