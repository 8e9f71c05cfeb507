// Windows: consecutive elements that the threads of a block fetch into shared memory together, so
// that neighbouring threads read neighbouring elements, whichever part of the elements each thread
// then adds.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// The number of elements of a window; 0 for objects that each thread reads where they are.
template <class E>
inline constexpr int elements_of_window = !std::is_trivially_copyable_v<E> || sizeof(E) > window_bytes / 512 ? 0
                                          : sizeof(E) * window_elements > window_bytes
                                              ? static_cast<int>(window_bytes / sizeof(E))
                                              : window_elements;

/// Elements in a window, from `at` on. One place after each 32 elements is unused, so that threads
/// whose elements are a power of two apart do not meet in one bank of memory.
template <class E>
struct window_iterator {
  using value_type = E;
  using difference_type = std::ptrdiff_t;
  E* items;
  int at;
  THRUM_HD E& operator[](std::ptrdiff_t i) const {
    int const place = at + static_cast<int>(i);
    return items[place + place / 32];
  }
  THRUM_HD window_iterator operator+(std::ptrdiff_t i) const { return {items, at + static_cast<int>(i)}; }
};

/// The shared memory of a window.
template <class E>
struct element_window {
  static constexpr int size = elements_of_window<E>;
  uninitialized_array<E, size + (size + 31) / 32> store;

  THRUM_HD window_iterator<E> elements() { return {store.items, 0}; }

  /// Fetches `count` elements, the first of them to place `to`. The elements of a warp lie in one
  /// line of memory if element -before does at the begin of one.
  THRUM_EXEC_CHECK_DISABLE
  template <int Threads, class I>
  THRUM_HD void fetch(I first, int count, int t, int to = 0, std::ptrdiff_t before = 0) {
    for (int i = t - static_cast<int>(before % 32); i < count; i += Threads) {
      if (i >= 0) detail::put<E>(__builtin_addressof(elements()[to + i]), static_cast<E>(first[i]));
    }
  }
  /// Stores the first `count` elements.
  THRUM_EXEC_CHECK_DISABLE
  template <int Threads, class O>
  THRUM_HD void give(O out, int count, int t, std::ptrdiff_t before) {
    for (int i = t - static_cast<int>(before % 32); i < count; i += Threads) {
      if (i >= 0) detail::store(out[i], elements()[i]);
    }
  }
};

struct no_room {};
/// The shared memory of a window, or none.
template <class E>
using window_of = std::conditional_t<elements_of_window<E> != 0, element_window<E>, no_room>;

/// Shared memory that is used for one of two things at a time.
template <class A, class B>
union either_room {
  A a;
  B b;
  THRUM_HD either_room() {}
};

}  // namespace thrum::detail
