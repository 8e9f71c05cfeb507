// The results that a device leaves for the host: in device memory, or in cells of page-locked
// memory.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/memory/cuda_memory.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <cstddef>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A pool of cells of one size, which are used again and again. The cells are never given back to
/// the system: a device may still know them when the program ends.
class cell_pool {
 public:
  static constexpr std::size_t size = result_cell_bytes;

  void* take() {
    std::unique_lock const lock(mutex_);
    if (free_ == nullptr) add();
    return std::exchange(free_, free_->next);
  }
  void give_back(void* p) noexcept {
    std::unique_lock const lock(mutex_);
    free_ = ::new (p) place{free_};
  }
  static cell_pool& all() {
    static auto& pool = *new cell_pool;
    return pool;
  }

 private:
  struct place {
    place* next;
  };
  void add() {
    constexpr std::size_t count = result_cells_at_once;
    auto* const p = static_cast<unsigned char*>(cuda_pinned_memory::allocate(count * size, size));
    for (std::size_t i = 0; i < count; ++i) free_ = ::new (static_cast<void*>(p + i * size)) place{free_};
  }
  std::mutex mutex_;
  place* free_ = nullptr;
};

/// A cell of the pool, or separate memory for a larger result.
class result_cell {
 public:
  explicit result_cell(std::size_t bytes)
      : bytes_(bytes),
        p_(bytes <= cell_pool::size ? cell_pool::all().take()
                                    : cuda_pinned_memory::allocate(bytes, cell_pool::size)) {}
  ~result_cell() {
    if (bytes_ <= cell_pool::size) cell_pool::all().give_back(p_);
    else cuda_pinned_memory::deallocate(p_, bytes_, cell_pool::size);
  }
  result_cell(result_cell const&) = delete;
  result_cell& operator=(result_cell const&) = delete;
  void* data() const { return p_; }

 private:
  std::size_t bytes_;
  void* p_;
};

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
/// device and no copy. A kernel that reads it
/// again waits about a microsecond for each look.
template <class T>
class host_result {
 public:
  explicit host_result(cuda::policy const& exec) : exec_(exec), cell_(room(exec)) {}
  ~host_result() {
    // Work that has begun may still write to the cell if the call fails.
    if (!read_ && runtime::stream_synchronize(exec_.stream()) != cudaSuccess)
      static_cast<void>(cudaGetLastError());
  }
  host_result(host_result const&) = delete;
  host_result& operator=(host_result const&) = delete;
  T* data() const { return static_cast<T*>(cell_.data()); }

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
  result_cell cell_;
  bool read_ = false;
};

/// The type of the place where a call leaves its result for the host. A large result is left in
/// device memory, because allocating page-locked memory for it is slow.
template <class T>
using result_for_host = std::conditional_t<(sizeof(T) <= cell_pool::size && alignof(T) <= cell_pool::size),
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
