// Copies of the elements of a tile whose flags are set.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/flags/compress.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

template <class, class, class, class>
class counting_iterator;  // thrum/iterator/counting_iterator.h
template <class... T>
struct tuple;  // thrum/tuple.h

namespace detail {

/// Whether any element of a range may be read, wanted or not. Holds for elements in memory and for
/// numbers that are counted. Another iterator may have no element there at all: its index may be
/// out of range, or its function may throw.
template <class I>
inline constexpr bool always_readable = std::is_pointer_v<I>;
template <class... Arguments>
inline constexpr bool always_readable<counting_iterator<Arguments...>> = true;

/// Returns whether an assignment may be made and then be overwritten: a copy of plain bytes into
/// plain memory.
template <class I, class O>
constexpr bool plain_assignment() {
  if constexpr (std::is_pointer_v<O> && always_readable<I>) {
    return is_plain_element<std::remove_pointer_t<O>> && is_plain_element<std::iter_value_t<I>>;
  } else {
    return false;
  }
}

/// Whether both are zips: an operation on their elements is done on each of their ranges.
template <class I, class O>
concept both_zips = requires(I const& first, O const& out) {
  first.get_iterator_tuple();
  out.get_iterator_tuple();
};

template <class I, class O>
THRUM_HD void copy_flagged(I first, unsigned char const* flags, std::ptrdiff_t n, std::ptrdiff_t count, O out);

THRUM_EXEC_CHECK_DISABLE
template <class... I, class... O, std::size_t... K>
THRUM_HD void copy_each_flagged(tuple<I...> const& first, unsigned char const* flags, std::ptrdiff_t n,
                                std::ptrdiff_t count, tuple<O...> const& out, std::index_sequence<K...>) {
  (detail::copy_flagged(get<K>(first), flags, n, count, get<K>(out)), ...);
}
template <class... I, class... O>
THRUM_HD void copy_each_flagged(tuple<I...> const& first, unsigned char const* flags, std::ptrdiff_t n,
                                std::ptrdiff_t count, tuple<O...> const& out) {
  detail::copy_each_flagged(first, flags, n, count, out, std::index_sequence_for<I...>{});
}

/// Copies n plain elements: to[0, n) = from[0, n). `to` may be before `from`.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O>
THRUM_HD void copy_all(I from, std::ptrdiff_t n, O to) {
  using T = std::remove_pointer_t<O>;
#if !defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<I, T*> || std::is_same_v<I, T const*>) {
    if (to == from) return;
    std::memmove(static_cast<void*>(to), static_cast<void const*>(from), static_cast<std::size_t>(n) * sizeof(T));
    return;
  }
#endif
  for (std::ptrdiff_t i = 0; i < n; ++i) to[i] = static_cast<T>(from[i]);
}

/// If at most this many elements of a group are left out, the pieces between them are worth a call
/// of the C library.
inline constexpr std::ptrdiff_t few_gaps = 3;

/// Copies the `count` elements of a group whose flags are Wanted. If nearly all are wanted, they
/// are copied in pieces. If many are wanted, all elements are stored, and the output index advances
/// by the flag. That may store one element after the wanted ones, so it is done only if there is
/// `room`.
template <bool Wanted, class I, class O>
THRUM_HD void copy_flagged_group(I from, unsigned char const* flags, std::ptrdiff_t count, O to, bool room) {
  using T = std::remove_pointer_t<O>;
  if (count == flag_group) {
    detail::copy_all(from, flag_group, to);
  } else if (count >= flag_group - few_gaps) {
    std::uint64_t const bits = detail::flag_bits(flags);
    std::ptrdiff_t begin = 0;
    for (std::uint64_t gaps = Wanted ? ~bits : bits; gaps != 0; gaps &= gaps - 1) {
      std::ptrdiff_t const size = detail::lowest_bit(gaps) - begin;
      detail::copy_all(from + begin, size, to);
      to += size;
      begin += size + 1;
    }
    detail::copy_all(from + begin, flag_group - begin, to);
  } else if (count > flag_group / 4 && room) {
    THRUM_UNROLL
    for (std::ptrdiff_t i = 0; i < flag_group; ++i) {
      *to = static_cast<T>(from[i]);
      to += Wanted ? flags[i] : 1 - flags[i];
    }
  } else if (count != 0) {
    std::uint64_t left = detail::flag_bits(flags);
    for (left = Wanted ? left : ~left; left != 0; left &= left - 1) {
      *to++ = static_cast<T>(from[detail::lowest_bit(left)]);
    }
  }
}

/// Copies the `count` plain elements of [first, first + n) whose flags are Wanted. Writes nothing
/// after out + count.
THRUM_EXEC_CHECK_DISABLE
template <bool Wanted, class I, class O>
THRUM_HD void copy_plain_flagged(I first, unsigned char const* flags, std::ptrdiff_t n, std::ptrdiff_t count,
                                 O out) {
  if (count == n) return detail::copy_all(first, n, out);
  O const end = out + count;
  std::ptrdiff_t i = 0;
#if THRUM_HAS_VECTOR_TARGETS
  using T = std::remove_pointer_t<O>;
  if constexpr ((std::is_same_v<I, T*> || std::is_same_v<I, T const*>) && is_compressed<sizeof(T)>) {
    if (detail::vectors_of_processor() >= vector_level::avx512) {
      i = n - n % flag_group;
      out = reinterpret_cast<O>(detail::compress_groups<Wanted, sizeof(T)>(
          reinterpret_cast<unsigned char const*>(first), flags, n / flag_group,
          reinterpret_cast<unsigned char*>(out), reinterpret_cast<unsigned char*>(end)));
    }
  }
#endif
  for (; out != end && n - i >= flag_group; i += flag_group) {
    std::ptrdiff_t const set = detail::count_flags(flags + i), here = Wanted ? set : flag_group - set;
    detail::copy_flagged_group<Wanted>(first + i, flags + i, here, out, out + here != end);
    out += here;
  }
  for (; out != end; ++i) {
    *out = static_cast<std::remove_pointer_t<O>>(first[i]);
    out += Wanted ? flags[i] : 1 - flags[i];
  }
}

/// Copies the `count` flagged elements of [first, first + n) to out, in order.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O>
THRUM_HD void copy_flagged(I first, unsigned char const* flags, std::ptrdiff_t n, std::ptrdiff_t count, O out) {
  if constexpr (detail::plain_assignment<I, O>()) {
    detail::copy_plain_flagged<true>(first, flags, n, count, out);
  } else if constexpr (both_zips<I, O>) {
    detail::copy_each_flagged(first.get_iterator_tuple(), flags, n, count, out.get_iterator_tuple());
  } else {
    detail::for_each_flag(flags, n, true, count, element_storer<I, O>{first, out});
  }
}

/// Copies the accepted elements of tiles.
template <class I, class O>
struct copy_accepted {
  I first;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(flagged_tile const& tile) const {
    detail::copy_flagged(first + tile.begin, tile.flags, tile.size, tile.accepted, out + tile.accepted_before);
  }
};

}  // namespace detail
}  // namespace thrum
