// The columns of a table that is put together from two others: how merges and set operations write keys, and the
// values that go with them.
#pragma once

#include <thrum/detail/compose/compact.h>
#include <thrum/detail/config.h>
#include <thrum/detail/store.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Where nothing comes from the second table.
struct no_source {};

/// Whether two ranges are of one type of plain elements in memory: which of two elements to copy is then an address,
/// which needs no branch.
template <class I, class J>
constexpr bool selects_by_address() {
  if constexpr (std::is_pointer_v<I> && std::is_pointer_v<J>) {
    using value = std::iter_value_t<I>;
    return std::is_same_v<value, std::iter_value_t<J>> && std::is_trivially_copyable_v<value>;
  } else {
    return false;
  }
}

/// Row k of the column `out` is taken from row i of a or from row j of b.
template <class I, class J, class O>
struct column {
  I a;
  J b;
  O out;
  /// Whether it costs no branch to take from the one or the other.
  static constexpr bool selects = detail::selects_by_address<I, J>();
  static constexpr bool takes_by_address = selects || std::is_same_v<J, no_source>;
  /// Whether, besides, a row may be written in vain, to be overwritten.
  static constexpr bool is_plain = takes_by_address && detail::plain_assignment<I, O>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_first(std::ptrdiff_t i, std::ptrdiff_t k) const { detail::store(out[k], a[i]); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take_second(std::ptrdiff_t j, std::ptrdiff_t k) const { detail::store(out[k], b[j]); }
  /// Where `selects`. Compilers make a branch of ?: at their whim, and then of all that follows from the same
  /// condition.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void take(bool second, std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t k) const {
    using source = std::iter_value_t<I> const*;
    auto const in_a = reinterpret_cast<std::uintptr_t>(a + i), in_b = reinterpret_cast<std::uintptr_t>(b + j);
    auto const mask = std::uintptr_t{0} - static_cast<std::uintptr_t>(second);
    detail::store(out[k], *reinterpret_cast<source>(in_a ^ ((in_a ^ in_b) & mask)));
  }
};
template <class I, class J, class O>
column(I, J, O) -> column<I, J, O>;

/// Keys with their values.
template <class Keys, class Values>
struct two_columns {
  Keys keys;
  Values values;
  static constexpr bool selects = Keys::selects && Values::selects;
  static constexpr bool is_plain = Keys::is_plain && Values::is_plain;

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
  THRUM_HD void take(bool second, std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t k) const {
    keys.take(second, i, j, k);
    values.take(second, i, j, k);
  }
};
template <class Keys, class Values>
two_columns(Keys, Values) -> two_columns<Keys, Values>;

}  // namespace thrum::detail
