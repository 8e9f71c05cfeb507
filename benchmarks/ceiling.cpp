// Measures the bandwidth that memory-bound calls can reach: STREAM's triad, a = b + s * c, in plain
// loops on all threads. The report gives the fractions of this bandwidth that rows reach.
#include "contenders.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

namespace {

template <class T>
void triad(T const* b, T const* c, T* a, std::ptrdiff_t n) {
  oneapi::tbb::parallel_for(
      oneapi::tbb::blocked_range<std::ptrdiff_t>(0, n),
      [=](auto const& part) {
        T const *const from = b, *const scaled = c;
        T* __restrict const to = a;
        for (std::ptrdiff_t i = part.begin(); i < part.end(); ++i) to[i] = from[i] + T(3) * scaled[i];
      },
      oneapi::tbb::static_partitioner{});
}

}  // namespace

void add_rows() {
  for_types<float, double>([]<class T>() {
    rows<T, inputs_output<T>> const row("triad", {.bytes = 3 * sizeof(T), .sizes = {1 << 25}});
    row("ceiling",
        [](auto& v) { triad(v.in.data(), v.in2.data(), v.out.data(), static_cast<std::ptrdiff_t>(v.in.size())); });
  });
}
