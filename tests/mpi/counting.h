// Counts what this rank's program asks of MPI, for tests of costs. counting.cpp defines the functions of MPI that it counts,
// and forwards to their other names (MPI's profiling interface): a program that links it counts.
#pragma once

#include <array>
#include <cstddef>

namespace counting {

/// A function of MPI. The forms for counts of 64 bits (MPI_Send_c) count as the others.
enum class call {
  send,
  isend,
  recv,
  irecv,
  sendrecv,
  probe,
  barrier,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  reduce,
  allreduce,
  exscan,
  number_of_calls
};

/// Calls, and the bytes that this rank passes to MPI in them: what it sends. For a collective this is the send buffer (of
/// gather and allgather the rank's own part, of scatter all parts, at the root alone; of bcast the buffer at the root alone).
/// MPI_IN_PLACE counts as the part that the rank has in place.
struct total {
  std::ptrdiff_t calls = 0;
  std::ptrdiff_t bytes = 0;
  friend bool operator==(total const&, total const&) = default;
};

/// What this rank has done since the last reset(). Messages to the rank itself count, too.
class counts {
 public:
  total const& operator[](call c) const { return all_[static_cast<std::size_t>(c)]; }
  total& operator[](call c) { return all_[static_cast<std::size_t>(c)]; }
  /// The messages between two ranks that this rank has sent: send, isend, sendrecv.
  total messages() const;
  /// The calls of collectives.
  total collectives() const;

 private:
  std::array<total, static_cast<std::size_t>(call::number_of_calls)> all_{};
};

/// Begins to count anew.
void reset();
/// Returns the counts since reset().
counts const& since_reset();

}  // namespace counting
