// Functions of vectors: to_host, and comparisons between vectors of any two memory spaces and with
// std::vector.
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/vector.h>
#include <algorithm>
#include <compare>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace thrum {
namespace detail {

template <class T, class A>
std::vector<T> vector<T, A>::to_host() const {
  if constexpr (host_reaches<memory_space>) {
    return std::vector<T>(s_.first, s_.first + s_.size);
  } else if constexpr (std::is_default_constructible_v<T> && !std::is_same_v<T, bool>) {
    std::vector<T> result(s_.size);
    auto far = space_memory<memory_space>::far_memory(s_.allocator);
    far.copy(result.data(), s_.first, s_.size * sizeof(T));
    far.arrive();
    return result;
  } else {
    return vector<T, std::allocator<T>>(*this).to_host();
  }
}

template <class T, class A>
auto vector<T, A>::checked(size_type i) const -> size_type {
  if (i < s_.size) return i;
  throw std::out_of_range("thrum: index " + std::to_string(i) + " is out of range in a vector of size " +
                          std::to_string(s_.size));
}

template <class T, class A>
auto vector<T, A>::erase(const_iterator first, const_iterator last) -> iterator {
  auto const at = static_cast<size_type>(first - begin());
  auto const n = static_cast<size_type>(last - first);
  if (n != 0) {
    elements::move_down(s_.allocator, s_.first + at, s_.first + at + n, s_.size - at - n);
    s_.shrink(s_.size - n);
  }
  return begin() + static_cast<difference_type>(at);
}

template <class T, class A>
template <class Append>
auto vector<T, A>::insert_by(const_iterator position, Append append) -> iterator {
  auto const at = static_cast<size_type>(position - begin());
  size_type const old = s_.size;
  append();
  if (at != old && old != s_.size) {
    elements::rotate(s_.allocator, s_.first + at, s_.first + old, s_.first + s_.size);
  }
  return begin() + static_cast<difference_type>(at);
}

/// Returns the vector itself if the host reaches its elements, otherwise a copy in host memory.
template <class T, class A>
decltype(auto) host_view(vector<T, A> const& v) {
  if constexpr (host_reaches<allocator_space_t<A>>) return (v);
  else return vector<T, std::allocator<T>>(v);
}
template <class T, class A>
std::vector<T, A> const& host_view(std::vector<T, A> const& v) {
  return v;
}

template <class T, class A>
auto host_begin(vector<T, A> const& v) {
  return v.begin().get();
}
template <class T, class A>
auto host_begin(std::vector<T, A> const& v) {
  return v.begin();
}

template <class V, class W>
bool equal_vectors(V const& a, W const& b) {
  if (a.size() != b.size()) return false;
  auto const& left = detail::host_view(a);
  auto const& right = detail::host_view(b);
  auto const first = detail::host_begin(left);
  return std::equal(first, first + static_cast<std::ptrdiff_t>(a.size()), detail::host_begin(right));
}

/// A function object that compares two elements by <=>, or by < if they have no <=>.
struct three_way {
  template <class T, class U>
  constexpr auto operator()(T const& a, U const& b) const {
    if constexpr (requires { a <=> b; }) {
      return a <=> b;
    } else {
      return a < b   ? std::weak_ordering::less
             : b < a ? std::weak_ordering::greater
                     : std::weak_ordering::equivalent;
    }
  }
};

template <class V, class W>
auto compare_vectors(V const& a, W const& b) {
  using ordering =
      std::common_comparison_category_t<std::strong_ordering,
                                        decltype(three_way{}(std::declval<typename V::value_type const&>(),
                                                             std::declval<typename W::value_type const&>()))>;
  auto const& left = detail::host_view(a);
  auto const& right = detail::host_view(b);
  auto x = detail::host_begin(left);
  auto y = detail::host_begin(right);
  for (std::size_t n = std::min(a.size(), b.size()); n != 0; --n, ++x, ++y) {
    if (ordering const order = three_way{}(*x, *y); order != 0) return order;
  }
  return ordering(a.size() <=> b.size());
}

/// Compares two vectors of any memory spaces lexicographically. Elements that the host does not
/// reach are copied to the host.
template <class T, class A, class U, class B>
bool operator==(vector<T, A> const& a, vector<U, B> const& b) {
  return detail::equal_vectors(a, b);
}
template <class T, class A, class U, class B>
bool operator==(vector<T, A> const& a, std::vector<U, B> const& b) {
  return detail::equal_vectors(a, b);
}
template <class T, class A, class U, class B>
auto operator<=>(vector<T, A> const& a, vector<U, B> const& b) {
  return detail::compare_vectors(a, b);
}
template <class T, class A, class U, class B>
auto operator<=>(vector<T, A> const& a, std::vector<U, B> const& b) {
  return detail::compare_vectors(a, b);
}

}  // namespace detail

/// Returns the elements of a vector as a std::vector.
template <class T, class A>
std::vector<T> to_host(detail::vector<T, A> const& v) {
  return v.to_host();
}

}  // namespace thrum
