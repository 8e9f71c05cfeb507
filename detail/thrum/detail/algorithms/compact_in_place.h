// Compaction within one range. A sequential policy moves elements to the front as it goes. A
// parallel policy compacts plain elements by parts. For other elements it calls the predicate for a
// stretch of the range, then moves the elements of the stretch: to the front if there is room for
// them before the stretch, otherwise out and back. All scratch memory is allocated before the first
// element moves, so that no element is lost if the allocation fails.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/host/shift_bytes.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/primitives/compact.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
template <class Iterators>
class zip_iterator;  // thrum/iterator/zip_iterator.h
}  // namespace thrum

namespace thrum::detail {

/// Tells whether an element may be stored within a range only to be overwritten: true of plain
/// elements, and of a zip of plain elements.
template <class I>
inline constexpr bool moves_plainly = detail::plain_assignment<I, I>();
template <class... I>
inline constexpr bool moves_plainly<zip_iterator<tuple<I...>>> = (moves_plainly<I> && ...);

/// Moves the plain elements of [begin, end) with keep(i) to first[kept] and the following places,
/// kept <= begin. Each element is stored at the next place; keep(i) decides whether the next place
/// advances. Returns the next place.
THRUM_EXEC_CHECK_DISABLE
template <class T, class K>
THRUM_HD std::ptrdiff_t compact_one_by_one(T* first, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t kept,
                                           K keep) {
  std::ptrdiff_t i = begin;
  for (; end - i >= 8; i += 8) {
    THRUM_UNROLL
    for (std::ptrdiff_t j = 0; j < 8; ++j) {
      std::ptrdiff_t const advance = keep(i + j) ? 1 : 0;
      first[kept] = first[i + j];
      kept += advance;
    }
  }
  for (; i < end; ++i) {
    std::ptrdiff_t const advance = keep(i) ? 1 : 0;
    first[kept] = first[i];
    kept += advance;
  }
  return kept;
}

/// Moves the plain elements of [begin, end) with keep(i) to `begin` and the following places, in
/// order. Returns how many are kept. keep(i) may look at elements i - 1 and i. first_flag is the
/// answer about the first element.
THRUM_EXEC_CHECK_DISABLE
template <class I, class K>
THRUM_HD std::ptrdiff_t compact_part(I first, std::ptrdiff_t begin, std::ptrdiff_t end, bool first_flag, K keep) {
  std::ptrdiff_t const here = first_flag ? 1 : 0;
  if constexpr (std::is_pointer_v<I> && answers_one_by_one<K>) {
    if constexpr (knows_first<K>) {
      return detail::compact_one_by_one(first, begin + 1, end, begin + here, inner_answers<K>{keep}) - begin;
    } else {
      return detail::compact_one_by_one(first, begin + 1, end, begin + here, keep) - begin;
    }
  } else {
    return here + detail::for_flagged_tiles_in_order(begin + 1, end, keep,
                                                     copy_accepted<I, I>{first, first + (begin + here)});
  }
}

/// An object that moves compacted parts to the front. Across a gap of few bytes the elements move
/// in pieces, whose heads are set aside. Across a larger gap as many elements move at a time as fit
/// into the gap.
template <class B>
class gap_closer {
  static constexpr std::ptrdiff_t few_bytes = 2 * bytes_of_task, most_pieces = most_pieces_of_gap;

 public:
  explicit gap_closer(B const& exec) : exec_(exec), memory_(exec, (most_pieces - 1) * few_bytes / width) {}

  /// Moves `size` plain elements by `gap` places to `first`.
  template <class T>
  void close(T* first, std::ptrdiff_t gap, std::ptrdiff_t size) const {
    constexpr auto bytes = static_cast<std::ptrdiff_t>(sizeof(T));
    directed_range<T> const range{first, gap + size, false};
    if (gap == 0 || size == 0) return;
    if (gap * bytes > few_bytes) {
      for (std::ptrdiff_t i = 0; i < size; i += gap) {
        detail::copy_bytes<B, T>(exec_, first + gap + i, detail::least(gap, size - i), first + i);
      }
    } else if (std::ptrdiff_t const pieces = detail::least(most_pieces, size * bytes / few_bytes);
               pieces > 1 && alignof(T) <= width) {
      detail::shift_all(exec_, shift_pieces<T>{range, gap, pieces, reinterpret_cast<T*>(memory_.data())});
    } else {
      range.move(gap, size, gap);
    }
  }
  template <class... I>
  void close(zip_iterator<tuple<I...>> const& first, std::ptrdiff_t gap, std::ptrdiff_t size) const {
    close_each(first.get_iterator_tuple(), gap, size, std::index_sequence_for<I...>{});
  }

 private:
  struct alignas(16) unit {
    unsigned char bytes[16];
  };
  static constexpr std::ptrdiff_t width = sizeof(unit);
  template <class... I, std::size_t... K>
  void close_each(tuple<I...> const& first, std::ptrdiff_t gap, std::ptrdiff_t size,
                  std::index_sequence<K...>) const {
    (close(get<K>(first), gap, size), ...);
  }
  B const& exec_;
  scratch_array<unit, B> memory_;
};

/// Moves the plain elements with keep(i) to the front, in order. Returns their number. keep(i) may
/// look at elements i - 1 and i. There is one part for each thread: with fewer parts, fewer
/// elements move twice.
template <class B, class I, class K>
std::ptrdiff_t compact_parts(B const& exec, I first, std::ptrdiff_t n, K keep) {
  constexpr std::ptrdiff_t most_parts = most_parts_of_stretch, width = sizeof(std::iter_value_t<I>);
  std::ptrdiff_t const threads = backend_traits<B>::concurrency(exec);
  std::ptrdiff_t const parts = threads > 0 ? detail::least(threads, most_parts) : parts_of_stretch;
  std::ptrdiff_t const most = parts * (bytes_of_part / width + 1), stretches = (n + most - 1) / most;
  gap_closer<B> const gaps(exec);
  std::ptrdiff_t kept = 0;
  bool flags[most_parts + 1] = {};
  std::ptrdiff_t counts[most_parts];
  for (std::ptrdiff_t stretch = 0, begin = 0; stretch < stretches; ++stretch) {
    std::ptrdiff_t const size =
        (n - begin) / (stretches - stretch);  // of nearly equal sizes, so that no part is empty
    auto const part = [=](std::ptrdiff_t p) { return begin + size / parts * p + detail::least(size % parts, p); };
    // The answer about the first element of a stretch is known from the previous stretch.
    std::ptrdiff_t const first_asked = begin == 0 ? 0 : 1, asked = parts + (begin + size < n ? 1 : 0);
    flags[0] = flags[parts];
    exec.for_each_n(
        asked - first_asked,
        [=, flag = flags + first_asked](std::ptrdiff_t p) { flag[p] = keep(part(first_asked + p)); }, 1);
    exec.for_each_n(
        parts,
        [=, flag = +flags, count = +counts](std::ptrdiff_t p) {
          count[p] = detail::compact_part(first, part(p), part(p + 1), flag[p], keep);
        },
        1);
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      gaps.close(first + kept, part(p) - kept, counts[p]);
      kept += counts[p];
    }
    begin += size;
  }
  return kept;
}

/// Returns the elements at p as a source to move from.
template <class T>
THRUM_HD auto moved_from(T* p) {
  if constexpr (is_plain_element<T>) return p;
  else return std::make_move_iterator(p);
}

/// Moves element begin + i to first[kept + k]. Nothing refers to the moved-from element then.
template <class I>
struct front_mover {
  I first;
  std::ptrdiff_t kept, begin;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t k, std::ptrdiff_t i) {
    if (kept + k != begin + i) first[kept + k] = detail::moved_element(first, begin + i);
  }
};

/// Moves the elements with keep(i) to the front, in order. Returns their number. keep(i) may look
/// at elements i - 1 and i: keep is called for the first element after a group of elements before
/// the group moves.
THRUM_EXEC_CHECK_DISABLE
template <class I, class K>
THRUM_HD std::ptrdiff_t compact_in_groups(I first, std::ptrdiff_t n, K keep) {
  constexpr std::ptrdiff_t group = compacted_in_order;
  unsigned char flags[group];
  std::ptrdiff_t kept = 0;
  bool next = n > 0 && keep(std::ptrdiff_t{0});
  for (std::ptrdiff_t begin = 0; begin < n; begin += group) {
    std::ptrdiff_t const size = detail::least(group, n - begin);
    flags[0] = next;
    std::ptrdiff_t const set = next + detail::set_flags(begin + 1, size - 1, flags + 1, keep);
    next = begin + size < n && keep(begin + size);
    detail::for_each_flag(flags, size, true, set, front_mover<I>{first, kept, begin});
    kept += set;
  }
  return kept;
}

/// Compacts on the calling thread.
THRUM_EXEC_CHECK_DISABLE
template <class I, class K>
THRUM_HD std::ptrdiff_t compact_in_order(I first, std::ptrdiff_t n, K keep) {
  if constexpr (!moves_plainly<I>) return detail::compact_in_groups(first, n, keep);
  else return n > 0 ? detail::compact_part(first, 0, n, keep(std::ptrdiff_t{0}), keep) : 0;
}

/// Compacts on all threads: plain elements by parts of the range, others by stretches, through
/// scratch memory unless all places are before the stretch.
template <class B, class I, class K>
std::ptrdiff_t compact_by_tasks(B const& exec, I first, std::ptrdiff_t n, K keep) {
  if constexpr (moves_plainly<I>) {
    return detail::compact_parts(exec, first, n, keep);
  } else {
    using T = std::iter_value_t<I>;
    constexpr std::ptrdiff_t most = elements_aside<T>;
    scratch_array<T, B> const buffer(exec, detail::least(n, most));
    return detail::for_flagged_stretches(exec, n, most, keep, [&, first](flagged_stretch<B> const& stretch) {
      bool const none_moves = stretch.accepted() == stretch.begin + stretch.length;
      bool const in_front = stretch.accepted() <= stretch.begin;
      if (none_moves) return;
      if (in_front) {
        stretch.for_each_tile([first](flagged_tile const& tile) {
          detail::for_each_flag(tile.flags, tile.size, true, tile.accepted,
                                front_mover<I>{first, tile.accepted_before, tile.begin});
        });
      } else {
        object_range<T, B> const source(exec, buffer.data(), stretch.length,
                                        object_mover<T, I>{first + stretch.begin});
        stretch.for_each_tile([first, begin = stretch.begin, from = buffer.data()](flagged_tile const& tile) {
          detail::copy_flagged(detail::moved_from(from + (tile.begin - begin)), tile.flags, tile.size,
                               tile.accepted, first + tile.accepted_before);
        });
      }
    });
  }
}

template <class B, class I, class K>
std::ptrdiff_t compact_on_threads(B const& exec, I first, std::ptrdiff_t n, K keep) {
  auto const alone = [&] { return detail::compact_in_order(first, n, keep); };
  return detail::alone_or_together(exec, n, flagged_tile_size, alone,
                                   [&] { return detail::compact_by_tasks(exec, first, n, keep); });
}

/// The elements of a range, moved out into scratch memory after keep was called for them.
template <class B, class I>
class moved_range {
  using T = std::iter_value_t<I>;

 public:
  template <class K>
  moved_range(B const& exec, I first, std::ptrdiff_t n, K keep)
      : step_(detail::step_of(exec)),
        flags_(step_, n),
        elements_(ask(n, std::move(keep)), n, object_mover<T, I>{first}) {}
  ~moved_range() {}  // nvcc would take a defaulted one for a device function, too
  moved_range(moved_range const&) = delete;
  moved_range& operator=(moved_range const&) = delete;
  auto elements() const { return detail::moved_from(elements_.data()); }
  flag_is kept() const { return {flags_.data(), true}; }

 private:
  template <class K>
  B const& ask(std::ptrdiff_t n, K keep) const {
    step_.for_each_n(n, flag_writer<K>{flags_.data(), std::move(keep)}, default_grain);
    return step_;
  }
  B const step_;
  scratch_array<unsigned char, B> const flags_;
  object_buffer<T, B> const elements_;
};

/// Tells whether a backend's compaction in place takes a predicate that looks at elements of the
/// range: at one, or at the one before it too where runs begin, if the backend says so.
template <class B, class I, class K>
inline constexpr bool asks_in_place = looks_at_one_place<K>;
template <class B, class T, class Equal>
inline constexpr bool asks_in_place<B, T*, run_starts<T*, Equal>> =
    requires { requires B::template compacts_runs_in_place<T>; };

/// Tells whether a backend's native N, compact_in_place or compact_in_place_into, takes the
/// elements and the predicate.
template <class B, native N, class I, class K>
constexpr bool compacts_natively() {
  if constexpr (std::is_pointer_v<I> && moves_plainly<I> && asks_in_place<B, I, K>) return has_native<B, N>;
  else return false;
}

/// Moves the elements with keep(i) to the front, in order. Returns their number. keep(i) may look
/// at elements i - 1 and i.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class K>
THRUM_HD std::ptrdiff_t compact_in_place(B const& exec, I first, std::ptrdiff_t n, K keep) {
  if constexpr (detail::compacts_natively<B, native::compact_in_place, I, K>()) {
    return exec.compact_in_place(first, n, keep);
  } else if constexpr (backend_traits<B>::is_serial) {
    return detail::compact_in_order(first, n, keep);
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    if (n <= 0) return 0;
    moved_range<B, I> const source(exec, first, n, keep);
    return detail::compact(exec, source.elements(), n, first, source.kept());
  } else {
    return detail::compact_on_threads(exec, first, n, keep);
  }
}

/// Moves the elements with keep(i) to the front, in order, and stores their number at `count`.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class K, class C>
THRUM_HD void compact_in_place_into(B const& exec, I first, std::ptrdiff_t n, K keep, C count) {
  if constexpr (detail::compacts_natively<B, native::compact_in_place_into, I, K>()) {
    exec.compact_in_place_into(first, n, keep, count);
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    if (n <= 0) return detail::leave(exec, count, std::ptrdiff_t{0});
    moved_range<B, I> const source(exec, first, n, keep);
    detail::compact_into(exec, source.elements(), n, first, source.kept(), count);
  } else {
    detail::leave(exec, count, detail::compact_in_place(exec, first, n, keep));
  }
}

/// Does compact_in_place for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class K>
THRUM_HD auto compact_in_place_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, K keep) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::compact_in_place(exec, first, n, std::move(keep)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::compact_in_place_into(exec, first, n, std::move(keep), cell.out());
    return cell.close();
  }
}

}  // namespace thrum::detail
