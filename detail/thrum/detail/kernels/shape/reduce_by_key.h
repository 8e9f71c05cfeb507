// The shape of reduce_by_key: one sum for each run of equal keys. As for reduce, the shape depends
// on n and the runs alone.
//
// The input is cut into tiles of 8192. The part of a run in one tile is summed from left to right.
// Parts of 64 elements or more are summed side by side instead: floating-point numbers that are
// added in sixteen lanes, as the eight lanes of reduce, and other small elements in four quarters.
// The parts of a run are then added from left to right. In a tile that begins with short runs, all
// parts of numbers but the last are summed from left to right. (Sums of integers are the same in
// any shape.)
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/arithmetic.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/find_ahead.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <thrum/detail/kernels/runs/run_lists.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/kernels/scan_runs_abreast.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

inline constexpr std::ptrdiff_t reduce_by_key_tile = 8192;

/// The sums of four quarters of n elements each, which are summed side by side.
template <class T>
struct quarter_sums {
  T items[4];
};
THRUM_EXEC_CHECK_DISABLE
template <class T, class I, class Op, int... K>
THRUM_HD quarter_sums<T> sum_quarters(I first, std::ptrdiff_t n, Op& op, std::integer_sequence<int, K...>) {
  quarter_sums<T> sum{{static_cast<T>(first[K * n])...}};
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    (detail::fold_into(sum.items[K], first[K * n + i], op), ...);
  }
  return sum;
}

/// Lanes of a long part of floating-point numbers that are added. 478196 float in runs of 500 to
/// 1500 and of 1 to 2000, seq, ns an element, quarters -> lanes: 0.53 -> 0.38 and 0.57 -> 0.46 at
/// -O2, 0.48 -> 0.33 and 0.63 -> 0.38 at -O3 -march=native. The 32 lanes of reduce take as long.
inline constexpr int lanes_of_part = 16;

/// Sums the values of [i, end).
THRUM_EXEC_CHECK_DISABLE
template <class T, class V, class Op>
THRUM_HD T sum_part(V values, std::ptrdiff_t i, std::ptrdiff_t end, Op& op) {
  if constexpr (adds_integers<Op, T>) {
    if (end - i >= long_part) return detail::reduce_one_tile<T>(values + i, end - i, op);
  } else if constexpr (adds_floats<Op, T>) {
    using lanes = std::make_integer_sequence<int, lanes_of_part>;
    if (end - i >= long_part) return detail::reduce_in_few_lanes<T>(values + i, end - i, op, lanes{});
  } else if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) <= 16) {
    if (end - i >= long_part) {
      std::ptrdiff_t const quarter = (end - i) / 4;
      auto sums = detail::sum_quarters<T>(values + i, quarter, op, std::make_integer_sequence<int, 4>{});
      for (i += 4 * quarter; i < end; ++i) detail::fold_into(sums.items[3], values[i], op);
      for (int k = 1; k < 4; ++k) detail::fold_into(sums.items[0], sums.items[k], op);
      return sums.items[0];
    }
  }
  T sum = static_cast<T>(values[i]);
  for (++i; i < end; ++i) detail::fold_into(sum, values[i], op);
  return sum;
}

/// Sums the values from i to the end of the run or of the tile. Leaves the index after the last of
/// them in i.
THRUM_EXEC_CHECK_DISABLE
template <class T, class V, class K, class Equal, class Op>
THRUM_HD T sum_run(V values, std::ptrdiff_t& i, std::ptrdiff_t end, run_starts<K, Equal> const& begins, Op& op) {
  std::ptrdiff_t const begin = i;
  i = detail::end_of_run(i, end, begins);
  return detail::sum_part<T>(values, begin, i, op);
}

/// Reduces [i, end). At i a run with the number k - 1 is open, with the sum `open` so far. Writes
/// the sums of the runs that end; `open` becomes the sum of the last run. Returns the number after
/// that of the last run that began. There is no branch on the data: for a group of elements, the
/// sums of the runs that begin are made first, and then the elements that continue these runs are
/// added.
THRUM_EXEC_CHECK_DISABLE
template <class T, class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD std::ptrdiff_t reduce_short_runs(std::ptrdiff_t i, std::ptrdiff_t end, K keys, V values, KO keys_out,
                                          VO values_out, std::ptrdiff_t k, T& open,
                                          run_starts<K, Equal> const& begins, Op& op) {
  uninitialized_array<T, run_lists::most + 1> room;
  T* const sums = room.items;
  inner_run_starts<K, Equal> const differs{begins.keys, begins.equal};
  for (; i < end; i += run_lists::most) {
    run_lists const runs(i, static_cast<int>(detail::least(run_lists::most, end - i)), differs);
    int const heads = runs.heads();
    ::new (static_cast<void*>(sums)) T(open);
    for (int r = 0; r < heads; ++r) {
      ::new (static_cast<void*>(sums + r + 1)) T(static_cast<T>(values[i + runs.head(r)]));
      detail::store(keys_out[k + r], keys[i + runs.head(r)]);
    }
    for (int j = 0; j < runs.rest(); ++j) detail::fold_into(sums[runs.run(j)], values[i + runs.place(j)], op);
    for (int r = 0; r < heads; ++r) detail::store(values_out[k - 1 + r], sums[r]);
    open = sums[heads];
    k += heads;
  }
  return k;
}

#if !defined(__CUDACC__) && THRUM_HAS_VECTOR_TARGETS
/// Does the same as reduce_short_runs for floating-point numbers in memory that are added, for
/// processors with AVX2: scans a part of the range, and takes the sums before which runs begin.
template <class T, class K, class V, class KO, class VO, class Equal>
THRUM_TARGET_AVX2 std::ptrdiff_t add_short_runs(std::ptrdiff_t i, std::ptrdiff_t end, K keys, V values,
                                                KO keys_out, VO values_out, std::ptrdiff_t k, T& open,
                                                run_starts<K, Equal> const& begins) {
  constexpr std::ptrdiff_t most = 4096;
  inner_run_starts<K, Equal> const differs{begins.keys, begins.equal};
  uninitialized_array<T, most + 1> room;
  T* const sums = room.items;
  unsigned char flags[most];
  for (; i < end; i += most) {
    std::ptrdiff_t const n = detail::least(most, end - i);
    inner_run_starts<K, Equal> const starts{differs.keys + i, differs.equal};
    sums[0] = open;
    T sum = open;
    std::ptrdiff_t const done =
        detail::scan_runs_abreast<inclusive, T>(0, n, values + i, sums + 1, starts, -T(0), sum);
    open = detail::scan_one_stretch<inclusive, T>(done, n, values + i, sums + 1, starts, -T(0), sum);
    std::ptrdiff_t const heads = detail::set_flags(0, n, flags, starts);
    detail::copy_flagged(keys + i, flags, n, heads, keys_out + k);
    detail::copy_flagged(sums, flags, n, heads, values_out + (k - 1));
    k += heads;
  }
  return k;
}
#endif

/// Does the same as reduce_short_runs for integers that op adds, in runs of any length. In a group
/// of elements in which runs begin, the sum of a run is the difference of two prefix sums. Prefix
/// sums are unsigned, because they may overflow where no sum of a run does.
template <class T, class K, class V, class KO, class VO, class Equal, class Op>
THRUM_INLINED std::ptrdiff_t add_runs_of_any_length(std::ptrdiff_t i, std::ptrdiff_t end, K keys, V values,
                                                    KO keys_out, VO values_out, std::ptrdiff_t k, T& open,
                                                    run_starts<K, Equal> const& begins, Op& op) {
  using number = std::make_unsigned_t<T>;
  inner_run_starts<K, Equal> differs{begins.keys, begins.equal};
  plus<number> add;
  while (end - i >= flag_group) {
    unsigned char flags[flag_group];
    detail::answer_group(i, flags, differs);
    std::uint64_t heads = detail::flag_bits(flags);
    if (heads == 0) {
      std::ptrdiff_t const next = detail::end_of_run(i + flag_group - 1, end, begins);
      T const part = detail::sum_part<T>(values, i, next, op);
      detail::fold_into(open, part, op);
      i = next;
      continue;
    }
    number room[flag_group], before[flag_group];
    number const all = detail::scan_one_tile<exclusive>(detail::as_unsigned<T>(values + i, flag_group, room),
                                                        flag_group, before, static_cast<number>(open), add);
    number before_run = 0;
    for (; heads != 0; heads &= heads - 1, ++k) {
      int const j = detail::lowest_bit(heads);
      detail::store(keys_out[k], keys[i + j]);
      detail::store(values_out[k - 1], static_cast<T>(static_cast<number>(before[j] - before_run)));
      before_run = before[j];
    }
    open = static_cast<T>(static_cast<number>(all - before_run));
    i += flag_group;
  }
  for (; i < end; ++i) {
    if (differs(i)) {
      detail::store(keys_out[k], keys[i]);
      detail::store(values_out[k - 1], open);
      open = static_cast<T>(values[i]);
      ++k;
    } else {
      detail::fold_into(open, values[i], op);
    }
  }
  return k;
}

template <class T, class K, class V, class KO, class VO, class Equal, class Op>
THRUM_TARGET_AVX2 std::ptrdiff_t add_runs_by_wide_vectors(std::ptrdiff_t i, std::ptrdiff_t end, K keys, V values,
                                                          KO keys_out, VO values_out, std::ptrdiff_t k, T& open,
                                                          run_starts<K, Equal> const& begins, Op& op) {
  return detail::add_runs_of_any_length(i, end, keys, values, keys_out, values_out, k, open, begins, op);
}
template <class T, class K, class V, class KO, class VO, class Equal, class Op>
std::ptrdiff_t add_runs(std::ptrdiff_t i, std::ptrdiff_t end, K keys, V values, KO keys_out, VO values_out,
                        std::ptrdiff_t k, T& open, run_starts<K, Equal> const& begins, Op& op) {
#if THRUM_HAS_VECTOR_TARGETS
  if (detail::vectors_of_processor() >= vector_level::avx2)
    return detail::add_runs_by_wide_vectors(i, end, keys, values, keys_out, values_out, k, open, begins, op);
#endif
  return detail::add_runs_of_any_length(i, end, keys, values, keys_out, values_out, k, open, begins, op);
}

/// Does the same as reduce_short_runs, as fast as the processor can.
THRUM_EXEC_CHECK_DISABLE
template <class T, class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD std::ptrdiff_t reduce_many_runs(std::ptrdiff_t i, std::ptrdiff_t end, K keys, V values, KO keys_out,
                                         VO values_out, std::ptrdiff_t k, T& open,
                                         run_starts<K, Equal> const& begins, Op& op) {
#if !defined(__CUDACC__) && THRUM_HAS_VECTOR_TARGETS
  if constexpr (scans_floats<V, T*, T> && std::is_pointer_v<K> && adds_floats<Op, T>) {
    if (detail::vectors_of_processor() >= vector_level::avx2)
      return detail::add_short_runs<T>(i, end, keys, values, keys_out, values_out, k, open, begins);
  }
#endif
  return detail::reduce_short_runs(i, end, keys, values, keys_out, values_out, k, open, begins, op);
}

/// Reduces [begin, end), one tile. `carry` holds the sum of the run that is open at begin, if there
/// is one; afterwards `carry` holds the sum of the run that is open at end. Writes the runs that
/// end in the tile, from index k on. Returns the index after the last run that began.
THRUM_EXEC_CHECK_DISABLE
template <class T, class K, class V, class KO, class VO, class Begins, class Op>
THRUM_HD std::ptrdiff_t reduce_tile_by_key(std::ptrdiff_t begin, std::ptrdiff_t end, K keys, V values, KO keys_out,
                                           VO values_out, std::ptrdiff_t k, slot<T>& carry, Begins begins, Op op) {
  std::ptrdiff_t i = begin;
#if !defined(__CUDA_ARCH__)
  if constexpr (adds_integers<Op, T>) {
    if (begins(i)) {
      if (carry) detail::store(values_out[k - 1], *carry);
      detail::store(keys_out[k++], keys[i]);
      carry.emplace(values[i]);
      ++i;
    }
    return detail::add_runs(i, end, keys, values, keys_out, values_out, k, *carry, begins, op);
  }
#endif
  if (!begins(i)) {
    T part = detail::sum_run<T>(values, i, end, begins, op);
    detail::fold_into(*carry, part, op);
  }
#if !defined(__CUDA_ARCH__)
  if constexpr (std::is_arithmetic_v<T>) {
    if (detail::are_short_runs(i, end, begins)) {
      // All but the last run: other tiles need the sum of that one.
      std::ptrdiff_t last = end - 1;
      while (!begins(last)) --last;
      if (carry) detail::store(values_out[k - 1], *carry);
      detail::store(keys_out[k++], keys[i]);
      T open = static_cast<T>(values[i]);
      k = detail::reduce_many_runs(i + 1, last, keys, values, keys_out, values_out, k, open, begins, op);
      carry.emplace(open);
      i = last;
    }
  }
#endif
  while (i < end) {
    if (carry) detail::store(values_out[k - 1], std::move(*carry));
    detail::store(keys_out[k++], keys[i]);
    carry.emplace(detail::sum_run<T>(values, i, end, begins, op));
  }
  return k;
}

}  // namespace thrum::detail
