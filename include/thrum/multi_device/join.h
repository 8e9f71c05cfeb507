// Joins of sorted split vectors: inner_join.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/multi_device/join.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::multi_device {

/// A pair of a join: the key, as the first vector has it, and the values that both vectors have
/// with it.
template <class K, class V, class W>
struct joined {
  K key;
  V first;
  W second;
  friend THRUM_HD bool operator==(joined const& a, joined const& b) {
    return a.key == b.key && a.first == b.first && a.second == b.second;
  }
};

/// Returns a vector of all pairs of an element of the first vector and one of the second vector
/// that have equal keys, in the order of the first vector's elements and then of the second's. Both
/// vectors are sorted by less; a value belongs to the key at its index. Keys are equal if neither
/// goes before the other; NaNs are equal, as in sort.
///
/// Each part of the first vector gets the elements of the second whose keys are between the part's
/// first key and its last one, in one exchange; several parts may get an element. Each pair is on
/// the part of its first element: balance() makes the parts even. A part needs memory for what it
/// gets and for two indices of each element of its own. O(log) of what a part has for each of its
/// elements and for each pair. The host waits twice, for where to cut the second vector and for the
/// number of pairs.
///
/// Keys and values of the first vector are split alike, and those of the second; otherwise throws
/// std::invalid_argument.
template <class K, class V, class W, class Group, class Less = less<>>
multi_device_vector<joined<K, V, W>, Group> inner_join(multi_device_vector<K, Group> const& keys1,
                                                       multi_device_vector<V, Group> const& values1,
                                                       multi_device_vector<K, Group> const& keys2,
                                                       multi_device_vector<W, Group> const& values2,
                                                       Less less = {}) {
  if constexpr (detail::order_check<typename Group::policy_type, K const&, Less>::valid()) {
    return detail::call_over("inner_join", keys1, [&] {
      detail::require_alike(keys1, values1);
      detail::require_alike(keys2, values2);
      detail::require_one_group(keys1, keys2);
      using pair = joined<K, V, W>;
      using detail::part_sizes;
      Group const& group = keys1.group();
      part_sizes const &sizes1 = keys1.sizes(), &sizes2 = keys2.sizes();
      if (sizes1.total() == 0 || sizes2.total() == 0) return multi_device_vector<pair, Group>(group, 0, no_init);
      auto const order = detail::sorting_order<K>(std::move(less));
      auto const data_of = [](auto const& v) {
        return [&v](std::ptrdiff_t p) {
          return static_cast<std::add_const_t<std::remove_pointer_t<decltype(v.data(p))>>*>(v.data(p));
        };
      };
      std::vector<std::ptrdiff_t> fetched;
      auto const pieces =
          detail::pieces_to_join<K>(group, sizes1, data_of(keys1), sizes2, data_of(keys2), order, fetched);
      part_sizes const fetched_sizes(std::move(fetched));
      detail::part_arrays<K, Group> const keys(group, fetched_sizes);
      detail::part_arrays<W, Group> const values(group, fetched_sizes);
      detail::failure_guard const failure(group);
      {
        auto keys_come = group.template start_exchange<K>(pieces, data_of(keys2),
                                                          [&](std::ptrdiff_t p) { return keys.data(p); });
        auto values_come = group.template start_exchange<W>(pieces, data_of(values2),
                                                            [&](std::ptrdiff_t p) { return values.data(p); });
        keys_come.finish();
        values_come.finish();
      }
      detail::local_joins<K, Group> const joins(group, sizes1, data_of(keys1), fetched_sizes, data_of(keys),
                                                order);
      multi_device_vector<pair, Group> out(group, joins.sizes(group).all(), no_init);
      detail::for_filled_parts(group, out.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
        detail::pair_maker<K, V, W, pair> const make{keys1.data(p),   values1.data(p), values.data(p),
                                                     joins.begins(p), joins.ends(p),   sizes1.size(p),
                                                     out.data(p)};
        exec.for_each_n(out.sizes().size(p), make, detail::default_grain);
      });
      return out;
    });
  } else return detail::wrong_call{};
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
