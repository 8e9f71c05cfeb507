// scan, and exclusive_scan_from. One thread block scans few elements; otherwise cub::DeviceScan
// scans in one pass over the data. The device decides the order in which the tiles are joined, so
// that the rounding of float sums may differ from run to run.
#pragma once

// CUB calls a member of an empty object in a place where GCC at -O1 takes the object for
// uninitialised.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <cub/device/device_scan.cuh>
#include <cub/util_type.cuh>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/starts.h>
#include <cstddef>
#include <type_traits>

namespace thrum {
namespace detail {

/// Scans the range in type S if it has few elements, with the arguments that CUB would be given.
/// Returns false otherwise.
template <class S, bool Inclusive, class I, class O, class Start, class Op>
bool scan_by_one_block(cudaStream_t stream, I first, std::ptrdiff_t n, O out, Start start, Op op) {
  if constexpr (few_in_block<S> > 0) {
    using body = scan_in_block<S, Inclusive, I, O, Start, Op>;
    if (n <= body::most) {
      detail::launch_blocks(stream, 1, body{first, static_cast<int>(n), out, start, op});
      return true;
    }
  }
  return false;
}

}  // namespace detail

template <class I, class O, class Seed, class Op, class Kind>
void cuda::policy::scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind) const {
  using T = typename Seed::type;
  constexpr bool seeded = !std::is_same_v<Seed, detail::no_seed<T>>;
  constexpr bool is_inclusive = std::is_same_v<Kind, detail::inclusive>;
  static_assert(seeded || is_inclusive, "an exclusive scan has a start value");
  if (n <= 0) return;
  auto const guard = on_its_device();
  auto const in = detail::as_input<T>(first);
  auto const to = detail::as_output<T>(out);
  auto const sum = detail::as_operator<T, std::remove_const_t<decltype(in)>>(op);
  auto const start = [&] {
    if constexpr (seeded) return detail::known_start<detail::cub_value<T>>{detail::to_cub_value<T>(seed.value)};
    else return detail::no_seed<detail::cub_value<T>>{};
  }();
  if (detail::scan_by_one_block<detail::cub_value<T>, is_inclusive>(stream_, in, n, to, start, sum))
    return finish();
  detail::call_cub(*this, "cub::DeviceScan", [&](void* temporary, std::size_t& bytes) {
    if constexpr (!seeded) {
      return ::cub::DeviceScan::InclusiveScan(temporary, bytes, in, to, sum, n, stream_);
    } else if constexpr (is_inclusive) {
      return ::cub::DeviceScan::InclusiveScanInit(temporary, bytes, in, to, sum,
                                                  detail::to_cub_value<T>(seed.value), n, stream_);
    } else {
      return ::cub::DeviceScan::ExclusiveScan(temporary, bytes, in, to, sum, detail::to_cub_value<T>(seed.value),
                                              n, stream_);
    }
  });
  finish();
}

}  // namespace thrum

namespace thrum::detail {

/// Does an exclusive scan whose start value is at `start`.
template <class I, class O, class T, class Op>
void exclusive_scan_from(cuda::policy const& exec, I first, std::ptrdiff_t n, O out, T const* start, Op op) {
  auto const guard = exec.on_its_device();
  auto const in = detail::as_input<T>(first);
  auto const to = detail::as_output<T>(out);
  auto const sum = detail::as_operator<T, std::remove_const_t<decltype(in)>>(op);
  auto* const at = reinterpret_cast<cub_value<T>*>(const_cast<T*>(start));
  if (detail::scan_by_one_block<cub_value<T>, false>(exec.stream(), in, n, to, start_in_memory<cub_value<T>>{at},
                                                     sum)) {
    return exec.finish();
  }
  ::cub::FutureValue<cub_value<T>> const init(at);
  detail::call_cub(exec, "cub::DeviceScan::ExclusiveScan", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceScan::ExclusiveScan(temporary, bytes, in, to, sum, init, n, exec.stream());
  });
  exec.finish();
}

}  // namespace thrum::detail
