// reduce_by_key by one scan of (sum of the run so far, number of runs so far). The values that the
// scan writes at the ends of the runs are the result. One pass is therefore enough for any equality
// and any sizes, and cub::DeviceReduce::ReduceByKey, which has no choice of equality, is not
// needed.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/scan.cuh>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <cstddef>
#include <iterator>

namespace thrum {
namespace detail {

/// The sum of the last run of a stretch of the input, and how many runs begin in the stretch.
template <class T>
struct run_sum {
  cub_value<T> sum;
  std::ptrdiff_t runs;
};

template <class T, class K, class V, class Equal>
struct run_sum_reader {
  run_starts<K, Equal> begins;
  V values;
  __device__ run_sum<T> operator()(std::ptrdiff_t i) {
    return {detail::to_cub_value<T>(static_cast<T>(values[i])), begins(i) ? 1 : 0};
  }
};

template <class T, class Op>
struct run_sum_joiner {
  cub_operator<T, Op> op;
  __device__ run_sum<T> operator()(run_sum<T> const& a, run_sum<T> const& b) const {
    if (b.runs != 0) return {b.sum, a.runs + b.runs};
    return {op(a.sum, b.sum), a.runs};
  }
};

template <class T, class K, class KO, class VO, class Equal, class C>
struct run_sum_writer {
  run_starts<K, Equal> begins;
  std::ptrdiff_t n;
  KO keys_out;
  VO values_out;
  C count;
  __device__ void operator()(std::ptrdiff_t i, run_sum<T> const& state) {
    std::ptrdiff_t const run = state.runs - 1;
    if (begins(i)) keys_out[run] = begins.keys[i];
    bool const last = i == n - 1;
    if (last || begins(i + 1)) values_out[run] = detail::from_cub_value<T>(state.sum);
    if (last) detail::store(count[0], state.runs);
  }
};

}  // namespace detail

template <class K, class V, class KO, class VO, class Equal, class Op, class C>
void cuda::policy::reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                                      Op op, C result) const {
  using T = std::iter_value_t<V>;
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  using reader = detail::run_sum_reader<T, K, V, Equal>;
  using writer = detail::run_sum_writer<T, K, KO, VO, Equal, C>;
  detail::run_starts<K, Equal> const begins{keys, same};
  detail::read_iterator<reader, detail::run_sum<T>> const in(reader{begins, values});
  detail::write_iterator<writer, detail::run_sum<T>> const out(writer{begins, n, keys_out, values_out, result});
  detail::run_sum_joiner<T, Op> const join{{op}};
  using sum = detail::run_sum<T>;
  if (detail::scan_by_one_block<sum, true>(stream_, in, n, out, detail::no_seed<sum>{}, join)) return finish();
  detail::call_cub(*this, "cub::DeviceScan::InclusiveScan", [&](void* temporary, std::size_t& bytes) {
    return ::cub::DeviceScan::InclusiveScan(temporary, bytes, in, out, join, n, stream_);
  });
  finish();
}

template <class K, class V, class KO, class VO, class Equal, class Op>
std::ptrdiff_t cuda::policy::reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out,
                                           Equal same, Op op) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> runs(*this);
  step().reduce_by_key_into(keys, n, values, keys_out, values_out, same, op, runs.data());
  return runs.get();
}

}  // namespace thrum
