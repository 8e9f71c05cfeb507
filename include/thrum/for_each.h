// for_each, for_each_n: call a functor on each element.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

namespace detail {
template <class I, class F>
struct for_each_body {
  static constexpr auto kind = body_kind::side_effects;
  I first;
  F f;
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if constexpr (takes_by_name<F, std::iter_reference_t<I>>) {
      auto element = first[i];
      f(element);
    } else {
      f(first[i]);
    }
  }
};
}  // namespace detail

/// for_each_n(policy, first, n, f): calls f on each of the n elements from first on. Returns first
/// + n.
///
/// Parallel policies call copies of f, in any order and concurrently: memory that several calls
/// write needs atomics, a lock, or a separate object for each thread. seq calls f in order. O(n)
/// work; no scratch memory. An exception of f leaves the call under seq and tbb::par.
struct for_each_n_fn : detail::algorithm<for_each_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"for_each_n", {inout("first"), length("n"), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size, class F>
  THRUM_HD I operator()(B const& exec, I first, Size n, F f) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_count<Size>() &&
                  detail::valid_functor<B, F, detail::named_if_needed<F, detail::element_t<I>>>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      exec.for_each_n(size, detail::for_each_body<detail::unwrapped_t<I>, F>{detail::unwrap(first), std::move(f)},
                      detail::default_grain);
      return first + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT for_each_n_fn for_each_n{};

/// for_each(policy, first, last, f): does for_each_n over [first, last). Returns last.
struct for_each_fn : detail::algorithm<for_each_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"for_each", {inout("first"), until("last"), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class F>
  THRUM_HD I operator()(B const& exec, I first, I last, F f) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_functor<B, F, detail::named_if_needed<F, detail::element_t<I>>>()) {
      return for_each_n_fn{}(exec, first, last - first, std::move(f));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT for_each_fn for_each{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
