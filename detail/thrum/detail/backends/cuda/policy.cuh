// The CUDA policy. Its primitives are declared here and defined beside it, one file each, which the algorithms that use
// them include; for_each_n, which nearly all of them use, comes with it.
#pragma once

#include <thrum/detail/backends/cuda/launch/capture.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/memory/space_memory.h>
#include <thrum/detail/backends/cuda/memory/stream_scratch.h>
#include <thrum/detail/base/algorithm.h>
#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/scratch.h>
#include <concepts>
#include <cstddef>
#include <thrum/detail/backends/cuda/device_calls.cuh>
#include <type_traits>
#include <utility>

namespace thrum {
namespace cuda {
inline namespace THRUM_BUILD_NAMESPACE {

class deterministic_policy;

/// Runs on a CUDA device, the current one unless named, in the order of a stream.
///
/// `par` has finished its work when a call returns, as Thrust's has, so that the host may read unified memory at once.
/// `par_nosync` waits only where a call hands a result to the host (reduce, find, copy_if, ...); other calls return
/// when their work is in the stream, and what they were given has to live until it is done.
///
/// Functors are called on the device: they need THRUM_LAMBDA, __device__, or a type with such members, and cannot
/// throw. A failure of the runtime is thrown as thrum::cuda_error, no memory as std::bad_alloc; a failure of earlier
/// work in the stream appears at the next call that waits.
///
/// Scratch memory comes from the device's stream-ordered pool, which keeps what it has got: in the steady state no call
/// of cudaMalloc or cudaFree is made. A user's resource that knows streams (cuda::workspace, cuda::memory_pool, any with
/// allocate_async and deallocate_async, as RMM's) is asked in the order of this one, and nothing waits; any other gets each
/// block back when the stream has been waited for.
class policy : public execution_policy<policy> {
 public:
  constexpr policy() = default;
  constexpr explicit policy(bool synchronous) : synchronous_(synchronous) {}
  /// A checked policy where no algorithm is called, which could be checked: cuda::launch and cuda::graph take it so.
  template <class Checked>
    requires requires(Checked const& p) {
      { p.unchecked() } -> std::same_as<policy const&>;
    }
  constexpr policy(Checked const& p) : policy(p.unchecked()) {}

  /// On this stream; by default on the calling thread's default stream.
  constexpr policy on(cudaStream_t stream) const {
    policy p = *this;
    p.stream_ = stream;
    return p;
  }
  /// On this device, whichever is current: in its own default stream, or in one of its streams named by on(). Its scratch
  /// memory is that device's. A cuda::device converts to its number.
  constexpr policy on_device(int number) const {
    if (number < 0) detail::throw_cuda_error(cudaErrorInvalidDevice, "on_device", __FILE__, __LINE__);
    policy p = *this;
    p.device_ = number;
    return p;
  }
  /// Scratch memory from a resource or allocator of memory that the device reaches, or from what a pointer points to; in
  /// the order of the stream where its members say that it can be (see detail/backends/cuda/memory/stream_scratch.h). It is kept by
  /// reference. A temporary may be an allocator without state, as thrum::device_allocator is, or of the size of a pointer,
  /// which is copied.
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
  /// Thrust's spelling of with.
  template <class Allocator>
  constexpr policy operator()(Allocator&& allocator) const {
    return with(std::forward<Allocator>(allocator));
  }

  /// The same, but for sums: they are the bits that seq gives. A policy of its own type.
  template <class P = deterministic_policy>
  constexpr P deterministic() const {
    return P(*this);
  }

  constexpr cudaStream_t stream() const { return stream_; }

  /// Waits for the work in the stream; throws where some of it failed.
  void sync() const {
    require_results();
    auto const guard = on_its_device();
    detail::cuda_check(detail::runtime::stream_synchronize(stream_), "cudaStreamSynchronize");
  }

  // The backend: see detail/base/backend.h.
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
  template <class T>
  T read(T const* p) const;
  template <class Bin>
  void count_bins(std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, unsigned long long* counts) const;
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
  /// Makes nvcc check that device code can call f(args...): it stays silent where the library's own functions, which are
  /// for both sides, call what is the host's alone, and leaves the call out.
  template <class F, class... Args>
  static constexpr bool calls = &detail::call_on_device<F, Args...> != nullptr;
  template <class I>
  static constexpr bool reads = &detail::read_on_device<I> != nullptr;
  template <class Op, class T>
  static constexpr bool calls_operator = [] {
    if constexpr (detail::is_cub_plus<Op, T>) return true;
    else return calls<Op, T const&, T const&>;
  }();

  // For the primitives.
  /// Makes the named device current while it lives; nothing where none is named.
  detail::cuda_device_guard on_its_device() const {
    return detail::cuda_device_guard(device_, detail::cuda_device_guard::or_throw{});
  }
  /// Throws where calls are captured: they have no results for the host yet.
  void require_results() const {
    if (capture_ != nullptr) detail::capture_state::refuse_to_wait();
  }
  /// The end of a call without a result for the host.
  void finish() const {
    if (synchronous_) sync();
  }
  /// The same policy for the steps of a longer work.
  constexpr policy step() const {
    policy p = *this;
    p.synchronous_ = false;
    return p;
  }
  /// The same policy for the calls that a cuda::graph captures.
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

#include <thrum/detail/backends/cuda/deterministic/policy.cuh>
#include <thrum/detail/backends/cuda/for_each_n.cuh>
