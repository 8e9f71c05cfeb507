// Scratch memory of the host. New pages cost more than most of the work that is done in them. So
// each thread keeps the blocks of memory of its last calls for the next ones: at most 16, of 64 KiB
// to 32 MiB each and 64 MiB in all, until the thread ends. (A call of nth_element has seven.)
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define THRUM_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define THRUM_ADDRESS_SANITIZER 1
#endif
#endif

namespace thrum::detail {

/// Large blocks of memory lie on huge pages: these cause fewer page faults, and scattered writes do
/// not miss the address cache. Such blocks are mapped one by one, because blocks of that alignment
/// fragment malloc's heap.
inline constexpr std::size_t huge_page = std::size_t{2} << 20;
inline constexpr std::size_t small_page = 4096;
constexpr bool is_huge_block([[maybe_unused]] std::size_t bytes, [[maybe_unused]] std::size_t alignment) {
#if defined(__linux__)
  return bytes >= 2 * huge_page && alignment <= huge_page;
#else
  return false;
#endif
}
constexpr std::size_t whole_huge_pages(std::size_t bytes) {
  return (bytes + huge_page - 1) / huge_page * huge_page;
}

#if defined(__linux__)
inline void* allocate_huge_block(std::size_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() - 2 * huge_page) throw std::bad_alloc();
  std::size_t const length = detail::whole_huge_pages(bytes);
  void* const mapped =
      mmap(nullptr, length + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  // Unmaps the memory before the first whole huge page and after the last one.
  auto* const begin = static_cast<char*>(mapped);
  std::size_t const before = (huge_page - reinterpret_cast<std::uintptr_t>(begin) % huge_page) % huge_page;
  if (before != 0) munmap(begin, before);
  munmap(begin + before + length, huge_page - before);
  static_cast<void>(madvise(begin + before, length, MADV_HUGEPAGE));  // a hint: it may fail
  return begin + before;
}
#endif

/// Asks the system to put what it can of a large block of ordinary memory on huge pages. A sum of
/// 10^8 doubles takes 25 ms instead of 41 on one thread, and 22.6 instead of 27.4 on two: a
/// processor fetches ahead within a page. NumPy does the same for its arrays, from 4 MiB on.
inline void prefer_huge_pages([[maybe_unused]] void* p, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  if (bytes < 2 * huge_page) return;
  auto* const begin = static_cast<char*>(p);
  std::size_t const before = (huge_page - reinterpret_cast<std::uintptr_t>(begin) % huge_page) % huge_page;
  static_cast<void>(madvise(begin + before, (bytes - before) / huge_page * huge_page, MADV_HUGEPAGE));
#endif
}

inline void* allocate_new_block(std::size_t bytes, std::size_t alignment) {
#if defined(__linux__)
  if (detail::is_huge_block(bytes, alignment)) return detail::allocate_huge_block(bytes);
#endif
  return ::operator new(bytes, std::align_val_t{alignment});
}
inline void free_block(void* p, [[maybe_unused]] std::size_t bytes, std::size_t alignment) noexcept {
#if defined(__linux__)
  if (detail::is_huge_block(bytes, alignment)) {
    munmap(p, detail::whole_huge_pages(bytes));
    return;
  }
#endif
  ::operator delete(p, std::align_val_t{alignment});
}

/// The blocks of memory that a thread keeps. They exist as long as the thread does, so that objects
/// destroyed late can still use them.
class kept_blocks {
 public:
  static constexpr std::size_t least = std::size_t{64} << 10, most = std::size_t{32} << 20, limit = 2 * most;

  static kept_blocks& of_this_thread() {
    static thread_local constinit kept_blocks blocks{};
    static thread_local end_of_thread const end{};
    static_cast<void>(end);
    return blocks;
  }
  /// Says whether a block of this size is kept. A kept block has size_of(bytes) bytes, one of few
  /// sizes.
  static constexpr bool keeps(std::size_t bytes, std::size_t alignment) {
#if defined(THRUM_ADDRESS_SANITIZER)
    return bytes < least && bytes > most && alignment == 0;  // none: the sanitizer sees their ends
#else
    return bytes >= least && bytes <= most && alignment <= small_page;
#endif
  }
  static constexpr std::size_t size_of(std::size_t bytes) {
    std::size_t const step = std::bit_floor(bytes) / 4;
    return (bytes + step - 1) / step * step;
  }

  /// Returns a kept block of this size, or nullptr if there is none.
  void* take(std::size_t bytes) noexcept {
    for (block& b : blocks_) {
      if (b.bytes != bytes) continue;
      total_ -= bytes;
      b.bytes = 0;
      return b.p;
    }
    return nullptr;
  }
  /// Keeps a block. Frees others, the oldest first, if there are too many.
  void keep(void* p, std::size_t bytes) noexcept {
    if (closed_) return detail::free_block(p, bytes, small_page);
    int index = next_;
    for (int i = 0; i < count; ++i) {
      if (blocks_[i].bytes == 0) index = i;
    }
    drop(blocks_[index]);
    blocks_[index] = {p, bytes};
    total_ += bytes;
    next_ = (index + 1) % count;
    for (int i = next_; total_ > limit; i = (i + 1) % count) drop(blocks_[i]);
  }

 private:
  static constexpr int count = 16;
  struct block {
    void* p;
    std::size_t bytes;  // 0 if there is no block
  };
  struct end_of_thread {
    ~end_of_thread() { of_this_thread().close(); }
  };

  void drop(block& b) noexcept {
    if (b.bytes == 0) return;
    detail::free_block(b.p, b.bytes, small_page);
    total_ -= b.bytes;
    b.bytes = 0;
  }
  void close() noexcept {
    for (block& b : blocks_) drop(b);
    closed_ = true;
  }

  block blocks_[count];
  std::size_t total_;
  int next_;
  bool closed_;
};

/// Allocates scratch memory on the host.
inline void* allocate_host_block(std::size_t bytes, std::size_t alignment) {
  if (!kept_blocks::keeps(bytes, alignment)) return detail::allocate_new_block(bytes, alignment);
  std::size_t const size = kept_blocks::size_of(bytes);
  void* const kept = kept_blocks::of_this_thread().take(size);
  return kept != nullptr ? kept : detail::allocate_new_block(size, small_page);
}
inline void deallocate_host_block(void* p, std::size_t bytes, std::size_t alignment) noexcept {
  if (!kept_blocks::keeps(bytes, alignment)) return detail::free_block(p, bytes, alignment);
  kept_blocks::of_this_thread().keep(p, kept_blocks::size_of(bytes));
}

}  // namespace thrum::detail
