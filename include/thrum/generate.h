// generate, generate_n: assign the results of a functor without arguments.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/calls/algorithm.h>
#include <cstddef>
#include <utility>

namespace thrum {

namespace detail {
template <class O, class F>
struct generate_body {
  static constexpr auto kind = body_kind::compute;
  using functor = F;
  O out;
  F f;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit();
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t, E&& to) {
    detail::store(std::forward<E>(to), f());
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};
}  // namespace detail

/// generate_n(policy, first, n, f): assigns f() to n elements. Returns first + n.
///
/// seq calls one f n times in order, so that f may be a random engine. Parallel policies call
/// copies of f in any order and concurrently: an f with a state of its own then repeats itself. To
/// compute values from an index, use tabulate instead. f must not read the output under any policy,
/// because results are stored several at a time. O(n) work; no scratch memory.
struct generate_n_fn : detail::algorithm<generate_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"generate_n", {out_from("first"), length("n"), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class Size, class F>
  THRUM_HD O operator()(B const& exec, O first, Size n, F f) const {
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_count<Size>() &&
                  detail::valid_functor<B, F>() && detail::valid_result<B, O, F>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      exec.for_each_n(size, detail::generate_body<detail::unwrapped_t<O>, F>{detail::unwrap(first), std::move(f)},
                      detail::default_grain);
      return first + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT generate_n_fn generate_n{};

/// generate(policy, first, last, f): does generate_n over [first, last).
struct generate_fn : detail::algorithm<generate_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"generate", {out_from("first"), until("last"), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class F>
  THRUM_HD void operator()(B const& exec, O first, O last, F f) const {
    if constexpr (detail::valid_iterators<B, O>()) generate_n_fn{}(exec, first, last - first, std::move(f));
  }
};
THRUM_OBJECT generate_fn generate{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
