// Counts the elements that live, for tests of leaks.
#pragma once

#include <atomic>
#include <cstddef>

inline std::atomic<std::ptrdiff_t> alive = 0;

/// An element that is counted while it lives.
struct counted {
  int value = 0;
  counted() { ++alive; }
  counted(int v) : value(v) { ++alive; }
  counted(counted const& other) : value(other.value) { ++alive; }
  counted& operator=(counted const&) = default;
  ~counted() { --alive; }
  friend bool operator==(counted const& a, counted const& b) { return a.value == b.value; }
  friend bool operator<(counted const& a, counted const& b) { return a.value < b.value; }
};
