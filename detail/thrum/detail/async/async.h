// How thrum::async begins a call: at once, as a task of a policy's threads, or in the order of a
// stream.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/backend.h>
#include <thrum/detail/async/future_state.h>
#include <thrum/future.h>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/async/in_stream.cuh>
#endif

namespace thrum::detail {

template <class B>
struct policy_launcher final : launcher {
  explicit policy_launcher(B const& policy) : exec(policy) {}
  void launch(std::shared_ptr<host_work> const& work) const override {
    exec.enqueue([work] { work->begin(); });
  }
  B exec;
};

/// A call of an algorithm as work that can be done later.
template <class Algorithm, class B, class... Args>
struct bound_call {
  using R = std::invoke_result_t<Algorithm const&, B const&, Args...>;
  B exec;
  std::tuple<Args...> args;
  stored_result<R> operator()() {
    auto const call = [this](Args&... arg) -> R { return Algorithm{}(exec, std::move(arg)...); };
    if constexpr (std::is_void_v<R>) {
      std::apply(call, args);
      return {};
    } else {
      return std::apply(call, args);
    }
  }
};

/// Begins a call in the order of the policy's stream. Defined in async/in_stream.cuh.
template <class R, class Algorithm, class B, class... Args>
future<R> begin_in_stream(B const& exec, Args... args);

/// thrum::async's form of an algorithm.
template <class Algorithm>
struct async_fn : algorithm<async_fn<Algorithm>> {
  using algorithm<async_fn<Algorithm>>::operator();
  /// Returns the contract of the algorithm, but without the room of outputs of unknown length:
  /// their results cannot be counted before the call.
  static constexpr detail::contract contract() {
    using namespace contracts;
    detail::contract c = Algorithm::contract();
    c.prefix = "async::";
    for (form& f : c.forms) {
      for (argument& a : f.arguments) {
        if (a.is == role::up_to) a.is = role::target;
      }
    }
    return c;
  }

  template <backend B, class... Args>
  auto operator()(B const& exec, Args... args) const {
    using call = bound_call<Algorithm, B, Args...>;
    using R = typename call::R;
    if constexpr (backend_traits<B>::has_stream) {
      return detail::begin_in_stream<R, Algorithm>(exec, std::move(args)...);
    } else {
      launcher_ptr launch;
      if constexpr (backend_traits<B>::has_tasks) launch = std::make_shared<policy_launcher<B>>(exec);
      call work{exec, std::tuple<Args...>(std::move(args)...)};
      return future_access::make<R>(detail::make_task<stored_result<R>>(std::move(work), {}, std::move(launch)));
    }
  }
};

}  // namespace thrum::detail
