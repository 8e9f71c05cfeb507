// sort, sort_by_key. One thread block sorts few elements. cub::DeviceRadixSort sorts more
// arithmetic keys under < or >, elements with such keys in them, and the numbers of other keys;
// otherwise cub::DeviceMergeSort sorts. Both work on plain memory: elements of other iterators are
// copied to scratch memory and back.
#pragma once

#include <cub/device/device_merge_sort.cuh>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/radix_sort.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/memory/uninitialized.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>

namespace thrum {
namespace detail {

/// Whether a radix sort moves values along with the keys. Larger values move once, by their sorted
/// indices.
template <class V>
inline constexpr bool moves_with_key = sizeof(cub_value<V>) <= most_bytes_with_key;

/// Constructs to[i] from the element of index i.
template <class T>
struct element_gatherer {
  T const* first;
  std::ptrdiff_t const* index;
  T* to;
  __device__ void operator()(std::ptrdiff_t i) { ::new (static_cast<void*>(to + i)) T(first[index[i]]); }
};

/// The elements of a range in plain memory: the range itself, or a copy in scratch memory that
/// put_back() copies back.
template <class I>
class elements_in_memory {
 public:
  using value_type = std::iter_value_t<I>;

  elements_in_memory(cuda::policy const& exec, I first, std::ptrdiff_t n)
      : exec_(exec), first_(first), n_(n), memory_(exec, std::is_pointer_v<I> ? 0 : n) {
    if constexpr (!std::is_pointer_v<I>) {
      exec.for_each_n(n, element_copier<I, value_type*>{first, memory_.data()});
    }
  }
  value_type* data() const {
    if constexpr (std::is_pointer_v<I>) return first_;
    else return memory_.data();
  }
  void put_back() const {
    if constexpr (!std::is_pointer_v<I>) {
      exec_.for_each_n(n_, element_restorer<value_type const*, I>{memory_.data(), first_});
    }
  }

 private:
  cuda::policy const& exec_;
  I first_;
  std::ptrdiff_t n_;
  scratch_array<value_type, cuda::policy> memory_;
};

/// The elements of a range in the form in which a thread block sorts them. Elements in plain memory
/// are moved as bytes.
template <class I>
struct elements_to_sort {
  using T = std::iter_value_t<I>;
  using value_type = cub_value<T>;
  I first;
  __device__ value_type get(std::ptrdiff_t i) {
    if constexpr (std::is_pointer_v<I>) return reinterpret_cast<value_type const*>(first)[i];
    else return detail::to_cub_value<T>(static_cast<T>(first[i]));
  }
  __device__ void set(std::ptrdiff_t i, value_type const& x) {
    if constexpr (std::is_pointer_v<I>) reinterpret_cast<value_type*>(first)[i] = x;
    else first[i] = detail::from_cub_value<T>(x);
  }
};

template <class K, class V>
struct pairs_to_sort {
  struct value_type {
    typename elements_to_sort<K>::value_type key;
    typename elements_to_sort<V>::value_type value;
  };
  elements_to_sort<K> keys;
  elements_to_sort<V> values;
  __device__ value_type get(std::ptrdiff_t i) { return {keys.get(i), values.get(i)}; }
  __device__ void set(std::ptrdiff_t i, value_type const& x) {
    keys.set(i, x.key);
    values.set(i, x.value);
  }
};
template <class Order>
struct order_of_pairs {
  Order order;
  template <class P>
  __device__ bool operator()(P const& a, P const& b) const {
    return order(a.key, b.key);
  }
};

/// Sorts few elements. Returns false if there are too many elements, or if they are too large.
template <class Elements, class Order>
bool sort_by_one_block(cudaStream_t stream, Elements elements, std::ptrdiff_t n, Order order) {
  if constexpr (few_in_block<typename Elements::value_type> > 0) {
    using body = sort_in_block<Elements, Order>;
    if (n <= body::most) {
      detail::launch_blocks(stream, 1, body{elements, static_cast<int>(n), order});
      return true;
    }
  }
  return false;
}

/// Constructs the number of each key in to[i].
template <class T, class Less>
struct key_number_maker {
  T const* keys;
  Less less;
  uint_of_bits<digits<T, Less>::bits>* to;
  THRUM_EXEC_CHECK_DISABLE
  __device__ void operator()(std::ptrdiff_t i) const { to[i] = digits<T, Less>::number(less, keys[i]); }
};

/// Moves elements into the order of their sorted indices, by way of a buffer with room for as many
/// elements.
template <class T, class Room>
void gather_in_memory(cuda::policy const& exec, std::ptrdiff_t n, std::ptrdiff_t const* index, Room* room,
                      T* elements) {
  auto* const moved = reinterpret_cast<T*>(room);
  exec.for_each_n(n, element_gatherer<T>{elements, index, moved});
  exec.for_each_n(n, element_restorer<T const*, T*>{moved, elements});
}
/// Sorts indices by numbers, and moves elements into their order.
template <class N, class... T>
void sort_by_index(cuda::policy const& exec, std::ptrdiff_t n, int bits, N* numbers, T*... elements) {
  scratch_array<std::ptrdiff_t, cuda::policy> const index(exec, n);
  scratch_array<room_for<T...>, cuda::policy> const room(exec, n);
  exec.for_each_n(n, index_filler{index.data()});
  detail::radix_sort(exec, n, bits, numbers, index.data());
  (detail::gather_in_memory(exec, n, index.data(), room.data(), elements), ...);
}

/// Sorts keys in memory, and values with them, by numbers that are made of the keys.
template <class T, class Less, class... V>
void sort_by_numbers(cuda::policy const& exec, std::ptrdiff_t n, Less less, T* keys, V*... values) {
  constexpr int bits = digits<T, Less>::bits;
  scratch_array<uint_of_bits<bits>, cuda::policy> const numbers(exec, n);
  exec.for_each_n(n, key_number_maker<T, Less>{keys, less, numbers.data()});
  if constexpr (moves_with_key<T> && sizeof...(V) == 0)
    detail::radix_sort(exec, n, bits, numbers.data(), reinterpret_cast<cub_value<T>*>(keys));
  else detail::sort_by_index(exec, n, bits, numbers.data(), keys, values...);
}

/// Sorts keys in memory by comparison, and values with them.
template <class T, class Less, class... V>
void sort_by_merges(cuda::policy const& exec, std::ptrdiff_t n, Less less, T* keys, V*... values) {
  auto const order = detail::sorting_order<T>(less);
  cub_order<T, std::remove_const_t<decltype(order)>> const ordered{order};
  auto* const records = reinterpret_cast<cub_value<T>*>(keys);
  detail::call_cub(exec, "cub::DeviceMergeSort::StableSortPairs", [&](void* temporary, std::size_t& bytes) {
    using sorter = ::cub::DeviceMergeSort;
    if constexpr (sizeof...(V) == 0)
      return sorter::StableSortKeys(temporary, bytes, records, n, ordered, exec.stream());
    else
      return sorter::StableSortPairs(temporary, bytes, records, reinterpret_cast<cub_value<V>*>(values)..., n,
                                     ordered, exec.stream());
  });
}

/// Sorts keys in memory, and values with them: by the digits of the keys, of which CUB is told
/// where they are; by numbers that are made of the keys, if keys have numbers; or by comparison.
template <class T, class Less, class... V>
void sort_in_memory(cuda::policy const& exec, std::ptrdiff_t n, Less less, T* keys, V*... values) {
  constexpr bool values_move = (moves_with_key<V> && ...), all_move = values_move && moves_with_key<T>;
  constexpr int bits = digits<T, Less>::bits;
  auto* const records = reinterpret_cast<cub_value<T>*>(keys);
  if constexpr (all_move && placed_order<Less>::exists) {
    using placed = placed_order<Less>;
    if (placed::fits(less)) return detail::sort_in_memory(exec, n, placed::of(less), keys, values...);
  }
  if constexpr (all_move && few_by_merges<bits> > 0) {
    if (n <= few_by_merges<bits> * detail::processors_of_device(detail::cuda_current_device()))
      return detail::sort_by_merges(exec, n, less, keys, values...);
  }
  if constexpr (sorts_by_radix<T, Less>) {
    auto* const numbers = reinterpret_cast<sorted_key<T, Less>*>(keys);
    if constexpr (values_move)
      detail::radix_sort(exec, n, bits, numbers, reinterpret_cast<cub_value<V>*>(values)...);
    else detail::sort_by_index(exec, n, bits, numbers, values...);
  } else if constexpr (keys_within<T, Less>::exist && all_move) {
    if (!detail::keys_lie_apart<T>(less)) return detail::sort_by_merges(exec, n, less, keys, values...);
    detail::radix_sort(exec, n, key_finder<T, Less>{less}, records, reinterpret_cast<cub_value<V>*>(values)...);
  } else if constexpr (has_number<T, Less>) {
    detail::sort_by_numbers(exec, n, less, keys, values...);
  } else {
    detail::sort_by_merges(exec, n, less, keys, values...);
  }
}

}  // namespace detail

template <class K, class Less>
void cuda::policy::sort(K keys, std::ptrdiff_t n, Less less) const {
  using T = std::iter_value_t<K>;
  if (n < 2) return;
  auto const guard = on_its_device();
  auto const order = detail::sorting_order<T>(less);
  using ordered = detail::cub_order<T, std::remove_const_t<decltype(order)>>;
  if (detail::sort_by_one_block(stream_, detail::elements_to_sort<K>{keys}, n, ordered{order})) return finish();
  policy const exec = step();
  detail::elements_in_memory<K> const memory(exec, keys, n);
  detail::sort_in_memory(exec, n, less, memory.data());
  memory.put_back();
  finish();
}

template <class K, class V, class Less>
void cuda::policy::sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const {
  using T = std::iter_value_t<K>;
  if (n < 2) return;
  auto const guard = on_its_device();
  auto const order = detail::sorting_order<T>(less);
  using ordered = detail::cub_order<T, std::remove_const_t<decltype(order)>>;
  detail::pairs_to_sort<K, V> const pairs{{keys}, {values}};
  if (detail::sort_by_one_block(stream_, pairs, n, detail::order_of_pairs<ordered>{ordered{order}}))
    return finish();
  policy const exec = step();
  detail::elements_in_memory<K> const key_memory(exec, keys, n);
  detail::elements_in_memory<V> const value_memory(exec, values, n);
  detail::sort_in_memory(exec, n, less, key_memory.data(), value_memory.data());
  key_memory.put_back();
  value_memory.put_back();
  finish();
}

}  // namespace thrum
