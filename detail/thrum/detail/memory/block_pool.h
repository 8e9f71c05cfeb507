// The pool that every pool resource uses: blocks of a few sizes, cut from chunks, and large blocks,
// which come from upstream one by one. The pool calls upstream through function pointers and keeps
// its records in host memory, so that the same code serves memory of any space.
#pragma once

#include <thrum/detail/base/allocation.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/mr/pool_options.h>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <new>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

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
    return static_cast<T*>(detail::allocate_host_scratch(source, detail::bytes_of<T>(n), alignof(T)));
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

class block_pool {
 public:
  /// Makes a pool that takes chunks from `upstream` and memory for its records from `records`. If
  /// `records` is empty, the records come from operator new.
  block_pool(scratch_source upstream, scratch_source records, mr::pool_options const& options)
      : upstream_(upstream), options_(options), sizes_(allocator<size_class>{records}), large_(upstream, records) {
    if (!options.validate()) throw std::invalid_argument("thrum: these pool options contradict each other");
    size_class const none{pointers(allocator<void*>{records}), chunk_list(allocator<chunk>{records})};
    sizes_.resize(index_of(options.largest_block_size) + 1, none);
  }
  ~block_pool() { release(); }
  block_pool(block_pool const&) = delete;
  block_pool& operator=(block_pool const&) = delete;

  void* allocate(std::size_t bytes, std::size_t alignment) {
    std::size_t const size = block_size(bytes, alignment);
    if (is_large(size, alignment)) return allocate_large(size, alignment);
    auto& blocks = sizes_[index_of(size)];
    if (blocks.free.empty()) grow(blocks, size);
    void* const p = blocks.free.back();
    blocks.free.pop_back();
    used_ += size;
    return p;
  }

  void deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept {
    std::size_t const size = block_size(bytes, alignment);
    if (is_large(size, alignment)) return large_.give_back(p, options_.cache_oversized);
    sizes_[index_of(size)].free.push_back(p);  // there is room: see grow
    used_ -= size;
  }

  /// Gives all memory that holds no block in use back to upstream. Returns the number of bytes.
  std::size_t free_all_blocks() noexcept {
    std::size_t bytes = large_.drop_cached();
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      std::size_t const freed = drop_free_chunks(sizes_[i], options_.smallest_block_size << i);
      total_ -= freed;
      bytes += freed;
    }
    return bytes;
  }

  /// Gives all memory back to upstream, including blocks in use.
  void release() noexcept {
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      auto& blocks = sizes_[i];
      for (chunk const& c : blocks.chunks) give_upstream(c, options_.smallest_block_size << i);
      blocks.chunks.clear();
      blocks.free.clear();
      blocks.made = blocks.last = 0;
    }
    large_.release();
    used_ = total_ = 0;
  }

  std::size_t used_bytes() const noexcept { return used_ + large_.used_bytes(); }
  std::size_t total_bytes() const noexcept { return total_ + large_.total_bytes(); }
  std::size_t free_blocks() const noexcept {
    std::size_t n = large_.cached();
    for (auto const& blocks : sizes_) n += blocks.free.size();
    return n;
  }

 private:
  template <class T>
  using allocator = record_allocator<T>;
  struct chunk {
    void* p;
    std::size_t bytes;
  };
  using pointers = std::vector<void*, allocator<void*>>;
  using chunk_list = std::vector<chunk, allocator<chunk>>;
  struct size_class {
    pointers free;
    chunk_list chunks;
    std::size_t made = 0;  // blocks in all chunks
    std::size_t last = 0;  // blocks in the chunk made last
  };

  std::size_t alignment_of(std::size_t block) const {
    return std::max(options_.alignment, std::min(block, cuda_alignment));
  }
  /// Returns the size of the block for a request: a power of two, or the requested size if the
  /// request is large.
  std::size_t block_size(std::size_t bytes, std::size_t alignment) const {
    std::size_t const size = std::max({bytes, alignment, options_.smallest_block_size});
    return size > options_.largest_block_size ? std::max(bytes, options_.smallest_block_size)
                                              : std::bit_ceil(size);
  }
  bool is_large(std::size_t size, std::size_t alignment) const {
    return size > options_.largest_block_size || alignment > alignment_of(size);
  }
  std::size_t index_of(std::size_t block) const {
    return static_cast<std::size_t>(std::countr_zero(block) - std::countr_zero(options_.smallest_block_size));
  }

  void give_upstream(chunk const& c, std::size_t block) noexcept {
    upstream_.deallocate(upstream_.object, c.p, c.bytes, alignment_of(block));
  }

  /// Calls take(), which asks upstream. If take() fails, gives all memory that holds no block in
  /// use back to upstream and calls take() once more.
  template <class Take>
  auto with_second_try(Take take) {
    try {
      return take();
    } catch (std::bad_alloc const&) {
      if (free_all_blocks() == 0) throw;
    }
    return take();
  }

  void* allocate_large(std::size_t size, std::size_t alignment) {
    if (void* const p = large_.cached_block(size, alignment, options_)) return p;
    return with_second_try([&] { return large_.new_block(size, alignment); });
  }

  /// Adds a chunk of blocks. If upstream has too little memory for the chunk, adds a chunk of one
  /// block.
  void grow(size_class& blocks, std::size_t size) {
    std::size_t n = blocks.last == 0 ? std::max(options_.min_blocks_per_chunk, options_.min_bytes_per_chunk / size)
                                     : blocks.last + (blocks.last + 1) / 2;
    n = std::min({n, options_.max_blocks_per_chunk, options_.max_bytes_per_chunk / size});
    n = std::max<std::size_t>(n, 1);
    with_second_try([&] {
      try {
        add_chunk(blocks, size, n);
      } catch (std::bad_alloc const&) {
        if (n == 1) throw;
        add_chunk(blocks, size, 1);
      }
    });
  }

  void add_chunk(size_class& blocks, std::size_t size, std::size_t n) {
    // The records come first: if there is no memory for them, nothing has happened, and deallocate
    // never needs memory.
    make_room(blocks.free, blocks.made + n);
    make_room(blocks.chunks, blocks.chunks.size() + 1);
    chunk const c{upstream_.allocate(upstream_.object, n * size, alignment_of(size)), n * size};
    blocks.chunks.push_back(c);
    blocks.made += n;
    blocks.last = n;
    total_ += c.bytes;
    for (std::size_t i = n; i-- != 0;) blocks.free.push_back(static_cast<char*>(c.p) + i * size);
  }
  template <class V>
  static void make_room(V& v, std::size_t n) {
    if (n > v.capacity()) v.reserve(std::max(n, 2 * v.capacity()));
  }

  std::size_t drop_free_chunks(size_class& blocks, std::size_t size) noexcept {
    if (blocks.free.empty()) return 0;
    auto const address = [](chunk const& a, chunk const& b) { return std::less<>()(a.p, b.p); };
    std::sort(blocks.free.begin(), blocks.free.end(), std::less<>());
    std::sort(blocks.chunks.begin(), blocks.chunks.end(), address);
    // The free blocks of a chunk are now consecutive in the list. Those of the chunks that stay
    // move to the front.
    std::size_t freed = 0;
    auto from = blocks.free.begin();
    auto to = from;
    auto kept = blocks.chunks.begin();
    for (chunk const& c : blocks.chunks) {
      auto const end = static_cast<char*>(c.p) + c.bytes;
      auto const next = std::lower_bound(from, blocks.free.end(), static_cast<void*>(end), std::less<>());
      if (static_cast<std::size_t>(next - from) == c.bytes / size) {
        give_upstream(c, size);
        freed += c.bytes;
        blocks.made -= c.bytes / size;
      } else {
        to = std::copy(from, next, to);
        *kept++ = c;
      }
      from = next;
    }
    blocks.free.erase(to, blocks.free.end());
    blocks.chunks.erase(kept, blocks.chunks.end());
    if (blocks.chunks.empty()) blocks.last = 0;
    return freed;
  }

  scratch_source upstream_;
  mr::pool_options options_;
  std::vector<size_class, allocator<size_class>> sizes_;
  large_blocks large_;
  std::size_t used_ = 0;   // in blocks of a size class
  std::size_t total_ = 0;  // in chunks
};

}  // namespace thrum::detail
