// future: the result of a call that goes on by itself; when_all, make_ready_future. No backend is included here: each brings
// how its work is begun.
#pragma once

#include <thrum/detail/along/begin.h>

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

/// What when_all hands over of a future<void>.
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

/// f of what is before it.
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

/// The result of a call of thrum::async, or of what then() and when_all make of such results. It is moved, never copied.
///
/// get() waits, and hands over the result or throws what the call threw. get(), then() and when_all take it: valid() is false
/// after that, and all other members throw std::logic_error. A wait for work of tbb::par that no thread has begun does that work,
/// so that tasks may wait for each other. Under CUDA it is for the event behind the call alone.
///
/// The destructor and the assignment wait for work that nobody has waited for, since it refers to ranges that may end next; an
/// exception of it is lost then. One future is for one thread at a time.
template <class T>
class future {
 public:
  using value_type = T;

  /// Without a result.
  future() = default;

  bool valid() const noexcept { return static_cast<bool>(state_); }
  /// Whether get() would wait for no other thread and for no device. It may have to run what then() was given.
  bool ready() const { return checked()->ready(); }
  /// Returns when get() does not wait any more. An exception of the call is left to get().
  void wait() const { checked()->wait(); }
  /// The same, for so long at most, and without doing work; whether it is ready().
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

  /// The future of f(result), of f() after a future<void>. An exception of the call is that future's too, and f is not called.
  ///
  /// f runs on the host. After work of seq it runs at once, in this thread. After work of tbb::par it is a task that begins when
  /// that work is done. After a call of CUDA it runs in the thread that waits for the new future, and may call what it likes.
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

/// What makes futures, and takes them apart.
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

/// Takes all, in order, those behind one that throws too: the destructors wait for them.
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

/// when_all(futures...): the future of a tuple of their results, of `nothing` for a future<void>. Its exception is that of the
/// first of them that has one; all have been waited for then, too.
template <class... T>
future<tuple<detail::stored_result<T>...>> when_all(future<T>... futures) {
  using access = detail::future_access;
  std::vector<detail::async_state*> const before{access::state(futures)...};
  detail::take_all<detail::stored_result<T>...> work{{access::take(futures)...}};
  return access::make<tuple<detail::stored_result<T>...>>(detail::make_task<tuple<detail::stored_result<T>...>>(
      std::move(work), before, detail::first_launcher(before)));
}

/// when_all(std::vector<future<T>>): the future of a vector of their results.
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

/// make_ready_future(value), make_ready_future(): a future that has its result.
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

#include <thrum/detail/along/end.h>
