// reduce_by_key, inclusive_scan_by_key and unique_by_key_copy of runs between 1 and 31 elements long.
#include "frame/peers.cuh"

#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/unique.h>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/scan_by_key.h>
#include <thrum/unique.h>

namespace {

template <class T>
class runs {
 public:
  static constexpr double bytes = 2 * sizeof(std::int32_t) + 2 * sizeof(T) + 1;
  struct view {
    std::ptrdiff_t n;
    std::int32_t *keys, *keys_out;
    T *values, *out;
    std::ptrdiff_t* number;
  };
  runs(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        keys_(n, turns, run_keys{}),
        keys_out_(n, turns),
        values_(n, turns, uniform<T>{1, 4}),
        out_(n, turns),
        number_(1, turns) {}
  view of(std::ptrdiff_t turn) {
    return {n_, keys_.of(turn), keys_out_.of(turn), values_.of(turn), out_.of(turn), number_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<std::int32_t> keys_, keys_out_;
  array<T> values_, out_;
  array<std::ptrdiff_t> number_;
};

template <class T>
void number_rows() {
  constexpr double key = sizeof(std::int32_t), runs_of_elements = 1.0 / 16;
  rows<T, runs<T>> const sums("reduce_by_key", {.bytes = (1 + runs_of_elements) * (key + sizeof(T))});
  BENCHMARK_ALL(sums, reduce_by_key, v.keys, v.keys + v.n, v.values, v.keys_out, v.out)
  sums("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceReduce::ReduceByKey(p, bytes, v.keys, v.keys_out, v.values, v.out, v.number,
                                               thrum::plus<T>{}, v.n);
       }));

  rows<T, runs<T>> const scan("inclusive_scan_by_key", {.bytes = key + 2 * sizeof(T)});
  BENCHMARK_ALL(scan, inclusive_scan_by_key, v.keys, v.keys + v.n, v.values, v.out)
  scan("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceScan::InclusiveSumByKey(p, bytes, v.keys, v.values, v.out, v.n);
       }));

  rows<T, runs<T>> const firsts("unique_by_key_copy", {.bytes = key + 2 * runs_of_elements * (key + sizeof(T))});
  BENCHMARK_ALL(firsts, unique_by_key_copy, v.keys, v.keys + v.n, v.values, v.keys_out, v.out)
  firsts("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
           return cub::DeviceSelect::UniqueByKey(p, bytes, v.keys, v.values, v.keys_out, v.out, v.number, v.n);
         }));
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
}
