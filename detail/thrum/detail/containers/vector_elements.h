// How vectors make, move and destroy elements: by constructors and assignments in memory that the
// host reaches, by copying bytes in other memory.
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>

namespace thrum::detail {

template <class T, class A>
class vector_storage;

/// An allocator that has a construct of its own for an element made from these arguments.
template <class A, class T, class... Args>
concept constructs = requires(A& a, T* p, Args&&... args) { a.construct(p, std::forward<Args>(args)...); };

/// Elements under construction, from first on. The destructor destroys them unless keep() was
/// called.
template <class Elements, class A, class T>
class construction {
 public:
  construction(A& a, T* first, std::size_t made = 0) : count(made), allocator_(a), first_(first) {}
  ~construction() { Elements::destroy(allocator_, first_, count); }
  construction(construction const&) = delete;
  construction& operator=(construction const&) = delete;
  void keep() { count = 0; }

  std::size_t count;

 private:
  A& allocator_;
  T* first_;
};

/// Handles elements that the host reaches. If an allocator has construct and destroy, they are
/// used.
template <class T, class A>
struct host_elements {
  using traits = std::allocator_traits<A>;
  // If the allocator has no construct, the standard library's loops become memset and memmove when
  // they can.
  static constexpr bool plain = !constructs<A, T, T const&>;
  static constexpr bool plain_default = !constructs<A, T>;

  template <class... Args>
  static void construct(A& a, T* p, Args&&... args) {
    traits::construct(a, p, std::forward<Args>(args)...);
  }

  static void destroy(A& a, T* p, std::size_t n) noexcept {
    if constexpr (!std::is_trivially_destructible_v<T> || requires { a.destroy(p); }) {
      for (std::size_t i = 0; i < n; ++i) traits::destroy(a, p + i);
    }
  }

  /// Constructs n elements by make(p), all or none.
  template <class Make>
  static void construct_each(A& a, T* p, std::size_t n, Make make) {
    construction<host_elements, A, T> done(a, p);
    for (; done.count < n; ++done.count) make(p + done.count);
    done.keep();
  }

  static void construct_default(A& a, T* p, std::size_t n) {
    if constexpr (plain_default) std::uninitialized_value_construct_n(p, n);
    else construct_each(a, p, n, [&](T* at) { traits::construct(a, at); });
  }

  /// Constructs n elements, leaving those of trivial types without a value.
  static void construct_uninitialized(A& a, T* p, std::size_t n) {
    if constexpr (plain_default) std::uninitialized_default_construct_n(p, n);
    else construct_default(a, p, n);
  }

  static void construct_fill(A& a, T* p, std::size_t n, T const& value) {
    if constexpr (plain) std::uninitialized_fill_n(p, n, value);
    else construct_each(a, p, n, [&](T* at) { traits::construct(a, at, value); });
  }

  /// Constructs n elements from those at `first`, of any space.
  template <class I>
  static void construct_copy(A& a, T* p, I first, std::size_t n) {
    using space = memory_space_t<I>;
    auto source = detail::unwrap(first);
    if constexpr (std::is_pointer_v<decltype(source)> && !host_reaches<space>) {
      using U = std::remove_cv_t<std::remove_pointer_t<decltype(source)>>;
      if constexpr (std::is_same_v<T, U> && plain) {
        space_memory<space>::copy(p, source, n * sizeof(T));
      } else {
        construction<host_elements, A, T> done(a, p);
        space_memory<space>::receive(static_cast<U const*>(source), n, [&](U const* from, std::size_t count) {
          for (std::size_t i = 0; i < count; ++i, ++done.count) traits::construct(a, p + done.count, from[i]);
        });
        done.keep();
      }
    } else if constexpr (std::is_pointer_v<decltype(source)> && plain) {
      std::uninitialized_copy_n(source, n, p);
    } else {
      construct_each(a, p, n, [&](T* at) {
        traits::construct(a, at, *first);
        ++first;
      });
    }
  }

  /// Constructs n elements at `to` from those at `from`. Moves them if a move cannot throw or if
  /// they cannot be copied.
  static void relocate(A& a, T* from, std::size_t n, T* to) {
    if constexpr (plain && std::is_trivially_copyable_v<T>) {
      if (n != 0) std::memcpy(static_cast<void*>(to), static_cast<void const*>(from), n * sizeof(T));
    } else {
      construct_each(a, to, n, [&](T* at) { traits::construct(a, at, std::move_if_noexcept(from[at - to])); });
    }
  }

  static void move_down(A&, T* to, T* from, std::size_t n) { std::move(from, from + n, to); }
  static void rotate(A&, T* first, T* middle, T* last) { std::rotate(first, middle, last); }
};

/// Handles elements that the host does not reach. Their bytes are made on the host and copied, in
/// the order that the allocator's memory has. An allocator's own construct is called on the host,
/// and only for elements without a value.
template <class T, class Space, class A>
struct far_elements {
  using memory = space_memory<Space>;

  template <class... Args>
  static void construct(A& a, T* p, Args&&... args) {
    if constexpr (sizeof...(Args) == 0 && constructs<A, T>) return construct_default(a, p, 1);
    T const value(std::forward<Args>(args)...);
    auto far = memory::far_memory(a);
    far.take(p, std::addressof(value), 1);
    far.finish();
  }

  static void destroy(A&, T*, std::size_t) noexcept {}

  static void construct_default(A& a, T* p, std::size_t n) {
    if (n == 0) return;
    if constexpr (!constructs<A, T>) {
      construct_fill(a, p, n, T());
    } else if (!leaves_bytes(a, 0x00) || !leaves_bytes(a, 0xff)) {
      auto far = memory::far_memory(a);
      far.send(p, n, [&](T* to, std::size_t count) {
        std::memset(static_cast<void*>(to), 0, count * sizeof(T));
        for (; count != 0; --count, ++to) a.construct(to);
      });
      far.finish();
    }
  }
  static void construct_uninitialized(A& a, T* p, std::size_t n) {
    if constexpr (constructs<A, T>) construct_default(a, p, n);
  }

  static void construct_fill(A& a, T* p, std::size_t n, T const& value) {
    if (n == 0) return;
    auto far = memory::far_memory(a);
    std::array<unsigned char, sizeof(T)> bytes{};
    std::memcpy(bytes.data(), std::addressof(value), sizeof(T));
    if (std::all_of(bytes.begin(), bytes.end(), [&](unsigned char b) { return b == bytes[0]; })) {
      far.set(p, bytes[0], n * sizeof(T));
    } else {
      // One group of elements is copied from the host. Then the elements present are copied within
      // the device, twice as many each time.
      std::size_t const group = std::min<std::size_t>(n, std::max<std::size_t>(1, 65536 / sizeof(T)));
      far.send(p, group, [&](T* to, std::size_t count) { std::uninitialized_fill_n(to, count, value); });
      for (std::size_t done = group; done < n;) {
        std::size_t const more = std::min(done, n - done);
        far.copy(p + done, p, more * sizeof(T));
        done += more;
      }
    }
    far.finish();
  }

  template <class I>
  static void construct_copy(A& a, T* p, I first, std::size_t n) {
    using space = memory_space_t<I>;
    auto source = detail::unwrap(first);
    auto far = memory::far_memory(a);
    if constexpr (std::is_pointer_v<decltype(source)> &&
                  std::is_same_v<T, std::remove_cv_t<std::remove_pointer_t<decltype(source)>>>) {
      static_assert(host_reaches<space> || std::is_same_v<space, Space>);
      if constexpr (host_reaches<space>) far.take(p, static_cast<T const*>(source), n);
      else far.copy(p, source, n * sizeof(T));
      far.finish();
    } else if constexpr (std::is_pointer_v<decltype(source)> && !host_reaches<space>) {
      std::allocator<T> host;
      vector_storage<T, std::allocator<T>> staged(host, n);
      host_elements<T, std::allocator<T>>::construct_copy(host, staged.first, first, n);
      far.take(p, static_cast<T const*>(staged.first), n);
      far.finish();
    } else {
      far.send(p, n, [&](T* to, std::size_t count) {
        for (; count != 0; --count, ++to, static_cast<void>(++first)) std::construct_at(to, *first);
      });
      far.finish();
    }
  }

  static void relocate(A& a, T* from, std::size_t n, T* to) {
    auto far = memory::far_memory(a);
    far.copy(to, from, n * sizeof(T));
    far.finish();
  }

  static void move_down(A& a, T* to, T* from, std::size_t n) {
    auto far = memory::far_memory(a);
    far.move(to, from, n * sizeof(T));
    far.finish();
  }
  static void rotate(A& a, T* first, T* middle, T* last) {
    auto const bytes = [](T* from, T* to) { return static_cast<std::size_t>(to - from) * sizeof(T); };
    auto far = memory::far_memory(a);
    far.rotate(first, bytes(first, middle), bytes(middle, last));
    far.finish();
  }

 private:
  /// Says whether the allocator's construct leaves an element of these bytes unchanged. If so,
  /// there is nothing to send.
  static bool leaves_bytes(A& a, unsigned char byte)
    requires constructs<A, T>
  {
    alignas(T) std::array<unsigned char, sizeof(T)> room;
    room.fill(byte);
    a.construct(reinterpret_cast<T*>(room.data()));
    return std::all_of(room.begin(), room.end(), [byte](unsigned char b) { return b == byte; });
  }
};

}  // namespace thrum::detail
