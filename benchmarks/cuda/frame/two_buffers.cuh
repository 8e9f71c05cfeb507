// The workspace of CUB's sorts: numbers, and a second buffer of the same size.
#pragma once

#include "rows.cuh"

/// CUB sorts from one buffer into another, or back and forth between two buffers, either of which
/// may hold the result. This is the second way, which needs no more memory than thrum's sort.
template <class T>
class two_buffers {
 public:
  static constexpr double bytes = 3 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *in, *spare;
  };
  two_buffers(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), original_(n, turns, uniform<T>{1}), in_(n, turns), spare_(n, turns) {}
  void restore() { in_.copy_from(original_); }
  void clear() { spare_.clear(); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), spare_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> original_, in_, spare_;
};
