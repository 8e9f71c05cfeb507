// transform_inclusive_scan, transform_exclusive_scan: prefix sums of a function of the elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/scan.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {
namespace detail {

/// Runs the scan of f of the elements, which all forms share.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class F, class Seed, class Op, class Kind>
THRUM_HD O transform_scan(B const& exec, I first, I last, O out, F f, Seed init, Op op, Kind kind) {
  using T = typename Seed::type;
  if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_summand<B, F, T, element_t<I>>() &&
                detail::valid_operator<B, Op, T, T>() && detail::valid_output<B, O, T>()) {
    auto const element = transformed_element{detail::unwrap(first), std::move(f)};
    detail::scan(exec, detail::computed<T>(element), last - first, detail::unwrap(out), std::move(init),
                 std::move(op), kind);
    return out + (last - first);
  } else return detail::wrong_call{};
}

}  // namespace detail

/// transform_inclusive_scan(policy, first, last, out, f, op)
///     sets out[i] to op over f of the elements 0 to i
/// transform_inclusive_scan(policy, first, last, out, f, init, op)
///     the same, from init
///
/// Otherwise as inclusive_scan; without init, sums are made in the value type of the output. f may
/// be called twice for an element.
struct transform_inclusive_scan_fn : detail::algorithm<transform_inclusive_scan_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"transform_inclusive_scan",
            {in("first"), until("last"), out("out").or_input(), value("f"), value("op")},
            {in("first"), until("last"), out("out").or_input(), value("f"), value("init"), value("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f, Op op) const {
    return detail::transform_scan(exec, first, last, out, std::move(f), detail::no_seed<std::iter_value_t<O>>{},
                                  std::move(op), detail::inclusive{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F, class T, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f, T init, Op op) const {
    return detail::transform_scan(
        exec, first, last, out, std::move(f),
        detail::seed<detail::value_of_t<T>>{static_cast<detail::value_of_t<T>>(std::move(init))}, std::move(op),
        detail::inclusive{});
  }
};
THRUM_OBJECT transform_inclusive_scan_fn transform_inclusive_scan{};

/// transform_exclusive_scan(policy, first, last, out, f, init, op): sets out[i] to op over init and
/// f of the elements before i.
struct transform_exclusive_scan_fn : detail::algorithm<transform_exclusive_scan_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"transform_exclusive_scan",
            {in("first"), until("last"), out("out").or_input(), value("f"), value("init"), value("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F, class T, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f, T init, Op op) const {
    return detail::transform_scan(
        exec, first, last, out, std::move(f),
        detail::seed<detail::value_of_t<T>>{static_cast<detail::value_of_t<T>>(std::move(init))}, std::move(op),
        detail::exclusive{});
  }
};
THRUM_OBJECT transform_exclusive_scan_fn transform_exclusive_scan{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
