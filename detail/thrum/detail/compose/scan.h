// scan: like reduce, a shape that depends on n alone. The input is cut into tiles of 16384 elements and those into chains
// of 16. A chain is summed from left to right, the chains of a tile from left to right into the tile's sum, and the
// tiles' sums from left to right into the carry of each tile. From that, with the sums of the chains before it, each
// chain is scanned from left to right. Four neighbouring chains advance together, which hides the operator's latency.
// (Chains are short so that the four stay within a few cache lines: over a longer stride processors foresee nothing.)
// Integers need no shape, for there an associative operator rounds nothing: they are scanned from left to right.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/fold.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/slots.h>
#include <thrum/detail/store.h>
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/scan.cuh>
#endif

namespace thrum {
namespace detail {

inline constexpr std::ptrdiff_t scan_chain = 16;
inline constexpr std::ptrdiff_t scan_tile = 16384;

/// How many chains advance together. Each has an accumulator with a name of its own (an element of a pack), which is
/// what keeps them all in registers.
template <class T>
inline constexpr int scan_width = !std::is_trivially_copyable_v<T> || sizeof(T) > 16 ? 1
                                  : std::is_arithmetic_v<T>                          ? 4
                                                                                     : 2;

template <class T, int N>
struct value_array {
  T items[N];
};

/// The sums of adjacent chains of n elements.
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op, int... K>
THRUM_HD value_array<T, sizeof...(K)> sum_chains(I first, std::ptrdiff_t n, Op& op,
                                                 std::integer_sequence<int, K...>) {
  value_array<T, sizeof...(K)> sum{{static_cast<T>(first[K * n])...}};
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    (detail::fold_into(sum.items[K], first[K * n + i], op), ...);
  }
  return sum;
}

/// One step of a scan: makes the next sum and returns what the output is.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class U, class Op>
THRUM_HD T scan_step(T& sum, U&& element, Op& op) {
  if constexpr (std::is_same_v<Kind, inclusive>) {
    detail::fold_into(sum, std::forward<U>(element), op);
    return sum;
  } else {
    T before = sum;
    detail::fold_into(sum, std::forward<U>(element), op);
    return before;
  }
}

/// Loads, then scans, then stores the next `Steps` elements of each chain, which J counts chain by chain. Loads and stores
/// come in bursts, for where input and output are a large power of two apart the first cache of some processors holds a
/// line of one or of the other.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, int Steps, class I, class O, class T, int N, class Op, int... J>
THRUM_HD void scan_burst(I first, std::ptrdiff_t n, O out, value_array<T, N>& sum, Op& op,
                         std::integer_sequence<int, J...>) {
  value_array<std::iter_value_t<I>, sizeof...(J)> elements{{first[J / Steps * n + J % Steps]...}};
  value_array<T, sizeof...(J)> const results{
      {detail::scan_step<Kind>(sum.items[J / Steps], elements.items[J], op)...}};
  (detail::store(out[J / Steps * n + J % Steps], results.items[J]), ...);
}

/// Scans adjacent chains of n elements, the k-th from sum.items[k].
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op, int... K>
THRUM_HD void scan_chains(I first, std::ptrdiff_t n, O out, value_array<T, sizeof...(K)> sum, Op& op,
                          std::integer_sequence<int, K...>) {
  if constexpr (sizeof...(K) > 1 && std::is_arithmetic_v<std::iter_value_t<I>>) {
    constexpr int steps = 4;
    for (std::ptrdiff_t i = 0; i < scan_chain; i += steps) {
      detail::scan_burst<Kind, steps>(first + i, scan_chain, out + i, sum, op,
                                      std::make_integer_sequence<int, steps * sizeof...(K)>{});
    }
  } else {
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      (detail::store(out[K * n + i], detail::scan_step<Kind>(sum.items[K], first[K * n + i], op)), ...);
    }
  }
}

/// Scans from left to right, eight steps to a turn of the loop: one step is too short for the processor to turn in time.
/// Returns the sum of all.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op>
THRUM_HD T scan_in_order(I first, std::ptrdiff_t n, O out, T sum, Op& op) {
  constexpr int steps = 8;
  value_array<T, 1> sums{{sum}};
  for (std::ptrdiff_t turns = n / steps; turns > 0; --turns, first += steps, out += steps) {
    detail::scan_burst<Kind, steps>(first, 0, out, sums, op, std::make_integer_sequence<int, steps>{});
  }
  sum = sums.items[0];
  for (int k = 0; k < n % steps; ++k) detail::store(out[k], detail::scan_step<Kind>(sum, first[k], op));
  return sum;
}

/// Calls step(i, n, chains) for each group of chains in [0, n): they begin at i and have n elements each.
THRUM_EXEC_CHECK_DISABLE
template <int Width, class Step>
THRUM_HD void for_each_group(std::ptrdiff_t n, Step step) {
  std::ptrdiff_t i = 0;
  if constexpr (Width > 1) {
    for (; n - i >= Width * scan_chain; i += Width * scan_chain) {
      step(i, scan_chain, std::make_integer_sequence<int, Width>{});
    }
  }
  for (; i < n; i += scan_chain) step(i, detail::least(scan_chain, n - i), std::integer_sequence<int, 0>{});
}

/// op(sum, value), into a sum that may be empty.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Op>
THRUM_HD void add_to(slot<T>& sum, T& value, Op& op) {
  if (sum) detail::fold_into(*sum, value, op);
  else sum.emplace(value);
}

/// Puts the sum of a tile into `sum`, which is empty.
template <class I, class T, class Op>
struct sum_tile_step {
  I first;
  slot<T>& sum;
  Op& op;
  THRUM_EXEC_CHECK_DISABLE
  template <int... K>
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t n, std::integer_sequence<int, K...> chains) const {
    auto sums = detail::sum_chains<T>(first + i, n, op, chains);
    (detail::add_to(sum, sums.items[K], op), ...);
  }
};

/// Whether an associative operator gives the same result in any shape: on integers, none of which changes as a T.
template <class E, class T>
inline constexpr bool keeps_value = std::is_integral_v<T> && std::is_integral_v<E> &&
                                    std::numeric_limits<T>::digits >= std::numeric_limits<E>::digits &&
                                    (std::is_signed_v<T> || !std::is_signed_v<E>);
template <class I, class T>
inline constexpr bool rounds_nothing = keeps_value<std::iter_value_t<I>, T>;

/// Scans a tile from `carry`, which becomes that of its end, and puts its sum into `sum`, which is empty.
template <class Kind, class I, class O, class T, class Op>
struct scan_tile_step {
  I first;
  O out;
  T& carry;
  slot<T>& sum;
  Op& op;

  THRUM_EXEC_CHECK_DISABLE
  template <int... K>
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t n, std::integer_sequence<int, K...> chains) const {
    auto sums = detail::sum_chains<T>(first + i, n, op, chains);
    detail::scan_chains<Kind>(first + i, n, out + i, value_array<T, sizeof...(K)>{{advance(sums.items[K])...}}, op,
                              chains);
  }

 private:
  /// The carry of a chain with this sum.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T advance(T& chain) const {
    T before = carry;
    detail::fold_into(carry, chain, op);
    detail::add_to(sum, chain, op);
    return before;
  }
};

/// Scans a tile from `carry`; returns the carry of the next one.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op>
THRUM_HD T scan_one_tile(I first, std::ptrdiff_t n, O out, T carry, Op& op) {
  if constexpr (rounds_nothing<I, T>) {
    return detail::scan_in_order<Kind>(first, n, out, carry, op);
  } else {
    slot<T> sum;
    T chain_carry = carry;
    detail::for_each_group<scan_width<T>>(n, scan_tile_step<Kind, I, O, T, Op>{first, out, chain_carry, sum, op});
    detail::fold_into(carry, *sum, op);
    return carry;
  }
}

/// An inclusive scan without a start value starts from its first element.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class T, class Op>
THRUM_HD void scan_from_first(B const& exec, I first, std::ptrdiff_t n, O out, no_seed<T>, Op op) {
  if (n == 0) return;
  T init = static_cast<T>(first[0]);
  detail::store(out[0], init);
  exec.scan(first + 1, n - 1, out + 1, seed<T>{std::move(init)}, op, inclusive{});
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class Seed, class Op, class Kind>
THRUM_HD void seq_policy::scan(I first, std::ptrdiff_t n, O out, Seed init, Op op, Kind) const {
  using T = typename Seed::type;
  if constexpr (std::is_same_v<Seed, detail::no_seed<T>>) {
    detail::scan_from_first(*this, first, n, out, init, op);
  } else {
    T carry = std::move(init.value);
    for (std::ptrdiff_t at = 0; at < n; at += detail::scan_tile) {
      carry = detail::scan_one_tile<Kind>(first + at, detail::least(detail::scan_tile, n - at), out + at,
                                          std::move(carry), op);
    }
  }
}

}  // namespace thrum
