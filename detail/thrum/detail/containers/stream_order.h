// Copies between two vectors of which at least one belongs to a stream. The vector's allocator then
// has a member far_memory().
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>

namespace thrum::detail {

/// An allocator whose memory is used in the order of a stream, without waiting.
template <class A>
concept stream_bound = requires(A const& a) { a.far_memory(); };

/// An object that encloses a copy. What the copy reads is complete before the copy begins, and does
/// not change before the copy is done. Between two streams, or between a stream and the memory of
/// the default stream, the device ensures this order. Only if the host reads a stream's memory does
/// the host wait for the stream. `Through` says that the host reads the memory, because elements
/// are converted on their way.
template <class To, class From, class FromSpace, bool Through>
class copy_order {
  static constexpr bool between_streams =
      stream_bound<To> && !Through && (stream_bound<From> || !host_reaches<FromSpace>);

 public:
  copy_order(To const& to, From const& from) : to_(to), from_(from) {
    if constexpr (between_streams) follow(to_, from_);
    else if constexpr (stream_bound<From>) from_.far_memory().wait();
  }
  ~copy_order() {
    if constexpr (between_streams) {
      try {
        follow(from_, to_);
      } catch (...) {  // then the stream has failed, which the next call that waits reports
      }
    }
  }
  copy_order(copy_order const&) = delete;
  copy_order& operator=(copy_order const&) = delete;

 private:
  template <class A, class B>
  static void follow(A const& later, B const& earlier) {
    using memory = space_memory<FromSpace>;
    memory::far_memory(later).follow(memory::far_memory(earlier));
  }

  To to_;
  From from_;
};

}  // namespace thrum::detail
