// racecheck between the blocks of a launch, and initcheck, of global memory.
#include <cstring>

#include "allocation_shadow.h"
#include "checks.h"
#include "findings.h"
#include "launch_state.h"
#include "messages.h"

namespace emulator::ptx {
namespace {

// An instruction's accesses to one allocation.
struct accesses {
  context& c;
  micro_op const& op;
  memory_access const& access;
  access_cache const& allocation;

  u64 offset(u64 address) const { return address - reinterpret_cast<u64>(allocation.base); }
};

bool is_contiguous(u32 lanes, u64 const* addresses, u64 bytes) {
  if (lanes != all_lanes) return false;
  u64 difference = 0;
  for (u64 lane = 0; lane < warp_size; ++lane) difference |= addresses[lane] - addresses[0] - lane * bytes;
  return difference == 0;
}

// A component of which one byte is written counts as written: copies of structures read their padding too.
bool has_unwritten_component(byte_marks const& written, u64 offset, memory_access const& access) {
  for (u32 k = 0; k < access.components; ++k, offset += access.component_bytes) {
    if (!written.any_marked(offset, access.component_bytes) && !is_padding(access, written, offset)) return true;
  }
  return false;
}

void check_written(accesses const& a, byte_marks const& written, u32 lanes, u64 const* addresses) {
  for_each_lane_in_order(lanes, [&](u32 lane) {
    u64 const offset = a.offset(addresses[lane]);
    if (!has_unwritten_component(written, offset, a.access)) return;
    if (!is_new_finding(*a.c.launch, check::initcheck, a.op.line, 0)) return;
    std::string const where = *a.c.launch->describe
                                  ? ", " + (*a.c.launch->describe)(reinterpret_cast<void const*>(addresses[lane]))
                                  : std::string();
    report_finding(a.c, a.op, lane, check::initcheck,
                   "a read of " + count_of_bytes(a.access.bytes()) +
                       " of global memory that nobody has written, at " + hexadecimal(addresses[lane]) + where);
  });
}

void note_initialisation(accesses const& a, byte_marks& written, u32 lanes, u64 const* addresses) {
  u64 const bytes = a.access.bytes();
  bool const contiguous = is_contiguous(lanes, addresses, bytes);
  u64 const first = a.offset(addresses[0]);
  bool const checks = a.c.launch->options.initcheck && a.c.launch->options.report;
  if (checks && a.access.reads() && !(contiguous && written.all_marked(first, warp_size * bytes))) {
    check_written(a, written, lanes, addresses);
  }
  if (!a.access.writes()) return;
  if (contiguous) {
    written.mark(first, warp_size * bytes);
  } else {
    for_each_lane_in_order(lanes, [&](u32 lane) { written.mark(a.offset(addresses[lane]), bytes); });
  }
}

// The number of this access in the launch's log: one for an instruction and a block, until the block executes a fence.
u32 number_in_log(context const& c, micro_op const& op) {
  access_cache& cache = c.launch->cache_of(op);
  u32 const block = static_cast<u32>(c.running_block->index);
  if (cache.number == 0 || cache.block != block || cache.fences != c.running_block->device_fences) {
    cache.block = block;
    cache.fences = c.running_block->device_fences;
    cache.number = c.launch->order.log(block, op.line);
  }
  return cache.number;
}

class race_check {
 public:
  explicit race_check(accesses const& checked) : a(checked), launch(*checked.c.launch) {
    me = static_cast<u32>(a.c.running_block->index);
    number = number_in_log(a.c, a.op);
    first = launch.order.first_number();
    words = static_cast<allocation_shadow*>(a.allocation.shadow)->histories(global_order::era());
  }

  void run(u32 lanes, u64 const* addresses) {
    u64 const bytes = a.access.bytes();
    for_each_lane_in_order(lanes, [&](u32 lane) {
      u64 const offset = a.offset(addresses[lane]);
      if (bytes < history_word_bytes) {
        unsigned const shift = static_cast<unsigned>(offset % history_word_bytes);
        note(lane, addresses[lane], words[offset / history_word_bytes],
             static_cast<u8>(((1u << bytes) - 1) << shift));
        return;
      }
      for (u64 k = 0; k < bytes; k += history_word_bytes) {
        note(lane, addresses[lane], words[(offset + k) / history_word_bytes], 0xf);
      }
    });
  }

 private:
  void note(u32 lane, u64 address, word_history& word, u8 bytes) {
    if (is_foreign(word.writer) && (word.writer_bytes & bytes)) conflict(lane, address, word.writer, "written");
    if (a.access.kind == access_kind::load) {
      if (word.reader != number) {
        if (is_foreign(word.reader)) {
          word.earlier_reader = word.reader;
          word.earlier_reader_bytes = word.reader_bytes;
        }
        word.reader = number;
        word.reader_bytes = 0;
      }
      word.reader_bytes |= bytes;
      return;
    }
    if (is_foreign(word.reader) && (word.reader_bytes & bytes)) conflict(lane, address, word.reader, "read");
    if (is_foreign(word.earlier_reader) && (word.earlier_reader_bytes & bytes)) {
      conflict(lane, address, word.earlier_reader, "read");
    }
    word.writer_bytes = static_cast<u8>(word.writer == number ? word.writer_bytes | bytes : bytes);
    word.writer = number;
  }

  bool is_foreign(u32 other) const {
    return other >= first && other != number && launch.order.access(other).block != me;
  }

  void conflict(u32 lane, u64 address, u32 other_number, char const* done) {
    logged_access const other = launch.order.access(other_number);
    if (launch.order.is_before(other, me)) return;
    if (*done == 'w' && stores_what_is_there(lane, address)) return;
    if (!is_new_finding(launch, check::racecheck, a.op.line, other.line)) return;
    char const* const verb = a.access.kind == access_kind::load ? "a read of " : "a write of ";
    report_finding(a.c, a.op, lane, check::racecheck,
                   "a race between blocks: " + std::string(verb) + count_of_bytes(a.access.bytes()) +
                       " of global memory at " + hexadecimal(address) + ", which block " +
                       text_of(position_of_block(launch, other.block)) + " has " + done +
                       " with no fence and no atomic access between, at " + describe_line(launch, other.line));
  }

  // Blocks that store one and the same value disturb nobody.
  bool stores_what_is_there(u32 lane, u64 address) const {
    if (a.access.kind != access_kind::store || !a.access.stored_value) return false;
    char value[64];
    a.access.stored_value(a.c, a.op, lane, value);
    return std::memcmp(value, reinterpret_cast<char const*>(address), a.access.bytes()) == 0;
  }

  accesses a;
  launch_state& launch;
  u32 me, number, first;
  word_history* words;
};

}  // namespace

void note_global_access(context& c, micro_op const& op, u32 lanes, memory_access const& access,
                        access_cache const& allocation, u64 const* addresses) {
  launch_state& launch = *c.launch;
  if (!allocation.shadow) return;
  accesses const a{c, op, access, allocation};
  byte_marks* const written = static_cast<allocation_shadow*>(allocation.shadow)->written();
  if (written) note_initialisation(a, *written, lanes, addresses);
  if (!launch.checks_global_races) return;
  // What is atomic for the block alone is plain between blocks.
  bool const is_strong_between_blocks = (op.flags & is_strong) && (op.flags & is_of_device);
  if (!is_strong_between_blocks) race_check(a).run(lanes, addresses);
}

void note_strong_access(context& c, micro_op const& op) {
  if (op.flags & is_release) note_fence(c, op);
  if (c.running_block->shadow) c.running_block->shadow->order.note_strong_access(c.running_warp->index);
  if (!c.launch->checks_global_races || !(op.flags & is_of_device)) return;
  c.launch->order.note_strong_access(static_cast<u32>(c.running_block->index));
}

void note_fence(context& c, micro_op const& op) {
  if (c.running_block->shadow) c.running_block->shadow->order.note_fence(c.running_warp->index);
  if (op.flags & is_of_device) note_device_fence(c);
}

void note_meeting(cluster& together) {
  launch_state& launch = *together.blocks.front()->launch;
  for (auto const& b : together.blocks) {
    if (b->shadow) b->shadow->order.note_block_barrier();
    if (!launch.checks_global_races) continue;
    u32 const block = static_cast<u32>(b->index);
    launch.order.note_fence(block);
    b->device_fences = launch.order.fences_of(block);
  }
  if (!launch.checks_global_races) return;
  for (auto const& b : together.blocks) launch.order.note_strong_access(static_cast<u32>(b->index));
}

void note_device_fence(context& c) {
  if (!c.launch->checks_global_races) return;
  u32 const me = static_cast<u32>(c.running_block->index);
  c.launch->order.note_fence(me);
  c.running_block->device_fences = c.launch->order.fences_of(me);
}

}  // namespace emulator::ptx
