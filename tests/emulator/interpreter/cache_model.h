// A plain model of the device's caches: an L1 for each multiprocessor, and one L2. Both hold sectors of 32 bytes, and drop the
// sector of a set that was used least recently. A store writes through the L1, which keeps no new sector for it, and dirties the
// L2's sector, which is written to memory when it is dropped. A store loads nothing: the L2 knows which bytes of a sector it has.
#pragma once

#include <vector>

#include "access_costs.h"
#include "interpreter.h"

namespace emulator::ptx {

// A cache's sectors, by sets.
class sector_cache {
 public:
  sector_cache(u64 bytes, u32 ways);

  struct result {
    bool was_there = false;
    bool drops_dirty = false;  // a sector that has to be written
  };
  // Makes a sector the newest of its set.
  result use(u64 sector, bool makes_dirty);
  void clear();
  u64 dirty_sectors() const;

 private:
  // The newest sector of a set comes first. The lowest bit says whether a sector is dirty.
  std::vector<u64> sectors_;
  u32 ways_;
  u64 sets_;
};

class cache_model final : public device_caches {
 public:
  cache_model(unsigned multiprocessors, std::size_t l2_bytes);

  void clear() override;
  std::uint64_t dirty_sectors() const override { return l2_.dirty_sectors(); }

  // On a GPU too a kernel finds nothing in the L1 that another kernel has loaded.
  void begin_launch();
  // Accesses of a warp of a block. Volatile and atomic ones pass the L1.
  void count(costs& spent, u64 block, memory_access const& access, bool passes_l1, sector_list const& touched);

 private:
  bool l1_has(u64 block, u64 sector) { return l1_[block % l1_.size()].use(sector, false).was_there; }
  void use_l2(costs& spent, u64 sector, bool loads, bool dirties);

  std::vector<sector_cache> l1_;
  sector_cache l2_;
};

}  // namespace emulator::ptx
