// compact, compact_into. One thread block compacts few elements; otherwise cub::DeviceSelect runs
// over the elements, or over their indices if reading an element is more than a load.
#pragma once

#include <cub/device/device_select.cuh>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

template <class K>
struct keep_flag {
  K keep;
  __device__ bool operator()(std::ptrdiff_t i) { return static_cast<bool>(keep(i)); }
};

}  // namespace detail

template <class I, class O, class K, class C>
void cuda::policy::compact_into(I first, std::ptrdiff_t n, O out, K keep, C result) const {
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  using few = detail::compact_in_block<I, O, K, C>;
  if (n <= few::most) {
    detail::launch_blocks(stream_, 1, few{first, static_cast<int>(n), out, keep, result});
    return finish();
  }
  auto const kept = detail::as_output<std::ptrdiff_t>(result);
  detail::read_iterator<detail::keep_flag<K>, bool> const flags(detail::keep_flag<K>{keep});
  auto const select = [&](auto in, auto to) {
    detail::call_cub(*this, "cub::DeviceSelect::Flagged", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceSelect::Flagged(temporary, bytes, in, flags, to, kept, n, stream_);
    });
  };
  using T = std::iter_value_t<I>;
  if constexpr (detail::plain_pointer<I, T>() && detail::plain_pointer<O, T>()) {
    select(first, out);
  } else {
    using indices = detail::read_iterator<detail::own_index, std::ptrdiff_t>;
    using elements = detail::write_iterator<detail::element_storer<I, O>, std::ptrdiff_t>;
    select(indices(detail::own_index{}), elements(detail::element_storer<I, O>{first, out}));
  }
  finish();
}

template <class I, class O, class K>
std::ptrdiff_t cuda::policy::compact(I first, std::ptrdiff_t n, O out, K keep) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> kept(*this);
  step().compact_into(first, n, out, keep, kept.data());
  return kept.get();
}

}  // namespace thrum
