// The types that vectors can be filled from.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// An input iterator, judged by its operations. A number is none, so that `v(3, 4)` is three
/// elements.
template <class I>
concept vector_source = !std::is_arithmetic_v<I> && requires(I& it) {
  *it;
  ++it;
  { it == it } -> std::convertible_to<bool>;
};

/// What the deduction guides of vectors accept as an allocator.
template <class A>
concept names_its_elements = requires { typename A::value_type; };

/// A range whose length can be found before its elements are read.
template <class I>
concept countable = requires(I it) {
  { it - it } -> std::convertible_to<std::ptrdiff_t>;
} || std::forward_iterator<I> || requires(typename std::iterator_traits<I>::iterator_category category) {
  [](std::forward_iterator_tag) {}(category);
};

template <class I>
std::size_t count_range(I first, I last) {
  if constexpr (requires { last - first; }) {
    return static_cast<std::size_t>(last - first);
  } else {
    std::size_t n = 0;
    for (; !(first == last); ++first) ++n;
    return n;
  }
}

}  // namespace thrum::detail
