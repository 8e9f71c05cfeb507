// Prefix sums, maxima and minima of integers in vectors of 16 or 32 bytes, of a whole range or of
// its runs. Within 16 bytes, each element takes on the sums of 1, 2, 4, ... elements before it
// (Hillis and Steele, 1986); then the upper 16 bytes take on the sum of the lower ones. So each
// vector waits only for one addition of the previous vector. For runs, masks stop the sums where a
// run begins (Blelloch, 1990, on segmented scans). Whatever the operator, results are called sums.
#pragma once

#if !defined(__CUDACC__)

#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/fold.h>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Tells whether a scan's elements, sums and results are integers of one type in memory, and its
/// operator has vectors.
template <class I, class O, class T, class Op>
inline constexpr bool scans_in_vectors = folds_integers<Op, T> && sizeof(T) <= 8 && std::is_same_v<O, T*> &&
                                         (std::is_same_v<I, T*> || std::is_same_v<I, T const*>);

/// A vector of integers. The integers are unsigned: they wrap around as the sums of C++'s narrow
/// and unsigned integers do. (Vectors are passed by reference: a program that is compiled for
/// narrower vectors cannot pass them by value.)
template <class T, int bytes, class Op>
struct integer_vector {
  using number = std::make_unsigned_t<T>;
  static constexpr int lanes = bytes / static_cast<int>(sizeof(T)), row = 16 / static_cast<int>(sizeof(T));
  using places = std::make_integer_sequence<int, lanes>;
  typedef number type __attribute__((vector_size(bytes)));

  THRUM_INLINED static void load(type& v, void const* from) { std::memcpy(&v, from, sizeof v); }
  THRUM_INLINED static void store(void* to, type const& v) { std::memcpy(to, &v, sizeof v); }
  /// Sets `to` to x at every place.
  THRUM_INLINED static void fill(type& to, T x) { to = type{} + static_cast<number>(x); }

  /// Makes v the sums of v and w.
  THRUM_INLINED static void take_on(type& v, type const& w) {
    // Comparisons of T, of which compilers make one instruction.
    using compared = std::conditional_t<std::is_signed_v<T>, std::make_signed_t<T>, number>;
    typedef compared compared_type __attribute__((vector_size(bytes)));
    auto const a = reinterpret_cast<compared_type>(v), b = reinterpret_cast<compared_type>(w);
    if constexpr (is_maximum<Op, T>) v = reinterpret_cast<type>(a < b ? b : a);
    else if constexpr (is_minimum<Op, T>) v = reinterpret_cast<type>(b < a ? b : a);
    else v += w;
  }
  /// Sets the elements of v to those of `others` where `mask` has no bits.
  THRUM_INLINED static void keep(type& v, type const& mask, type const& others) {
    v = (v & mask) | (others & ~mask);
  }
  /// Sets the elements of v to the neutral value where `mask` has no bits.
  THRUM_INLINED static void neutralise(type& v, type const& mask) {
    if constexpr (neutral_value<Op, T> == 0) {
      v &= mask;
    } else {
      type neutral;
      fill(neutral, neutral_value<Op, T>);
      keep(v, mask, neutral);
    }
  }

  /// Sets `to` to the elements of a and b at these places. The places of b follow those of a.
  template <int... From>
  THRUM_INLINED static void pick(type& to, type const& a, type const& b) {
#if __has_builtin(__builtin_shufflevector)
    to = __builtin_shufflevector(a, b, From...);
#else  // g++ 11
    to = __builtin_shuffle(a, b, type{static_cast<number>(From)...});
#endif
  }
  /// Sets `to` to v with its elements moved up by `by` places in each row of 16 bytes, after those
  /// of `before`.
  template <int by, int... K>
  THRUM_INLINED static void move_up(type& to, type const& before, type const& v,
                                    std::integer_sequence<int, K...>) {
    pick<(K % row < by ? K : lanes + K - by)...>(to, before, v);
  }
  /// Sets `to` to the last element of v's lower row at each place of the upper row, after those of
  /// `before`.
  template <int... K>
  THRUM_INLINED static void move_over(type& to, type const& before, type const& v,
                                      std::integer_sequence<int, K...>) {
    type last;  // of each row: in one step clang would wait for a register that it does not need
    pick<(K / row * row + row - 1)...>(last, v, v);
    pick<(K < row ? K : lanes + K - row)...>(to, before, last);
  }
  /// Sets `to` to the last element of v at every place.
  template <int... K>
  THRUM_INLINED static void repeat_last(type& to, type const& v, std::integer_sequence<int, K...>) {
    pick<(K * 0 + lanes - 1)...>(to, v, v);
  }

  /// Makes v its exclusive prefix sums: those of which the inclusive ones are `sums`, and of which
  /// the last before v is the last of `before`.
  THRUM_INLINED static void exclude(type& v, type const& before, type const& sums) {
    if constexpr (is_plus<Op, T>) v = sums - v;
    else move_on(v, before, sums, places{});
  }
  /// Sets `to` to v with its elements moved up by one place, after the last of `before`.
  template <int... K>
  THRUM_INLINED static void move_on(type& to, type const& before, type const& v,
                                    std::integer_sequence<int, K...>) {
    pick<(lanes - 1 + K)...>(to, before, v);
  }

  /// Makes v its inclusive prefix sums.
  template <int by = 1>
  THRUM_INLINED static void sum(type& v) {
    if constexpr (by < lanes) {
      type moved, neutral;
      fill(neutral, neutral_value<Op, T>);
      if constexpr (by < row) move_up<by>(moved, neutral, v, places{});
      else move_over(moved, neutral, v, places{});
      take_on(v, moved);
      sum<(by < row ? 2 * by : lanes)>(v);
    }
  }
  /// Makes v the inclusive prefix sums of runs. `goes_on` has all bits set where a run goes on;
  /// afterwards also in the places where the run before v goes on.
  template <int by = 1>
  THRUM_INLINED static void sum_runs(type& v, type& goes_on) {
    if constexpr (by < lanes) {
      type moved, still, neutral;
      fill(neutral, neutral_value<Op, T>);
      if constexpr (by < row) {
        move_up<by>(moved, neutral, v, places{});
        move_up<by>(still, ~type{}, goes_on, places{});
      } else {
        move_over(moved, neutral, v, places{});
        move_over(still, ~type{}, goes_on, places{});
      }
      neutralise(moved, goes_on);
      take_on(v, moved);
      goes_on &= still;
      sum_runs<(by < row ? 2 * by : lanes)>(v, goes_on);
    }
  }
};

/// Scans from `carry`, which becomes the sum so far. Scans as many of n integers as make pairs of
/// vectors, and returns how many. `out` is `first` or elsewhere.
template <class Kind, class Op, int bytes, class T>
THRUM_INLINED std::ptrdiff_t scan_vectors(T const* first, std::ptrdiff_t n, T* out, T& carry) {
  using vector = integer_vector<T, bytes, Op>;
  using places = typename vector::places;
  constexpr std::ptrdiff_t lanes = vector::lanes;
  typename vector::type before;
  vector::fill(before, carry);
  std::ptrdiff_t i = 0;
  for (; n - i >= 2 * lanes; i += 2 * lanes) {
    detail::read_ahead_besides<2 * lanes>(out, first, i);
    detail::write_ahead<2 * lanes>(out, i);
    typename vector::type x, y, all;
    vector::load(x, first + i);
    vector::load(y, first + i + lanes);
    typename vector::type sums_of_x = x, sums_of_y = y;
    vector::sum(sums_of_x);
    vector::sum(sums_of_y);
    vector::repeat_last(all, sums_of_x, places{});
    vector::take_on(sums_of_y, all);
    vector::repeat_last(all, sums_of_y, places{});
    vector::take_on(sums_of_x, before);
    vector::take_on(sums_of_y, before);
    if constexpr (std::is_same_v<Kind, exclusive>) {
      vector::exclude(y, sums_of_x, sums_of_y);
      vector::exclude(x, before, sums_of_x);
      vector::store(out + i, x);
      vector::store(out + i + lanes, y);
    } else {
      vector::store(out + i, sums_of_x);
      vector::store(out + i + lanes, sums_of_y);
    }
    vector::take_on(before, all);
  }
  carry = static_cast<T>(before[0]);
  return i;
}
template <class Kind, class Op, class T>
THRUM_TARGET_AVX2 std::ptrdiff_t scan_wide_vectors(T const* first, std::ptrdiff_t n, T* out, T& carry) {
  return detail::scan_vectors<Kind, Op, 32>(first, n, out, carry);
}
template <class Kind, class Op, class T>
std::ptrdiff_t scan_in_vectors(T const* first, std::ptrdiff_t n, T* out, T& carry) {
  if (detail::vectors_of_processor() >= vector_level::avx2)
    return detail::scan_wide_vectors<Kind, Op>(first, n, out, carry);
  return detail::scan_vectors<Kind, Op, 16>(first, n, out, carry);
}

#if THRUM_HAS_VECTOR_TARGETS

/// The number of elements that are asked at once whether they begin a run.
inline constexpr std::ptrdiff_t run_group = 64;

/// Scans the runs in groups of run_group integers of [i, end), each from `start`. Returns the index
/// after the groups. `sum` is the sum of the run that is open at i, and becomes that of the run at
/// the end.
template <class Kind, class Op, class T, class Starts>
THRUM_TARGET_AVX2 std::ptrdiff_t scan_runs_in_vectors(std::ptrdiff_t i, std::ptrdiff_t end, T const* values,
                                                      T* out, Starts const& starts, T start, T& sum) {
  using vector = integer_vector<T, 32, Op>;
  using places = typename vector::places;
  using number = typename vector::number;
  typedef unsigned long long words __attribute__((vector_size(32)));
  constexpr std::ptrdiff_t lanes = vector::lanes;
  typename vector::type first, last, before;
  vector::fill(first, start);
  vector::fill(last, sum);
  // What the open run has in addition to `start`; of a maximum all, which may be taken on again.
  if constexpr (is_plus<Op, T>)
    vector::fill(before, static_cast<T>(static_cast<number>(sum) - static_cast<number>(start)));
  else vector::fill(before, sum);
  for (; end - i >= run_group; i += run_group) {
    detail::read_ahead<run_group>(starts, i);
    detail::read_ahead_besides<run_group>(out, values, i);
    detail::write_ahead<run_group>(out, i);
    number masks[run_group];
    for (std::ptrdiff_t j = 0; j < run_group; ++j) masks[j] = starts(i + j) ? number(0) : static_cast<number>(-1);
    typename vector::type x, sums, all, goes_on, all_go_on = ~typename vector::type{};
    for (std::ptrdiff_t j = 0; j < run_group; j += lanes) {
      vector::load(goes_on, masks + j);
      all_go_on &= goes_on;
    }
    words const w = reinterpret_cast<words>(all_go_on);
    bool const is_one_run = (w[0] & w[1] & w[2] & w[3]) == ~0ULL;
    for (std::ptrdiff_t j = 0; j < run_group; j += lanes) {
      vector::load(x, values + i + j);
      sums = x;
      if (is_one_run) {
        vector::sum(sums);
        vector::repeat_last(all, sums, places{});
        vector::take_on(sums, before);
        vector::take_on(before, all);
      } else {
        vector::load(goes_on, masks + j);
        vector::sum_runs(sums, goes_on);
        vector::repeat_last(all, sums, places{});
        typename vector::type open = before;
        vector::neutralise(open, goes_on);
        vector::take_on(sums, open);
        vector::repeat_last(goes_on, goes_on, places{});
        vector::neutralise(before, goes_on);
        vector::take_on(before, all);
      }
      vector::take_on(sums, first);
      if constexpr (std::is_same_v<Kind, inclusive>) {
        vector::store(out + i + j, sums);
      } else {
        vector::exclude(x, last, sums);
        if constexpr (!is_plus<Op, T>) {
          vector::load(goes_on, masks + j);
          vector::keep(x, goes_on, first);
          last = sums;
        }
        vector::store(out + i + j, x);
      }
    }
  }
  vector::take_on(before, first);
  sum = static_cast<T>(before[0]);
  return i;
}

#endif

}  // namespace thrum::detail

#endif
