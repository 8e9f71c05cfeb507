// policy_group: host policies that each work on a part of a multi_device_vector.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <thrum/copy.h>
#include <thrum/detail/multi_device/group.h>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace thrum {

/// Host policies that are used as if each were a device. A policy_group is for the host what
/// thrum::cuda::device_group is for CUDA devices, so that code for several devices runs, and is
/// tested, without any device.
///
///     thrum::policy_group group(3, thrum::tbb::par);   // three parts
///
/// Parts run concurrently if the policy has several threads, otherwise one after the other. An
/// exception of a part leaves the call after all parts that had begun have ended. Memory and
/// scratch memory of a part come from its policy: `with(resource)` chooses them. Vectors and calls
/// refer to the group: the group must outlive them, and is neither copied nor moved.
template <backend B>
class policy_group : public detail::local_parts<policy_group<B>> {
 public:
  using policy_type = B;
  using memory_space = host_space;

  /// Makes a group of one part.
  policy_group() : policy_group(1) {}
  /// Makes a group of `parts` parts. Throws std::invalid_argument unless there is at least one
  /// part.
  explicit policy_group(std::ptrdiff_t parts, B const& policy = B())
      : policy_group(std::vector<B>(parts > 0 ? static_cast<std::size_t>(parts) : 0, policy)) {}
  /// Makes a group of the policy inside a checked policy: calls over a group are not checked.
  explicit policy_group(std::ptrdiff_t parts, checked_policy<B> const& policy)
      : policy_group(parts, policy.unchecked()) {}
  /// Makes a part for each policy. The first policy runs the parts.
  explicit policy_group(std::vector<B> policies) : policies_(std::move(policies)) {
    if (policies_.empty()) throw std::invalid_argument("thrum: a group of policies needs one at least");
  }
  policy_group(policy_group const&) = delete;
  policy_group& operator=(policy_group const&) = delete;

  std::ptrdiff_t parts() const { return static_cast<std::ptrdiff_t>(policies_.size()); }
  /// Returns the policy for your own calls on part p.
  B const& policy(std::ptrdiff_t p) const { return policies_[static_cast<std::size_t>(p)]; }
  /// Waits for all work. There is none left when a call has returned.
  void wait() const {}

  // For the algorithms.
  /// Calls f(p) for each part.
  template <class F>
  void run(F const& f) const {
    policies_.front().for_each_n(parts(), [&f](std::ptrdiff_t p) { f(p); }, 1);
  }
  /// Copies n elements of part `from` to part `to`, in the order of the work on `to`.
  template <class T>
  void copy(std::ptrdiff_t, T const* src, std::ptrdiff_t to, T* dst, std::ptrdiff_t n) const {
    thrum::copy(policy(to), src, src + n, dst);
  }
  /// Copies n elements from memory of the host (copy_in) or to it (copy_out). That memory has to
  /// last until the part has been waited for.
  template <class T>
  void copy_in(T const* src, std::ptrdiff_t to, T* dst, std::ptrdiff_t n) const {
    copy(to, src, to, dst, n);
  }
  template <class T>
  void copy_out(std::ptrdiff_t from, T const* src, T* dst, std::ptrdiff_t n) const {
    copy(from, src, from, dst, n);
  }
  /// Orders work: all work of any part before this call is done before all work of any part after
  /// it.
  void barrier() const {}
  /// Waits for one part.
  void wait(std::ptrdiff_t) const {}
  /// Ends a call without a result for the host.
  void finish() const {}
  /// Waits for all work and throws no exception.
  void settle() const noexcept {}

 private:
  std::vector<B> policies_;
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
