#include "checks.h"

namespace emulator::ptx {
void note_shared_access(context&, micro_op const&, u32, memory_access const&, block&, u64 const*) {}
void note_global_access(context&, micro_op const&, u32, memory_access const&, access_cache const&, u64 const*) {}
}  // namespace emulator::ptx
namespace emulator {
class plain_shadow : public shadow_memory {
  void mark_written(std::size_t, std::size_t) override {}
  void copy_marks(std::size_t, shadow_memory const&, std::size_t, std::size_t) override {}
  std::size_t first_unwritten(std::size_t offset, std::size_t bytes) const override { return offset + bytes; }
};
std::unique_ptr<shadow_memory> shadow_memory::make(std::size_t, bool) { return std::make_unique<plain_shadow>(); }
}  // namespace emulator
