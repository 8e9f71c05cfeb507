// The errors of ranks, and what is wrong with the arguments of a message.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace thrum::ranks {

/// In place of the rank that a message comes from: the first message of any rank.
inline constexpr int any_rank = -1;

/// The number of tags: a message has a tag from 0 to tags - 1. MPI has as many everywhere.
inline constexpr int tags = 32767;

/// Another rank has failed. what() is "thrum: rank 3 failed: ", and then the text of the exception
/// that rank 3 threw.
class remote_error : public std::runtime_error {
 public:
  remote_error(int rank, std::string const& message)
      : std::runtime_error("thrum: rank " + std::to_string(rank) + " failed: " + message), rank_(rank) {}
  /// Returns the rank that failed.
  int rank() const noexcept { return rank_; }

 private:
  int rank_;
};

/// A message has another length than the receiver expects. what() names both.
class length_error : public std::length_error {
 public:
  using std::length_error::length_error;
};

}  // namespace thrum::ranks

namespace thrum::ranks::detail {

/// The tag of the messages that collective members send: no user's message has it.
inline constexpr int collective_tag = tags;

inline std::string in_bytes(std::ptrdiff_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

/// Throws std::invalid_argument unless there is such a rank.
inline void require_rank(int rank, int size, char const* role) {
  if (rank < 0 || rank >= size) {
    throw std::invalid_argument("thrum: there is no rank " + std::to_string(rank) + " " + role +
                                ": the communicator has " + std::to_string(size) +
                                (size == 1 ? " rank" : " ranks"));
  }
}
/// The same for the source of a message, which may be any_rank.
inline void require_source(int rank, int size) {
  if (rank != any_rank) detail::require_rank(rank, size, "to receive from");
}
inline void require_tag(int tag) {
  if (tag < 0 || tag >= tags) {
    throw std::invalid_argument("thrum: the tag of a message is 0 to " + std::to_string(tags - 1) + ", and not " +
                                std::to_string(tag));
  }
}
/// Throws std::length_error if a range that `member` is given has not the length that it needs.
inline void require_length(char const* member, char const* range, std::ptrdiff_t length, std::ptrdiff_t needed) {
  if (length != needed) {
    throw std::length_error(std::string("thrum: ") + member + ": the range " + range + " has " +
                            std::to_string(length) + " elements and needs " + std::to_string(needed));
  }
}

/// Throws length_error: a message of `length` bytes, or of more if `at_least`, came where
/// `expected` bytes were expected.
[[noreturn]] inline void throw_length_error(std::ptrdiff_t length, bool at_least, std::ptrdiff_t expected,
                                            int source, int tag) {
  throw length_error("thrum: the message of rank " + std::to_string(source) + " with tag " + std::to_string(tag) +
                     " has " + (at_least ? "more than " : "") + detail::in_bytes(length) + ", and " +
                     detail::in_bytes(expected) + " were expected");
}

}  // namespace thrum::ranks::detail
