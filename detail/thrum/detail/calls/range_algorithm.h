// The base of the algorithms of thrum::ranges. It finds the ranges of a call among the arguments,
// and passes them, with the policy of the call, to the one statement of the algorithm.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/iterator/iterator_range.h>
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <limits>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The subrange that a call returns. clang before version 16 cannot compile the standard's.
#if defined(__clang__) && __clang_major__ < 16
template <class I>
using subrange_of = iterator_range<I>;
template <class I>
constexpr iterator_range<I> make_subrange(I from, I to) {
  return {from, static_cast<std::ptrdiff_t>(to - from)};
}
#else
template <class I>
using subrange_of = std::ranges::subrange<I>;
template <class I>
constexpr std::ranges::subrange<I> make_subrange(I from, I to) {
  return {from, to};
}
#endif

/// A range of a call: where it begins, and how many elements it has. Positions in a temporary range
/// that owns its elements are std::ranges::dangling.
template <class I, bool Outlives = true>
struct extent {
  using iterator = I;
  using position = std::conditional_t<Outlives, I, std::ranges::dangling>;
  using subrange = std::conditional_t<Outlives, subrange_of<I>, std::ranges::dangling>;
  static constexpr bool outlives = Outlives;
  I first;
  std::ptrdiff_t size;

  constexpr I at(std::ptrdiff_t i) const { return first + static_cast<std::iter_difference_t<I>>(i); }
  constexpr I last() const { return at(size); }
  /// The position of an index, or of an iterator, in a result.
  constexpr position result(std::ptrdiff_t i) const {
    if constexpr (Outlives) return at(i);
    else return {};
  }
  constexpr position result(I i) const
    requires(!std::same_as<I, std::ptrdiff_t>)
  {
    if constexpr (Outlives) return i;
    else return {};
  }
  constexpr position end() const { return result(size); }
  constexpr subrange between(I from, I to) const {
    if constexpr (Outlives) return detail::make_subrange(from, to);
    else return {};
  }
};
template <class E>
inline constexpr bool is_extent = false;
template <class I, bool Outlives>
inline constexpr bool is_extent<extent<I, Outlives>> = true;

/// A comparison or a projection of a call that the caller leaves out: by nothing, or by {}.
struct left_out {};

/// What a call may name a range by: a range, or an iterator, with its end behind it or alone.
template <class A>
concept range_argument = std::ranges::range<A> || is_extent<std::remove_cvref_t<A>>;
template <class A>
concept iterator_argument = iterator_like<std::remove_cvref_t<A>>;

/// Says where the ranges of a call are among its arguments: `Between` others are behind the first
/// `Before` ranges.
template <std::size_t Ranges, std::size_t Between, std::size_t Before, class... Args>
struct places_of_ranges {
  static constexpr std::size_t size = sizeof...(Args);
  using arguments = std::tuple<Args&&...>;
  template <std::size_t I>
  using argument = std::remove_cvref_t<std::tuple_element_t<I, arguments>>;

  template <std::size_t I>
  static constexpr bool ends() {
    if constexpr (I + 1 >= size) return false;
    else return std::sentinel_for<argument<I + 1>, argument<I>>;
  }
  struct place {
    std::size_t begin;
    std::size_t length;  // 2 for an iterator with its end; 0 if there is no range
  };
  struct all_places {
    std::array<place, Ranges> of_range;
    std::size_t between;
    std::size_t rest;
  };
  static constexpr all_places places = [] {
    all_places all{};
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      constexpr std::array<bool, sizeof...(I) + 1> is_range{range_argument<Args>..., false};
      constexpr std::array<bool, sizeof...(I) + 1> is_iterator{iterator_argument<Args>..., false};
      constexpr std::array<bool, sizeof...(I) + 1> has_end{ends<I>()..., false};
      for (place& range : all.of_range) {
        std::size_t const at = all.rest;
        range = {at, is_range[at] ? 1u : !is_iterator[at] ? 0u : has_end[at] ? 2u : 1u};
        all.rest += range.length;
        if (&range == &all.of_range[Before - 1]) {
          all.between = all.rest;
          all.rest = std::min(all.rest + Between, size);
        }
      }
    }(std::make_index_sequence<size>());
    return all;
  }();
  static constexpr bool complete = [] {
    bool all = true;
    for (place const& range : places.of_range) all = all && range.length > 0;
    return all;
  }();
};
template <std::size_t Ranges, class... Args>
using ranges_of_call = places_of_ranges<Ranges, 0, 1, Args...>;

/// The ranges that a call begins with, behind a policy or without one.
template <std::size_t Ranges, class First, class... Rest>
using ranges_in_front =
    std::conditional_t<range_argument<First> || iterator_argument<First>, ranges_of_call<Ranges, First, Rest...>,
                       ranges_of_call<Ranges, Rest...>>;

/// The number of elements of an output that is named by an iterator alone.
inline constexpr std::ptrdiff_t no_end = std::numeric_limits<std::ptrdiff_t>::max();

/// Checks an iterator and its end.
template <class I, class S>
constexpr bool valid_pair() {
  constexpr bool random = random_access<I>;
  static_assert(
      random,
      "thrum: this algorithm needs random-access iterators (those of std::list, std::map and streams are "
      "not)");
  constexpr bool sized = !random || std::sized_sentinel_for<S, I>;
  static_assert(sized, "thrum: the length of this range is not known: only a walk finds its end");
  return random && sized;
}

template <class R>
constexpr auto extent_of(R&& range) {
  if constexpr (is_extent<std::remove_cvref_t<R>>) return range;
  else {
    using I = std::ranges::iterator_t<R>;
    return extent<I, std::ranges::borrowed_range<R>>{std::ranges::begin(range),
                                                     static_cast<std::ptrdiff_t>(std::ranges::size(range))};
  }
}

/// Checks a range that is written to: Outlives says whether its elements are there after the call.
template <bool Outlives>
constexpr bool valid_written() {
  static_assert(Outlives,
                "thrum: the call writes to a temporary range, and the results are lost: give the range a name");
  return Outlives;
}

/// Checks a range that a view of thrum refers to.
template <class R>
constexpr bool valid_part_of_view() {
  constexpr bool range = std::ranges::range<R>;
  static_assert(range, "thrum: a view is made of ranges: this argument is none");
  if constexpr (!range) return false;
  else {
    constexpr bool random = random_access<std::ranges::iterator_t<R>>;
    static_assert(
        random,
        "thrum: a view needs random-access ranges (std::list, std::map, std::views::filter and streams are not)");
    constexpr bool sized = !random || std::ranges::sized_range<R>;
    static_assert(sized, "thrum: the length of this range is not known: only a walk finds its end");
    constexpr bool lasts = std::ranges::borrowed_range<R>;
    static_assert(
        lasts, "thrum: a view refers to the elements of its ranges, and this range is temporary: give it a name");
    return random && sized && lasts;
  }
}

/// The base of an algorithm of ranges, of which Ranges arguments are ranges, and those from Written
/// on are written to. Algorithm::call(policy, extents..., arguments...) is its one statement. Of
/// the arguments, `Between` are behind the first `Before` ranges of a call, and the others behind
/// the last.
template <class Algorithm, std::size_t Ranges, std::size_t Written = Ranges, std::size_t Between = 0,
          std::size_t Before = 1>
struct range_algorithm {
  template <class First, class... Rest>
  constexpr decltype(auto) operator()(First&& first, Rest&&... rest) const {
    return range_algorithm::pass(std::forward<First>(first), std::forward<Rest>(rest)...);
  }
  // A comparison that is left out as {}, behind a policy and up to three ranges.
  template <class A, class... Rest>
  constexpr decltype(auto) operator()(A&& a, left_out none, Rest&&... rest) const {
    return range_algorithm::pass(std::forward<A>(a), none, std::forward<Rest>(rest)...);
  }
  template <class A, class B, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, left_out none, Rest&&... rest) const {
    return range_algorithm::pass(std::forward<A>(a), std::forward<B>(b), none, std::forward<Rest>(rest)...);
  }
  template <class A, class B, class C, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, C&& c, left_out none, Rest&&... rest) const {
    return range_algorithm::pass(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), none,
                                 std::forward<Rest>(rest)...);
  }
  template <class A, class B, class C, class D, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, C&& c, D&& d, left_out none, Rest&&... rest) const {
    return range_algorithm::pass(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d),
                                 none, std::forward<Rest>(rest)...);
  }
  template <class A, class B, class C, class D, class E, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, C&& c, D&& d, E&& e, left_out none, Rest&&... rest) const {
    return range_algorithm::pass(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d),
                                 std::forward<E>(e), none, std::forward<Rest>(rest)...);
  }
  template <class A, class B, class C, class D, class E, class F, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, C&& c, D&& d, E&& e, F&& f, left_out none,
                                      Rest&&... rest) const {
    return range_algorithm::pass(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d),
                                 std::forward<E>(e), std::forward<F>(f), none, std::forward<Rest>(rest)...);
  }
  template <class A, class B, class C, class D, class E, class F, class G, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, C&& c, D&& d, E&& e, F&& f, G&& g, left_out none,
                                      Rest&&... rest) const {
    return range_algorithm::pass(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d),
                                 std::forward<E>(e), std::forward<F>(f), std::forward<G>(g), none,
                                 std::forward<Rest>(rest)...);
  }

 private:
  using all_ranges = std::make_index_sequence<Ranges>;

  template <class First, class... Rest>
  static constexpr decltype(auto) pass(First&& first, Rest&&... rest) {
    if constexpr (range_argument<First> || iterator_argument<First>) {
      using found = places_of_ranges<Ranges, Between, Before, First, Rest...>;
      if constexpr (!valid<found>(all_ranges())) return wrong_call{};
      else {
        auto const arguments = std::forward_as_tuple(std::forward<First>(first), std::forward<Rest>(rest)...);
        using space = typename space_of<found>::type;
        if constexpr (own_policy<space>) {
          return range_algorithm::run<found>(space(), arguments);
        } else {
          using source = typename default_calls::template source<space>;
          if constexpr (policy_of_calls<std::remove_cvref_t<decltype(source::get())>>) {
            return range_algorithm::run<found>(source::get(), arguments);
          } else {
            source::get();  // says which header the call needs
            return wrong_call{};
          }
        }
      }
    } else {
      using found = places_of_ranges<Ranges, Between, Before, Rest...>;
      if constexpr (!valid<found>(all_ranges())) return wrong_call{};
      else return range_algorithm::run<found>(first, std::forward_as_tuple(std::forward<Rest>(rest)...));
    }
  }

  /// Checks the ranges of a call.
  template <class Found, std::size_t... K>
  static constexpr bool valid(std::index_sequence<K...>) {
    static_assert(
        Found::complete,
        "thrum: an argument is no range where one belongs: pass a range, or an iterator and its end, for "
        "each input and each output");
    if constexpr (Found::complete) return (valid_place<Found, K>() && ...);
    else return false;
  }
  template <class Found, std::size_t K>
  static constexpr bool valid_place() {
    constexpr auto place = Found::places.of_range[K];
    using A = std::tuple_element_t<place.begin, typename Found::arguments>;
    constexpr bool written = K >= Written;
    if constexpr (place.length == 2) {
      return detail::valid_pair<std::remove_cvref_t<A>, typename Found::template argument<place.begin + 1>>();
    } else if constexpr (is_extent<std::remove_cvref_t<A>>) {
      return true;
    } else if constexpr (range_argument<A>) {
      constexpr bool random = random_access<std::ranges::iterator_t<A>>;
      static_assert(
          random,
          "thrum: this algorithm needs a random-access range (std::list, std::map, std::views::filter and "
          "streams are not)");
      constexpr bool sized = !random || std::ranges::sized_range<A>;
      static_assert(sized, "thrum: the length of this range is not known: only a walk finds its end");
      constexpr bool lasts = detail::valid_written < !written || std::ranges::borrowed_range < A >> ();
      return random && sized && lasts;
    } else {
      constexpr bool output = written && K > 0;
      static_assert(output, "thrum: this iterator has no end behind it: pass a range, or an iterator and its end");
      return output && detail::valid_pair<std::remove_cvref_t<A>, std::remove_cvref_t<A>>();
    }
  }
  template <class Found, std::size_t K, class Arguments>
  static constexpr auto extent_at(Arguments const& arguments) {
    constexpr auto place = Found::places.of_range[K];
    using A = std::tuple_element_t<place.begin, typename Found::arguments>;
    auto&& first = std::get<place.begin>(arguments);
    if constexpr (place.length == 2) {
      using I = std::remove_cvref_t<A>;
      return extent<I>{first, static_cast<std::ptrdiff_t>(std::get<place.begin + 1>(arguments) - first)};
    } else if constexpr (range_argument<A>) {
      return detail::extent_of(static_cast<A>(first));
    } else {
      return extent<std::remove_cvref_t<A>>{first, no_end};
    }
  }
  /// The memory space in which the ranges of a call are.
  template <class Found>
  struct space_of {
    template <std::size_t... K>
    static auto iterators(std::index_sequence<K...>)
        -> policy_space_t<typename decltype(range_algorithm::extent_at<Found, K>(
            std::declval<typename Found::arguments const&>()))::iterator...>;
    using type = decltype(iterators(all_ranges()));
  };

  template <class Found, class P, class Arguments>
  static constexpr decltype(auto) run(P const& policy, Arguments const& arguments) {
    return range_algorithm::run<Found>(policy, arguments, all_ranges(), std::make_index_sequence<Between>(),
                                       std::make_index_sequence<Found::size - Found::places.rest>());
  }
  template <class Found, class P, class Arguments, std::size_t... K, std::size_t... M, std::size_t... R>
  static constexpr decltype(auto) run(P const& policy, Arguments const& arguments, std::index_sequence<K...>,
                                      std::index_sequence<M...>, std::index_sequence<R...>) {
    constexpr std::size_t between = Found::places.between, from = Found::places.rest;
    constexpr bool taken = requires {
      Algorithm::call(policy, range_algorithm::extent_at<Found, K>(arguments)...,
                      range_algorithm::argument_at<Found, between + M>(arguments)...,
                      range_algorithm::argument_at<Found, from + R>(arguments)...);
    };
    static_assert(taken,
                  "thrum: no form of this algorithm takes the arguments behind the ranges: look at their number "
                  "and order");
    if constexpr (!taken) return wrong_call{};
    else
      return Algorithm::call(policy, range_algorithm::extent_at<Found, K>(arguments)...,
                             range_algorithm::argument_at<Found, between + M>(arguments)...,
                             range_algorithm::argument_at<Found, from + R>(arguments)...);
  }
  template <class Found, std::size_t I, class Arguments>
  static constexpr decltype(auto) argument_at(Arguments const& arguments) {
    return static_cast<std::tuple_element_t<I, typename Found::arguments>>(std::get<I>(arguments));
  }
};

/// The base of an algorithm whose first range is an iterator and a number of elements; of fewer
/// than none there are none. It is otherwise Algorithm, an algorithm of ranges.
template <class Algorithm>
struct counted_algorithm {
  template <class First, class Second, class... Rest>
  constexpr decltype(auto) operator()(First&& first, Second&& second, Rest&&... rest) const {
    if constexpr (iterator_argument<First>) {
      return Algorithm()(counted(first, second), std::forward<Rest>(rest)...);
    } else {
      return counted_algorithm::with_policy(first, second, std::forward<Rest>(rest)...);
    }
  }

 private:
  template <class P, class I, class Size, class... Rest>
  static constexpr decltype(auto) with_policy(P const& policy, I const& first, Size const& n, Rest&&... rest) {
    return Algorithm()(policy, counted(first, n), std::forward<Rest>(rest)...);
  }
  template <class I, class Size>
  static constexpr auto counted(I const& first, Size const& n) {
    if constexpr (detail::valid_pair<I, I>() && detail::valid_count<Size>()) {
      std::ptrdiff_t const size = static_cast<std::ptrdiff_t>(n);
      return extent<I>{first, size < 0 ? 0 : size};
    } else return wrong_call{};
  }
};

/// The base of an algorithm of a range and a position in it: (range, middle, ...), or, as
/// iterators, (first, middle, last, ...). Algorithm is an algorithm of ranges whose arguments are
/// the range, the position, and the others.
template <class Algorithm>
struct divided_algorithm {
  template <class First, class Second, class... Rest>
  constexpr decltype(auto) operator()(First&& first, Second&& second, Rest&&... rest) const {
    return divided_algorithm::pass(std::forward<First>(first), std::forward<Second>(second),
                                   std::forward<Rest>(rest)...);
  }
  // A comparison that is left out as {}, behind a policy and three iterators.
  template <class A, class B, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, left_out none, Rest&&... rest) const {
    return divided_algorithm::pass(std::forward<A>(a), std::forward<B>(b), none, std::forward<Rest>(rest)...);
  }
  template <class A, class B, class C, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, C&& c, left_out none, Rest&&... rest) const {
    return divided_algorithm::pass(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), none,
                                   std::forward<Rest>(rest)...);
  }
  template <class A, class B, class C, class D, class... Rest>
  constexpr decltype(auto) operator()(A&& a, B&& b, C&& c, D&& d, left_out none, Rest&&... rest) const {
    return divided_algorithm::pass(std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d),
                                   none, std::forward<Rest>(rest)...);
  }

 private:
  template <class First, class Second, class... Rest>
  static constexpr decltype(auto) pass(First&& first, Second&& second, Rest&&... rest) {
    if constexpr (range_argument<First> || range_argument<Second>) {
      return Algorithm()(std::forward<First>(first), std::forward<Second>(second), std::forward<Rest>(rest)...);
    } else if constexpr (iterator_argument<First>) {
      return divided_algorithm::in_order(first, second, std::forward<Rest>(rest)...);
    } else {
      return divided_algorithm::in_order_with(first, second, std::forward<Rest>(rest)...);
    }
  }
  template <class I, class S, class... Rest>
  static constexpr decltype(auto) in_order(I const& first, I const& middle, S const& last, Rest&&... rest) {
    return Algorithm()(first, last, middle, std::forward<Rest>(rest)...);
  }
  template <class P, class I, class S, class... Rest>
  static constexpr decltype(auto) in_order_with(P const& policy, I const& first, I const& middle, S const& last,
                                                Rest&&... rest) {
    return Algorithm()(policy, first, last, middle, std::forward<Rest>(rest)...);
  }
};

}  // namespace thrum::detail
