// inclusive_scan, transform_inclusive_scan, and exclusive_scan with a functor that CUB does not
// know.
#include "frame/peers.cuh"

#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>

#include <cub/device/device_scan.cuh>

#include <thrum/functional.h>
#include <thrum/scan.h>
#include <thrum/transform_scan.h>

namespace {

template <class T>
void sum_rows() {
  auto const sums = rows<T, input_output<T, 3>>("inclusive_scan", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(sums, inclusive_scan, v.in, v.in + v.n, v.out)
  sums("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceScan::InclusiveSum(p, bytes, v.in, v.out, v.n);
       }));
}

template <class T>
void number_rows() {
  auto const negated = rows<T, input_output<T, 3>>("transform_inclusive_scan", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(negated, transform_inclusive_scan, v.in, v.in + v.n, v.out, flipped{}, thrum::plus<T>{})
  negated("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
            return cub::DeviceScan::InclusiveSum(p, bytes, thrust::make_transform_iterator(v.in, flipped{}), v.out,
                                                 v.n);
          }));
}

template <class T>
void all_rows() {
  auto const maxima = rows<T>("exclusive_scan_max", {.bytes = 2 * sizeof(T)});
  BENCHMARK_ALL(maxima, exclusive_scan, v.in, v.in + v.n, v.out, T{}, greater_one{})
  maxima("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
           return cub::DeviceScan::ExclusiveScan(p, bytes, v.in, v.out, greater_one{}, T{}, v.n);
         }));
}

}  // namespace

void add_rows() {
  for_all_sums([](auto type) { sum_rows<type_of<decltype(type)>>(); });
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
  for_all_types([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
