// scan: the prefix sums of a range.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/scan.h>
#include <thrum/detail/backends/seq/scan.h>
#include <cstddef>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/deterministic/scan.cuh>
#include <thrum/detail/backends/cuda/scan.cuh>
#endif

namespace thrum::detail {

/// Stores the prefix sums of n elements at out, which may be first. op is associative. `kind` is
/// inclusive or exclusive, `seed` a seed<T> or a no_seed<T>, T the type that sums are made in.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class Seed, class Op, class Kind>
THRUM_HD void scan(B const& exec, I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) {
  if constexpr (has_native<B, native::scan>) {
    exec.scan(first, n, out, std::move(seed), std::move(op), kind);
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native scan");
    detail::tiled_scan(exec, first, n, out, std::move(seed), std::move(op), kind);
  }
}

}  // namespace thrum::detail
