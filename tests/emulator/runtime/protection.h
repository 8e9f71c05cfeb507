// Address space for allocations, and who may touch it. Every allocation lies on pages of its own
// between guard pages, and no address is given out twice. Pages of device memory are closed to host
// code, by a memory protection key where the processor has them. Elsewhere mprotect opens and
// closes all of them together, around the work of the emulated card.
#pragma once

#include <cstddef>
#include <cstdint>

namespace emulator::runtime {

using address = std::uintptr_t;
constexpr std::size_t page_size = 4096;

struct page_range {
  address begin = 0;
  std::size_t size = 0;
  bool of_device = false;
  bool is_dropped = false;
};

// Pages that nobody may touch yet, a multiple of page_size.
page_range take_pages(std::size_t size, bool of_device);
// Gives them memory. The host may touch them unless they are the device's. False where there is no
// memory.
bool open_pages(page_range& pages);
// Takes the memory away, until they are opened again.
void drop_pages(page_range& pages);

// Lets the calling thread touch device memory as long as it lives; where there are no protection
// keys, all threads.
class device_access {
 public:
  device_access();
  ~device_access();
  device_access(device_access const&) = delete;
  device_access& operator=(device_access const&) = delete;

 private:
  int before_ = 0;
};

// Installs the handler of SIGSEGV that says what a touch of device memory touched, unless it is
// there. A test framework puts its own in its place.
void watch_for_touches();

}  // namespace emulator::runtime
