// reduce_by_key, which waits for the number of sums, reduce_by_key_into, which does not,
// inclusive_scan_by_key and unique_by_key_copy, on runs of 1 to 31 elements.
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
        values_(n, turns, uniform<T>{1, 3}),
        out_(n, turns),
        number_(1, turns) {}
  void clear() {
    keys_out_.clear();
    out_.clear();
    number_.clear();
  }
  view of(std::ptrdiff_t turn) {
    return {n_, keys_.of(turn), keys_out_.of(turn), values_.of(turn), out_.of(turn), number_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<std::int32_t> keys_, keys_out_;
  array<T> values_, out_;
  array<std::ptrdiff_t> number_;
};

/// Compares the remaining keys and values.
struct kept_pairs {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& ends) const {
    std::ptrdiff_t const kept = length_of(ends, v.keys_out, v.number);
    return outcome().number(kept).elements(v.keys_out, kept).elements(v.out, kept);
  }
};

template <class T>
void all_rows() {
  constexpr double key = sizeof(std::int32_t), runs_of_elements = 1.0 / 16;
  options const both{.bytes = (1 + runs_of_elements) * (key + sizeof(T))};
  auto const sums = rows<T, runs<T>>("reduce_by_key", both, kept_pairs{});
  BENCHMARK_ALL(sums, reduce_by_key, v.keys, v.keys + v.n, v.values, v.keys_out, v.out)

  auto const left = rows<T, runs<T>>("reduce_by_key_into", both, kept_pairs{});
  BENCHMARK_THRUM(left, reduce_by_key_into, v.keys, v.keys + v.n, v.number, v.values, v.keys_out, v.out)
  left("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceReduce::ReduceByKey(p, bytes, v.keys, v.keys_out, v.values, v.out, v.number,
                                               thrum::plus<T>{}, v.n);
       }));

  auto const scan = rows<T, runs<T>>("inclusive_scan_by_key", {.bytes = key + 2 * sizeof(T)});
  BENCHMARK_ALL(scan, inclusive_scan_by_key, v.keys, v.keys + v.n, v.values, v.out)
  scan("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceScan::InclusiveSumByKey(p, bytes, v.keys, v.values, v.out, v.n);
       }));

  auto const firsts = rows<T, runs<T>>("unique_by_key_copy",
                                       {.bytes = key + 2 * runs_of_elements * (key + sizeof(T))}, kept_pairs{});
  BENCHMARK_ALL(firsts, unique_by_key_copy, v.keys, v.keys + v.n, v.values, v.keys_out, v.out)
  firsts("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
           return cub::DeviceSelect::UniqueByKey(p, bytes, v.keys, v.values, v.keys_out, v.out, v.number, v.n);
         }));
}

}  // namespace

void add_rows() {
  for_all_sums([](auto type) { all_rows<type_of<decltype(type)>>(); });
}
