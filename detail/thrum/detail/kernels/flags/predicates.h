// Predicates of places (indices) in a range: how they are made of predicates of elements, and how
// they are asked about many places without a branch, in loops that compilers vectorise.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/functional/relational.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The type of it[i], without the reference.
template <class I>
using looked_at_t = std::remove_cvref_t<decltype(std::declval<I const&>()[std::ptrdiff_t{}])>;

struct unknown_elements {};

/// The type of the elements that a predicate of places looks at, if they are numbers; void if they
/// are known not to be numbers. Specialised next to predicates.
template <class P>
struct looked_at_numbers {
  using type = unknown_elements;
};
template <class I, class F>
struct looked_at_numbers<transformed_element<I, F>> {
  using element = looked_at_t<I>;
  using type = std::conditional_t<std::is_arithmetic_v<element>, element, void>;
};
template <class I, class J, class F>
struct looked_at_numbers<transformed_elements<I, J, F>> {
  using element = looked_at_t<I>;
  using type = std::conditional_t<std::is_arithmetic_v<element> && std::is_arithmetic_v<looked_at_t<J>> &&
                                      sizeof(element) == sizeof(looked_at_t<J>),
                                  element, void>;
};

/// The number of places that a predicate is asked about at once is this number or a multiple of it.
inline constexpr std::ptrdiff_t places_of_group = 64;

/// The type in which answers about elements of type E are added up. It has the same width, and the
/// kind that a vector instruction makes of the elements' comparison.
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

/// How answers about elements of type E are counted. GCC adds 2 or 5 for each answer about a
/// floating-point number. Added as 0 and 1, answers of two comparisons of such numbers have no
/// vectors with GCC 12; added as 0.0 and 1.0, answers that are no comparisons of them have
/// branches. (2^15 doubles in ns an element by `x > 5 && x < 40` and by `(int(x) & 1) != 0`, -O3
/// -march=native: 0.85 and 0.36 by 0 and 1, 0.14 and 3.8 by 0.0 and 1.0, 0.12 and 0.59 by 2 and 5.)
template <class E>
struct counted_as {
  using sum = std::conditional_t<std::is_same_v<count_type<E>, double>, std::uint64_t, count_type<E>>;
#if defined(__clang__)
  static constexpr bool by_two_numbers = false;
#else
  static constexpr bool by_two_numbers = std::is_floating_point_v<E>;
#endif
  static constexpr int no = by_two_numbers ? 2 : 0, yes = by_two_numbers ? 5 : 1;
  /// Returns how many of some answers are yes, given the sum of all.
  THRUM_HD static constexpr std::ptrdiff_t count(std::ptrdiff_t sum, std::ptrdiff_t answers) {
    return (sum - no * answers) / (yes - no);
  }
};

/// Returns `sum` and the answers of accept, as As counts them, about the places i, i + lanes, ...
/// of some rows.
THRUM_EXEC_CHECK_DISABLE
template <class As, int lanes, int rows, class C, class P>
THRUM_INLINED THRUM_HD C add_answers(C sum, std::ptrdiff_t i, P& accept) {
  THRUM_UNROLL
  for (int row = 0; row < rows; ++row)
    sum = static_cast<C>(sum + (accept(i + row * lanes) ? C(As::yes) : C(As::no)));
  return sum;
}

/// Whether answers about elements of type E have one sum for each group of places: if they are
/// objects, in a program compiled for AVX2 by GCC. GCC makes vectors of all answers then, but of
/// half of the answers in several sums. (2^14 records with a key of 8 bytes, and of 3 floats, ns an
/// element: -O3 -march=native 0.39 -> 0.28 and 0.45 -> 0.17; -O2 -mavx2 0.26 -> 0.30 and level.)
template <class E>
#if defined(__GNUC__) && !defined(__clang__)
inline constexpr bool sums_by_groups = compiled_for_avx2 && std::is_class_v<E>;
#else
inline constexpr bool sums_by_groups = false;
#endif

/// Returns how many i in [begin, end), a few thousand, accept takes. accept looks at elements of
/// type E.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_INLINED THRUM_HD std::ptrdiff_t count_each(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  using as = counted_as<E>;
  using sum = typename as::sum;
  constexpr int lanes = sizeof(sum) == sizeof(std::uint32_t) ? 16 : 8, rows = 8;
  constexpr bool in_lanes = (std::is_arithmetic_v<E> || !gathers_objects) && !sums_by_groups<E>;
  sum lane[lanes] = {};
  std::ptrdiff_t i = begin;
  if constexpr (sums_by_groups<E>) {
    for (; end - i >= places_of_group; i += places_of_group) {
      detail::read_ahead<places_of_group>(accept, i);
      sum of_group = 0;
      THRUM_UNROLL_BY_4
      for (std::ptrdiff_t j = 0; j < places_of_group; ++j) of_group += accept(i + j) ? 1 : 0;
      lane[0] += of_group;
    }
  }
  THRUM_ITERATIONS_APART
  for (; in_lanes && end - i >= lanes * rows; i += lanes * rows) {
    detail::read_ahead<lanes * rows>(accept, i);
    for (int j = 0; j < lanes; ++j) lane[j] = detail::add_answers<as, lanes, rows>(lane[j], i + j, accept);
  }
  std::ptrdiff_t all = 0;
  for (int j = 0; j < lanes; ++j) all += static_cast<std::ptrdiff_t>(lane[j]);
  all = as::count(all, i - begin);
  for (; i < end; ++i) all += accept(i) ? 1 : 0;
  return all;
}

template <class E, class P>
THRUM_TARGET_AVX2 std::ptrdiff_t count_in_wide_vectors(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  return detail::count_each<E>(begin, end, accept);
}
/// Does so in vectors that fit the processor.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_HD std::ptrdiff_t count_accepted(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  if constexpr (has_avx2_version) {
    if (detail::takes_wide_vectors(end - begin)) return detail::count_in_wide_vectors<E>(begin, end, accept);
  }
  return detail::count_each<E>(begin, end, accept);
}

/// A functor that returns 1 if the predicate accepts element i, otherwise 0.
template <class I, class P>
struct counted_element {
  I first;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return detail::call(pred, first[i]) ? 1 : 0; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t count(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    transformed_element<I, P> accept{first, pred};
    return detail::count_accepted<looked_at_t<I>>(begin, end, accept);
  }
};

/// The predicate of a body that does something where its `pred` accepts an element of the range
/// asked().
template <class Body>
struct accepted_by {
  Body* body;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return static_cast<bool>(body->pred(body->asked()[i])); }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(body->asked(), i);
  }
};
template <class Body>
struct looked_at_numbers<accepted_by<Body>>
    : looked_at_numbers<transformed_element<std::remove_cvref_t<decltype(std::declval<Body&>().asked())>, Body>> {
};

/// Returns whether pred may accept i: the result of its quick test, which rejects most places, if
/// pred has one; otherwise pred(i).
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD bool may_accept(P& pred, std::ptrdiff_t i) {
  if constexpr (requires { pred.may_accept(i); }) return pred.may_accept(i);
  else return static_cast<bool>(pred(i));
}

/// A predicate that calls may_accept.
template <class P>
struct quick_test {
  P* pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return detail::may_accept(*pred, i); }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(*pred, i);
  }
};

/// The type in which a lane adds up answers about elements of type E. It is as wide as E.
template <class E>
using narrow_count_type = std::conditional_t<sizeof(E) == 1, std::uint8_t,
                                             std::conditional_t<sizeof(E) == 2, std::uint16_t, count_type<E>>>;

/// Returns whether accept takes any i in [begin, end), at most 255 groups of places_of_group
/// places. accept looks at elements of type E. With AVX-512, answers about numbers of 4 bytes are
/// masks, and a group has one in the end. Other answers are added up by lanes; those about
/// floating-point numbers are combined before they are added.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_INLINED THRUM_HD bool any_of_each(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  using count = narrow_count_type<E>;
  constexpr int lanes = 64 / static_cast<int>(sizeof(count)), rows = static_cast<int>(places_of_group) / lanes;
  count lane[lanes] = {};
  THRUM_ITERATIONS_APART
  for (std::ptrdiff_t i = begin; i < end; i += places_of_group) {
    detail::read_ahead<places_of_group>(accept, i);
    if constexpr (std::is_arithmetic_v<E> && sizeof(E) == 4 && compares_to_masks) {
      int any = 0;
      for (int k = 0; k < lanes * rows; ++k) any |= accept(i + k) ? 1 : 0;
      if (any != 0) return true;
    } else if constexpr (std::is_floating_point_v<E>) {
      for (int j = 0; j < lanes; ++j) {
        count sum = lane[j];
        bool any = false;
        THRUM_UNROLL
        for (int row = 0; row < rows; ++row) any |= static_cast<bool>(accept(i + row * lanes + j));
        sum += any ? count(1) : count(0);
        lane[j] = sum;
      }
    } else if constexpr (std::is_arithmetic_v<E> || !gathers_objects) {
      THRUM_UNROLL_BY_4
      for (int j = 0; j < lanes; ++j)
        lane[j] = detail::add_answers<counted_as<E>, lanes, rows>(lane[j], i + j, accept);
    } else {
      for (int k = 0; k < lanes * rows; ++k)
        lane[0] = detail::add_answers<counted_as<E>, 1, 1>(lane[0], i + k, accept);
    }
  }
  count all = 0;
  for (int j = 0; j < lanes; ++j) {
    if constexpr (std::is_floating_point_v<count>) all += lane[j];
    else all = static_cast<count>(all | lane[j]);  // in a byte 256 answers would add up to 0
  }
  return all != 0;
}
template <class E, class P>
THRUM_TARGET_AVX2 bool any_in_wide_vectors(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  return detail::any_of_each<E>(begin, end, accept);
}
/// Does so in vectors that fit the processor.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_HD bool any_accepted(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  if constexpr (has_avx2_version) {
    if (detail::takes_wide_vectors(end - begin)) return detail::any_in_wide_vectors<E>(begin, end, accept);
  }
  return detail::any_of_each<E>(begin, end, accept);
}

/// Returns whether accept takes no i in [begin, end). Ends soon if it takes one, and may ask about
/// others after that one. accept looks at elements of type E, in vectors.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_HD bool none_accepted(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  std::ptrdiff_t i = begin;
  for (std::ptrdiff_t block = places_of_group; end - i >= places_of_group; block = 16 * places_of_group) {
    std::ptrdiff_t const whole = (end - i) / places_of_group * places_of_group;
    std::ptrdiff_t const to = i + (block < whole ? block : whole);
    if (detail::any_accepted<E>(i, to, accept)) return false;
    i = to;
  }
  while (i < end && !accept(i)) ++i;
  return i == end;
}

/// Does so one place after the other, for comparisons that are no vector instructions.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD bool none_accepted_in_order(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  constexpr std::ptrdiff_t some = 4;
  for (; end - begin >= some; begin += some) {
    THRUM_UNROLL
    for (std::ptrdiff_t j = 0; j < some; ++j)
      if (accept(begin + j)) return false;
  }
  while (begin < end && !accept(begin)) ++begin;
  return begin == end;
}

/// Asks a predicate of places about groups of places at once, if that is faster than one by one: if
/// comparisons are vector instructions. (Not every processor has vector comparisons of integers of
/// 64 bits.) Specialised next to predicates that know better.
template <class P>
struct group_of_answers {
  using number = typename looked_at_numbers<P>::type;
  static constexpr bool is_wide_integer = std::is_integral_v<number> && sizeof(count_type<number>) == 8;
  static constexpr bool vectorises = std::is_arithmetic_v<number> && (compiled_for_avx2 || !is_wide_integer);
  static constexpr bool is_unknown = std::is_same_v<number, unknown_elements>;
  static constexpr bool makes_flags = vectorises && sizeof(count_type<number>) == 4;
  /// The most places that the predicate is asked about at once.
  static constexpr std::ptrdiff_t most = vectorises ? 16 * places_of_group : is_unknown ? places_of_group : 0;

  /// Returns whether accept may take any i in [begin, end): some groups of places_of_group places,
  /// at most `most` places.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static bool any(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
    if constexpr (is_unknown) {
      static_cast<void>(end);
      int any = 0;  // vectorised, which a bool would not be
      for (std::ptrdiff_t j = 0; j < most; ++j) any |= detail::may_accept(accept, begin + j) ? 1 : 0;
      return any != 0;
    } else {
      quick_test<P> test{__builtin_addressof(accept)};
      return detail::any_accepted<number>(begin, end, test);
    }
  }
};

/// Tells whether a functor compares two values as their own operator does, and does nothing else.
template <class F>
inline constexpr bool only_compares = false;
template <class T>
inline constexpr bool only_compares<equal_to<T>> = true;
template <class T>
inline constexpr bool only_compares<less<T>> = true;
template <class T>
inline constexpr bool only_compares<greater<T>> = true;
template <class F>
inline constexpr bool only_compares<not_fn_t<F>> = only_compares<F>;

/// Returns whether an element equals a value.
template <class T>
struct equals_value {
  T value;
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
    requires requires(U const& x, T const& y) { x == y; }
  THRUM_HD bool operator()(U const& element) const {
    return static_cast<bool>(equal_to<>{}(element, value));
  }
};

template <class T>
inline constexpr bool only_compares<equals_value<T>> = true;

/// Returns whether pred does not accept element i.
template <class I, class P>
struct rejected_at {
  I first;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !detail::call(pred, first[i]); }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(first, i);
  }
};

template <class I, class P>
struct looked_at_numbers<rejected_at<I, P>> : looked_at_numbers<transformed_element<I, P>> {};

/// A predicate of places in the very range that it looks at. A device reads the elements itself and
/// asks about them (backends/cuda/compact.cuh).
template <class K>
struct own_elements {
  K keep;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return static_cast<bool>(keep(i)); }
};

/// Returns the predicate in the form for a backend. Own says that the predicate looks at the range
/// whose places it is asked about, and not at a range beside it.
THRUM_EXEC_CHECK_DISABLE
template <class B, bool Own, class K>
THRUM_HD auto predicate_for(K keep) {
  if constexpr (Own && !backend_traits<B>::runs_on_host) return own_elements<K>{std::move(keep)};
  else return keep;
}

/// Tells whether a predicate is known to look at no element but the one of its place.
template <class K>
inline constexpr bool looks_at_one_place = false;
template <class I, class P>
inline constexpr bool looks_at_one_place<transformed_element<I, P>> = true;
template <class I, class P>
inline constexpr bool looks_at_one_place<rejected_at<I, P>> = true;
template <class K>
inline constexpr bool looks_at_one_place<own_elements<K>> = looks_at_one_place<K>;

/// Returns whether flag i is `wanted`.
struct flag_is {
  unsigned char const* flags;
  bool wanted;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return (flags[i] != 0) == wanted; }
};

/// Sets flags[i] = pred(i).
template <class P>
struct flag_writer {
  unsigned char* flags;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { flags[i] = static_cast<unsigned char>(pred(i) ? 1 : 0); }
};

}  // namespace thrum::detail
