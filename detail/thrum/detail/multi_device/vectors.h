// What calls over several split vectors require, and what is done to whole vectors.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/checks.h>
#include <thrum/detail/config.h>
#include <thrum/detail/multi_device/part_sums.h>
#include <thrum/detail/multi_device/scan_parts.h>
#include <cstddef>
#include <stdexcept>

namespace thrum::detail {

template <class V, class W>
void require_one_group(V const& a, W const& b) {
  if (&a.group() != &b.group()) {
    throw std::invalid_argument("thrum: these multi_device_vectors are of different groups");
  }
}
template <class V, class W>
void require_alike(V const& a, W const& b) {
  detail::require_one_group(a, b);
  if (!(a.sizes() == b.sizes())) {
    throw std::invalid_argument("thrum: these multi_device_vectors have parts of different sizes");
  }
}

/// f of an index that counts from `offset` on.
template <class F>
struct call_behind {
  mutable F f;
  std::ptrdiff_t offset;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD decltype(auto) operator()(std::ptrdiff_t i) const { return f(offset + i); }
};

template <class In, class Out, class Seed, class Op, class Kind>
void scan_vectors(In const& in, Out& out, Seed init, Op op, Kind kind) {
  using T = typename In::value_type;
  using B = typename In::group_type::policy_type;
  detail::require_alike(in, out);
  if constexpr (detail::valid_operator<B, Op, typename Seed::type, T const&>() &&
                detail::valid_output<B, typename Out::value_type*, typename Seed::type>()) {
    detail::scan_parts(
        in.group(), in.sizes(), [&](std::ptrdiff_t p) { return static_cast<T const*>(in.data(p)); },
        [&](std::ptrdiff_t p) { return out.data(p); }, std::move(init), std::move(op), kind);
  }
}

/// An element and its index; -1 is none.
template <class T>
struct indexed_element {
  possible_sum<T> element;
  std::ptrdiff_t index = -1;
};
/// The lesser element; of equal ones the first.
template <class T, class Order>
struct lesser_element {
  mutable Order order;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD indexed_element<T> operator()(indexed_element<T> const& a, indexed_element<T> const& b) const {
    if (a.index < 0 || b.index < 0) return a.index < 0 ? b : a;
    auto const& low = a.index < b.index ? a : b;
    auto const& high = a.index < b.index ? b : a;
    return order(high.element.value, low.element.value) ? high : low;
  }
};
template <class T>
struct element_with_index {
  T const* first;
  std::ptrdiff_t offset;
  THRUM_HD indexed_element<T> operator()(std::ptrdiff_t i) const {
    return {possible_sum<T>(first[i]), offset + i};
  }
};

/// The index of the first element that none goes before; 0 of no elements.
template <class V, class Order>
std::ptrdiff_t least_of_parts(V const& v, Order order) {
  using T = typename V::value_type;
  auto const elements = [&](std::ptrdiff_t p) {
    return detail::computed<indexed_element<T>>(element_with_index<T>{v.data(p), v.offset(p)});
  };
  std::ptrdiff_t const index = detail::reduce_parts(v.group(), v.sizes(), elements, indexed_element<T>(),
                                                    lesser_element<T, Order>{std::move(order)})
                                   .index;
  return index < 0 ? 0 : index;
}

}  // namespace thrum::detail
