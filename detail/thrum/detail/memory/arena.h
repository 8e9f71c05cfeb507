// Places for blocks in a range of memory. The range itself is never touched: the records are here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

namespace thrum::detail {

/// Places blocks by first fit: a block gets the lowest place where it fits between the blocks in
/// use. A place is an offset from `base`. Places have no upper limit, so that the highest end ever
/// reached says how large a range would have been enough. The blocks in use are few and are kept in
/// order of their places; a search looks at each of them.
class arena {
 public:
  /// Makes an arena without blocks. `base` is the address that alignments refer to.
  explicit arena(std::uintptr_t base = 0) : base_(base) {
    constexpr std::size_t usual = 16;
    blocks_.reserve(usual);
  }

  /// Returns the place of a new block, aligned to a power of two.
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

  /// Frees the block at this place.
  void deallocate(std::size_t at) noexcept {
    auto const found = std::lower_bound(blocks_.begin(), blocks_.end(), at,
                                        [](block const& b, std::size_t place) { return b.begin < place; });
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

}  // namespace thrum::detail
