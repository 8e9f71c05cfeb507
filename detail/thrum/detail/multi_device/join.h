// Joins of sorted split vectors. The elements of the second vector come to the parts of the first
// that have equal keys; each part then joins what it has.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/binary_search.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Finds where the ranges of keys of some parts begin and end in sorted keys: range i is that of
/// the keys from bounds[i] to bounds[ranges + i].
template <class K, class Order>
struct range_finder {
  K const* keys;
  std::ptrdiff_t n;
  K const* bounds;
  std::ptrdiff_t ranges;
  Order order;
  std::ptrdiff_t* to;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    to[i] = i < ranges ? detail::find_alone<bound_place<false>>(keys, n, bounds[i], order)
                       : detail::find_alone<bound_place<true>>(keys, n, bounds[i], order);
  }
};

/// Finds the first of the keys of the second vector that are equal to a key of the first one, and
/// counts them.
template <class K, class Order>
struct match_counter {
  K const* first;
  K const* second;
  std::ptrdiff_t n;  // of the second
  Order order;
  std::ptrdiff_t* begins;
  std::ptrdiff_t* counts;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::ptrdiff_t const begin = detail::find_alone<bound_place<false>>(second, n, first[i], order);
    begins[i] = begin;
    counts[i] = detail::find_alone<bound_place<true>>(second + begin, n - begin, first[i], order);
  }
};

/// Says whether more than j pairs belong to the first elements, up to element i.
struct pairs_exceed {
  std::ptrdiff_t const* ends;
  std::ptrdiff_t j;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return ends[i] > j; }
};

/// Constructs pair j of a part.
template <class K, class V, class W, class Joined>
struct pair_maker {
  K const* keys;
  V const* first;
  W const* second;
  std::ptrdiff_t const* begins;
  std::ptrdiff_t const* ends;  // of the pairs of each key
  std::ptrdiff_t n;
  Joined* to;
  THRUM_HD void operator()(std::ptrdiff_t j) const {
    std::ptrdiff_t const i = detail::find_without_branch(n, pairs_exceed{ends, j});
    std::ptrdiff_t const k = begins[i] + (j - (i > 0 ? ends[i - 1] : 0));
    ::new (static_cast<void*>(to + j)) Joined{keys[i], first[i], second[k]};
  }
};

/// Returns which elements of the second vector go to which parts of the first one: those with keys
/// from the first to the last key of the part. Sets fetched[p] to how many elements part p gets.
/// Waits.
template <class K, class Group, class First, class Second, class Order>
std::vector<part_piece> pieces_to_join(Group const& group, part_sizes const& sizes1, First keys1,
                                       part_sizes const& sizes2, Second keys2, Order order,
                                       std::vector<std::ptrdiff_t>& fetched) {
  std::ptrdiff_t const parts = sizes1.parts();
  part_sizes const filled = part_sizes::each(parts, [&](std::ptrdiff_t p) { return sizes1.size(p) > 0 ? 1 : 0; });
  std::ptrdiff_t const ranges = filled.total();
  home_array<K, Group> const bounds(group, 2 * ranges);
  part_arrays<K, Group> const bounds_here(group, 2 * ranges);
  part_arrays<std::ptrdiff_t, Group> const places(group, 2 * ranges);
  failure_guard const failure(group);
  group.gather(filled, keys1, bounds.data());
  group.gather(filled, [&](std::ptrdiff_t p) { return keys1(p) + (sizes1.size(p) - 1); }, bounds.data() + ranges);
  group.barrier();
  group.run([&](std::ptrdiff_t q) {
    group.copy(group.home(), static_cast<K const*>(bounds.data()), q, bounds_here.data(q), 2 * ranges);
  });
  group.barrier();
  group.run([&](std::ptrdiff_t q) {
    range_finder<K, Order> const find{keys2(q), sizes2.size(q), bounds_here.data(q),
                                      ranges,   order,          places.data(q)};
    group.policy(q).for_each_n(2 * ranges, find, 1);
  });
  std::vector<std::ptrdiff_t> const found = detail::gather_to_host<std::ptrdiff_t>(
      group, places.sizes(), [&](std::ptrdiff_t q) { return places.data(q); });

  std::vector<part_piece> pieces;
  fetched.assign(static_cast<std::size_t>(parts), 0);
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    if (sizes1.size(p) == 0) continue;
    std::ptrdiff_t& size = fetched[static_cast<std::size_t>(p)];
    for (std::ptrdiff_t q = 0; q < parts; ++q) {
      std::ptrdiff_t const* const of_part = found.data() + q * 2 * ranges + filled.begin(p);
      std::ptrdiff_t const begin = of_part[0], end = of_part[ranges];
      if (end <= begin) continue;
      pieces.push_back({q, begin, p, size, end - begin});
      size += end - begin;
    }
  }
  return pieces;
}

/// Joins part p of the first vector with what it has of the second one: sizes are those of both.
template <class K, class Group>
class local_joins {
 public:
  /// Begins to count the pairs of each part. Then ends(p)[i] is how many pairs the elements of part
  /// p up to i have.
  template <class First, class Second, class Order>
  local_joins(Group const& group, part_sizes const& sizes1, First keys1, part_sizes const& sizes2, Second keys2,
              Order order)
      : sizes1_(sizes1), sizes2_(sizes2), begins_(group, sizes1), ends_(group, sizes1) {
    failure_guard const failure(group);
    group.run([&](std::ptrdiff_t p) {
      if (!has_pairs(p)) return;
      std::ptrdiff_t* const counts = ends_.data(p);
      match_counter<K, Order> const count{keys1(p), keys2(p), sizes2.size(p), order, begins_.data(p), counts};
      group.policy(p).for_each_n(sizes1.size(p), count, default_grain);
      detail::scan(group.policy(p), static_cast<std::ptrdiff_t const*>(counts), sizes1.size(p), counts,
                   no_seed<std::ptrdiff_t>{}, plus<>{}, inclusive{});
    });
  }
  /// Returns how many pairs each part has. Waits.
  part_sizes sizes(Group const& group) const {
    std::vector<std::ptrdiff_t> totals(static_cast<std::size_t>(sizes1_.parts()));
    failure_guard const failure(group);
    group.run([&](std::ptrdiff_t p) {
      if (!has_pairs(p)) return;
      std::ptrdiff_t const* const last = ends_.data(p) + (sizes1_.size(p) - 1);
      group.copy_out(p, last, &totals[static_cast<std::size_t>(p)], 1);
    });
    group.wait();
    return group.all_sizes([&](std::ptrdiff_t p) { return totals[static_cast<std::size_t>(p)]; });
  }
  std::ptrdiff_t const* begins(std::ptrdiff_t p) const { return begins_.data(p); }
  std::ptrdiff_t const* ends(std::ptrdiff_t p) const { return ends_.data(p); }

 private:
  bool has_pairs(std::ptrdiff_t p) const { return sizes1_.size(p) > 0 && sizes2_.size(p) > 0; }

  part_sizes const& sizes1_;
  part_sizes const& sizes2_;
  part_arrays<std::ptrdiff_t, Group> begins_, ends_;
};

}  // namespace thrum::detail
