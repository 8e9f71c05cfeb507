// transform_inclusive_scan, transform_exclusive_scan: prefix sums of a function of the elements.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/scan.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

/// transform_inclusive_scan(policy, first, last, out, f, op)         out[i] = op over f of the elements 0 to i
/// transform_inclusive_scan(policy, first, last, out, f, init, op)   the same from init
///
/// As inclusive_scan; without init sums are made in the value type of the output. f is called twice for each element.
struct transform_inclusive_scan_fn : detail::algorithm<transform_inclusive_scan_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f, Op op) const {
    using T = std::iter_value_t<O>;
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_functor<F, detail::element_t<I>>() &&
                  detail::valid_functor<Op, T&, T>()) {
      auto const element = detail::transformed_element{detail::unwrap(first), std::move(f)};
      exec.scan(detail::computed<T>(element), last - first, detail::unwrap(out), detail::no_seed<T>{},
                std::move(op), detail::inclusive{});
      return out + (last - first);
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F, class T, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f, T init, Op op) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_functor<F, detail::element_t<I>>() &&
                  detail::valid_functor<Op, T&, T>()) {
      auto const element = detail::transformed_element{detail::unwrap(first), std::move(f)};
      exec.scan(detail::computed<T>(element), last - first, detail::unwrap(out), detail::seed<T>{std::move(init)},
                std::move(op), detail::inclusive{});
      return out + (last - first);
    }
  }
};
THRUM_OBJECT transform_inclusive_scan_fn transform_inclusive_scan{};

/// transform_exclusive_scan(policy, first, last, out, f, init, op): out[i] = op over init and f of the elements before i.
struct transform_exclusive_scan_fn : detail::algorithm<transform_exclusive_scan_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F, class T, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f, T init, Op op) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_functor<F, detail::element_t<I>>() &&
                  detail::valid_functor<Op, T&, T>()) {
      auto const element = detail::transformed_element{detail::unwrap(first), std::move(f)};
      exec.scan(detail::computed<T>(element), last - first, detail::unwrap(out), detail::seed<T>{std::move(init)},
                std::move(op), detail::exclusive{});
      return out + (last - first);
    }
  }
};
THRUM_OBJECT transform_exclusive_scan_fn transform_exclusive_scan{};

}  // namespace thrum
