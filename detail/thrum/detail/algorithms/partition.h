// Partition: separates the elements that are accepted from those that are not, each in their order,
// within one range or into two others. accept(i) is asked once for each i.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/host/partition_plain.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/flags/copy_divided.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Whether flag n - 1 - i is not set.
struct unset_from_end {
  unsigned char const* flags;
  std::ptrdiff_t n;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return flags[n - 1 - i] == 0; }
};

/// Copies the elements whose flags are not set to the end of another range, in order. Starts at the
/// last element, so that the number of these elements need not be known.
template <class B, class I, class O>
void compact_to_end(B const& exec, I first, std::ptrdiff_t n, O out, unsigned char const* flags) {
  detail::compact_into(exec, thrum::make_reverse_iterator(first + n), n, thrum::make_reverse_iterator(out + n),
                       unset_from_end{flags, n}, discard_iterator<>());
}

/// Partitions on a backend that has compact. finish(elements, kept) copies the accepted elements to
/// the front; the others are already after these by then. If there is no memory for that, all
/// elements are put back, which takes none.
template <class B, class I, class P, class Finish>
auto partition_natively(B const& exec, I first, std::ptrdiff_t n, P accept, Finish finish) {
  moved_range<B, I> const source(exec, first, n, accept);
  auto const elements = source.elements();
  try {
    detail::compact_to_end(detail::step_of(exec), elements, n, first, source.kept().flags);
    return finish(elements, source.kept());
  } catch (...) {
    try {
      exec.for_each_n(n, element_restorer<std::remove_const_t<decltype(elements)>, I>{elements, first},
                      default_grain);
    } catch (...) {  // the device has failed altogether
    }
    throw;
  }
}

/// Moves elements back that were divided: the accepted ones lie at the beginning of `from`, the
/// others after them, the last one first. Stores the number of the accepted ones.
template <class T, class C>
struct divided_restorer {
  T const* from;
  std::ptrdiff_t n;
  std::ptrdiff_t const* accepted;
  T* to;
  C count;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::ptrdiff_t const kept = *accepted;
    to[i] = from[i < kept ? i : n - 1 - (i - kept)];
    if (i == 0) detail::store(count[0], kept);
  }
};

/// Plain elements that are partitioned by a backend that has divide: into scratch memory, and back.
/// All but the temporary memory of divide is allocated first, so that no element has moved if
/// memory runs out.
template <class B, class T>
class divided_aside {
 public:
  divided_aside(B const& exec, std::ptrdiff_t n) : n_(n), elements_(exec, n), accepted_(exec, 1) {}

  /// Partitions the elements and stores how many are accepted.
  template <class P, class C>
  void partition(B const& exec, T* first, P accept, C count) const {
    T* const aside = elements_.data();
    detail::step_of(exec).divide_into(first, n_, aside, thrum::make_reverse_iterator(aside + n_), accept,
                                      accepted_.data());
    exec.for_each_n(n_, divided_restorer<T, C>{aside, n_, accepted_.data(), first, count}, default_grain);
  }
  std::ptrdiff_t const* accepted() const { return accepted_.data(); }

 private:
  std::ptrdiff_t const n_;
  scratch_array<T, B> const elements_;
  scratch_array<std::ptrdiff_t, B> const accepted_;
};

/// Partitions n > 0 plain elements by divide.
template <class B, class T, class P>
std::ptrdiff_t partition_by_division(B const& exec, T* first, std::ptrdiff_t n, P accept) {
  divided_aside<B, T> const aside(exec, n);
  aside.partition(detail::step_of(exec), first, accept, discard_iterator<>());
  return detail::read(exec, aside.accepted());
}
template <class B, class T, class P, class C>
void partition_by_division_into(B const& exec, T* first, std::ptrdiff_t n, P accept, C count) {
  divided_aside<B, T>(exec, n).partition(exec, first, accept, count);
}

/// Tells whether a backend partitions the elements so.
template <class B, class I>
constexpr bool divides_natively() {
  if constexpr (std::is_pointer_v<I> && moves_plainly<I>) {
    return !backend_traits<B>::runs_on_host && has_native<B, native::divide_into>;
  } else return false;
}

/// Partitions without memory, as thrum::seq does inside a kernel. Each group of elements is made of
/// two groups of half its width, by a rotation of the elements that the first half rejects and
/// those that the second half accepts; the width doubles from pass to pass. O(n log n) moves and
/// calls. Only how often accept(i) holds in a group matters, so that accept(i) may look at the
/// elements themselves or at a range beside them.
THRUM_EXEC_CHECK_DISABLE
template <class I, class P>
THRUM_HD std::ptrdiff_t partition_by_rotations(I first, std::ptrdiff_t n, P accept) {
  sorted_range<I> const range{first};
  std::ptrdiff_t accepted = n == 1 && accept(std::ptrdiff_t{0}) ? 1 : 0;
  for (std::ptrdiff_t width = 1; width < n; width *= 2) {
    for (std::ptrdiff_t begin = 0; n - begin > width; begin += 2 * width) {
      std::ptrdiff_t const middle = begin + width, end = detail::least(n, middle + width);
      std::ptrdiff_t left = 0, right = 0;
      for (std::ptrdiff_t i = begin; i < middle; ++i) left += accept(i) ? 1 : 0;
      for (std::ptrdiff_t i = middle; i < end; ++i) right += accept(i) ? 1 : 0;
      detail::rotate_in_place(range, begin + left, middle, middle + right);
      accepted = left + right;
    }
  }
  return accepted;
}

/// Partitions elements of any kind on the host. Sets the flags of all elements, then moves each
/// element out, and then to its new index.
template <class B, class I, class P>
std::ptrdiff_t partition_by_tiles(B const& exec, I first, std::ptrdiff_t n, P accept) {
  using T = std::iter_value_t<I>;
  constexpr std::ptrdiff_t tile = flagged_tile_size;
  std::ptrdiff_t const tiles = (n + tile - 1) / tile;
  scratch_array<unsigned char, B> const flags(exec, n);
  scratch_array<std::ptrdiff_t, B> const places(exec, tiles + 1);
  exec.for_each_n(
      tiles,
      [=, flag = flags.data(), count = places.data() + 1](std::ptrdiff_t t) {
        std::ptrdiff_t const at = t * tile;
        count[t] = detail::set_flags(at, detail::least(tile, n - at), flag + at, accept);
      },
      1);
  places[0] = 0;
  for (std::ptrdiff_t t = 0; t < tiles; ++t) places[t + 1] += places[t];
  std::ptrdiff_t const accepted = places[tiles];
  object_buffer<T, B> const source(exec, n, object_mover<T, I>{first});
  auto const from = detail::moved_from(source.data());
  divided_copy<decltype(detail::moved_from(source.data())), I, I> const write{from, first, first + accepted};
  exec.for_each_n(
      tiles,
      [=, flag = flags.data(), place = places.data()](std::ptrdiff_t t) {
        std::ptrdiff_t const at = t * tile;
        write(flagged_tile{at, detail::least(tile, n - at), flag + at, place[t + 1] - place[t], place[t]});
      },
      1);
  return accepted;
}

/// Partitions by the policy's own compactions.
template <class B, class I, class P>
std::ptrdiff_t partition_by_compaction(B const& exec, I first, std::ptrdiff_t n, P accept) {
  return detail::partition_natively(exec, first, n, accept, [&](auto elements, auto kept) {
    return detail::compact(exec, elements, n, first, kept);
  });
}

/// Moves the elements with accept(i) before the others, each in order. Returns the number of
/// accepted elements.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class P>
THRUM_HD std::ptrdiff_t partition_in_place(B const& exec, I first, std::ptrdiff_t n, P accept) {
  if constexpr (!backend_traits<B>::has_scratch) {
    return detail::partition_by_rotations(first, n, accept);
  } else if (n == 0) {
    return 0;
  } else if constexpr (detail::divides_natively<B, I>()) {
    return detail::partition_by_division(exec, first, n, accept);
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    return detail::partition_by_compaction(exec, first, n, accept);
  } else if constexpr (detail::plain_assignment<I, I>()) {
    return detail::partition_plainly(exec, first, n, accept);
  } else {
    return detail::partition_by_tiles(exec, first, n, accept);
  }
}

/// Does what partition_in_place does, and leaves the number at `count`.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class P, class C>
THRUM_HD void partition_in_place_into(B const& exec, I first, std::ptrdiff_t n, P accept, C count) {
  if constexpr (!backend_traits<B>::runs_on_host) {
    if (n <= 0) return detail::leave(exec, count, std::ptrdiff_t{0});
    if constexpr (detail::divides_natively<B, I>()) {
      detail::partition_by_division_into(exec, first, n, accept, count);
    } else {
      detail::partition_natively(exec, first, n, accept, [&](auto elements, auto kept) {
        detail::compact_into(exec, elements, n, first, kept, count);
      });
    }
  } else {
    detail::leave(exec, count, detail::partition_in_place(exec, first, n, accept));
  }
}

/// Sets the flags of the accepted elements, and copies the others to their range.
template <class B, class I, class R, class P>
void divide_rejected(B const& exec, I first, std::ptrdiff_t n, R rejected, P accept, unsigned char* flags) {
  exec.for_each_n(n, flag_writer<P>{flags, accept}, default_grain);
  detail::compact_into(exec, first, n, rejected, flag_is{flags, false}, discard_iterator<>());
}

/// Copies the elements with accept(i) to one range and the others to another, each in order.
/// Returns the number of accepted elements.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class A, class R, class P>
THRUM_HD std::ptrdiff_t divide(B const& exec, I first, std::ptrdiff_t n, A accepted, R rejected, P accept) {
  using writer = divided_copy<I, A, R>;
  if constexpr (has_native<B, native::divide>) {
    return exec.divide(first, n, accepted, rejected, accept);
  } else if constexpr (backend_traits<B>::is_serial) {
    return detail::for_flagged_tiles_in_order(0, n, accept, writer{first, accepted, rejected});
  } else if (n <= 0) {
    return 0;
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    B const step = detail::step_of(exec);
    scratch_array<unsigned char, B> const flags(exec, n);
    detail::divide_rejected(step, first, n, rejected, accept, flags.data());
    return detail::compact(exec, first, n, accepted, flag_is{flags.data(), true});
  } else {
    return detail::for_flagged_tiles(exec, n, accept, writer{first, accepted, rejected});
  }
}

/// Does what divide does, and leaves the number at `count`.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class A, class R, class P, class C>
THRUM_HD void divide_into(B const& exec, I first, std::ptrdiff_t n, A accepted, R rejected, P accept, C count) {
  if constexpr (has_native<B, native::divide_into>) {
    exec.divide_into(first, n, accepted, rejected, accept, count);
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    if (n <= 0) return detail::leave(exec, count, std::ptrdiff_t{0});
    B const step = detail::step_of(exec);
    scratch_array<unsigned char, B> const flags(exec, n);
    detail::divide_rejected(step, first, n, rejected, accept, flags.data());
    detail::compact_into(exec, first, n, accepted, flag_is{flags.data(), true}, count);
  } else {
    detail::leave(exec, count, detail::divide(exec, first, n, accepted, rejected, accept));
  }
}

/// Does partition_in_place for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class P>
THRUM_HD auto partition_in_place_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, P accept) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::partition_in_place(exec, first, n, std::move(accept)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::partition_in_place_into(exec, first, n, std::move(accept), cell.out());
    return cell.close();
  }
}

/// Does divide for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class A, class R, class P>
THRUM_HD auto divide_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, A accepted, R rejected,
                        P accept) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::divide(exec, first, n, accepted, rejected, std::move(accept)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::divide_into(exec, first, n, accepted, rejected, std::move(accept), cell.out());
    return cell.close();
  }
}

}  // namespace thrum::detail
