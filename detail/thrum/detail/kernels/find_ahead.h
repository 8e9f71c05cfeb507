// The search of one thread for the least index that a predicate accepts. May ask about many indices
// before it looks at the answers.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// Whether a predicate of indices may be asked about indices after the first one that it accepts,
/// even if a walk in order would not reach them. Holds for a predicate that only compares numbers.
/// Specialised next to such predicates.
template <class P>
inline constexpr bool may_look_ahead = false;

template <class T, class U, class F>
inline constexpr bool may_look_ahead<transformed_elements<T*, U*, F>> =
    std::is_arithmetic_v<T> && std::is_arithmetic_v<U> && only_compares<F>;

/// How many bytes a predicate compares for an index, if it does nothing else; 0 if it may do more.
template <class P>
inline constexpr std::size_t compared_bytes =
    may_look_ahead<P> ? sizeof(count_type<typename looked_at_numbers<P>::type>) : 0;

/// Returns the least i in [begin, end) with accept(i), or end if there is none. Asks about no index
/// after the result, and about every index in the same way.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_one_by_one(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  std::ptrdiff_t i = begin;
  for (; end - i >= 8; i += 8) {
    THRUM_UNROLL
    for (std::ptrdiff_t j = 0; j < 8; ++j) {
      if (__builtin_expect(static_cast<bool>(accept(i + j)), 0)) return i + j;
    }
  }
  for (; i < end; ++i) {
    if (accept(i)) return i;
  }
  return end;
}

/// Returns the same as find_one_by_one, but makes quick tests first if the predicate has them: four
/// a turn, in a loop of their own.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_in_order(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  std::ptrdiff_t i = begin;
  if constexpr (requires { accept.may_accept(i); }) {
    while (end - i >= 4) {
      while (end - i >= 4 && !accept.may_accept(i) && !accept.may_accept(i + 1) && !accept.may_accept(i + 2) &&
             !accept.may_accept(i + 3))
        i += 4;
      for (std::ptrdiff_t const stop = detail::least(end, i + 4); i < stop; ++i) {
        if (accept(i)) return i;
      }
    }
  }
  return detail::find_one_by_one(i, end, accept);
}

/// Returns the same as find_one_by_one. Asks about few indices at a time, in vectors, and so comes
/// to a hit near the beginning soon. accept looks at numbers of type E.
THRUM_EXEC_CHECK_DISABLE
template <class E, class P>
THRUM_HD std::ptrdiff_t find_in_small_groups(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept) {
  using narrow = narrow_count_type<E>;
  using answers = std::conditional_t<std::is_floating_point_v<narrow>, std::uint64_t, narrow>;
  constexpr std::ptrdiff_t group = sizeof(answers) == 8 ? 8 : 16;
  std::ptrdiff_t i = begin;
  for (; end - i >= group; i += group) {
    answers any = 0;
    THRUM_UNROLL_BY_4
    for (std::ptrdiff_t j = 0; j < group; ++j) any = static_cast<answers>(any | (accept(i + j) ? 1 : 0));
    if (any != 0) return detail::find_one_by_one(i, i + group, accept);
  }
  return detail::find_one_by_one(i, end, accept);
}

/// Whether a predicate compares numbers in vectors, also a few of them, and has no quick test. (Few
/// numbers of 8 bytes take longer in vectors of 16 bytes.)
template <class P>
inline constexpr bool asks_numbers = requires {
  requires group_of_answers<P>::vectorises &&
               (compiled_for_avx2 || sizeof(typename group_of_answers<P>::number) < 8);
} && !requires(P& accept) { accept.may_accept(std::ptrdiff_t{}); };

/// Returns the same as find_one_by_one for numbers: in small groups near the beginning, if a hit
/// there is to be cheap, and where a large group has a hit.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_among_numbers(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept, bool cheap_begin) {
  using group = group_of_answers<P>;
  using number = typename group::number;
  constexpr std::ptrdiff_t near_by = 4 * places_of_group;
  std::ptrdiff_t i = begin;
  if (cheap_begin) {
    i = detail::least(end, begin + near_by);
    std::ptrdiff_t const hit = detail::find_in_small_groups<number>(begin, i, accept);
    if (hit < i) return hit;
  }
  for (std::ptrdiff_t stop; end - i >= places_of_group; i = stop) {
    std::ptrdiff_t const whole = (end - i) / places_of_group * places_of_group;
    stop = i + detail::least(group::most, detail::least(whole, cheap_begin ? i - begin : whole));
    if (!group::any(i, stop, accept)) continue;
    while (stop - i > places_of_group && !group::any(i, i + places_of_group, accept)) i += places_of_group;
    return detail::find_in_small_groups<number>(i, stop, accept);
  }
  return detail::find_in_small_groups<number>(i, end, accept);
}

/// Returns the same as find_one_by_one for a group of flag_group indices. Quick tests of all
/// indices of the group tell, without a branch, which indices need the full test.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_among_flagged(std::ptrdiff_t begin, P& accept) {
  static_assert(places_of_group == flag_group);
  unsigned char flags[flag_group];
  for (std::ptrdiff_t j = 0; j < flag_group; ++j) flags[j] = accept.may_accept(begin + j) ? 1 : 0;
  for (std::uint64_t bits = detail::flag_bits(flags); bits != 0; bits &= bits - 1) {
    std::ptrdiff_t const at = begin + detail::lowest_bit(bits);
    if (accept(at)) return at;
  }
  return begin + flag_group;
}

/// Returns the least i in [begin, end) with accept(i), or end if there is none. If it is faster,
/// asks about many indices before it looks at the answers. It asks about one group of indices at a
/// time near an index that has passed a quick test, and near the beginning if a hit there is to be
/// cheap. Elsewhere it asks about more groups at a time.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t find_ahead(std::ptrdiff_t begin, std::ptrdiff_t end, P& accept, bool cheap_begin = true) {
  std::ptrdiff_t i = begin;
#if !defined(__CUDA_ARCH__)  // device threads have no vectors
  using group = group_of_answers<P>;
  if constexpr (asks_numbers<P>) {
    return detail::find_among_numbers(begin, end, accept, cheap_begin);
  } else if constexpr (group::most > 0) {
    constexpr bool quick_tests = requires { accept.may_accept(i); }, flags = quick_tests && group::makes_flags;
    constexpr std::ptrdiff_t few = places_of_group / 4, near_by = 4 * places_of_group;
    std::ptrdiff_t groups_until = begin;
    if (cheap_begin) {
      i = detail::least(end, begin + few);
      std::ptrdiff_t const hit = detail::find_in_order(begin, i, accept);
      if (hit < i) return hit;
      groups_until = i + near_by;
    }
    while (end - i >= places_of_group) {
      std::ptrdiff_t const whole = (end - i) / places_of_group * places_of_group;
      std::ptrdiff_t stop = i + (i < groups_until ? places_of_group : detail::least(group::most, whole));
      if (!group::any(i, stop, accept)) {
        i = stop;
      } else if (stop - i > places_of_group) {
        groups_until = stop;
      } else {
        std::ptrdiff_t at = i;
        if constexpr (flags) {
          at = detail::find_among_flagged(i, accept);
        } else {
          // An index that passes the quick test often has others near it that pass, too.
          if (quick_tests) stop = detail::least(end, i + 16 * places_of_group);
          at = detail::find_one_by_one(i, stop, accept);
        }
        if (at < stop) return at;
        i = stop;
        if (groups_until < i + near_by) groups_until = i + near_by;
      }
    }
  }
#endif
  return detail::find_in_order(i, end, accept);
}

}  // namespace thrum::detail
