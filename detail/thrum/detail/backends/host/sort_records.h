// What a sort on the host moves: records. A record is an element, an element with its value, or a
// number with the index of its element. A range of elements (record_range, key_range, pair_range)
// says how keys are read, and how an element becomes a record and an element again.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
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

/// Returns the key of a record: the record itself, or its member.
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

/// Records in memory, which are sorted where they are.
template <class R, class KeyOf>
struct record_range {
  using record = R;
  using key_type = std::remove_cvref_t<std::invoke_result_t<KeyOf const&, R const&>>;
  static constexpr bool is_in_memory = true;
  static constexpr bool is_noexcept = std::is_nothrow_move_constructible_v<R>;
  R* records;
  KeyOf key_of;
  decltype(auto) key(std::ptrdiff_t i) const { return key_of(std::as_const(records[i])); }
  /// Constructs a record at `to` from element i, which it moves out.
  void construct(std::ptrdiff_t i, R* to) const { ::new (static_cast<void*>(to)) R(std::move(records[i])); }
  void put_back(std::ptrdiff_t i, R& x) const { records[i] = std::move(x); }
};
/// The elements of a range. Each is its own key.
template <class K>
struct key_range {
  using record = std::iter_value_t<K>;
  using key_type = record;
  static constexpr bool is_in_memory = false;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<record, moved_element_t<K>>;
  K keys;
  own_key key_of;
  decltype(auto) key(std::ptrdiff_t i) const { return keys[i]; }
  void construct(std::ptrdiff_t i, record* to) const {
    ::new (static_cast<void*>(to)) record(detail::moved_element(keys, i));
  }
  void put_back(std::ptrdiff_t i, record& x) const { keys[i] = std::move(x); }
};
/// The keys of a range with the values of another range.
template <class K, class V>
struct pair_range {
  using key_type = std::iter_value_t<K>;
  using record = key_value<key_type, std::iter_value_t<V>>;
  static constexpr bool is_in_memory = false;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<key_type, moved_element_t<K>> &&
                                      std::is_nothrow_constructible_v<std::iter_value_t<V>, moved_element_t<V>>;
  K keys;
  V values;
  first_key key_of;
  decltype(auto) key(std::ptrdiff_t i) const { return keys[i]; }
  void construct(std::ptrdiff_t i, record* to) const {
    ::new (static_cast<void*>(to)) record{detail::moved_element(keys, i), detail::moved_element(values, i)};
  }
  void put_back(std::ptrdiff_t i, record& x) const {
    keys[i] = std::move(x.key);
    values[i] = std::move(x.value);
  }
};

/// Returns the elements of an iterator, or of a range of elements, as a range of elements.
template <class K>
auto elements_of(K keys) {
  using R = std::iter_value_t<K>;
  if constexpr (std::is_same_v<K, R*>) return record_range<R, own_key>{keys, {}};
  else return key_range<K>{keys, {}};
}
template <class R, class KeyOf>
record_range<R, KeyOf> elements_of(record_range<R, KeyOf> records) {
  return records;
}
template <class K, class V>
pair_range<K, V> elements_of(pair_range<K, V> pairs) {
  return pairs;
}

/// Constructs record i at p + i from element i.
template <class Elements>
struct record_maker {
  Elements elements;
  static constexpr bool is_noexcept = Elements::is_noexcept;
  template <class R>
  void operator()(std::ptrdiff_t i, R* p) const {
    elements.construct(i, p + i);
  }
};
/// Constructs record i at p + i from the element that is i-th in order.
template <class Elements, class Item>
struct ordered_record_maker {
  Elements elements;
  Item const* in_order;
  static constexpr bool is_noexcept = Elements::is_noexcept;
  template <class R>
  void operator()(std::ptrdiff_t i, R* p) const {
    elements.construct(static_cast<std::ptrdiff_t>(in_order[i].index), p + i);
  }
};

/// Moves n records back to the elements that they were made from.
template <class B, class Elements>
void put_all_back(B const& exec, Elements elements, std::ptrdiff_t n, typename Elements::record* records) {
  exec.for_each_n(n, [=](std::ptrdiff_t i) { elements.put_back(i, records[i]); }, default_grain);
}

/// The index of an element, which is sorted in place of the element.
struct element_index {
  std::ptrdiff_t index;
};
/// The order of indices by the keys of their elements.
template <class Elements, class Order>
struct index_order {
  Elements elements;
  Order order;
  bool operator()(element_index a, element_index b) {
    return static_cast<bool>(order(elements.key(a.index), elements.key(b.index)));
  }
};

/// The number of an element's key with the index of the element.
template <class U, class I>
struct indexed_number {
  U number;
  I index;
};
/// Returns the number of an indexed_number.
struct own_number {
  template <class U, class I>
  U operator()(indexed_number<U, I> const& x) const {
    return x.number;
  }
};

}  // namespace thrum::detail
