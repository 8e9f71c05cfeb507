// scatter, scatter_if: elements put at the indices that a map gives.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/flags/work_where_accepted.h>
#include <thrum/detail/kernels/places.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

namespace detail {
template <class I, class M, class O>
struct scatter_body {
  static constexpr auto kind = body_kind::scatter;
  I first;
  M map;
  O out;
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first, map);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { detail::store(out[static_cast<std::ptrdiff_t>(map[i])], first[i]); }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end)
    requires are_places_in_memory<M, I, O>
  {
    detail::scatter_places(first + begin, end - begin, map + begin, out);
  }
};
template <class I, class M, class S, class O, class P>
struct scatter_if_body {
  static constexpr auto kind = body_kind::scatter_some;
  I first;
  M map;
  S stencil;
  O out;
  P pred;
  THRUM_HD S const& asked() const { return stencil; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void work(std::ptrdiff_t i) { detail::store(out[static_cast<std::ptrdiff_t>(map[i])], first[i]); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (static_cast<bool>(pred(stencil[i]))) work(i);
  }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end) { detail::work_where_accepted(begin, end, *this); }
};
}  // namespace detail

/// scatter(policy, first, last, map, out): assigns first[i] to out[map[i]]. The indices of the map
/// have to differ. If several are equal, it is unspecified which element ends up there (and it is a
/// race for elements that are not plain numbers). O(n) work; no scratch memory.
struct scatter_fn : detail::algorithm<scatter_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"scatter", {in("first"), until("last"), also("map").as(role::map), out("out").as(role::target)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class M, class O>
  THRUM_HD void operator()(B const& exec, I first, I last, M map, O out) const {
    if constexpr (detail::valid_iterators<B, I, M, O>() && detail::valid_map<M>() &&
                  detail::valid_output<B, O, detail::element_t<I>>()) {
      using body = detail::scatter_body<detail::unwrapped_t<I>, detail::unwrapped_t<M>, detail::unwrapped_t<O>>;
      exec.for_each_n(last - first, body{detail::unwrap(first), detail::unwrap(map), detail::unwrap(out)},
                      detail::default_grain);
    }
  }
};
THRUM_OBJECT scatter_fn scatter{};

/// scatter_if(policy, first, last, map, stencil, out[, pred]): assigns first[i] to out[map[i]] if
/// pred accepts stencil[i], or without pred if stencil[i] is true. The indices of these elements
/// have to differ. On the host, pred is called for up to 512 elements before the first of them is
/// copied. Otherwise as scatter. An exception of pred leaves the call under seq and tbb::par.
struct scatter_if_fn : detail::algorithm<scatter_if_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"scatter_if",
            {in("first"), until("last"), also("map").as(role::map), also("stencil").as(role::stencil),
             out("out").as(role::target), optional(other("pred", role::predicate))}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class M, class S, class O, class P = identity<>>
  THRUM_HD void operator()(B const& exec, I first, I last, M map, S stencil, O out, P pred = {}) const {
    if constexpr (detail::valid_iterators<B, I, M, S, O>() && detail::valid_map<M>() &&
                  detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>()) {
      using body = detail::scatter_if_body<detail::unwrapped_t<I>, detail::unwrapped_t<M>, detail::unwrapped_t<S>,
                                           detail::unwrapped_t<O>, P>;
      exec.for_each_n(last - first,
                      body{detail::unwrap(first), detail::unwrap(map), detail::unwrap(stencil),
                           detail::unwrap(out), std::move(pred)},
                      detail::default_grain);
    }
  }
};
THRUM_OBJECT scatter_if_fn scatter_if{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
