// cuda::graph: a sequence of calls that is captured once and replayed by one launch.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if !defined(__CUDACC__)
#error "thrum/cuda/graph.cuh needs nvcc: compile this file as CUDA (.cu)"
#else

#include <thrum/cuda/device.h>
#include <thrum/cuda/event.h>
#include <thrum/cuda/stream.h>
#include <thrum/detail/backends/cuda/launch/capture.h>
#include <thrum/detail/backends/cuda/policies.cuh>
#include <cstddef>
#include <memory>
#include <utility>

namespace thrum::cuda {

/// A recorded sequence of calls of algorithms, of cuda::launch and of the runtime, captured from
/// one stream. A launch of the graph does the work of the calls again, with less time of the host
/// and less time between the kernels than the calls take.
///
///     auto g = thrum::cuda::graph::capture([&](thrum::cuda::policy const& exec) {
///       thrum::transform(exec, x.begin(), x.end(), y.begin(), f);
///       thrum::sort(exec, y.begin(), y.end());
///     });
///     g.launch(thrum::cuda::par_nosync.on(stream));
///
/// A capture does no work. The arguments of the calls (pointers, sizes, functors) belong to the
/// graph from then on: a replay reads what the same memory holds at that time, and the memory has
/// to live as long. Every algorithm that hands no result to the host can be captured
/// (docs/guides/graphs.md has the list). An algorithm that hands a result to the host throws
/// thrum::cuda_error and ends the capture, as any exception of the callable does. Nothing is left
/// over after the exception.
///
/// The graph itself allocates the scratch memory of the calls when it runs. A user's resource that
/// knows no streams gives its blocks of memory for as long as the graph lives; one block of memory
/// serves several calls that run one after another. Memory of a resource that knows streams is
/// allocated in the order of the captured stream.
///
/// A launch runs after the work that is already in its stream and after earlier launches of the
/// graph. Only one thread at a time may use a graph.
class graph {
 public:
  /// A graph without work.
  graph() = default;

  /// Captures what calls(exec) puts into the stream of exec. exec is a cuda::policy on a stream
  /// that belongs to the graph, on the current device.
  template <class Calls>
  static graph capture(Calls&& calls) {
    return graph(device::current(), nullptr, calls);
  }
  /// Captures in the same way on another device.
  template <class Calls>
  static graph capture(device of, Calls&& calls) {
    return graph(of, nullptr, calls);
  }
  /// Captures in the same way by a stream of the caller on the current device, not the default
  /// stream. A cuda::workspace needs this form. Work that is already in the stream is not part of
  /// the graph.
  template <class Calls>
  static graph capture(cudaStream_t stream, Calls&& calls) {
    return graph(device::current(), stream != nullptr ? stream : cudaStreamLegacy, calls);
  }

  /// Captures other calls in place of the present calls. If the two graphs have the same shape and
  /// allocate no scratch memory of their own, the executable graph is changed, which is faster than
  /// making a new one. Earlier launches are not affected, and later launches in another stream do
  /// not wait for them. If update() throws, the graph is unchanged.
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

  /// Does the work of the graph once, in the stream and by the rules of a policy: under par the
  /// host waits for the work, under par_nosync the host does not wait.
  void launch(policy const& exec) {
    auto const guard = exec.on_its_device();
    launch(exec.stream());
    exec.finish();
  }
  /// Does the work of the graph once in a stream of the device of the graph. The host does not
  /// wait.
  void launch(cudaStream_t stream) {
    if (state_) state_->launch(stream);
  }

  /// Returns how many pieces of work (kernels, copies, allocations, ...) a launch does.
  std::size_t size() const { return state_ ? detail::nodes_of(state_->work.get()).size() : 0; }

  /// Returns the graph of the runtime, for other functions of the runtime; null for a graph without
  /// work.
  cudaGraph_t native_handle() const noexcept { return state_ ? state_->work.get() : nullptr; }

 private:
  struct state {
    stream own;
    cudaStream_t chosen;  // by the user, otherwise null
    event last;
    bool launched = false;
    detail::capture_state capture;
    detail::graph_handle work;
    detail::graph_exec_handle executable;

    state(device of, cudaStream_t s) : own(of), chosen(s), last(untimed, of), capture(own) {}
    /// Waits for the last launch if launches may still use blocks of memory of a user's resource.
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

#include <thrum/detail/public_header/end.h>
