// Scratch memory cut from one block: the logic of cuda::workspace, for memory of any kind.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace thrum::detail {

/// A record of blocks in a range of memory, which itself is never touched. Each block is given the
/// lowest offset from `base` where it fits between the blocks in use. Offsets have no upper limit,
/// so that the highest end ever reached says how large a range would have been enough. The blocks
/// in use are few and are kept in order of their offsets; a search looks at each of them.
class arena {
 public:
  /// Makes an arena without blocks. `base` is the address that alignments refer to.
  explicit arena(std::uintptr_t base = 0) : base_(base) {
    constexpr std::size_t usual = 16;
    blocks_.reserve(usual);
  }

  /// Returns the offset of a new block, aligned to a power of two.
  std::size_t allocate(std::size_t bytes, std::size_t alignment) {
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 4;
    if (bytes > most || alignment > most) throw std::bad_alloc();
    bytes = std::max<std::size_t>(bytes, 1);
    std::size_t at = aligned(0, alignment);
    auto next = blocks_.begin();
    for (; next != blocks_.end() && next->begin < at + bytes; ++next) at = aligned(next->end, alignment);
    if (at > most) throw std::bad_alloc();
    blocks_.insert(next, {at, at + bytes});
    used_ += bytes;
    high_water_ = std::max(high_water_, at + bytes);
    return at;
  }

  /// Frees the block at this offset.
  void deallocate(std::size_t at) noexcept {
    auto const found = std::lower_bound(blocks_.begin(), blocks_.end(), at,
                                        [](block const& b, std::size_t offset) { return b.begin < offset; });
    if (found == blocks_.end() || found->begin != at) return;
    used_ -= found->end - found->begin;
    blocks_.erase(found);
  }

  bool empty() const noexcept { return blocks_.empty(); }
  /// Returns the bytes of the blocks in use.
  std::size_t used() const noexcept { return used_; }
  /// Returns the size of a range from base on that would have held all blocks since the last reset.
  std::size_t high_water() const noexcept { return high_water_; }
  void reset_high_water() noexcept { high_water_ = blocks_.empty() ? 0 : blocks_.back().end; }
  /// Sets another base. There must be no blocks.
  void rebase(std::uintptr_t base) noexcept { base_ = base; }

 private:
  struct block {
    std::size_t begin;
    std::size_t end;
  };

  std::size_t aligned(std::size_t at, std::size_t alignment) const {
    std::size_t const beyond = (base_ + at) & (alignment - 1);
    return beyond == 0 ? at : at + (alignment - beyond);
  }

  std::uintptr_t base_;
  std::vector<block> blocks_;
  std::size_t used_ = 0;
  std::size_t high_water_ = 0;
};

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
        arena_(reinterpret_cast<std::uintptr_t>(p)) {}
  /// Takes memory from upstream.
  workspace_blocks(Upstream upstream, std::size_t bytes, bool grows)
      : workspace_blocks(std::move(upstream), nullptr, 0, grows) {
    if (bytes != 0) replace(bytes);
  }
  ~workspace_blocks() {
    for (extra_block const& o : extra_blocks_) upstream_.deallocate(o.p, o.bytes);
    if (owned_) upstream_.deallocate(block_, size_);
  }
  workspace_blocks(workspace_blocks const&) = delete;
  workspace_blocks& operator=(workspace_blocks const&) = delete;

  void* allocate(std::size_t bytes, std::size_t alignment) {
    if (grows_ && arena_.empty() && served_ > size_) grow();
    std::size_t const at = arena_.allocate(bytes, alignment);
    if (at + bytes <= size_ && block_ != nullptr) return block_ + at;
    try {
      if (!grows_) upstream_.refuse(arena_.high_water(), size_);
      extra_blocks_.reserve(extra_blocks_.size() + 1);
      void* const p = upstream_.allocate(std::max<std::size_t>(bytes, 1));
      extra_blocks_.push_back({p, bytes, at});
      served_ = std::max(served_, at + bytes);
      return p;
    } catch (...) {
      arena_.deallocate(at);
      throw;
    }
  }

  void deallocate(void* p) noexcept {
    auto const found =
        std::find_if(extra_blocks_.begin(), extra_blocks_.end(), [p](extra_block const& o) { return o.p == p; });
    if (found == extra_blocks_.end())
      return arena_.deallocate(static_cast<std::size_t>(static_cast<char*>(p) - block_));
    upstream_.deallocate(p, std::max<std::size_t>(found->bytes, 1));
    arena_.deallocate(found->at);
    extra_blocks_.erase(found);
  }

  Upstream const& upstream() const noexcept { return upstream_; }
  std::size_t size() const noexcept { return size_; }
  std::size_t used() const noexcept { return arena_.used(); }
  std::size_t high_water() const noexcept { return arena_.high_water(); }
  void reset_high_water() noexcept { arena_.reset_high_water(); }

 private:
  /// Memory from upstream for a request that did not fit in the one block.
  struct extra_block {
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
    arena_.rebase(reinterpret_cast<std::uintptr_t>(p));
  }

  Upstream upstream_;
  char* block_;
  std::size_t size_;
  bool owned_ = false;
  bool grows_;
  std::size_t served_ = 0;  // the greatest end of requests served although they did not fit
  arena arena_;
  std::vector<extra_block> extra_blocks_;
};

}  // namespace thrum::detail
