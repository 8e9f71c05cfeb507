// future: the result of an asynchronous call; when_all, make_ready_future. This header includes no
// backend: each backend defines how its own work is begun.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/async/future_state.h>
#include <thrum/tuple.h>
#include <chrono>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum {

/// The result of a future<void> in the tuple or vector that when_all makes.
struct nothing {
  friend constexpr bool operator==(nothing, nothing) { return true; }
};

template <class T>
class future;

namespace detail {

template <class T>
using stored_result = std::conditional_t<std::is_void_v<T>, nothing, T>;

struct future_access;

template <class F, class T>
struct result_after : std::invoke_result<F&, T> {};
template <class F>
struct result_after<F, void> : std::invoke_result<F&> {};

/// A task that calls f with the result of the state before it.
template <class T, class F>
struct continuation {
  using R = typename result_after<F, T>::type;
  owned_state<stored_result<T>> before;
  F f;
  stored_result<R> operator()() {
    if constexpr (std::is_void_v<R>) {
      call();
      return {};
    } else {
      return call();
    }
  }

 private:
  R call() {
    if constexpr (std::is_void_v<T>) {
      static_cast<void>(before->take());
      return f();
    } else {
      return f(before->take());
    }
  }
};

}  // namespace detail

/// The result of a call of thrum::async, or of then() or when_all on such results. A future is
/// moved, never copied.
///
/// get() waits; then it returns the result, or throws what the call threw. get(), then() and
/// when_all take the result: after that valid() is false, and all other members throw
/// std::logic_error. A wait for work of tbb::par that no thread has begun does that work in the
/// waiting thread, so that tasks may wait for each other. Under CUDA a wait is only for the event
/// after the call.
///
/// The destructor and the assignment wait for work that nobody has waited for, because the work
/// refers to ranges that may end next. An exception of that work is lost. Only one thread at a time
/// may use a future.
template <class T>
class future {
 public:
  using value_type = T;

  /// Makes a future without a result.
  future() = default;

  bool valid() const noexcept { return static_cast<bool>(state_); }
  /// Returns whether get() would wait for no other thread and for no device. get() may still have
  /// to run the function that then() was given.
  bool ready() const { return checked()->ready(); }
  /// Waits until get() does not wait any more. Leaves an exception of the call to get().
  void wait() const { checked()->wait(); }
  /// Waits for at most `time`, without doing work. Returns ready().
  template <class Rep, class Period>
  bool wait_for(std::chrono::duration<Rep, Period> const& time) const {
    using clock = std::chrono::steady_clock;
    return checked()->wait_until(clock::now() + std::chrono::ceil<clock::duration>(time));
  }
  T get() {
    checked();
    auto const taken = std::move(state_);
    if constexpr (std::is_void_v<T>) static_cast<void>(taken->take());
    else return taken->take();
  }

  /// Returns the future of f(result), or of f() after a future<void>. If the call of this future
  /// throws, the new future has the same exception, and f is not called.
  ///
  /// f runs on the host. After work of seq, f runs at once, in this thread. After work of tbb::par,
  /// f is a task that begins when that work is done. After a call of CUDA, f runs in the thread
  /// that waits for the new future, and may call anything.
  template <class F>
  auto then(F f) {
    using work = detail::continuation<T, F>;
    using R = typename work::R;
    static_assert(!std::is_reference_v<R>, "thrum: what then() is given returns a value, not a reference");
    detail::async_state* const before = checked();
    auto launch = before->following();
    work after{std::move(state_), std::move(f)};
    return future<R>(detail::make_task<detail::stored_result<R>>(std::move(after), {before}, std::move(launch)));
  }

 private:
  friend detail::future_access;
  template <class U>
  friend class future;
  using state = detail::future_state<detail::stored_result<T>>;

  explicit future(std::shared_ptr<state> s) : state_(std::move(s)) {}
  state* checked() const {
    if (!state_) throw std::logic_error("thrum: this future has no result: get(), then() or when_all took it");
    return state_.get();
  }
  detail::owned_state<detail::stored_result<T>> state_;
};

namespace detail {

/// The functions that make futures, and that take the state out of futures.
struct future_access {
  template <class T>
  static future<T> make(std::shared_ptr<future_state<stored_result<T>>> s) {
    return future<T>(std::move(s));
  }
  template <class T>
  static async_state* state(future<T> const& f) {
    return f.checked();
  }
  template <class T>
  static owned_state<stored_result<T>> take(future<T>& f) {
    return std::move(f.state_);
  }
};

/// A task that takes all results, in order. If one of them throws, the destructors of `before`
/// still wait for the later ones.
template <class... T>
struct take_all {
  std::tuple<owned_state<T>...> before;
  tuple<T...> operator()() {
    return std::apply([](auto&... state) { return tuple<T...>{state->take()...}; }, before);
  }
};
template <class T>
struct take_each {
  std::vector<owned_state<T>> before;
  std::vector<T> operator()() {
    std::vector<T> results;
    results.reserve(before.size());
    for (auto& state : before) results.push_back(state->take());
    return results;
  }
};

inline launcher_ptr first_launcher(std::vector<async_state*> const& before) {
  for (async_state const* b : before) {
    if (auto launch = b->following()) return launch;
  }
  return nullptr;
}

}  // namespace detail

/// when_all(futures...): returns the future of a tuple of the results of the futures, with
/// `nothing` for a future<void>. If some of the futures have exceptions, the new future has the
/// exception of the first of them; all of them have been waited for then, too.
template <class... T>
future<tuple<detail::stored_result<T>...>> when_all(future<T>... futures) {
  using access = detail::future_access;
  std::vector<detail::async_state*> const before{access::state(futures)...};
  detail::take_all<detail::stored_result<T>...> work{{access::take(futures)...}};
  return access::make<tuple<detail::stored_result<T>...>>(detail::make_task<tuple<detail::stored_result<T>...>>(
      std::move(work), before, detail::first_launcher(before)));
}

/// when_all(std::vector<future<T>>): returns the future of a vector of the results.
template <class T>
future<std::vector<detail::stored_result<T>>> when_all(std::vector<future<T>> futures) {
  using access = detail::future_access;
  using results = std::vector<detail::stored_result<T>>;
  std::vector<detail::async_state*> before;
  detail::take_each<detail::stored_result<T>> work;
  for (auto const& f : futures) before.push_back(access::state(f));
  work.before.reserve(futures.size());
  for (auto& f : futures) work.before.push_back(access::take(f));
  return access::make<results>(
      detail::make_task<results>(std::move(work), before, detail::first_launcher(before)));
}

namespace detail {
template <class T>
struct given_value {
  T value;
  T operator()() { return std::move(value); }
};
}  // namespace detail

/// make_ready_future(value), make_ready_future(): returns a future that already has its result.
template <class T>
future<std::decay_t<T>> make_ready_future(T&& value) {
  using V = std::decay_t<T>;
  return detail::future_access::make<V>(
      detail::make_task<V>(detail::given_value<V>{std::forward<T>(value)}, {}, nullptr));
}
inline future<void> make_ready_future() {
  return detail::future_access::make<void>(
      detail::make_task<nothing>(detail::given_value<nothing>{}, {}, nullptr));
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
