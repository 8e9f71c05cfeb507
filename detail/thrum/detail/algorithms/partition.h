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
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/merge/sort_in_place.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Copies the plain elements of a group to two ranges. Each element is stored in both ranges, and
/// the index in one of them advances. One element too many may be stored after the end of either
/// range.
template <class I, class A, class R>
THRUM_HD void divide_group(I from, unsigned char const* flags, A accepted, R rejected) {
  std::ptrdiff_t place = 0;
  THRUM_UNROLL
  for (std::ptrdiff_t i = 0; i < flag_group; ++i) {
    auto const element = from[i];
    rejected[i - place] = static_cast<std::remove_pointer_t<R>>(element);
    accepted[place] = static_cast<std::remove_pointer_t<A>>(element);
    place += flags[i];
  }
}

/// Copies the plain elements of [first, first + n), `count` of which are accepted, to two ranges.
/// Writes nothing after the ends of these ranges. The accepted elements may be moved to the front
/// of their own range.
template <class I, class A, class R>
THRUM_HD void copy_plain_divided(I first, unsigned char const* flags, std::ptrdiff_t n, std::ptrdiff_t count,
                                 A accepted, R rejected) {
  A const accepted_end = accepted + count;
  R const rejected_end = rejected + (n - count);
  std::ptrdiff_t i = 0;
  for (; n - i > flag_group && count != 0 && count != n; i += flag_group) {
    std::ptrdiff_t const here = detail::count_flags(flags + i), others = flag_group - here;
    if (here != 0 && others != 0 && accepted_end - accepted > here && rejected_end - rejected > others) {
      detail::divide_group(first + i, flags + i, accepted, rejected);
    } else {  // rejected elements first: the accepted ones may overwrite them
      detail::copy_plain_flagged<false>(first + i, flags + i, flag_group, others, rejected);
      detail::copy_plain_flagged<true>(first + i, flags + i, flag_group, here, accepted);
    }
    accepted += here;
    rejected += others;
  }
  detail::copy_plain_flagged<false>(first + i, flags + i, n - i, rejected_end - rejected, rejected);
  detail::copy_plain_flagged<true>(first + i, flags + i, n - i, accepted_end - accepted, accepted);
}

/// Copies the elements of a tile to two ranges.
template <class I, class A, class R>
struct divided_copy {
  I first;
  A accepted;
  R rejected;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(flagged_tile const& tile) const {
    I const in = first + tile.begin;
    A const to = accepted + tile.accepted_before;
    R const other = rejected + (tile.begin - tile.accepted_before);
    if constexpr (detail::plain_assignment<I, A>() && detail::plain_assignment<I, R>()) {
      detail::copy_plain_divided(in, tile.flags, tile.size, tile.accepted, to, other);
    } else {
      detail::for_each_flag(tile.flags, tile.size, false, tile.size - tile.accepted,
                            element_storer<I, R>{in, other});
      detail::copy_flagged(in, tile.flags, tile.size, tile.accepted, to);
    }
  }
};

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

/// Writes to each page of [begin, end), which may be new, on the calling thread. If several threads
/// ask the system for the pages of one block of memory side by side, they wait for each other many
/// times as long.
template <class T>
void touch_pages(T* begin, T* end) {
  if (begin == end) return;
  auto* const last = reinterpret_cast<char volatile*>(end) - 1;
  for (auto* p = reinterpret_cast<char volatile*>(begin); p < last; p += huge_page) *p = 0;
  *last = 0;
}

/// Moves the accepted elements of a stretch to the front, and the others into `buffer`, after those
/// of earlier stretches. If there are not enough free elements before the stretch, the accepted
/// elements wait in `buffer` after the rejected ones. Rejected elements at the end of the range
/// stay where they are. Returns the index at which these begin.
template <class B, class T>
std::ptrdiff_t divide_stretch(flagged_stretch<B> const& stretch, std::ptrdiff_t n, T* first, T* buffer) {
  std::ptrdiff_t const before = stretch.accepted_before(), accepted = stretch.accepted();
  std::ptrdiff_t end = stretch.begin + stretch.length;
  bool const in_front = accepted <= stretch.begin;
  T* const to = in_front ? first + before : buffer + (end - accepted);
  if (end == n) {
    for (std::ptrdiff_t t = stretch.tiles(); t > 0 && stretch.tile(t - 1).accepted == 0; --t) {
      end = stretch.tile(t - 1).begin;
    }
  }
  detail::touch_pages(buffer + (stretch.begin - before), buffer + (end - (in_front ? accepted : before)));
  stretch.for_each_tile([=](flagged_tile const& tile) {
    if (tile.stays() || tile.begin >= end) return;
    detail::copy_plain_divided(first + tile.begin, tile.flags, tile.size, tile.accepted,
                               to + (tile.accepted_before - before), buffer + (tile.begin - tile.accepted_before));
  });
  if (!in_front) {
    stretch.for_each_tile([=](flagged_tile const& tile) {
      if (tile.stays()) return;
      detail::copy_all(to + (tile.accepted_before - before), tile.accepted, first + tile.accepted_before);
    });
  }
  return end;
}

/// Returns how many elements of a tile come before the first one that is not accepted.
inline std::ptrdiff_t accepted_in_front(flagged_tile const& tile) {
  void const* const other = std::memchr(tile.flags, 0, static_cast<std::size_t>(tile.size));
  return other == nullptr ? tile.size : static_cast<unsigned char const*>(other) - tile.flags;
}

/// A partition of plain elements on the host, from left to right. The accepted elements move to the
/// front. The others stay where they are as long as no accepted element follows; then they are
/// moved aside, until all accepted elements are known.
template <class B, class T>
class plain_partition {
 public:
  plain_partition(B const& exec, T* first, std::ptrdiff_t n, T* buffer)
      : exec_(exec), first_(first), n_(n), buffer_(buffer) {}

  void divide(flagged_tile const& tile) {
    if (!stay_divided(tile.begin, tile, tile.accepted_before + tile.accepted)) {
      if (!tile.stays()) divided_copy<T*, T*, T*>{first_, first_, buffer_}(tile);
    }
    accepted_ = tile.accepted_before + tile.accepted;
    divided_ = tile.begin + tile.size;
  }
  void divide(flagged_stretch<B> const& stretch) {
    std::ptrdiff_t t = 0;
    while (t < stretch.tiles() - 1 && stretch.tile(t).stays()) ++t;
    if (stay_divided(stretch.begin, stretch.tile(t), stretch.accepted()))
      divided_ = stretch.begin + stretch.length;
    else divided_ = detail::divide_stretch(stretch, n_, first_, buffer_);
    accepted_ = stretch.accepted();
  }
  /// Moves the elements back that are aside, and returns how many are accepted.
  std::ptrdiff_t finish() const {
    if (is_aside_) detail::copy_bytes<B, T>(exec_, buffer_, divided_ - accepted_, first_ + accepted_);
    return accepted_;
  }
  /// Does so on the calling thread, after an exception.
  void put_back() const {
    if (is_aside_) detail::copy_all(buffer_, divided_ - accepted_, first_ + accepted_);
  }

 private:
  /// Returns whether the next elements, from `begin` on, are divided where they are. `tile` is
  /// their first tile that has an element that is not accepted, or the last one; `accepted` counts
  /// the accepted elements up to their end. If they are not divided, moves the others before
  /// `begin` aside.
  bool stay_divided(std::ptrdiff_t begin, flagged_tile const& tile, std::ptrdiff_t accepted) {
    if (is_aside_) return false;
    bool const has_rejected = divided_ != accepted_;
    if (accepted == (has_rejected ? accepted_ : tile.accepted_before + detail::accepted_in_front(tile)))
      return true;
    if (has_rejected) {
      detail::touch_pages(buffer_, buffer_ + (begin - accepted_));
      detail::copy_bytes<B, T>(exec_, first_ + accepted_, begin - accepted_, buffer_);
    }
    is_aside_ = true;
    return false;
  }

  B const& exec_;
  T* const first_;
  std::ptrdiff_t const n_;
  T* const buffer_;
  // The elements before divided_ are accepted and in front, or others, after these or aside.
  std::ptrdiff_t accepted_ = 0, divided_ = 0;
  bool is_aside_ = false;
};

/// Partitions plain elements on the host.
template <class B, class T, class P>
std::ptrdiff_t partition_plainly(B const& exec, T* first, std::ptrdiff_t n, P accept) {
  scratch_array<T, B> const memory(exec, n);
  plain_partition<B, T> elements(exec, first, n, memory.data());
  auto const divide = [&](auto const& part) { elements.divide(part); };
  try {
    if (backend_traits<B>::is_serial || n <= flagged_tile_size)
      detail::for_flagged_tiles_in_order(0, n, accept, divide);
    else detail::for_flagged_stretches(exec, n, elements_aside<T>, accept, divide);
  } catch (...) {  // accept has thrown: no element is lost
    elements.put_back();
    throw;
  }
  return elements.finish();
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
  } else if (n <= flagged_tile_size) {
    return detail::divide(seq_policy{}, first, n, accepted, rejected, accept);
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
