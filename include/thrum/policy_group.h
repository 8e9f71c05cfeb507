// policy_group: host policies that each work on a part of a multi_device_vector.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/copy.h>
#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/memory_space.h>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace thrum {

/// Policies of the host's memory as if each were a device: what thrum::cuda::device_group is for CUDA devices, so that what
/// is written for several devices runs, and is tested, without any.
///
///     thrum::policy_group group(3, thrum::tbb::par);   // three parts
///
/// Parts run concurrently where the policy has several threads, else one after the other. An exception of a part leaves the
/// call after the parts that had begun. Memory and scratch memory of a part come from its policy: `with(resource)` chooses
/// them. Vectors and calls refer to the group: it outlives them, and is neither copied nor moved.
template <backend B>
class policy_group {
 public:
  using policy_type = B;
  using memory_space = host_space;

  /// One part.
  policy_group() : policy_group(1) {}
  /// std::invalid_argument unless there is a part.
  explicit policy_group(std::ptrdiff_t parts, B const& policy = B())
      : policy_group(std::vector<B>(parts > 0 ? static_cast<std::size_t>(parts) : 0, policy)) {}
  /// Of a checked policy what it checks: calls over a group are not checked.
  explicit policy_group(std::ptrdiff_t parts, checked_policy<B> const& policy)
      : policy_group(parts, policy.unchecked()) {}
  /// A part for each policy. The first of them runs the parts.
  explicit policy_group(std::vector<B> policies) : policies_(std::move(policies)) {
    if (policies_.empty()) throw std::invalid_argument("thrum: a group of policies needs one at least");
  }
  policy_group(policy_group const&) = delete;
  policy_group& operator=(policy_group const&) = delete;

  std::ptrdiff_t parts() const { return static_cast<std::ptrdiff_t>(policies_.size()); }
  /// What calls of your own on part p run under.
  B const& policy(std::ptrdiff_t p) const { return policies_[static_cast<std::size_t>(p)]; }
  /// Waits for all work: there is none when a call has returned.
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
  /// The same from and to memory of the host, which has to last until the part has been waited for.
  template <class T>
  void copy_in(T const* src, std::ptrdiff_t to, T* dst, std::ptrdiff_t n) const {
    copy(to, src, to, dst, n);
  }
  template <class T>
  void copy_out(std::ptrdiff_t from, T const* src, T* dst, std::ptrdiff_t n) const {
    copy(from, src, from, dst, n);
  }
  /// All work of any part before this goes before all work of any part after it.
  void barrier() const {}
  /// Waits for one part.
  void wait(std::ptrdiff_t) const {}
  /// The end of a call without a result for the host.
  void finish() const {}
  /// Waits for all work without an exception.
  void settle() const noexcept {}

 private:
  std::vector<B> policies_;
};

}  // namespace thrum

#include <thrum/detail/along/end.h>
