// Arrays of other libraries: the types of their elements, and what is checked before they are
// views.
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/dlpack_structs.h>
#include <thrum/strided_view.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

#if defined(THRUM_WITH_CUDA)
struct __half;
struct __nv_bfloat16;
#endif

namespace thrum::detail {

template <class T>
concept a_complex_number = requires(T const& z) {
  typename T::value_type;
  requires std::is_floating_point_v<typename T::value_type>;
  requires sizeof(T) == 2 * sizeof(typename T::value_type);
  z.real();
  z.imag();
};

/// Gives the data type of an element that DLPack has; no value for any other.
template <class T>
struct known_data_type {};
template <class T>
  requires(std::is_integral_v<T> && sizeof(T) <= 8)
struct known_data_type<T> {
  static constexpr dlpack::data_type value{std::is_same_v<T, bool> ? dlpack::type_code::boolean
                                           : std::is_signed_v<T>   ? dlpack::type_code::signed_integer
                                                                   : dlpack::type_code::unsigned_integer,
                                           8 * sizeof(T), 1};
};
template <class T>
  requires(std::is_floating_point_v<T> && sizeof(T) <= 8)
struct known_data_type<T> {
  // Of the two formats of 16 bits, bfloat16 has the 8 digits.
  static constexpr dlpack::data_type value{
      std::numeric_limits<T>::digits == 8 ? dlpack::type_code::bfloat : dlpack::type_code::floating_point,
      8 * sizeof(T), 1};
};
template <a_complex_number T>
struct known_data_type<T> {
  static constexpr dlpack::data_type value{dlpack::type_code::complex, 8 * sizeof(T), 1};
};

}  // namespace thrum::detail

namespace thrum::dlpack {

/// data_type_of<T>::value is the data type of elements T: integers, bool, float, double, complex
/// numbers of these; __half and __nv_bfloat16 under CUDA; std::bfloat16_t where it exists; and
/// std::array<T, N> for elements of N lanes. Specialise data_type_of for other types of numbers:
///
///     template <>
///     struct thrum::dlpack::data_type_of<my_bfloat16> {
///       static constexpr data_type value{type_code::bfloat, 16, 1};
///     };
template <class T>
struct data_type_of : detail::known_data_type<T> {};
template <class T, std::size_t N>
  requires(data_type_of<T>::value.lanes == 1 && N >= 1 && N <= 65535)
struct data_type_of<std::array<T, N>> {
  static constexpr data_type value{data_type_of<T>::value.code, data_type_of<T>::value.bits, N};
};
#if defined(THRUM_WITH_CUDA)
template <>
struct data_type_of<__half> {
  static constexpr data_type value{type_code::floating_point, 16, 1};
};
template <>
struct data_type_of<__nv_bfloat16> {
  static constexpr data_type value{type_code::bfloat, 16, 1};
};
#endif

}  // namespace thrum::dlpack

namespace thrum::detail {

/// Gives the data type of T, const or not, or one readable error.
template <class T>
consteval dlpack::data_type exchanged_type() {
  constexpr bool known = requires { dlpack::data_type_of<std::remove_cv_t<T>>::value; };
  static_assert(known,
                "thrum: DLPack has no such element: take an arithmetic or complex type, or specialise "
                "thrum::dlpack::data_type_of for it");
  if constexpr (known) {
    constexpr dlpack::data_type type = dlpack::data_type_of<std::remove_cv_t<T>>::value;
    static_assert(sizeof(T) * 8 == std::size_t{type.bits} * type.lanes,
                  "thrum: data_type_of gives another number of bits than the type has");
    return type;
  } else {
    return {};
  }
}

/// A data type or device as messages name it: "float32", "complex64", "cuda:0".
inline std::string text_of(dlpack::data_type type) {
  static constexpr char const* kinds[] = {"int", "uint", "float", "handle", "bfloat", "complex", "bool"};
  auto const code = static_cast<std::size_t>(type.code);
  if (type.code == dlpack::type_code::boolean && type.bits == 8) return kinds[code];
  return (code < std::size(kinds) ? kinds[code] : "type " + std::to_string(code) + " of bits ") +
         std::to_string(type.bits);
}
inline std::string text_of(dlpack::device d) {
  switch (d.device_type) {
    case dlpack::device_kind::cpu:
      return "cpu";
    case dlpack::device_kind::cuda_host:
      return "cuda_host";
    case dlpack::device_kind::cuda_managed:
      return "cuda_managed";
    case dlpack::device_kind::cuda:
      return "cuda:" + std::to_string(d.device_id);
  }
  return "device type " + std::to_string(static_cast<std::int32_t>(d.device_type));
}

[[noreturn]] inline void throw_no_such_array(std::string const& what) {
  throw std::invalid_argument("thrum: the array " + what);
}

/// Whether memory of a kind of device is in a space.
template <class Space>
constexpr bool holds_device(dlpack::device_kind kind) {
  using enum dlpack::device_kind;
  bool const of_host = kind == cpu || kind == cuda_host;
  if constexpr (std::is_same_v<Space, unspecified_space>) return of_host || kind == cuda || kind == cuda_managed;
  else if constexpr (!host_reaches<Space>) return kind == cuda || kind == cuda_managed;
  else if constexpr (std::is_same_v<Space, unified_space<device_system::cuda>>) return kind == cuda_managed;
  else return of_host;
}
template <class Space>
constexpr char const* name_of_space() {
  if constexpr (std::is_same_v<Space, unspecified_space>) return "memory of the host or of CUDA";
  else if constexpr (!host_reaches<Space>) return "memory of a CUDA device";
  else if constexpr (std::is_same_v<Space, unified_space<device_system::cuda>>) return "managed memory of CUDA";
  else return "memory of the host";
}

/// Checks all that is asked of an array of another library except its place and shape.
template <class T>
void check_elements(dlpack::data_type found, std::size_t rank, std::size_t wanted_rank, bool is_read_only) {
  constexpr dlpack::data_type wanted = exchanged_type<T>();
  if (found.code != wanted.code || found.bits != wanted.bits) {
    throw_no_such_array("has elements of type " + text_of(found) + ", not " + text_of(wanted));
  }
  if (found.lanes != wanted.lanes) {
    throw_no_such_array("has elements of " + std::to_string(found.lanes) + " lanes, not " +
                        std::to_string(wanted.lanes));
  }
  if (rank != wanted_rank) {
    throw_no_such_array("has " + std::to_string(rank) + " dimensions, not " + std::to_string(wanted_rank));
  }
  if (is_read_only && !std::is_const_v<T>) throw_no_such_array("is read-only: take elements of a const type");
}

/// Returns the number of elements. Throws if an extent is negative, or if there are more than a
/// pointer can count.
template <class T, class Index>
std::ptrdiff_t checked_size(std::span<Index const> extents) {
  std::ptrdiff_t size = 1;
  bool none = false, too_many = false;
  for (Index const extent : extents) {
    if (extent < 0) throw_no_such_array("has an extent of " + std::to_string(extent));
    none = none || extent == 0;
    too_many = __builtin_mul_overflow(size, extent, &size) || too_many;
  }
  if (none) return 0;
  if (too_many || size > std::numeric_limits<std::ptrdiff_t>::max() / static_cast<std::ptrdiff_t>(sizeof(T))) {
    throw_no_such_array("is larger than memory can be");
  }
  return size;
}

/// Checks where the elements begin.
template <class T>
void check_address(void const* data, std::ptrdiff_t size) {
  if (size == 0) return;
  if (data == nullptr) throw_no_such_array("has no memory");
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(T) != 0) {
    throw_no_such_array("begins at an address that is no multiple of " + std::to_string(alignof(T)));
  }
}

/// Returns a view of what lies at `data`, with strides that count elements, or a null pointer to
/// them. Throws if no such elements can be there.
template <class T, std::size_t Rank, class Space, class Index>
strided_view<T, Rank, Space> checked_view(void* data, Index const* shape, Index const* strides) {
  std::ptrdiff_t const size = checked_size<T>(std::span(shape, Rank));
  check_address<T>(data, size);
  auto const first = size == 0 ? nullptr : static_cast<T*>(data);
  if constexpr (Rank == 0) {
    return strided_view<T, 0, Space>(first);
  } else {
    std::ptrdiff_t extents[Rank], steps[Rank];
    std::copy_n(shape, Rank, extents);
    if (strides == nullptr) return strided_view<T, Rank, Space>(first, extents);
    std::copy_n(strides, Rank, steps);
    return strided_view<T, Rank, Space>(first, extents, steps);
  }
}

}  // namespace thrum::detail
