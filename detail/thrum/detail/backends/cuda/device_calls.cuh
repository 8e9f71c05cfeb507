// The facts about functors and operators that the CUDA policy needs.
#pragma once

#include <thrum/functional.h>
#include <functional>
#include <type_traits>

namespace thrum {
namespace detail {

/// A kernel that is never launched: see cuda::policy::calls.
template <class F, class... Args>
static __global__ void call_on_device(void* p) {
  static_cast<void>(
      (*static_cast<F*>(p))(static_cast<Args&&>(*static_cast<std::remove_reference_t<Args>*>(p))...));
}

template <class I>
static __global__ void read_on_device(void* p) {
  I const& it = *static_cast<I*>(p);
  if constexpr (requires { it.element(0); }) static_cast<void>(it.element(0));
  else static_cast<void>(it[0]);
}

/// Whether an operator is addition, for which CUB has tuned its kernels.
template <class Op, class T>
inline constexpr bool is_cub_plus =
    std::is_arithmetic_v<T> && (std::is_same_v<Op, plus<T>> || std::is_same_v<Op, plus<void>> ||
                                std::is_same_v<Op, std::plus<T>> || std::is_same_v<Op, std::plus<void>>);

}  // namespace detail
}  // namespace thrum
