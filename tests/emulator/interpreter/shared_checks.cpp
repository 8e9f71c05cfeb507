// racecheck between the threads of a block, and initcheck, of shared memory.
#include <cstring>
#include <string_view>

#include "checks.h"
#include "findings.h"
#include "launch_state.h"
#include "messages.h"

namespace emulator::ptx {
namespace {

class race_check {
 public:
  race_check(context& running, micro_op const& instruction, memory_access const& kind, shared_shadow& known,
             u64 const* lane_offsets)
      : c(running), op(instruction), access(kind), shadow(known), offsets(lane_offsets) {
    me = c.running_warp->index;
    now = shadow.order.now(me);
    is_strong_access = (op.flags & is_strong) != 0;
  }

  void run(u32 lanes) {
    all_lanes_of_access = lanes;
    if (access.kind == access_kind::load) run_as<true>(lanes);
    else run_as<false>(lanes);
  }

 private:
  template <bool is_load>
  void run_as(u32 lanes) {
    u64 const bytes = access.bytes();
    for_each_lane_in_order(lanes, [&](u32 lane) {
      u64 const offset = offsets[lane];
      shared_word* word = &shadow.words[offset / shared_word_bytes];
      if (bytes < shared_word_bytes) {
        unsigned const shift = static_cast<unsigned>(offset % shared_word_bytes);
        note<is_load>(lane, *word, static_cast<u8>(((1u << bytes) - 1) << shift));
        return;
      }
      for (u64 k = 0; k < bytes; k += shared_word_bytes) note<is_load>(lane, *word++, 0xf);
    });
  }

  // Most accesses follow a barrier of the whole block, which orders them without a look at the lanes. A clock of 0, never, is
  // before all.
  template <bool is_load>
  void note(u32 lane, shared_word& word, u8 bytes) {
    thread_order const& order = shadow.order;
    if (!order.is_before_all(word.write_warp, word.write_clock)) check_last_write(lane, word, bytes);
    if constexpr (is_load) {
      note_read(lane, word, bytes);
    } else {
      if (!order.is_before_all(word.read_warp, word.read_clock) ||
          !order.is_before_all(word.other_read_warp, word.other_read_clock)) {
        check_last_reads(lane, word, bytes);
      }
      note_write(lane, word, bytes);
    }
  }

  [[gnu::noinline]] void check_last_write(u32 lane, shared_word const& word, u8 bytes) {
    u32 rest = word.write_bytes & bytes;
    if (!rest || (is_strong_access && word.write_is_strong)) return;
    u32 last_writer = warp_size;
    for (; rest; rest &= rest - 1) {
      u32 const writer = word.write_lane[first_lane(rest)];
      if (writer == last_writer) continue;
      last_writer = writer;
      if (shadow.order.is_before(word.write_warp, writer, word.write_clock, me, lane)) continue;
      if (access.kind == access_kind::store && stores_same_value(lane, word, writer)) continue;
      report(lane, word.write_warp, writer, "written", word.write_line);
    }
  }

  [[gnu::noinline]] void check_last_reads(u32 lane, shared_word const& word, u8 bytes) {
    if (word.read_clock != 0 && !(is_strong_access && word.read_is_strong)) {
      u32 readers = word.readers_of(bytes);
      if (word.read_warp == me) readers &= ~bit_of(lane);
      u32 racing = 0;
      for_each_lane_in_order(readers, [&](u32 reader) {
        if (!shadow.order.is_before(word.read_warp, reader, word.read_clock, me, lane)) racing |= bit_of(reader);
      });
      if (racing) report(lane, word.read_warp, first_lane(racing), "read", word.read_line);
    }
    // Its lanes are not known, so that a read of this warp counts as ordered.
    if (word.other_read_clock == 0 || word.other_read_warp == me || !(word.other_read_bytes & bytes)) return;
    if (is_strong_access && word.other_read_is_strong) return;
    if (shadow.order.is_before(word.other_read_warp, 0, word.other_read_clock, me, lane)) return;
    report(lane, word.other_read_warp, 0, "read", word.other_read_line);
  }

  void note_read(u32 lane, shared_word& word, u8 bytes) {
    if (word.read_clock != now || word.read_warp != me) begin_reads(word);
    word.read_line = op.line;
    for (u32 k = 0; k < 4; ++k) word.read_lanes[k] |= bytes >> k & 1 ? bit_of(lane) : 0;
    word.read_is_strong &= is_strong_access;
  }

  void begin_reads(shared_word& word) {
    if (word.read_clock != 0 && word.read_warp != me) {
      word.other_read_clock = word.read_clock;
      word.other_read_warp = word.read_warp;
      word.other_read_line = word.read_line;
      word.other_read_bytes = word.read_bytes();
      word.other_read_is_strong = word.read_is_strong;
    }
    word.read_clock = now;
    word.read_warp = static_cast<u8>(me);
    word.read_is_strong = true;
    for (u32& lanes : word.read_lanes) lanes = 0;
  }

  void note_write(u32 lane, shared_word& word, u8 bytes) {
    bool const is_same = word.write_clock == now && word.write_warp == me;
    word.write_is_strong = is_strong_access && (!is_same || word.write_is_strong || !(word.write_bytes & ~bytes));
    word.write_bytes = static_cast<u8>(is_same ? word.write_bytes | bytes : bytes);
    word.write_clock = now;
    word.write_warp = static_cast<u8>(me);
    word.write_line = op.line;
    for (u32 k = 0; k < 4; ++k) {
      if (bytes >> k & 1) word.write_lane[k] = static_cast<u8>(lane);
    }
  }

  // Threads that store one and the same value disturb nobody: neither lanes of this instruction, nor an earlier one, whose
  // value is in memory.
  bool stores_same_value(u32 lane, shared_word const& word, u32 writer) const {
    if (!access.stored_value) return false;
    char value[64], other[64];
    access.stored_value(c, op, lane, value);
    bool const is_this_instruction = word.write_warp == me && word.write_line == op.line &&
                                     word.write_clock == now && (all_lanes_of_access & bit_of(writer)) &&
                                     writer < lane && offsets[writer] == offsets[lane];
    if (!is_this_instruction) {
      return std::memcmp(value, c.running_block->shared + offsets[lane], access.bytes()) == 0;
    }
    access.stored_value(c, op, writer, other);
    return std::memcmp(value, other, access.bytes()) == 0;
  }

  void report(u32 lane, u32 other_warp, u32 other_lane, char const* done, u32 other_line) {
    if (!is_new_finding(*c.launch, check::racecheck, op.line, other_line)) return;
    char const* const verb = access.kind == access_kind::load    ? "a read of "
                             : access.kind == access_kind::store ? "a write of "
                                                                 : "an atomic of ";
    report_finding(c, op, lane, check::racecheck,
                   "a race in shared memory: " + std::string(verb) + count_of_bytes(access.bytes()) + " at byte " +
                       std::to_string(offsets[lane]) + ", which thread " +
                       text_of(thread_position(*c.launch, other_warp * warp_size + other_lane)) + " has " + done +
                       " with no barrier between, at " + describe_line(*c.launch, other_line));
  }

  context& c;
  micro_op const& op;
  memory_access const& access;
  shared_shadow& shadow;
  u64 const* offsets;
  u32 me = 0, all_lanes_of_access = 0;
  warp_clock now = 0;
  bool is_strong_access = false;
};

// The merges of CUB and Thrust read one element ahead, after the last that was written, and drop its value. They are inlined, so
// that the compiler may name the file of the caller: agent_merge.cuh, agent_merge_sort.cuh, block_merge_sort.cuh.
bool is_read_ahead(std::string const& place) {
  std::string_view const file = std::string_view(place).substr(0, place.find(':'));
  bool const is_of_cub = file.find("/cub/") != file.npos;
  return (is_of_cub && (file.ends_with("_merge.cuh") || file.ends_with("_merge_sort.cuh"))) ||
         file.ends_with("/thrust/system/cuda/detail/set_operations.h");
}

void check_written(context& c, micro_op const& op, u32 lanes, memory_access const& access,
                   byte_marks const& written, u64 const* offsets) {
  for_each_lane_in_order(lanes, [&](u32 lane) {
    if (written.all_marked(offsets[lane], access.bytes())) return;
    for (u32 k = 0; k < access.components; ++k) {
      u64 const offset = offsets[lane] + k * access.component_bytes;
      if (written.any_marked(offset, access.component_bytes)) continue;
      if (is_padding(access, written, offset)) continue;
      if (!is_new_finding(*c.launch, check::initcheck, op.line, 0)) return;
      if (is_read_ahead(describe_line(*c.launch, op.line))) return;
      report_finding(c, op, lane, check::initcheck,
                     "a read of " + count_of_bytes(access.component_bytes) +
                         " of shared memory that nobody has written, at byte " + std::to_string(offset));
    }
  });
}

}  // namespace

void note_shared_access(context& c, micro_op const& op, u32 lanes, memory_access const& access, block& owner,
                        u64 const* offsets) {
  if (!owner.shadow) return;
  shared_shadow& shadow = *owner.shadow;
  if (access.reads() && c.launch->options.initcheck) check_written(c, op, lanes, access, shadow.written, offsets);
  if (access.writes()) {
    for_each_lane_in_order(lanes, [&](u32 lane) { shadow.written.mark(offsets[lane], access.bytes()); });
  }
  // Accesses of other blocks of the cluster are not followed.
  if (!c.launch->options.racecheck || &owner != c.running_block) return;
  race_check(c, op, access, shadow, offsets).run(lanes);
  shadow.order.note_access(c.running_warp->index);
}

}  // namespace emulator::ptx
