// copy_if beside its peers. Half of the elements are kept.
#include "contenders.h"

#include <thrum/copy.h>
#include <thrum/tbb.h>

#include <algorithm>
#if defined(BENCHMARK_THRUST)
#include <thrust/copy.h>
#endif

namespace {

/// About half of the values.
template <class T>
struct positive {
  THRUM_HD bool operator()(T x) const { return x > T(0); }
};

template <class T>
void rows(std::ptrdiff_t n) {
  using data = workspace<T>;
  auto const add = [n](char const* contender, auto work) { add_row<T>("copy_if", n, contender, 6, work); };
  add("thrum seq", [](data& v) {
    benchmark::DoNotOptimize(thrum::copy_if(thrum::seq, v.in.begin(), v.in.end(), v.out.begin(), positive<T>{}));
  });
  add("thrum tbb", [](data& v) {
    benchmark::DoNotOptimize(
        thrum::copy_if(thrum::tbb::par, v.in.begin(), v.in.end(), v.out.begin(), positive<T>{}));
  });
  add("std", [](data& v) {
    benchmark::DoNotOptimize(std::copy_if(v.in.begin(), v.in.end(), v.out.begin(), positive<T>{}));
  });
  add("std par", [](data& v) {
    benchmark::DoNotOptimize(
        std::copy_if(std::execution::par, v.in.begin(), v.in.end(), v.out.begin(), positive<T>{}));
  });
#if defined(BENCHMARK_THRUST)
  add("thrust tbb", [](data& v) {
    benchmark::DoNotOptimize(
        thrust::copy_if(thrust::tbb::par, v.in.begin(), v.in.end(), v.out.begin(), positive<T>{}));
  });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_main(argc, argv, []<class T>(std::type_identity<T>, std::ptrdiff_t n) { rows<T>(n); });
}
