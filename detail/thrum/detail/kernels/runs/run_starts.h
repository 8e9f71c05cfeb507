// Where runs of equal keys begin and end.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/kernels/find_ahead.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Tells whether keys are copied before they are compared by `==`. Small structures are: all their
/// members are then at hand, so that compilers compare them without a branch for each member.
template <class T, class Equal>
inline constexpr bool compares_copies =
    std::is_class_v<T> && std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T> && sizeof(T) <= 16 &&
    (std::is_same_v<Equal, equal_to<>> || std::is_same_v<Equal, equal_to<T>>);

/// Returns whether a run of equal keys begins at i.
template <class K, class Equal>
struct run_starts {
  K keys;
  Equal equal;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return i == 0 || after_first(i); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool after_first(std::ptrdiff_t i) const {
    if constexpr (compares_copies<looked_at_t<K>, Equal>) {
      looked_at_t<K> a = keys[i - 1], b = keys[i];
      return !detail::call(equal, a, b);
    } else {
      return !detail::call(equal, keys[i - 1], keys[i]);
    }
  }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(keys, i);
  }
};
/// Returns whether a run of equal keys begins at i, for i > 0.
template <class K, class Equal>
struct inner_run_starts {
  K keys;
  Equal equal;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return !detail::call(equal, keys[i - 1], keys[i]); }
  template <std::ptrdiff_t count>
  THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
    detail::read_ahead<count>(keys, i);
  }
};

template <class K, class Equal>
struct looked_at_numbers<run_starts<K, Equal>> {  // compilers may know how to compare other types without branches
  using element = looked_at_t<K>;
  using type = std::conditional_t<std::is_arithmetic_v<element>, element, unknown_elements>;
};
template <class K, class Equal>
struct looked_at_numbers<inner_run_starts<K, Equal>> : looked_at_numbers<transformed_element<K, Equal>> {};

/// Returns how many runs begin in [begin, end), a few thousand places.
THRUM_EXEC_CHECK_DISABLE
template <class K, class Equal>
THRUM_HD std::ptrdiff_t count_runs(std::ptrdiff_t begin, std::ptrdiff_t end, run_starts<K, Equal> const& begins) {
  inner_run_starts<K, Equal> differs{begins.keys, begins.equal};
  std::ptrdiff_t const first = begin == 0 && end > 0 ? 1 : 0;
  return first + detail::count_accepted<looked_at_t<K>>(begin + first, end, differs);
}

/// Runs are short if one begins at every sixteenth place or more often.
inline constexpr std::ptrdiff_t length_of_short_runs = 16;

/// Returns how many runs begin in [begin, end), for other functors than run_starts.
THRUM_EXEC_CHECK_DISABLE
template <class Starts>
THRUM_HD std::ptrdiff_t count_runs(std::ptrdiff_t begin, std::ptrdiff_t end, Starts const& starts) {
  std::ptrdiff_t runs = 0;
  for (std::ptrdiff_t i = begin; i < end; ++i) runs += starts(i) ? 1 : 0;
  return runs;
}

/// Returns whether the runs in [begin, end) are short, of at most `length` places on average, if
/// the range is long enough to make that worth knowing. The first places tell enough.
THRUM_EXEC_CHECK_DISABLE
template <class Starts>
THRUM_HD bool are_short_runs(std::ptrdiff_t begin, std::ptrdiff_t end, Starts const& starts,
                             std::ptrdiff_t length = length_of_short_runs) {
  constexpr std::ptrdiff_t some = 256;
  return end - begin > some && detail::count_runs(begin, begin + some, starts) * length > some;
}

/// Returns a functor that tells where runs begin after the first place, and that may omit the test
/// for the first place.
THRUM_EXEC_CHECK_DISABLE
template <class Starts>
THRUM_HD Starts starts_after_first(Starts const& starts) {
  return starts;
}
THRUM_EXEC_CHECK_DISABLE
template <class K, class Equal>
THRUM_HD inner_run_starts<K, Equal> starts_after_first(run_starts<K, Equal> const& begins) {
  return {begins.keys, begins.equal};
}

/// The length from which on parts of runs are treated as long.
inline constexpr std::ptrdiff_t long_part = 64;

/// Returns where the run of place i ends, or `end` if the run does not end before. `next` is const,
/// so that find_ahead has no specialisation for it and asks about few elements at a time. Most runs
/// end soon.
THRUM_EXEC_CHECK_DISABLE
template <class Starts>
THRUM_HD std::ptrdiff_t end_of_run(std::ptrdiff_t i, std::ptrdiff_t end, Starts const& starts) {
  auto const next = detail::starts_after_first(starts);
  std::ptrdiff_t const near_by = detail::least(end, i + long_part);
  std::ptrdiff_t const at = detail::find_in_order(i + 1, near_by, next);
  return at == near_by && at < end ? detail::find_ahead(at, end, next) : at;
}

/// Returns the last place of [begin, end), begin < end, at which a run begins, or `begin`. Many
/// places from the end on are asked about in groups.
THRUM_EXEC_CHECK_DISABLE
template <class Starts>
THRUM_HD std::ptrdiff_t last_start(std::ptrdiff_t begin, std::ptrdiff_t end, Starts const& starts) {
  constexpr std::ptrdiff_t group = 4 * long_part;
  auto const next = detail::starts_after_first(starts);
  std::ptrdiff_t i = end - 1;
  for (std::ptrdiff_t near_by = end - 1 - long_part; i > begin && !next(i); --i) {
    if (i > near_by) continue;
    while (i - begin > group && detail::find_ahead(i - group, i, next) == i) i -= group;
    near_by = i - group;
  }
  return i;
}

}  // namespace thrum::detail
