// Hands results over between the memory of a policy and the host.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/results.cuh>
#endif

namespace thrum::detail {

template <class O, class T>
struct value_storer {
  O out;
  T value;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) const { detail::store(out[0], value); }
};

/// Copies *value to *out, both in memory of the policy.
template <class O, class T>
struct pointed_value_storer {
  O out;
  T const* value;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) const { detail::store(out[0], *value); }
};

/// Stores value to *out, where the code of the policy runs.
THRUM_EXEC_CHECK_DISABLE
template <class B, class O, class T>
THRUM_HD void leave(B const& exec, O out, T value) {
  if constexpr (backend_traits<B>::runs_on_host) detail::store(out[0], std::move(value));
  else exec.for_each_n(1, value_storer<O, T>{out, std::move(value)}, 1);
}

/// Returns a value in the scratch memory of a policy to the host. Waits for the value.
THRUM_EXEC_CHECK_DISABLE
template <class B, class T>
THRUM_HD T read(B const& exec, T const* p) {
  if constexpr (backend_traits<B>::has_read) {
    return exec.read(p);
  } else {
    static_assert(backend_traits<B>::runs_on_host,
                  "thrum: a backend whose code runs elsewhere needs a member read");
    return *p;
  }
}

/// Returns f(0) to the host, computed where the code of the policy runs: on a device as a reduction
/// of one element. op of T{} and a value is the value.
THRUM_EXEC_CHECK_DISABLE
template <class T, class B, class F, class Op = plus<>>
THRUM_HD T read_computed(B const& exec, F f, Op op = {}) {
  if constexpr (backend_traits<B>::runs_on_host) return static_cast<T>(f(std::ptrdiff_t{0}));
  else return exec.reduce(detail::computed<T>(std::move(f)), 1, T{}, std::move(op));
}

}  // namespace thrum::detail
