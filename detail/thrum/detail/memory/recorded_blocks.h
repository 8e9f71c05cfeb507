// Memory for work that is recorded once and done many times.
#pragma once

#include <cstddef>
#include <vector>

namespace thrum::detail {

/// Blocks of memory that recorded calls take, use one after another and give back. Blocks that are
/// given back stay here until release(), for the calls that are recorded next, because the work
/// that uses the blocks is still to be done. `Source` can be compared and has
///   void* allocate(bytes, alignment) const              throws std::bad_alloc
///   void  deallocate(p, bytes, alignment) const noexcept
template <class Source>
class recorded_blocks {
 public:
  recorded_blocks() = default;
  ~recorded_blocks() { release(); }
  recorded_blocks(recorded_blocks const&) = delete;
  recorded_blocks& operator=(recorded_blocks const&) = delete;

  /// Returns the smallest unused block that is large enough, or a new block if there is none.
  void* allocate(Source const& from, std::size_t bytes, std::size_t alignment) {
    block* best = nullptr;
    for (block& b : blocks_) {
      bool const fits = !b.used && b.from == from && b.bytes >= bytes && b.alignment >= alignment;
      if (fits && (best == nullptr || b.bytes < best->bytes)) best = &b;
    }
    if (best == nullptr) {
      blocks_.push_back({from, nullptr, bytes, alignment, false});  // record first: no memory leaks
      try {
        blocks_.back().p = from.allocate(bytes, alignment);
      } catch (...) {
        blocks_.pop_back();
        throw;
      }
      best = &blocks_.back();
    }
    best->used = true;
    return best->p;
  }

  /// Marks the block at p as unused. Returns false if p is not one of the blocks.
  bool deallocate(void* p) noexcept {
    for (block& b : blocks_) {
      if (b.p == p) {
        b.used = false;
        return true;
      }
    }
    return false;
  }

  /// Gives all blocks back to their sources, including blocks in use.
  void release() noexcept {
    for (block const& b : blocks_) b.from.deallocate(b.p, b.bytes, b.alignment);
    blocks_.clear();
  }

  bool empty() const noexcept { return blocks_.empty(); }

 private:
  struct block {
    Source from;
    void* p;
    std::size_t bytes;
    std::size_t alignment;
    bool used;
  };
  std::vector<block> blocks_;
};

}  // namespace thrum::detail
