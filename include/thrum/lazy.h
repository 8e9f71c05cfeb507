// lazy::transform, filter, flatten, inclusive_scan, exclusive_scan, take, drop: stages of
// pipelines.
// lazy::to, reduce, count, for_each, sort_into: last steps, which run a pipeline.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/pipeline.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/functional.h>
#include <cstddef>
#include <type_traits>
#include <utility>

/// A pipeline is a range, stages, and a last step, which has the policy:
///
///   double const sum = v | lazy::transform(f) | lazy::filter(p) | lazy::reduce(par, 0.0);
///
/// Nothing runs before the last step. It makes one pass over memory where one pass can do all, and
/// its result has the bits of the calls of transform, copy_if, inclusive_scan, copy and reduce one
/// after the other: docs/guides/pipelines.md has the exceptions, and what takes scratch memory.
///
/// A pipeline refers to a container, which has to outlive it, and keeps a copy of a view. It can
/// run several times. Functions and predicates are copied. They return the same each time for an
/// element: a function before a filter is called again for elements that the filter accepts.
namespace thrum::lazy {

/// transform(f): f of each element. f may be a pointer to a member.
template <class F>
constexpr auto transform(F f) {
  auto g = detail::as_functor(std::move(f));
  return detail::one_stage(detail::transform_stage<decltype(g)>{std::move(g)});
}
/// transform<T>(f): f of each element as a T. For __device__ lambdas, whose results nvcc hides from
/// host code.
template <class T, class F>
constexpr auto transform(F f) {
  auto g = detail::as_functor(std::move(f));
  using named = detail::returns_as<T, decltype(g)>;
  return detail::one_stage(detail::transform_stage<named>{named{std::move(g)}});
}

/// filter(pred): the elements that pred accepts, in their order.
template <class P>
constexpr auto filter(P pred) {
  auto g = detail::as_functor(std::move(pred));
  return detail::one_stage(detail::filter_stage<decltype(g)>{std::move(g)});
}

/// flatten(): replaces each element, which is a range, by its elements. The ranges are vectors,
/// spans or iterator_ranges; on a device iterator_ranges. Takes scratch memory for a number for
/// each range and for every 1024 elements, on a device for every 64; ranges that a function returns
/// by value, or a filter accepts, are stored, too. Under CUDA the last step waits for the number of
/// elements.
constexpr auto flatten() { return detail::one_stage(detail::flatten_stage{}); }

/// take(n): the first n elements, or all if there are fewer.
constexpr auto take(std::ptrdiff_t n) { return detail::one_stage(detail::take_stage{n < 0 ? 0 : n}); }

/// drop(n): all elements but the first n.
constexpr auto drop(std::ptrdiff_t n) { return detail::one_stage(detail::drop_stage{n < 0 ? 0 : n}); }

/// inclusive_scan(): the prefix sums. inclusive_scan(op): op over the elements up to each.
/// inclusive_scan(init, op): the same, from init. As thrum::inclusive_scan.
template <class Op = plus<>>
constexpr auto inclusive_scan(Op op = {}) {
  using stage = detail::scan_stage<detail::inclusive, detail::no_start, Op>;
  return detail::one_stage(stage{{}, std::move(op)});
}
template <class T, class Op>
constexpr auto inclusive_scan(T init, Op op) {
  using stage = detail::scan_stage<detail::inclusive, detail::value_of_t<T>, Op>;
  return detail::one_stage(stage{static_cast<detail::value_of_t<T>>(std::move(init)), std::move(op)});
}

/// exclusive_scan(): the sums of the elements before each. exclusive_scan(init[, op]): op over init
/// and the elements before each. As thrum::exclusive_scan.
constexpr auto exclusive_scan() {
  using stage = detail::scan_stage<detail::exclusive, detail::no_start, plus<>>;
  return detail::one_stage(stage{});
}
template <class T, class Op = plus<>>
constexpr auto exclusive_scan(T init, Op op = {}) {
  using stage = detail::scan_stage<detail::exclusive, detail::value_of_t<T>, Op>;
  return detail::one_stage(stage{static_cast<detail::value_of_t<T>>(std::move(init)), std::move(op)});
}

/// to(policy, out): writes the elements to out. out is a range, and the elements that have no room
/// are left out, or an iterator, from which on there is room for all. Returns the end of what was
/// written.
///
/// Without a filter and without drop out may be the range of the pipeline. Otherwise they do not
/// overlap.
template <class P, class O>
constexpr auto to(P const& policy, O&& out) {
  auto where = detail::output_of_pipeline(std::forward<O>(out));
  if constexpr (std::is_same_v<decltype(where), detail::wrong_call>) return where;
  else return detail::make_last_step(policy, detail::write_step<decltype(where)>{std::move(where)});
}

/// sort_into(policy, out[, less]): writes the elements to out, as to does, and sorts them there,
/// stably. Returns the end of what was written.
template <class P, class O, class Less = less<>>
constexpr auto sort_into(P const& policy, O&& out, Less before = {}) {
  auto where = detail::output_of_pipeline(std::forward<O>(out));
  if constexpr (std::is_same_v<decltype(where), detail::wrong_call>) return where;
  else {
    auto order = detail::as_functor(std::move(before));
    using step = detail::sort_step<decltype(where), decltype(order)>;
    return detail::make_last_step(policy, step{std::move(where), std::move(order)});
  }
}

/// reduce(policy[, init[, op]]): returns op over init and the elements; the sum from zero unless
/// init and op are given. As thrum::reduce.
template <class P>
constexpr auto reduce(P const& policy) {
  return detail::make_last_step(policy, detail::reduce_step<detail::no_start, plus<>>{});
}
template <class P, class T, class Op = plus<>>
constexpr auto reduce(P const& policy, T init, Op op = {}) {
  using start = detail::value_of_t<T>;
  return detail::make_last_step(
      policy, detail::reduce_step<start, Op>{static_cast<start>(std::move(init)), std::move(op)});
}

/// count(policy): returns the number of elements.
template <class P>
constexpr auto count(P const& policy) {
  return detail::make_last_step(policy, detail::count_step{});
}

/// for_each(policy, f): calls f with each element. If no function is before, f may change it.
template <class P, class F>
constexpr auto for_each(P const& policy, F f) {
  auto g = detail::as_functor(std::move(f));
  return detail::make_last_step(policy, detail::for_each_step<decltype(g)>{std::move(g)});
}

}  // namespace thrum::lazy

#include <thrum/detail/public_header/end_with_algorithms.h>
