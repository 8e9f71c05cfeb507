// sort_by_key with values of 32 bits, and sorts of records by their key: by a projection under
// thrum, by a comparator under Thrust, which has no other way, and by a decomposer under CUB.
#include "frame/pairs.cuh"
#include "frame/peers.cuh"
#include "frame/two_buffers.cuh"

#include <thrust/sort.h>

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cuda/std/tuple>

#include <thrum/functional.h>
#include <thrum/sort.h>
#include <utility>

namespace {

template <class K>
void key_rows() {
  // Keys and values are read and written once.
  constexpr double least = 2 * (sizeof(K) + sizeof(std::int32_t));
  auto const row = rows<K, pairs_in_place<K, std::int32_t>>("sort_by_key", {.bytes = least}, sorted_pairs{});
  BENCHMARK_ALL(row, sort_by_key, v.keys, v.keys + v.n, v.values)
  if constexpr (std::is_same_v<K, record>) {
    row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          auto const code =
              cub::DeviceMergeSort::StableSortPairs(p, bytes, v.keys, v.values, v.n, thrum::less<record>{});
          return std::pair(code, std::pair(v.keys, v.values));
        }));
  } else {
    row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
          cub::DoubleBuffer<K> keys(v.keys, v.spare_keys);
          cub::DoubleBuffer<std::int32_t> values(v.values, v.spare_values);
          auto const code = cub::DeviceRadixSort::SortPairs(p, bytes, keys, values, v.n);
          return std::pair(code, std::pair(keys.Current(), values.Current()));
        }));
  }
}

/// Gives CUB the key alone.
struct key_digits {
  THRUM_HD cuda::std::tuple<std::int64_t&> operator()(record& x) const { return {x.key}; }
};

void record_rows() {
  // Records are read and written once.
  options const least{.bytes = 2 * sizeof(record)};
  auto const row = rows<record, two_buffers<record>>("sort_of_records_by_key", least, sorted_input{});
  BENCHMARK_THRUM(row, sort, v.in, v.in + v.n, thrum::less<>{}, &record::key)
  BENCHMARK_THRUST(row, sort, v.in, v.in + v.n, less_key{})
  BENCHMARK_THRUST_POOL(row, sort, v.in, v.in + v.n, less_key{})
  row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
        cub::DoubleBuffer<record> buffers(v.in, v.spare);
        auto const code = cub::DeviceRadixSort::SortKeys(p, bytes, buffers, v.n, key_digits{});
        return std::pair(code, buffers.Current());
      }));
}

}  // namespace

void add_rows() {
  for_all_types([](auto type) { key_rows<type_of<decltype(type)>>(); });
  record_rows();
}
