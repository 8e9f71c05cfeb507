// Work: operations, the streams that order them, and the events that mark places in streams.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "allocations.h"

struct CUkern_st;

namespace emulator::runtime {

enum class operation_kind : unsigned char { kernel, memcpy, memset, host, record, wait, allocate, free, marker };

struct operation;
using operation_pointer = std::shared_ptr<operation>;

// A piece of work in a stream. It can begin when all that it comes after is done, and it begins
// when somebody waits for it, or for what comes after it.
struct operation {
  std::uint64_t id = 0;
  operation_kind kind = operation_kind::marker;
  int device = 0;
  cudaStream_t stream = nullptr;  // null for a node of a graph
  std::function<void()> work;
  std::vector<operation_pointer> after, before;
  unsigned pending = 0;  // how many of `after` are not done
  bool is_demanded = false, is_done = false;
  bool runs_after_fault = false;
  std::string name;
};

struct kernel_call {
  CUkern_st* kernel = nullptr;
  dim3 grid, block, cluster;
  std::size_t dynamic_shared = 0;
  bool is_cooperative = false;
  std::vector<char> bytes;                                  // of the parameters
  std::vector<std::pair<std::size_t, std::size_t>> places;  // offset and size in `bytes`

  std::vector<void*> pointers() const;
};

// What a call asks for, before it is put into a stream or a graph. The members behind
// `runs_after_fault` are what the functions on graphs tell of a node.
struct payload {
  operation_kind kind = operation_kind::marker;
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::function<void()> work;
  std::string name;
  bool runs_after_fault = false;

  std::shared_ptr<kernel_call> kernel;
  cudaMemcpy3DParms copy{};
  cudaMemsetParams fill{};
  cudaHostNodeParams host{};
  cudaEvent_t event = nullptr;
  allocation_pointer memory;
  cudaGraph_t child = nullptr;
};

// Streams that record into a graph.
struct capture_session {
  cudaGraph_t graph = nullptr;
  unsigned long long id = 0;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  cudaStream_t origin = nullptr;
  void const* thread = nullptr;  // that began it
  bool is_invalid = false;
  bool is_into_existing_graph = false;
  std::unordered_set<cudaStream_t> members;
};

}  // namespace emulator::runtime

struct CUstream_st {
  int device = 0;
  unsigned flags = 0;
  int priority = 0;
  bool is_legacy = false;
  bool is_alive = true;
  unsigned long long id = 0;
  emulator::runtime::operation_pointer last;
  unsigned queries = 0;  // since the last operation was put in
  emulator::runtime::capture_session* capture = nullptr;
  std::vector<cudaGraphNode_t> capture_tail;  // what the next node comes after

  bool is_blocking() const { return (flags & cudaStreamNonBlocking) == 0; }
};

struct CUevent_st {
  int device = 0;
  unsigned flags = 0;
  emulator::runtime::operation_pointer record;  // the last one
  std::shared_ptr<std::uint64_t> time;          // of the device's clock, in nanoseconds, when it was done
  unsigned queries = 0;
  emulator::runtime::capture_session* capture = nullptr;
  std::vector<cudaGraphNode_t> captured;
};
