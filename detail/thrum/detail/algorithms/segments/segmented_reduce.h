// Sums of segments. On the host each sum is the reduction of its segment, by one task or by all. A
// device may have a primitive for them; without it all elements are one scan that starts anew with
// each segment, and whose result at the end of a segment is the segment's sum.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/scan_by_key.h>
#include <thrum/detail/algorithms/segments/segments.h>
#include <thrum/detail/functional/arithmetic.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/scan.h>
#include <thrum/detail/primitives/reduce.h>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Calls finish(s, sum) if the scan of a whole range has come to the end of segment s.
template <class S, class Starts, class Finish>
struct segment_end_writer {
  S segments;
  Starts starts;
  Finish finish;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD void operator()(std::ptrdiff_t i, T&& sum) const {
    if (i + 1 < segments.n && !starts(i + 1)) return;
    std::ptrdiff_t const s = segments.find(i);
    if (s >= 0 && s < segments.count) finish(s, std::forward<T>(sum));
  }
};

template <class S, class Finish>
struct empty_segment_writer {
  S segments;
  Finish finish;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t s) const {
    if (segments.size(s) == 0) finish.empty(s);
  }
};

/// Calls finish(s, sum) with the sum of each segment, or finish.empty(s), by a policy that runs on
/// a device.
template <class T, class B, class I, class S, class Op, class Finish>
void finish_segments_by_scan(B const& exec, I first, S segments, Op op, Finish finish) {
  if (segments.count <= 0) return;
  empty_segment_writer<S, Finish> const empty{segments, finish};
  if (segments.n <= 0) return exec.for_each_n(segments.count, empty, default_grain);
  B const step = detail::step_of(exec);
  if constexpr (!std::same_as<S, segments_by_size>) step.for_each_n(segments.count, empty, default_grain);
  segment_starts<B, S> const heads(step, segments);
  auto const starts = heads.starts();
  using starts_type = std::remove_const_t<decltype(starts)>;
  detail::restarted_scan(exec, first, segments.n,
                         segment_end_writer<S, starts_type, Finish>{segments, starts, std::move(finish)}, starts,
                         no_seed<T>{}, std::move(op), inclusive{});
}

/// Stores in out[s] the result of op over init and a sum.
template <class O, class T, class Op>
struct segment_sum_writer {
  O out;
  T init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD void operator()(std::ptrdiff_t s, U&& sum) const {
    T total = init;
    Op add = op;
    detail::fold_into(total, std::forward<U>(sum), add);
    detail::store(out[s], std::move(total));
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void empty(std::ptrdiff_t s) const { detail::store(out[s], init); }
};

template <class I, class S, class O, class T, class Op>
struct segment_reduction {
  I first;
  S segments;
  O out;
  T init;
  Op op;
  /// (Inlined by force: each call of a short segment takes as long as its sum.)
  THRUM_EXEC_CHECK_DISABLE
  template <class B>
  [[gnu::always_inline]] THRUM_HD inline void operator()(B const& exec, std::ptrdiff_t s) const {
    std::ptrdiff_t const begin = segments.begin(s), size = segments.size(s);
    if constexpr (std::is_arithmetic_v<T>) {
      // Does what reduce does with few elements, without a call.
      if (0 < size && size <= reduce_few_elements) {
        T total = init;
        Op add = op;
        T sum = detail::reduce_few<T>(first + begin, size, add);
        detail::fold_into(total, sum, add);
        return detail::store(out[s], total);
      }
    }
    detail::store(out[s], detail::reduce(exec, first + begin, size, init, op));
  }
};

/// A segment_reduction of integers that op adds: the sum of a short segment is the difference of
/// two prefix sums. Prefix sums are unsigned, because they may overflow where no sum does.
template <class I, class S, class O, class T, class Op>
struct segment_reduction_of_integers : segment_reduction<I, S, O, T, Op> {
  using one_by_one = segment_reduction<I, S, O, T, Op>;
  void each_of(std::ptrdiff_t s, std::ptrdiff_t limit) {
    using number = std::make_unsigned_t<T>;
    plus<number> add;
    while (s < limit) {
      segment_group<S> const group(one_by_one::segments, s, limit, [](std::ptrdiff_t) {});
      std::ptrdiff_t const n = group.end - group.begin;
      if (!group.is_worth_it()) {
        do one_by_one::operator()(seq_policy{}, s++);
        while (s < group.last);
        continue;
      }
      number room[segment_group<S>::most], sums[segment_group<S>::most + 1];
      auto before = static_cast<number>(one_by_one::init);
      sums[0] = before;
      static_cast<void>(detail::scan_one_tile<inclusive>(
          detail::as_unsigned<T>(one_by_one::first + group.begin, n, room), n, sums + 1, before, add));
      for (number sum = before; s < group.last; ++s, sum = before) {
        before = sums[one_by_one::segments.end(s) - group.begin];
        detail::store(one_by_one::out[s],
                      static_cast<T>(static_cast<number>(static_cast<number>(one_by_one::init) + (before - sum))));
      }
    }
  }
};

/// Stores in out[s] the result of op over init and the elements of segment s.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class S, class O, class T, class Op>
THRUM_HD void segmented_reduce(B const& exec, I first, S segments, O out, T init, Op op) {
  if constexpr (backend_traits<B>::runs_on_host) {
    segment_reduction<I, S, O, T, Op> work{first, segments, out, std::move(init), std::move(op)};
    if constexpr (reduces_in_any_shape<I, T, Op>)
      detail::for_each_segment(exec, segments, segment_reduction_of_integers<I, S, O, T, Op>{std::move(work)});
    else detail::for_each_segment(exec, segments, std::move(work));
  } else if constexpr (has_native<B, native::reduce_segments>) {
    if constexpr (reduces_in_any_shape<I, T, Op>)
      detail::any_shape_of(exec).reduce_segments(first, segments, out, std::move(init), std::move(op));
    else exec.reduce_segments(first, segments, out, std::move(init), std::move(op));
  } else {
    detail::finish_segments_by_scan<T>(detail::any_shape_of(exec), first, segments, op,
                                       segment_sum_writer<O, T, Op>{out, std::move(init), op});
  }
}

}  // namespace thrum::detail

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/deterministic/segments.cuh>
#include <thrum/detail/backends/cuda/segments.cuh>
#endif
