// Where runs of equal elements begin in parts. A run may span several parts; it belongs to the part
// where it begins. The head of a part is the elements before the first run that begins in the part:
// they continue a run of an earlier part.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/multi_device/neighbours.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/search.h>
#include <thrum/detail/multi_device/vectors.h>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Returns whether a run begins at place i of a part. `before` is the element before the part, or
/// nullptr if there is none.
template <class T, class Equal>
struct part_run_starts {
  run_starts<T const*, Equal> inner;
  T const* before;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    if (i > 0) return inner.after_first(i);
    return before == nullptr || !detail::call(inner.equal, *before, inner.keys[0]);
  }
};
template <class T, class Equal>
struct looked_at_numbers<part_run_starts<T, Equal>> : looked_at_numbers<run_starts<T const*, Equal>> {};

/// Returns 1 if a run begins at place i, otherwise 0.
template <class T, class Equal>
struct counted_run_start {
  part_run_starts<T, Equal> starts;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return starts(i) ? 1 : 0; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t count(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    if (begin > 0) return detail::count_runs(begin, end, starts.inner);
    return detail::count_runs(begin, end, starts.inner) - (end > 0 && !starts(0) ? 1 : 0);
  }
};

/// The runs of a split vector of keys. The vector and the object last until the work that uses
/// starts(p) is done.
template <class V, class Equal>
class runs_of_parts {
  using T = typename V::value_type;
  using Group = typename V::group_type;

 public:
  runs_of_parts(V const& keys, Equal same)
      : keys_(keys),
        same_(std::move(same)),
        next_(keys.group(), keys.sizes(), [&keys](std::ptrdiff_t p) { return keys.data(p); }) {}

  part_run_starts<T, Equal> starts(std::ptrdiff_t p) const {
    return {{static_cast<T const*>(keys_.data(p)), same_}, next_.before(p)};
  }
  /// Returns how many runs begin in each part. Waits.
  part_sizes counts() const {
    return detail::count_in_parts(keys_.group(), keys_.sizes(), [this](std::ptrdiff_t p) {
      return detail::computed<std::ptrdiff_t>(counted_run_start<T, Equal>{starts(p)});
    });
  }
  /// Returns the sizes of the heads. Waits.
  part_sizes heads() const {
    return part_sizes(
        detail::first_in_parts(keys_.group(), keys_.sizes(), [this](std::ptrdiff_t p) { return starts(p); }));
  }

 private:
  V const& keys_;
  Equal same_;
  neighbours<T, Group> next_;
};

}  // namespace thrum::detail
