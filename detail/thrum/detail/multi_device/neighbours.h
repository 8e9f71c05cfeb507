// The elements next to a part of a split vector, which other parts hold.
#pragma once

#include <thrum/detail/multi_device/parts.h>
#include <cstddef>

namespace thrum::detail {

/// For each part that has elements, copies of the last element before the part and of the first one
/// after it, in the memory of the part.
template <class T, class Group>
class neighbours {
 public:
  /// Begins the copies, in the order of the work of the parts. elements(p) are those of part p.
  template <class Elements>
  neighbours(Group const& group, part_sizes const& sizes, Elements elements)
      : sizes_(sizes),
        filled_(part_sizes::each(sizes.parts(), [&](std::ptrdiff_t p) { return sizes.size(p) > 0 ? 1 : 0; })),
        firsts_(group, filled_.total()),
        lasts_(group, filled_.total()),
        before_(group, filled_),
        after_(group, filled_) {
    failure_guard const failure(group);
    group.gather(filled_, elements, firsts_.data());
    group.gather(filled_, [&](std::ptrdiff_t p) { return elements(p) + (sizes.size(p) - 1); }, lasts_.data());
    group.barrier();
    group.run([&](std::ptrdiff_t p) {
      if (has_before(p))
        group.copy(group.home(), static_cast<T const*>(lasts_.data() + (place(p) - 1)), p, before_.data(p), 1);
      if (has_after(p))
        group.copy(group.home(), static_cast<T const*>(firsts_.data() + (place(p) + 1)), p, after_.data(p), 1);
    });
    group.barrier();
  }
  /// Returns the last element before part p, or nullptr if there is none. Part p has elements.
  T const* before(std::ptrdiff_t p) const { return has_before(p) ? before_.data(p) : nullptr; }
  T const* after(std::ptrdiff_t p) const { return has_after(p) ? after_.data(p) : nullptr; }

 private:
  /// The number of part p among those that have elements.
  std::ptrdiff_t place(std::ptrdiff_t p) const { return filled_.begin(p); }
  bool has_before(std::ptrdiff_t p) const { return sizes_.size(p) > 0 && sizes_.begin(p) > 0; }
  bool has_after(std::ptrdiff_t p) const { return sizes_.size(p) > 0 && sizes_.end(p) < sizes_.total(); }

  part_sizes const& sizes_;
  part_sizes filled_;
  home_array<T, Group> firsts_, lasts_;
  part_arrays<T, Group> before_, after_;
};

}  // namespace thrum::detail
