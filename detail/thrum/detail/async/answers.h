// The results of algorithms, made from what their _into forms leave in memory.
#pragma once

#include <cstddef>
#include <tuple>

namespace thrum::detail {

/// Stands for the _into form of an algorithm that has none. The result of that algorithm is known
/// once the call has begun.
struct no_into {};

/// An answer says what the _into form leaves, and makes the result from that and from the arguments
/// of the call. This answer is the value that was left.
struct the_value {
  template <class R>
  using left = R;
  template <class R>
  using element = R;
  template <class R, class... Args>
  static R answer(R const& value, Args const&...) {
    return value;
  }
};
/// The answer that is an iterator into the range; the index of its element is left.
struct index_in_range {
  template <class R>
  using left = std::ptrdiff_t;
  template <class R>
  using element = std::ptrdiff_t;
  template <class R, class I, class... Args>
  static R answer(std::ptrdiff_t index, I const& first, Args const&...) {
    return first + index;
  }
};
struct left_indices {
  std::ptrdiff_t first, second;
};
/// The answer that is two iterators into the range; two indices are left.
struct indices_in_range {
  template <class R>
  using left = left_indices;
  template <class R>
  using element = std::ptrdiff_t;
  template <class R, class I, class... Args>
  static R answer(left_indices const& indices, I const& first, Args const&...) {
    return {first + indices.first, first + indices.second};
  }
};
/// The answer that is the end of the output. The output is the argument K before the last one; for
/// K = -1, the first argument after the range.
template <int K>
struct end_of_output {
  template <class R>
  using left = std::ptrdiff_t;
  template <class R>
  using element = std::ptrdiff_t;
  template <class R, class... Args>
  static R answer(std::ptrdiff_t count, Args const&... args) {
    constexpr std::size_t at = K < 0 ? 2 : sizeof...(Args) - 1 - static_cast<std::size_t>(K);
    return std::get<at>(std::tie(args...)) + count;
  }
};
/// The answer that is the ends of the outputs at arguments K and K + 1.
template <std::size_t K>
struct ends_of_outputs {
  template <class R>
  using left = std::ptrdiff_t;
  template <class R>
  using element = std::ptrdiff_t;
  template <class R, class... Args>
  static R answer(std::ptrdiff_t count, Args const&... args) {
    auto const all = std::tie(args...);
    return {std::get<K>(all) + count, std::get<K + 1>(all) + count};
  }
};
/// The answer that is the ends of two outputs, between which a range was divided. The outputs come
/// before the last argument.
struct ends_of_parts {
  template <class R>
  using left = std::ptrdiff_t;
  template <class R>
  using element = std::ptrdiff_t;
  template <class R, class I, class... Args>
  static R answer(std::ptrdiff_t count, I const& first, I const& last, Args const&... args) {
    auto const all = std::tie(args...);
    constexpr std::size_t at = sizeof...(Args) - 3;
    return {std::get<at>(all) + count, std::get<at + 1>(all) + ((last - first) - count)};
  }
};

}  // namespace thrum::detail
