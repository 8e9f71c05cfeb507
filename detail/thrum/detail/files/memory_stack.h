// The memory of a call that has a limit: one block, in which everything else has its place.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/host_blocks.h>
#include <thrum/backend.h>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <type_traits>

namespace thrum::detail {

/// A block of scratch memory of a backend, given out from the front, as a stack is. What does not
/// fit comes from the backend.
template <class B>
class memory_stack {
 public:
  static constexpr std::size_t alignment = 64;
  /// Returns the bytes that n objects of type T take.
  template <class T>
  static constexpr std::size_t bytes_for(std::size_t n) {
    return (n * sizeof(T) + alignment - 1) / alignment * alignment;
  }

  memory_stack(B const& exec, std::size_t bytes) : exec_(exec), bytes_(whole_pages(bytes)) {
    begin_ = static_cast<char*>(exec.allocate(bytes_, alignment));
  }
  memory_stack(memory_stack const&) = delete;
  memory_stack& operator=(memory_stack const&) = delete;
  ~memory_stack() { exec_.deallocate(begin_, bytes_, alignment); }

  std::size_t bytes() const { return bytes_; }

  void* allocate(std::size_t bytes, std::size_t align) {
    {
      std::lock_guard const lock(mutex_);
      std::size_t const size = bytes_for<char>(bytes);
      if (align <= alignment && size >= bytes && size <= bytes_ - used_) {
        void* const p = begin_ + used_;
        used_ += size;
        ++blocks_;
        return p;
      }
    }
    return exec_.allocate(bytes, align);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t align) noexcept {
    auto const at = reinterpret_cast<std::uintptr_t>(p), begin = reinterpret_cast<std::uintptr_t>(begin_);
    if (at < begin || at >= begin + bytes_) return exec_.deallocate(p, bytes, align);
    std::lock_guard const lock(mutex_);
    if (at - begin + bytes_for<char>(bytes) == used_) used_ = at - begin;
    if (--blocks_ == 0) used_ = 0;
  }

 private:
  // Memory of several huge pages is taken in whole ones.
  static std::size_t whole_pages(std::size_t bytes) {
    std::size_t const page = is_huge_block(bytes, alignment) ? huge_page : small_page;
    return bytes / page * page;
  }

  B const& exec_;
  std::size_t bytes_, used_ = 0, blocks_ = 0;
  char* begin_;
  std::mutex mutex_;
};

/// A backend whose scratch memory is an memory_stack, and whose loops are those of another backend.
template <class B>
class stack_policy {
 public:
  static constexpr bool is_serial = backend_traits<B>::is_serial;

  stack_policy(B const& exec, memory_stack<B>& memory) : exec_(&exec), memory_(&memory) {}

  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    exec_->for_each_n(n, f, grain);
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const { return memory_->allocate(bytes, alignment); }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    memory_->deallocate(p, bytes, alignment);
  }
  std::ptrdiff_t concurrency() const { return backend_traits<B>::concurrency(*exec_); }

 private:
  B const* exec_;
  memory_stack<B>* memory_;
};

}  // namespace thrum::detail
