// merge, and merge_by_key of many elements. One thread block merges few elements; otherwise
// cub::DeviceMerge merges. The documentation of cub::DeviceMerge does not promise stability. Its
// kernel, which is the kernel of Thrust's stable merge, is stable, and a test of ties watches this.
// Elements of two types are compared and copied as their common type.
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
namespace detail {

/// Merges two ranges in type T if they have few elements. Returns false otherwise.
template <class T, class A, class B, class O, class Less>
bool merge_few(cuda::policy const& exec, A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) {
  using value = cub_value<T>;
  if (na + nb > few_in_block<value>) return false;
  if (na + nb <= 0) return true;
  if constexpr (few_in_block<value> > 0) {
    auto const guard = exec.on_its_device();
    auto const x = detail::as_input_of<T>(a);
    auto const y = detail::as_input_of<T>(b);
    auto const to = detail::as_output<T>(out);
    using order = cub_order<T, Less>;
    using body = merge_in_block<value, decltype(x), decltype(y), decltype(to), order>;
    detail::launch_blocks(exec.stream(), 1,
                          body{x, static_cast<int>(na), y, static_cast<int>(nb), to, order{less}});
    exec.finish();
  }
  return true;
}

}  // namespace detail

template <class A, class B, class O, class Less>
void cuda::policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  using T = std::common_type_t<std::iter_value_t<A>, std::iter_value_t<B>>;
  if (detail::merge_few<T>(*this, a, na, b, nb, out, less)) return;
  auto const guard = on_its_device();
  // cub::DeviceMerge stores the elements of both ranges in the element type of the first range.
  auto const x = detail::as_input_of<T>(a);
  auto const y = detail::as_input_of<T>(b);
  auto const to = detail::as_output<T>(out);
  detail::cub_order<T, Less> const order{less};
  detail::call_cub(*this, "cub::DeviceMerge::MergeKeys", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceMerge::MergeKeys(temporary, bytes, x, na, y, nb, to, order, stream_);
  });
  finish();
}

}  // namespace thrum

namespace thrum::detail {

/// Merges many keys, and moves their values with them.
template <class A, class B, class V, class W, class KO, class VO, class Less>
void merge_many_by_key(cuda::policy const& exec, A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, V values_a,
                       W values_b, KO keys_out, VO values_out, Less less) {
  using key = std::common_type_t<std::iter_value_t<A>, std::iter_value_t<B>>;
  using value = std::common_type_t<std::iter_value_t<V>, std::iter_value_t<W>>;
  auto const guard = exec.on_its_device();
  auto const x = detail::as_input_of<key>(a);
  auto const y = detail::as_input_of<key>(b);
  auto const with_x = detail::as_input_of<value>(values_a);
  auto const with_y = detail::as_input_of<value>(values_b);
  auto const keys_to = detail::as_output<key>(keys_out);
  auto const values_to = detail::as_output<value>(values_out);
  cub_order<key, Less> const order{less};
  detail::call_cub(exec, "cub::DeviceMerge::MergePairs", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceMerge::MergePairs(temporary, bytes, x, with_x, na, y, with_y, nb, keys_to, values_to,
                                          order, exec.stream());
  });
  exec.finish();
}

}  // namespace thrum::detail
