// compact and compact_into: the elements that a predicate of indices keeps, in order.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/compact.h>
#include <thrum/detail/backends/seq/compact.h>
#include <cstddef>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/compact.cuh>
#endif

namespace thrum::detail {

/// Copies the elements first[i] with keep(i) to out, in order. Returns their number. The ranges do
/// not overlap.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class K>
THRUM_HD std::ptrdiff_t compact(B const& exec, I first, std::ptrdiff_t n, O out, K keep) {
  if constexpr (has_native<B, native::compact>) {
    return exec.compact(first, n, out, std::move(keep));
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native compact");
    return detail::tiled_compact(exec, first, n, out, std::move(keep));
  }
}

/// Does what compact does, and leaves the number at `count`. A backend with a native form does not
/// wait for the number.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class K, class C>
THRUM_HD void compact_into(B const& exec, I first, std::ptrdiff_t n, O out, K keep, C count) {
  if constexpr (has_native<B, native::compact_into>) {
    exec.compact_into(first, n, out, std::move(keep), count);
  } else {
    detail::leave(exec, count, detail::compact(exec, first, n, out, std::move(keep)));
  }
}

/// Does compact for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class O, class K>
THRUM_HD auto compact_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, O out, K keep) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::compact(exec, first, n, out, std::move(keep)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::compact_into(exec, first, n, out, std::move(keep), cell.out());
    return cell.close();
  }
}

}  // namespace thrum::detail
