// The memory that the lanes of a block of threads share on the host.
#pragma once

#include <thrum/detail/base/host_blocks.h>
#include <cstddef>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Blocks of memory by key. Each is allocated when it is first asked for. They hold no objects that
/// have to be destroyed.
class block_memory {
 public:
  block_memory() = default;
  ~block_memory() {
    for (room const& r : rooms_) detail::deallocate_host_block(r.memory, r.bytes, r.alignment);
  }
  block_memory(block_memory const&) = delete;
  block_memory& operator=(block_memory const&) = delete;

  void* get(void const* key, std::size_t bytes, std::size_t alignment) {
    for (room const& r : rooms_) {
      if (r.key == key) return r.memory;
    }
    rooms_.reserve(rooms_.size() + 1);
    rooms_.push_back({key, detail::allocate_host_block(bytes, alignment), bytes, alignment});
    return rooms_.back().memory;
  }

 private:
  struct room {
    void const* key;
    void* memory;
    std::size_t bytes;
    std::size_t alignment;
  };
  std::vector<room> rooms_;
};

}  // namespace thrum::detail
