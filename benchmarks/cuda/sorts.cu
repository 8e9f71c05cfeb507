// sort of numbers, in both directions, and of records by operator<.
#include "frame/peers.cuh"
#include "frame/two_buffers.cuh"

#include <thrust/sort.h>

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <thrum/functional.h>
#include <thrum/sort.h>
#include <utility>

namespace {

/// Elements are read and written once.
template <class T>
options const least{.bytes = 2 * sizeof(T)};

template <class T>
void number_rows() {
  auto const row = rows<T, two_buffers<T>>("sort", least<T>, sorted_input{});
  BENCHMARK_ALL(row, sort, v.in, v.in + v.n)
  row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
        cub::DoubleBuffer<T> buffers(v.in, v.spare);
        auto const code = cub::DeviceRadixSort::SortKeys(p, bytes, buffers, v.n);
        return std::pair(code, buffers.Current());
      }));

  auto const falling = rows<T, two_buffers<T>>("sort_descending", least<T>, sorted_input{});
  BENCHMARK_ALL(falling, sort, v.in, v.in + v.n, thrum::greater<T>{})
  falling("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
            cub::DoubleBuffer<T> buffers(v.in, v.spare);
            auto const code = cub::DeviceRadixSort::SortKeysDescending(p, bytes, buffers, v.n);
            return std::pair(code, buffers.Current());
          }));
}

void record_rows() {
  auto const row = rows<record, in_place<record>>("sort", least<record>, whole_input{});
  BENCHMARK_ALL(row, sort, v.in, v.in + v.n)
  row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
        return cub::DeviceMergeSort::StableSortKeys(p, bytes, v.in, v.n, thrum::less<record>{});
      }));
}

}  // namespace

void add_rows() {
  for_numbers([](auto type) { number_rows<type_of<decltype(type)>>(); });
  record_rows();
}
