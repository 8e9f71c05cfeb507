// The parts of a multi_device_vector: how its elements are split, memory on each part, and a guard
// for the work that uses it when a call fails.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/primitives/reduce.h>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::detail {

/// The sizes of consecutive parts of a vector.
class part_sizes {
 public:
  explicit part_sizes(std::vector<std::ptrdiff_t> sizes) : sizes_(std::move(sizes)), ends_(sizes_.size()) {
    std::ptrdiff_t end = 0;
    for (std::size_t p = 0; p < sizes_.size(); ++p) {
      if (sizes_[p] < 0) throw std::invalid_argument("thrum: a part of a vector cannot have a negative size");
      ends_[p] = end += sizes_[p];
    }
  }
  /// Returns parts of whole tiles of reduce; the numbers of tiles of two parts differ by at most
  /// one. A sum of tiles then has the same bits for any number of parts.
  static part_sizes balanced(std::ptrdiff_t n, std::ptrdiff_t parts) {
    std::ptrdiff_t const tiles = n > 0 ? (n - 1) / reduce_tile + 1 : 0;
    std::vector<std::ptrdiff_t> sizes;
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      std::ptrdiff_t const share = (tiles / parts + (p < tiles % parts ? 1 : 0)) * reduce_tile;
      sizes.push_back(detail::least(share, std::max<std::ptrdiff_t>(n, 0)));
      n -= sizes.back();
    }
    return part_sizes(std::move(sizes));
  }

  std::ptrdiff_t parts() const { return static_cast<std::ptrdiff_t>(sizes_.size()); }
  std::ptrdiff_t size(std::ptrdiff_t p) const { return sizes_[static_cast<std::size_t>(p)]; }
  /// Returns the first index after part p.
  std::ptrdiff_t end(std::ptrdiff_t p) const { return ends_[static_cast<std::size_t>(p)]; }
  std::ptrdiff_t begin(std::ptrdiff_t p) const { return end(p) - size(p); }
  std::ptrdiff_t total() const { return ends_.empty() ? 0 : ends_.back(); }
  std::ptrdiff_t largest() const { return sizes_.empty() ? 0 : *std::max_element(sizes_.begin(), sizes_.end()); }
  /// Returns the part that has element i.
  std::ptrdiff_t part_of(std::ptrdiff_t i) const {
    return std::upper_bound(ends_.begin(), ends_.end(), i) - ends_.begin();
  }
  /// Returns the first part that has elements, or parts() if no part has any.
  std::ptrdiff_t first_filled() const { return part_of(0); }

  friend bool operator==(part_sizes const& a, part_sizes const& b) { return a.sizes_ == b.sizes_; }

 private:
  std::vector<std::ptrdiff_t> sizes_, ends_;
};

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
class failure_guard {
 public:
  explicit failure_guard(Group const& group) : group_(group) {}
  ~failure_guard() {
    if (std::uncaught_exceptions() > exceptions_) group_.settle();
  }
  failure_guard(failure_guard const&) = delete;
  failure_guard& operator=(failure_guard const&) = delete;

 private:
  Group const& group_;
  int exceptions_ = std::uncaught_exceptions();
};

/// Calls f(policy, p) for each part p that has elements. If the group waits, returns when the work
/// of all parts is done.
template <class Group, class F>
void for_filled_parts(Group const& group, part_sizes const& sizes, F f) {
  failure_guard const failure(group);
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 0) f(group.policy(p), p);
  });
  group.finish();
}

}  // namespace thrum::detail
