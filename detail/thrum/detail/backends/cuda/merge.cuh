// merge and merge_by_key. Blocks of threads merge few elements, in one launch and without scratch
// memory; otherwise cub::DeviceMerge merges. The documentation of cub::DeviceMerge does not promise
// stability. Its kernel, which is the kernel of Thrust's stable merge, is stable, and a test of
// ties watches this. It compares and copies elements of two types as their common type.
#pragma once

#include <cub/device/device_merge.cuh>

#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/row_tiles.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

/// Merges few elements. Returns false if there are many.
template <class A, class B, class Rows, class Less>
bool merge_few(cuda::policy const& exec, A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, Rows const& rows,
               Less const& less) {
  using body = merge_in_tiles<A, B, Rows, Less>;
  std::ptrdiff_t const n = na + nb;
  if (n > few_to_merge) return false;
  std::ptrdiff_t const tiles = (n + body::tiles::most - 1) / body::tiles::most;
  int const part = tiles > 1 ? body::tiles::length : detail::elements_of_thread(static_cast<int>(n));
  if (n > 0) detail::launch_blocks(exec.stream(), tiles, body{a, na, b, nb, rows, less, part});
  return true;
}

}  // namespace detail

template <class A, class B, class Rows, class Less>
void cuda::policy::merge_by_key(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, Rows rows, Less less) const {
  using K = std::common_type_t<std::iter_value_t<A>, std::iter_value_t<B>>;
  using V =
      std::common_type_t<std::iter_value_t<decltype(rows.values.a)>, std::iter_value_t<decltype(rows.values.b)>>;
  auto const guard = on_its_device();
  if (!detail::merge_few(*this, a, na, b, nb, rows, less)) {
    auto const x = detail::as_input_of<K>(a);
    auto const y = detail::as_input_of<K>(b);
    auto const with_x = detail::as_input_of<V>(rows.values.a);
    auto const with_y = detail::as_input_of<V>(rows.values.b);
    auto const keys = detail::as_output<K>(rows.keys.out);
    auto const values = detail::as_output<V>(rows.values.out);
    detail::cub_order<K, Less> const order{less};
    detail::call_cub(*this, "cub::DeviceMerge::MergePairs", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceMerge::MergePairs(temporary, bytes, x, with_x, na, y, with_y, nb, keys, values, order,
                                            stream_);
    });
  }
  finish();
}

template <class A, class B, class O, class Less>
void cuda::policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  using T = std::common_type_t<std::iter_value_t<A>, std::iter_value_t<B>>;
  auto const guard = on_its_device();
  if (!detail::merge_few(*this, a, na, b, nb, detail::column{a, b, out}, less)) {
    // cub::DeviceMerge stores the elements of both ranges in the element type of the first range.
    auto const x = detail::as_input_of<T>(a);
    auto const y = detail::as_input_of<T>(b);
    auto const to = detail::as_output<T>(out);
    detail::cub_order<T, Less> const order{less};
    detail::call_cub(*this, "cub::DeviceMerge::MergeKeys", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceMerge::MergeKeys(temporary, bytes, x, na, y, nb, to, order, stream_);
    });
  }
  finish();
}

}  // namespace thrum
