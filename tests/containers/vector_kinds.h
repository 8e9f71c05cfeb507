// The types of vectors and elements that the tests of containers run on.
#pragma once

#include <doctest/doctest.h>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/memory_resource.h>
#include <thrum/unified_vector.h>
#include <compare>
#include <stdexcept>
#include <utility>
#include <vector>

template <class T>
using pinned_vector = thrum::host_vector<T, thrum::pinned_allocator<T>>;

#define ALL_INT_VECTORS                                                                               \
  thrum::host_vector<int>, thrum::device_vector<int>, thrum::unified_vector<int>, pinned_vector<int>, \
      thrum::detail::vector<int, thrum::resource_allocator<int, thrum::device_space<>>>

/// Says whether vectors of this kind keep elements of any type.
template <class V>
inline constexpr bool any_element = thrum::detail::host_reaches<typename V::memory_space>;

/// A vector of another type in the same memory space.
template <class V, class T>
using of_elements =
    thrum::detail::vector<T, typename std::allocator_traits<typename V::allocator_type>::template rebind_alloc<T>>;

/// An element whose k-th copy or move throws; counts the objects that live.
struct thrower {
  inline static int alive = 0;
  inline static int countdown = 0;  // 0: no copy or move throws
  int value;

  thrower(int v = 0) : value(v) { begin(); }
  thrower(thrower const& other) : value(other.value) { begin(); }
  thrower& operator=(thrower const& other) {
    tick();
    value = other.value;
    return *this;
  }
  ~thrower() { --alive; }
  friend bool operator==(thrower const&, thrower const&) = default;

 private:
  static void tick() {
    if (countdown != 0 && --countdown == 0) throw std::runtime_error("copy");
  }
  static void begin() {
    tick();
    ++alive;
  }
};

struct move_only {
  int value = 0;
  explicit move_only(int v) : value(v) {}
  move_only(move_only&& other) noexcept : value(std::exchange(other.value, -1)) {}
  move_only& operator=(move_only&& other) noexcept {
    value = std::exchange(other.value, -1);
    return *this;
  }
};

struct alignas(128) over_aligned {
  int value = 0;
  friend bool operator==(over_aligned const&, over_aligned const&) = default;
};

/// Returns 0, 1, ..., n - 1.
inline std::vector<int> counting(int n) {
  std::vector<int> result;
  for (int i = 0; i < n; ++i) result.push_back(i);
  return result;
}
