// sort, sort_by_key: cub::DeviceRadixSort for arithmetic keys under < or >, else cub::DeviceMergeSort. Both work on plain
// memory: what is behind other iterators is copied to scratch memory and back.
#pragma once

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include <thrum/detail/radix_key.h>
#include <thrum/detail/scratch.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <thrum/detail/cuda/call.cuh>
#include <thrum/detail/cuda/elements.cuh>
#include <thrum/detail/cuda/policy.cuh>
#include <type_traits>

namespace thrum {
namespace detail {

/// The type that CUB sorts in place of T: one for all integers of a size and sign.
template <class T>
using cub_key = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<std::is_signed_v<T>, std::make_signed_t<uint_of_size<sizeof(T)>>, uint_of_size<sizeof(T)>>,
    T>;

/// Values that a radix sort moves along with the keys; larger ones are gathered once, by their sorted indices.
template <class V>
inline constexpr bool moves_with_key = sizeof(held<V>) <= 16;

/// Constructs to[i] of first[index(i)].
template <class T, class I>
struct copy_to_memory {
  I first;
  T* to;
  __device__ void operator()(std::ptrdiff_t i) { ::new (static_cast<void*>(to + i)) T(static_cast<T>(first[i])); }
};

template <class T, class I>
struct copy_from_memory {
  T* from;
  I out;
  __device__ void operator()(std::ptrdiff_t i) { out[i] = from[i]; }
};

template <class T>
struct gather_to_memory {
  T const* first;
  std::ptrdiff_t const* index;
  T* to;
  __device__ void operator()(std::ptrdiff_t i) { ::new (static_cast<void*>(to + i)) T(first[index[i]]); }
};

struct number_memory {
  std::ptrdiff_t* to;
  __device__ void operator()(std::ptrdiff_t i) const { to[i] = i; }
};

/// The elements of a range in plain memory: the range itself, or a copy in scratch memory that put_back() returns.
template <class I>
class staged {
 public:
  using value_type = std::iter_value_t<I>;

  staged(cuda::policy const& exec, I first, std::ptrdiff_t n)
      : exec_(exec), first_(first), n_(n), memory_(exec, std::is_pointer_v<I> ? 0 : n) {
    if constexpr (!std::is_pointer_v<I>) {
      exec.for_each_n(n, copy_to_memory<value_type, I>{first, memory_.data()});
    }
  }
  value_type* data() const {
    if constexpr (std::is_pointer_v<I>) return first_;
    else return memory_.data();
  }
  void put_back() const {
    if constexpr (!std::is_pointer_v<I>) {
      exec_.for_each_n(n_, copy_from_memory<value_type, I>{memory_.data(), first_});
    }
  }

 private:
  cuda::policy const& exec_;
  I first_;
  std::ptrdiff_t n_;
  scratch_array<value_type, cuda::policy> memory_;
};

/// CUB sorts to and fro between two buffers and may end in the second.
template <class T>
void copy_if_moved(cuda::policy const& exec, ::cub::DoubleBuffer<T>& buffers, T* wanted, std::ptrdiff_t n) {
  if (buffers.Current() == wanted) return;
  detail::cuda_check(
      cudaMemcpyAsync(static_cast<void*>(wanted), buffers.Current(), static_cast<std::size_t>(n) * sizeof(T),
                      cudaMemcpyDeviceToDevice, exec.stream()),
      "cudaMemcpyAsync");
}

template <bool Ascending, class K>
void radix_sort_memory(cuda::policy const& exec, K* keys, std::ptrdiff_t n) {
  scratch_array<K, cuda::policy> const spare(exec, n);
  ::cub::DoubleBuffer<K> buffers(keys, spare.data());
  detail::call_cub(exec, "cub::DeviceRadixSort::SortKeys", [&](void* temporary, std::size_t& bytes) {
    using sorter = ::cub::DeviceRadixSort;
    constexpr int bits = 8 * sizeof(K);
    if constexpr (Ascending) return sorter::SortKeys(temporary, bytes, buffers, n, 0, bits, exec.stream());
    else return sorter::SortKeysDescending(temporary, bytes, buffers, n, 0, bits, exec.stream());
  });
  detail::copy_if_moved(exec, buffers, keys, n);
}

template <bool Ascending, class K, class V>
void radix_sort_memory(cuda::policy const& exec, K* keys, V* values, std::ptrdiff_t n) {
  scratch_array<K, cuda::policy> const spare_keys(exec, n);
  scratch_array<V, cuda::policy> const spare_values(exec, n);
  ::cub::DoubleBuffer<K> key_buffers(keys, spare_keys.data());
  ::cub::DoubleBuffer<V> value_buffers(values, spare_values.data());
  detail::call_cub(exec, "cub::DeviceRadixSort::SortPairs", [&](void* temporary, std::size_t& bytes) {
    using sorter = ::cub::DeviceRadixSort;
    constexpr int bits = 8 * sizeof(K);
    if constexpr (Ascending) {
      return sorter::SortPairs(temporary, bytes, key_buffers, value_buffers, n, 0, bits, exec.stream());
    } else {
      return sorter::SortPairsDescending(temporary, bytes, key_buffers, value_buffers, n, 0, bits, exec.stream());
    }
  });
  detail::copy_if_moved(exec, key_buffers, keys, n);
  detail::copy_if_moved(exec, value_buffers, values, n);
}

}  // namespace detail

template <class K, class Less>
void cuda::policy::sort(K keys, std::ptrdiff_t n, Less less) const {
  using T = std::iter_value_t<K>;
  if (n < 2) return;
  policy const exec = step();
  detail::staged<K> const memory(exec, keys, n);
  if constexpr (detail::sorts_by_radix<T, Less>) {
    detail::radix_sort_memory<detail::ascending_order<Less, T>>(
        exec, reinterpret_cast<detail::cub_key<T>*>(memory.data()), n);
  } else {
    auto* const items = reinterpret_cast<detail::held<T>*>(memory.data());
    detail::call_cub(exec, "cub::DeviceMergeSort::StableSortKeys", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceMergeSort::StableSortKeys(temporary, bytes, items, n, detail::ordered<T, Less>{less},
                                                    stream_);
    });
  }
  memory.put_back();
  finish();
}

template <class K, class V, class Less>
void cuda::policy::sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const {
  using T = std::iter_value_t<K>;
  using U = std::iter_value_t<V>;
  if (n < 2) return;
  policy const exec = step();
  detail::staged<K> const key_memory(exec, keys, n);
  detail::staged<V> const value_memory(exec, values, n);
  auto* const items = reinterpret_cast<detail::held<U>*>(value_memory.data());
  if constexpr (detail::sorts_by_radix<T, Less>) {
    constexpr bool ascending = detail::ascending_order<Less, T>;
    auto* const digits = reinterpret_cast<detail::cub_key<T>*>(key_memory.data());
    if constexpr (detail::moves_with_key<U>) {
      detail::radix_sort_memory<ascending>(exec, digits, items, n);
    } else {
      detail::scratch_array<std::ptrdiff_t, policy> const index(exec, n);
      exec.for_each_n(n, detail::number_memory{index.data()});
      detail::radix_sort_memory<ascending>(exec, digits, index.data(), n);
      detail::scratch_array<U, policy> const sorted(exec, n);
      exec.for_each_n(n, detail::gather_to_memory<U>{value_memory.data(), index.data(), sorted.data()});
      exec.for_each_n(n, detail::copy_from_memory<U, U*>{sorted.data(), value_memory.data()});
    }
  } else {
    auto* const records = reinterpret_cast<detail::held<T>*>(key_memory.data());
    detail::call_cub(exec, "cub::DeviceMergeSort::StableSortPairs", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceMergeSort::StableSortPairs(temporary, bytes, records, items, n,
                                                     detail::ordered<T, Less>{less}, stream_);
    });
  }
  key_memory.put_back();
  value_memory.put_back();
  finish();
}

}  // namespace thrum
