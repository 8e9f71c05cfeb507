// Scans that start anew in many places: scan_by_key and, on a device, the scans of segments. The
// plan of scan_by_key:
// 1. If the output overwrites the keys, note where the runs start.
// 2. On the host, scan the runs tile by tile.
// 3. On a device, scan by the backend's own scan of runs. If the backend has none, make one scan of
//    the sum since the last start, together with whether there was a start. The operator of that
//    scan is associative if the given one is (Blelloch, 1990, on segmented scans).
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/called_output.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/scan_by_key.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/detail/primitives/scan.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The state of a stretch of elements: the sum since its last start, or the sum of all, and whether
/// there is a start in the stretch.
template <class T>
struct restart_state {
  T sum;
  bool starts;
};

template <class Op>
struct restart_sum {
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD restart_state<T> operator()(restart_state<T> a, restart_state<T> const& b) {
    if (b.starts) return b;
    detail::fold_into(a.sum, b.sum, op);
    return a;
  }
};

/// Returns element i as the state that is scanned. At a start the element is added to the start
/// value, if there is one.
template <class I, class Starts, class Seed, class Op>
struct restart_reader {
  using T = typename Seed::type;
  I first;
  Starts starts;
  Seed init;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD restart_state<T> operator()(std::ptrdiff_t i) const {
    bool const start = starts(i);
    if constexpr (std::is_same_v<Seed, seed<T>>) {
      if (start) {
        T sum = init.value;
        Op add = op;
        detail::fold_into(sum, first[i], add);
        return {std::move(sum), true};
      }
    }
    return {static_cast<T>(first[i]), start};
  }
};

/// Writes the result of a scan for index i: the sum, or the start value if an exclusive scan starts
/// there.
template <class Put, class Starts, class Seed, class Kind>
struct restart_writer {
  Put put;
  Starts starts;
  Seed init;
  THRUM_EXEC_CHECK_DISABLE
  template <class S>
  THRUM_HD void operator()(std::ptrdiff_t i, S&& state) const {
    if constexpr (std::is_same_v<Kind, exclusive>) {
      if (starts(i)) return put(i, init.value);
    }
    put(i, std::forward<S>(state).sum);
  }
};

/// Stores x in out[i].
template <class O>
struct element_writer {
  O out;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD void operator()(std::ptrdiff_t i, X&& x) const {
    detail::store(out[i], std::forward<X>(x));
  }
};

/// Scans n elements, and starts anew wherever starts(i) holds. starts(0) has to hold. put(i, sum)
/// takes the results.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Put, class Starts, class Seed, class Op, class Kind>
THRUM_HD void restarted_scan(B const& exec, I first, std::ptrdiff_t n, Put put, Starts starts, Seed init, Op op,
                             Kind kind) {
  using T = typename Seed::type;
  using writer = restart_writer<Put, Starts, Seed, Kind>;
  auto const in = detail::computed<restart_state<T>>(restart_reader<I, Starts, Seed, Op>{first, starts, init, op});
  called_output<writer> const out(writer{std::move(put), std::move(starts), init});
  if constexpr (std::is_same_v<Kind, inclusive>) {
    detail::scan(exec, in, n, out, no_seed<restart_state<T>>{}, restart_sum<Op>{std::move(op)}, kind);
  } else {
    detail::scan(exec, in, n, out, seed<restart_state<T>>{{init.value, false}}, restart_sum<Op>{std::move(op)},
                 kind);
  }
}

THRUM_EXEC_CHECK_DISABLE
template <class B, class V, class O, class Starts, class Seed, class Op, class Kind>
THRUM_HD void scan_runs_on_device(B const& exec, V values, std::ptrdiff_t n, O out, Starts starts, Seed init,
                                  Op op, Kind kind) {
  if constexpr (has_native<B, native::scan_runs>) {
    exec.scan_runs(values, n, out, std::move(starts), std::move(init), std::move(op), kind);
  } else {
    detail::restarted_scan(exec, values, n, element_writer<O>{out}, std::move(starts), std::move(init),
                           std::move(op), kind);
  }
}

THRUM_EXEC_CHECK_DISABLE
template <class B, class V, class O, class Starts, class Seed, class Op, class Kind>
THRUM_HD void scan_from_starts(B const& exec, V values, std::ptrdiff_t n, O out, Starts starts, Seed init, Op op,
                               Kind kind) {
  if constexpr (backend_traits<B>::runs_on_host) {
    detail::scan_runs_in_tiles(exec, values, n, out, std::move(starts), std::move(init), std::move(op), kind);
  } else if constexpr (scans_in_any_shape<V, typename Seed::type, Op>) {
    detail::scan_runs_on_device(detail::any_shape_of(exec), values, n, out, std::move(starts), std::move(init),
                                std::move(op), kind);
  } else {
    detail::scan_runs_on_device(exec, values, n, out, std::move(starts), std::move(init), std::move(op), kind);
  }
}

/// The memory that an output writes, if a pointer leads to it, also behind a function of what is
/// written.
template <class O>
THRUM_HD constexpr void const* written_memory(O const& out) {
  if constexpr (std::is_pointer_v<O>) return out;
  else if constexpr (requires { requires std::is_pointer_v<std::remove_cvref_t<decltype(out.base())>>; })
    return out.base();
  else return nullptr;
}

/// Scans each run of equal keys. The output may be the values. The output may also be the keys, if
/// the keys are in memory: then the beginnings of the runs are noted first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class O, class Equal, class Seed, class Op, class Kind>
THRUM_HD void scan_by_key(B const& exec, K keys, std::ptrdiff_t n, V values, O out, Equal same, Seed init, Op op,
                          Kind kind) {
  run_starts<K, Equal> const begins{keys, std::move(same)};
  if constexpr (std::is_pointer_v<K> && backend_traits<B>::has_scratch) {
    if (n > 0 && static_cast<void const*>(keys) == detail::written_memory(out)) {
      scratch_array<unsigned char, B> const flags(exec, n);
      detail::step_of(exec).for_each_n(n, flag_writer<run_starts<K, Equal>>{flags.data(), begins}, default_grain);
      return detail::scan_from_starts(exec, values, n, out, flag_is{flags.data(), true}, std::move(init),
                                      std::move(op), kind);
    }
  }
  detail::scan_from_starts(exec, values, n, out, begins, std::move(init), std::move(op), kind);
}

}  // namespace thrum::detail

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/deterministic/scan_by_key.cuh>
#include <thrum/detail/backends/cuda/scan_runs.cuh>
#endif
