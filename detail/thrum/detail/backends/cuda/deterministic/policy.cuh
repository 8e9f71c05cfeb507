// cuda::par.deterministic(): the CUDA policy whose sums have the same shape as those of seq. The
// primitives that differ from those of cuda::par are declared here and defined in the files in this
// folder. policy.cuh includes this file.
#pragma once

#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <cstddef>
#include <utility>

namespace thrum {
namespace cuda {
inline namespace THRUM_BUILD_NAMESPACE {

/// A policy like cuda::par except for the shape of its sums. reduce, scan, reduce_by_key and the
/// algorithms that use them, also by key and by segment, give the same bits as seq.
/// docs/guides/determinism.md says what this requires of functors, and what it costs.
// The class has two bases, so that a function that takes any policy does not take it for one of the
// bases: as a base it would lose its type.
class deterministic_policy : public policy, public execution_policy<deterministic_policy> {
 public:
  constexpr deterministic_policy() = default;
  constexpr explicit deterministic_policy(policy const& p) : policy(p) {}

  constexpr deterministic_policy deterministic() const { return *this; }
  constexpr deterministic_policy on(cudaStream_t stream) const { return deterministic_policy(policy::on(stream)); }
  constexpr deterministic_policy on_device(int number) const {
    return deterministic_policy(policy::on_device(number));
  }
  template <class Resource>
  constexpr deterministic_policy with(Resource&& resource) const {
    return deterministic_policy(policy::with(std::forward<Resource>(resource)));
  }
  template <class Allocator>
  constexpr deterministic_policy operator()(Allocator&& allocator) const {
    return with(std::forward<Allocator>(allocator));
  }

  // The backend: see thrum/backend.h.
  static constexpr native natives =
      policy::natives | native::scan_runs | native::reduce_segments | native::scan_segments | native::sum_bins;
  template <class V, class Step>
  void iterate(std::ptrdiff_t repetitions, V& current, V& next, Step& step) const;
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const;
  template <class I, class O, class T, class Op>
  void reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const;
  template <class I, class O, class Seed, class Op, class Kind>
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const;
  template <class K, class V, class KO, class VO, class Equal, class Op>
  std::ptrdiff_t reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                               Op op) const;
  template <class K, class V, class KO, class VO, class Equal, class Op, class C>
  void reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same, Op op,
                          C count) const;
  template <class V, class O, class Starts, class Seed, class Op, class Kind>
  void scan_runs(V values, std::ptrdiff_t n, O out, Starts starts, Seed seed, Op op, Kind kind) const;
  template <class I, class S, class O, class T, class Op>
  void reduce_segments(I first, S segments, O out, T init, Op op) const;
  template <class I, class S, class O, class Seed, class Op, class Kind>
  void scan_segments(I first, S segments, O out, Seed seed, Op op, Kind kind) const;
  template <class T, class Bin, class Value, class O>
  void sum_bins(std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out, T zero) const;

  // For the primitives.
  constexpr deterministic_policy step() const { return deterministic_policy(policy::step()); }
  policy const& any_shape() const { return *this; }
  /// Runs a body of launch/team.h for `blocks` blocks of threads. Does not wait.
  template <class Body>
  void run_blocks(std::ptrdiff_t blocks, Body body) const {
    if (blocks <= 0) return;
    auto const guard = on_its_device();
    detail::launch_blocks(stream(), blocks, body);
  }
};

}  // namespace THRUM_BUILD_NAMESPACE
}  // namespace cuda
}  // namespace thrum
