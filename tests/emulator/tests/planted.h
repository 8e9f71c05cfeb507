// Programs with one planted defect each, and beside each the same program without it. The emulated
// card has to report every defect and to be silent about every correct twin. planted.cpp runs them,
// each in a process of its own.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

namespace planted {

// Who has to notice a defect.
enum class catcher {
  memcheck,
  racecheck,
  initcheck,
  synccheck,
  leakcheck,
  kernel_fault,   // what ends a kernel and is none of these: an assertion, a trap, a limit
  host_fault,     // the host's code touches what is closed to it: a signal, and a line on stderr
  runtime_error,  // a call of the runtime returns an error
  wrong_result    // the program itself
};

// A program, with its defect or without. It returns whether its result is right.
using program = bool (*)();

// The lines of the source that a report may name end in "// <- name", with the name of the case.
struct planted_case {
  std::string name;
  catcher caught_by;
  std::string report;  // what the report has to contain: the name of the kernel, or of the error
  program with_defect, correct;
  std::string file;
};

inline std::vector<planted_case>& all_cases() {
  static std::vector<planted_case> cases;
  return cases;
}

// An object of this type at namespace scope is a case.
struct registered {
  registered(char const* name, catcher caught_by, char const* report, program with_defect, program correct,
             std::source_location where = std::source_location::current()) {
    all_cases().push_back({name, caught_by, report, with_defect, correct, where.file_name()});
  }
};

struct card_error : std::runtime_error {
  explicit card_error(cudaError_t error) : std::runtime_error(cudaGetErrorName(error)) {}
};

inline void check(cudaError_t error) {
  if (error != cudaSuccess) throw card_error(error);
}

// Waits for the kernels that were launched before.
inline void finish() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

// An array in memory of the current device, whose elements are given, or not written yet.
template <class T>
class device_array {
 public:
  explicit device_array(std::size_t size) : size_(size) { check(cudaMalloc(&data_, size * sizeof(T))); }
  explicit device_array(std::vector<T> const& values) : device_array(values.size()) {
    check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    // cudaMemcpy returns when it has taken pageable memory, which may be before the array has it.
    check(cudaStreamSynchronize(nullptr));
  }
  ~device_array() { cudaFree(data_); }
  device_array(device_array const&) = delete;
  device_array& operator=(device_array const&) = delete;

  T* data() const { return data_; }
  std::vector<T> to_host() const {
    std::vector<T> values(size_);
    check(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

// Page-locked memory of the host, which kernels and copies reach while the host runs.
template <class T>
class pinned_array {
 public:
  pinned_array(std::size_t size, T value) {
    check(cudaMallocHost(&data_, size * sizeof(T)));
    std::uninitialized_fill_n(data_, size, value);
  }
  ~pinned_array() { cudaFreeHost(data_); }
  pinned_array(pinned_array const&) = delete;
  pinned_array& operator=(pinned_array const&) = delete;

  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

// A stream that does not wait for the default stream.
class stream {
 public:
  stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  ~stream() { cudaStreamDestroy(stream_); }
  stream(stream const&) = delete;
  stream& operator=(stream const&) = delete;

  operator cudaStream_t() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

// 0, 1, 2, ...
inline std::vector<int> numbers(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values[static_cast<std::size_t>(i)] = i;
  return values;
}

}  // namespace planted
