// Pipelines: a range and the stages that its elements go through. The last step of a pipeline has
// the policy. It takes one stage after the other into the state of the pipeline; elements go to
// scratch memory only where one pass cannot do both.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/pipeline_functors.h>
#include <thrum/detail/calls/pipeline_states.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/stored_states.h>
#include <thrum/sort.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A range that has a name outside of the pipeline.
template <class R>
struct named_range {
  R* range;
  constexpr auto extent() const { return detail::extent_of(*range); }
};
/// A view that the pipeline keeps.
template <class V>
struct kept_view {
  V view;
  constexpr auto extent() { return detail::extent_of(view); }
  constexpr auto extent() const
    requires std::ranges::range<V const>
  {
    return detail::extent_of(view);
  }
};

/// Stages that elements go through one after the other.
template <class... Stage>
struct stages {
  std::tuple<Stage...> all;
};
template <class Stage>
constexpr stages<Stage> one_stage(Stage stage) {
  return {std::tuple<Stage>(std::move(stage))};
}

/// A range and the stages that its elements go through.
template <class Source, class... Stage>
struct pipeline {
  Source source;
  std::tuple<Stage...> all;
};

/// The last step of a pipeline: a policy, and what is done with the elements under it.
template <class B, class Step>
struct last_step {
  B policy;
  Step step;
};
template <class P, class Step>
constexpr auto make_last_step(P const& policy, Step step) {
  constexpr bool has_policy = policy_of_calls<P>;
  static_assert(
      has_policy,
      "thrum: the last step of a pipeline takes a policy first: thrum::seq, thrum::par, thrum::cuda::par, or "
      "a backend of your own");
  if constexpr (has_policy) return last_step<P, Step>{policy, std::move(step)};
  else return wrong_call{};
}

/// Returns the backend of a policy: the policy itself, unless it is checked.
template <class B>
constexpr B const& backend_of(B const& exec) {
  return exec;
}
template <class B>
constexpr B const& backend_of(checked_policy<B> const& exec) {
  return exec.unchecked();
}

// Checks of a stage against the elements that go into it.
template <class B, class State, class F>
constexpr bool valid_stage(transform_stage<F> const*) {
  if constexpr (!detail::valid_functor<B, F, typename State::element>()) return false;
  else {
    constexpr bool returns = !returns_nothing<F, typename State::element>;
    static_assert(returns,
                  "thrum: the functor returns nothing where its result is stored: is its return missing?");
    return returns;
  }
}
template <class B, class State, class T, class F>
constexpr bool valid_stage(transform_stage<returns_as<T, F>> const*) {
  return detail::valid_functor<B, F, typename State::element>();
}
template <class B, class State, class P>
constexpr bool valid_stage(filter_stage<P> const*) {
  return detail::valid_predicate<B, P, typename State::element>();
}
template <class B, class State, class Kind, class Init, class Op>
constexpr bool valid_stage(scan_stage<Kind, Init, Op> const*) {
  if constexpr (std::same_as<Init, no_start>)
    return detail::valid_operator<B, Op, typename State::value, typename State::element>();
  else return detail::valid_operator<B, Op, Init, typename State::element>();
}
template <class B, class State>
constexpr bool valid_stage(take_stage const*) {
  return true;
}
template <class B, class State>
constexpr bool valid_stage(drop_stage const*) {
  return true;
}
template <class B, class State>
constexpr bool valid_stage(flatten_stage const*) {
  using R = typename State::value;
  constexpr bool ranges = inner_range<R>;
  static_assert(
      ranges,
      "thrum: lazy::flatten needs elements that are random-access ranges: vectors, spans, iterator_ranges");
  constexpr bool reachable = !ranges || backend_traits<B>::runs_on_host || is_iterator_range<R>;
  static_assert(reachable, "thrum: on a device lazy::flatten needs elements that are thrum::iterator_ranges");
  if constexpr (ranges && reachable)
    return detail::valid_iterators<B, std::remove_cvref_t<decltype(std::declval<R&>().begin())>>();
  else return false;
}

/// Checks the iterator of the range, before the first stage.
template <std::size_t K, class B, class I>
constexpr bool valid_beginning_of() {
  if constexpr (K == 0) return detail::valid_iterators<B, I>();
  else return true;
}

/// Returns step(state) for the state after the stages from K on.
template <std::size_t K, class B, class State, class Stages, class Step>
auto run_stages(B const& exec, State const& state, Stages const& all, Step& step) {
  if constexpr (!detail::valid_beginning_of<K, B, decltype(State::first)>()) {
    return wrong_call{};
  } else if constexpr (K == std::tuple_size_v<Stages>) {
    return step(exec, state);
  } else {
    using stage = std::tuple_element_t<K, Stages>;
    if constexpr (!detail::valid_stage<B, State>(static_cast<stage const*>(nullptr))) return wrong_call{};
    else if constexpr (std::same_as<stage, flatten_stage>) {
      return detail::with_flattened(
          exec, state, [&](auto const& flat) { return detail::run_stages<K + 1>(exec, flat, all, step); });
    } else if constexpr (requires { state.with(std::get<K>(all)); }) {
      return detail::run_stages<K + 1>(exec, state.with(std::get<K>(all)), all, step);
    } else {
      return detail::with_stored(exec, state, [&](auto const& stored) {
        return detail::run_stages<K + 1>(exec, stored.with(std::get<K>(all)), all, step);
      });
    }
  }
}

/// Returns the state that a pipeline begins with.
template <class Source>
auto first_state(Source& source) {
  auto const in = source.extent();
  return ranged<typename decltype(in)::iterator>{in.first, in.size};
}

/// Checks the range that a pipeline begins with.
template <class R>
constexpr bool valid_source() {
  constexpr bool range = std::ranges::range<R&>;
  static_assert(range, "thrum: a pipeline begins with a range: a vector, an array, a span or a view");
  if constexpr (!range) return false;
  else {
    constexpr bool random = random_access<std::ranges::iterator_t<R&>>;
    static_assert(
        random,
        "thrum: a pipeline needs a random-access range (std::list, std::map, std::views::filter and streams "
        "are not)");
    constexpr bool sized = !random || std::ranges::sized_range<R&>;
    static_assert(sized, "thrum: the length of this range is not known: only a walk finds its end");
    using plain = std::remove_cvref_t<R>;
    constexpr bool lasts =
        std::is_lvalue_reference_v<R> || std::ranges::borrowed_range<plain> || std::ranges::enable_view<plain>;
    static_assert(lasts,
                  "thrum: a pipeline refers to the elements of its range, and this range is temporary: give it a "
                  "name");
    return random && sized && lasts;
  }
}
/// A view that a pipeline copies though it has a name. A copy is read as a constant.
template <class V>
concept copied_view = std::ranges::view<V> && std::copy_constructible<V> && std::ranges::range<V const>;
template <class R>
constexpr auto source_of(R&& range) {
  using plain = std::remove_cvref_t<R>;
  if constexpr (!std::is_lvalue_reference_v<R> || copied_view<plain>)
    return kept_view<plain>{std::forward<R>(range)};
  else return named_range<std::remove_reference_t<R>>{__builtin_addressof(range)};
}

template <class T>
inline constexpr bool is_stages = false;
template <class... Stage>
inline constexpr bool is_stages<stages<Stage...>> = true;
template <class T>
inline constexpr bool is_pipeline = false;
template <class Source, class... Stage>
inline constexpr bool is_pipeline<pipeline<Source, Stage...>> = true;

template <class R, class... Stage>
  requires(!is_stages<std::remove_cvref_t<R>> && !is_pipeline<std::remove_cvref_t<R>>)
constexpr auto operator|(R&& range, stages<Stage...> const& then) {
  if constexpr (std::same_as<std::remove_cvref_t<R>, wrong_call>) return wrong_call{};
  else if constexpr (detail::valid_source<R>()) {
    auto source = detail::source_of(std::forward<R>(range));
    return pipeline<decltype(source), Stage...>{std::move(source), then.all};
  } else return wrong_call{};
}
template <class... First, class... Then>
constexpr stages<First..., Then...> operator|(stages<First...> const& first, stages<Then...> const& then) {
  return {std::tuple_cat(first.all, then.all)};
}
template <class Source, class... First, class... Then>
constexpr pipeline<Source, First..., Then...> operator|(pipeline<Source, First...> const& first,
                                                        stages<Then...> const& then) {
  return {first.source, std::tuple_cat(first.all, then.all)};
}
template <class Source, class... First, class... Then>
constexpr pipeline<Source, First..., Then...> operator|(pipeline<Source, First...>&& first,
                                                        stages<Then...> const& then) {
  return {std::move(first.source), std::tuple_cat(std::move(first.all), then.all)};
}

template <class Source, class... Stage, class B, class Step>
auto operator|(pipeline<Source, Stage...> const& p, last_step<B, Step> const& last) {
  return detail::run_stages<0>(detail::backend_of(last.policy), detail::first_state(p.source), p.all, last.step);
}
template <class Source, class... Stage, class B, class Step>
auto operator|(pipeline<Source, Stage...>&& p, last_step<B, Step> const& last) {
  return detail::run_stages<0>(detail::backend_of(last.policy), detail::first_state(p.source), p.all, last.step);
}
/// A pipeline without stages: the range itself.
template <class R, class B, class Step>
  requires(!is_stages<std::remove_cvref_t<R>> && !is_pipeline<std::remove_cvref_t<R>>)
auto operator|(R&& range, last_step<B, Step> const& last) {
  if constexpr (std::same_as<std::remove_cvref_t<R>, wrong_call>) return wrong_call{};
  else if constexpr (detail::valid_source<R>()) {
    auto source = detail::source_of(std::forward<R>(range));
    return detail::run_stages<0>(detail::backend_of(last.policy), detail::first_state(source), std::tuple<>(),
                                 last.step);
  } else return wrong_call{};
}

/// A last step whose check has failed: no second error.
template <class Source, class... Stage>
constexpr wrong_call operator|(pipeline<Source, Stage...> const&, wrong_call const&) {
  return {};
}

// What the last steps do with the elements of a state.

/// Writes the elements.
template <class Out>
struct write_step {
  Out out;
  template <class B, class State>
  auto operator()(B const& exec, State const& state) const {
    using O = typename Out::iterator;
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_output<B, O, typename State::element>()) {
      return out.at(state.write(exec, out.first, out.size));
    } else return wrong_call{};
  }
};

/// Writes the elements and sorts what is written.
template <class Out, class Less>
struct sort_step {
  Out out;
  Less less;
  template <class B, class State>
  auto operator()(B const& exec, State const& state) const {
    auto const end = write_step<Out>{out}(exec, state);
    if constexpr (!std::same_as<decltype(end), wrong_call const>) thrum::sort(exec, out.first, end, less);
    return end;
  }
};

/// Adds up the elements. Without a start value a sum begins with the default of their type.
template <class Init, class Op>
struct reduce_step {
  Init init;
  Op op;
  template <class B, class State>
  auto operator()(B const& exec, State const& state) const {
    using value = typename State::value;
    if constexpr (std::same_as<Init, no_start>) {
      if constexpr (detail::valid_beginning<value>()) return reduce_step::sum(exec, state, value(), op);
      else return wrong_call{};
    } else return reduce_step::sum(exec, state, init, op);
  }

 private:
  template <class B, class State, class T>
  static auto sum(B const& exec, State const& state, T const& start, Op const& op) {
    // thrum::reduce adds numbers of 16 bits as floats.
    constexpr bool as_floats = half_number<typename State::value> && !half_number<T> && is_plus<Op, T>;
    using element = std::conditional_t<as_floats, float, typename State::element>;
    if constexpr (!detail::valid_operator<B, Op, T, element>()) return wrong_call{};
    else if constexpr (State::template sums_in_one_pass<B, T, Op>) return state.reduce(exec, start, op);
    else
      return detail::with_stored(exec, state, [&](auto const& stored) { return stored.reduce(exec, start, op); });
  }
};

/// Counts the elements.
struct count_step {
  template <class B, class State>
  std::ptrdiff_t operator()(B const& exec, State const& state) const {
    return state.count(exec);
  }
};

/// Calls a functor with each element.
template <class F>
struct for_each_step {
  F f;
  template <class B, class State>
  void operator()(B const& exec, State const& state) const {
    if constexpr (detail::valid_functor<B, F, named_if_needed<F, typename State::element>>())
      state.for_each(exec, f);
  }
};

/// Returns where a pipeline writes to: a range, whose end is respected, or an iterator.
template <class O>
constexpr auto output_of_pipeline(O&& out) {
  using plain = std::remove_cvref_t<O>;
  if constexpr (std::ranges::range<O>) {
    constexpr bool lasts = std::ranges::borrowed_range<O>;
    static_assert(lasts,
                  "thrum: the call writes to a temporary range, and the results are lost: give the range a name");
    if constexpr (lasts) return detail::extent_of(std::forward<O>(out));
    else return wrong_call{};
  } else {
    constexpr bool iterator = iterator_like<plain>;
    static_assert(iterator, "thrum: a pipeline writes to a range or an iterator: this argument is neither");
    if constexpr (iterator && detail::valid_pair<plain, plain>()) return extent<plain>{out, no_end};
    else return wrong_call{};
  }
}

}  // namespace thrum::detail
