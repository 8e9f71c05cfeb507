// Checks calls over several split vectors, and holds the steps that work on whole vectors.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/count.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/reduce.h>
#include <thrum/detail/multi_device/scan.h>
#include <thrum/functional.h>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Returns f(), the algorithm of this name over v. If f throws in one process, throws in all.
template <class V, class F>
decltype(auto) call_over(char const* name, V const& v, F const& f) {
  return v.group().template call<typename V::value_type>(name, v.sizes().total(), f);
}

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

/// Calls f with an index that counts from `offset` on.
template <class F>
struct offset_call {
  mutable F f;
  std::ptrdiff_t offset;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD decltype(auto) operator()(std::ptrdiff_t i) const { return f(offset + i); }
};

template <class In, class Out, class Seed, class Op, class Kind>
void scan_vectors(In const& in, Out& out, Seed init, Op op, Kind kind) {
  using T = typename In::value_type;
  using B = typename In::group_type::policy_type;
  if constexpr (detail::valid_operator<B, Op, typename Seed::type, T const&>() &&
                detail::valid_output<B, typename Out::value_type*, typename Seed::type>()) {
    detail::call_over(std::is_same_v<Kind, inclusive> ? "inclusive_scan" : "exclusive_scan", in, [&] {
      detail::require_alike(in, out);
      detail::scan_parts(
          in.group(), in.sizes(), [&](std::ptrdiff_t p) { return static_cast<T const*>(in.data(p)); },
          [&](std::ptrdiff_t p) { return out.data(p); }, std::move(init), std::move(op), kind);
    });
  }
}

/// Returns the elements of part p as 1 if pred accepts them, otherwise as 0.
template <class V, class P>
auto accepted_elements(V const& v, P pred) {
  using T = typename V::value_type;
  return [&v, pred](std::ptrdiff_t p) {
    return detail::computed<std::ptrdiff_t>(counted_element<T const*, P>{v.data(p), pred});
  };
}

/// Returns the sums of counts(p), a range of numbers for each element of part p. Waits.
template <class Group, class Counts>
part_sizes count_in_parts(Group const& group, part_sizes const& sizes, Counts counts) {
  part_sums<std::ptrdiff_t, Group, sums_of_reduce> const sums(group, sizes);
  std::vector<std::ptrdiff_t> all(static_cast<std::size_t>(sums.total()));
  failure_guard const failure(group);
  sums.make(counts, plus<>{});
  std::ptrdiff_t const home = group.home();
  group.copy_out(home, static_cast<std::ptrdiff_t const*>(sums.of_part(0)), all.data(), sums.total());
  group.wait(home);
  auto next = all.begin();
  return part_sizes::each(sizes.parts(), [&](std::ptrdiff_t p) {
    std::ptrdiff_t count = 0;
    for (std::ptrdiff_t k = 0; k < sums.count(p); ++k) count += *next++;
    return count;
  });
}

/// An element and its index. Index -1 means that there is no element.
template <class T>
struct indexed_element {
  possible_sum<T> element;
  std::ptrdiff_t index = -1;
};
/// Returns the lesser of two elements, and the first of two equal ones.
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

/// Returns the index of the first element that no other element goes before, or 0 if there are no
/// elements.
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
