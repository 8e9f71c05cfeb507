// find_first and find_first_into: the least index that a predicate accepts.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/find_first.h>
#include <thrum/detail/backends/seq/find_first.h>
#include <cstddef>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/find_first.cuh>
#endif

namespace thrum::detail {

/// Returns the least i in [0, n) with pred(i), or n if there is none. `tile` indices are worth a
/// task of a host's backend; callers give fewer if pred takes long.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P>
THRUM_HD std::ptrdiff_t find_first(B const& exec, std::ptrdiff_t n, P pred, std::ptrdiff_t tile = default_grain) {
  if constexpr (has_native<B, native::find_first>) {
    static_cast<void>(tile);
    return exec.find_first(n, std::move(pred));
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native find_first");
    return detail::tiled_find_first(exec, n, std::move(pred), tile);
  }
}

/// Stores the result of find_first at `out`. A backend with a native form does not wait for the
/// result.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P, class O>
THRUM_HD void find_first_into(B const& exec, std::ptrdiff_t n, P pred, O out) {
  if constexpr (has_native<B, native::find_first_into>) {
    exec.find_first_into(n, std::move(pred), out);
  } else {
    detail::leave(exec, out, detail::find_first(exec, n, std::move(pred)));
  }
}

/// Does find_first for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class P>
THRUM_HD auto find_first_to(To to, Answer answer, B const& exec, std::ptrdiff_t n, P pred) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::find_first(exec, n, std::move(pred)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::find_first_into(exec, n, std::move(pred), cell.out());
    return cell.close();
  }
}

}  // namespace thrum::detail
