// The sort of numbers in the device's memory: cub::DeviceRadixSort, and NaNs to the end.
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include <thrum/detail/cuda/error.h>
#include <thrum/detail/cuda/runtime.h>
#include <thrum/detail/radix_key.h>
#include <thrum/detail/scratch.h>
#include <cstddef>
#include <thrum/detail/cuda/call.cuh>
#include <thrum/detail/cuda/policy.cuh>
#include <type_traits>

namespace thrum::detail {

/// The type that CUB sorts in place of T: one for all integers of a size and sign.
template <class T>
using cub_key = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<std::is_signed_v<T>, std::make_signed_t<uint_of_size<sizeof(T)>>, uint_of_size<sizeof(T)>>,
    T>;

/// CUB sorts to and fro between two buffers and may end in the second.
template <class T>
void copy_if_moved(cuda::policy const& exec, ::cub::DoubleBuffer<T>& buffers, T* wanted, std::ptrdiff_t n) {
  if (buffers.Current() == wanted) return;
  detail::cuda_check(
      runtime::memcpy_async(static_cast<void*>(wanted), buffers.Current(), static_cast<std::size_t>(n) * sizeof(T),
                            cudaMemcpyDeviceToDevice, exec.stream()),
      "cudaMemcpyAsync");
}

template <bool Ascending, class K>
void radix_sort_memory(cuda::policy const& exec, std::ptrdiff_t n, int bits, K* keys) {
  scratch_array<K, cuda::policy> const spare(exec, n);
  ::cub::DoubleBuffer<K> buffers(keys, spare.data());
  detail::call_cub(exec, "cub::DeviceRadixSort::SortKeys", [&](void* temporary, std::size_t& bytes) {
    using sorter = ::cub::DeviceRadixSort;
    if constexpr (Ascending) return sorter::SortKeys(temporary, bytes, buffers, n, 0, bits, exec.stream());
    else return sorter::SortKeysDescending(temporary, bytes, buffers, n, 0, bits, exec.stream());
  });
  detail::copy_if_moved(exec, buffers, keys, n);
}

template <bool Ascending, class K, class V>
void radix_sort_memory(cuda::policy const& exec, std::ptrdiff_t n, int bits, K* keys, V* values) {
  scratch_array<K, cuda::policy> const spare_keys(exec, n);
  scratch_array<V, cuda::policy> const spare_values(exec, n);
  ::cub::DoubleBuffer<K> key_buffers(keys, spare_keys.data());
  ::cub::DoubleBuffer<V> value_buffers(values, spare_values.data());
  detail::call_cub(exec, "cub::DeviceRadixSort::SortPairs", [&](void* temporary, std::size_t& bytes) {
    using sorter = ::cub::DeviceRadixSort;
    if constexpr (Ascending) {
      return sorter::SortPairs(temporary, bytes, key_buffers, value_buffers, n, 0, bits, exec.stream());
    } else {
      return sorter::SortPairsDescending(temporary, bytes, key_buffers, value_buffers, n, 0, bits, exec.stream());
    }
  });
  detail::copy_if_moved(exec, key_buffers, keys, n);
  detail::copy_if_moved(exec, value_buffers, values, n);
}

// CUB sorts NaNs by their bits, to both ends. What follows takes those of the front to the back, where there are any.

template <bool Ascending, class T>
struct count_first_nans {
  T const* keys;
  std::ptrdiff_t n;
  std::ptrdiff_t* count;
  __device__ void operator()(std::ptrdiff_t) const {
    std::ptrdiff_t low = 0, high = n;
    while (low < high) {
      std::ptrdiff_t const middle = low + (high - low) / 2;
      T const key = keys[middle];
      bool const negative = __builtin_bit_cast(uint_of_size<sizeof(T)>, key) >> (8 * sizeof(T) - 1) != 0;
      if (key != key && negative == Ascending) low = middle + 1;
      else high = middle;
    }
    *count = low;
  }
};
/// to[i] = from[i + *count], in a circle, where the count is not 0.
template <class T>
struct rotate_by_count {
  T const* from;
  T* to;
  std::ptrdiff_t n;
  std::ptrdiff_t const* count;
  bool back;
  __device__ void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const shift = *count;
    if (shift != 0) to[i] = from[back ? (i < n - shift ? i + shift : i - (n - shift)) : i];
  }
};

template <class T>
void rotate_memory(cuda::policy const& exec, std::ptrdiff_t n, std::ptrdiff_t const* count, T* elements) {
  scratch_array<T, cuda::policy> const spare(exec, n);
  exec.for_each_n(n, rotate_by_count<T>{elements, spare.data(), n, count, false});
  exec.for_each_n(n, rotate_by_count<T>{spare.data(), elements, n, count, true});
}

/// Sorts arithmetic keys in memory, and plain values with them.
template <bool Ascending, class T, class... V>
void sort_arithmetic(cuda::policy const& exec, std::ptrdiff_t n, T* keys, V*... values) {
  detail::radix_sort_memory<Ascending>(exec, n, static_cast<int>(8 * sizeof(T)),
                                       reinterpret_cast<cub_key<T>*>(keys), values...);
  if constexpr (std::is_floating_point_v<T>) {
    scratch_array<std::ptrdiff_t, cuda::policy> const count(exec, 1);
    exec.for_each_n(1, count_first_nans<Ascending, T>{keys, n, count.data()});
    detail::rotate_memory(exec, n, count.data(), keys);
    (detail::rotate_memory(exec, n, count.data(), values), ...);
  }
}

}  // namespace thrum::detail
