// The blocks of a pool that are too large for its chunks. Each block comes from upstream on its own
// and is kept for later requests.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/mr/pool_options.h>
#include <cstddef>
#include <functional>
#include <limits>
#include <new>
#include <set>
#include <utility>

namespace thrum::detail {

/// An allocator of a pool's records, from a source of host memory.
template <class T>
struct record_allocator {
  using value_type = T;
  scratch_source source;

  explicit record_allocator(scratch_source s) : source(s) {}
  template <class U>
  record_allocator(record_allocator<U> const& other) : source(other.source) {}

  T* allocate(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(detail::allocate_host_scratch(source, n * sizeof(T), alignof(T)));
  }
  void deallocate(T* p, std::size_t n) noexcept {
    detail::deallocate_host_scratch(source, p, n * sizeof(T), alignof(T));
  }
  template <class U>
  friend bool operator==(record_allocator const& a, record_allocator<U> const& b) {
    return a.source.object == b.source.object && a.source.allocate == b.source.allocate;
  }
};

class large_blocks {
 public:
  large_blocks(scratch_source upstream, scratch_source records)
      : upstream_(upstream), used_(record_allocator<block>(records)), cached_(record_allocator<block>(records)) {}
  large_blocks(large_blocks const&) = delete;
  large_blocks& operator=(large_blocks const&) = delete;

  /// Returns the smallest cached block that suits a request, or null if there is none.
  void* cached_block(std::size_t bytes, std::size_t alignment, mr::pool_options const& options) {
    for (auto at = cached_.lower_bound(bytes); at != cached_.end(); ++at) {
      if (at->bytes / bytes >= options.cached_size_cutoff_factor) break;
      if (at->alignment < alignment || at->alignment / alignment >= options.cached_alignment_cutoff_factor)
        continue;
      used_bytes_ += at->bytes;
      void* const p = at->p;
      used_.insert(cached_.extract(at));
      return p;
    }
    return nullptr;
  }

  void* new_block(std::size_t bytes, std::size_t alignment) {
    // The record is made first: memory from upstream is then never lost, and giving the block back
    // needs no memory.
    block const unknown{nullptr, bytes, alignment};
    auto record = used_.extract(used_.insert(unknown).first);
    void* const p = upstream_.allocate(upstream_.object, bytes, alignment);
    record.value().p = p;
    used_.insert(std::move(record));
    used_bytes_ += bytes;
    total_bytes_ += bytes;
    return p;
  }

  void give_back(void* p, bool keep) noexcept {
    auto record = used_.extract(used_.find(p));
    used_bytes_ -= record.value().bytes;
    if (keep) cached_.insert(std::move(record));
    else give_upstream(record.value());
  }

  /// Gives the cached blocks back to upstream. Returns the number of bytes.
  std::size_t drop_cached() noexcept {
    std::size_t const before = total_bytes_;
    for (block const& b : cached_) give_upstream(b);
    cached_.clear();
    return before - total_bytes_;
  }
  void release() noexcept {
    static_cast<void>(drop_cached());
    for (block const& b : used_) give_upstream(b);
    used_.clear();
    used_bytes_ = 0;
  }

  std::size_t used_bytes() const noexcept { return used_bytes_; }
  std::size_t total_bytes() const noexcept { return total_bytes_; }
  std::size_t cached() const noexcept { return cached_.size(); }

 private:
  struct block {
    void* p;
    std::size_t bytes;
    std::size_t alignment;
  };
  struct by_address {
    using is_transparent = void;
    bool operator()(block const& a, block const& b) const { return std::less<>()(a.p, b.p); }
    bool operator()(block const& a, void* b) const { return std::less<>()(a.p, b); }
    bool operator()(void* a, block const& b) const { return std::less<>()(a, b.p); }
  };
  struct by_size {
    using is_transparent = void;
    bool operator()(block const& a, block const& b) const { return a.bytes < b.bytes; }
    bool operator()(block const& a, std::size_t b) const { return a.bytes < b; }
    bool operator()(std::size_t a, block const& b) const { return a < b.bytes; }
  };

  void give_upstream(block const& b) noexcept {
    upstream_.deallocate(upstream_.object, b.p, b.bytes, b.alignment);
    total_bytes_ -= b.bytes;
  }

  scratch_source upstream_;
  // Records move between the two sets without being allocated again.
  std::set<block, by_address, record_allocator<block>> used_;
  std::multiset<block, by_size, record_allocator<block>> cached_;
  std::size_t used_bytes_ = 0;
  std::size_t total_bytes_ = 0;
};

}  // namespace thrum::detail
