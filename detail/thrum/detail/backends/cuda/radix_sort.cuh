// The sort of numbers in device memory by cub::DeviceRadixSort. CUB is told the order of the bits
// of each key, so that NaNs come last and no step has to follow.
#pragma once

#include <cub/device/device_radix_sort.cuh>
#include <cuda/std/tuple>
#include <cuda/type_traits>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/order/placed_order.h>
#include <thrum/detail/order/projection.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// An arithmetic key, sorted by `<` or by `>`: one type for all integers of the same size and sign.
template <class T, bool Ascending>
struct sorted_bits {
  uint_of_size<sizeof(T)> bits;
};
template <class T>
using sorted_number = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<std::is_signed_v<T>, std::make_signed_t<uint_of_size<sizeof(T)>>, uint_of_size<sizeof(T)>>,
    T>;
template <class T, class Less>
using sorted_key = sorted_bits<sorted_number<T>, ascending_order<Less, T>>;

/// Makes unsigned numbers in the order of keys of their bits, as to_radix does, and the bits of the
/// numbers. Here zeros have different numbers, one after the other.
template <class T, bool Ascending>
struct bits_in_order {
  using UnsignedBits = uint_of_size<sizeof(T)>;
  static constexpr UnsignedBits sign = static_cast<UnsignedBits>(UnsignedBits{1} << (8 * sizeof(T) - 1));

  THRUM_HD static constexpr UnsignedBits TwiddleIn(UnsignedBits bits) {
    if constexpr (std::is_floating_point_v<T>) {
      UnsignedBits const value = (bits & sign) != 0 ? ~bits : bits ^ sign;
      return Ascending ? value - ~(infinity | sign) : (infinity | sign) - value;
    } else {
      UnsignedBits const value = std::is_signed_v<T> ? bits ^ sign : bits;
      return static_cast<UnsignedBits>(Ascending ? value : ~value);
    }
  }
  THRUM_HD static constexpr UnsignedBits TwiddleOut(UnsignedBits number) {
    if constexpr (std::is_floating_point_v<T>) {
      UnsignedBits const value = Ascending ? number + ~(infinity | sign) : (infinity | sign) - number;
      return (value & sign) != 0 ? value ^ sign : ~value;
    } else {
      return TwiddleIn(number);
    }
  }

 private:
  static constexpr UnsignedBits infinity =
      sizeof(T) == 4 ? static_cast<UnsignedBits>(0x7F800000U) : static_cast<UnsignedBits>(0x7FF0000000000000U);
};

/// The keys that an element of type T has in itself, for the order Less: of(less, x) returns
/// references to them, the highest first.
template <class T, class Less>
struct keys_within {
  static constexpr bool exist = false;
};
template <class T, class Less>
  requires sorts_by_radix<T, Less>
struct keys_within<T, Less> {
  static constexpr bool exist = true;
  using key = sorted_key<T, Less>;
  THRUM_HD static ::cuda::std::tuple<key&> of(Less const&, T const& x) {
    return ::cuda::std::tuple<key&>(reinterpret_cast<key&>(const_cast<T&>(x)));
  }
};
/// Whether a projection returns a part of the element that it gets.
template <class P>
inline constexpr bool returns_part = false;
template <class M, std::size_t Place>
inline constexpr bool returns_part<placed_projection<M, Place>> = true;
template <std::size_t I>
inline constexpr bool returns_part<tuple_projection<I>> = true;

template <class T, class Less, class P>
  requires(returns_part<P> && keys_within<typename projected<P, T>::type, Less>::exist)
struct keys_within<T, key_order<Less, P>> {
  static constexpr bool exist = true;
  THRUM_HD static auto of(key_order<Less, P> const& by, T const& x) {
    return keys_within<typename projected<P, T>::type, Less>::of(by.less, by.projection(x));
  }
};
template <class T, class First>
struct keys_within<T, lexicographic_order<First>> : keys_within<T, First> {};
template <class T, class First, class Second, class... Rest>
  requires(keys_within<T, First>::exist && keys_within<T, lexicographic_order<Second, Rest...>>::exist)
struct keys_within<T, lexicographic_order<First, Second, Rest...>> {
  static constexpr bool exist = true;
  THRUM_HD static auto of(lexicographic_order<First, Second, Rest...> const& by, T const& x) {
    return ::cuda::std::tuple_cat(keys_within<T, First>::of(by.first, x),
                                  keys_within<T, lexicographic_order<Second, Rest...>>::of(by.rest, x));
  }
};
template <class T, class Less>
  requires(tuple_length<T> > 0 && has_digits<T, Less>)
struct keys_within<T, Less> : keys_within<T, typename digits<T, Less>::order> {
  using order = typename digits<T, Less>::order;
  THRUM_HD static auto of(Less const&, T const& x) { return keys_within<T, order>::of(order{}, x); }
};

/// Returns whether no two keys of an element of at most 16 bytes share bytes. CUB changes each key
/// where it lies.
template <class T, class Less>
bool keys_lie_apart(Less const& less) {
  alignas(T) unsigned char room[sizeof(T)] = {};
  unsigned taken = 0;
  bool apart = true;
  auto const add = [&](auto const& key) {
    auto const at = reinterpret_cast<unsigned char const*>(__builtin_addressof(key)) - room;
    unsigned const own = ((1U << sizeof(key)) - 1U) << at;
    apart = apart && (taken & own) == 0;
    taken |= own;
  };
  ::cuda::std::apply([&](auto const&... keys) { (add(keys), ...); },
                     keys_within<T, Less>::of(less, reinterpret_cast<T const&>(room)));
  return apart;
}

/// Tells CUB the keys of an element.
template <class T, class Less>
struct key_finder {
  Less less;
  THRUM_HD auto operator()(cub_value<T>& x) const {
    return keys_within<T, Less>::of(less, reinterpret_cast<T const&>(x));
  }
};

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

/// Room for an element of any one of some types.
template <class... T>
struct room_for {
  alignas(T...) unsigned char bytes[std::max({sizeof(T)...})];
};

/// Sorts keys, and values with them. `how` is the number of bits of the keys, or a functor that
/// tells CUB the keys of an element. One block of memory holds all that CUB needs. It is allocated
/// before an element moves, because keys that had moved without their values would be lost.
template <class How, class K, class V = ::cub::NullType>
void radix_sort(cuda::policy const& exec, std::ptrdiff_t n, How how, K* keys, V* values = nullptr) {
  using unit = room_for<std::max_align_t, K, V>;
  constexpr bool has_values = !std::is_same_v<V, ::cub::NullType>;
  auto const units = [](std::size_t bytes) { return (bytes + sizeof(unit) - 1) / sizeof(unit); };
  std::size_t const count = static_cast<std::size_t>(n), of_keys = units(count * sizeof(K)),
                    of_values = has_values ? units(count * sizeof(V)) : 0;
  ::cub::DoubleBuffer<K> key_buffers(keys, keys);
  ::cub::DoubleBuffer<V> value_buffers(values, values);
  std::size_t bytes = 0;
  auto const sort = [&](void* temporary) {
    using sorter = ::cub::DeviceRadixSort;
    cudaError_t code;
    if constexpr (std::is_integral_v<How>)
      code = sorter::SortPairs(temporary, bytes, key_buffers, value_buffers, n, 0, how, exec.stream());
    else code = sorter::SortPairs(temporary, bytes, key_buffers, value_buffers, n, how, exec.stream());
    detail::cuda_check(code, "cub::DeviceRadixSort::SortPairs");
  };
  sort(nullptr);
  scratch_array<unit, cuda::policy> const memory(exec,
                                                 static_cast<std::ptrdiff_t>(of_keys + of_values + units(bytes)));
  unit* const spare_values = memory.data() + of_keys;
  key_buffers = ::cub::DoubleBuffer<K>(keys, reinterpret_cast<K*>(memory.data()));
  if constexpr (has_values) value_buffers = ::cub::DoubleBuffer<V>(values, reinterpret_cast<V*>(spare_values));
  sort(spare_values + of_values);
  detail::bring_back(exec, key_buffers, keys, n);
  if constexpr (has_values) detail::bring_back(exec, value_buffers, values, n);
}

}  // namespace thrum::detail

/// Tells CUB how the keys are ordered. CUB takes -0 for 0 if the keys count as floating-point.
template <class T, bool Ascending>
struct cub::NumericTraits<thrum::detail::sorted_bits<T, Ascending>> : thrum::detail::bits_in_order<T, Ascending> {
  using order = thrum::detail::bits_in_order<T, Ascending>;
  using UnsignedBits = typename order::UnsignedBits;
  static constexpr bool is_primitive = true;
  static constexpr UnsignedBits LOWEST_KEY = order::TwiddleOut(0);
  static constexpr UnsignedBits MAX_KEY = order::TwiddleOut(static_cast<UnsignedBits>(-1));
};
template <class T, bool Ascending>
inline constexpr bool cuda::is_floating_point_v<thrum::detail::sorted_bits<T, Ascending>> =
    std::is_floating_point_v<T>;
