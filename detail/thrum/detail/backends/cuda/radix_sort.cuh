// The sort of numbers in device memory: cub::DeviceRadixSort, and a step that moves NaNs to the
// end.
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// The type that CUB sorts in place of T: one type for all integers of the same size and sign.
template <class T>
using cub_key = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<std::is_signed_v<T>, std::make_signed_t<uint_of_size<sizeof(T)>>, uint_of_size<sizeof(T)>>,
    T>;

/// Copies the sorted elements to `wanted` if they are not there: CUB sorts back and forth between
/// two buffers and may end in the second buffer.
template <class T>
void bring_back(cuda::policy const& exec, ::cub::DoubleBuffer<T>& buffers, T* wanted, std::ptrdiff_t n) {
  if (buffers.Current() == wanted) return;
  detail::cuda_check(
      runtime::memcpy_async(static_cast<void*>(wanted), buffers.Current(), static_cast<std::size_t>(n) * sizeof(T),
                            cudaMemcpyDeviceToDevice, exec.stream()),
      "cudaMemcpyAsync");
}

// A sort allocates all its memory before an element moves, because keys that had moved without
// their values would be lost. The `spare` buffers have room for as many elements as are sorted, and
// are free again afterwards.

template <bool Ascending, class K>
void radix_sort_memory(cuda::policy const& exec, std::ptrdiff_t n, int bits, K* keys, K* spare) {
  ::cub::DoubleBuffer<K> buffers(keys, spare);
  detail::call_cub(exec, "cub::DeviceRadixSort::SortKeys", [&](void* temporary, std::size_t& bytes) {
    using sorter = ::cub::DeviceRadixSort;
    if constexpr (Ascending) return sorter::SortKeys(temporary, bytes, buffers, n, 0, bits, exec.stream());
    else return sorter::SortKeysDescending(temporary, bytes, buffers, n, 0, bits, exec.stream());
  });
  detail::bring_back(exec, buffers, keys, n);
}

template <bool Ascending, class K, class V>
void radix_sort_memory(cuda::policy const& exec, std::ptrdiff_t n, int bits, K* keys, K* spare_keys, V* values,
                       V* spare_values) {
  ::cub::DoubleBuffer<K> key_buffers(keys, spare_keys);
  ::cub::DoubleBuffer<V> value_buffers(values, spare_values);
  detail::call_cub(exec, "cub::DeviceRadixSort::SortPairs", [&](void* temporary, std::size_t& bytes) {
    using sorter = ::cub::DeviceRadixSort;
    if constexpr (Ascending) {
      return sorter::SortPairs(temporary, bytes, key_buffers, value_buffers, n, 0, bits, exec.stream());
    } else {
      return sorter::SortPairsDescending(temporary, bytes, key_buffers, value_buffers, n, 0, bits, exec.stream());
    }
  });
  detail::bring_back(exec, key_buffers, keys, n);
  detail::bring_back(exec, value_buffers, values, n);
}

// CUB sorts NaNs by their bits, to both ends. The code below takes the NaNs at the front, if there
// are any, to the back.

/// Returns how many NaNs are at the front of sorted keys.
template <bool Ascending, class T>
__device__ std::ptrdiff_t first_nans(T const* keys, std::ptrdiff_t n) {
  return detail::find_between(0, n, [keys](std::ptrdiff_t i) {
    T const key = keys[i];
    bool const negative = __builtin_bit_cast(uint_of_size<sizeof(T)>, key) >> (8 * sizeof(T) - 1) != 0;
    return key == key || negative != Ascending;
  });
}

/// Reverses [first, last) by all threads of a thread block.
template <class T>
__device__ void reverse_in_block(T* elements, std::ptrdiff_t first, std::ptrdiff_t last) {
  for (std::ptrdiff_t i = threadIdx.x; i < (last - first) / 2; i += cuda_block) {
    T const kept = elements[first + i];
    elements[first + i] = elements[last - 1 - i];
    elements[last - 1 - i] = kept;
  }
  __syncthreads();
}
template <class T>
__device__ void rotate_in_block(T* elements, std::ptrdiff_t n, std::ptrdiff_t by) {
  detail::reverse_in_block(elements, 0, by);
  detail::reverse_in_block(elements, by, n);
  detail::reverse_in_block(elements, 0, n);
}
template <bool Ascending, class T, class... V>
static __global__ void __launch_bounds__(cuda_block) nans_to_back_kernel(std::ptrdiff_t n, T* keys, V*... values) {
  std::ptrdiff_t const count = detail::first_nans<Ascending>(keys, n);
  __syncthreads();  // all threads have read the keys
  if (count == 0) return;
  detail::rotate_in_block(keys, n, count);
  (detail::rotate_in_block(values, n, count), ...);
}

template <bool Ascending, class T>
struct nan_counter {
  T const* keys;
  std::ptrdiff_t n;
  std::ptrdiff_t* count;
  __device__ void operator()(std::ptrdiff_t) const { *count = detail::first_nans<Ascending>(keys, n); }
};
/// Rotates elements by *count if *count is not 0: sets to[i] = from[i + *count], cyclically, if
/// `back`, otherwise to[i] = from[i]. Each of at most `rotating_threads` threads does so for its
/// indices.
template <class T>
struct counted_rotation {
  T const* from;
  T* to;
  std::ptrdiff_t n;
  std::ptrdiff_t const* count;
  bool back;
  __device__ void operator()(std::ptrdiff_t thread) const {
    std::ptrdiff_t const shift = *count;
    if (shift == 0) return;
    for (std::ptrdiff_t i = thread; i < n; i += rotating_threads) {
      to[i] = from[back ? (i < n - shift ? i + shift : i - (n - shift)) : i];
    }
  }
};

template <class T>
void rotate_memory(cuda::policy const& exec, std::ptrdiff_t n, std::ptrdiff_t const* count, T* elements,
                   T* spare) {
  std::ptrdiff_t const threads = detail::least(n, rotating_threads);
  exec.for_each_n(threads, counted_rotation<T>{elements, spare, n, count, false});
  exec.for_each_n(threads, counted_rotation<T>{spare, elements, n, count, true});
}

/// A step that takes the NaNs of sorted keys to the back.
template <bool Ascending, class T>
class nans_to_back {
 public:
  nans_to_back(cuda::policy const& exec, std::ptrdiff_t n)
      : exec_(exec), n_(n), count_(exec, std::is_floating_point_v<T> && n > few_to_rotate ? 1 : 0) {}

  void operator()(T* keys, T* spare) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (n_ <= few_to_rotate) return rotate_few(keys);
      count(keys);
      detail::rotate_memory(exec_, n_, count_.data(), keys, spare);
    }
  }
  template <class V>
  void operator()(T* keys, T* spare, V* values, V* spare_values) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (n_ <= few_to_rotate) return rotate_few(keys, values);
      count(keys);
      detail::rotate_memory(exec_, n_, count_.data(), keys, spare);
      detail::rotate_memory(exec_, n_, count_.data(), values, spare_values);
    }
  }

 private:
  void count(T const* keys) const { exec_.for_each_n(1, nan_counter<Ascending, T>{keys, n_, count_.data()}); }
  template <class... V>
  void rotate_few(T* keys, V*... values) const {
    detail::nans_to_back_kernel<Ascending><<<1, cuda_block, 0, exec_.stream()>>>(n_, keys, values...);
    detail::cuda_check(cudaGetLastError(), "the launch of a sort's end");
  }

  cuda::policy const& exec_;
  std::ptrdiff_t n_;
  scratch_array<std::ptrdiff_t, cuda::policy> count_;
};

/// Sorts arithmetic keys in memory.
template <bool Ascending, class T>
void sort_arithmetic(cuda::policy const& exec, std::ptrdiff_t n, T* keys) {
  nans_to_back<Ascending, T> const finish(exec, n);
  scratch_array<T, cuda::policy> const spare(exec, n);
  detail::radix_sort_memory<Ascending>(exec, n, static_cast<int>(8 * sizeof(T)),
                                       reinterpret_cast<cub_key<T>*>(keys),
                                       reinterpret_cast<cub_key<T>*>(spare.data()));
  finish(keys, spare.data());
}
/// Sorts arithmetic keys in memory, and plain values with them.
template <bool Ascending, class T, class V>
void sort_arithmetic(cuda::policy const& exec, std::ptrdiff_t n, T* keys, V* values) {
  nans_to_back<Ascending, T> const finish(exec, n);
  scratch_array<T, cuda::policy> const spare_keys(exec, n);
  scratch_array<V, cuda::policy> const spare_values(exec, n);
  detail::radix_sort_memory<Ascending>(
      exec, n, static_cast<int>(8 * sizeof(T)), reinterpret_cast<cub_key<T>*>(keys),
      reinterpret_cast<cub_key<T>*>(spare_keys.data()), values, spare_values.data());
  finish(keys, spare_keys.data(), values, spare_values.data());
}

}  // namespace thrum::detail
