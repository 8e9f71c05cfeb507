// reduce_by_key and reduce_by_key_into: the sums of runs of equal keys.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/reduce_by_key.h>
#include <thrum/detail/backends/seq/reduce_by_key.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/deterministic/reduce_by_key.cuh>
#include <thrum/detail/backends/cuda/reduce_by_key.cuh>
#endif

namespace thrum::detail {

/// Writes the first key and the sum of the values of each run of equal adjacent keys. Returns the
/// number of runs.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD std::ptrdiff_t reduce_by_key(B const& exec, K keys, std::ptrdiff_t n, V values, KO keys_out,
                                      VO values_out, Equal same, Op op) {
  if constexpr (has_native<B, native::reduce_by_key>) {
    return exec.reduce_by_key(keys, n, values, keys_out, values_out, std::move(same), std::move(op));
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native reduce_by_key");
    return detail::tiled_reduce_by_key(exec, keys, n, values, keys_out, values_out, std::move(same),
                                       std::move(op));
  }
}

/// Does what reduce_by_key does, and leaves the number of runs at `count`. A backend with a native
/// form does not wait for the number.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class KO, class VO, class Equal, class Op, class C>
THRUM_HD void reduce_by_key_into(B const& exec, K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                 Equal same, Op op, C count) {
  if constexpr (has_native<B, native::reduce_by_key_into>) {
    exec.reduce_by_key_into(keys, n, values, keys_out, values_out, std::move(same), std::move(op), count);
  } else {
    detail::leave(
        exec, count,
        detail::reduce_by_key(exec, keys, n, values, keys_out, values_out, std::move(same), std::move(op)));
  }
}

/// Does reduce_by_key for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class K, class V, class KO, class VO, class Equal, class Op>
THRUM_HD auto reduce_by_key_to(To to, Answer answer, B const& exec, K keys, std::ptrdiff_t n, V values,
                               KO keys_out, VO values_out, Equal same, Op op) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(
        detail::reduce_by_key(exec, keys, n, values, keys_out, values_out, std::move(same), std::move(op)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::reduce_by_key_into(exec, keys, n, values, keys_out, values_out, std::move(same), std::move(op),
                               cell.out());
    return cell.close();
  }
}

}  // namespace thrum::detail
