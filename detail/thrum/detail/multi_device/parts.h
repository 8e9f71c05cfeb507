// How a split vector is cut, memory on each part, and a guard for the work that uses it when a call
// fails.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/multi_device/group.h>
#include <thrum/detail/primitives/reduce.h>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Returns parts of whole tiles of reduce; the numbers of tiles of two parts differ by at most one.
/// A sum of tiles then has the same bits for any number of parts.
inline part_sizes balanced_sizes(std::ptrdiff_t n, std::ptrdiff_t parts) {
  std::ptrdiff_t const tiles = n > 0 ? (n - 1) / reduce_tile + 1 : 0;
  return part_sizes::each(parts, [&](std::ptrdiff_t p) {
    std::ptrdiff_t const share = (tiles / parts + (p < tiles % parts ? 1 : 0)) * reduce_tile;
    std::ptrdiff_t const size = detail::least(share, std::max<std::ptrdiff_t>(n, 0));
    n -= size;
    return size;
  });
}

/// Uninitialised room for elements on each part of a group that is here, from the memory of the
/// group's policies.
template <class T, class Group>
class part_arrays {
  using array = scratch_array<T, typename Group::policy_type>;

 public:
  part_arrays(Group const& group, part_sizes sizes)
      : sizes_(std::move(sizes)), arrays_(static_cast<std::size_t>(sizes_.parts())) {
    static_assert(bytewise<T>,
                  "thrum: what goes from device to device must be trivially copyable and destructible");
    for (std::ptrdiff_t p = 0; p < sizes_.parts(); ++p) {
      if (group.here(p)) {
        arrays_[static_cast<std::size_t>(p)] = std::make_unique<array>(group.policy(p), sizes_.size(p));
      }
    }
  }
  /// Allocates room for `each` elements on each part.
  part_arrays(Group const& group, std::ptrdiff_t each)
      : part_arrays(group, part_sizes::each(group.parts(), [each](std::ptrdiff_t) { return each; })) {}

  /// Returns the room of part p, which is here.
  T* data(std::ptrdiff_t p) const { return arrays_[static_cast<std::size_t>(p)]->data(); }
  part_sizes const& sizes() const { return sizes_; }

 private:
  part_sizes sizes_;
  std::vector<std::unique_ptr<array>> arrays_;
};

/// Uninitialised room for elements in the memory of the home part of each process.
template <class T, class Group>
struct home_array : scratch_array<T, typename Group::policy_type> {
  home_array(Group const& group, std::ptrdiff_t n)
      : scratch_array<T, typename Group::policy_type>(group.policy(group.home()), n) {}
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

/// Calls f(policy, p) for each part p that is here and has elements. If the group waits, returns
/// when the work of all parts is done.
template <class Group, class F>
void for_filled_parts(Group const& group, part_sizes const& sizes, F f) {
  failure_guard const failure(group);
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 0) f(group.policy(p), p);
  });
  group.finish();
}

/// Returns what gather brings to home, in memory of the host. Waits.
template <class T, class Group, class Source>
std::vector<T> gather_to_host(Group const& group, part_sizes const& sizes, Source src) {
  home_array<T, Group> const all(group, sizes.total());
  std::vector<T> host(static_cast<std::size_t>(sizes.total()));
  failure_guard const failure(group);
  group.gather(sizes, src, all.data());
  group.copy_out(group.home(), static_cast<T const*>(all.data()), host.data(), sizes.total());
  group.wait(group.home());
  return host;
}

}  // namespace thrum::detail
