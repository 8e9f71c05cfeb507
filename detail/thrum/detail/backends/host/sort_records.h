// Records that sorts move: elements, elements with values, or numbers with places, the indices of
// elements.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A key with its value, as sort_by_key moves them.
template <class K, class V>
struct key_value {
  K key;
  V value;
};

struct own_key {
  template <class T>
  constexpr T const& operator()(T const& record) const {
    return record;
  }
};
struct first_key {
  template <class R>
  constexpr auto const& operator()(R const& record) const {
    return record.key;
  }
};

/// Returns the number of a record's key.
template <class K, class Less, class KeyOf>
struct number_of_record {
  Less less;
  KeyOf key_of;
  template <class R>
  uint_of_bits<digits<K, Less>::bits> operator()(R const& record) const {
    return digits<K, Less>::number(less, key_of(record));
  }
  template <class R>
  auto value(R const& record) const
    requires requires(K const& key) { digits<K, Less>::value(less, key); }
  {
    return digits<K, Less>::value(less, key_of(record));
  }
};
/// Compares records by their keys.
template <class Order, class KeyOf>
struct record_order {
  Order order;
  KeyOf key_of;
  template <class R>
  bool operator()(R const& a, R const& b) {
    return static_cast<bool>(order(key_of(a), key_of(b)));
  }
};

/// Tells whether a sort by digits moves the records themselves, pass by pass. Other records, which
/// are larger or have members that own something, stay where they are while their numbers are
/// sorted with their places; each record is then moved once.
template <class R>
inline constexpr bool moves_by_digits = is_plain_element<R> && sizeof(R) <= 48;

/// Constructs records from the elements of a range, which it moves out: a key alone, or a key with
/// its value.
template <class R, class K>
struct move_out_key {
  K keys;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<R, moved_element_t<K>>;
  void operator()(std::ptrdiff_t from, R* to) const {
    ::new (static_cast<void*>(to)) R(detail::moved_element(keys, from));
  }
  void put_back(std::ptrdiff_t i, R& record) const { keys[i] = std::move(record); }
};
template <class R, class K, class V>
struct move_out_pair {
  K keys;
  V values;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<std::iter_value_t<K>, moved_element_t<K>> &&
                                      std::is_nothrow_constructible_v<std::iter_value_t<V>, moved_element_t<V>>;
  void operator()(std::ptrdiff_t from, R* to) const {
    ::new (static_cast<void*>(to)) R{detail::moved_element(keys, from), detail::moved_element(values, from)};
  }
  void put_back(std::ptrdiff_t i, R& record) const {
    keys[i] = std::move(record.key);
    values[i] = std::move(record.value);
  }
};

/// Constructs record i from element i.
template <class Move>
struct in_place_order {
  Move move;
  static constexpr bool is_noexcept = Move::is_noexcept;
  template <class R>
  void operator()(std::ptrdiff_t i, R* p) const {
    move(i, p + i);
  }
};
/// Constructs record i from the element that is i-th in order.
template <class Move, class Numbered>
struct in_sorted_order {
  Move move;
  Numbered const* numbered;
  static constexpr bool is_noexcept = Move::is_noexcept;
  template <class R>
  void operator()(std::ptrdiff_t i, R* p) const {
    move(static_cast<std::ptrdiff_t>(numbered[i].place), p + i);
  }
};

/// The number of an element's key, and the element's place.
template <class U, class P>
struct numbered {
  U number;
  P place;
};
struct its_number {
  template <class U, class P>
  U operator()(numbered<U, P> const& x) const {
    return x.number;
  }
};

}  // namespace thrum::detail
