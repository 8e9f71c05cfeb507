// Scratch memory cut from one block: the logic of cuda::workspace, for memory of any kind.
#pragma once

#include <thrum/detail/memory/arena.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Blocks of scratch memory in the order of their use: memory that is given back serves the next
/// request. `Upstream` has
///   void* allocate(bytes)               throws std::bad_alloc
///   void  deallocate(p, bytes) noexcept
///   void  refuse(needed, size)          throws std::bad_alloc and says that `needed` bytes are
///                                       more than there are
/// If the workspace may grow, a request that does not fit gets memory of its own from upstream.
/// Once nothing is in use any more, the next request makes one block that is large enough for all
/// that has been in use together so far.
template <class Upstream>
class workspace_blocks {
 public:
  /// Uses the caller's memory.
  workspace_blocks(Upstream upstream, void* p, std::size_t bytes, bool grows)
      : upstream_(std::move(upstream)),
        block_(static_cast<char*>(p)),
        size_(bytes),
        grows_(grows),
        places_(reinterpret_cast<std::uintptr_t>(p)) {}
  /// Takes memory from upstream.
  workspace_blocks(Upstream upstream, std::size_t bytes, bool grows)
      : workspace_blocks(std::move(upstream), nullptr, 0, grows) {
    if (bytes != 0) replace(bytes);
  }
  ~workspace_blocks() {
    for (outside const& o : outside_) upstream_.deallocate(o.p, o.bytes);
    if (owned_) upstream_.deallocate(block_, size_);
  }
  workspace_blocks(workspace_blocks const&) = delete;
  workspace_blocks& operator=(workspace_blocks const&) = delete;

  void* allocate(std::size_t bytes, std::size_t alignment) {
    if (grows_ && places_.empty() && served_ > size_) grow();
    std::size_t const at = places_.allocate(bytes, alignment);
    if (at + bytes <= size_ && block_ != nullptr) return block_ + at;
    try {
      if (!grows_) upstream_.refuse(places_.high_water(), size_);
      outside_.reserve(outside_.size() + 1);
      void* const p = upstream_.allocate(std::max<std::size_t>(bytes, 1));
      outside_.push_back({p, bytes, at});
      served_ = std::max(served_, at + bytes);
      return p;
    } catch (...) {
      places_.deallocate(at);
      throw;
    }
  }

  void deallocate(void* p) noexcept {
    auto const found = std::find_if(outside_.begin(), outside_.end(), [p](outside const& o) { return o.p == p; });
    if (found == outside_.end())
      return places_.deallocate(static_cast<std::size_t>(static_cast<char*>(p) - block_));
    upstream_.deallocate(p, std::max<std::size_t>(found->bytes, 1));
    places_.deallocate(found->at);
    outside_.erase(found);
  }

  Upstream const& upstream() const noexcept { return upstream_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t used() const noexcept { return places_.used(); }
  std::size_t high_water() const noexcept { return places_.high_water(); }
  void reset_high_water() noexcept { places_.reset_high_water(); }

 private:
  /// Memory from upstream for a request that did not fit in the one block.
  struct outside {
    void* p;
    std::size_t bytes;
    std::size_t at;
  };

  void grow() {
    try {
      replace(served_);
    } catch (std::bad_alloc const&) {  // then requests that do not fit are served one by one
    }
  }

  void replace(std::size_t bytes) {
    auto* const p = static_cast<char*>(upstream_.allocate(bytes));
    if (owned_) upstream_.deallocate(block_, size_);
    block_ = p;
    size_ = bytes;
    owned_ = true;
    places_.rebase(reinterpret_cast<std::uintptr_t>(p));
  }

  Upstream upstream_;
  char* block_;
  std::size_t size_;
  bool owned_ = false;
  bool grows_;
  std::size_t served_ = 0;  // the greatest end of requests served although they did not fit
  arena places_;
  std::vector<outside> outside_;
};

}  // namespace thrum::detail
