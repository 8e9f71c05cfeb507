// Moves plain elements of the host's memory by some places within their range, in parallel.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/memory/bytes.h>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace thrum::detail {

/// A range seen from its front or from its back, so that code for moves to the front serves both
/// directions.
template <class T>
struct directed_range {
  T* first;
  std::ptrdiff_t n;
  bool from_back;
  /// Returns the address of the first in memory of the `size` elements from the i-th on.
  T* at(std::ptrdiff_t i, std::ptrdiff_t size) const { return first + (from_back ? n - i - size : i); }
  /// Moves the `size` elements from the i-th on by k places to the front.
  void move(std::ptrdiff_t i, std::ptrdiff_t size, std::ptrdiff_t k) const {
    std::memmove(static_cast<void*>(at(i - k, size)), at(i, size), static_cast<std::size_t>(size) * sizeof(T));
  }
};

/// Pieces of a range, whose lengths differ by at most one element, and room for copies of the first
/// k elements of each piece but the first.
template <class T>
struct shift_pieces {
  directed_range<T> range;
  std::ptrdiff_t k, count;
  T* heads;
  std::ptrdiff_t begin(std::ptrdiff_t p) const { return range.n / count * p + detail::least(range.n % count, p); }
};
template <class T>
struct head_copy {
  shift_pieces<T> cut;
  void operator()(std::ptrdiff_t p) const {
    std::ptrdiff_t const k = cut.k;
    copy_part<T>{cut.range.at(cut.begin(p + 1), k), cut.heads + p * k, k, k}(0);
  }
};
/// Moves the elements that stay in a piece to its front, and then copies the head of the next piece
/// to its end.
template <class T>
struct piece_shift {
  shift_pieces<T> cut;
  void operator()(std::ptrdiff_t p) const {
    std::ptrdiff_t const k = cut.k, begin = cut.begin(p), end = cut.begin(p + 1);
    cut.range.move(begin + k, end - begin - k, k);
    if (end < cut.range.n) copy_part<T>{cut.heads + p * k, cut.range.at(end - k, k), k, k}(0);
  }
};

/// Shifts all pieces: first sets their heads aside, then moves the pieces at the same time.
template <class B, class T>
void shift_all(B const& exec, shift_pieces<T> const& cut) {
  exec.for_each_n(cut.count - 1, head_copy<T>{cut}, 1);
  exec.for_each_n(cut.count, piece_shift<T>{cut}, 1);
}

/// Moves the elements after the first k of n by k places to the front, 0 < k < n; with to_back,
/// moves the elements before the last k by k places to the back. If k is large, k elements are
/// moved at a time, to where the previous k were just read. Otherwise long pieces move at the same
/// time, after the first k elements of each piece were set aside.
template <class B, class T>
void shift_bytes(B const& exec, T* first, std::ptrdiff_t n, std::ptrdiff_t k, bool to_back) {
  constexpr std::ptrdiff_t width = sizeof(T), task = bytes_of_task / width + 1;
  directed_range<T> const range{first, n, to_back};
  if (backend_traits<B>::is_serial || n - k <= bytes_of_short_shift / width) return range.move(k, n - k, k);
  if (k > n / 16 || k > bytes_set_aside / (4 * width)) {
    for (std::ptrdiff_t i = k; i < n; i += k) {
      std::ptrdiff_t const size = detail::least(k, n - i);
      detail::copy_bytes<B, T>(exec, range.at(i, size), size, range.at(i - k, size));
    }
  } else {
    std::ptrdiff_t const threads = backend_traits<B>::concurrency(exec), room = bytes_set_aside / (k * width);
    std::ptrdiff_t const wanted = threads > 0
                                      ? detail::least(most_pieces_of_shift, pieces_of_shift_of_thread * threads)
                                      : most_pieces_of_shift;
    std::ptrdiff_t const pieces =
        detail::least(detail::least(wanted, room + 1), detail::least(n / task, n / (4 * k)));
    scratch_array<T, B> const heads(exec, (pieces - 1) * k);
    detail::shift_all(exec, shift_pieces<T>{range, k, pieces, heads.data()});
  }
}

}  // namespace thrum::detail
