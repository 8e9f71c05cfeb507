// A call under a checked policy: checks the arguments, runs under the wrapped policy, and throws
// what code of a device found.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/checked/arguments.h>
#include <thrum/detail/checked/call_form.h>
#include <thrum/detail/checked/contract.h>
#include <thrum/detail/checked/elements.h>
#include <thrum/detail/checked/failure.h>
#include <thrum/detail/checked/memory.h>
#include <thrum/iterator/discard_iterator.h>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail {
namespace contracts {

/// Returns whether the checks can look at the arguments. If not, the algorithm says what is wrong.
template <class Call, class B, class... Args>
consteval bool can_be_checked() {
  if constexpr (!Call::exists) return false;
  else {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return ((!(Call::begins_range(static_cast<int>(I)) || Call::arguments[I].length != 0) ||
               Call::arguments[I].is == role::order ||
               (random_access<Args> && backend_traits<B>::template reaches<memory_space_t<Args>>)) &&
              ...);
    }(std::index_sequence_for<Args...>{});
  }
}

/// Returns the argument for a call that only counts: discard_iterator for an output of unknown
/// length, `count` for a result that says how long an output is, and all others as they are.
template <class Call, std::size_t I, class A>
decltype(auto) counted_argument(A& a, [[maybe_unused]] std::ptrdiff_t* count) {
  if constexpr (Call::arguments[I].is == role::up_to) return discard_iterator<>{};
  else if constexpr (Call::arguments[I].is == role::result) return static_cast<std::ptrdiff_t*>(count);
  else return (a);
}

/// Checks that outputs whose length the call finds out have room for their elements. If there might
/// not be enough room, a call that writes nothing counts the elements.
template <class Call, class Arguments, class Algorithm, class B, std::size_t... I, class... Args>
void check_results(Arguments const& checked, Algorithm const& algorithm, B const& exec, std::index_sequence<I...>,
                   Args&... args) {
  if constexpr (((Call::arguments[I].is == role::up_to && knows_room<std::remove_cvref_t<Args>>) || ...)) {
    bool const enough = ((Call::arguments[I].is != role::up_to ||
                          checked.length(Call::arguments[I].length) <= contracts::room_at(args).after) &&
                         ...);
    if (enough) return;
    constexpr bool leaves_count = Call::find(role::result) >= 0;
    B const steps = detail::step_of(exec);
    scratch_array<std::ptrdiff_t, B> const left(steps, leaves_count ? 1 : 0);
    auto const counted = [&] {
      return algorithm(exec, contracts::counted_argument<Call, I>(args, left.data())...);
    };
    std::ptrdiff_t counts[2];  // the second is for a second output
    if constexpr (leaves_count) {
      counted();
      counts[0] = contracts::number_at(exec, 0, index_at<std::ptrdiff_t const*>{left.data()});
      counts[1] = counts[0];
    } else if constexpr (requires { counted().first; }) {
      auto const ends = counted();
      counts[0] = ends.first - discard_iterator<>();
      counts[1] = ends.second - discard_iterator<>();
    } else {
      counts[0] = counts[1] = counted() - discard_iterator<>();
    }
    int k = 0;
    auto const require = [&](argument_name const& at, argument const& a, room const& r) {
      if (a.is != role::up_to) return;
      std::ptrdiff_t const n = counts[k == 0 ? 0 : 1];
      ++k;
      bool const is_rest = a.rest && leaves_count;
      contracts::require_room(at, r, is_rest ? checked.range(0) - n : n, a.reads, a.writes);
    };
    (require(Arguments::template at<static_cast<int>(I)>(), Call::arguments[I], contracts::room_at(args)), ...);
  }
}

/// Waits for a device, and throws what its code reported.
template <class B>
void finish_checked([[maybe_unused]] B const& exec) {
#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
  if constexpr (backend_traits<B>::has_stream) {
    exec.sync();
    detail::throw_reported(detail::program_report());
  }
#endif
}

template <class Algorithm, class B, class... Args>
decltype(auto) run(Algorithm const& algorithm, B const& exec, Args&&... args) {
  static_assert(has_contract<Algorithm>, "thrum: checked mode does not know this algorithm");
  using call = call_of<Algorithm, static_cast<int>(sizeof...(Args))>;
  if constexpr (!can_be_checked<call, B, std::decay_t<Args>...>()) {
    return algorithm(exec, std::forward<Args>(args)...);
  } else {
#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
    // Throws reports of earlier work, whose policy was not checked.
    if constexpr (backend_traits<B>::has_stream) detail::throw_reported(detail::program_report());
#endif
    try {
      using arguments = call_arguments<call, B, std::remove_reference_t<Args>...>;
      arguments const checked(args...);
      call_elements<call, B, arguments>(exec, checked).check();
      contracts::check_results<call>(checked, algorithm, exec, std::index_sequence_for<Args...>{}, args...);
      if constexpr (std::is_void_v<decltype(algorithm(exec, std::forward<Args>(args)...))>) {
        algorithm(exec, std::forward<Args>(args)...);
        contracts::finish_checked(exec);
      } else {
        auto result = algorithm(exec, std::forward<Args>(args)...);
        contracts::finish_checked(exec);
        return result;
      }
    } catch (check_failed const& found) {
      if (*found.algorithm() != 0) throw;
      throw check_failed(found, call::name);
    }
  }
}

}  // namespace contracts

/// Runs an algorithm under a checked policy; called by detail::algorithm. In device code, seq
/// checks nothing but accesses.
THRUM_EXEC_CHECK_DISABLE
template <class Algorithm, class B, class... Args>
THRUM_HD decltype(auto) checked_call(Algorithm const& algorithm, checked_policy<B> const& exec, Args&&... args) {
#if defined(__CUDA_ARCH__)
  if constexpr (backend_traits<B>::is_serial) return algorithm(exec.unchecked(), std::forward<Args>(args)...);
  else
#endif
    return contracts::run(algorithm, exec.unchecked(), std::forward<Args>(args)...);
}

/// Gives the policy of a call that names none, in a program that is built with THRUM_CHECKED.
template <class Space>
struct checked_source {
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static constexpr auto get() {
    using policy = std::remove_cvref_t<decltype(policy_of_space<Space>::get())>;
    if constexpr (backend<policy>) return checked_policy<policy>(policy_of_space<Space>::get());
    else return policy_of_space<Space>::get();  // the error says which header the call needs
  }
};

inline namespace THRUM_BUILD_NAMESPACE {
struct checked_calls {
  template <class Space>
  using source = checked_source<Space>;
  /// Checks the memory of a call that runs under no policy: a copy from one memory to another.
  template <class Algorithm, class... Args>
  static void check(Args const&... args) {
    using call = contracts::call_of<Algorithm, sizeof...(Args)>;
    if constexpr (contracts::can_be_checked<call, contracts::no_policy, std::decay_t<Args>...>()) {
      static_cast<void>(contracts::call_arguments<call, contracts::no_policy, Args const...>(args...));
    }
  }
};
}  // namespace THRUM_BUILD_NAMESPACE

}  // namespace thrum::detail
