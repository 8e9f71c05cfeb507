// The functions by which a primitive calls CUB and hands a result to the host.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/result_slots.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <cstddef>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <type_traits>

namespace thrum::detail {

/// Calls a CUB algorithm as call(temporary, bytes): once for the size of its temporary storage, and
/// once to run.
template <class Call>
void call_cub(cuda::policy const& exec, char const* name, Call call) {
  std::size_t bytes = 0;
  detail::cuda_check(call(nullptr, bytes), name);
  // A null pointer would ask for the size again. CUB asks for one byte if it needs no storage.
  if (bytes <= 1) return detail::cuda_check(call(&bytes, bytes), name);
  scratch_array<std::max_align_t, cuda::policy> const temporary(
      exec, static_cast<std::ptrdiff_t>((bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t)));
  detail::cuda_check(call(temporary.data(), bytes), name);
}

/// One object in device memory, which the host reads when the earlier work is done.
template <class T>
class device_result {
 public:
  /// Throws before it allocates if calls are captured: the capture would keep the memory.
  explicit device_result(cuda::policy const& exec) : exec_(with_results(exec)), memory_(exec, 1) {}
  T* data() const { return memory_.data(); }

  /// Waits for the stream and returns the object.
  T get() const { return exec_.read(static_cast<T const*>(memory_.data())); }

 private:
  static cuda::policy const& with_results(cuda::policy const& exec) {
    exec.require_results();
    return exec;
  }
  cuda::policy const& exec_;
  scratch_array<T, cuda::policy> memory_;
};

/// One object in page-locked memory, which a kernel stores into once. This takes no memory of the
/// device and no copy. Not for results that kernels read again.
template <class T>
class host_result {
 public:
  explicit host_result(cuda::policy const& exec) : exec_(exec), slot_(room(exec)) {}
  ~host_result() {
    // Work that has begun may still write to the slot if the call fails.
    if (!read_ && runtime::stream_synchronize(exec_.stream()) != cudaSuccess)
      static_cast<void>(cudaGetLastError());
  }
  host_result(host_result const&) = delete;
  host_result& operator=(host_result const&) = delete;
  T* data() const { return static_cast<T*>(slot_.data()); }

  /// Waits for the stream and returns the object.
  T const& get() {
    exec_.sync();
    read_ = true;
    return *data();
  }

 private:
  static std::size_t room(cuda::policy const& exec) {
    exec.require_results();
    return sizeof(T);
  }
  cuda::policy const& exec_;
  result_slot slot_;
  bool read_ = false;
};

/// The type of the place where a call leaves its result for the host. A large result is left in
/// device memory, because allocating page-locked memory for it is slow.
template <class T>
using left_result =
    std::conditional_t<(sizeof(T) <= slots_of_results::size && alignof(T) <= slots_of_results::size),
                       host_result<T>, device_result<T>>;

}  // namespace thrum::detail

namespace thrum {

/// Returns a copy of the value at p. Copies bytes: the bytes of a value are the whole value.
template <class T>
T cuda::policy::read(T const* p) const {
  require_results();
  auto const guard = on_its_device();
  union bytes {
    T value;
    bytes() {}
    ~bytes() {}
  } copied;
  detail::cuda_check(
      detail::runtime::memcpy_async(static_cast<void*>(__builtin_addressof(copied)), static_cast<void const*>(p),
                                    sizeof(T), cudaMemcpyDeviceToHost, stream_),
      "cudaMemcpyAsync");
  sync();
  return copied.value;
}

}  // namespace thrum
