// cuda::graph: a sequence of calls that is captured once and replayed by one launch.
#pragma once

#include <thrum/detail/along/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda/graph.cuh needs nvcc: compile this file as CUDA (.cu)"
#else

#include <thrum/cuda/device.h>
#include <thrum/cuda/event.h>
#include <thrum/cuda/stream.h>
#include <thrum/detail/backends/cuda/launch/capture.h>
#include <cstddef>
#include <memory>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <utility>

namespace thrum::cuda {

/// Calls of algorithms, of cuda::launch and of the runtime, recorded from one stream, that a launch does again: with less
/// time of the host and between the kernels than the calls take.
///
///     auto g = thrum::cuda::graph::capture([&](thrum::cuda::policy const& exec) {
///       thrum::transform(exec, x.begin(), x.end(), y.begin(), f);
///       thrum::sort(exec, y.begin(), y.end());
///     });
///     g.launch(thrum::cuda::par_nosync.on(stream));
///
/// Nothing is done while it is captured. What the calls were given (pointers, sizes, functors) is the graph's from then on:
/// a replay reads what is in the same memory then, which has to live as long. Every algorithm can be captured that hands no
/// result to the host (docs/guides/graphs.md has the list); one that does throws thrum::cuda_error and ends the capture, as any
/// exception of the callable does, and nothing is left behind.
///
/// Scratch memory of the calls is allocated by the graph itself when it runs. A user's resource that knows no streams gives
/// its blocks for as long as the graph lives, one block to as many calls as it serves one after another; that of one that
/// does is allocated in the order of the captured stream.
///
/// A launch comes after what is in its stream and after the launches of the graph before. One thread at a time uses a graph.
class graph {
 public:
  /// A graph without work.
  graph() = default;

  /// Captures what calls(exec) puts into the stream of exec, a cuda::policy on a stream of the graph's own, of the current
  /// device.
  template <class Calls>
  static graph capture(Calls&& calls) {
    return graph(device::current(), nullptr, calls);
  }
  /// The same of another device.
  template <class Calls>
  static graph capture(device of, Calls&& calls) {
    return graph(of, nullptr, calls);
  }
  /// The same by a stream of the caller's (not the default stream) of the current device, as a cuda::workspace for it needs.
  /// Work that is in the stream already is not part of the graph.
  template <class Calls>
  static graph capture(cudaStream_t stream, Calls&& calls) {
    return graph(device::current(), stream != nullptr ? stream : cudaStreamLegacy, calls);
  }

  /// Captures other calls in place of these. Where the two graphs have the same shape and no scratch memory of their own
  /// the executable one is changed, which is faster than making one; launches before it are not affected, and those
  /// after it do not wait for them in another stream. If it throws the graph is as it was.
  template <class Calls>
  void update(Calls&& calls) {
    if (!state_) {
      *this = capture(calls);
      return;
    }
    auto fresh = record(state_->own.owner(), state_->chosen, calls);
    bool const same = !detail::allocates_memory(state_->work.get()) &&
                      !detail::allocates_memory(fresh->work.get()) &&
                      detail::update_graph(state_->executable.get(), fresh->work.get());
    if (same) {
      fresh->executable = std::move(state_->executable);
    } else {
      fresh->make_executable();
    }
    state_ = std::move(fresh);
  }

  /// Does the work once, in the stream and by the rules of a policy: under par the host waits for it, under par_nosync it
  /// does not.
  void launch(policy const& exec) {
    auto const guard = exec.on_its_device();
    launch(exec.stream());
    exec.finish();
  }
  /// In a stream, of the graph's device; the host does not wait.
  void launch(cudaStream_t stream) {
    if (state_) state_->launch(stream);
  }

  /// How many pieces of work (kernels, copies, allocations, ...) a launch does.
  std::size_t size() const { return state_ ? detail::nodes_of(state_->work.get()).size() : 0; }

  /// The runtime's graph, for its other functions; null without work.
  cudaGraph_t native_handle() const noexcept { return state_ ? state_->work.get() : nullptr; }

 private:
  struct state {
    stream own;
    cudaStream_t chosen;  // by the user, else null
    event last;
    bool launched = false;
    detail::capture_state capture;
    detail::graph_handle work;
    detail::graph_exec_handle executable;

    state(device of, cudaStream_t s) : own(of), chosen(s), last(untimed, of), capture(own) {}
    /// Launches may still use blocks of a user's resource.
    ~state() {
      if (!launched || !capture.holds_memory()) return;
      if (detail::runtime::event_synchronize(last) != cudaSuccess) static_cast<void>(cudaGetLastError());
    }
    state(state const&) = delete;
    state& operator=(state const&) = delete;

    void make_executable() {
      device_guard const guard(own.owner());
      cudaGraphExec_t made = nullptr;
      detail::cuda_check(cudaGraphInstantiateWithFlags(&made, work.get(), 0), "cudaGraphInstantiateWithFlags");
      executable.reset(made);
    }
    void launch(cudaStream_t stream) {
      detail::cuda_check(cudaGraphLaunch(executable.get(), stream), "cudaGraphLaunch");
      if (!capture.holds_memory()) return;
      launched = true;
      last.record(stream);
    }
  };

  template <class Calls>
  static std::unique_ptr<state> record(device of, cudaStream_t chosen, Calls& calls) {
    device_guard const guard(of);
    auto made = std::make_unique<state>(of, chosen);
    cudaStream_t const stream = chosen != nullptr ? chosen : cudaStream_t(made->own);
    policy const exec = policy(false).on_device(of).on(stream).captured(made->capture);
    detail::stream_capture capture(stream);
    calls(exec);
    made->work = capture.end();
    return made;
  }

  template <class Calls>
  graph(device of, cudaStream_t chosen, Calls& calls) : state_(record(of, chosen, calls)) {
    state_->make_executable();
  }

  std::unique_ptr<state> state_;
};

}  // namespace thrum::cuda
#endif

#include <thrum/detail/along/end.h>
