// The capture of a stream's work into a graph. A .cpp can use this file: only the C interface of
// the runtime is needed.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/memory/stream_scratch.h>
#include <thrum/detail/memory/recorded_blocks.h>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace thrum::detail {

/// A user's resource that knows no streams, and a stream that the resource can wait for.
struct capture_source {
  stream_scratch_source from;
  cudaStream_t stream;

  void* allocate(std::size_t bytes, std::size_t alignment) const {
    return from.allocate(from.object, bytes, alignment, stream);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    from.deallocate(from.object, p, bytes, alignment, stream);
  }
  friend bool operator==(capture_source const& a, capture_source const& b) {
    return a.from.object == b.from.object && a.from.allocate == b.from.allocate;
  }
};

/// Memory of a device without pools. Its allocation cannot be captured.
struct unordered_device_memory {
  static void* allocate(void*, std::size_t bytes, std::size_t alignment, cudaStream_t) {
    return cuda_device_memory::allocate(bytes, alignment);
  }
  static void deallocate(void*, void* p, std::size_t bytes, std::size_t alignment, cudaStream_t) {
    cuda_device_memory::deallocate(p, bytes, alignment);
  }
  static constexpr stream_scratch_source source() { return {nullptr, allocate, deallocate, false}; }
};

/// The state of a policy whose calls are captured. It keeps the memory that is not allocated in the
/// order of streams.
class capture_state {
 public:
  /// Takes a stream, `idle`, that has no work when the blocks of memory are given back.
  explicit capture_state(cudaStream_t idle) : idle_(idle) {}

  /// Allocates memory, or returns null if the allocation is to be captured.
  void* allocate(stream_scratch_source const& from, std::size_t bytes, std::size_t alignment) {
    if (from) return from.in_order ? nullptr : blocks_.allocate({from, idle_}, bytes, alignment);
    if (cuda_has_pool(cuda_current_device())) return nullptr;
    return blocks_.allocate({unordered_device_memory::source(), idle_}, bytes, alignment);
  }
  /// Takes back memory that allocate() returned. Returns false for other memory.
  bool deallocate(void* p) noexcept { return blocks_.deallocate(p); }
  bool holds_memory() const noexcept { return !blocks_.empty(); }

  [[noreturn]] static void refuse_to_wait() {
    throw cuda_error(
        cudaErrorStreamCaptureUnsupported,
        "thrum: a call that hands a result to the host, or waits, cannot be captured into a cuda::graph, "
        "whose work is yet to be done: leave the result on the device by the algorithm's _into form, or "
        "call it outside of the capture");
  }

 private:
  cudaStream_t idle_;
  recorded_blocks<capture_source> blocks_;
};

/// Destroys graphs. According to the documentation of cuGraphExecDestroy in the interface of the
/// driver, an executable graph whose launches have not ended is freed when they have ended.
struct destroy_graph {
  void operator()(cudaGraph_t g) const noexcept { static_cast<void>(cudaGraphDestroy(g)); }
  void operator()(cudaGraphExec_t g) const noexcept { static_cast<void>(cudaGraphExecDestroy(g)); }
};
using graph_handle = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, destroy_graph>;
using graph_exec_handle = std::unique_ptr<std::remove_pointer_t<cudaGraphExec_t>, destroy_graph>;

/// A capture of the work of a stream, from the constructor to end(), or to the destructor, which
/// discards what was captured.
class stream_capture {
 public:
  /// Begins the capture. Other calls of the thread are allowed during the capture and are done at
  /// once: a user's resource may ask for memory.
  explicit stream_capture(cudaStream_t stream) : stream_(stream) {
    cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "cudaStreamBeginCapture");
  }
  ~stream_capture() {
    if (stream_ == ended) return;
    cudaGraph_t unfinished = nullptr;
    if (cudaStreamEndCapture(stream_, &unfinished) != cudaSuccess) static_cast<void>(cudaGetLastError());
    if (unfinished != nullptr) static_cast<void>(cudaGraphDestroy(unfinished));
  }
  stream_capture(stream_capture const&) = delete;
  stream_capture& operator=(stream_capture const&) = delete;

  graph_handle end() {
    cudaGraph_t graph = nullptr;
    cudaError_t const code = cudaStreamEndCapture(stream_, &graph);
    stream_ = ended;
    graph_handle owned(graph);
    cuda_check(code, "the capture of a cuda::graph");
    return owned;
  }

 private:
  static constexpr cudaStream_t ended = nullptr;  // the default stream, which cannot be captured
  cudaStream_t stream_;
};

inline std::vector<cudaGraphNode_t> nodes_of(cudaGraph_t graph) {
  std::size_t n = 0;
  cuda_check(cudaGraphGetNodes(graph, nullptr, &n), "cudaGraphGetNodes");
  std::vector<cudaGraphNode_t> nodes(n);
  if (n != 0) cuda_check(cudaGraphGetNodes(graph, nodes.data(), &n), "cudaGraphGetNodes");
  return nodes;
}

/// Returns whether a graph allocates memory. The addresses of this memory belong to the graph:
/// memory of another graph cannot take their place.
inline bool allocates_memory(cudaGraph_t graph) {
  for (cudaGraphNode_t const node : detail::nodes_of(graph)) {
    cudaGraphNodeType type{};
    cuda_check(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
    if (type == cudaGraphNodeTypeMemAlloc) return true;
  }
  return false;
}

/// Makes an executable graph do what another graph of the same shape does. Returns false if that is
/// not possible; the executable graph is then unchanged.
inline bool update_graph(cudaGraphExec_t executable, cudaGraph_t graph) {
  cudaGraphExecUpdateResultInfo result{};
  cudaError_t const code = cudaGraphExecUpdate(executable, graph, &result);
  if (code == cudaErrorGraphExecUpdateFailure) {
    static_cast<void>(cudaGetLastError());
    return false;
  }
  cuda_check(code, "cudaGraphExecUpdate");
  return true;
}

}  // namespace thrum::detail

#endif
