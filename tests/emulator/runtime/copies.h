// The work of copies and fills.
#pragma once

#include "work.h"

namespace emulator::runtime {

// Rows of bytes; a plain copy is one row.
struct copy_request {
  void* to = nullptr;
  std::size_t to_pitch = 0;
  void const* from = nullptr;
  std::size_t from_pitch = 0;
  std::size_t width = 0, height = 1;
  cudaMemcpyKind kind = cudaMemcpyDefault;

  static copy_request of_bytes(void* to, void const* from, std::size_t n, cudaMemcpyKind kind) {
    return {to, n, from, n, n, 1, kind};
  }
};
// What a call waits for. A node of a graph reads the host's memory when it runs, a call of
// cudaMemcpyAsync at once.
enum class copy_mode : unsigned char { synchronous, asynchronous, captured };

// Checks what a call can check. *waits: whether the call returns after the copy.
cudaError_t make_copy(copy_request const& request, copy_mode mode, payload* made, bool* waits);

struct fill_request {
  void* to = nullptr;
  std::size_t pitch = 0;
  unsigned value = 0, element_size = 1;  // 1, 2 or 4 bytes
  std::size_t width = 0, height = 1;     // in elements, in rows
};
// *waits: whether a synchronous call returns after the fill.
cudaError_t make_fill(fill_request const& request, payload* made, bool* waits);

}  // namespace emulator::runtime
