// The answers of a predicate about many places, counted or combined without a branch, in loops that compilers
// vectorise.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// What it[i] is, without the reference.
template <class I>
using looked_at_t = std::remove_cvref_t<decltype(std::declval<I const&>()[std::ptrdiff_t{}])>;

struct unknown_elements {};

/// The elements that a predicate of places looks at, where these are numbers; void where they are known to be others.
/// Specialised beside predicates.
template <class P>
struct numbers_of {
  using type = unknown_elements;
};
template <class I, class F>
struct numbers_of<transformed_element<I, F>> {
  using element = looked_at_t<I>;
  using type = std::conditional_t<std::is_arithmetic_v<element>, element, void>;
};
template <class I, class J, class F>
struct numbers_of<transformed_elements<I, J, F>> {
  using element = looked_at_t<I>;
  using type = std::conditional_t<std::is_arithmetic_v<element> && std::is_arithmetic_v<looked_at_t<J>> &&
                                      sizeof(element) == sizeof(looked_at_t<J>),
                                  element, void>;
};

/// The type in which answers about elements of type E are counted: of the same width, and of the kind that a
/// vector instruction makes of their comparison.
template <class E>
struct count_of {
  using type = std::conditional_t<(sizeof(E) > sizeof(std::uint32_t)), std::uint64_t, std::uint32_t>;
};
template <>
struct count_of<double> {
  using type = double;
};
template <>
struct count_of<void> {
  using type = std::uint32_t;
};
template <class E>
using count_type = typename count_of<E>::type;

/// How many i in [begin, end), a few thousand, accept takes, which looks at elements of type E.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_HD std::ptrdiff_t count_accepted(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  using count = count_type<E>;
  constexpr int lanes = sizeof(count) == sizeof(std::uint32_t) ? 16 : 8, rows = 8;
  count lane[lanes] = {};
  std::ptrdiff_t i = begin;
  for (; end - i >= lanes * rows; i += lanes * rows) {
    for (int j = 0; j < lanes; ++j) {
      count sum = lane[j];
      THRUM_UNROLL
      for (int row = 0; row < rows; ++row) sum += accept(i + row * lanes + j) ? count(1) : count(0);
      lane[j] = sum;
    }
  }
  std::ptrdiff_t all = 0;
  for (; i < end; ++i) all += accept(i) ? 1 : 0;
  for (int j = 0; j < lanes; ++j) all += static_cast<std::ptrdiff_t>(lane[j]);
  return all;
}

/// Whether pred may accept i: what it says itself, or, where it has one, its quick test that rejects most.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD bool may_accept(P& pred, std::ptrdiff_t i) {
  if constexpr (requires { pred.may_accept(i); }) return pred.may_accept(i);
  else return static_cast<bool>(pred(i));
}

/// may_accept as a predicate.
template <class P>
struct quick_test {
  P* pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return detail::may_accept(*pred, i); }
};

/// What a lane adds up answers about elements of type E in, as wide as these are.
template <class E>
using narrow_count_type = std::conditional_t<sizeof(E) == 1, std::uint8_t,
                                             std::conditional_t<sizeof(E) == 2, std::uint16_t, count_type<E>>>;

/// How many places are asked about at once, or a multiple of them.
inline constexpr std::ptrdiff_t places_of_block = 64;

/// Whether accept takes any i in [begin, end), at most 255 blocks, which looks at elements of type E. Answers about
/// floating-point numbers are masks that are combined before they are added.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_HD bool any_accepted(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  using count = narrow_count_type<E>;
  constexpr int lanes = 64 / static_cast<int>(sizeof(count)), rows = static_cast<int>(places_of_block) / lanes;
  count lane[lanes] = {};
  for (std::ptrdiff_t i = begin; i < end; i += places_of_block) {
    for (int j = 0; j < lanes; ++j) {
      count sum = lane[j];
      if constexpr (std::is_floating_point_v<E>) {
        bool any = false;
        THRUM_UNROLL
        for (int row = 0; row < rows; ++row) any |= static_cast<bool>(accept(i + row * lanes + j));
        sum += any ? count(1) : count(0);
      } else {
        THRUM_UNROLL
        for (int row = 0; row < rows; ++row)
          sum = static_cast<count>(sum + (accept(i + row * lanes + j) ? count(1) : count(0)));
      }
      lane[j] = sum;
    }
  }
  count all = 0;
  for (int j = 0; j < lanes; ++j) {
    if constexpr (std::is_floating_point_v<count>) all += lane[j];
    else all = static_cast<count>(all | lane[j]);  // 256 answers add up to nothing in a byte
  }
  return all != 0;
}

/// How a predicate of places is asked about blocks of them at once, where that is faster than one by one: where
/// comparisons are vector instructions. (Those of integers of 64 bits are not in every processor.) Specialised
/// beside predicates that know better.
template <class P>
struct block_of_answers {
  using number = typename numbers_of<P>::type;
  static constexpr bool is_wide_integer = std::is_integral_v<number> && sizeof(count_type<number>) == 8;
#if defined(__AVX2__)
  static constexpr bool vectorises = std::is_arithmetic_v<number>;
#else
  static constexpr bool vectorises = std::is_arithmetic_v<number> && !is_wide_integer;
#endif
  static constexpr bool is_unknown = std::is_same_v<number, unknown_elements>;
  static constexpr bool makes_flags = vectorises && sizeof(count_type<number>) == 4;
  /// At most how many places it is asked about at once.
  static constexpr std::ptrdiff_t most = vectorises ? 8 * places_of_block : is_unknown ? places_of_block : 0;

  /// Whether accept may take any i in [begin, end): some blocks, of `most` places at most.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static bool any(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
    if constexpr (is_unknown) {
      static_cast<void>(end);
      int any = 0;  // vectorised where a bool would not be
      for (std::ptrdiff_t j = 0; j < most; ++j) any |= detail::may_accept(accept, begin + j) ? 1 : 0;
      return any != 0;
    } else {
      quick_test<P> test{__builtin_addressof(accept)};
      return detail::any_accepted<number>(begin, end, test);
    }
  }
};

}  // namespace thrum::detail
