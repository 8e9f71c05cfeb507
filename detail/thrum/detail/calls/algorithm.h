// The base class of every algorithm, which adds the calls without a policy.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/base/system_memory.h>
#include <thrum/detail/calls/wrong_calls.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/checked/contract.h>
#include <thrum/iterator/reverse_iterator.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

// Declares the policies whose headers a file may have forgotten: a call with one of them is an
// error that names the header. Only the host compiler sees these declarations, because device code
// cannot declare the policies apart from their definitions.
#if !defined(__CUDACC__) && !defined(THRUM_CHECKED)
namespace thrum {
namespace tbb {
inline namespace THRUM_VERSION_NAMESPACE {
class policy;
}
extern policy const par;
}  // namespace tbb
namespace omp {
inline namespace THRUM_VERSION_NAMESPACE {
class policy;
}
extern policy const par;
}  // namespace omp
namespace cuda {
class policy;
extern policy const par;
extern policy const par_nosync;
}  // namespace cuda
extern tbb::policy const par;
}  // namespace thrum
#endif

namespace thrum::detail {

// Defined in detail/checked/call.h. Without that header there is no checked policy.
THRUM_EXEC_CHECK_DISABLE
template <class Algorithm, class B, class... Args>
THRUM_HD decltype(auto) checked_call(Algorithm const& algorithm, checked_policy<B> const& exec, Args&&... args);

// Defined in detail/calls/own_policy.h, which has the bases of a user's policies.
THRUM_EXEC_CHECK_DISABLE
template <class Calls, class Algorithm, class P, class... Args>
THRUM_HD constexpr decltype(auto) own_call(Algorithm const& algorithm, P const& policy, Args&&... args);

// Defined in detail/calls/chosen_call.h, which thrum/auto_policy.h includes.
template <class Algorithm, class Choosing, class... Args>
decltype(auto) chosen_call(Algorithm const& algorithm, Choosing const& choosing, Args&&... args);

template <class P>
concept policy_of_calls = backend<P> || is_checked_policy<P>;

inline namespace THRUM_BUILD_NAMESPACE {
/// Says where calls without a policy find their policy. A program that is built with THRUM_CHECKED
/// has another source. The source is part of the type of every algorithm, so that no file uses
/// functions of a file that is built otherwise.
struct plain_calls {
  template <class Space>
  using source = policy_of_space<Space>;
};
struct checked_calls;  // detail/checked/call.h, included below
}  // namespace THRUM_BUILD_NAMESPACE
#if defined(THRUM_CHECKED)
using default_calls = checked_calls;
#else
using default_calls = plain_calls;
#endif

/// Says whether arguments begin with a range whose end has another type than its beginning: a
/// view's sentinel, or a const_iterator.
template <class... Args>
inline constexpr bool end_of_other_type = false;
template <class I, class S, class... Rest>
  requires(!std::same_as<I, S> && std::input_or_output_iterator<I> && std::sentinel_for<S, I>)
inline constexpr bool end_of_other_type<I, S, Rest...> = true;

/// The base of every algorithm. A call without a policy becomes the call with the policy of its
/// iterators.
template <class Algorithm, class Calls = default_calls>
struct algorithm {
  THRUM_EXEC_CHECK_DISABLE
  template <class First, class... Rest>
    requires(complete<std::remove_cvref_t<First>> && !memory_system<std::remove_cvref_t<First>> &&
             !own_policy<std::remove_cvref_t<First>> && !is_memory_limited<std::remove_cvref_t<First>> &&
             !is_auto_policy<std::remove_cvref_t<First>>)
  THRUM_HD constexpr decltype(auto) operator()(First&& first, Rest&&... rest) const {
    using space = policy_space_t<First, Rest...>;
    using source = typename Calls::template source<space>;
    constexpr mistake found = detail::mistake_of_arguments<First, Rest...>();
    if constexpr (!detail::is_right<found>()) return wrong_call{};
    else if constexpr (own_policy<space>) {  // iterators with the tag of a user's policy: see retag
      return detail::own_call<Calls>(static_cast<Algorithm const&>(*this), space(), std::forward<First>(first),
                                     std::forward<Rest>(rest)...);
    } else if constexpr (policy_of_calls<std::remove_cvref_t<decltype(source::get())>>) {
      return static_cast<Algorithm const&>(*this)(source::get(), std::forward<First>(first),
                                                  std::forward<Rest>(rest)...);
    } else {
      source::get();  // says which header the call needs
      return wrong_call{};
    }
  }
  /// Runs under the policy of a memory space. A memory space is Thrust's tag of a system.
  THRUM_EXEC_CHECK_DISABLE
  template <class Space, class... Args>
    requires has_memory<Space>
  THRUM_HD constexpr decltype(auto) operator()(Space const&, Args&&... args) const {
    using source = typename Calls::template source<Space>;
    if constexpr (policy_of_calls<std::remove_cvref_t<decltype(source::get())>>) {
      return static_cast<Algorithm const&>(*this)(source::get(), std::forward<Args>(args)...);
    } else {
      source::get();
      return wrong_call{};
    }
  }
  /// Runs under the policy that a base of policies belongs to, or under a user's own policy.
  THRUM_EXEC_CHECK_DISABLE
  template <class P, class... Args>
    requires(complete<P> && own_policy<P>)
  THRUM_HD constexpr decltype(auto) operator()(P const& policy, Args&&... args) const {
    auto const& derived = detail::derived_policy(policy);
    if constexpr (std::is_same_v<decltype(derived), P const&>) {
      return detail::own_call<Calls>(static_cast<Algorithm const&>(*this), derived, std::forward<Args>(args)...);
    } else {
      return static_cast<Algorithm const&>(*this)(derived, std::forward<Args>(args)...);
    }
  }
  /// Runs under a checked policy: see thrum::checked.
  THRUM_EXEC_CHECK_DISABLE
  template <class B, class... Args>
  THRUM_HD constexpr decltype(auto) operator()(checked_policy<B> const& exec, Args&&... args) const {
    return detail::checked_call(static_cast<Algorithm const&>(*this), exec, std::forward<Args>(args)...);
  }
  /// Runs under the policy that another policy chooses for the call: see thrum::auto_policy.
  template <class... Policies, class... Args>
  decltype(auto) operator()(basic_auto_policy<Policies...> const& choosing, Args&&... args) const {
    return detail::chosen_call(static_cast<Algorithm const&>(*this), choosing, std::forward<Args>(args)...);
  }
  /// Takes a range whose end has another type than its beginning.
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class... Rest>
    requires end_of_other_type<I, S>
  THRUM_HD constexpr decltype(auto) operator()(B const& exec, I first, S last, Rest&&... rest) const {
    constexpr bool sized = std::sized_sentinel_for<S, I>;
    static_assert(sized, "thrum: the length of this range is not known: only a walk finds its end");
    if constexpr (!sized) return wrong_call{};
    else
      return static_cast<Algorithm const&>(*this)(exec, first, first + (last - first),
                                                  std::forward<Rest>(rest)...);
  }
  /// Takes a call that no form of the algorithm takes: an error that says why.
  template <class B, class... Args>
    requires(!std::is_const_v<B> && backend<std::remove_cvref_t<B>> &&
             !end_of_other_type<std::remove_cvref_t<Args>...> &&
             !takes<Algorithm, std::remove_cvref_t<B>, Args...>)
  THRUM_HD constexpr auto operator()(B&&, Args&&...) const {
    if constexpr (!detail::is_right<detail::mistake_of_call<Algorithm, std::remove_cvref_t<B>, Args...>()>())
      return wrong_call{};
  }
  /// Takes a call with a limit of memory that the algorithm has no form for: an error that says so.
  template <class P, class... Args>
    requires(!std::is_const_v<P> && is_memory_limited<std::remove_cvref_t<P>> &&
             !takes<Algorithm, std::remove_cvref_t<P>, Args...>)
  constexpr wrong_call operator()(P&&, Args&&...) const {
    static_cast<void>(detail::is_right<(sizeof...(Args) < 100 ? mistake::memory_limit : mistake::none)>());
    return {};
  }
  template <class... None>
    requires(sizeof...(None) == 0)
  constexpr wrong_call operator()(None...) const {
    static_cast<void>(detail::is_right<(sizeof...(None) == 0 ? mistake::no_arguments : mistake::none)>());
    return {};
  }
  template <class First, class... Rest>
    requires(!complete<std::remove_cvref_t<First>>)
  constexpr wrong_call operator()(First&&, Rest&&...) const {
    constexpr bool header_included = complete<std::remove_cvref_t<First>>;
    static_assert(header_included,
                  "thrum: the header of this policy is missing: #include <thrum/tbb.h> for tbb::par, "
                  "<thrum/omp.h> for omp::par, or <thrum/cuda.cuh> in a .cu file for cuda::par");
    return {};
  }
};

/// Whether an algorithm is stated for any destination, and takes these arguments.
template <class Algorithm, class To, class B, class... Args>
concept has_statement = requires(To to, B const& exec) { Algorithm::call(to, exec, std::declval<Args>()...); };

/// The base of an algorithm that is stated for any destination.
template <class Algorithm>
struct result_algorithm : algorithm<Algorithm> {
  using algorithm<Algorithm>::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <class A = Algorithm, backend B, class... Args>
  THRUM_HD constexpr auto operator()(B const& exec, Args&&... args) const
      -> decltype(A::call(to_caller{}, exec, std::forward<Args>(args)...)) {
    return A::call(to_caller{}, exec, std::forward<Args>(args)...);
  }
};

/// The form of an algorithm that stores the result. It takes the arguments of the algorithm, and
/// where the result goes after the first range: x_into(policy, first, last, result, ...). Returns
/// nothing to the host, so that under CUDA the call does not wait for the result.
template <class Algorithm>
struct into : algorithm<into<Algorithm>> {
  using algorithm<into<Algorithm>>::operator();
  /// Returns the contract of the algorithm, with the result as the argument after the first range.
  static constexpr detail::contract contract() {
    using namespace contracts;
    detail::contract c = Algorithm::contract();
    c.suffix = "_into";
    for (form& f : c.forms) {
      if (f.size == 0) continue;
      for (int i = f.size++; i > 2; --i) f.arguments[i] = f.arguments[i - 1];
      f.arguments[2] = out("result", c.results).as(role::result);
    }
    return c;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class... Args>
    requires has_statement<Algorithm, to_memory<O>, B, I, I, Args...>
  THRUM_HD constexpr void operator()(B const& exec, I first, I last, O result, Args&&... args) const {
    if constexpr (detail::valid_iterators<B, O>())
      static_cast<void>(Algorithm::call(to_memory<O>{result}, exec, first, last, std::forward<Args>(args)...));
  }
};

}  // namespace thrum::detail

#if defined(THRUM_CHECKED)
#include <thrum/detail/checked/call.h>
#endif
