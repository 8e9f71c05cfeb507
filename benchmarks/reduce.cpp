// reduce beside its peers. The sum.
#include "contenders.h"

#include <thrum/reduce.h>
#include <thrum/tbb.h>

#include <numeric>
#if defined(BENCHMARK_THRUST)
#include <thrust/reduce.h>
#endif

namespace {

template <class T>
void rows(std::ptrdiff_t n) {
  using data = workspace<T>;
  auto const add = [n](char const* contender, auto work) { add_row<T>("reduce", n, contender, 4, work); };
  add("thrum seq", [](data& v) { benchmark::DoNotOptimize(thrum::reduce(thrum::seq, v.in.begin(), v.in.end())); });
  add("thrum tbb",
      [](data& v) { benchmark::DoNotOptimize(thrum::reduce(thrum::tbb::par, v.in.begin(), v.in.end())); });
  add("std", [](data& v) { benchmark::DoNotOptimize(std::reduce(v.in.begin(), v.in.end())); });
  add("std par",
      [](data& v) { benchmark::DoNotOptimize(std::reduce(std::execution::par, v.in.begin(), v.in.end())); });
#if defined(BENCHMARK_THRUST)
  add("thrust tbb",
      [](data& v) { benchmark::DoNotOptimize(thrust::reduce(thrust::tbb::par, v.in.begin(), v.in.end())); });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  integer_bits = 6;
  return benchmark_main(argc, argv, []<class T>(std::type_identity<T>, std::ptrdiff_t n) { rows<T>(n); });
}
