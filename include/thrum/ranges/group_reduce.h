// ranges::group_reduce.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/output_with_room.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/ranges/results.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::ranges {

/// group_reduce(policy, keys, values, keys_out, sums_out[, op[, projection1[, projection2[, hash[,
/// equal]]]]]): writes each different key once, in the order in which the keys first occur, and op
/// over the values of its group, until the keys or the values end; of the groups as many as both
/// outputs have room for. projection1 makes the key of an element, which is also what is hashed,
/// compared and written, and projection2 what is added of a value.
///
/// Returns {in1, in2, out1, out2}: the ends of what was read, and those of what was written. Sums
/// are made in the value type of `values`, or with a projection in that of `sums_out`.
/// std::identity() is for no projection before a hash. Otherwise as thrum::group_reduce.
struct group_reduce_fn : detail::range_algorithm<group_reduce_fn, 4, 2> {
  template <class B, class K, class V, class KO, class VO, class F = detail::left_out, class P = detail::left_out,
            class Q = detail::left_out, class H = detail::left_out, class G = detail::left_out>
  static auto call(B const& exec, K const& keys, V const& values, KO const& keys_out, VO const& sums_out,
                   F op = {}, P projection1 = {}, Q projection2 = {}, H hash = {}, G same = {}) {
    using sum = std::iter_value_t<typename VO::iterator>;
    if constexpr (!detail::valid_projected_elements<B, typename K::iterator, P>() ||
                  !detail::valid_summands<sum, B, typename V::iterator, Q>()) {
      return detail::wrong_call{};
    } else {
      std::ptrdiff_t const n = std::min(keys.size, values.size);
      std::ptrdiff_t const room = std::min(keys_out.size, sums_out.size);
      auto const from = detail::projected_elements(keys.first, std::move(projection1));
      auto const added = detail::summands<sum>(values.first, std::move(projection2));
      auto const add = detail::functor_or<plus<>>(std::move(op));
      auto const hashed = detail::functor_or<detail::hash_of_key>(std::move(hash));
      auto const alike = detail::functor_or<detail::one_key>(std::move(same));
      auto const groups_to = [&](auto const& to, auto const& sums_to) -> std::ptrdiff_t {
        auto const ends = thrum::group_reduce(exec, from, from + n, added, to, sums_to, add, hashed, alike);
        if constexpr (std::is_same_v<decltype(ends), detail::wrong_call const>) return 0;
        else return ends.first - to;
      };
      std::ptrdiff_t const groups = room >= n
                                        ? groups_to(keys_out.first, sums_out.first)
                                        : std::min(room, groups_to(detail::output_with_room(keys_out, room),
                                                                   detail::output_with_room(sums_out, room)));
      return in_in_out_out_result<typename K::position, typename V::position, typename KO::position,
                                  typename VO::position>{keys.result(n), values.result(n), keys_out.result(groups),
                                                         sums_out.result(groups)};
    }
  }
};
THRUM_OBJECT group_reduce_fn group_reduce{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
