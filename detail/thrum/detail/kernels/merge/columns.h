// The columns of a table that is put together from two others. Merges and set operations use
// columns to write keys, and the values that belong to the keys.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/opaque.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// The second source of a column that takes nothing from a second table.
struct no_source {};

/// Returns whether two ranges are of one type of plain elements in memory. The choice between two
/// elements is then a choice of an address, which needs no branch.
template <class I, class J>
constexpr bool selects_by_address() {
  if constexpr (std::is_pointer_v<I> && std::is_pointer_v<J>) {
    using value = std::iter_value_t<I>;
    return std::is_same_v<value, std::iter_value_t<J>> && is_plain_element<value>;
  } else {
    return false;
  }
}

/// Returns *p or, if `second`, *q. Numbers are both read, as words, because compilers make a branch
/// of a choice between two floats.
template <class T>
THRUM_HD T select(bool second, T const* p, T const* q) {
  using word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  if constexpr (std::is_arithmetic_v<T> && sizeof(T) == sizeof(word)) {
    auto const x = __builtin_bit_cast(word, *p), y = __builtin_bit_cast(word, *q);
    return __builtin_bit_cast(T, second ? y : x);
  } else {
    T const* const chosen = second ? q : p;
    return *chosen;
  }
}

/// Returns a[i] or, if all bits of the mask are set, b[j]. For a condition that chooses more than
/// one thing: compilers would make a branch of select there. Where elements can be counted from
/// one range to the other, that takes the fewest steps.
template <class T>
THRUM_HD T select_by_mask(std::uintptr_t mask, T const* a, std::ptrdiff_t i, T const* b, std::ptrdiff_t j) {
  auto const address = [](T const* p) { return reinterpret_cast<std::uintptr_t>(p); };
  if constexpr (sizeof(T) == alignof(T)) {
    constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(T));
    auto const apart = static_cast<std::ptrdiff_t>(address(b) - address(a)) / size;
    std::ptrdiff_t const at = i + ((apart + j - i) & static_cast<std::ptrdiff_t>(mask));
    return *reinterpret_cast<T const*>(address(a) + static_cast<std::uintptr_t>(at * size));
  } else {
    return *reinterpret_cast<T const*>(address(a + i) + ((address(b + j) - address(a + i)) & mask));
  }
}

/// Copies the first `length` of at most `Most` elements. If they are plain, copies all `Most`, from
/// the first to the last, which needs no branch. Copies of memory are made in vectors: at -O3 GCC
/// makes none of so short a loop.
THRUM_EXEC_CHECK_DISABLE
template <std::ptrdiff_t Most, bool Plain, class I, class O>
THRUM_HD void copy_run(I from, O to, std::ptrdiff_t length) {
#if !defined(__CUDA_ARCH__)
  using T = std::remove_pointer_t<O>;
  if constexpr (Plain && !std::is_volatile_v<T> && (std::is_same_v<I, T*> || std::is_same_v<I, T const*>)) {
    typedef unsigned char vector __attribute__((vector_size(16)));
    constexpr std::size_t bytes = Most * sizeof(T);
    if constexpr (bytes % sizeof(vector) == 0) {
      auto const* const in = reinterpret_cast<unsigned char const*>(from);
      auto* const out = reinterpret_cast<unsigned char*>(to);
      THRUM_UNROLL_BY_4
      for (std::size_t b = 0; b < bytes; b += sizeof(vector)) {
        vector v;
        std::memcpy(&v, in + b, sizeof v);
        std::memcpy(out + b, &v, sizeof v);
      }
      return;
    }
  }
#endif
  if constexpr (Plain && std::is_same_v<std::iter_value_t<I>, std::iter_value_t<O>>) {
    THRUM_INDEPENDENT
    for (std::ptrdiff_t r = 0; r < Most; ++r) detail::store(to[r], from[r]);
  } else if constexpr (Plain) {
    for (std::ptrdiff_t r = 0; r < Most; ++r) detail::store(to[r], from[r]);
  } else {
    for (std::ptrdiff_t r = 0; r < length; ++r) detail::store(to[r], from[r]);
  }
}

/// A column whose row k is taken from row i of a or from row j of b.
template <class I, class J, class O>
struct column {
  I a;
  J b;
  O out;
  /// Whether the choice between a and b needs no branch.
  static constexpr bool selects = detail::selects_by_address<I, J>();
  static constexpr bool takes_by_address = selects || std::is_same_v<J, no_source>;
  /// Whether, in addition, a row may be written and then be overwritten.
  static constexpr bool is_plain = takes_by_address && detail::plain_assignment<I, O>();
  /// How many merges go side by side: as many as have room in registers, and one more if
  /// comparisons take longer.
  static constexpr std::ptrdiff_t merges_abreast = std::is_floating_point_v<std::iter_value_t<I>> ? 6 : 5;
  /// Whether a step needs so many registers that the places of the merges are better in memory.
  static constexpr bool needs_registers = spills_to_vectors && std::is_arithmetic_v<std::iter_value_t<I>>;
  THRUM_HD I first() const { return a; }
  THRUM_HD J second() const { return b; }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_first(std::ptrdiff_t i, std::ptrdiff_t k) const { detail::store(out[k], a[i]); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_second(std::ptrdiff_t j, std::ptrdiff_t k) const { detail::store(out[k], b[j]); }
  /// Takes `Most` rows in order, the first `length` of which count. If the rows are plain, the
  /// others may be written, to be overwritten later.
  THRUM_EXEC_CHECK_DISABLE
  template <std::ptrdiff_t Most>
  THRUM_HD void take_first_run(std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t length = Most) const {
    detail::copy_run<Most, plain_assignment<I, O>()>(a + i, out + k, length);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::ptrdiff_t Most>
  THRUM_HD void take_second_run(std::ptrdiff_t j, std::ptrdiff_t k, std::ptrdiff_t length = Most) const {
    detail::copy_run<Most, plain_assignment<J, O>()>(b + j, out + k, length);
  }
  /// Takes row i of a or row j of b as row k. Only if `selects`. Returns 1 if the row is one of a,
  /// otherwise 0.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t take(bool second, std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t k) const {
    detail::store(out[k], detail::select(second, a + i, b + j));
    return !second;
  }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_by_mask(std::uintptr_t mask, std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t k) const {
    detail::store(out[k], detail::select_by_mask(mask, a, i, b, j));
  }

  // Only if `is_plain`: rows are kept aside first, in host memory that is aligned for any of them.
  static constexpr std::size_t bytes_of_row = sizeof(std::iter_value_t<I>),
                               alignment = alignof(std::iter_value_t<I>);
  /// Returns the same column, but with the memory at `room` as output. It has room for the given
  /// number of rows, a multiple of 64.
  auto kept_in(unsigned char* room, std::ptrdiff_t) const {
    using value = std::iter_value_t<I>;
    return column<I, J, value*>{a, b, reinterpret_cast<value*>(room)};
  }
  /// Moves the n rows from row `from` on to row k.
  void move_down(std::ptrdiff_t k, std::ptrdiff_t from, std::ptrdiff_t n) const {
    std::memmove(static_cast<void*>(out + k), static_cast<void const*>(out + from),
                 static_cast<std::size_t>(n) * sizeof(*out));
  }
  /// Copies the first n of the kept rows to row k on.
  template <class Kept>
  void take_kept(Kept const& kept, std::ptrdiff_t k, std::ptrdiff_t n) const {
    column<decltype(kept.out), no_source, O> const rows{kept.out, {}, out};
    constexpr std::ptrdiff_t run = 64;
    std::ptrdiff_t r = 0;
    for (; n - r >= run; r += run) rows.template take_first_run<run>(r, k + r);
    for (; r < n; ++r) rows.take_first(r, k + r);
  }
};
template <class I, class J, class O>
column(I, J, O) -> column<I, J, O>;

/// The columns of keys and of their values.
template <class Keys, class Values>
struct two_columns {
  Keys keys;
  Values values;
  static constexpr bool selects = Keys::selects && Values::selects;
  static constexpr bool is_plain = Keys::is_plain && Values::is_plain;
  static constexpr std::ptrdiff_t merges_abreast = 5;
  static constexpr bool needs_registers = spills_to_vectors;
  THRUM_HD auto first() const { return keys.first(); }
  THRUM_HD auto second() const { return keys.second(); }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_first(std::ptrdiff_t i, std::ptrdiff_t k) const {
    keys.take_first(i, k);
    values.take_first(i, k);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_second(std::ptrdiff_t j, std::ptrdiff_t k) const {
    keys.take_second(j, k);
    values.take_second(j, k);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::ptrdiff_t Most>
  THRUM_HD void take_first_run(std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t length = Most) const {
    keys.template take_first_run<Most>(i, k, length);
    values.template take_first_run<Most>(i, k, length);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <std::ptrdiff_t Most>
  THRUM_HD void take_second_run(std::ptrdiff_t j, std::ptrdiff_t k, std::ptrdiff_t length = Most) const {
    keys.template take_second_run<Most>(j, k, length);
    values.template take_second_run<Most>(j, k, length);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t take(bool second, std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t k) const {
    std::uintptr_t const mask = detail::opaque_mask(second);
    keys.take_by_mask(mask, i, j, k);
    values.take_by_mask(mask, i, j, k);
    return static_cast<std::ptrdiff_t>(mask) + 1;
  }

  static constexpr std::size_t bytes_of_row = Keys::bytes_of_row + Values::bytes_of_row;
  static constexpr std::size_t alignment =
      Keys::alignment > Values::alignment ? Keys::alignment : Values::alignment;
  auto kept_in(unsigned char* room, std::ptrdiff_t count) const {
    auto const k = keys.kept_in(room, count);
    auto const v = values.kept_in(room + Keys::bytes_of_row * static_cast<std::size_t>(count), count);
    return two_columns<std::remove_const_t<decltype(k)>, std::remove_const_t<decltype(v)>>{k, v};
  }
  void move_down(std::ptrdiff_t k, std::ptrdiff_t from, std::ptrdiff_t n) const {
    keys.move_down(k, from, n);
    values.move_down(k, from, n);
  }
  template <class Kept>
  void take_kept(Kept const& kept, std::ptrdiff_t k, std::ptrdiff_t n) const {
    keys.take_kept(kept.keys, k, n);
    values.take_kept(kept.values, k, n);
  }
};
template <class Keys, class Values>
two_columns(Keys, Values) -> two_columns<Keys, Values>;

}  // namespace thrum::detail
