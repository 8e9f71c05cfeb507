// Memory on the parts of a group, and a guard for the work that uses it when a call fails.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/multi_device/part_sizes.h>
#include <cstddef>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Uninitialised room for elements on each part of a group, from the memory of the group's
/// policies.
template <class T, class Group>
class part_arrays {
  using array = scratch_array<T, typename Group::policy_type>;

 public:
  part_arrays(Group const& group, part_sizes sizes) : sizes_(std::move(sizes)) {
    static_assert(bytewise<T>,
                  "thrum: what goes from device to device must be trivially copyable and destructible");
    for (std::ptrdiff_t p = 0; p < sizes_.parts(); ++p) {
      arrays_.push_back(std::make_unique<array>(group.policy(p), sizes_.size(p)));
    }
  }
  /// Allocates room for `each` elements on each part.
  part_arrays(Group const& group, std::ptrdiff_t each)
      : part_arrays(group,
                    part_sizes(std::vector<std::ptrdiff_t>(static_cast<std::size_t>(group.parts()), each))) {}

  T* data(std::ptrdiff_t p) const { return arrays_[static_cast<std::size_t>(p)]->data(); }
  part_sizes const& sizes() const { return sizes_; }

 private:
  part_sizes sizes_;
  std::vector<std::unique_ptr<array>> arrays_;
};

/// A guard that waits for all parts of a group if a call fails. Work that had begun then still uses
/// the memory of the call, and some of that work runs on another part than the part in whose order
/// the memory is freed. Construct the guard after that memory, so that the guard is destroyed
/// first.
template <class Group>
class settled_on_failure {
 public:
  explicit settled_on_failure(Group const& group) : group_(group) {}
  ~settled_on_failure() {
    if (std::uncaught_exceptions() > exceptions_) group_.settle();
  }
  settled_on_failure(settled_on_failure const&) = delete;
  settled_on_failure& operator=(settled_on_failure const&) = delete;

 private:
  Group const& group_;
  int exceptions_ = std::uncaught_exceptions();
};

/// Calls f(policy, p) for each part p that has elements. If the group waits, returns when the work
/// of all parts is done.
template <class Group, class F>
void for_filled_parts(Group const& group, part_sizes const& sizes, F f) {
  settled_on_failure const failure(group);
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 0) f(group.policy(p), p);
  });
  group.finish();
}

}  // namespace thrum::detail
