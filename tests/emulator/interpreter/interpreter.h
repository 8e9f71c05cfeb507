// The interpreter of PTX, as the runtime beside it sees it: modules, kernels, launches, and what the checks find.
//
// Device memory is host memory: a generic address of global memory is a host pointer. Shared and local memory of a running
// block are host allocations too, so that generic addresses are host pointers everywhere. Addresses of the .shared window are
// offsets from the block's base.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace emulator {

struct extent {
  unsigned x = 1, y = 1, z = 1;
};

// The tools of compute-sanitizer, whose names the checks share.
enum class check : unsigned char { memcheck, racecheck, initcheck, synccheck };

// What ends a kernel. what() names the kernel, the block, the thread, the source line where the module has one (.loc), the
// PTX line and instruction, the address and the nearest allocation.
enum class fault_kind : unsigned char {
  illegal_address,          // cudaErrorIllegalAddress
  misaligned_address,       // cudaErrorMisalignedAddress
  assertion,                // cudaErrorAssert
  trap,                     // cudaErrorLaunchFailure
  stack_overflow,           // cudaErrorLaunchFailure
  invalid_synchronisation,  // cudaErrorLaunchFailure: a .sync instruction that cannot end, a barrier that is none
  unsupported_instruction,  // cudaErrorIllegalInstruction
  deadlock,                 // cudaErrorLaunchTimeout: every thread waits, or the limit of steps is reached
  invalid_launch,           // cudaErrorInvalidConfiguration
};
class fault : public std::runtime_error {
 public:
  fault(fault_kind kind, std::string const& what) : std::runtime_error(what), kind_(kind) {}
  fault_kind kind() const { return kind_; }

 private:
  fault_kind kind_;
};

// What a check finds without ending the kernel: a race, a read of what nobody wrote, a divergent barrier. One finding for each
// pair of instructions of a launch. The text is like that of a fault.
struct finding {
  check tool;
  std::string kernel;
  std::string text;
};

struct kernel_parameter {
  std::size_t offset, size;
};

struct kernel_info {
  std::string name;
  std::vector<kernel_parameter> parameters;  // of the .entry, in order
  std::size_t parameter_bytes = 0;
  std::size_t static_shared = 0;  // bytes
  std::size_t local = 0;          // bytes per thread: .local of the entry and of what it calls, roughly
  unsigned max_threads = 1024;    // the product of .maxntid where given
  extent cluster;                 // .reqnctapercluster where given
  unsigned registers = 32;        // a guess from the virtual registers, clipped to 16..255
};

// Costs of launches that no hardware decides, added up.
struct costs {
  std::uint64_t launches = 0, blocks = 0, warps = 0;
  std::uint64_t warp_instructions = 0, lane_instructions = 0;
  std::uint64_t global_load_requests = 0,
                global_load_sectors = 0;  // requests of a warp; sectors of 32 bytes touched
  std::uint64_t global_store_requests = 0, global_store_sectors = 0;
  std::uint64_t global_load_bytes = 0, global_store_bytes = 0;  // bytes that lanes asked for
  std::uint64_t atomics = 0, shared_requests = 0,
                shared_conflicts = 0;  // conflicts: extra wavefronts over 32 banks of 4 bytes
  std::uint64_t barriers = 0, local_bytes = 0;
  std::uint64_t l2_sectors = 0, dram_load_sectors = 0, dram_store_sectors = 0;  // of device_caches
  std::uint64_t clock_cycles = 0;                                               // that %clock64 has advanced by

  costs& operator+=(costs const& other);
};

struct launch_config {
  extent grid, block;
  std::size_t dynamic_shared = 0;
  bool cooperative = false;  // all blocks are resident
  extent cluster;            // 1,1,1 where none
};

// What the checks know of the bytes of one allocation. The runtime makes one for each allocation of device memory, keeps it as
// long as the allocation, and reports what it writes itself (copies, memset). The kernels' accesses are the interpreter's to
// note. Kernels run one at a time, so that nothing here is locked.
class shadow_memory {
 public:
  virtual ~shadow_memory() = default;

  // tracks_initialisation: whether bytes count as unwritten at first. Memory that the host may write unseen (managed,
  // page-locked) and zeroed variables do not.
  static std::unique_ptr<shadow_memory> make(std::size_t bytes, bool tracks_initialisation);

  virtual void mark_written(std::size_t offset, std::size_t bytes) = 0;
  // After a copy between two allocations: unwritten bytes stay unwritten.
  virtual void copy_marks(std::size_t offset, shadow_memory const& from, std::size_t from_offset,
                          std::size_t bytes) = 0;
  // The first unwritten byte of a range, as an offset; offset + bytes where there is none.
  virtual std::size_t first_unwritten(std::size_t offset, std::size_t bytes) const = 0;
};

// The caches of one device, as a model that counts what they load and store. The L2 keeps its content over launches. Kernels
// run one at a time, so that nothing here is locked.
class device_caches {
 public:
  virtual ~device_caches() = default;

  static std::unique_ptr<device_caches> make(unsigned multiprocessors, std::size_t l2_bytes);

  virtual void clear() = 0;
  // Sectors of the L2 that memory does not have yet.
  virtual std::uint64_t dirty_sectors() const = 0;
};

// A live allocation. find_region answers the one that holds an address, or none (base == nullptr). describe_address answers,
// for a fault's text, what an address is: "16 bytes after an allocation of 400 bytes at 0x... by cudaMalloc".
struct region {
  char* base = nullptr;
  std::size_t size = 0;
  bool read_only = false;
  shadow_memory* shadow = nullptr;  // null: nothing is checked but bounds
};
using find_region = std::function<region(void const* address)>;
using describe_address = std::function<std::string(void const* address)>;

struct launch_options {
  std::uint64_t seed =
      0;  // 0: warps and blocks in their natural order, slices of one length; else both as the seed says
  unsigned resident_blocks = 320;  // blocks that run side by side, in slices
  unsigned slice = 200;            // instructions of a warp before the next warp's turn
  std::uint64_t step_limit = 0;    // of a launch, in warp instructions; 0: none
  unsigned compute_capability = 75;
  device_caches* caches = nullptr;                            // null: not modelled
  bool racecheck = true, initcheck = true, synccheck = true;  // memcheck is always on
  std::function<void(finding const&)> report;                 // called once for each finding; may be empty
};

class module {
 public:
  // Reads PTX. Throws std::runtime_error with the line where the text is not PTX. An instruction that is not known is a fault
  // when it is executed.
  static std::unique_ptr<module> parse(std::string_view ptx);
  virtual ~module() = default;

  virtual kernel_info const* find_kernel(std::string_view name) const = 0;  // nullptr where there is none
  virtual void* find_symbol(std::string_view name, std::size_t* size) = 0;  // a variable of .global or .const
  // Runs a kernel to its end. parameters[i] points at the host's value of parameter i, as with cudaLaunchKernel. Throws fault.
  virtual void launch(std::string_view kernel, launch_config const& config, void* const* parameters,
                      find_region const& memory, describe_address const& describe, launch_options const& options,
                      costs* spent) = 0;
};

}  // namespace emulator
