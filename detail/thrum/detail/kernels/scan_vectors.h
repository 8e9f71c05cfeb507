// Prefix sums of integers in vectors of 16 or 32 bytes, of a whole range or of its runs. Within 16
// bytes, each element takes on the sums of 1, 2, 4, ... elements before it (Hillis and Steele,
// 1986); then the upper 16 bytes take on the sum of the lower ones. So each vector waits only for
// one addition of the previous vector. For runs, masks stop the sums where a run begins (Blelloch,
// 1990, on segmented scans).
#pragma once

#if !defined(__CUDACC__)

#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Tells whether a scan's elements, sums and results are integers of one type in memory.
template <class I, class O, class T>
inline constexpr bool scans_in_vectors = std::is_integral_v<T> && sizeof(T) <= 8 && std::is_same_v<O, T*> &&
                                         (std::is_same_v<I, T*> || std::is_same_v<I, T const*>);

/// A vector of integers. The integers are unsigned: they wrap around as the sums of C++'s narrow
/// and unsigned integers do. (Vectors are passed by reference: a program that is compiled for
/// narrower vectors cannot pass them by value.)
template <class T, int bytes>
struct integer_vector {
  using number = std::make_unsigned_t<T>;
  static constexpr int lanes = bytes / static_cast<int>(sizeof(T)), row = 16 / static_cast<int>(sizeof(T));
  using places = std::make_integer_sequence<int, lanes>;
  typedef number type __attribute__((vector_size(bytes)));

  THRUM_INLINED static void load(type& v, void const* from) { std::memcpy(&v, from, sizeof v); }
  THRUM_INLINED static void store(void* to, type const& v) { std::memcpy(to, &v, sizeof v); }

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
    pick<(K < row ? K : lanes + row - 1)...>(to, before, v);
  }
  /// Sets `to` to the last element of v at every place.
  template <int... K>
  THRUM_INLINED static void repeat_last(type& to, type const& v, std::integer_sequence<int, K...>) {
    pick<(K * 0 + lanes - 1)...>(to, v, v);
  }

  /// Makes v its inclusive prefix sums.
  template <int by = 1>
  THRUM_INLINED static void sum(type& v) {
    type moved;
    if constexpr (by < row) move_up<by>(moved, type{}, v, places{});
    else move_over(moved, type{}, v, places{});
    if constexpr (by < lanes) {
      v += moved;
      sum<(by < row ? 2 * by : lanes)>(v);
    }
  }
  /// Makes v the inclusive prefix sums of runs. `goes_on` has all bits set where a run goes on;
  /// afterwards also in the places where the run before v goes on.
  template <int by = 1>
  THRUM_INLINED static void sum_runs(type& v, type& goes_on) {
    if constexpr (by < lanes) {
      type moved, still;
      if constexpr (by < row) {
        move_up<by>(moved, type{}, v, places{});
        move_up<by>(still, ~type{}, goes_on, places{});
      } else {
        move_over(moved, type{}, v, places{});
        move_over(still, ~type{}, goes_on, places{});
      }
      v += moved & goes_on;
      goes_on &= still;
      sum_runs<(by < row ? 2 * by : lanes)>(v, goes_on);
    }
  }
};

/// Scans from `carry`, which becomes the sum so far. Scans as many of n integers as make pairs of
/// vectors, and returns how many. `out` is `first` or elsewhere.
template <class Kind, int bytes, class T>
THRUM_INLINED std::ptrdiff_t scan_vectors(T const* first, std::ptrdiff_t n, T* out, T& carry) {
  using vector = integer_vector<T, bytes>;
  using places = typename vector::places;
  constexpr std::ptrdiff_t lanes = vector::lanes;
  typename vector::type before = typename vector::type{} + static_cast<typename vector::number>(carry);
  std::ptrdiff_t i = 0;
  for (; n - i >= 2 * lanes; i += 2 * lanes) {
    typename vector::type x, y, all;
    vector::load(x, first + i);
    vector::load(y, first + i + lanes);
    typename vector::type sums_of_x = x, sums_of_y = y;
    vector::sum(sums_of_x);
    vector::sum(sums_of_y);
    vector::repeat_last(all, sums_of_x, places{});
    sums_of_y += all;
    vector::repeat_last(all, sums_of_y, places{});
    if constexpr (std::is_same_v<Kind, exclusive>) {
      sums_of_x -= x;
      sums_of_y -= y;
    }
    vector::store(out + i, before + sums_of_x);
    vector::store(out + i + lanes, before + sums_of_y);
    before += all;
  }
  carry = static_cast<T>(before[0]);
  return i;
}
template <class Kind, class T>
THRUM_TARGET_AVX2 std::ptrdiff_t scan_wide_vectors(T const* first, std::ptrdiff_t n, T* out, T& carry) {
  return detail::scan_vectors<Kind, 32>(first, n, out, carry);
}
template <class Kind, class T>
std::ptrdiff_t scan_in_vectors(T const* first, std::ptrdiff_t n, T* out, T& carry) {
  if (detail::vectors_of_processor() >= vector_level::avx2)
    return detail::scan_wide_vectors<Kind>(first, n, out, carry);
  return detail::scan_vectors<Kind, 16>(first, n, out, carry);
}

#if THRUM_HAS_VECTOR_TARGETS

/// The number of elements that are asked at once whether they begin a run.
inline constexpr std::ptrdiff_t run_group = 64;

/// Scans the runs in groups of run_group integers of [i, end), each from `start`. Returns the index
/// after the groups. `sum` is the sum of the run that is open at i, and becomes that of the run at
/// the end.
template <class Kind, class T, class Starts>
THRUM_TARGET_AVX2 std::ptrdiff_t scan_runs_in_vectors(std::ptrdiff_t i, std::ptrdiff_t end, T const* values,
                                                      T* out, Starts const& starts, T start, T& sum) {
  using vector = integer_vector<T, 32>;
  using places = typename vector::places;
  using number = typename vector::number;
  typedef unsigned long long words __attribute__((vector_size(32)));
  constexpr std::ptrdiff_t lanes = vector::lanes;
  auto const first = static_cast<number>(start);
  // What the open run has in addition to `start`.
  typename vector::type before = typename vector::type{} + static_cast<number>(static_cast<number>(sum) - first);
  for (; end - i >= run_group; i += run_group) {
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
        sums += before + first;
        before += all;
      } else {
        vector::load(goes_on, masks + j);
        vector::sum_runs(sums, goes_on);
        vector::repeat_last(all, sums, places{});
        sums += (before & goes_on) + first;
        vector::repeat_last(goes_on, goes_on, places{});
        before = all + (before & goes_on);
      }
      if constexpr (std::is_same_v<Kind, exclusive>) sums -= x;
      vector::store(out + i + j, sums);
    }
  }
  sum = static_cast<T>(before[0] + first);
  return i;
}

#endif

}  // namespace thrum::detail

#endif
