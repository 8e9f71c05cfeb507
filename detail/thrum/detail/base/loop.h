// The innermost loop of element-wise algorithms on the host, and what loops over tiles need.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// std::min of two sizes, which device code can call and which costs no <algorithm>.
THRUM_HD constexpr std::ptrdiff_t least(std::ptrdiff_t a, std::ptrdiff_t b) { return b < a ? b : a; }

/// Whether an integer type has numbers that are longer than any range.
template <class Size>
inline constexpr bool exceeds_lengths =
    std::is_integral_v<Size> && (sizeof(Size) > sizeof(std::ptrdiff_t) ||
                                 (sizeof(Size) == sizeof(std::ptrdiff_t) && std::is_unsigned_v<Size>));

/// n as a number of elements: none where n is negative, and the longest there is where n exceeds it.
template <class Size>
THRUM_HD constexpr std::ptrdiff_t length_of(Size n) {
  if constexpr (exceeds_lengths<Size>) {
    constexpr auto longest = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(-1) / 2);
    if (n > static_cast<Size>(longest)) return longest;
  }
  auto const length = static_cast<std::ptrdiff_t>(n);
  return length < 0 ? 0 : length;
}

/// Whether a body is an element-wise algorithm's, one call of which may be shorter than a turn of a loop. It says so by
/// `using is_short = void`, or by what it says besides.
template <class F>
inline constexpr bool is_short_body = requires { typename F::is_short; } || requires {
  typename F::computes_for;
} || requires { typename F::has_side_effects; };

/// Whether a body computes numbers for an output in memory: it has a member compute(i, to), stores what that computes in
/// out[i], and says so by `using computes_for = ` the type of out. It reads no element of the output but the one that it is
/// about to store.
template <class F>
inline constexpr bool computes_numbers = false;
template <class F>
  requires std::is_pointer_v<typename F::computes_for>
inline constexpr bool computes_numbers<F> = std::is_arithmetic_v<std::remove_pointer_t<typename F::computes_for>>;

/// Computes the numbers of `block` indices, from i on, in order. Compilers vectorise this at plain -O2, because __restrict
/// says that no store changes what a later call reads. Where the output is an input, that is true as well: each call reads
/// its element before it stores it. It has to be a parameter: of a local variable GCC does not believe it.
THRUM_EXEC_CHECK_DISABLE
template <std::ptrdiff_t block, class F, class T>
THRUM_HD constexpr void compute_block(std::ptrdiff_t i, F& f, T* __restrict out) {
  THRUM_UNROLL_BY_4
  for (std::ptrdiff_t j = 0; j < block; ++j) f.compute(i + j, out[j]);
}

/// Computes numbers in blocks, from i on as long as there is a whole one before `end`; returns where it stops.
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_HD constexpr std::ptrdiff_t compute_blocks(std::ptrdiff_t i, std::ptrdiff_t end, F& f) {
  constexpr std::ptrdiff_t block = 64;
  for (; end - i >= block; i += block) detail::compute_block<block>(i, f, f.out + i);
  return i;
}

/// Whether a body only moves numbers in memory, each call other ones: it says so by a constant moves_numbers. Then even calls
/// that are in order may be interleaved.
template <class F>
inline constexpr bool moves_numbers = false;
template <class F>
  requires requires { F::moves_numbers; }
inline constexpr bool moves_numbers<F> = F::moves_numbers;

/// Whether iterators are pointers to numbers.
template <class... I>
inline constexpr bool are_numbers_in_memory =
    (... && (std::is_pointer_v<I> && std::is_arithmetic_v<std::remove_pointer_t<I>>));

/// Whether a body computes objects for an output in memory.
template <class F>
inline constexpr bool computes_objects = false;
template <class F>
  requires std::is_pointer_v<typename F::computes_for>
inline constexpr bool computes_objects<F> = !std::is_arithmetic_v<std::remove_pointer_t<typename F::computes_for>>;

/// Calls f(i) for each i in [begin, end). The calls are independent of each other, so that they may be interleaved, unless
/// F says that it has_side_effects. The inner loop has a constant length, which is what compilers need in order to
/// vectorise it at plain -O2.
template <class F>
void independent_loop(std::ptrdiff_t begin, std::ptrdiff_t end, F f) {
  constexpr std::ptrdiff_t block = 64;
  std::ptrdiff_t i = begin;
  if constexpr (computes_numbers<F>) i = detail::compute_blocks(i, end, f);
  for (; !computes_numbers<F> && end - i >= block; i += block) {
    if constexpr (requires { typename F::has_side_effects; }) {
      THRUM_UNROLL_BY_4
      for (std::ptrdiff_t j = 0; j < block; ++j) f(i + j);
    } else if constexpr (is_short_body<F>) {
      THRUM_INDEPENDENT
      THRUM_UNROLL_BY_4
      for (std::ptrdiff_t j = 0; j < block; ++j) f(i + j);
    } else {
      THRUM_INDEPENDENT
      for (std::ptrdiff_t j = 0; j < block; ++j) f(i + j);
    }
  }
  // So written GCC knows that there are few, and warns neither of a loop without end nor of one that runs too far.
  std::ptrdiff_t const rest = (end - i) % block;
  for (std::ptrdiff_t j = 0; j < rest; ++j) f(i + j);
}

/// Calls f(i) for each i in [0, n), in order: where it computes or moves numbers, in blocks that compilers vectorise; other
/// short bodies four to a turn of the loop; objects so that GCC still sees one, whose members it stores together.
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_HD constexpr void ordered_loop(std::ptrdiff_t n, F& f) {
  std::ptrdiff_t i = 0;
#if !defined(__CUDA_ARCH__)
  if constexpr (computes_numbers<F>) {
    i = detail::compute_blocks(i, n, f);
  } else if constexpr (moves_numbers<F>) {
    return detail::independent_loop(0, n, f);
  } else if constexpr (is_short_body<F> && !computes_objects<F> && !requires { typename F::has_side_effects; }) {
    for (; n - i >= 4; i += 4) {
      THRUM_UNROLL
      for (std::ptrdiff_t j = 0; j < 4; ++j) f(i + j);
    }
    // So written GCC knows that there are three at most, and does not warn of a loop that runs too far.
    for (std::ptrdiff_t j = 0; j < 3 && i + j < n; ++j) f(i + j);
    return;
  }
#endif
  if constexpr (computes_objects<F> || requires { typename F::has_side_effects; }) {
    for (; n - i >= 64; i += 64) {
      THRUM_UNROLL_BY_4
      for (std::ptrdiff_t j = 0; j < 64; ++j) f(i + j);
    }
  }
  for (; i < n; ++i) f(i);
}

}  // namespace thrum::detail
