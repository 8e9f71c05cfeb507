// sort_by_key of numbers with values of 32 bits, and of records by their key: by a projection under thrum, by a comparator under
// Thrust, which has no other way.
#include "frame/pairs.cuh"
#include "frame/peers.cuh"

#include <thrust/sort.h>

#include <cub/device/device_radix_sort.cuh>

#include <thrum/functional.h>
#include <thrum/sort.h>

namespace {

template <class K>
void key_rows() {
  rows<K, pairs_in_place<K, std::int32_t>> const row("sort_by_key");
  BENCHMARK_ALL(row, sort_by_key, v.keys, v.keys + v.n, v.values)
  row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
        cub::DoubleBuffer<K> keys(v.keys, v.spare_keys);
        cub::DoubleBuffer<std::int32_t> values(v.values, v.spare_values);
        return cub::DeviceRadixSort::SortPairs(p, bytes, keys, values, v.n);
      }));
}

void record_rows() {
  rows<record, in_place<record>> const row("sort_of_records_by_key");
  BENCHMARK_THRUM(row, sort, v.in, v.in + v.n, thrum::less<>{}, &record::key)
  BENCHMARK_THRUST(row, sort, v.in, v.in + v.n, less_key{})
  BENCHMARK_THRUST_POOL(row, sort, v.in, v.in + v.n, less_key{})
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { key_rows<type_of<decltype(type)>>(); });
  record_rows();
}
