// transform beside its peers.
#include "contenders.h"

#include <thrum/tbb.h>
#include <thrum/transform.h>

#include <algorithm>
#if defined(BENCHMARK_THRUST)
#include <thrust/transform.h>
#endif

namespace {

template <class T>
struct twice_plus_one {
  THRUM_HD T operator()(T x) const {
    using U = std::conditional_t<std::is_integral_v<T>, std::uint32_t, T>;  // wraps instead of overflowing
    return static_cast<T>(static_cast<U>(x) * U(2) + U(1));
  }
};

template <class T>
void rows(std::ptrdiff_t n) {
  using data = workspace<T>;
  auto const add = [n](char const* contender, auto work) { add_row<T>("transform", n, contender, 8, work); };
  add("thrum seq",
      [](data& v) { thrum::transform(thrum::seq, v.in.begin(), v.in.end(), v.out.begin(), twice_plus_one<T>{}); });
  add("thrum tbb", [](data& v) {
    thrum::transform(thrum::tbb::par, v.in.begin(), v.in.end(), v.out.begin(), twice_plus_one<T>{});
  });
  add("std", [](data& v) { std::transform(v.in.begin(), v.in.end(), v.out.begin(), twice_plus_one<T>{}); });
  add("std par", [](data& v) {
    std::transform(std::execution::par, v.in.begin(), v.in.end(), v.out.begin(), twice_plus_one<T>{});
  });
#if defined(BENCHMARK_THRUST)
  add("thrust tbb", [](data& v) {
    thrust::transform(thrust::tbb::par, v.in.begin(), v.in.end(), v.out.begin(), twice_plus_one<T>{});
  });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_main(argc, argv, []<class T>(std::type_identity<T>, std::ptrdiff_t n) { rows<T>(n); });
}
