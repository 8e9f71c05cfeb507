// merge. One thread block merges few elements; otherwise cub::DeviceMerge merges. The documentation
// of cub::DeviceMerge does not promise stability. Its kernel, which is the kernel of Thrust's
// stable merge, is stable, and a test of ties watches this. Elements of two types are compared and
// copied as their common type.
#pragma once

#include <cub/device/device_merge.cuh>

#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {

template <class A, class B, class O, class Less>
void cuda::policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  using T = std::common_type_t<std::iter_value_t<A>, std::iter_value_t<B>>;
  if (na + nb <= 0) return;
  auto const guard = on_its_device();
  // cub::DeviceMerge stores the elements of both ranges in the element type of the first range.
  auto x = detail::as_input_of<T>(a);
  auto y = detail::as_input_of<T>(b);
  auto to = detail::as_output<T>(out);
  detail::cub_order<T, Less> const order{less};
  using value = detail::cub_value<T>;
  if constexpr (detail::few_in_block<value> > 0) {
    using few = detail::merge_in_block<value, decltype(x), decltype(y), decltype(to), detail::cub_order<T, Less>>;
    if (na + nb <= few::most) {
      detail::launch_blocks(stream_, 1, few{x, static_cast<int>(na), y, static_cast<int>(nb), to, order});
      return finish();
    }
  }
  detail::call_cub(*this, "cub::DeviceMerge::MergeKeys", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceMerge::MergeKeys(temporary, bytes, x, na, y, nb, to, order, stream_);
  });
  finish();
}

}  // namespace thrum
