// Memory, streams and checked calls of a card, for the tests of the emulated one.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace card {

struct error_of_card : std::runtime_error {
  explicit error_of_card(cudaError_t error) : std::runtime_error(cudaGetErrorName(error)) {}
};

inline void check(cudaError_t error) {
  if (error != cudaSuccess) throw error_of_card(error);
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
  std::iota(values.begin(), values.end(), 0);
  return values;
}

}  // namespace card
