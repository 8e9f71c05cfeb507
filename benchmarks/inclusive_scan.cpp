// inclusive_scan beside its peers. The prefix sums.
#include "contenders.h"

#include <thrum/scan.h>
#include <thrum/tbb.h>

#include <numeric>
#if defined(BENCHMARK_THRUST)
#include <thrust/scan.h>
#endif

namespace {

template <class T>
void rows(std::ptrdiff_t n) {
  using data = workspace<T>;
  auto const add = [n](char const* contender, auto work) { add_row<T>("inclusive_scan", n, contender, 8, work); };
  add("thrum seq", [](data& v) { thrum::inclusive_scan(thrum::seq, v.in.begin(), v.in.end(), v.out.begin()); });
  add("thrum tbb",
      [](data& v) { thrum::inclusive_scan(thrum::tbb::par, v.in.begin(), v.in.end(), v.out.begin()); });
  add("std", [](data& v) { std::inclusive_scan(v.in.begin(), v.in.end(), v.out.begin()); });
  add("std par",
      [](data& v) { std::inclusive_scan(std::execution::par, v.in.begin(), v.in.end(), v.out.begin()); });
#if defined(BENCHMARK_THRUST)
  add("thrust tbb",
      [](data& v) { thrust::inclusive_scan(thrust::tbb::par, v.in.begin(), v.in.end(), v.out.begin()); });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  integer_bits = 6;
  return benchmark_main(argc, argv, []<class T>(std::type_identity<T>, std::ptrdiff_t n) { rows<T>(n); });
}
