// scan: like reduce, a shape that depends on n alone. The input is cut into chains of 1000 elements. Each chain is summed
// from left to right; the chain sums are summed from left to right into the carry of each chain; then each chain is
// scanned from left to right, from its carry. Four chains advance together, which hides the operator's latency (1000,
// not a power of two, keeps them in different sets of the cache).
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/reduce.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/slots.h>
#include <cstddef>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/scan.cuh>
#endif

namespace thrum {
namespace detail {

inline constexpr std::ptrdiff_t scan_chain = 1000;

/// How many chains advance together. Each has an accumulator with a name of its own (an element of a pack), which is
/// what keeps them all in registers.
template <class T>
inline constexpr int scan_width = std::is_trivially_copyable_v<T> && sizeof(T) <= 16 ? 4 : 1;

template <class T, int N>
struct value_array {
  T items[N];
};

/// Puts into sums[k] the sum of the k-th of several adjacent chains of n elements.
THRUM_EXEC_CHECK_DISABLE
template <class I, class T, class Op, int... K>
THRUM_HD void sum_chains(I first, std::ptrdiff_t n, slot<T>* sums, Op op, std::integer_sequence<int, K...>) {
  value_array<T, sizeof...(K)> sum{{static_cast<T>(first[K * n])...}};
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    ((sum.items[K] = static_cast<T>(op(std::move(sum.items[K]), first[K * n + i]))), ...);
  }
  (sums[K].emplace(std::move(sum.items[K])), ...);
}

/// One step of a scan: makes the next sum and returns what the output is.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class U, class Op>
THRUM_HD T scan_step(T& sum, U&& element, Op& op) {
  if constexpr (std::is_same_v<Kind, inclusive>) {
    sum = static_cast<T>(op(std::move(sum), std::forward<U>(element)));
    return sum;
  } else {
    T before = sum;
    sum = static_cast<T>(op(std::move(sum), std::forward<U>(element)));
    return before;
  }
}

/// Scans several adjacent chains of n elements, the k-th from carry[k].
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op, int... K>
THRUM_HD void scan_chains(I first, std::ptrdiff_t n, O out, slot<T> const* carry, Op op,
                          std::integer_sequence<int, K...>) {
  value_array<T, sizeof...(K)> sum{{*carry[K]...}};
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    ((out[K * n + i] = detail::scan_step<Kind>(sum.items[K], first[K * n + i], op)), ...);
  }
}

/// Scans the chains of [first, first + n), n > 0, from their carries.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class I, class O, class T, class Op>
THRUM_HD void scan_range(I first, std::ptrdiff_t n, O out, slot<T> const* carry, Op op) {
  constexpr int width = scan_width<T>;
  std::ptrdiff_t i = 0;
  if constexpr (width > 1) {
    for (; n - i >= width * scan_chain; i += width * scan_chain, carry += width) {
      detail::scan_chains<Kind>(first + i, scan_chain, out + i, carry, op,
                                std::make_integer_sequence<int, width>{});
    }
  }
  for (; i < n; i += scan_chain, ++carry) {
    detail::scan_chains<Kind>(first + i, n - i < scan_chain ? n - i : scan_chain, out + i, carry, op,
                              std::integer_sequence<int, 0>{});
  }
}

/// Puts into sums the sum of each chain of [first, first + n).
THRUM_EXEC_CHECK_DISABLE
template <class I, class T, class Op>
THRUM_HD void sum_range(I first, std::ptrdiff_t n, slot<T>* sums, Op op) {
  constexpr int width = scan_width<T>;
  std::ptrdiff_t i = 0;
  if constexpr (width > 1) {
    for (; n - i >= width * scan_chain; i += width * scan_chain, sums += width) {
      detail::sum_chains(first + i, scan_chain, sums, op, std::make_integer_sequence<int, width>{});
    }
  }
  for (; i < n; i += scan_chain, ++sums) {
    detail::sum_chains(first + i, n - i < scan_chain ? n - i : scan_chain, sums, op,
                       std::integer_sequence<int, 0>{});
  }
}

/// Makes carries of sums: carry[0] = init, carry[k] = op(carry[k - 1], sums[k - 1]). Returns the carry that follows.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Op>
THRUM_HD T sums_to_carries(slot<T>* sums, std::ptrdiff_t chains, T init, Op op) {
  for (std::ptrdiff_t k = 0; k < chains; ++k) {
    T next = static_cast<T>(op(init, *sums[k]));
    sums[k].emplace(std::move(init));
    init = std::move(next);
  }
  return init;
}

/// An inclusive scan without a start value starts from its first element.
THRUM_EXEC_CHECK_DISABLE
template <class S, class I, class O, class T, class Op>
THRUM_HD void scan_from_first(S const& scan, I first, std::ptrdiff_t n, O out, no_seed<T>, Op op) {
  if (n == 0) return;
  T init = static_cast<T>(first[0]);
  out[0] = init;
  scan.scan(first + 1, n - 1, out + 1, seed<T>{std::move(init)}, op, inclusive{});
}

/// scan on for_each_n, a stretch of about 2^20 elements at a time so that the second pass finds it in the cache.
template <class B, class I, class O, class Seed, class Op, class Kind>
void tiled_scan(B const& exec, I first, std::ptrdiff_t n, O out, Seed init, Op op, Kind kind) {
  using T = typename Seed::type;
  constexpr std::ptrdiff_t tile = 16 * scan_chain;
  constexpr std::ptrdiff_t stretch = 64 * tile;
  if constexpr (std::is_same_v<Seed, no_seed<T>>) {
    detail::scan_from_first(exec, first, n, out, init, op);
  } else if (n <= tile) {
    seq_policy{}.scan(first, n, out, std::move(init), op, kind);
  } else {
    slots<T, B> const sums(exec, detail::least(n, stretch) / scan_chain + 1);
    T carry = std::move(init.value);
    for (std::ptrdiff_t begin = 0; begin < n; begin += stretch) {
      std::ptrdiff_t const length = detail::least(stretch, n - begin);
      std::ptrdiff_t const tiles = (length + tile - 1) / tile;
      auto const each_tile = [=, first = first + begin, out = out + begin, s = sums.data()](auto body) {
        return [=](std::ptrdiff_t t) {
          std::ptrdiff_t const at = t * tile;
          body(first + at, detail::least(tile, length - at), out + at, s + at / scan_chain);
        };
      };
      exec.for_each_n(
          tiles, each_tile([op](I in, std::ptrdiff_t m, O, slot<T>* s) { detail::sum_range(in, m, s, op); }), 1);
      carry = detail::sums_to_carries(sums.data(), (length + scan_chain - 1) / scan_chain, std::move(carry), op);
      exec.for_each_n(tiles, each_tile([op](I in, std::ptrdiff_t m, O to, slot<T>* s) {
                        detail::scan_range<Kind>(in, m, to, s, op);
                      }),
                      1);
    }
  }
}

}  // namespace detail

THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class Seed, class Op, class Kind>
THRUM_HD void seq_policy::scan(I first, std::ptrdiff_t n, O out, Seed init, Op op, Kind) const {
  using T = typename Seed::type;
  if constexpr (std::is_same_v<Seed, detail::no_seed<T>>) {
    detail::scan_from_first(*this, first, n, out, init, op);
  } else {
    constexpr std::ptrdiff_t group = detail::scan_width<T> * detail::scan_chain;
    detail::slot<T> sums[detail::scan_width<T>];
    T carry = std::move(init.value);
    for (std::ptrdiff_t begin = 0; begin < n; begin += group) {
      std::ptrdiff_t const length = n - begin < group ? n - begin : group;
      std::ptrdiff_t const chains = (length + detail::scan_chain - 1) / detail::scan_chain;
      detail::sum_range(first + begin, length, sums, op);
      carry = detail::sums_to_carries(sums, chains, std::move(carry), op);
      detail::scan_range<Kind>(first + begin, length, out + begin, sums, op);
    }
  }
}

}  // namespace thrum
