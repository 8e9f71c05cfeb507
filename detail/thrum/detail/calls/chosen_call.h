// Calls under a policy that chooses a policy for each call: see thrum/auto_policy.h.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/checked/call_form.h>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns the number of elements of a call: the sum of the lengths of its ranges. The contract of
/// the algorithm says which arguments begin and end ranges.
template <class Algorithm, class... Args>
std::ptrdiff_t elements_of_call(Args const&... args) {
  using call = contracts::call_of<Algorithm, static_cast<int>(sizeof...(Args))>;
  std::ptrdiff_t n = 0;
  if constexpr (call::exists) {
    auto const all = std::tie(args...);
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto const add = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
        constexpr auto is = call::arguments[J].is;
        using A = std::remove_cvref_t<std::tuple_element_t<J, std::tuple<Args...>>>;
        if constexpr (is == contracts::role::count && std::is_convertible_v<A, std::ptrdiff_t>) {
          n += static_cast<std::ptrdiff_t>(std::get<J>(all));
        } else if constexpr (is == contracts::role::last) {
          auto const& first = std::get<static_cast<std::size_t>(call::begin_of(call::range_of(J)))>(all);
          if constexpr (requires { std::get<J>(all) - first; })
            n += static_cast<std::ptrdiff_t>(std::get<J>(all) - first);
        }
      };
      (add(std::integral_constant<std::size_t, I>{}), ...);
    }(std::index_sequence_for<Args...>{});
  }
  return n < 0 ? 0 : n;
}

/// Calls by what they cost for an element, roughly: those that treat each element alone; those that
/// sum, compare or search; scans; those that choose or merge elements, or sum by key; sorts.
enum class call_kind : unsigned char { elements, sum, scan, selection, sort };

/// Returns the kind of an algorithm, by its name.
constexpr call_kind kind_of_call(std::string_view name) {
  auto const has = [name](std::initializer_list<std::string_view> words) {
    for (std::string_view const word : words) {
      if (name.find(word) != name.npos) return true;
    }
    return false;
  };
  if (name.starts_with("is_")) return call_kind::sum;
  if (has({"sort", "nth_element", "shuffle"})) return call_kind::sort;
  if (has({"scan"})) return call_kind::scan;
  if (has({"copy_if", "remove", "unique", "partition", "merge", "set_", "by_key", "run_length", "histogram",
           "top_k"}))
    return call_kind::selection;
  if (has({"reduce", "inner_product", "count", "n_element", "x_element", "arg", "l_of", "y_of", "e_of", "find",
           "mismatch", "search", "lexicographical"}) ||
      name == "equal")
    return call_kind::sum;
  return call_kind::elements;
}
template <class Algorithm>
inline constexpr call_kind kind_of_algorithm = detail::kind_of_call(contracts::name_of<Algorithm>.text);

/// The bytes of an element of each range that a call names, together.
template <class A>
inline constexpr std::size_t bytes_of_argument = 0;
template <std::input_or_output_iterator A>
  requires requires { sizeof(std::iter_value_t<A>); }
inline constexpr std::size_t bytes_of_argument<A> = sizeof(std::iter_value_t<A>);
/// Counts a range whose end is an argument, too, once.
template <class... Args>
inline constexpr std::size_t bytes_of_call = 0;
template <class First, class... Rest>
inline constexpr std::size_t bytes_of_call<First, Rest...> = bytes_of_argument<First> + bytes_of_call<Rest...>;
template <class First, class... Rest>
inline constexpr std::size_t bytes_of_call<First, First, Rest...> =
    bytes_of_argument<First> + bytes_of_call<Rest...>;

template <class P>
using policy_traits = backend_traits<backend_of_policy_t<P>>;

/// Calls f with the policy that `choosing` chooses for a call of this kind, on n elements of so
/// many bytes in Space.
template <class Space, class Choosing, class F>
decltype(auto) with_choice(Choosing const& choosing, call_kind kind, std::ptrdiff_t n, std::size_t bytes, F&& f) {
  using all = typename Choosing::policies;
  using serial = std::tuple_element_t<0, all>;
  using threads = std::tuple_element_t<Choosing::threads_at, all>;
  using device = std::tuple_element_t<Choosing::device_at, all>;
  constexpr bool no_memory = std::is_same_v<Space, any_space> || std::is_same_v<Space, unspecified_space>;
  constexpr bool on_host = no_memory || host_reaches<Space>;
  constexpr bool on_device = Choosing::has_device && !no_memory && policy_traits<device>::template reaches<Space>;
  if constexpr (!on_host && on_device) {
    return f(device());
  } else {
    std::size_t const chosen = on_device ? choosing.unified_choice(kind, n, bytes) : choosing.host_choice(kind, n);
    if constexpr (on_device) {
      if (chosen == Choosing::device_at) return f(device());
    }
    if constexpr (Choosing::threads_at != 0) {
      if (chosen == Choosing::threads_at) return f(threads());
    }
    return f(serial());
  }
}

template <class Algorithm, class Choosing, class... Args>
decltype(auto) chosen_call(Algorithm const& algorithm, Choosing const& choosing, Args&&... args) {
  using space = common_space_t<typename argument_space<std::remove_cvref_t<Args>>::type...>;
  return detail::with_choice<space>(
      choosing, kind_of_algorithm<Algorithm>, detail::elements_of_call<Algorithm>(args...),
      bytes_of_call<std::remove_cvref_t<Args>...>,
      [&](auto const& policy) -> decltype(auto) { return algorithm(policy, std::forward<Args>(args)...); });
}

}  // namespace thrum::detail
