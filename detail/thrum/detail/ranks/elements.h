// What is sent and received: the elements of a contiguous range, or one value.
#pragma once

#include <thrum/detail/base/config.h>
#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>

namespace thrum::ranks::detail {

/// Says whether values of R are taken for the elements that they hold: vectors, arrays, spans.
template <class R>
concept elements_range = std::ranges::contiguous_range<R> && std::ranges::sized_range<R>;

template <class T>
constexpr bool require_trivially_copyable() {
  static_assert(std::is_trivially_copyable_v<T>,
                "thrum: ranks exchange bytes, so that an element has to be trivially copyable");
  return std::is_trivially_copyable_v<T>;
}

/// For members that return a vector.
template <class T>
constexpr void require_vector_of_bytes() {
  detail::require_trivially_copyable<T>();
  static_assert(!std::is_same_v<T, bool>, "thrum: a std::vector<bool> holds bits: send and receive char");
}

/// Returns a span of the elements of a range, or of one value.
template <class R>
auto elements(R& x) {
  if constexpr (elements_range<R&>) {
    using element = std::remove_reference_t<std::ranges::range_reference_t<R&>>;
    detail::require_trivially_copyable<std::remove_const_t<element>>();
    return std::span<element>(std::ranges::data(x), std::ranges::size(x));
  } else {
    detail::require_trivially_copyable<std::remove_const_t<R>>();
    return std::span<R>(std::addressof(x), 1);
  }
}
/// The same for what is received: the elements may not be const.
template <class R>
auto writable_elements(R& x) {
  auto const all = detail::elements(x);
  static_assert(!std::is_const_v<typename decltype(all)::element_type>,
                "thrum: what is received needs a range whose elements can be written, such as a std::span<T>");
  return all;
}

template <class T>
std::ptrdiff_t length(std::span<T> all) {
  return static_cast<std::ptrdiff_t>(all.size());
}
template <class T>
std::ptrdiff_t bytes(std::span<T> all) {
  return static_cast<std::ptrdiff_t>(all.size_bytes());
}
template <class T>
std::byte const* data(std::span<T> all) {
  return reinterpret_cast<std::byte const*>(all.data());
}
template <class T>
std::byte* writable_data(std::span<T> all) {
  return reinterpret_cast<std::byte*>(all.data());
}

/// A T of zero bytes, to be overwritten: T needs no default constructor.
template <class T>
T zero_bytes() {
  return std::bit_cast<T>(std::array<std::byte, sizeof(T)>{});
}

}  // namespace thrum::ranks::detail
