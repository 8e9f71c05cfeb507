// inclusive_scan, and exclusive_scan of a functor that CUB knows nothing of.
#include "frame/peers.cuh"

#include <thrust/scan.h>

#include <cub/device/device_scan.cuh>

#include <thrum/functional.h>
#include <thrum/scan.h>

namespace {

/// The greater of two.
struct greater_one {
  template <class T>
  THRUM_HD T operator()(T const& a, T const& b) const {
    return a < b ? b : a;
  }
};

template <class T>
void number_rows() {
  rows<T, input_output<T, 4>> const sums("inclusive_scan", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(sums, inclusive_scan, v.in, v.in + v.n, v.out)
  sums("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceScan::InclusiveSum(p, bytes, v.in, v.out, v.n);
       }));

  rows<T> const maxima("exclusive_scan_max", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(maxima, exclusive_scan, v.in, v.in + v.n, v.out, T(0), greater_one{})
  maxima("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
           return cub::DeviceScan::ExclusiveScan(p, bytes, v.in, v.out, greater_one{}, T(0), v.n);
         }));
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
