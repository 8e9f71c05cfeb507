// cuda::device_group: the devices that a multi_device_vector is split over, each with a stream of its own.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda/device_group.cuh needs nvcc: compile this file as CUDA (.cu)"
#else

#include <thrum/cuda/device.h>
#include <thrum/cuda/event.h>
#include <thrum/cuda/stream.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/multi_device/part_arrays.h>
#include <thrum/system/cuda/error.h>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <vector>

namespace thrum::cuda {

/// Devices that work together. A device may be named several times: {0, 0} is one of them in two parts.
///
///     thrum::cuda::device_group group;                   // all devices of the machine
///     thrum::cuda::device_group two({0, 1});
///     thrum::multi_device_vector<int> v(group, n);
///
/// Each part has a stream of its own, in whose order all its work is done. The policy says the rest: under cuda::par calls
/// have finished when they return; under cuda::par_nosync those that hand nothing to the host have only been begun, and
/// wait() waits for them. with(resource) is where all memory comes from, of whichever device is current then. The device and
/// the stream of the policy do not matter.
///
/// Devices copy from each other directly where the machine can, which is set up here, once for each pair; elsewhere the
/// runtime copies through the host's memory. No kernel reads memory of another device.
///
/// Vectors and calls refer to the group: it outlives them, and is neither copied nor moved. One thread uses it at a time.
/// Its work cannot be captured into a graph.
template <class Policy>
class basic_device_group {
 public:
  using policy_type = Policy;
  using memory_space = device_space<device_system::cuda>;

  /// All devices.
  basic_device_group() : basic_device_group(device::all()) {}
  /// A part on each of these, by number too; std::invalid_argument where there are none.
  explicit basic_device_group(std::vector<device> const& devices, policy_type const& how = policy_type(par))
      : how_(how) {
    if (devices.empty()) throw std::invalid_argument("thrum: a group of devices needs one at least");
    parts_.reserve(devices.size());
    policies_.reserve(devices.size());
    for (device const d : devices) {
      part const& made = parts_.emplace_back(d);
      policies_.push_back(how.step().on_device(d).on(made.work));
    }
    for (device const a : devices) {
      for (device const b : devices) enable_copies(a, b);
    }
  }
  explicit basic_device_group(std::vector<int> const& devices, policy_type const& how = policy_type(par))
      : basic_device_group(std::vector<device>(devices.begin(), devices.end()), how) {}
  basic_device_group(std::initializer_list<int> devices, policy_type const& how = policy_type(par))
      : basic_device_group(std::vector<int>(devices), how) {}
  basic_device_group(basic_device_group const&) = delete;
  basic_device_group& operator=(basic_device_group const&) = delete;

  std::ptrdiff_t parts() const { return static_cast<std::ptrdiff_t>(parts_.size()); }
  /// What calls of your own on part p run under, in the order of its work: cuda::par_nosync on its device and stream.
  policy_type const& policy(std::ptrdiff_t p) const { return policies_[static_cast<std::size_t>(p)]; }
  cuda::device device_of(std::ptrdiff_t p) const { return at(p).work.owner(); }
  /// Waits for all work; throws where some of it failed, when the rest of it has ended.
  void wait() const {
    detail::settled_on_failure const failure(*this);
    for (policy_type const& exec : policies_) exec.sync();
  }

  // For the algorithms.
  /// Calls f(p) for each part, in turn: f puts work into its stream.
  template <class F>
  void run(F const& f) const {
    for (std::ptrdiff_t p = 0; p < parts(); ++p) {
      device_guard const guard(device_of(p));
      f(p);
    }
  }
  /// Copies n elements of part `from` to part `to`, in the order of the work on `to`.
  template <class T>
  void copy(std::ptrdiff_t from, T const* src, std::ptrdiff_t to, T* dst, std::ptrdiff_t n) const {
    if (n <= 0) return;
    std::size_t const bytes = static_cast<std::size_t>(n) * sizeof(T);
    if (device_of(from) == device_of(to)) {
      copy_bytes(src, to, dst, bytes, cudaMemcpyDeviceToDevice);
    } else {
      detail::cuda_check(
          detail::runtime::memcpy_peer_async(dst, device_of(to), src, device_of(from), bytes, policy(to).stream()),
          "cudaMemcpyPeerAsync");
    }
  }
  /// The same from and to memory of the host, which has to last until the part has been waited for.
  template <class T>
  void copy_in(T const* src, std::ptrdiff_t to, T* dst, std::ptrdiff_t n) const {
    if (n > 0) copy_bytes(src, to, dst, static_cast<std::size_t>(n) * sizeof(T), cudaMemcpyHostToDevice);
  }
  template <class T>
  void copy_out(std::ptrdiff_t from, T const* src, T* dst, std::ptrdiff_t n) const {
    if (n > 0) copy_bytes(src, from, dst, static_cast<std::size_t>(n) * sizeof(T), cudaMemcpyDeviceToHost);
  }
  /// All work of any part before this goes before all work of any part after it. The host does not wait.
  void barrier() const {
    if (parts() == 1) return;
    for (part const& p : parts_) p.done.record(p.work);
    for (part const& p : parts_) {
      for (part const& other : parts_) {
        if (&other != &p) p.work.wait(other.done);
      }
    }
  }
  /// Waits for one part.
  void wait(std::ptrdiff_t p) const { policy(p).sync(); }
  /// The end of a call without a result for the host.
  void finish() const {
    detail::settled_on_failure const failure(*this);
    for (part const& p : parts_) how_.on_device(p.work.owner()).on(p.work).finish();
  }
  /// Waits for all work without an exception.
  void settle() const noexcept {
    for (policy_type const& exec : policies_) {
      if (detail::runtime::stream_synchronize(exec.stream()) != cudaSuccess) static_cast<void>(cudaGetLastError());
    }
  }

 private:
  struct part {
    explicit part(cuda::device of) : work(of), done(untimed, of) {}
    mutable stream work;
    mutable event done;
  };

  part const& at(std::ptrdiff_t p) const { return parts_[static_cast<std::size_t>(p)]; }
  void copy_bytes(void const* src, std::ptrdiff_t p, void* dst, std::size_t bytes, cudaMemcpyKind kind) const {
    device_guard const guard(device_of(p));
    detail::cuda_check(detail::runtime::memcpy_async(dst, src, bytes, kind, policy(p).stream()),
                       "cudaMemcpyAsync");
  }
  /// Direct copies from b to a, where they can be had: without them copies work all the same.
  static void enable_copies(cuda::device a, cuda::device b) {
    try {
      if (a != b && a.can_access_peer(b)) a.enable_peer_access(b);
    } catch (cuda_error const&) {
    }
  }

  policy_type how_;
  std::vector<part> parts_;
  std::vector<policy_type> policies_;
};

using device_group = basic_device_group<policy>;
/// Devices whose sums are the bits that seq gives, however many they are: of reductions, over parts of whole blocks.
using deterministic_device_group = basic_device_group<deterministic_policy>;

}  // namespace thrum::cuda
#endif

#include <thrum/detail/along/end.h>
