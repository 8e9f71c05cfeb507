#include "cache_model.h"

#include <algorithm>

namespace emulator {

std::unique_ptr<device_caches> device_caches::make(unsigned multiprocessors, std::size_t l2_bytes) {
  return std::make_unique<ptx::cache_model>(multiprocessors, l2_bytes);
}

namespace ptx {
namespace {

constexpr u64 nothing = ~u64{1};
constexpr u64 dirty = 1;
constexpr u64 l1_bytes = u64{32} << 10;
constexpr u32 l1_ways = 4, l2_ways = 16;

}  // namespace

sector_cache::sector_cache(u64 bytes, u32 ways)
    : sectors_(std::max<u64>(bytes / sector_bytes / ways, 1) * ways, nothing),
      ways_(ways),
      sets_(sectors_.size() / ways) {}

sector_cache::result sector_cache::use(u64 sector, bool makes_dirty) {
  u64* const newest = sectors_.data() + sector % sets_ * ways_;
  u64* const end = newest + ways_;
  u64* const found = std::find_if(newest, end, [sector](u64 s) { return s >> 1 == sector; });
  bool const was_there = found != end;
  u64* const last = was_there ? found : end - 1;
  bool const drops_dirty = !was_there && *last & dirty;
  u64 const kept_mark = was_there ? *last & dirty : 0;
  std::move_backward(newest, last, last + 1);
  *newest = sector << 1 | kept_mark | (makes_dirty ? dirty : 0);
  return {was_there, drops_dirty};
}

void sector_cache::clear() { std::fill(sectors_.begin(), sectors_.end(), nothing); }

u64 sector_cache::dirty_sectors() const {
  return static_cast<u64>(std::count_if(sectors_.begin(), sectors_.end(), [](u64 s) { return s & dirty; }));
}

cache_model::cache_model(unsigned multiprocessors, std::size_t l2_bytes)
    : l1_(multiprocessors, sector_cache(l1_bytes, l1_ways)), l2_(l2_bytes, l2_ways) {}

void cache_model::clear() {
  begin_launch();
  l2_.clear();
}

void cache_model::begin_launch() {
  for (sector_cache& l1 : l1_) l1.clear();
}

void cache_model::use_l2(costs& spent, u64 sector, bool loads, bool dirties) {
  ++spent.l2_sectors;
  auto const [was_there, drops_dirty] = l2_.use(sector, dirties);
  spent.dram_load_sectors += loads && !was_there;
  spent.dram_store_sectors += drops_dirty;
}

void cache_model::count(costs& spent, u64 block, memory_access const& access, bool passes_l1,
                        sector_list const& touched) {
  bool const is_load = access.kind == access_kind::load;
  for (u32 k = 0; k < touched.count; ++k) {
    u64 const sector = touched.sectors[k];
    if (is_load && !passes_l1 && l1_has(block, sector)) continue;
    use_l2(spent, sector, access.kind != access_kind::store, !is_load);
  }
}

}  // namespace ptx
}  // namespace emulator
