// Elements that travel to or from other memory in chunks, through two buffers: one travels while the host works on the other.
#pragma once

#include <algorithm>
#include <cstddef>

namespace thrum::detail {

// A Transfer has
//   std::size_t buffer_bytes()          the most that a buffer holds
//   void* fill(k, bytes)                buffer k (0 or 1), when what it held before has left it
//   void send(k, offset, bytes)         begins to copy what is in buffer k to the other memory, `offset` bytes from its
//                                       start; returns at once
//   void receive(k, offset, bytes)      begins to copy from there to buffer k, when what it held before has left it
//   void const* arrived(k)              buffer k, when what was received is there

/// Sends n elements of type T, which make(p, count) constructs chunk by chunk.
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

/// Receives n elements of type T, for which take(p, count) is called chunk by chunk.
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
