// inclusive_scan, exclusive_scan: prefix sums. Their _by_key forms come with them, as in Thrust.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/half_sums.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <thrum/scan_by_key.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {
namespace detail {

/// Runs the scan that all forms share.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class Seed, class Op, class Kind>
THRUM_HD O valid_scan(B const& exec, I first, I last, O out, Seed init, Op op, Kind kind) {
  using T = typename Seed::type;
  if constexpr (adds_halves<I, T, Op>) {
    auto const floats = detail::halves_as_floats(first);
    detail::valid_scan(exec, floats, floats + (last - first), detail::output_for_floats(out),
                       detail::float_seed(std::move(init)), detail::float_sum<T>(std::move(op)), kind);
    return out + (last - first);
  } else if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_operator<B, Op, T, element_t<I>>() &&
                       detail::valid_output<B, O, T>()) {
    detail::scan(exec, detail::unwrap(first), last - first, detail::unwrap(out), std::move(init), std::move(op),
                 kind);
    return out + (last - first);
  } else return detail::wrong_call{};
}

}  // namespace detail

/// inclusive_scan(policy, first, last, out[, op])        sets out[i] to op over the elements 0 to i
/// inclusive_scan(policy, first, last, out, init, op)    the same, from init
///
/// op is associative; it need not be commutative. Sums are made in the type of init, or without
/// init in the type of the elements; those of floating-point numbers of 16 bits as floats, which
/// the output rounds. The output may be the input. Returns the end of the output. The shape depends
/// on n alone, so that float sums are the same bits under seq, tbb::par with any number of threads,
/// and cuda::par.deterministic(): see docs/guides/determinism.md. O(n) work: up to three calls of
/// op for each element. Scratch memory under tbb::par: O(n / 16384) sums. An
/// exception of op leaves the call under seq and tbb::par.
struct inclusive_scan_fn : detail::algorithm<inclusive_scan_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"inclusive_scan",
            {in("first"), until("last"), out("out").or_input(), optional("op")},
            {in("first"), until("last"), out("out").or_input(), value("init"), value("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Op = plus<>>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, Op op = {}) const {
    return detail::valid_scan(exec, first, last, out, detail::no_seed<std::iter_value_t<I>>{}, std::move(op),
                              detail::inclusive{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class T, class Op>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, T init, Op op) const {
    using sum = detail::value_of_t<T>;
    return detail::valid_scan(exec, first, last, out, detail::seed<sum>{static_cast<sum>(std::move(init))},
                              std::move(op), detail::inclusive{});
  }
};
THRUM_OBJECT inclusive_scan_fn inclusive_scan{};

/// exclusive_scan(policy, first, last, out[, init[, op]]): sets out[i] to op over init and the
/// elements before i; the sum from zero unless init and op are given. Otherwise as inclusive_scan.
struct exclusive_scan_fn : detail::algorithm<exclusive_scan_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"exclusive_scan",
            {in("first"), until("last"), out("out").or_input(), optional("init"), optional("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I last, O out) const {
    if constexpr (detail::valid_beginning<std::iter_value_t<I>>())
      return (*this)(exec, first, last, out, std::iter_value_t<I>(), plus<>{});
    else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class T, class Op = plus<>>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, T init, Op op = {}) const {
    using sum = detail::value_of_t<T>;
    return detail::valid_scan(exec, first, last, out, detail::seed<sum>{static_cast<sum>(std::move(init))},
                              std::move(op), detail::exclusive{});
  }
};
THRUM_OBJECT exclusive_scan_fn exclusive_scan{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
