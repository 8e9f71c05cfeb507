// Prefix sums over split vectors: inclusive_scan, exclusive_scan.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/multi_device/scan.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <utility>

namespace thrum::multi_device {

/// Sets out[i] = op over the elements 0 to i. out may be in. As in thrum::inclusive_scan, op is
/// associative and need not be commutative. Each part is read twice. Under policies of the host the
/// result has the same bits as from one part, and as under seq, if the parts are whole tiles of
/// 16384 elements. Over devices the rounding depends on how the vector is split.
template <class T, class U, class Group, class Op = plus<>>
void inclusive_scan(multi_device_vector<T, Group> const& in, multi_device_vector<U, Group>& out, Op op = {}) {
  detail::scan_vectors(in, out, detail::no_seed<T>{}, std::move(op), detail::inclusive{});
}
/// Sets out[i] = op over init and the elements 0 to i.
template <class T, class U, class Group, class V, class Op>
void inclusive_scan(multi_device_vector<T, Group> const& in, multi_device_vector<U, Group>& out, V init, Op op) {
  detail::scan_vectors(in, out, detail::seed<V>{std::move(init)}, std::move(op), detail::inclusive{});
}
/// Sets out[i] = op over init and the elements before i. Everything else is as in inclusive_scan.
template <class T, class U, class Group, class V = T, class Op = plus<>>
void exclusive_scan(multi_device_vector<T, Group> const& in, multi_device_vector<U, Group>& out, V init = V(),
                    Op op = {}) {
  detail::scan_vectors(in, out, detail::seed<V>{std::move(init)}, std::move(op), detail::exclusive{});
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
