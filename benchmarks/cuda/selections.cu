// top_k and nth_element. Thrust has neither: its rows copy and sort all, or sort all.
#include "frame/peers.cuh"

#include <thrust/copy.h>
#include <thrust/sort.h>

#include <thrum/functional.h>
#include <thrum/nth_element.h>
#include <thrum/top_k.h>

namespace {

template <class T>
void number_rows() {
  rows<T> const greatest("top_100");
  BENCHMARK_THRUM(greatest, top_k, v.in, v.in + v.n, 100, v.out)
  greatest("thrust cuda", [](auto const& v) {
    thrust::copy(thrust::cuda::par_nosync, v.in, v.in + v.n, v.out);
    thrust::sort(thrust::cuda::par_nosync, v.out, v.out + v.n, thrust::greater<T>{});
  });

  rows<T, in_place<T>> const middle("nth_element");
  BENCHMARK_THRUM(middle, nth_element, v.in, v.in + v.n / 2, v.in + v.n)
  BENCHMARK_THRUST(middle, sort, v.in, v.in + v.n)
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
