// The calls of thrum::async in the order of a stream. Only a caller that asks for a result waits,
// and then only for the event after the work of the call.
#pragma once

#include <thrum/detail/base/destination.h>
#include <thrum/cuda/event.h>
#include <thrum/detail/async/future_state.h>
#include <thrum/detail/backends/cuda/policies.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/future.h>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <thread>
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
  void record(cudaStream_t stream) { after_.record(stream); }

  /// Returns whether the work is done. Failed work counts as ready; take() throws the failure.
  bool ready() override {
    try {
      return after_.ready();
    } catch (...) {
      return true;
    }
  }
  /// Waits for the work. Leaves a failure to take().
  void wait() noexcept override {
    if (runtime::event_synchronize(after_) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
  bool wait_until(time_point until) override {
    constexpr std::chrono::microseconds pause(future_pause);
    while (!ready()) {
      if (std::chrono::steady_clock::now() >= until) return false;
      std::this_thread::sleep_for(pause);
    }
    return true;
  }
  void precede(std::shared_ptr<host_work> const&) override {}
  launcher_ptr following() const override { return nullptr; }

 protected:
  void finish() const { after_.synchronize(); }

 private:
  cuda::event after_{cuda::untimed};
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

/// The state of a future whose result the device leaves in a result_cell. Answer makes the result
/// of what was stored.
template <class R, class Answer>
class cell_state final : public stream_state<R> {
  using stored = typename Answer::stored;
  using element = std::remove_extent_t<stored>;

 public:
  explicit cell_state(Answer answer) : cell_(sizeof(stored)), answer_(std::move(answer)) {}
  element* data() const { return static_cast<element*>(cell_.data()); }
  R take() override {
    this->finish();
    return answer_.from(data());
  }

 private:
  result_cell cell_;
  Answer answer_;
};

/// The destination of an algorithm whose result a future of an R takes. The work is in a stream.
struct to_future {
  cudaStream_t stream;
  template <class R>
  using result = future<R>;

  /// A result that is not there yet. If a call throws after it has begun, the work that may still
  /// write to the result is waited for.
  template <class R, class Answer>
  class cell_type {
   public:
    cell_type(cudaStream_t stream, Answer answer)
        : stream_(stream), state_(std::make_shared<cell_state<R, Answer>>(std::move(answer))) {}
    ~cell_type() {
      if (state_ != nullptr) static_cast<void>(runtime::stream_synchronize(stream_));
    }
    cell_type(cell_type const&) = delete;
    cell_type& operator=(cell_type const&) = delete;
    auto out() const { return state_->data(); }
    future<R> close() {
      state_->record(stream_);
      return future_access::make<R>(std::exchange(state_, nullptr));
    }

   private:
    cudaStream_t stream_;
    std::shared_ptr<cell_state<R, Answer>> state_;
  };
  template <class B, class Answer>
  auto cell(B const&, Answer const& answer) const {
    using R = decltype(answer.from(static_cast<std::remove_extent_t<typename Answer::stored> const*>(nullptr)));
    return cell_type<R, Answer>(stream, answer);
  }
};

template <class R, class Algorithm, class B, class... Args>
future<R> begin_in_stream(B const& exec, Args... args) {
  auto const guard = exec.on_its_device();
  B const step = exec.step();
  if constexpr (has_statement<Algorithm, to_future, B, Args...>) {
    return Algorithm::call(to_future{exec.stream()}, step, std::move(args)...);
  } else {
    auto const state = std::make_shared<returned_state<stored_result<R>>>();
    if constexpr (std::is_void_v<R>) {
      Algorithm{}(step, std::move(args)...);
      state->set(nothing{});
    } else {
      state->set(Algorithm{}(step, std::move(args)...));
    }
    state->record(exec.stream());
    return future_access::make<R>(state);
  }
}

}  // namespace thrum::detail
