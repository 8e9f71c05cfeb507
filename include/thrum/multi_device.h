// The algorithms of thrum::multi_device. They run on all devices of a multi_device_vector at once.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/copy.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/reduce.h>
#include <thrum/detail/multi_device/scan.h>
#include <thrum/detail/multi_device/sort.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <thrum/ordered_by.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

/// The algorithms take whole vectors. A call gives every device its work before the call waits for
/// any device. Devices wait for each other by events. The host waits once, at the end; in a sort
/// the host waits once more in between. With a group of cuda::par_nosync the host waits only for
/// results that it receives. All vectors of one call belong to one group and, except in copy, are
/// split alike; otherwise the call throws std::invalid_argument. Functors meet the requirements of
/// the algorithm of the same name in namespace thrum.
///
/// If a part throws an exception, the exception leaves the call after all parts have ended. If
/// memory runs out, nothing is lost and nothing leaks: inputs that are not outputs keep their
/// values, and a sort leaves its elements in some order.
namespace thrum::multi_device {

/// Sets x = value for all elements x.
template <class T, class Group>
void fill(multi_device_vector<T, Group>& v, std::type_identity_t<T> const& value) {
  detail::for_filled_parts(v.group(), v.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
    thrum::fill(exec, v.data(p), v.data(p) + v.sizes().size(p), value);
  });
}

/// Calls f(x) for all elements x.
template <class T, class Group, class F>
void for_each(multi_device_vector<T, Group>& v, F f) {
  detail::for_filled_parts(v.group(), v.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
    thrum::for_each(exec, v.data(p), v.data(p) + v.sizes().size(p), f);
  });
}

/// Sets v[i] = f(i), where i is a std::ptrdiff_t, the index in the whole vector.
template <class T, class Group, class F>
void tabulate(multi_device_vector<T, Group>& v, F f) {
  if constexpr (detail::valid_functor<typename Group::policy_type, F, std::ptrdiff_t>()) {
    detail::for_filled_parts(v.group(), v.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
      thrum::tabulate(exec, v.data(p), v.data(p) + v.sizes().size(p), detail::offset_call<F>{f, v.offset(p)});
    });
  }
}

/// Sets v[i] = init + i * step, in the types of thrum::sequence.
template <class T, class Group, class U = T>
void sequence(multi_device_vector<T, Group>& v, U init = U(0), std::type_identity_t<U> step = U(1)) {
  using types = detail::sequence_types<T, U>;
  using sum = typename types::sum;
  multi_device::tabulate(v, detail::sequence_value<types>{static_cast<sum>(init), static_cast<sum>(step)});
}

/// Sets out[i] = f(in[i]). out may be in.
template <class T, class U, class Group, class F>
void transform(multi_device_vector<T, Group> const& in, multi_device_vector<U, Group>& out, F f) {
  detail::require_alike(in, out);
  detail::for_filled_parts(in.group(), in.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
    T const* const first = in.data(p);
    thrum::transform(exec, first, first + in.sizes().size(p), out.data(p), f);
  });
}
/// Sets out[i] = f(in1[i], in2[i]). out may be in1 or in2.
template <class T, class U, class V, class Group, class F>
void transform(multi_device_vector<T, Group> const& in1, multi_device_vector<U, Group> const& in2,
               multi_device_vector<V, Group>& out, F f) {
  detail::require_alike(in1, in2);
  detail::require_alike(in1, out);
  detail::for_filled_parts(in1.group(), in1.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
    T const* const first = in1.data(p);
    thrum::transform(exec, first, first + in1.sizes().size(p), static_cast<U const*>(in2.data(p)), out.data(p), f);
  });
}

/// Sets out[i] = in[i]. in and out have one size but may be split differently; elements then go
/// from device to device.
template <class T, class Group>
void copy(multi_device_vector<T, Group> const& in, multi_device_vector<T, Group>& out) {
  detail::require_one_group(in, out);
  if (in.size() != out.size()) throw std::invalid_argument("thrum: these multi_device_vectors differ in size");
  if (&in == &out) return;
  Group const& group = in.group();
  detail::failure_guard const failure(group);
  group.barrier();
  group.run([&](std::ptrdiff_t p) {
    std::ptrdiff_t const end = out.sizes().end(p);
    for (std::ptrdiff_t i = out.offset(p); i < end;) {
      std::ptrdiff_t const q = in.sizes().part_of(i), n = std::min(end, in.sizes().end(q)) - i;
      group.copy(q, static_cast<T const*>(in.data(q) + (i - in.offset(q))), p, out.data(p) + (i - out.offset(p)),
                 n);
      i += n;
    }
  });
  group.barrier();
  group.finish();
}

/// Returns op over init and all elements, in the type of init, which is trivially copyable. As in
/// thrum::reduce, op is associative and commutative. Under policies of the host, and over a
/// cuda::deterministic_device_group, the result has the same bits as from one part, and as under
/// seq, if the parts are whole tiles of 16384 elements. Over another cuda::device_group the
/// rounding depends on how the vector is split.
template <class T, class Group, class U = T, class Op = plus<>>
U reduce(multi_device_vector<T, Group> const& v, U init = U(), Op op = {}) {
  if constexpr (detail::valid_operator<typename Group::policy_type, Op, U, T const&>()) {
    auto const elements = [&](std::ptrdiff_t p) { return static_cast<T const*>(v.data(p)); };
    return detail::reduce_parts(v.group(), v.sizes(), elements, std::move(init), std::move(op));
  } else return detail::wrong_call{};
}

/// Returns op over init and f(x) for all elements x. Everything else is as in reduce.
template <class T, class Group, class F, class U, class Op>
U transform_reduce(multi_device_vector<T, Group> const& v, F f, U init, Op op) {
  using policy = typename Group::policy_type;
  if constexpr (detail::valid_summand<policy, F, U, T const&>() && detail::valid_operator<policy, Op, U, U>()) {
    auto const elements = [&](std::ptrdiff_t p) {
      return detail::computed<U>(detail::transformed_element<T const*, F>{v.data(p), f});
    };
    return detail::reduce_parts(v.group(), v.sizes(), elements, std::move(init), std::move(op));
  } else return detail::wrong_call{};
}

/// Returns the number of elements that pred accepts.
template <class T, class Group, class P>
std::ptrdiff_t count_if(multi_device_vector<T, Group> const& v, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::reduce_parts(v.group(), v.sizes(), detail::accepted_elements(v, pred), std::ptrdiff_t{0},
                                plus<>{});
  } else return detail::wrong_call{};
}

/// Returns a vector of the elements that pred accepts, in their order. Each element stays on its
/// part; copy() to another vector makes the parts even. The host waits once more, for the number of
/// accepted elements. Calls pred twice for each element.
template <class T, class Group, class P>
multi_device_vector<T, Group> copy_if(multi_device_vector<T, Group> const& in, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    multi_device_vector<T, Group> out(in.group(), detail::count_in_parts(in, pred), no_init);
    detail::for_filled_parts(in.group(), in.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
      detail::scratch_array<std::ptrdiff_t, typename Group::policy_type> const count(exec, 1);
      T const* const first = in.data(p);
      thrum::copy_if_into(exec, first, first + in.sizes().size(p), count.data(), out.data(p), pred);
    });
    return out;
  } else return detail::wrong_call{};
}

/// Returns the index of the first of the least elements in the whole vector, and 0 for an empty
/// vector. Passes over NaNs as thrum::min_element does.
template <class T, class Group, class Less = less<>>
std::ptrdiff_t min_element(multi_device_vector<T, Group> const& v, Less less = {}) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, Less, T const&, T const&>()) {
    return detail::least_of_parts(v, detail::sorting_order<T>(std::move(less)));
  } else return detail::wrong_call{};
}
/// Returns the index of the first of the greatest elements. Everything else is as in min_element.
template <class T, class Group, class Less = less<>>
std::ptrdiff_t max_element(multi_device_vector<T, Group> const& v, Less less = {}) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, Less, T const&, T const&>()) {
    return detail::least_of_parts(v, detail::sorting_order<T>(detail::reversed<T>(std::move(less))));
  } else return detail::wrong_call{};
}

/// Sets out[i] = op over the elements 0 to i. out may be in. As in thrum::inclusive_scan, op is
/// associative and need not be commutative. Each device reads its part twice. Rounding depends on
/// how the vector is split.
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

/// Sorts all elements. Afterwards part 0 holds the first elements, part 1 the next ones, and so on;
/// each part keeps its size. As thrum::sort does, sorts stably, and sorts by keys if less is a
/// thrum::ordered_by. Every device sorts its part, finds by samples where the shares of the other
/// devices begin, gets its own share from all devices, and merges it. Each device needs as much
/// scratch memory as its part takes, and in addition that of thrum::sort. The host waits once
/// before elements are exchanged.
template <class T, class Group, class Less = less<>>
void sort(multi_device_vector<T, Group>& v, Less less = {}) {
  if constexpr (detail::order_check<typename Group::policy_type, T&, Less>::valid()) {
    detail::part_arrays<T, Group> const spare(v.group(), v.sizes());
    detail::sort_parts<T>(
        v.group(), v.sizes(), [&](std::ptrdiff_t p) { return detail::sorted_keys<T>{v.data(p)}; },
        [&](std::ptrdiff_t p) { return detail::sorted_keys<T>{spare.data(p)}; }, std::move(less));
  }
}
/// Sorts all elements. The same as sort, which is stable.
template <class T, class Group, class Less = less<>>
void stable_sort(multi_device_vector<T, Group>& v, Less less = {}) {
  multi_device::sort(v, std::move(less));
}
/// Sorts keys, and moves each value with its key.
template <class K, class V, class Group, class Less = less<>>
void sort_by_key(multi_device_vector<K, Group>& keys, multi_device_vector<V, Group>& values, Less less = {}) {
  detail::require_alike(keys, values);
  if constexpr (detail::order_check<typename Group::policy_type, K&, Less>::valid()) {
    detail::part_arrays<K, Group> const spare_keys(keys.group(), keys.sizes());
    detail::part_arrays<V, Group> const spare_values(keys.group(), keys.sizes());
    using elements = detail::sorted_pairs_of_part<K, V>;
    detail::sort_parts<K>(
        keys.group(), keys.sizes(), [&](std::ptrdiff_t p) { return elements{keys.data(p), values.data(p)}; },
        [&](std::ptrdiff_t p) { return elements{spare_keys.data(p), spare_values.data(p)}; }, std::move(less));
  }
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
