// Finds what is wrong with a call that no form of an algorithm takes.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/system_memory.h>
#include <thrum/backend.h>
#include <concepts>
#include <type_traits>
#include <utility>

namespace thrum::detail {

template <class T>
concept complete = requires { sizeof(T); };

/// The mistakes that a call can have in its arguments.
enum class mistake {
  none,
  no_arguments,
  policy_not_first,
  container,
  not_a_policy,
  not_an_end,
  two_containers,
  no_end,
  no_last_argument,
  no_iterator_before_last,
  too_many,
  no_copy,
  memory_limit,
  no_memory_limit,
  other
};

/// Says whether an argument is a policy, perhaps one whose header is missing.
template <class A>
inline constexpr bool is_policy_argument = !complete<A> || memory_system<A>;
template <class A>
  requires(std::is_scalar_v<A> || std::is_array_v<A> || std::is_function_v<A>)
inline constexpr bool is_policy_argument<A> = false;

/// Finds mistakes that can be seen in the arguments after the policy alone.
template <class First, class... Rest>
consteval mistake mistake_of_arguments() {
  if constexpr ((is_policy_argument<std::remove_cvref_t<Rest>> || ...)) return mistake::policy_not_first;
  else if constexpr (is_mapped_file<std::remove_cvref_t<First>>) return mistake::no_memory_limit;
  else if constexpr (container<std::remove_cvref_t<First>>) return mistake::container;
  else return mistake::none;
}

/// Says whether an algorithm has a form for these arguments. The policy is passed as a const
/// rvalue, which the overload for wrong calls does not take. Otherwise the constraint of that
/// overload would depend on itself.
template <class Algorithm, class B, class... Args>
concept takes =
    requires(Algorithm const& algorithm) { algorithm(std::declval<B const>(), std::declval<Args>()...); };

/// An argument that stands for one that was left out.
struct missing_argument {
  template <class... Args>
  THRUM_HD wrong_call operator()(Args&&...) const;
};

template <class... T>
struct argument_list {};

/// Says whether a call has a form without its last argument, or with an iterator added before that
/// argument.
template <class Before, class... Rest>
struct last_argument;
template <class... Before, class Last>
struct last_argument<argument_list<Before...>, Last> {
  template <class Algorithm, class B>
  static constexpr bool is_too_many = takes<Algorithm, B, Before...>;
  template <class Algorithm, class B, class I>
  static constexpr bool follows =
      !iterator_like<std::remove_cvref_t<Last>> && !std::is_arithmetic_v<std::remove_cvref_t<Last>> &&
      takes<Algorithm, B, Before..., I, Last>;
};
template <class... Before, class Next, class After, class... Rest>
struct last_argument<argument_list<Before...>, Next, After, Rest...>
    : last_argument<argument_list<Before..., Next>, After, Rest...> {};

template <class I, class End>
consteval mistake mistake_of_end() {
  if constexpr (std::is_same_v<I, End>) return mistake::none;
  else if constexpr (iterator_like<End>) return mistake::two_containers;
  else return mistake::not_an_end;
}

/// Finds what is wrong with a call that has no form: the change that would give it one.
template <class Algorithm, class B>
consteval mistake mistake_of_call() {
  return mistake::other;
}
template <class Algorithm, class B, class I>
consteval mistake mistake_of_call() {
  if constexpr (is_mapped_file<std::remove_cvref_t<I>>) return mistake::no_memory_limit;
  else if constexpr (container<std::remove_cvref_t<I>>) return mistake::container;
  else if constexpr (!iterator_like<std::remove_cvref_t<I>>) return mistake::not_a_policy;
  else return mistake::no_end;
}
template <class Algorithm, class B, class I, class End, class... Rest>
consteval mistake mistake_of_call() {
  constexpr mistake seen = mistake_of_arguments<I, End, Rest...>();
  constexpr mistake end = mistake_of_end<std::remove_cvref_t<I>, std::remove_cvref_t<End>>();
  using last = last_argument<argument_list<>, I, End, Rest...>;
  if constexpr (seen != mistake::none) return seen;
  else if constexpr (!(std::constructible_from<std::decay_t<Rest>, Rest> && ...)) return mistake::no_copy;
  else if constexpr (!iterator_like<std::remove_cvref_t<I>>) return mistake::not_a_policy;
  else if constexpr (end != mistake::none && takes<Algorithm, B, I, I, Rest...>) return end;
  else if constexpr (last::template follows<Algorithm, B, I>) return mistake::no_iterator_before_last;
  else if constexpr (takes<Algorithm, B, I, End, Rest..., missing_argument>) return mistake::no_last_argument;
  else if constexpr (last::template is_too_many<Algorithm, B>) return mistake::too_many;
  else return mistake::other;
}

/// Returns true if nothing is wrong. Otherwise a one-line error says what is wrong.
template <mistake Found>
THRUM_HD constexpr bool is_right() {
  static_assert(Found != mistake::no_arguments,
                "thrum: an algorithm without arguments: pass the range, v.begin(), v.end()");
  static_assert(Found != mistake::policy_not_first,
                "thrum: the policy is the first argument of a call: write it before the iterators");
  static_assert(Found != mistake::container,
                "thrum: algorithms take iterators, not containers: pass v.begin(), v.end() in place of v");
  static_assert(Found != mistake::not_a_policy,
                "thrum: the first argument is neither an iterator nor a policy of thrum: thrum::seq, "
                "thrum::tbb::par and thrum::cuda::par are, std::execution's policies are not");
  static_assert(Found != mistake::not_an_end,
                "thrum: a range is two iterators, first and last: the second argument is none");
  static_assert(Found != mistake::two_containers,
                "thrum: first and last are iterators of different types: pass both of one container");
  static_assert(Found != mistake::no_end,
                "thrum: the end of the range is missing: pass two iterators, v.begin(), v.end()");
  static_assert(Found != mistake::no_last_argument,
                "thrum: the last argument is missing: a functor, an output iterator or a value");
  static_assert(Found != mistake::no_iterator_before_last,
                "thrum: an iterator is missing before the last argument: that of an output or of a second range");
  static_assert(Found != mistake::too_many, "thrum: the call has an argument more than the algorithm takes");
  static_assert(Found != mistake::no_copy, "thrum: the arguments are copied: one of these cannot be");
  static_assert(
      Found != mistake::memory_limit,
      "thrum: of a policy with memory(bytes), sort and stable_sort take a thrum::mapped_file of elements "
      "that are not const; for ranges in memory leave memory(bytes) out");
  static_assert(
      Found != mistake::no_memory_limit,
      "thrum: algorithms take the iterators of a mapped_file, file.begin(), file.end(); sort takes the file "
      "itself with a limit of memory: thrum::sort(policy.memory(bytes), file)");
  static_assert(Found != mistake::other,
                "thrum: no form of this algorithm takes these arguments: compare their number and order with its "
                "entry in docs/reference");
  return Found == mistake::none;
}

}  // namespace thrum::detail
