// The CUDA policy. Its primitives are declared here. Each is defined in a file of its own in this
// folder, which the algorithms that use the primitive include. This file includes for_each_n, which
// nearly all algorithms use.
#pragma once

#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/launch/capture.h>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/memory/stream_scratch.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/functional.h>
#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// A kernel that is never launched: see cuda::policy::calls.
template <class F, class... Args>
static __global__ void call_on_device(void* p) {
  static_cast<void>(
      (*static_cast<F*>(p))(static_cast<Args&&>(*static_cast<std::remove_reference_t<Args>*>(p))...));
}

template <class I>
static __global__ void read_on_device(void* p) {
  I const& it = *static_cast<I*>(p);
  if constexpr (requires { it.element(0); }) static_cast<void>(it.element(0));
  else static_cast<void>(it[0]);
}

/// Whether an operator is addition, for which CUB has tuned its kernels.
template <class Op, class T>
inline constexpr bool is_cub_plus =
    std::is_arithmetic_v<T> && (std::is_same_v<Op, plus<T>> || std::is_same_v<Op, plus<void>> ||
                                std::is_same_v<Op, std::plus<T>> || std::is_same_v<Op, std::plus<void>>);

}  // namespace detail

namespace cuda {
inline namespace THRUM_BUILD_NAMESPACE {

class deterministic_policy;

/// A policy that runs algorithms on a CUDA device in the order of a stream. The device is the
/// current one unless it is named.
///
/// `par` has finished its work when a call returns, as Thrust's policy has, so that the host may
/// read unified memory at once. `par_nosync` waits only if a call hands a result to the host
/// (reduce, find, copy_if, ...). Other calls return when their work is in the stream, and their
/// arguments have to live until the work is done.
///
/// Functors are called on the device. They need THRUM_LAMBDA, __device__, or a type with members of
/// this kind, and cannot throw. A failure of the runtime is thrown as thrum::cuda_error. If memory
/// runs out, std::bad_alloc is thrown. A failure of earlier work in the stream appears at the next
/// call that waits.
///
/// Scratch memory comes from the stream-ordered pool of the device, which keeps the memory that it
/// has got: in the steady state, no call of cudaMalloc or cudaFree is made. A user's resource that
/// knows streams (cuda::workspace, cuda::memory_pool, any resource with allocate_async and
/// deallocate_async, as those of RMM) is asked in the order of the policy's stream, and nothing
/// waits. Any other resource gets each block of memory back after the stream has been waited for.
class policy : public execution_policy<policy> {
 public:
  constexpr policy() = default;
  constexpr explicit policy(bool synchronous) : synchronous_(synchronous) {}
  /// Takes the policy out of a checked policy, for calls that are no algorithms and so are not
  /// checked: cuda::launch and cuda::graph.
  template <class Checked>
    requires requires(Checked const& p) {
      { p.unchecked() } -> std::same_as<policy const&>;
    }
  constexpr policy(Checked const& p) : policy(p.unchecked()) {}

  /// Returns the policy on this stream. By default a policy uses the default stream of the calling
  /// thread.
  constexpr policy on(cudaStream_t stream) const {
    policy p = *this;
    p.stream_ = stream;
    return p;
  }
  /// Returns the policy on this device, whichever device is current: in the default stream of the
  /// device, or in one of its streams that on() names. Scratch memory is memory of this device. A
  /// cuda::device converts to its number.
  constexpr policy on_device(int number) const {
    if (number < 0) detail::throw_cuda_error(cudaErrorInvalidDevice, "on_device", __FILE__, __LINE__);
    policy p = *this;
    p.device_ = number;
    return p;
  }
  /// Returns the policy with scratch memory from a resource or allocator of memory that the device
  /// reaches, or from what a pointer points to. Memory is allocated in the order of the stream if
  /// the members of the resource say that this is possible (see
  /// detail/backends/cuda/memory/stream_scratch.h). The resource is kept by reference. A temporary
  /// may be an allocator without state, as thrum::device_allocator is, or an allocator of the size
  /// of a pointer, which is copied.
  template <class Resource>
  constexpr policy with(Resource&& resource) const {
    using source = std::remove_pointer_t<std::remove_cvref_t<Resource>>;
    if constexpr (requires { typename source::memory_space; }) {
      static_assert(reaches<typename source::memory_space>,
                    "thrum: cuda::par cannot use memory of this resource: it is the host's");
    }
    policy p = *this;
    p.scratch_ = detail::stream_scratch_from(std::forward<Resource>(resource));
    return p;
  }
  /// Does the same as with(), in Thrust's spelling.
  template <class Allocator>
  constexpr policy operator()(Allocator&& allocator) const {
    return with(std::forward<Allocator>(allocator));
  }

  /// Returns the same policy except that sums have the bits that seq gives. The result has its own
  /// type.
  template <class P = deterministic_policy>
  constexpr P deterministic() const {
    return P(*this);
  }

  constexpr cudaStream_t stream() const { return stream_; }

  /// Waits for the work in the stream. Throws if some of the work failed.
  void sync() const {
    require_results();
    auto const guard = on_its_device();
    detail::cuda_check(detail::runtime::stream_synchronize(stream_), "cudaStreamSynchronize");
  }

  // The backend: see thrum/backend.h.
  static constexpr native natives =
      native::reduce | native::scan | native::find_first | native::compact | native::sort | native::sort_by_key |
      native::merge | native::reduce_by_key | native::reduce_into | native::find_first_into |
      native::compact_into | native::reduce_by_key_into | native::count_bins | native::for_each_block |
      native::iterate | native::compact_in_place | native::compact_in_place_into | native::divide |
      native::divide_into | native::scan_runs | native::reduce_segments;
  /// Whether compact_in_place takes run_starts of its own elements.
  template <class T>
  static constexpr bool compacts_runs_in_place = sizeof(T) <= detail::few_largest;
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t = 0) const;
  template <int Lanes, class F>
  void for_each_block(std::ptrdiff_t blocks, int lanes_of_block, F f) const;
  template <class V, class Step>
  void iterate(std::ptrdiff_t repetitions, V& current, V& next, Step& step) const;
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const;
  template <class I, class O, class T, class Op>
  void reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const;
  template <class I, class O, class Seed, class Op, class Kind>
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const;
  template <class P>
  std::ptrdiff_t find_first(std::ptrdiff_t n, P pred) const;
  template <class P, class O>
  void find_first_into(std::ptrdiff_t n, P pred, O out) const;
  template <class I, class O, class K>
  std::ptrdiff_t compact(I first, std::ptrdiff_t n, O out, K keep) const;
  template <class I, class O, class K, class C>
  void compact_into(I first, std::ptrdiff_t n, O out, K keep, C count) const;
  template <class T, class K>
  std::ptrdiff_t compact_in_place(T* first, std::ptrdiff_t n, K keep) const;
  template <class T, class K, class C>
  void compact_in_place_into(T* first, std::ptrdiff_t n, K keep, C count) const;
  template <class I, class A, class R, class K>
  std::ptrdiff_t divide(I first, std::ptrdiff_t n, A accepted, R rejected, K accept) const;
  template <class I, class A, class R, class K, class C>
  void divide_into(I first, std::ptrdiff_t n, A accepted, R rejected, K accept, C count) const;
  template <class K, class Less>
  void sort(K keys, std::ptrdiff_t n, Less less) const;
  template <class K, class V, class Less>
  void sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const;
  template <class A, class B, class O, class Less>
  void merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const;
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
  template <class T>
  T read(T const* p) const;
  template <class Bin, class C>
  void count_bins(std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, C* counts) const;
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    auto const guard = on_its_device();
    if (capture_ != nullptr) {
      if (void* const p = capture_->allocate(scratch_, bytes, alignment)) return p;
    }
    if (scratch_) return scratch_.allocate(scratch_.object, bytes, alignment, stream_);
    return detail::cuda_device_memory::allocate_async(bytes, alignment, stream_);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    detail::cuda_device_guard const guard(device_);
    if (capture_ != nullptr && capture_->deallocate(p)) return;
    if (!scratch_) return detail::cuda_device_memory::deallocate_async(p, stream_);
    scratch_.deallocate(scratch_.object, p, bytes, alignment, stream_);
  }
  template <class Space>
  static constexpr bool reaches = detail::cuda_reaches<Space>;
  /// Makes nvcc check that device code can call f(args...). Otherwise nvcc stays silent if the
  /// functions of the library, which are for host and device, call a function of the host alone,
  /// and leaves the call out.
  template <class F, class... Args>
  static constexpr bool calls = &detail::call_on_device<F, Args...> != nullptr;
  template <class I>
  static constexpr bool reads = &detail::read_on_device<I> != nullptr;
  template <class Op, class T>
  static constexpr bool calls_operator = [] {
    if constexpr (detail::is_cub_plus<Op, T>) return true;
    else return calls<Op, T const&, T const&>;
  }();

  // For the primitives and for algorithms.
  /// Merges two sorted ranges of keys, stably, and their values with them.
  template <class A, class B, class Rows, class Less>
  void merge_by_key(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, Rows rows, Less less) const;
  /// Takes the rows that the rule selects from the walk through the sorted a and b. Returns their
  /// number, for which the host waits.
  template <class Rule, class I, class J, class Rows, class Less>
  std::ptrdiff_t set_operation(I a, std::ptrdiff_t na, J b, std::ptrdiff_t nb, Rows rows, Less less) const;
  /// Sorts each segment of keys, stably, and moves values with the keys. Elements in no segment
  /// stay where they are.
  template <class K, class S, class Less>
    requires(sizeof(std::iter_value_t<K>) <= detail::few_largest)
  void sort_segments(S segments, Less less, K keys) const;
  template <class K, class V, class S, class Less>
    requires(sizeof(std::iter_value_t<K>) + sizeof(std::iter_value_t<V>) <= detail::few_largest)
  void sort_segments(S segments, Less less, K keys, V values) const;
  /// Puts the nth < n least elements to the front, and sorts them if Sorts, otherwise puts the nth
  /// element after them. Returns false, and does nothing, if there are many elements that only
  /// comparisons order.
  template <bool Sorts, class I, class Less>
  bool select(I first, std::ptrdiff_t n, std::ptrdiff_t nth, Less less) const;
  /// Copies those of n elements that have one of the 0 < k <= n least keys, sorted or in their
  /// order. Returns false, and does nothing, if that is not one step.
  template <class K, class I, class O, class Less>
  bool copy_least(K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less, bool sorts) const;
  /// Makes the named device current for the lifetime of the guard. Does nothing if no device is
  /// named.
  detail::cuda_device_guard on_its_device() const {
    return detail::cuda_device_guard(device_, detail::cuda_device_guard::or_throw{});
  }
  /// Throws if calls are captured: captured calls have no results for the host yet.
  void require_results() const {
    if (capture_ != nullptr) detail::capture_state::refuse_to_wait();
  }
  /// Ends a call that has no result for the host: waits if the policy is synchronous.
  void finish() const {
    if (synchronous_) sync();
  }
  /// Returns the policy for intermediate steps: same stream, no synchronisation.
  constexpr policy step() const {
    policy p = *this;
    p.synchronous_ = false;
    return p;
  }
  /// Returns the policy for calls that a cuda::graph captures.
  constexpr policy captured(detail::capture_state& state) const {
    policy p = *this;
    p.capture_ = &state;
    return p;
  }

 private:
  cudaStream_t stream_ = nullptr;
  int device_ = detail::cuda_device_guard::no_device;
  detail::stream_scratch_source scratch_{};
  detail::capture_state* capture_ = nullptr;
  bool synchronous_ = true;
};

}  // namespace THRUM_BUILD_NAMESPACE

#if defined(THRUM_CHECKED)
inline namespace checked_program {
THRUM_OBJECT checked_policy<policy> par{};
THRUM_OBJECT checked_policy<policy> par_nosync{policy(false)};
}  // namespace checked_program
#else
THRUM_OBJECT policy par{};
THRUM_OBJECT policy par_nosync{false};
#endif

}  // namespace cuda

namespace detail {

template <>
struct policy_of_system<device_system::cuda> {
  THRUM_HD static constexpr cuda::policy get() { return {}; }
};

}  // namespace detail
}  // namespace thrum
