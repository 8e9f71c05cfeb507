// rotate, rotate_copy: move the beginning of a range after its end.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/copy.h>
#include <thrum/detail/backends/host/shift_bytes.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/reverse.h>
#include <cstddef>
#include <cstring>

namespace thrum {

namespace detail {

/// Moves the first k elements of n after the others if one part is so short that it fits into a few
/// cache lines: that part is set aside there, and the others are moved at once. Returns whether the
/// elements were moved.
template <class T>
bool rotated_by_few(T* first, std::ptrdiff_t n, std::ptrdiff_t k) {
  constexpr std::ptrdiff_t width = sizeof(T), most = 1024 / width;
  bool const to_back = n - k < k;
  std::ptrdiff_t const few = to_back ? n - k : k;
  if (few > most) return false;
  alignas(T) unsigned char aside[1024];
  T *const from = to_back ? first + k : first, *const to = to_back ? first : first + (n - k);
  std::memcpy(aside, from, static_cast<std::size_t>(few * width));
  detail::shift_bytes(seq_policy{}, first, n, few, to_back);
  std::memcpy(static_cast<void*>(to), aside, static_cast<std::size_t>(few * width));
  return true;
}

/// Exchanges the elements i and i + step for each i < n, in order or backwards. The exchanges of as
/// many elements as `step` are independent of each other.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD void exchange_in_steps(I first, std::ptrdiff_t n, std::ptrdiff_t step, bool backwards) {
  swap_body<I, I> exchange{first, first + step};
  if constexpr (detail::copies_bytes<seq_policy, I, I>()) {
    for (std::ptrdiff_t done = 0; done < n; done += step) {
      std::ptrdiff_t const part = detail::least(step, n - done), begin = backwards ? n - done - part : done;
      detail::independent_loop(begin, begin + part, exchange);
    }
  } else if (backwards) {
    for (std::ptrdiff_t i = n - 1; i >= 0; --i) exchange(i);
  } else {
    for (std::ptrdiff_t i = 0; i < n; ++i) exchange(i);
  }
}

/// Moves the first k elements of n after the others by exchanges. The shorter part moves along the
/// longer one in steps of its own length. This puts all of the longer part in place and leaves a
/// rotation of the shorter part (D. Gries, H. Mills, "Swapping sections", 1981). At most n
/// exchanges.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD void rotate_by_exchanges(I first, std::ptrdiff_t n, std::ptrdiff_t k) {
  while (0 < k && k < n) {
    if constexpr (detail::copies_bytes<seq_policy, I, I>()) {
      if (detail::rotated_by_few(first, n, k)) return;
    }
    bool const backwards = n - k < k;
    std::ptrdiff_t const step = backwards ? n - k : k, longer = n - step;
    detail::exchange_in_steps(first, longer, step, backwards);
    if (!backwards) first += longer;
    k = backwards ? n % step : step - n % step;
    n = step;
  }
}

/// Reverses both parts, and then the whole.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I>
THRUM_HD void rotate_by_reversals(B const& exec, I first, I middle, I last) {
  B const step = detail::step_of(exec);
  reverse_fn{}(step, first, middle);
  reverse_fn{}(step, middle, last);
  reverse_fn{}(exec, first, last);
}

/// Moves the first k elements of n after the others by tasks, 0 < k < n. The shorter part is set
/// aside meanwhile if it is small.
template <class B, class T>
void rotate_bytes_by_tasks(B const& exec, T* first, std::ptrdiff_t n, std::ptrdiff_t k) {
  bool const to_back = n - k < k;
  std::ptrdiff_t const size = to_back ? n - k : k;
  if (size > bytes_set_aside / static_cast<std::ptrdiff_t>(sizeof(T))) {
    return detail::rotate_by_reversals(exec, first, first + k, first + n);
  }
  scratch_array<T, B> const aside(exec, size);
  detail::copy_bytes<B, T>(exec, to_back ? first + k : first, size, aside.data());
  detail::shift_bytes(exec, first, n, size, to_back);
  detail::copy_bytes<B, T>(exec, aside.data(), size, to_back ? first : first + (n - k));
}

/// The same on the calling thread or by tasks.
template <class B, class T>
void rotate_bytes(B const& exec, T* first, std::ptrdiff_t n, std::ptrdiff_t k) {
  auto const together = [&] { detail::rotate_bytes_by_tasks(exec, first, n, k); };
  // So few elements are moved faster than exchanged.
  bool const is_one_task = n <= bytes_of_task / 2 / static_cast<std::ptrdiff_t>(sizeof(T));
  if (is_one_task) return together();
  detail::alone_or_together(exec, n, 0, [&] { detail::rotate_by_exchanges(first, n, k); }, together);
}

}  // namespace detail

/// rotate(policy, first, middle, last): exchanges [first, middle) and [middle, last) in place; both
/// parts keep their order. Returns the new position of the element that was first. The elements
/// need only be movable.
///
/// O(n) work: n exchanges under seq; under other policies both parts are reversed and then the
/// whole, 3n moves. No scratch memory, except under tbb::par if the elements are trivially copyable
/// and accessed by pointers: then one part of at most 2^22 bytes is set aside, and at most 2^22
/// bytes serve the move of the other part; or none is set aside in short calls, as under seq. If
/// allocation fails, no element has moved.
struct rotate_fn : detail::algorithm<rotate_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"rotate", {inout("first"), other("middle", role::middle), until("last")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I>
  THRUM_HD I operator()(B const& exec, I first, I middle, I last) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_in_place<B, I>()) {
      if (first != middle && middle != last) {
        using iterator = detail::unwrapped_t<I>;
        if constexpr (detail::backend_traits<B>::is_serial) {
          detail::rotate_by_exchanges(detail::unwrap(first), last - first, middle - first);
        } else if constexpr (detail::copies_bytes<B, iterator, iterator>()) {
          detail::rotate_bytes(exec, detail::unwrap(first), last - first, middle - first);
        } else {
          detail::rotate_by_reversals(exec, first, middle, last);
        }
      }
      return first + (last - middle);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT rotate_fn rotate{};

/// rotate_copy(policy, first, middle, last, out): copies [middle, last) and after it [first,
/// middle). Returns the end of the output. The output does not overlap the input. O(n) work; no
/// scratch memory.
struct rotate_copy_fn : detail::algorithm<rotate_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"rotate_copy", {in("first"), other("middle", role::middle), until("last"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I middle, I last, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>()) {
      // The last step has elements to copy: under CUDA it is the one that waits.
      if (first == middle) return copy_fn{}(exec, first, last, out);
      return copy_fn{}(exec, first, middle, copy_fn{}(detail::step_of(exec), middle, last, out));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT rotate_copy_fn rotate_copy{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
