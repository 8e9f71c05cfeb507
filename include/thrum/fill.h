// fill, fill_n: assign one value to all elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/bytes.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {
template <class O, class T>
struct fill_body {
  static constexpr auto kind = body_kind::fill;
  using functor = no_functor;
  O out;
  T value;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit();
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t, E&& to) {
    detail::store(std::forward<E>(to), value);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};
}  // namespace detail

/// fill_n(policy, first, n, value): assigns value to n elements. Returns first + n. O(n) work; no
/// scratch memory.
struct fill_n_fn : detail::algorithm<fill_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"fill_n", {out_from("first"), length("n"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class Size, class T>
  THRUM_HD O operator()(B const& exec, O first, Size n, T const& value) const {
    using value_type = detail::value_of_t<T const>;
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_count<Size>() &&
                  detail::valid_output<B, O, value_type const&>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      if constexpr (detail::fills_bytes<B, detail::unwrapped_t<O>, value_type>()) {
        using element = std::iter_value_t<O>;
        detail::fill_bytes<B, element>(exec, detail::unwrap(first), size,
                                       static_cast<element>(static_cast<value_type>(value)));
      } else {
        exec.for_each_n(size, detail::fill_body<detail::unwrapped_t<O>, value_type>{detail::unwrap(first), value},
                        detail::default_grain);
      }
      return first + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT fill_n_fn fill_n{};

/// fill(policy, first, last, value): does fill_n over [first, last).
struct fill_fn : detail::algorithm<fill_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"fill", {out_from("first"), until("last"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class T>
  THRUM_HD void operator()(B const& exec, O first, O last, T const& value) const {
    if constexpr (detail::valid_iterators<B, O>()) fill_n_fn{}(exec, first, last - first, value);
  }
};
THRUM_OBJECT fill_fn fill{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
