// Slots in page-locked memory, in which a device leaves the result of a call for the host.
#pragma once

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)

#include <thrum/detail/backends/cuda/memory/space_memory.h>
#include <cstddef>
#include <mutex>
#include <utility>

namespace thrum::detail {

/// A pool of slots of one size, which are used again and again. The slots are never given back to
/// the system: a device may still know them when the program ends.
class slots_of_results {
 public:
  static constexpr std::size_t size = 64;

  void* take() {
    std::unique_lock const lock(mutex_);
    if (free_ == nullptr) add();
    return std::exchange(free_, free_->next);
  }
  void give_back(void* p) noexcept {
    std::unique_lock const lock(mutex_);
    free_ = ::new (p) place{free_};
  }
  static slots_of_results& all() {
    static auto& slots = *new slots_of_results;
    return slots;
  }

 private:
  struct place {
    place* next;
  };
  void add() {
    constexpr std::size_t count = 64;
    auto* const p = static_cast<unsigned char*>(cuda_pinned_memory::allocate(count * size, size));
    for (std::size_t i = 0; i < count; ++i) free_ = ::new (static_cast<void*>(p + i * size)) place{free_};
  }
  std::mutex mutex_;
  place* free_ = nullptr;
};

/// A slot of the pool, or separate memory for a larger result.
class result_slot {
 public:
  explicit result_slot(std::size_t bytes)
      : bytes_(bytes),
        p_(bytes <= slots_of_results::size ? slots_of_results::all().take()
                                           : cuda_pinned_memory::allocate(bytes, slots_of_results::size)) {}
  ~result_slot() {
    if (bytes_ <= slots_of_results::size) slots_of_results::all().give_back(p_);
    else cuda_pinned_memory::deallocate(p_, bytes_, slots_of_results::size);
  }
  result_slot(result_slot const&) = delete;
  result_slot& operator=(result_slot const&) = delete;
  void* data() const { return p_; }

 private:
  std::size_t bytes_;
  void* p_;
};

}  // namespace thrum::detail

#endif
