// The CUDA array interface, version 3: arrays of CuPy, Numba and others as views, without a copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/foreign_array.h>
#include <thrum/dlpack.h>
#include <thrum/strided_view.h>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

struct CUstream_st;  // cudaStream_t is a pointer to it

namespace thrum {

/// What the dictionary `__cuda_array_interface__` of a Python object has, a member for each of its
/// entries. std::nullopt is Python's None. An array with a mask has no such struct: refuse it.
struct cuda_array_interface {
  std::vector<std::ptrdiff_t> shape{};
  std::string typestr{};  ///< "<f8", "|u1", ...: byte order, kind, bytes
  std::uintptr_t data = 0;
  bool read_only = false;
  std::optional<std::vector<std::ptrdiff_t>> strides{};  ///< bytes; nullopt if there are no gaps
  /// The stream in whose order the array is used: 1 is the legacy default stream, 2 the default
  /// stream of the thread, another number a cudaStream_t. nullopt: nothing is to be waited for.
  std::optional<std::uintptr_t> stream{};
  int version = 3;
};

/// Returns the text of a type of elements: "<f4" for float. Throws std::invalid_argument for types
/// that the interface does not have: bfloat16, and elements of several lanes.
inline std::string make_typestr(dlpack::data_type type) {
  using enum dlpack::type_code;
  char const kind = type.code == signed_integer     ? 'i'
                    : type.code == unsigned_integer ? 'u'
                    : type.code == floating_point   ? 'f'
                    : type.code == complex          ? 'c'
                    : type.code == boolean          ? 'b'
                                                    : '?';
  if (kind == '?' || type.lanes != 1) {
    throw std::invalid_argument("thrum: the CUDA array interface has no elements of type " +
                                detail::text_of(type) + " of " + std::to_string(type.lanes) + " lanes");
  }
  return std::string{type.bits == 8 ? '|' : '<', kind} + std::to_string(type.bits / 8);
}

/// Returns the type that such a text means. Throws std::invalid_argument for others than
/// booleans, integers, floating-point and complex numbers, and for numbers of big-endian machines.
inline dlpack::data_type parse_typestr(std::string_view text) {
  using enum dlpack::type_code;
  auto const refuse = [&](char const* why) {
    throw std::invalid_argument("thrum: the type \"" + std::string(text) + "\" of an array " + why);
  };
  unsigned bytes = 0;
  if (text.size() < 3) refuse("is no type");
  auto const end = text.data() + text.size();
  auto const [rest, error] = std::from_chars(text.data() + 2, end, bytes);
  if (error != std::errc() || rest != end) refuse("is no type");
  if (text[0] == '>') refuse("has the byte order of another machine");
  if (text[0] != '<' && !(text[0] == '|' && bytes == 1)) refuse("has no byte order");
  bool const whole = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  auto const bits = static_cast<std::uint8_t>(8 * bytes);
  switch (text[1]) {
    case 'b':
      if (bytes == 1) return {boolean, bits, 1};
      break;
    case 'i':
      if (whole) return {signed_integer, bits, 1};
      break;
    case 'u':
      if (whole) return {unsigned_integer, bits, 1};
      break;
    case 'f':
      if (whole && bytes > 1) return {floating_point, bits, 1};
      break;
    case 'c':
      if (bytes == 8 || bytes == 16) return {complex, bits, 1};
      break;
    default:
      break;
  }
  refuse("is not known");
  return {};
}

/// Describes a view to other libraries, which use its elements in the order of a stream: see
/// cuda_array_interface::stream. The elements have to outlive what the other library makes of them.
/// Throws std::invalid_argument if the interface does not have such elements.
template <class T, std::size_t Rank, class Space>
cuda_array_interface make_cuda_array_interface(strided_view<T, Rank, Space> const& view,
                                               std::optional<std::uintptr_t> stream = std::nullopt) {
  cuda_array_interface result;
  result.typestr = make_typestr(detail::exchanged_type<T>());
  if (!view.empty()) result.data = reinterpret_cast<std::uintptr_t>(view.data());
  result.read_only = std::is_const_v<T>;
  std::vector<std::ptrdiff_t> strides;
  if constexpr (Rank > 0) {
    for (std::size_t d = 0; d < Rank; ++d) {
      result.shape.push_back(view.extent(d));
      strides.push_back(view.stride(d) * static_cast<std::ptrdiff_t>(sizeof(T)));
    }
  }
  if (!view.is_contiguous()) result.strides = std::move(strides);
  result.stream = stream;
  return result;
}

/// Returns a view of an array that is so described. T is the type of the elements, Rank the number
/// of dimensions. The array has to outlive the view. Throws std::invalid_argument if the array has
/// another type of elements or number of dimensions, if it is read-only and T is not const, if it
/// is not aligned for T, if its shape or strides make no sense, or if the version is not known.
///
/// What is done with the view follows the array's stream: cuda::par.on(cuda_stream_of(array)).
template <class T, std::size_t Rank, class Space = device_space<device_system::cuda>>
strided_view<T, Rank, Space> view_cuda_array(cuda_array_interface const& array) {
  if (array.version < 0 || array.version > 3) {
    detail::throw_no_such_array("is described by version " + std::to_string(array.version) +
                                " of the CUDA array interface, which is not known");
  }
  detail::check_elements<T>(parse_typestr(array.typestr), array.shape.size(), Rank, array.read_only);
  auto const data = reinterpret_cast<void*>(array.data);
  if (!array.strides)
    return detail::checked_view<T, Rank, Space, std::ptrdiff_t>(data, array.shape.data(), nullptr);
  std::vector<std::ptrdiff_t> strides = *array.strides;
  if (strides.size() != Rank) {
    detail::throw_no_such_array("has " + std::to_string(strides.size()) + " strides, not " + std::to_string(Rank));
  }
  for (std::ptrdiff_t& stride : strides) {
    constexpr auto bytes = static_cast<std::ptrdiff_t>(sizeof(T));
    if (stride % bytes != 0) {
      detail::throw_no_such_array("has a stride of " + std::to_string(stride) + " bytes, no multiple of the " +
                                  std::to_string(bytes) + " bytes of an element");
    }
    stride /= bytes;
  }
  return detail::checked_view<T, Rank, Space>(data, array.shape.data(), strides.data());
}

/// Returns the stream of an array, as a cudaStream_t; the default stream if nothing is to be waited
/// for. Throws std::invalid_argument for 0, which the interface forbids.
inline CUstream_st* cuda_stream_of(cuda_array_interface const& array) {
  if (array.stream == 0) throw std::invalid_argument("thrum: 0 is no stream of the CUDA array interface");
  // CUDA's own handles of the two default streams are 1 and 2, too.
  return reinterpret_cast<CUstream_st*>(array.stream.value_or(0));
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
