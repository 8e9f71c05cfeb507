// The sums of the values of equal keys on a device: numbers of the keys are sorted with their
// indices, and sums are stored beside the first keys.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/groups/grouping.h>
#include <thrum/detail/algorithms/split_by.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/kernels/groups.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/iterator/zip_iterator.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// The number of a key: equal keys, and no others, have equal numbers.
template <class K>
struct number_of_group_key {
  using key = std::iter_value_t<K>;
  template <class T>
  struct plain {
    using type = T;
  };
  using number_type =
      typename std::conditional_t<std::is_enum_v<key>, std::underlying_type<key>, plain<key>>::type;
  using number = uint_of_size<sizeof(key)>;
  K keys;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD number operator()(std::ptrdiff_t i) const {
    auto const x = static_cast<number_type>(static_cast<key>(keys[i]));
    if constexpr (std::is_floating_point_v<number_type>) {
      if (x != x) return static_cast<number>(~number{0});
    }
    return detail::to_radix<less<>>(x);
  }
};

/// The keys of a sum by groups, sorted. A part of a group is the values of one tile.
template <class U, class P>
struct sorted_groups {
  U const* numbers;
  P const* places;
  std::ptrdiff_t n;
  THRUM_HD std::ptrdiff_t place(std::ptrdiff_t i) const { return static_cast<std::ptrdiff_t>(places[i]); }
  THRUM_HD bool begins_group(std::ptrdiff_t i) const { return i == 0 || numbers[i] != numbers[i - 1]; }
  THRUM_HD bool begins_part(std::ptrdiff_t i) const {
    return begins_group(i) || place(i) >> group_tile_bits != place(i - 1) >> group_tile_bits;
  }
};

/// Stores the sum of the part that begins at sorted key i, and where the part ends.
template <class U, class P, class V, class Sum, class Op>
struct part_summer {
  sorted_groups<U, P> sorted;
  V values;
  Sum* sums;
  P* ends;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (!sorted.begins_part(i)) return;
    Sum sum = static_cast<Sum>(values[sorted.place(i)]);
    std::ptrdiff_t k = i + 1;
    for (; k < sorted.n && !sorted.begins_part(k); ++k) detail::fold_into(sum, values[sorted.place(k)], op);
    sums[i] = sum;
    ends[i] = static_cast<P>(k);
  }
};

/// Stores the sum of the group that begins at sorted key i beside its first key, and whether key i
/// is the first one of its group.
template <class U, class P, class Sum, class Op>
struct part_joiner {
  sorted_groups<U, P> sorted;
  Sum const* sums;
  P const* ends;
  Sum* totals;
  bool* is_first;
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    bool const begins = sorted.begins_group(i);
    is_first[sorted.place(i)] = begins;
    if (!begins) return;
    Sum sum = sums[i];
    auto p = static_cast<std::ptrdiff_t>(ends[i]);
    for (; p < sorted.n && !sorted.begins_group(p); p = static_cast<std::ptrdiff_t>(ends[p]))
      detail::fold_into(sum, sums[p], op);
    totals[sorted.place(i)] = sum;
  }
};

/// A predicate: whether a key is the first of its group.
struct is_first_key {
  bool const* is_first;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return is_first[i]; }
};

template <class P, class B, class G>
std::ptrdiff_t group_by_sort(B const& exec, G g) {
  using sum = typename G::sum;
  using number_at = number_of_group_key<decltype(G::keys)>;
  using number = typename number_at::number;
  using op = decltype(G::op);
  B const step = detail::step_of(exec);
  scratch_array<number, B> const numbers(step, g.n);
  scratch_array<P, B> const places(step, g.n), ends(step, g.n);
  scratch_array<sum, B> const sums(step, g.n), totals(step, g.n);
  scratch_array<bool, B> const is_first(step, g.n);
  class_storer<number, number_at> const store_number{{g.keys}, numbers.data()};
  step.for_each_n(g.n, indexed_key_storer{places.data(), store_number}, default_grain);
  detail::sort_by_key(step, numbers.data(), places.data(), g.n, less<>{});
  sorted_groups<number, P> const sorted{numbers.data(), places.data(), g.n};
  step.for_each_n(
      g.n, part_summer<number, P, decltype(G::values), sum, op>{sorted, g.values, sums.data(), ends.data(), g.op},
      1);
  step.for_each_n(
      g.n, part_joiner<number, P, sum, op>{sorted, sums.data(), ends.data(), totals.data(), is_first.data(), g.op},
      1);
  return detail::compact(exec, thrum::make_zip_iterator(g.keys, totals.data()), g.n,
                         thrum::make_zip_iterator(g.keys_out, g.sums_out), is_first_key{is_first.data()});
}

}  // namespace thrum::detail
