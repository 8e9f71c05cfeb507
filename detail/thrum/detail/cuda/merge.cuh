// merge: cub::DeviceMerge. Its documentation does not promise stability; its kernel, which is that of Thrust's stable
// merge, has it, and a test of ties watches it. Elements of two types are compared and copied as their common type.
#pragma once

#include <cub/device/device_merge.cuh>

#include <cstddef>
#include <iterator>
#include <thrum/detail/cuda/call.cuh>
#include <thrum/detail/cuda/elements.cuh>
#include <thrum/detail/cuda/policy.cuh>
#include <type_traits>

namespace thrum {

template <class A, class B, class O, class Less>
void cuda::policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  using T = std::common_type_t<std::iter_value_t<A>, std::iter_value_t<B>>;
  if (na + nb <= 0) return;
  auto const guard = on_its_device();
  auto const to = detail::as_output<T>(out);
  detail::call_cub(*this, "cub::DeviceMerge::MergeKeys", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceMerge::MergeKeys(temporary, bytes, detail::as_input<T>(a), na, detail::as_input<T>(b), nb,
                                         to, detail::ordered<T, Less>{less}, stream_);
  });
  finish();
}

}  // namespace thrum
