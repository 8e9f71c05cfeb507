// Where the result of an algorithm goes: to the caller (reduce), to memory (reduce_into), or to a
// future (async::reduce). The algorithm is stated once, as a static function `call` whose first
// argument says where:
//
//   struct count_if_fn : detail::result_algorithm<count_if_fn> {
//     template <class To, backend B, class I, class P>
//     THRUM_HD static detail::result_t<To, std::ptrdiff_t> call(To to, B const& exec, I first, I last, P pred);
//   };
//   THRUM_OBJECT count_if_fn count_if{};
//   THRUM_OBJECT detail::into<count_if_fn> count_if_into{};
//
// The function hands `to` on to a primitive's form with a destination (detail::reduce_to, ...).
// What the primitive computes is a number in most cases: an answer makes the result from it.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
template <class A, class B>
struct pair;  // thrum/pair.h
}  // namespace thrum

namespace thrum::detail {

/// The destination of an algorithm that returns its result.
struct to_caller {
  template <class R>
  using result = R;
};

/// What an algorithm with the destination To returns whose result is an R.
template <class To, class R>
using result_t = typename To::template result<R>;

// Answers. `output(out)` is where a primitive stores what it computes, `from(stored)` makes the
// result of what was stored there, and the call operator of what was computed.

/// The answer that is what the primitive computes.
template <class T>
struct as_computed {
  using stored = T;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T operator()(T value) const { return value; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T from(T const* value) const { return *value; }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD O output(O out) const {
    return out;
  }
};
/// The answer that is an iterator so many elements after another one. The number is stored.
template <class I>
struct offset_from {
  I first;
  using stored = std::ptrdiff_t;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD I operator()(std::ptrdiff_t n) const { return first + n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD I from(std::ptrdiff_t const* n) const { return first + *n; }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD O output(O out) const {
    return out;
  }
};
/// The answer that is the ends of two outputs of equal length.
template <class A, class B>
struct ends_of_both {
  A a;
  B b;
  using stored = std::ptrdiff_t;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD pair<A, B> operator()(std::ptrdiff_t n) const { return {a + n, b + n}; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD pair<A, B> from(std::ptrdiff_t const* n) const { return (*this)(*n); }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD O output(O out) const {
    return out;
  }
};

/// The destination of an algorithm that stores its result, or the number that stands for its
/// result, at `out`. The algorithm returns nothing: an in_memory.
struct in_memory {};
template <class O>
struct to_memory {
  O out;
  template <class R>
  using result = in_memory;

  template <class Output>
  struct cell_type {
    Output output;
    THRUM_EXEC_CHECK_DISABLE
    THRUM_HD Output out() const { return output; }
    THRUM_HD in_memory close() const { return {}; }
  };
  /// Returns the cell in which a primitive stores what it computes.
  THRUM_EXEC_CHECK_DISABLE
  template <class B, class Answer>
  THRUM_HD auto cell(B const&, Answer const& answer) const {
    auto const output = answer.output(detail::unwrap(out));
    return cell_type<std::remove_const_t<decltype(output)>>{output};
  }
};

/// Checks that a T can be stored where the result goes.
template <class To, class B, class T>
struct destination_check {
  THRUM_HD static constexpr bool valid() { return true; }
};
template <class O, class B, class T>
struct destination_check<to_memory<O>, B, T> {
  THRUM_HD static constexpr bool valid() { return detail::valid_output<B, O, T>(); }
};
template <class To, class B, class T>
THRUM_HD constexpr bool valid_destination() {
  return destination_check<To, B, T>::valid();
}

}  // namespace thrum::detail
