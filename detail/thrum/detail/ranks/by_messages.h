// Collective members by messages between two ranks. They serve communicators without collectives of
// their own, and longer data than such a collective takes.
#pragma once

#include <thrum/detail/ranks/elements.h>
#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/pieces.h>
#include <thrum/detail/ranks/request.h>
#include <cstddef>
#include <span>
#include <vector>

namespace thrum::ranks::detail::by_messages {

/// Messages of a collective member that are under way.
template <class C>
class exchange {
 public:
  explicit exchange(C const& c) : c_(c) {}
  void send(std::byte const* data, std::ptrdiff_t n, int to) {
    requests_.push_back(detail::start_send_pieces(c_, data, n, to, collective_tag));
  }
  void recv(std::byte* data, std::ptrdiff_t n, int from) {
    requests_.push_back(detail::start_recv_pieces(c_, data, n, from, collective_tag));
  }
  void wait() {
    ranks::wait_all(requests_);
    requests_.clear();
  }

 private:
  C const& c_;
  std::vector<request> requests_;
};

/// Dissemination: in round k each rank hears of 2^k others. log2(ranks) rounds (Hensgen, Finkel and
/// Manber 1988).
template <class C>
void barrier(C const& c) {
  int const p = c.size(), r = c.rank();
  for (int distance = 1; distance < p; distance = distance <= p / 2 ? 2 * distance : p) {
    exchange messages(c);
    messages.recv(nullptr, 0, (r - distance + p) % p);
    messages.send(nullptr, 0, (r + distance) % p);
    messages.wait();
  }
}

/// A binomial tree: log2(ranks) rounds.
template <class C>
void broadcast(C const& c, std::byte* data, std::ptrdiff_t n, int root) {
  int const p = c.size(), place = (c.rank() - root + p) % p;
  int bit = 1;
  while (bit < p && (place & bit) == 0) bit *= 2;
  exchange messages(c);
  if (place != 0) {
    messages.recv(data, n, (place - bit + root) % p);
    messages.wait();
  }
  for (bit /= 2; bit > 0; bit /= 2) {
    if (place + bit < p) messages.send(data, n, (place + bit + root) % p);
  }
  messages.wait();
}

/// The root receives from all ranks at once. counts are bytes, and read at the root alone.
template <class C>
void gatherv(C const& c, std::byte const* mine, std::ptrdiff_t n, std::byte* all,
             std::span<std::ptrdiff_t const> counts, int root) {
  exchange messages(c);
  if (c.rank() == root) {
    for (int r = 0; r < c.size(); ++r) {
      std::ptrdiff_t const count = counts[static_cast<std::size_t>(r)];
      messages.recv(all, count, r);
      all += count;
    }
  }
  messages.send(mine, n, root);
  messages.wait();
}

/// The root sends to all ranks at once. counts are bytes, and read at the root alone.
template <class C>
void scatterv(C const& c, std::byte const* all, std::span<std::ptrdiff_t const> counts, std::byte* mine,
              std::ptrdiff_t n, int root) {
  exchange messages(c);
  messages.recv(mine, n, root);
  if (c.rank() == root) {
    for (int r = 0; r < c.size(); ++r) {
      std::ptrdiff_t const count = counts[static_cast<std::size_t>(r)];
      messages.send(all, count, r);
      all += count;
    }
  }
  messages.wait();
}

/// A ring: ranks - 1 rounds, in which each rank hands on what it received last. counts are bytes.
template <class C>
void all_gatherv(C const& c, std::byte const* mine, std::byte* all, std::span<std::ptrdiff_t const> counts) {
  int const p = c.size(), r = c.rank();
  std::vector<std::ptrdiff_t> begins(counts.size() + 1);
  for (std::size_t i = 0; i < counts.size(); ++i) begins[i + 1] = begins[i] + counts[i];
  auto const block = [&](int i) { return all + begins[static_cast<std::size_t>(i)]; };
  auto const length = [&](int i) { return counts[static_cast<std::size_t>(i)]; };
  exchange messages(c);
  if (mine != block(r)) {
    messages.recv(block(r), length(r), r);
    messages.send(mine, length(r), r);
    messages.wait();
  }
  for (int round = 1; round < p; ++round) {
    int const out = (r - round + 1 + p) % p, in = (r - round + p) % p;
    messages.recv(block(in), length(in), (r - 1 + p) % p);
    messages.send(block(out), length(out), (r + 1) % p);
    messages.wait();
  }
}

/// All messages at once; none where the count is 0. counts are bytes.
template <class C>
void all_to_allv(C const& c, std::byte const* out, std::span<std::ptrdiff_t const> out_counts, std::byte* in,
                 std::span<std::ptrdiff_t const> in_counts) {
  exchange messages(c);
  std::vector<std::byte*> places;
  int const p = c.size(), r = c.rank();
  std::vector<std::ptrdiff_t> out_begins(out_counts.size() + 1), in_begins(in_counts.size() + 1);
  for (std::size_t i = 0; i < out_counts.size(); ++i) {
    out_begins[i + 1] = out_begins[i] + out_counts[i];
    in_begins[i + 1] = in_begins[i] + in_counts[i];
  }
  for (int i = 0; i < p; ++i) {
    auto const from = static_cast<std::size_t>((r - i + p) % p);
    if (in_counts[from] != 0) messages.recv(in + in_begins[from], in_counts[from], static_cast<int>(from));
  }
  for (int i = 0; i < p; ++i) {
    auto const to = static_cast<std::size_t>((r + i) % p);
    if (out_counts[to] != 0) messages.send(out + out_begins[to], out_counts[to], static_cast<int>(to));
  }
  messages.wait();
}

/// The root receives the elements of one rank after the other, and keeps their order.
template <class C, class T, class Op>
void reduce(C const& c, T const* in, T* out, std::ptrdiff_t n, Op& op, int root) {
  auto const bytes = n * static_cast<std::ptrdiff_t>(sizeof(T));
  auto const* const mine = reinterpret_cast<std::byte const*>(in);
  if (c.rank() != root) return detail::send_pieces(c, mine, bytes, root, collective_tag);
  struct slot {  // for T = bool, too
    T value;
  };
  std::vector<slot> own, received(static_cast<std::size_t>(n), slot{detail::zero_bytes<T>()});
  for (std::ptrdiff_t i = 0; i < n; ++i) own.push_back({in[i]});  // out may be in
  for (int r = 0; r < c.size(); ++r) {
    slot const* of_rank = own.data();
    if (r != root) {
      detail::recv_pieces(c, reinterpret_cast<std::byte*>(received.data()), bytes, r, collective_tag);
      of_rank = received.data();
    }
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      T const x = of_rank[i].value;
      out[i] = r == 0 ? x : static_cast<T>(op(out[i], x));
    }
  }
}

/// The values of the ranks before this one, from rank to rank. Rank 0 gets nothing.
template <class C, class T, class Op>
void exclusive_scan(C const& c, T const& mine, T& before, Op& op) {
  int const r = c.rank();
  auto const bytes = static_cast<std::ptrdiff_t>(sizeof(T));
  if (r > 0) detail::recv_pieces(c, reinterpret_cast<std::byte*>(&before), bytes, r - 1, collective_tag);
  if (r + 1 == c.size()) return;
  T const with_mine = r == 0 ? mine : static_cast<T>(op(before, mine));
  detail::send_pieces(c, reinterpret_cast<std::byte const*>(&with_mine), bytes, r + 1, collective_tag);
}

}  // namespace thrum::ranks::detail::by_messages
