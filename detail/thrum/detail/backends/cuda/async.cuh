// The calls of thrum::async in the order of a stream. Only a caller that asks for a result waits,
// and then only for the event after the work of the call.
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

/// The state of a future that is ready when some work in a stream is done.
template <class T>
class stream_state : public future_state<T> {
 public:
  using time_point = async_state::time_point;

  /// Makes the state stand for the work that is in the stream now.
  void record(cudaStream_t stream) { behind_.record(stream); }

  /// Returns whether the work is done. Failed work counts as ready; take() throws the failure.
  bool ready() override {
    try {
      return behind_.ready();
    } catch (...) {
      return true;
    }
  }
  /// Waits for the work. Leaves a failure to take().
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

/// The state of a future whose result is known when the work has begun.
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

/// The state of a future whose result the device leaves in a result_slot.
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
    } catch (...) {  // work that has begun may still write to the state
      static_cast<void>(runtime::stream_synchronize(exec.stream()));
      throw;
    }
    return future_access::make<R>(state);
  }
}

}  // namespace thrum::detail
