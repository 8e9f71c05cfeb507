// reduce and reduce_into: the sum of a range.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/reduce.h>
#include <thrum/detail/backends/seq/reduce.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/deterministic/reduce.cuh>
#include <thrum/detail/backends/cuda/reduce.cuh>
#endif

namespace thrum::detail {

/// Returns op over init and the n elements; op is associative and commutative.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class T, class Op>
THRUM_HD T reduce(B const& exec, I first, std::ptrdiff_t n, T init, Op op) {
  if constexpr (has_native<B, native::reduce>) {
    return exec.reduce(first, n, std::move(init), std::move(op));
  } else {
    static_assert(has_default<B>, "thrum: a backend whose code runs elsewhere needs the native reduce");
    return detail::tiled_reduce(exec, first, n, std::move(init), std::move(op));
  }
}

/// Stores the result of reduce at `out`. A backend with a native form does not wait for the result.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class T, class Op>
THRUM_HD void reduce_into(B const& exec, I first, std::ptrdiff_t n, O out, T init, Op op) {
  if constexpr (has_native<B, native::reduce_into>) {
    exec.reduce_into(first, n, out, std::move(init), std::move(op));
  } else {
    detail::leave(exec, out, detail::reduce(exec, first, n, std::move(init), std::move(op)));
  }
}

/// Does reduce for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class T, class Op>
THRUM_HD auto reduce_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, T init, Op op) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::reduce(exec, first, n, std::move(init), std::move(op)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::reduce_into(exec, first, n, cell.out(), std::move(init), std::move(op));
    return cell.close();
  }
}

}  // namespace thrum::detail
