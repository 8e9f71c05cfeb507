// request: a message under way.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/ranks/errors.h>
#include <algorithm>
#include <exception>
#include <memory>
#include <span>
#include <thread>
#include <utility>

namespace thrum::ranks {

namespace detail {
/// What a request refers to. wait() and ready() are called until one has ended the message or has
/// thrown.
class message_under_way {
 public:
  message_under_way() = default;
  message_under_way(message_under_way const&) = delete;
  message_under_way& operator=(message_under_way const&) = delete;
  virtual ~message_under_way() = default;

  virtual void wait() = 0;
  virtual bool ready() = 0;
  /// Ends the message without its data if that can be done; otherwise waits.
  virtual void give_up() noexcept = 0;
  virtual int source() const = 0;
  /// Whether the message goes on in wait() and ready() alone.
  virtual bool stepwise() const { return false; }
};
}  // namespace detail

/// A message that isend or irecv has begun. Can be moved and not copied. The memory of the message
/// belongs to the request until wait() returns or ready() returns true.
///
/// The destructor waits, and keeps the errors of the wait to itself. While an exception passes, it
/// takes a receive back instead: the sender may never come to its send. (It waits for a send: the
/// memory that is sent is about to be freed. Ranks that are threads take sends back, too.)
class request {
 public:
  /// A request of nothing: it is ready.
  request() = default;
  explicit request(std::unique_ptr<detail::message_under_way> message) : message_(std::move(message)) {}
  request(request&& other) noexcept
      : message_(std::move(other.message_)), source_(other.source_), exceptions_(std::uncaught_exceptions()) {}
  request& operator=(request&& other) noexcept {
    if (this != &other) {
      end();
      message_ = std::move(other.message_);
      source_ = other.source_;
    }
    return *this;
  }
  ~request() { end(); }

  /// Waits until the message has been sent or received. Throws ranks::length_error if the received
  /// message has another length than the memory for it; the message is lost then. Throws what the
  /// communicator throws if the message fails. Returns at once if the request is ready.
  void wait() {
    if (!message_) return;
    auto const message = std::move(message_);
    try {
      message->wait();
    } catch (...) {
      message->give_up();
      throw;
    }
    source_ = message->source();
  }
  /// Returns whether the message has been sent or received, without waiting. Throws as wait() does.
  bool ready() {
    if (!message_) return true;
    auto message = std::move(message_);
    try {
      if (!message->ready()) {
        message_ = std::move(message);
        return false;
      }
    } catch (...) {
      message->give_up();
      throw;
    }
    source_ = message->source();
    return true;
  }
  /// Returns the rank that sent the received message, once the request is ready; any_rank before,
  /// and for messages that are sent.
  int source() const { return source_; }

  /// Returns whether the message goes on only while this request is asked or waited for: one of
  /// several pieces, whose source is not yet known.
  bool stepwise() const { return message_ && message_->stepwise(); }

 private:
  void end() noexcept {
    if (!message_) return;
    if (std::uncaught_exceptions() > exceptions_) {
      message_->give_up();
    } else {
      try {
        message_->wait();
      } catch (...) {  // nobody asks any more
      }
    }
    message_.reset();
  }

  std::unique_ptr<detail::message_under_way> message_;
  int source_ = any_rank;
  int exceptions_ = std::uncaught_exceptions();
};

/// Waits for all requests, in any order. If some of them fail, throws the first error after the
/// wait for all.
inline void wait_all(std::span<request> requests) {
  std::exception_ptr error;
  // All together go on where one of them goes on by being asked: others may wait for it.
  for (bool again = std::any_of(requests.begin(), requests.end(), [](request const& r) { return r.stepwise(); });
       again;) {
    again = false;
    for (request& r : requests) {
      try {
        again = !r.ready() || again;
      } catch (...) {
        if (!error) error = std::current_exception();
      }
    }
    if (again) std::this_thread::yield();
  }
  for (request& r : requests) {
    try {
      r.wait();
    } catch (...) {
      if (!error) error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace thrum::ranks
