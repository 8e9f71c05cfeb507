// Orders by members of a struct as orders by what lies at known places of it. A pointer to a member
// is known at run time alone: a thread of a device that follows one keeps the whole element in
// memory, not in registers, and a sort takes twice as long.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/detail/order/projection.h>
#include <cstddef>

namespace thrum::detail {

/// A function object that returns the M which lies `Place` bytes behind the front of an object.
template <class M, std::size_t Place>
struct placed_projection {
  template <class C>
  THRUM_HD constexpr M const& operator()(C const& x) const {
    return *reinterpret_cast<M const*>(reinterpret_cast<unsigned char const*>(__builtin_addressof(x)) + Place);
  }
};

/// An order by members that follow each other from place End on, as they do in a struct:
/// `type`, and of(order) if fits(order). The place behind the last member is `end`. Other
/// orders have none.
template <class Order, std::size_t End = 0>
struct placed_order {
  static constexpr bool exists = false;
};
template <class Less, class M, class C, std::size_t End>
struct placed_order<key_order<Less, member_projection<M, C>>, End> {
  using order = key_order<Less, member_projection<M, C>>;
  static constexpr bool exists = true;
  static constexpr std::size_t place = (End + alignof(M) - 1) / alignof(M) * alignof(M), end = place + sizeof(M);
  using type = key_order<Less, placed_projection<M, place>>;
  static type of(order const& by) { return {by.less, {}}; }
  static bool fits(order const& by) {
    alignas(C) unsigned char const room[sizeof(C)] = {};
    auto const* const member = __builtin_addressof(by.projection(reinterpret_cast<C const&>(room)));
    return reinterpret_cast<unsigned char const*>(member) == room + place;
  }
};
template <class First, std::size_t End>
  requires(placed_order<First, End>::exists)
struct placed_order<lexicographic_order<First>, End> : placed_order<First, End> {
  using type = lexicographic_order<typename placed_order<First, End>::type>;
  static type of(lexicographic_order<First> const& by) { return {placed_order<First, End>::of(by)}; }
};
template <class First, class Second, class... Rest, std::size_t End>
  requires(placed_order<First, End>::exists &&
           placed_order<lexicographic_order<Second, Rest...>, placed_order<First, End>::end>::exists)
struct placed_order<lexicographic_order<First, Second, Rest...>, End> {
  using order = lexicographic_order<First, Second, Rest...>;
  using before = placed_order<First, End>;
  using after = placed_order<lexicographic_order<Second, Rest...>, before::end>;
  static constexpr bool exists = true;
  static constexpr std::size_t end = after::end;
  static auto of(order const& by) { return detail::followed_by(before::of(by.first), after::of(by.rest)); }
  static bool fits(order const& by) { return before::fits(by.first) && after::fits(by.rest); }
};

}  // namespace thrum::detail
