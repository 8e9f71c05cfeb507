// Graphs on the emulated card: captured, built by hand, launched, updated, with memory of their
// own.
#include <doctest/doctest.h>

#include <vector>

#include "card.h"

namespace {

using namespace card;

constexpr int n = 1000;
constexpr std::size_t bytes = n * sizeof(int);

__global__ void set(int* p, int value) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] = value;
}
__global__ void add_one(int* p) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] += 1;
}

cudaError_t error_of(cudaError_t code) {
  static_cast<void>(cudaGetLastError());
  return code;
}

// What f puts into s, as a graph.
template <class F>
cudaGraph_t captured(cudaStream_t s, F const& f) {
  cudaGraph_t graph = nullptr;
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  f();
  check(cudaStreamEndCapture(s, &graph));
  return graph;
}

std::size_t number_of_nodes(cudaGraph_t graph) {
  std::size_t count = 0;
  check(cudaGraphGetNodes(graph, nullptr, &count));
  return count;
}

struct executable {
  cudaGraphExec_t exec = nullptr;
  explicit executable(cudaGraph_t graph, unsigned long long flags = 0) {
    check(cudaGraphInstantiateWithFlags(&exec, graph, flags));
  }
  ~executable() { cudaGraphExecDestroy(exec); }
  executable(executable const&) = delete;
  executable& operator=(executable const&) = delete;

  void launch(cudaStream_t s) const {
    check(cudaGraphLaunch(exec, s));
    check(cudaStreamSynchronize(s));
  }
};

TEST_CASE("two streams are captured with memory of the graph, and replayed") {
  stream const s, side;
  device_array<int> const a(n);
  cudaEvent_t fork = nullptr, join = nullptr;
  check(cudaEventCreate(&fork));
  check(cudaEventCreate(&join));
  cudaGraph_t const graph = captured(s, [&] {
    int* p = nullptr;
    set<<<4, 256, 0, s>>>(a.data(), 100);
    check(cudaMallocAsync(&p, bytes, s));
    check(cudaMemcpyAsync(p, a.data(), bytes, cudaMemcpyDeviceToDevice, s));
    check(cudaEventRecord(fork, s));
    check(cudaStreamWaitEvent(side, fork));
    add_one<<<4, 256, 0, side>>>(p);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(side, &status));
    CHECK(status == cudaStreamCaptureStatusActive);
    check(cudaEventRecord(join, side));
    check(cudaStreamWaitEvent(s, join));
    check(cudaMemcpyAsync(a.data(), p, bytes, cudaMemcpyDeviceToDevice, s));
    check(cudaFreeAsync(p, s));
  });
  CHECK(number_of_nodes(graph) == 6);
  {
    executable const e(graph);
    cudaGraphExec_t second = nullptr;
    CHECK(error_of(cudaGraphInstantiate(&second, graph, 0)) == cudaErrorNotSupported);
    for (int round = 0; round < 3; ++round) {
      check(cudaMemset(a.data(), 0, bytes));
      check(cudaDeviceSynchronize());
      e.launch(s);
      CHECK(a.to_host()[n - 1] == 101);
    }
  }
  check(cudaGraphDestroy(graph));
  check(cudaEventDestroy(fork));
  check(cudaEventDestroy(join));
}

TEST_CASE("memory that a graph leaves is freed by the program, or by the next launch") {
  stream const s;
  int* p = nullptr;
  cudaGraph_t const graph = captured(s, [&] {
    check(cudaMallocAsync(&p, bytes, s));
    set<<<4, 256, 0, s>>>(p, 5);
  });
  std::vector<int> host(n);
  {
    executable const e(graph);
    e.launch(s);
    check(cudaMemcpy(host.data(), p, bytes, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 5);
    CHECK(error_of(cudaGraphLaunch(e.exec, s)) == cudaErrorInvalidValue);
    check(cudaFreeAsync(p, s));
    e.launch(s);
    check(cudaFreeAsync(p, s));
    check(cudaStreamSynchronize(s));
  }
  executable const frees(graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  frees.launch(s);
  frees.launch(s);
  check(cudaFree(p));
  check(cudaGraphDestroy(graph));
}

TEST_CASE("what a capture forbids ends it") {
  stream const s, other;
  cudaGraph_t graph = nullptr;
  void* p = nullptr;
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  CHECK(error_of(cudaStreamSynchronize(s)) == cudaErrorStreamCaptureUnsupported);
  CHECK(error_of(cudaStreamEndCapture(s, &graph)) == cudaErrorStreamCaptureInvalidated);
  CHECK(graph == nullptr);

  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  CHECK(error_of(cudaMalloc(&p, 4)) == cudaErrorStreamCaptureUnsupported);
  CHECK(error_of(cudaStreamEndCapture(s, &graph)) == cudaErrorStreamCaptureInvalidated);

  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  check(cudaMalloc(&p, 4));
  check(cudaFree(p));
  check(cudaStreamEndCapture(s, &graph));
  CHECK(number_of_nodes(graph) == 0);
  check(cudaGraphDestroy(graph));

  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  CHECK(error_of(cudaStreamEndCapture(other, &graph)) == cudaErrorIllegalState);
  cudaEvent_t fork = nullptr;
  check(cudaEventCreate(&fork));
  check(cudaEventRecord(fork, s));
  check(cudaStreamWaitEvent(other, fork));
  CHECK(error_of(cudaStreamEndCapture(other, &graph)) == cudaErrorStreamCaptureUnmatched);
  CHECK(error_of(cudaStreamEndCapture(s, &graph)) == cudaErrorStreamCaptureInvalidated);
  check(cudaEventDestroy(fork));
  CHECK(error_of(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeRelaxed)) ==
        cudaErrorStreamCaptureUnsupported);
}

TEST_CASE("a side stream that is not joined is an error") {
  stream const s, side;
  device_array<int> const a(n);
  cudaEvent_t fork = nullptr;
  cudaGraph_t graph = nullptr;
  check(cudaEventCreate(&fork));
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  check(cudaEventRecord(fork, s));
  check(cudaStreamWaitEvent(side, fork));
  set<<<4, 256, 0, side>>>(a.data(), 1);
  CHECK(error_of(cudaStreamEndCapture(s, &graph)) == cudaErrorStreamCaptureUnjoined);
  check(cudaEventDestroy(fork));
}

TEST_CASE("an update changes what the next launch does, where the shape is the same") {
  stream const s;
  device_array<int> const a(n);
  cudaGraph_t const first = captured(s, [&] { set<<<4, 256, 0, s>>>(a.data(), 1); });
  cudaGraph_t const second = captured(s, [&] { set<<<4, 256, 0, s>>>(a.data(), 2); });
  cudaGraph_t const longer = captured(s, [&] {
    set<<<4, 256, 0, s>>>(a.data(), 2);
    add_one<<<4, 256, 0, s>>>(a.data());
  });
  executable const e(first);
  e.launch(s);
  CHECK(a.to_host()[0] == 1);
  cudaGraphExecUpdateResultInfo information{};
  check(cudaGraphExecUpdate(e.exec, second, &information));
  CHECK(information.result == cudaGraphExecUpdateSuccess);
  e.launch(s);
  CHECK(a.to_host()[0] == 2);
  CHECK(error_of(cudaGraphExecUpdate(e.exec, longer, &information)) == cudaErrorGraphExecUpdateFailure);
  CHECK(information.result == cudaGraphExecUpdateErrorTopologyChanged);
  for (cudaGraph_t const g : {first, second, longer}) check(cudaGraphDestroy(g));
}

TEST_CASE("a graph that is built by hand") {
  stream const s;
  device_array<int> const a(n);
  pinned_array<int> const seen(n, 0);
  int calls = 0;
  cudaGraph_t graph = nullptr;
  check(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t fill = nullptr, kernel = nullptr, copy = nullptr, host = nullptr;
  cudaMemsetParams const zeros{a.data(), bytes, 0, 4, n, 1};
  check(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zeros));
  int* p = a.data();
  void* arguments[] = {&p};
  cudaKernelNodeParams parameters{};
  parameters.func = reinterpret_cast<void*>(add_one);
  parameters.gridDim = dim3(4);
  parameters.blockDim = dim3(256);
  parameters.kernelParams = arguments;
  check(cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &parameters));
  check(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, seen.data(), a.data(), bytes, cudaMemcpyDeviceToHost));
  cudaHostNodeParams function{};
  function.fn = [](void* data) { ++*static_cast<int*>(data); };
  function.userData = &calls;
  check(cudaGraphAddHostNode(&host, graph, &copy, 1, &function));
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  check(cudaGraphNodeGetType(kernel, &type));
  CHECK(type == cudaGraphNodeTypeKernel);
  std::size_t edges = 0;
  check(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
  CHECK(edges == 3);
  executable const e(graph);
  e.launch(s);
  CHECK(seen.data()[n - 1] == 1);
  CHECK(calls == 1);
  check(cudaGraphNodeSetEnabled(e.exec, kernel, 0));
  e.launch(s);
  CHECK(seen.data()[n - 1] == 0);
  CHECK(calls == 2);

  cudaGraph_t outer = nullptr;
  cudaGraphNode_t child = nullptr;
  check(cudaGraphCreate(&outer, 0));
  check(cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, graph));
  executable const whole(outer);
  whole.launch(s);
  CHECK(seen.data()[n - 1] == 1);
  CHECK(calls == 3);
  check(cudaGraphDestroy(graph));
  check(cudaGraphDestroy(outer));
}

}  // namespace
