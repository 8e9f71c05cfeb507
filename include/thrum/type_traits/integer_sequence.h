// The standard's integer sequences, and sequences made of them.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {

using std::index_sequence;
using std::integer_sequence;
using std::make_index_sequence;
using std::make_integer_sequence;

namespace detail {
template <class T, T Value, class Sequence>
struct pushed;
template <class T, T Value, T... Is>
struct pushed<T, Value, std::integer_sequence<T, Is...>> {
  using front = std::integer_sequence<T, Value, Is...>;
  using back = std::integer_sequence<T, Is..., Value>;
};
template <class Sequence>
struct counted_down;
template <class T, T... Is>
struct counted_down<std::integer_sequence<T, Is...>> {
  using type = std::integer_sequence<T, static_cast<T>(static_cast<T>(sizeof...(Is)) - 1 - Is)...>;
};
}  // namespace detail

/// A sequence with one more number at the front, or at the back.
template <class T, T Value, class Sequence>
using integer_sequence_push_front = typename detail::pushed<T, Value, Sequence>::front;
template <class T, T Value, class Sequence>
using integer_sequence_push_back = typename detail::pushed<T, Value, Sequence>::back;

/// The sequence n - 1, ..., 1, 0.
template <class T, T n>
using make_reversed_integer_sequence = typename detail::counted_down<std::make_integer_sequence<T, n>>::type;
template <std::size_t n>
using make_reversed_index_sequence = make_reversed_integer_sequence<std::size_t, n>;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
