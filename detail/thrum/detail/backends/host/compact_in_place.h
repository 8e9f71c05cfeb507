// Compaction within one range. A sequential policy moves elements to the front as it goes. A
// parallel policy compacts plain elements by parts. For other elements it calls the predicate for a
// stretch of the range, then moves the elements of the stretch: to the front if there is room for
// them before the stretch, otherwise out and back. All scratch memory is allocated before the first
// element moves, so that no element is lost if the allocation fails.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/moved_element.h>
#include <thrum/detail/base/plain_element.h>
#include <thrum/detail/base/result.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/compact_parts.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/memory/object_buffer.h>
#include <thrum/detail/primitives/compact.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns the elements at p as a source to move from.
template <class T>
THRUM_HD auto moved_from(T* p) {
  if constexpr (is_plain_element<T>) return p;
  else return std::make_move_iterator(p);
}

/// Moves element begin + i to first[kept + k]. Nothing refers to the moved-from element then.
template <class I>
struct move_to_front {
  I first;
  std::ptrdiff_t kept, begin;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t k, std::ptrdiff_t i) {
    if (kept + k != begin + i) first[kept + k] = detail::moved_element(first, begin + i);
  }
};

/// Moves the elements with keep(i) to the front, in order. Returns their number. keep(i) may look
/// at elements i - 1 and i: keep is called for the first element after a block of elements before
/// the block moves.
THRUM_EXEC_CHECK_DISABLE
template <class I, class K>
THRUM_HD std::ptrdiff_t compact_in_order(I first, std::ptrdiff_t n, K keep) {
  constexpr std::ptrdiff_t block = 256;
  unsigned char flags[block];
  std::ptrdiff_t kept = 0;
  bool next = n > 0 && keep(std::ptrdiff_t{0});
  for (std::ptrdiff_t begin = 0; begin < n; begin += block) {
    std::ptrdiff_t const size = detail::least(block, n - begin);
    flags[0] = next;
    std::ptrdiff_t const set = next + detail::set_flags(begin + 1, size - 1, flags + 1, keep);
    next = begin + size < n && keep(begin + size);
    detail::for_each_flag(flags, size, true, set, move_to_front<I>{first, kept, begin});
    kept += set;
  }
  return kept;
}

/// The elements of a range, moved out into scratch memory after keep was called for them.
template <class B, class I>
class moved_out {
  using T = std::iter_value_t<I>;

 public:
  template <class K>
  moved_out(B const& exec, I first, std::ptrdiff_t n, K keep)
      : step_(detail::step_of(exec)),
        flags_(step_, n),
        elements_(ask(n, std::move(keep)), n, element_mover<T, I>{first}) {}
  ~moved_out() {}  // nvcc would take a defaulted one for a device function, too
  moved_out(moved_out const&) = delete;
  moved_out& operator=(moved_out const&) = delete;
  auto elements() const { return detail::moved_from(elements_.data()); }
  flag_is kept() const { return {flags_.data(), true}; }

 private:
  template <class K>
  B const& ask(std::ptrdiff_t n, K keep) const {
    step_.for_each_n(n, set_flag<K>{flags_.data(), std::move(keep)}, default_grain);
    return step_;
  }
  B const step_;
  scratch_array<unsigned char, B> const flags_;
  object_buffer<T, B> const elements_;
};

/// Moves the elements with keep(i) to the front, in order. Returns their number. keep(i) may look
/// at elements i - 1 and i.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class K>
THRUM_HD std::ptrdiff_t compact_in_place(B const& exec, I first, std::ptrdiff_t n, K keep) {
  if constexpr (backend_traits<B>::is_serial) {
    if constexpr (moves_plainly<I>) {
      return n > 0 ? detail::compact_part(first, 0, n, keep(std::ptrdiff_t{0}), keep) : 0;
    } else return detail::compact_in_order(first, n, keep);
  } else if constexpr (has_native<B, native::compact>) {
    if (n <= 0) return 0;
    moved_out<B, I> const source(exec, first, n, keep);
    return exec.compact(source.elements(), n, first, source.kept());
  } else if (n <= flagged_tile_size) {
    return detail::compact_in_place(seq_policy{}, first, n, keep);
  } else if constexpr (moves_plainly<I>) {
    return detail::compact_parts(exec, first, n, keep);
  } else {
    using T = std::iter_value_t<I>;
    constexpr std::ptrdiff_t most = elements_aside<T>;
    scratch_array<T, B> const room(exec, detail::least(n, most));
    return detail::for_flagged_stretches(exec, n, most, keep, [&, first](flagged_stretch<B> const& stretch) {
      bool const none_moves = stretch.accepted() == stretch.begin + stretch.length;
      bool const in_front = stretch.accepted() <= stretch.begin;
      if (none_moves) return;
      if (in_front) {
        stretch.for_each_tile([first](flagged_tile const& tile) {
          detail::for_each_flag(tile.flags, tile.size, true, tile.accepted,
                                move_to_front<I>{first, tile.accepted_before, tile.begin});
        });
      } else {
        object_array<T, B> const source(exec, room.data(), stretch.length,
                                        element_mover<T, I>{first + stretch.begin});
        stretch.for_each_tile([first, begin = stretch.begin, from = room.data()](flagged_tile const& tile) {
          detail::copy_flagged(detail::moved_from(from + (tile.begin - begin)), tile.flags, tile.size,
                               tile.accepted, first + tile.accepted_before);
        });
      }
    });
  }
}

/// Moves the elements with keep(i) to the front, in order, and stores their number at `count`.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class K, class C>
THRUM_HD void compact_in_place_into(B const& exec, I first, std::ptrdiff_t n, K keep, C count) {
  if constexpr (!backend_traits<B>::is_serial && has_native<B, native::compact>) {
    if (n <= 0) return detail::leave(exec, count, std::ptrdiff_t{0});
    moved_out<B, I> const source(exec, first, n, keep);
    detail::compact_into(exec, source.elements(), n, first, source.kept(), count);
  } else {
    detail::leave(exec, count, detail::compact_in_place(exec, first, n, keep));
  }
}

/// Does compact_in_place for any destination: see detail/base/result.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class K>
THRUM_HD auto compact_in_place_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, K keep) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::compact_in_place(exec, first, n, std::move(keep)));
  } else {
    auto slot = to.slot(exec, answer);
    detail::compact_in_place_into(exec, first, n, std::move(keep), slot.out());
    return slot.close();
  }
}

}  // namespace thrum::detail
