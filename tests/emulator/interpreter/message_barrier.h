// mbarrier: a barrier in shared memory that counts arrivals and the bytes of copies.
#pragma once

#include "memory_access.h"

namespace emulator::ptx {

// The object of 64 bits. Its layout is nobody else's business.
class message_barrier {
 public:
  explicit message_barrier(char* object) : at(object) {}

  void begin(u32 expected_arrivals);
  u64 state() const;
  void arrive(u32 arrivals, bool also_leaves);
  void expect_bytes(u32 bytes);
  void complete_bytes(u32 bytes);
  // Whether the phase has ended that a state is of, or the last one of a parity.
  bool has_ended(u64 phase_of_state) const;
  bool has_parity_ended(u32 parity) const;
  static u32 pending_arrivals(u64 state);

 private:
  void end_phase_if_complete();
  char* at;
};

constexpr memory_access message_barrier_access{access_kind::atomic, 8, 1};

// Bytes of a copy have come: op's address is that of the object.
void complete_bytes(context& c, micro_op const& op, u32 lane, u32 bytes);

}  // namespace emulator::ptx
