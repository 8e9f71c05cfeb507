// gather, gather_if: copy elements that a map of indices picks.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/flags/work_where_accepted.h>
#include <thrum/detail/kernels/places.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

namespace detail {
template <class M, class I, class O>
struct gather_body {
  static constexpr auto kind = body_kind::gather;
  using functor = no_functor;
  M map;
  I first;
  O out;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(map);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) {
    detail::store(std::forward<E>(to), first[static_cast<std::ptrdiff_t>(map[i])]);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end)
    requires are_places_in_memory<M, I, O>
  {
    detail::gather_places(map + begin, end - begin, first, out + begin);
  }
};
template <class M, class S, class I, class O, class P>
struct gather_if_body {
  M map;
  S stencil;
  I first;
  O out;
  P pred;
  THRUM_HD S const& asked() const { return stencil; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void work(std::ptrdiff_t i) { detail::store(out[i], first[static_cast<std::ptrdiff_t>(map[i])]); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (static_cast<bool>(pred(stencil[i]))) work(i);
  }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end) { detail::work_where_accepted(begin, end, *this); }
};
}  // namespace detail

/// gather(policy, map_first, map_last, first, out): assigns first[map[i]] to out[i]. Returns the
/// end of the output, which overlaps neither input. O(n) work; no scratch memory.
struct gather_fn : detail::algorithm<gather_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"gather",
            {in("map_first").as(role::map), until("map_last"), also("first").as(role::target), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class M, class I, class O>
  THRUM_HD O operator()(B const& exec, M map_first, M map_last, I first, O out) const {
    if constexpr (detail::valid_iterators<B, M, I, O>() && detail::valid_map<M>() &&
                  detail::valid_output<B, O, detail::element_t<I>>()) {
      using body = detail::gather_body<detail::unwrapped_t<M>, detail::unwrapped_t<I>, detail::unwrapped_t<O>>;
      exec.for_each_n(map_last - map_first,
                      body{detail::unwrap(map_first), detail::unwrap(first), detail::unwrap(out)},
                      detail::default_grain);
      return out + (map_last - map_first);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT gather_fn gather{};

/// gather_if(policy, map_first, map_last, stencil, first, out[, pred]): assigns first[map[i]] to
/// out[i] if pred accepts stencil[i]; without pred, if stencil[i] is true. For other i neither
/// first nor the output is touched. On the host, pred is called for up to 512 elements before the
/// first of them is copied. Otherwise as gather. An exception of pred leaves the call under seq and
/// tbb::par.
struct gather_if_fn : detail::algorithm<gather_if_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"gather_if",
            {in("map_first").as(role::map), until("map_last"), also("stencil").as(role::stencil),
             also("first").as(role::target), out("out"), optional(other("pred", role::predicate))}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class M, class S, class I, class O, class P = identity<>>
  THRUM_HD O operator()(B const& exec, M map_first, M map_last, S stencil, I first, O out, P pred = {}) const {
    if constexpr (detail::valid_iterators<B, M, S, I, O>() && detail::valid_map<M>() &&
                  detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>()) {
      using body = detail::gather_if_body<detail::unwrapped_t<M>, detail::unwrapped_t<S>, detail::unwrapped_t<I>,
                                          detail::unwrapped_t<O>, P>;
      exec.for_each_n(map_last - map_first,
                      body{detail::unwrap(map_first), detail::unwrap(stencil), detail::unwrap(first),
                           detail::unwrap(out), std::move(pred)},
                      detail::default_grain);
      return out + (map_last - map_first);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT gather_if_fn gather_if{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
