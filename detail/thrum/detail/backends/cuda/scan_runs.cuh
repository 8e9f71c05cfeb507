// scan_runs in one pass over the values, for any places where runs begin. Scans by key are composed
// on it.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/runs.cuh>
#include <cstddef>
#include <type_traits>

namespace thrum {
namespace detail {

/// Stores the sum up to each element, which begins anew with each run. The block stores those of a
/// tile together.
template <class O, class Seed, class Kind>
struct runs_scanned {
  using T = typename Seed::type;
  using value = cub_value<T>;
  static constexpr bool counts = false;
  template <int Tile>
  struct shared {};
  O out;
  Seed init;

  /// Returns what takes the sums of a tile of n elements. The block calls it at first, so that the
  /// output reads what it needs to know.
  __device__ decltype(auto) of_tile(std::ptrdiff_t begin, int n) const {
    if constexpr (requires { out.of_tile(begin, n); })
      return runs_scanned<decltype(out.of_tile(begin, n)), Seed, Kind>{out.of_tile(begin, n), init};
    else return (*this);
  }
  template <class Add>
  __device__ value begin(value const& item, Add const& add) const {
    if constexpr (std::is_same_v<Seed, seed<T>>) return add(detail::to_cub_value<T>(init.value), item);
    else return item;
  }
  template <int Items, bool Full, class Pass, class Sum>
  __device__ void take(Pass const& pass, std::ptrdiff_t tile, int size, bool, int mine, unsigned heads,
                       value const (&item)[Items], Sum const& before, int, typename Pass::shared& room) const {
    int const t = static_cast<int>(threadIdx.x);
    cub_operator<T, decltype(pass.op)> const add{pass.op};
    O to = out;
    value sum = before.value;
    THRUM_UNROLL
    for (int j = 0; j < Items; ++j) {
      if (!Full && j >= mine) break;
      bool const begins = (heads >> j & 1U) != 0;
      value const sum_before = sum;
      sum = begins ? begin(item[j], add) : add(sum, item[j]);
      value const result = [&] {
        if constexpr (std::is_same_v<Kind, inclusive>) return sum;
        else return begins ? detail::to_cub_value<T>(init.value) : sum_before;
      }();
      if constexpr (Pass::keeps) detail::put<value>(room.values.items + t * Items + j, result);
      else detail::store(to[tile + t], detail::from_cub_value<T>(result));
    }
    if constexpr (Pass::keeps) {
      __syncwarp();
      detail::for_places<Items, Full>(
          size, [&](int k) { detail::store(to[tile + k], detail::from_cub_value<T>(room.values.items[k])); });
    }
  }
};

}  // namespace detail

template <class V, class O, class Starts, class Seed, class Op, class Kind>
void cuda::policy::scan_runs(V values, std::ptrdiff_t n, O out, Starts starts, Seed seed, Op op, Kind) const {
  if (n <= 0) return;
  auto const guard = on_its_device();
  detail::pass_over_runs<typename Seed::type, int>(*this, n, starts, values, op,
                                                   detail::runs_scanned<O, Seed, Kind>{out, seed});
  finish();
}

}  // namespace thrum
