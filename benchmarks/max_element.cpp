// max_element beside its peers.
#include "contenders.h"

#include <thrum/extrema.h>
#include <thrum/tbb.h>

#include <algorithm>
#if defined(BENCHMARK_THRUST)
#include <thrust/extrema.h>
#endif

namespace {

template <class T>
void rows(std::ptrdiff_t n) {
  using data = workspace<T>;
  auto const add = [n](char const* contender, auto work) { add_row<T>("max_element", n, contender, 4, work); };
  add("thrum seq",
      [](data& v) { benchmark::DoNotOptimize(thrum::max_element(thrum::seq, v.in.begin(), v.in.end())); });
  add("thrum tbb",
      [](data& v) { benchmark::DoNotOptimize(thrum::max_element(thrum::tbb::par, v.in.begin(), v.in.end())); });
  add("std", [](data& v) { benchmark::DoNotOptimize(std::max_element(v.in.begin(), v.in.end())); });
  add("std par",
      [](data& v) { benchmark::DoNotOptimize(std::max_element(std::execution::par, v.in.begin(), v.in.end())); });
#if defined(BENCHMARK_THRUST)
  add("thrust tbb",
      [](data& v) { benchmark::DoNotOptimize(thrust::max_element(thrust::tbb::par, v.in.begin(), v.in.end())); });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_main(argc, argv, []<class T>(std::type_identity<T>, std::ptrdiff_t n) { rows<T>(n); });
}
