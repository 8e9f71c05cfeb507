// Element-wise algorithms over split vectors: fill, for_each, tabulate, sequence, transform, copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/multi_device_vector.h>
#include <thrum/sequence.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace thrum::multi_device {

/// Sets x = value for all elements x.
template <class T, class Group>
void fill(multi_device_vector<T, Group>& v, std::type_identity_t<T> const& value) {
  detail::call_over("fill", v, [&] {
    detail::for_filled_parts(v.group(), v.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
      thrum::fill(exec, v.data(p), v.data(p) + v.sizes().size(p), value);
    });
  });
}

/// Calls f(x) for all elements x.
template <class T, class Group, class F>
void for_each(multi_device_vector<T, Group>& v, F f) {
  detail::call_over("for_each", v, [&] {
    detail::for_filled_parts(v.group(), v.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
      thrum::for_each(exec, v.data(p), v.data(p) + v.sizes().size(p), f);
    });
  });
}

/// Sets v[i] = f(i), where i is a std::ptrdiff_t, the index in the whole vector.
template <class T, class Group, class F>
void tabulate(multi_device_vector<T, Group>& v, F f) {
  if constexpr (detail::valid_functor<typename Group::policy_type, F, std::ptrdiff_t>()) {
    detail::call_over("tabulate", v, [&] {
      detail::for_filled_parts(v.group(), v.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
        thrum::tabulate(exec, v.data(p), v.data(p) + v.sizes().size(p), detail::offset_call<F>{f, v.offset(p)});
      });
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
  detail::call_over("transform", in, [&] {
    detail::require_alike(in, out);
    detail::for_filled_parts(in.group(), in.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
      T const* const first = in.data(p);
      thrum::transform(exec, first, first + in.sizes().size(p), out.data(p), f);
    });
  });
}
/// Sets out[i] = f(in1[i], in2[i]). out may be in1 or in2.
template <class T, class U, class V, class Group, class F>
void transform(multi_device_vector<T, Group> const& in1, multi_device_vector<U, Group> const& in2,
               multi_device_vector<V, Group>& out, F f) {
  detail::call_over("transform", in1, [&] {
    detail::require_alike(in1, in2);
    detail::require_alike(in1, out);
    detail::for_filled_parts(in1.group(), in1.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
      T const* const first = in1.data(p);
      thrum::transform(exec, first, first + in1.sizes().size(p), static_cast<U const*>(in2.data(p)), out.data(p),
                       f);
    });
  });
}

/// Sets out[i] = in[i]. in and out have one size but may be split differently; elements then go
/// from part to part, in one exchange.
template <class T, class Group>
void copy(multi_device_vector<T, Group> const& in, multi_device_vector<T, Group>& out) {
  detail::call_over("copy", in, [&] {
    detail::require_one_group(in, out);
    if (in.size() != out.size()) throw std::invalid_argument("thrum: these multi_device_vectors differ in size");
    if (&in == &out) return;
    Group const& group = in.group();
    detail::failure_guard const failure(group);
    group.template exchange<T>(
        [&](std::ptrdiff_t p, std::ptrdiff_t q) { return in.sizes().overlap(p, out.sizes(), q); },
        [&](std::ptrdiff_t p) { return static_cast<T const*>(in.data(p)); },
        [&](std::ptrdiff_t q) { return out.data(q); });
    group.finish();
  });
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
