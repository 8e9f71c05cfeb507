// sort beside its peers. Every peer here sorts ascending; thrum's is stable too.
#include "contenders.h"

#include <thrum/sort.h>
#include <thrum/tbb.h>

#include <algorithm>
#if defined(BENCHMARK_THRUST)
#include <thrust/sort.h>
#endif

namespace {

template <class T>
void rows(std::ptrdiff_t n) {
  using data = workspace<T>;
  auto const add = [n](char const* contender, auto work) { add_row<T>("sort", n, contender, 8, work); };
  add("thrum seq", [](data& v) { thrum::sort(thrum::seq, v.in.begin(), v.in.end()); });
  add("thrum tbb", [](data& v) { thrum::sort(thrum::tbb::par, v.in.begin(), v.in.end()); });
  add("std", [](data& v) { std::sort(v.in.begin(), v.in.end()); });
  add("std par", [](data& v) { std::sort(std::execution::par, v.in.begin(), v.in.end()); });
#if defined(BENCHMARK_THRUST)
  add("thrust tbb", [](data& v) { thrust::sort(thrust::tbb::par, v.in.begin(), v.in.end()); });
#endif
}

}  // namespace

int main(int argc, char** argv) {
  return benchmark_main(argc, argv, []<class T>(std::type_identity<T>, std::ptrdiff_t n) { rows<T>(n); });
}
