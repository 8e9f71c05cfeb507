// The calls of thrum::async in the order of a stream. Nobody waits for them but who asks for their result, and then for the event
// behind their work alone.
#pragma once

#include <thrum/cuda/event.h>
#include <thrum/detail/async/async_answers.h>
#include <thrum/detail/async/future_state.h>
#include <thrum/detail/backends/cuda/memory/result_slots.h>
#include <thrum/future.h>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <thread>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// What has to be done before it is ready is in a stream.
template <class T>
class stream_state : public future_state<T> {
 public:
  using time_point = async_state::time_point;

  /// It stands for the work that is in the stream now.
  void record(cudaStream_t stream) { behind_.record(stream); }

  /// A failure is there for take() to throw.
  bool ready() override {
    try {
      return behind_.ready();
    } catch (...) {
      return true;
    }
  }
  /// A failure is left to take().
  void wait() noexcept override {
    if (runtime::event_synchronize(behind_) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
  bool wait_until(time_point until) override {
    constexpr std::chrono::microseconds pause(20);
    while (!ready()) {
      if (std::chrono::steady_clock::now() >= until) return false;
      std::this_thread::sleep_for(pause);
    }
    return true;
  }
  void precede(std::shared_ptr<host_work> const&) override {}
  launcher_ptr following() const override { return nullptr; }

 protected:
  void finish() const { behind_.synchronize(); }

 private:
  cuda::event behind_{cuda::untimed};
};

/// A result that is known when the work has begun.
template <class T>
class returned_state final : public stream_state<T> {
 public:
  template <class U>
  void set(U&& result) {
    result_.emplace(std::forward<U>(result));
  }
  T take() override {
    this->finish();
    return std::move(*result_);
  }

 private:
  std::optional<T> result_;
};

/// A result that the device leaves.
template <class R, class Answer, class... Args>
class left_state final : public stream_state<R> {
  using left = typename Answer::template left<R>;

 public:
  explicit left_state(Args const&... args) : slot_(sizeof(left)), args_(args...) {}
  typename Answer::template element<R>* data() const {
    return static_cast<typename Answer::template element<R>*>(slot_.data());
  }
  R take() override {
    this->finish();
    left const& found = *static_cast<left const*>(slot_.data());
    return std::apply([&](auto const&... args) { return Answer::template answer<R>(found, args...); }, args_);
  }

 private:
  result_slot slot_;
  std::tuple<Args...> args_;
};

template <class Into, class B, class T, class I, class... Args>
void leave_in(B const& exec, T* result, I first, I last, Args... args) {
  Into{}(exec, std::move(first), std::move(last), result, std::move(args)...);
}

template <class R, class Algorithm, class Into, class Answer, class B, class... Args>
future<R> begin_in_stream(B const& exec, Args... args) {
  auto const guard = exec.on_its_device();
  B const step = exec.step();
  if constexpr (std::is_same_v<Into, no_into>) {
    auto const state = std::make_shared<returned_state<stored_result<R>>>();
    if constexpr (std::is_void_v<R>) {
      Algorithm{}(step, std::move(args)...);
      state->set(nothing{});
    } else {
      state->set(Algorithm{}(step, std::move(args)...));
    }
    state->record(exec.stream());
    return future_access::make<R>(state);
  } else {
    auto const state = std::make_shared<left_state<R, Answer, Args...>>(args...);
    try {
      detail::leave_in<Into>(step, state->data(), std::move(args)...);
      state->record(exec.stream());
    } catch (...) {  // what has begun may still write there
      static_cast<void>(runtime::stream_synchronize(exec.stream()));
      throw;
    }
    return future_access::make<R>(state);
  }
}

}  // namespace thrum::detail
