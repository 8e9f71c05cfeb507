// compact: copies the elements that are kept, in order. keep(i) is asked once for each i.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/flagged_tiles.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/store.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#include <thrum/detail/cuda/compact.cuh>
#endif

namespace thrum {

template <class, class, class, class>
class counting_iterator;  // thrum/iterator/counting_iterator.h
template <class... T>
struct tuple;  // thrum/tuple.h

namespace detail {

/// Whether any element of a range may be read, wanted or not: a stored one, or a number that is counted. Another iterator's
/// may be none at all: an index out of range, a function that throws.
template <class I>
inline constexpr bool always_readable = std::is_pointer_v<I>;
template <class... Arguments>
inline constexpr bool always_readable<counting_iterator<Arguments...>> = true;

/// Whether an assignment may be made and then be overwritten: a copy of plain bytes into plain memory.
template <class I, class O>
constexpr bool plain_assignment() {
  if constexpr (std::is_pointer_v<O> && always_readable<I>) {
    return std::is_trivially_copyable_v<std::remove_pointer_t<O>> &&
           std::is_trivially_copyable_v<std::iter_value_t<I>>;
  } else {
    return false;
  }
}

/// out[to] = first[from].
template <class I, class O>
struct store_element {
  I first;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t to, std::ptrdiff_t from) { detail::store(out[to], first[from]); }
};

/// Whether both are zips: what is done to their elements is done to each of their ranges.
template <class I, class O>
concept both_zips = requires(I const& first, O const& out) {
  first.get_iterator_tuple();
  out.get_iterator_tuple();
};

template <class I, class O>
THRUM_HD void copy_flagged(I first, unsigned char const* flags, std::ptrdiff_t count, O out);

THRUM_EXEC_CHECK_DISABLE
template <class... I, class... O, std::size_t... K>
THRUM_HD void copy_each_flagged(tuple<I...> const& first, unsigned char const* flags, std::ptrdiff_t count,
                                tuple<O...> const& out, std::index_sequence<K...>) {
  (detail::copy_flagged(get<K>(first), flags, count, get<K>(out)), ...);
}
template <class... I, class... O>
THRUM_HD void copy_each_flagged(tuple<I...> const& first, unsigned char const* flags, std::ptrdiff_t count,
                                tuple<O...> const& out) {
  detail::copy_each_flagged(first, flags, count, out, std::index_sequence_for<I...>{});
}

/// Copies the `count` flagged elements of [first, ...) to out. Plain elements are all stored, and the next place
/// advances by the flag; it stops at the last flagged one, so that nothing behind out + count is touched.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O>
THRUM_HD void copy_flagged(I first, unsigned char const* flags, std::ptrdiff_t count, O out) {
  if constexpr (detail::plain_assignment<I, O>()) {
    O const end = out + count;
    for (std::ptrdiff_t i = 0; out != end; ++i) {
      *out = static_cast<std::remove_pointer_t<O>>(first[i]);
      out += flags[i];
    }
  } else if constexpr (both_zips<I, O>) {
    detail::copy_each_flagged(first.get_iterator_tuple(), flags, count, out.get_iterator_tuple());
  } else {
    detail::for_each_flag(flags, true, count, store_element<I, O>{first, out});
  }
}

template <class I, class O>
struct copy_accepted {
  I first;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(flagged_tile const& tile) const {
    detail::copy_flagged(first + tile.begin, tile.flags, tile.accepted, out + tile.accepted_before);
  }
};

}  // namespace detail

/// For plain elements out may be first: an element is never stored behind its own place.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class K>
THRUM_HD std::ptrdiff_t seq_policy::compact(I first, std::ptrdiff_t n, O out, K keep) const {
  return detail::for_flagged_tiles_in_order(n, keep, detail::copy_accepted<I, O>{first, out});
}

namespace detail {

/// Copies the elements first[i] with keep(i) to out, in order; returns their number. The ranges do not overlap.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class K>
THRUM_HD std::ptrdiff_t compact(B const& exec, I first, std::ptrdiff_t n, O out, K keep) {
  if constexpr (requires { exec.compact(first, n, out, keep); }) {
    return exec.compact(first, n, out, keep);
  } else if (n <= flagged_tile_size) {
    return seq_policy{}.compact(first, n, out, keep);
  } else {
    return detail::for_flagged_tiles(exec, n, keep, copy_accepted<I, O>{first, out});
  }
}

}  // namespace detail
}  // namespace thrum
