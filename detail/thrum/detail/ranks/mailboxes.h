// Messages between threads of one process.
#pragma once

#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/pieces.h>
#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace thrum::ranks::detail {

/// Where a message goes: the group of ranks, the source in it, and the tag.
struct address {
  int context, source, tag;
  /// Whether a receive with this address takes a message with that one.
  bool takes(address const& sent) const {
    return context == sent.context && (source == any_rank || source == sent.source) && tag == sent.tag;
  }
};

/// A send or a receive. Its two sides meet in the mailbox of the receiver; the one that comes
/// second copies the bytes. The mailboxes' mutex guards all members but the bytes.
struct transfer {
  address at{};
  std::byte const* from = nullptr;
  std::byte* to = nullptr;
  std::ptrdiff_t bytes = 0;
  int owner = 0;  // the thread that waits for the transfer
  std::vector<std::byte> copied{};
  bool met = false, done = false;
  arrival result{};
};

/// The mailboxes of all threads that ranks::run has started. Threads are numbered as their ranks in
/// the first communicator.
class mailboxes {
 public:
  using operation = std::shared_ptr<transfer>;

  explicit mailboxes(int threads) : boxes_(static_cast<std::size_t>(threads)) {}

  /// Sends n bytes to the thread `to`. If no receive waits for them, copies them if `copy` is true,
  /// or else leaves them where they are until there is one.
  operation send(address at, std::byte const* data, std::ptrdiff_t n, int owner, int to, bool copy) {
    auto const sent = std::make_shared<transfer>();
    sent->at = at;
    sent->from = data;
    sent->bytes = n;
    sent->owner = owner;
    std::unique_lock lock(mutex_);
    throw_failure();
    box& target = boxes_[static_cast<std::size_t>(to)];
    auto const place = std::find_if(target.receives.begin(), target.receives.end(),
                                    [&](operation const& r) { return r->at.takes(at); });
    if (place != target.receives.end()) {
      operation const received = *place;
      target.receives.erase(place);
      hand_over(lock, *sent, *received);
    } else {
      if (copy && n > 0) {
        sent->copied.assign(data, data + n);
        sent->from = sent->copied.data();
      }
      sent->done = copy;
      target.sends.push_back(sent);
      target.changed.notify_all();
    }
    return sent;
  }

  /// Begins to receive at most n bytes in the box of the thread `owner`.
  operation receive(address at, std::byte* data, std::ptrdiff_t n, int owner) {
    auto const received = std::make_shared<transfer>();
    received->at = at;
    received->to = data;
    received->bytes = n;
    received->owner = owner;
    std::unique_lock lock(mutex_);
    box& own = boxes_[static_cast<std::size_t>(owner)];
    auto const place = find_sent(own, at);
    if (place != own.sends.end()) {
      operation const sent = *place;
      own.sends.erase(place);
      hand_over(lock, *sent, *received);
    } else {
      throw_failure();
      own.receives.push_back(received);
    }
    return received;
  }

  /// Waits for a message, and leaves it where it is.
  arrival probe(address at, int owner) {
    std::unique_lock lock(mutex_);
    box& own = boxes_[static_cast<std::size_t>(owner)];
    for (;;) {
      auto const place = find_sent(own, at);
      if (place != own.sends.end()) return {(*place)->at.source, (*place)->bytes, false};
      throw_failure();
      own.changed.wait(lock);
    }
  }

  arrival finish(operation const& t) {
    std::unique_lock lock(mutex_);
    box& own = boxes_[static_cast<std::size_t>(t->owner)];
    own.changed.wait(lock, [&] { return t->done || (failure_ && !t->met); });
    if (!t->done) {
      remove(t);
      throw_failure();
    }
    return t->result;
  }

  bool finished(operation const& t, arrival& result) {
    std::unique_lock const lock(mutex_);
    if (!t->done) {
      if (t->met) return false;
      if (failure_) {
        remove(t);
        throw_failure();
      }
      return false;
    }
    result = t->result;
    return true;
  }

  /// Ends a transfer without its data, unless its bytes are being copied.
  void take_back(operation const& t) noexcept {
    std::unique_lock lock(mutex_);
    if (t->done) return;
    if (t->met) {
      boxes_[static_cast<std::size_t>(t->owner)].changed.wait(lock, [&] { return t->done; });
    } else {
      remove(t);
    }
  }

  /// Wakes all threads that wait, with this error. The first failure counts.
  void fail(remote_error const& error) noexcept {
    std::unique_lock const lock(mutex_);
    if (failure_) return;
    failure_.emplace(error);
    for (box& b : boxes_) b.changed.notify_all();
  }

  /// Returns the first of `count` numbers for new contexts.
  int new_contexts(int count) {
    std::unique_lock const lock(mutex_);
    int const first = contexts_;
    contexts_ += count;
    return first;
  }

 private:
  struct box {
    std::condition_variable changed;
    std::list<operation> sends, receives;  // those that have not met the other side
  };

  static std::list<operation>::iterator find_sent(box& own, address const& at) {
    return std::find_if(own.sends.begin(), own.sends.end(), [&](operation const& s) { return at.takes(s->at); });
  }

  /// Copies the bytes, without the lock.
  void hand_over(std::unique_lock<std::mutex>& lock, transfer& sent, transfer& received) {
    sent.met = received.met = true;
    lock.unlock();
    std::ptrdiff_t const n = std::min(sent.bytes, received.bytes);
    if (n > 0) std::memmove(received.to, sent.from, static_cast<std::size_t>(n));
    lock.lock();
    received.result = {sent.at.source, n, sent.bytes > received.bytes};
    sent.done = received.done = true;
    boxes_[static_cast<std::size_t>(sent.owner)].changed.notify_all();
    boxes_[static_cast<std::size_t>(received.owner)].changed.notify_all();
  }

  void remove(operation const& t) {
    for (box& b : boxes_) {
      b.sends.remove(t);
      b.receives.remove(t);
    }
  }
  void throw_failure() const {
    if (failure_) throw remote_error(*failure_);
  }

  std::mutex mutex_;
  std::vector<box> boxes_;
  std::optional<remote_error> failure_;
  int contexts_ = 1;
};

}  // namespace thrum::ranks::detail
