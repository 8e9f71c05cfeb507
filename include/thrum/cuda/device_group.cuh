// cuda::device_group: the devices over which a multi_device_vector is split, each with its own
// stream.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda/device_group.cuh needs nvcc: compile this file as CUDA (.cu)"
#else

#include <thrum/detail/base/memory_space.h>
#include <thrum/cuda/device.h>
#include <thrum/cuda/event.h>
#include <thrum/cuda/stream.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policies.cuh>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/system/cuda/error.h>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <vector>

namespace thrum::cuda {

/// A group of devices that work together. A device may be named several times: {0, 0} is one device
/// in two parts.
///
///     thrum::cuda::device_group group;                   // all devices of the machine
///     thrum::cuda::device_group two({0, 1});
///     thrum::multi_device_vector<int> v(group, n);
///
/// Each part has its own stream. All work of the part is done in the order of this stream. The
/// policy decides about waiting: under cuda::par, calls have finished when they return; under
/// cuda::par_nosync, calls that hand nothing to the host have only begun, and wait() waits for
/// them. with(resource) names the source of all memory; the resource allocates on the device that
/// is current at that moment. The device and the stream of the policy are ignored.
///
/// Devices copy from each other directly if the machine can do so. The constructor sets that up,
/// once for each pair of devices. Otherwise the runtime copies through the memory of the host. No
/// kernel reads memory of another device.
///
/// Vectors and calls refer to the group: the group must outlive them, and is neither copied nor
/// moved. Only one thread at a time may use the group. The work of a group cannot be captured into
/// a graph.
template <class Policy>
class basic_device_group : public detail::local_parts<basic_device_group<Policy>> {
 public:
  using policy_type = Policy;
  using memory_space = device_space<device_system::cuda>;

  /// Makes a group of all devices.
  basic_device_group() : basic_device_group(device::all()) {}
  /// Makes a part on each of these devices, which may also be given by number. Throws
  /// std::invalid_argument if there are none.
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
  /// Returns the policy for your own calls on part p, in the order of the work of the part:
  /// cuda::par_nosync on the device and stream of the part.
  policy_type const& policy(std::ptrdiff_t p) const { return policies_[static_cast<std::size_t>(p)]; }
  cuda::device device_of(std::ptrdiff_t p) const { return at(p).work.owner(); }
  /// Waits for all work. If some of the work failed, throws after the rest of the work has ended.
  void wait() const {
    detail::failure_guard const failure(*this);
    for (policy_type const& exec : policies_) exec.sync();
  }

  // For the algorithms.
  /// Calls f(p) for each part, one part after the other. f puts work into the stream of the part.
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
  /// Copies n elements from memory of the host, which has to last until the part has been waited
  /// for.
  template <class T>
  void copy_in(T const* src, std::ptrdiff_t to, T* dst, std::ptrdiff_t n) const {
    if (n > 0) copy_bytes(src, to, dst, static_cast<std::size_t>(n) * sizeof(T), cudaMemcpyHostToDevice);
  }
  /// Copies n elements to memory of the host, which has to last until the part has been waited for.
  template <class T>
  void copy_out(std::ptrdiff_t from, T const* src, T* dst, std::ptrdiff_t n) const {
    if (n > 0) copy_bytes(src, from, dst, static_cast<std::size_t>(n) * sizeof(T), cudaMemcpyDeviceToHost);
  }
  /// Orders all work that any part has begun before this call before all work that any part begins
  /// after it. The host does not wait.
  void barrier() const {
    if (parts() == 1) return;
    for (part const& p : parts_) p.done.record(p.work);
    for (part const& p : parts_) {
      for (part const& other : parts_) {
        if (&other != &p) p.work.wait(other.done);
      }
    }
  }
  /// Waits for the work of part p.
  void wait(std::ptrdiff_t p) const { policy(p).sync(); }
  /// Ends a call that has no result for the host: waits if the policy of the group says so.
  void finish() const {
    detail::failure_guard const failure(*this);
    for (part const& p : parts_) how_.on_device(p.work.owner()).on(p.work).finish();
  }
  /// Waits for all work and throws no exception.
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
  /// Enables direct copies from b to a if possible. Copies work without this too.
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
/// A group of devices whose sums have the same bits as those of seq, for any number of devices.
/// This holds for reductions over parts that consist of whole blocks.
using deterministic_device_group = basic_device_group<deterministic_policy>;

}  // namespace thrum::cuda
#endif

#include <thrum/detail/public_header/end.h>
