// The flags of a tile of elements: which elements a predicate accepts, and how many.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace thrum::detail {

/// A part of a range: which of its elements are accepted, how many of them, and how many before the
/// part.
struct flagged_tile {
  std::ptrdiff_t begin, size;
  unsigned char const* flags;
  std::ptrdiff_t accepted, accepted_before;

  /// Returns whether all elements up to the end of the tile are accepted, and therefore stay where
  /// they are.
  THRUM_HD bool stays() const { return accepted_before + accepted == begin + size; }
};

/// Predicates that answer about all elements after the first one without testing for the first one.
template <class P>
concept knows_first = requires(P const& accept, std::ptrdiff_t i) { accept.after_first(i); };
template <class P>
struct inner_answers {
  P accept;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return accept.after_first(i); }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(accept, i);
  }
};
template <class P>
struct looked_at_numbers<inner_answers<P>> : looked_at_numbers<P> {};

/// Tells whether answers are scalar work: answers about elements that are no numbers, or about
/// integers of 64 bits if their comparison is not a vector instruction.
template <class P>
inline constexpr bool answers_one_by_one = !group_of_answers<P>::vectorises && !group_of_answers<P>::is_unknown;
/// The same of a loop for AVX2, which compares integers of 64 bits.
template <class P>
inline constexpr bool wide_answers_one_by_one = answers_one_by_one<P> && !group_of_answers<P>::is_wide_integer;

/// Sets answers[i] to accept(begin + i) for flag_group elements. `answers` is memory that nothing
/// else can refer to: otherwise the compiler would have to expect that each store changes an
/// element.
///
/// What GCC 12 makes of it depends on the form. Two comparisons of floating-point numbers, as in
/// `x > 10 && x < 40`: vectors if it does not know the two numbers that are chosen, else branches.
/// A bit of an integer, as in `x % 2 == 0`: vectors if the answer is first as wide as the integer.
/// A bit of a floating-point number: at -O3, branches. (2^15 elements at -O3 -march=native, ns
/// each, chosen as 0 and 1 in bytes, and so: floats within limits 1.9 and 0.10, doubles 2.3 and
/// 0.16, even int32 0.59 and 0.09, even floats 0.7 and 4.5.)
THRUM_EXEC_CHECK_DISABLE
template <bool for_avx2 = compiled_for_avx2, class P>
THRUM_INLINED THRUM_HD void answer_group(std::ptrdiff_t begin, unsigned char (&answers)[flag_group], P& accept) {
  using number = typename looked_at_numbers<P>::type;
  constexpr bool is_word = requires { requires std::is_integral_v<number> && sizeof(number) == 4; };
  if constexpr (std::is_floating_point_v<number>) {
    auto const yes = static_cast<unsigned char>(detail::opaque(1)),
               no = static_cast<unsigned char>(detail::opaque(0));
    for (std::ptrdiff_t i = 0; i < flag_group; ++i) answers[i] = accept(begin + i) ? yes : no;
  } else if constexpr (for_avx2 && is_word) {
    std::int32_t words[flag_group];
    for (std::ptrdiff_t i = 0; i < flag_group; ++i) words[i] = accept(begin + i) ? 1 : 0;
    for (std::ptrdiff_t i = 0; i < flag_group; ++i) answers[i] = static_cast<unsigned char>(words[i]);
  } else {
    for (std::ptrdiff_t i = 0; i < flag_group; ++i)
      answers[i] = static_cast<unsigned char>(accept(begin + i) ? 1 : 0);
  }
}

/// Sets the flags of groups of elements. Returns how many are set.
THRUM_EXEC_CHECK_DISABLE
template <bool for_avx2, class P>
THRUM_INLINED THRUM_HD std::ptrdiff_t set_each_group(std::ptrdiff_t begin, std::ptrdiff_t n, unsigned char* flags,
                                                     P& accept) {
  std::ptrdiff_t count = 0;
  THRUM_ITERATIONS_APART
  for (std::ptrdiff_t i = 0; i < n; i += flag_group) {
    unsigned char answers[flag_group];
    detail::read_ahead<flag_group>(accept, begin + i);
    detail::answer_group<for_avx2>(begin + i, answers, accept);
    count += detail::count_flags(answers);
    std::memcpy(flags + i, answers, flag_group);
  }
  return count;
}
template <class P>
THRUM_TARGET_AVX2 std::ptrdiff_t set_wide_groups(std::ptrdiff_t begin, std::ptrdiff_t n, unsigned char* flags,
                                                 P& accept) {
  return detail::set_each_group<true>(begin, n, flags, accept);
}
/// Does so one by one.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t set_one_by_one(std::ptrdiff_t begin, std::ptrdiff_t n, unsigned char* flags, P& accept) {
  for (std::ptrdiff_t i = 0; i < n; i += 8) {
    detail::read_ahead<8>(accept, begin + i);
    THRUM_UNROLL
    for (std::ptrdiff_t k = 0; k < 8; ++k)
      flags[i + k] = static_cast<unsigned char>(accept(begin + i + k) ? 1 : 0);
  }
  // Reads words from the flags only after the bytes have left the processor; otherwise the
  // processor would wait for them.
  std::ptrdiff_t count = 0;
  for (std::ptrdiff_t i = 0; i < n; i += flag_group) count += detail::count_flags(flags + i);
  return count;
}
/// Does so in vectors that fit the processor, if vectors answer.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t set_groups(std::ptrdiff_t begin, std::ptrdiff_t n, unsigned char* flags, P& accept) {
  if constexpr (has_avx2_version && !wide_answers_one_by_one<P>) {
    if (detail::takes_wide_vectors(n)) return detail::set_wide_groups(begin, n, flags, accept);
  }
  if constexpr (answers_one_by_one<P>) return detail::set_one_by_one(begin, n, flags, accept);
  else return detail::set_each_group<compiled_for_avx2>(begin, n, flags, accept);
}

/// Sets flags[i] to accept(begin + i) for i in [0, n), n <= 2^31. Returns how many flags are set.
THRUM_EXEC_CHECK_DISABLE
template <class P>
THRUM_HD std::ptrdiff_t set_flags(std::ptrdiff_t begin, std::ptrdiff_t n, unsigned char* flags, P accept) {
  if constexpr (knows_first<P>) {
    std::ptrdiff_t const known = begin == 0 && n > 0 ? 1 : 0;
    if (known != 0) flags[0] = accept(std::ptrdiff_t{0}) ? 1 : 0;
    std::ptrdiff_t const set =
        detail::set_flags(begin + known, n - known, flags + known, inner_answers<P>{accept});
    return known != 0 ? set + flags[0] : set;
  } else {
    std::ptrdiff_t i = n - n % flag_group, count = detail::set_groups(begin, i, flags, accept);
    for (; i < n; ++i) {
      flags[i] = static_cast<unsigned char>(accept(begin + i) ? 1 : 0);
      count += flags[i];
    }
    return count;
  }
}

/// Calls f(k, i) for the k-th of the n flags that is `wanted`, i its index, for k in [0, count).
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_HD void for_each_flag(unsigned char const* flags, std::ptrdiff_t n, bool wanted, std::ptrdiff_t count, F f) {
  std::uint64_t const others = wanted ? 0 : ~std::uint64_t{0};
  std::ptrdiff_t k = 0, begin = 0;
  for (; k < count && n - begin >= flag_group; begin += flag_group) {
    for (std::uint64_t left = detail::flag_bits(flags + begin) ^ others; left != 0 && k < count;
         left &= left - 1) {
      f(k++, begin + detail::lowest_bit(left));
    }
  }
  for (; k < count; ++begin) {
    if ((flags[begin] != 0) == wanted) f(k++, begin);
  }
}

/// Calls write(flagged_tile) for the tiles of [begin, end) from left to right. Returns how many
/// elements are accepted.
THRUM_EXEC_CHECK_DISABLE
template <class P, class W>
THRUM_HD std::ptrdiff_t for_flagged_tiles_in_order(std::ptrdiff_t begin, std::ptrdiff_t end, P accept, W write) {
  constexpr std::ptrdiff_t tile = 1024;
  unsigned char flags[tile];
  std::ptrdiff_t accepted = 0;
  for (; begin < end; begin += tile) {
    std::ptrdiff_t const size = detail::least(tile, end - begin);
    std::ptrdiff_t const set = detail::set_flags(begin, size, flags, accept);
    write(flagged_tile{begin, size, flags, set, accepted});
    accepted += set;
  }
  return accepted;
}

}  // namespace thrum::detail
