// Runs of equal keys of split vectors: reduce_by_key.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/multi_device/by_key.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <utility>

namespace thrum::multi_device {

/// Returns, for each run of adjacent equal keys, its first key and op over its values: a pair of
/// vectors. A run that spans several parts has one sum, on the part where the run begins. As in
/// thrum::reduce_by_key, op is associative. Under policies of the host the result has the same bits
/// as from one part, and as under seq, if the parts are whole tiles of 16384 elements; over a
/// cuda::device_group the rounding depends on how the vectors are split. The host waits twice more,
/// for the number of runs and for where they begin. Calls equal two or three times for each pair of
/// neighbours. The sums of what continues a run of an earlier part, one for 8192 values on the
/// host, go to every process.
template <class K, class V, class Group, class Equal = equal_to<>, class Op = plus<>>
std::pair<multi_device_vector<K, Group>, multi_device_vector<V, Group>> reduce_by_key(
    multi_device_vector<K, Group> const& keys, multi_device_vector<V, Group> const& values, Equal equal = {},
    Op op = {}) {
  using policy = typename Group::policy_type;
  if constexpr (detail::valid_predicate<policy, Equal, K const&, K const&>() &&
                detail::valid_operator<policy, Op, V, V const&>()) {
    return detail::call_over("reduce_by_key", keys, [&] {
      return detail::reduce_vectors_by_key(keys, values, std::move(equal), std::move(op));
    });
  } else return detail::wrong_call{};
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
