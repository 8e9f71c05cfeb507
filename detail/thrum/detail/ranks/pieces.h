// Messages of any length, in pieces: all that a communicator itself sends is one piece.
//
// A message of n bytes goes as n / piece() messages of piece() bytes each and one shorter message,
// which may be empty: n / piece() + 1 in all. The shorter one ends the message, so that a receiver
// needs not know the length. Messages between two ranks with one tag arrive in their order, so
// that the pieces of two messages do not mix.
#pragma once

#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/request.h>
#include <algorithm>
#include <cstddef>
#include <vector>

namespace thrum::ranks::detail {

/// A message that has come.
struct arrival {
  int source = any_rank;
  std::ptrdiff_t bytes = 0;
  /// Whether the message was longer than the memory for it.
  bool cut_off = false;
};

/// Sends n bytes, and returns when the memory may be changed.
template <class C>
void send_pieces(C const& c, std::byte const* data, std::ptrdiff_t n, int to, int tag) {
  std::ptrdiff_t const piece = c.piece();
  for (; n >= piece; n -= piece, data += piece) c.send_one(data, piece, to, tag);
  c.send_one(data, n, to, tag);
}

/// Receives what is left of a message, without its data. Returns the number of bytes.
template <class C>
std::ptrdiff_t drop_pieces(C const& c, int source, int tag) {
  std::vector<std::byte> memory;
  for (std::ptrdiff_t total = 0;;) {
    std::ptrdiff_t const n = c.probe_one(source, tag).bytes;
    memory.resize(static_cast<std::size_t>(n));
    c.recv_one(memory.data(), n, source, tag);
    total += n;
    if (n < c.piece()) return total;
  }
}

/// Receives a message of n bytes. Returns its source. Throws length_error if it has another length:
/// a message of one piece is then left where it is, a longer one is dropped.
template <class C>
int recv_pieces(C const& c, std::byte* data, std::ptrdiff_t n, int from, int tag) {
  std::ptrdiff_t const piece = c.piece();
  for (std::ptrdiff_t done = 0;;) {
    arrival const next = c.probe_one(from, tag);
    from = next.source;
    if (next.bytes != std::min(n - done, piece)) {
      std::ptrdiff_t const left = done == 0 && next.bytes < piece ? next.bytes : detail::drop_pieces(c, from, tag);
      detail::throw_length_error(done + left, false, n, from, tag);
    }
    c.recv_one(data + done, next.bytes, from, tag);
    done += next.bytes;
    if (next.bytes < piece) return from;
  }
}

/// Receives a message of any length whose source is known. resize(bytes) gives the memory for so
/// many bytes, with what it held before. Returns the number of bytes.
template <class C, class Resize>
std::ptrdiff_t recv_any_pieces(C const& c, int from, int tag, Resize resize) {
  for (std::ptrdiff_t done = 0;;) {
    arrival const next = c.probe_one(from, tag);
    from = next.source;
    std::byte* const data = resize(done + next.bytes);
    c.recv_one(data + done, next.bytes, from, tag);
    done += next.bytes;
    if (next.bytes < c.piece()) return done;
  }
}

/// The pieces of a message that is being sent.
template <class C>
class pieces_sent final : public message_under_way {
 public:
  pieces_sent(C const& c, std::byte const* data, std::ptrdiff_t n, int to, int tag) : c_(c) {
    std::ptrdiff_t const piece = c_.piece();
    pieces_.reserve(static_cast<std::size_t>(n / piece + 1));
    try {
      for (;; data += piece, n -= piece) {
        pieces_.push_back(c_.start_send(data, std::min(n, piece), to, tag));
        if (n < piece) break;
      }
    } catch (...) {
      give_up();
      throw;
    }
  }
  void wait() override {
    for (; done_ < pieces_.size(); ++done_) c_.finish(pieces_[done_]);
  }
  bool ready() override {
    arrival ignored;
    for (; done_ < pieces_.size(); ++done_) {
      if (!c_.finished(pieces_[done_], ignored)) return false;
    }
    return true;
  }
  void give_up() noexcept override {
    for (; done_ < pieces_.size(); ++done_) c_.take_back_send(pieces_[done_]);
  }
  int source() const override { return any_rank; }

 private:
  C c_;
  std::vector<typename C::operation> pieces_;
  std::size_t done_ = 0;
};

/// The pieces of a message that is being received. If the message may come from any rank, the
/// second piece is asked for when the first has come.
template <class C>
class pieces_received final : public message_under_way {
 public:
  pieces_received(C const& c, std::byte* data, std::ptrdiff_t n, int from, int tag)
      : c_(c), data_(data), n_(n), from_(from), tag_(tag) {
    pieces_.reserve(count());
    try {
      begin();
    } catch (...) {
      give_up();
      throw;
    }
  }
  void wait() override {
    while (done_ < count()) {
      arrival const piece = c_.finish(pieces_[done_]);
      end_piece(piece);
    }
  }
  bool ready() override {
    while (done_ < count()) {
      arrival piece;
      if (!c_.finished(pieces_[done_], piece)) return false;
      end_piece(piece);
    }
    return true;
  }
  void give_up() noexcept override {
    for (; done_ < pieces_.size(); ++done_) c_.take_back_recv(pieces_[done_]);
  }
  int source() const override { return from_; }
  bool stepwise() const override { return pieces_.size() < count(); }

 private:
  std::size_t count() const { return static_cast<std::size_t>(n_ / c_.piece() + 1); }
  std::ptrdiff_t offset(std::size_t i) const { return static_cast<std::ptrdiff_t>(i) * c_.piece(); }
  std::ptrdiff_t length(std::size_t i) const { return std::min(n_ - offset(i), c_.piece()); }

  /// Asks for the pieces whose source is known, and for the first one.
  void begin() {
    do {
      std::size_t const i = pieces_.size();
      pieces_.push_back(c_.start_recv(data_ + offset(i), length(i), from_, tag_));
    } while (from_ != any_rank && pieces_.size() < count());
  }
  void end_piece(arrival const& piece) {
    std::size_t const i = done_++;
    from_ = piece.source;
    if (piece.cut_off || piece.bytes != length(i)) {
      give_up();
      done_ = count();
      detail::throw_length_error(offset(i) + (piece.cut_off ? length(i) : piece.bytes), piece.cut_off, n_, from_,
                                 tag_);
    }
    if (pieces_.size() < count()) begin();
  }

  C c_;
  std::byte* data_;
  std::ptrdiff_t n_;
  int from_, tag_;
  std::vector<typename C::operation> pieces_;
  std::size_t done_ = 0;
};

template <class C>
request start_send_pieces(C const& c, std::byte const* data, std::ptrdiff_t n, int to, int tag) {
  return request(std::make_unique<pieces_sent<C>>(c, data, n, to, tag));
}
template <class C>
request start_recv_pieces(C const& c, std::byte* data, std::ptrdiff_t n, int from, int tag) {
  return request(std::make_unique<pieces_received<C>>(c, data, n, from, tag));
}

}  // namespace thrum::ranks::detail
