// What a call of an algorithm returns, made of what its _into form leaves in memory.
#pragma once

#include <cstddef>
#include <tuple>

namespace thrum::detail {

/// For an algorithm without such a form, whose result is known when it has begun.
struct no_into {};

/// An answer says what is left, and what the result is then, told of that and of what the call was given. The value itself.
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
/// A place in the range.
struct place_in_range {
  template <class R>
  using left = std::ptrdiff_t;
  template <class R>
  using element = std::ptrdiff_t;
  template <class R, class I, class... Args>
  static R answer(std::ptrdiff_t place, I const& first, Args const&...) {
    return first + place;
  }
};
struct left_places {
  std::ptrdiff_t first, second;
};
/// Two of them.
struct places_in_range {
  template <class R>
  using left = left_places;
  template <class R>
  using element = std::ptrdiff_t;
  template <class R, class I, class... Args>
  static R answer(left_places const& places, I const& first, Args const&...) {
    return {first + places.first, first + places.second};
  }
};
/// The end of the output that is K arguments before the last one; -1: the first one behind the range.
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
/// The ends of the outputs at arguments K and K + 1.
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
/// The ends of two outputs between which a range was divided, before the last argument.
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
