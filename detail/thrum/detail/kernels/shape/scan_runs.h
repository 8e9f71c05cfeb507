// The shape of the scan of a run, and scans of whole runs on the calling thread: of short runs, and
// of runs that may be long.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/kernels/scan_runs_abreast.h>
#include <thrum/detail/kernels/scan_vectors.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns the sum of a run's first element, added to the start value if there is one.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Seed, class X, class Op>
THRUM_HD T first_sum(Seed const& init, X&& element, Op& op) {
  if constexpr (std::is_same_v<Seed, seed<T>>) {
    T sum = init.value;
    detail::fold_into(sum, detail::unfused(std::forward<X>(element)), op);
    return sum;
  } else {
    return static_cast<T>(detail::unfused(std::forward<X>(element)));
  }
}

/// Scans [i, end), which begins with a run, run by run. Returns the sum of the last run.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
THRUM_HD T scan_runs(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts, Seed const& init,
                     Op& op) {
  T sum = detail::first_sum<T>(init, values[i], op);
  if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], sum);
  else detail::store(out[i], init.value);
  for (++i; i < end; ++i) {
    if (starts(i)) {
      sum = detail::first_sum<T>(init, values[i], op);
      if constexpr (std::is_same_v<Kind, exclusive>) {
        detail::store(out[i], init.value);
        continue;
      }
    } else if constexpr (std::is_same_v<Kind, exclusive>) {
      T before = sum;
      detail::fold_into(sum, values[i], op);
      detail::store(out[i], std::move(before));
      continue;
    } else {
      detail::fold_into(sum, values[i], op);
    }
    detail::store(out[i], sum);
  }
  return sum;
}

/// Returns `start` if a run begins, otherwise `sum`, without a branch: the processor could not
/// foresee it.
template <class T>
THRUM_HD T start_or_sum(bool begins, T start, T sum) {
  std::uint64_t const begins_mask = detail::opaque(std::uint64_t{0} - std::uint64_t{begins});
  if constexpr (sizeof(T) > sizeof(begins_mask)) return begins_mask != 0 ? start : sum;
  else return static_cast<T>((std::uint64_t(start) & begins_mask) | (std::uint64_t(sum) & ~begins_mask));
}

/// Scans runs of integers as scan_runs does, without a branch on the data: a run begins from
/// `start`, which is the start value or neutral. `sum` is what the run of element i begins from, or
/// its sum so far.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Op>
THRUM_HD T scan_runs_of_integers(T start, T sum, std::ptrdiff_t i, std::ptrdiff_t end, V values, O out,
                                 Starts const& starts, Op& op) {
  auto const next = detail::starts_after_first(starts);
  detail::store(out[i], detail::scan_step<Kind>(sum, values[i], op));
  ++i;
#if !defined(__CUDACC__) && THRUM_HAS_VECTOR_TARGETS
  if constexpr (scans_in_vectors<V, O, T, Op>) {
    if (detail::vectors_of_processor() >= vector_level::avx2)
      i = detail::scan_runs_in_vectors<Kind, Op, T>(i, end, values, out, next, start, sum);
  }
#endif
  for (; i < end; ++i) {
    sum = detail::start_or_sum(next(i), start, sum);
    detail::store(out[i], detail::scan_step<Kind>(sum, values[i], op));
  }
  return sum;
}

/// Returns from what the sum of a run begins, for an Op that folds integers.
template <class T, class Op, class Seed>
THRUM_HD T start_of_sum(Seed const& init) {
  if constexpr (std::is_same_v<Seed, seed<T>>) return init.value;
  else return neutral_value<Op, T>;
}

/// Scans short runs of other numbers inclusively, as scan_runs does, without a branch on the data.
/// The run that is open at i has the sum `sum` so far. Each element of a group of `most` elements
/// first begins a run; then each element that continues a run is added to the sum before it.
THRUM_EXEC_CHECK_DISABLE
template <class T, class V, class O, class Starts, class Op>
THRUM_HD T scan_short_runs(T sum, std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts,
                           Op& op) {
  constexpr int most = 256;
  uninitialized_array<T, most + 1> room;
  T* const sums = room.items + 1;
  ::new (static_cast<void*>(room.items)) T(sum);
  for (; i < end; i += most) {
    int const n = static_cast<int>(detail::least(most, end - i));
    unsigned char others[most];
    int count = 0;
    for (int j = 0; j < n; ++j) {
      ::new (static_cast<void*>(sums + j)) T(static_cast<T>(values[i + j]));
      others[count] = static_cast<unsigned char>(j);
      count += starts(i + j) ? 0 : 1;
    }
    for (int k = 0; k < count; ++k) {
      int const j = others[k];
      T next = sums[j - 1];
      detail::fold_into(next, values[i + j], op);
      sums[j] = next;
    }
    for (int j = 0; j < n; ++j) detail::store(out[i + j], sums[j]);
    sums[-1] = sums[n - 1];
  }
  return sums[-1];
}

#if !defined(__CUDACC__) && THRUM_HAS_VECTOR_TARGETS
/// Scans short runs of floating-point numbers, each from `start`, as scan_runs does, for processors
/// with AVX2. A run begins at i.
template <class Kind, class T, class V, class Starts>
THRUM_TARGET_AVX2 T scan_short_runs_abreast(std::ptrdiff_t i, std::ptrdiff_t end, V values, T* out,
                                            Starts const& starts, T start) {
  auto const next = detail::starts_after_first(starts);
  T sum = start + values[i];
  out[i] = std::is_same_v<Kind, inclusive> ? sum : start;
  i = detail::scan_runs_abreast<Kind, T>(i + 1, end, values, out, next, start, sum);
  return detail::scan_one_stretch<Kind, T>(i, end, values, out, next, start, sum);
}
#endif

/// Scans [i, end), which begins with a run, for short runs. Returns the sum of the last run.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
THRUM_HD T scan_many_runs(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts,
                          Seed const& init, Op& op) {
  if constexpr (std::is_integral_v<T> && std::is_same_v<Seed, seed<T>>) {
    return detail::scan_runs_of_integers<Kind, T>(init.value, init.value, i, end, values, out, starts, op);
  } else if constexpr (adds_integers<Op, T> || scans_in_any_shape<V, T, Op>) {
    T const start = neutral_value<Op, T>;
    return detail::scan_runs_of_integers<Kind, T>(start, start, i, end, values, out, starts, op);
  } else {
#if !defined(__CUDACC__) && THRUM_HAS_VECTOR_TARGETS
    if constexpr (scans_floats<V, O, T> && adds_floats<Op, T>) {
      // -0 is what nothing is changed by that is added to it.
      if (detail::vectors_of_processor() >= vector_level::avx2) {
        T start = -T(0);
        if constexpr (std::is_same_v<Seed, seed<T>>) start = init.value;
        return detail::scan_short_runs_abreast<Kind, T>(i, end, values, out, starts, start);
      }
    }
#endif
#if !defined(__CUDA_ARCH__)
    if constexpr (std::is_arithmetic_v<T> && std::is_same_v<Seed, no_seed<T>>) {
      T const first = static_cast<T>(values[i]);
      detail::store(out[i], first);
      return detail::scan_short_runs<T>(first, i + 1, end, values, out, starts, op);
    }
#endif
    return detail::scan_runs<Kind, T>(i, end, values, out, starts, init, op);
  }
}

/// Scans [i, end), which begins with a run, for runs that may be long: each run is scanned as a
/// tile of a scan. Returns the sum of the last run.
THRUM_EXEC_CHECK_DISABLE
template <class Kind, class T, class V, class O, class Starts, class Seed, class Op>
THRUM_HD T scan_long_runs(std::ptrdiff_t i, std::ptrdiff_t end, V values, O out, Starts const& starts,
                          Seed const& init, Op& op) {
  while (true) {
    std::ptrdiff_t const next = detail::end_of_run(i, end, starts);
    T sum = detail::first_sum<T>(init, values[i], op);
    if constexpr (std::is_same_v<Kind, inclusive>) detail::store(out[i], sum);
    else detail::store(out[i], init.value);
    if (next - i > 1) sum = detail::scan_one_tile<Kind>(values + (i + 1), next - i - 1, out + (i + 1), sum, op);
    if (next == end) return sum;
    i = next;
  }
}

}  // namespace thrum::detail
