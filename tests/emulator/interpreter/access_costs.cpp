#include "access_costs.h"

#include <algorithm>
#include <numeric>

namespace emulator::ptx {
namespace {

constexpr u32 banks = 32;
constexpr u64 bank_bytes = 4;

// Whether lane k's place is that of lane 0 plus k steps, for all 32 lanes.
bool is_arithmetic(u64 const* places, u64 step) {
  u64 difference = 0;
  for (u64 lane = 0; lane < warp_size; ++lane) difference |= places[lane] - places[0] - lane * step;
  return difference == 0;
}

// The words of one bank that one wavefront asks for, beyond the first.
class bank_use {
 public:
  void add(u64 word) {
    u32 const bank = static_cast<u32>(word % banks);
    for (u32 k = 0; k < count[bank]; ++k) {
      if (words[k][bank] == word) return;
    }
    words[count[bank]++][bank] = word;
    most = std::max(most, count[bank]);
  }
  u32 extra_wavefronts() const { return most ? most - 1 : 0; }

 private:
  u64 words[4 * warp_size]
           [banks];  // the first words of all banks lie side by side: few lines of the cache are touched
  u32 count[banks] = {};
  u32 most = 0;
};

}  // namespace

sector_list sectors_touched(u32 lanes, u64 const* addresses) {
  sector_list seen;
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u64 const sector = addresses[lane] / sector_bytes;
    // Addresses mostly ascend: the newest is the likeliest.
    for (u32 k = seen.count; k-- > 0;) {
      if (seen.sectors[k] == sector) return;
    }
    seen.sectors[seen.count++] = sector;
  });
  return seen;
}

void count_global(costs& spent, memory_access const& access, u32 lanes, u64 const* addresses) {
  u64 const bytes = access.bytes();
  bool const is_contiguous = lanes == all_lanes && is_arithmetic(addresses, bytes);
  u64 const first = addresses[0], last = addresses[0] + warp_size * bytes - 1;
  u64 const sectors =
      is_contiguous ? last / sector_bytes - first / sector_bytes + 1 : sectors_touched(lanes, addresses).count;
  u64 const asked = static_cast<u64>(std::popcount(lanes)) * bytes;
  if (access.kind == access_kind::load) {
    ++spent.global_load_requests;
    spent.global_load_sectors += sectors;
    spent.global_load_bytes += asked;
  } else {
    ++spent.global_store_requests;
    spent.global_store_sectors += sectors;
    spent.global_store_bytes += asked;
  }
  if (access.kind == access_kind::atomic) ++spent.atomics;
}

void count_shared(costs& spent, memory_access const& access, u32 lanes, u64 const* offsets) {
  ++spent.shared_requests;
  if (access.kind == access_kind::atomic) ++spent.atomics;
  u64 const bytes = access.bytes();
  if (lanes == all_lanes) {
    u64 const step = offsets[1] - offsets[0];
    bool const is_one_step = is_arithmetic(offsets, step);
    if (is_one_step && (step == 0 || step == bytes)) return;
    if (is_one_step && bytes == bank_bytes) {
      spent.shared_conflicts += std::gcd(step / bank_bytes, u64{banks}) - 1;
      return;
    }
  }
  // A wavefront moves 128 bytes at most: wide accesses go in parts of the warp.
  u32 const words = static_cast<u32>(std::max<u64>(1, bytes / bank_bytes));
  u32 const lanes_of_part = warp_size / words;
  for (u32 begin = 0; begin < warp_size; begin += lanes_of_part) {
    u32 const part = lanes & ((lanes_of_part == warp_size ? all_lanes : bit_of(lanes_of_part) - 1) << begin);
    bank_use use;
    for_each_lane_in_order(part, [&](u32 lane) {
      for (u32 k = 0; k < words; ++k) use.add(offsets[lane] / bank_bytes + k);
    });
    spent.shared_conflicts += use.extra_wavefronts();
  }
}

}  // namespace emulator::ptx
