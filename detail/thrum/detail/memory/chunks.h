// Transfers of elements to or from other memory in chunks, through two buffers: one buffer travels
// while the host works on the other.
#pragma once

#include <algorithm>
#include <cstddef>

namespace thrum::detail {

// A Transfer has
//   std::size_t buffer_bytes()          returns the most bytes that a buffer holds
//   void* fill(k, bytes)                returns buffer k (0 or 1), once its earlier contents have
//                                       been sent
//   void send(k, offset, bytes)         begins to copy the contents of buffer k to the other
//                                       memory, `offset` bytes from its start; returns at once
//   void receive(k, offset, bytes)      begins to copy from the other memory to buffer k, once the
//                                       buffer's earlier contents have left it
//   void const* arrived(k)              returns buffer k, once what was received is in it

/// Sends n elements of type T. make(p, count) constructs them, chunk by chunk.
template <class T, class Transfer, class Make>
void send_in_chunks(Transfer& transfer, std::size_t n, Make make) {
  std::size_t const most = transfer.buffer_bytes() / sizeof(T);
  int k = 0;
  for (std::size_t done = 0, count = 0; done < n; done += count, k = 1 - k) {
    count = std::min(most, n - done);
    T* const p = static_cast<T*>(transfer.fill(k, count * sizeof(T)));
    make(p, count);
    transfer.send(k, done * sizeof(T), count * sizeof(T));
  }
}

/// Receives n elements of type T. Calls take(p, count) for them, chunk by chunk.
template <class T, class Transfer, class Take>
void receive_in_chunks(Transfer& transfer, std::size_t n, Take take) {
  std::size_t const most = transfer.buffer_bytes() / sizeof(T);
  std::size_t asked = 0;
  auto const ask = [&](int k) {
    std::size_t const count = std::min(most, n - asked);
    if (count != 0) transfer.receive(k, asked * sizeof(T), count * sizeof(T));
    asked += count;
    return count;
  };
  int k = 0;
  for (std::size_t count = ask(k); count != 0; k = 1 - k) {
    std::size_t const next = ask(1 - k);
    take(static_cast<T const*>(transfer.arrived(k)), count);
    count = next;
  }
}

}  // namespace thrum::detail
