// tabulate: a function of the index.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/calls/algorithm.h>
#include <cstddef>
#include <utility>

namespace thrum {

namespace detail {
template <class O, class F>
struct tabulate_body {
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
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) {
    detail::store(std::forward<E>(to), f(i));
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};
}  // namespace detail

/// tabulate(policy, first, last, f): assigns f(i) to first[i], where i is a std::ptrdiff_t.
/// Parallel policies call copies of f in any order. Under no policy does f itself read the output,
/// because results are stored several at a time. O(n) work; no scratch memory.
struct tabulate_fn : detail::algorithm<tabulate_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"tabulate", {out_from("first"), until("last"), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class F>
  THRUM_HD void operator()(B const& exec, O first, O last, F f) const {
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_functor<B, F, std::ptrdiff_t>() &&
                  detail::valid_result<B, O, F, std::ptrdiff_t>()) {
      exec.for_each_n(last - first,
                      detail::tabulate_body<detail::unwrapped_t<O>, F>{detail::unwrap(first), std::move(f)},
                      detail::default_grain);
    }
  }
};
THRUM_OBJECT tabulate_fn tabulate{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
