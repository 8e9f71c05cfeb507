// Copies from one vector to another of which one belongs to a stream: its allocator says so by a member far_memory().
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/memory/space_memory.h>

namespace thrum::detail {

/// Whether what is done to memory of this allocator is done in the order of a stream, with nobody waiting.
template <class A>
concept stream_bound = requires(A const& a) { a.far_memory(); };

/// Encloses a copy: what it reads is there, and it is done before what is read changes. Between two streams, or a stream and
/// the memory of the default stream, the device sees to that; only where the host reads a stream's memory, it waits for it.
/// `Through` says that it does: the elements are converted on their way.
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
      } catch (...) {  // then the stream has failed, which the next call that waits will say
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
