// What a vector owns: a block of memory, and the elements at its start. Also the order of copies
// between two vectors of which at least one belongs to a stream. The allocator of such a vector has
// a member far_memory().
#pragma once

#include <thrum/detail/base/host_blocks.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/containers/vector_elements.h>
#include <thrum/detail/containers/vector_source.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

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

/// Gives the space of an allocator's memory: its member type `memory_space`, otherwise host_space.
template <class A>
struct allocator_space {
  using type = host_space;
};
template <class A>
  requires requires { typename A::memory_space; }
struct allocator_space<A> {
  using type = typename A::memory_space;
};
template <class A>
using allocator_space_t = typename allocator_space<A>::type;

/// Says whether elements can live in a space.
template <class T, class Space>
inline constexpr bool storable = host_reaches<Space> || bytewise<T>;

/// The class that makes, moves and destroys elements in an allocator's memory. Elements that cannot
/// live there are treated as if they were on the host, so that only one error is reported.
template <class T, class A>
using vector_elements = std::conditional_t<host_reaches<allocator_space_t<A>> || !bytewise<T>, host_elements<T, A>,
                                           far_elements<T, allocator_space_t<A>, A>>;

/// A block of memory with room for `capacity` elements, of which the first `size` exist. The
/// destructor destroys them.
template <class T, class A>
class vector_storage {
  using traits = std::allocator_traits<A>;
  using elements = vector_elements<T, A>;

 public:
  A allocator;
  T* first = nullptr;
  std::size_t size = 0;
  std::size_t capacity = 0;

  explicit vector_storage(A const& a) noexcept : allocator(a) {}
  vector_storage(A const& a, std::size_t room) : allocator(a) {
    if (room > max_size(allocator)) {
      throw std::length_error("thrum: a vector of " + std::to_string(room) + " elements is too large");
    }
    if (room == 0) return;
    first = std::to_address(traits::allocate(allocator, room));
    capacity = room;
    if constexpr (std::is_base_of_v<std::allocator<T>, A>) detail::prefer_huge_pages(first, room * sizeof(T));
  }
  ~vector_storage() {
    static_assert(storable<T, allocator_space_t<A>>,
                  "thrum: on a CUDA device, elements of a device_vector must be trivially copy-constructible and "
                  "trivially destructible");
    clear();
    if (first != nullptr) traits::deallocate(allocator, typename traits::pointer(first), capacity);
  }
  vector_storage(vector_storage const&) = delete;
  vector_storage& operator=(vector_storage const&) = delete;

  static std::size_t max_size(A const& a) noexcept {
    return std::min<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T), traits::max_size(a));
  }

  /// Exchanges blocks of memory. The allocators stay; they are equal, or the caller exchanges them.
  void swap_blocks(vector_storage& other) noexcept {
    std::swap(first, other.first);
    std::swap(size, other.size);
    std::swap(capacity, other.capacity);
  }

  void shrink(std::size_t n) noexcept {
    elements::destroy(allocator, first + n, size - n);
    size = n;
  }
  void clear() noexcept { shrink(0); }

  /// Moves the elements to a block of memory with the given room. Has no effect if it throws,
  /// unless a move constructor threw.
  void relocate(std::size_t room) {
    vector_storage fresh(allocator, room);
    elements::relocate(allocator, first, size, fresh.first);
    fresh.size = size;
    swap_blocks(fresh);
  }

  /// Adds k elements at the end. construct(p) makes all of them at p, or makes none and throws. The
  /// new elements are made before the old ones move, so that they can be made from the old ones.
  /// Has no effect if it throws, unless a move constructor threw.
  template <class Construct>
  void append(std::size_t k, Construct construct) {
    if (k <= capacity - size) {
      construct(first + size);
      size += k;
      return;
    }
    vector_storage fresh(allocator, grown(k));
    T* const added = fresh.first + size;
    construct(added);
    construction<elements, A, T> guard(allocator, added, k);
    elements::relocate(allocator, first, size, fresh.first);
    guard.keep();
    fresh.size = size + k;
    swap_blocks(fresh);
  }

  template <class I>
  void append_range(I source, I last) {
    if constexpr (countable<I>) {
      std::size_t const n = count_range(source, last);
      append(n, [&](T* p) { elements::construct_copy(allocator, p, source, n); });
    } else if constexpr (host_reaches<allocator_space_t<A>>) {
      for (; !(source == last); ++source) {
        append(1, [&](T* p) { elements::construct(allocator, p, *source); });
      }
    } else {
      vector_storage<T, std::allocator<T>> staged(std::allocator<T>{});
      staged.append_range(source, last);
      append_range(staged.first, staged.first + staged.size);
    }
  }

  /// Replaces all elements by the n elements that construct(p) makes. Has no effect if there is no
  /// memory for them.
  template <class Construct>
  void assign(std::size_t n, Construct construct) {
    if (n <= capacity) {
      clear();
      construct(first);
      size = n;
    } else {
      vector_storage fresh(allocator, n);
      construct(fresh.first);
      fresh.size = n;
      swap_blocks(fresh);
    }
  }
  template <class I>
  void assign_range(I source, I last) {
    if constexpr (countable<I>) {
      std::size_t const n = count_range(source, last);
      assign(n, [&](T* p) { elements::construct_copy(allocator, p, source, n); });
    } else {
      clear();
      append_range(source, last);
    }
  }

  /// Destroys the elements from the n-th on, or adds the k missing elements by construct(p, k).
  template <class Construct>
  void resize(std::size_t n, Construct construct) {
    if (n <= size) return shrink(n);
    std::size_t const more = n - size;
    append(more, [&](T* p) { construct(p, more); });
  }

  /// Takes the block of memory of another storage if this allocator can free it, otherwise the
  /// elements one by one.
  void take(vector_storage& other) noexcept(traits::is_always_equal::value) {
    if (traits::is_always_equal::value || allocator == other.allocator) {
      vector_storage old(allocator);
      old.swap_blocks(*this);
      swap_blocks(other);
    } else if constexpr (host_reaches<allocator_space_t<A>>) {
      assign_range(std::make_move_iterator(other.first), std::make_move_iterator(other.first + other.size));
    } else {
      pointer<T, allocator_space_t<A>> const source(other.first);
      copy_order<A, A, allocator_space_t<A>, false> const order(allocator, other.allocator);
      assign_range(source, source + static_cast<std::ptrdiff_t>(other.size));
    }
  }

 private:
  // Returns at least twice the capacity, so that appending one by one is linear in all.
  std::size_t grown(std::size_t k) const {
    std::size_t const most = max_size(allocator);
    if (k > most - size) {
      throw std::length_error("thrum: a vector of " + std::to_string(size) + " elements cannot grow by " +
                              std::to_string(k));
    }
    return std::max(size + k, capacity > most / 2 ? most : 2 * capacity);
  }
};

}  // namespace thrum::detail
