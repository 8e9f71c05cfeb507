// Tells what an iterator knows of the memory around it.
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/checked/extents.h>
#include <thrum/detail/checked/iterator.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
template <class Iterators>
class zip_iterator;
template <class I>
class strided_iterator;
template <class I, class Offset>
class offset_iterator;
template <class I>
class sliding_window_iterator;
template <class Input, class Output, class I>
class transform_input_output_iterator;
template <class I, class Space>
class tagged_iterator;
template <class... T>
struct tuple;

namespace detail::contracts {

template <class I>
inline constexpr bool is_checked = false;
template <class I>
inline constexpr bool is_checked<checked_iterator<I>> = true;

template <class I>
inline constexpr bool is_reverse = is_std_reverse<I>;
template <class I>
inline constexpr bool is_reverse<thrum::reverse_iterator<I>> = true;

template <class I>
inline constexpr int zipped = 0;
template <class... I>
inline constexpr int zipped<zip_iterator<tuple<I...>>> = sizeof...(I);

/// Iterators whose n-th element is made of the n-th element of another iterator.
template <class I>
inline constexpr bool is_over_base = is_std_counted<I> || requires(I const& it) {
  it.base();
  it.functor();
};
template <class I>
inline constexpr bool is_over_base<std::move_iterator<I>> = true;
template <class Input, class Output, class I>
inline constexpr bool is_over_base<transform_input_output_iterator<Input, Output, I>> = true;
template <class I, class Space>
inline constexpr bool is_over_base<tagged_iterator<I, Space>> = true;

/// Iterators whose n-th element is elsewhere in another range. Their room is counted from base()
/// on.
template <class I>
inline constexpr bool is_strided = false;
template <class I>
inline constexpr bool is_strided<strided_iterator<I>> = true;
template <class I>
inline constexpr bool is_window = false;
template <class I>
inline constexpr bool is_window<sliding_window_iterator<I>> = true;
template <class I>
inline constexpr bool is_shifted = false;
template <class I, class Offset>
inline constexpr bool is_shifted<offset_iterator<I, Offset>> = std::is_integral_v<Offset>;

/// Tells whether an iterator knows how many elements there are from it on.
template <class I>
inline constexpr bool knows_room = is_checked<I>;
template <class I>
  requires(is_reverse<I> || is_over_base<I> || is_strided<I> || is_window<I> || is_shifted<I>)
inline constexpr bool knows_room<I> = knows_room<std::remove_cvref_t<decltype(std::declval<I const&>().base())>>;
template <class... I>
inline constexpr bool knows_room<zip_iterator<tuple<I...>>> = (knows_room<I> || ...);

/// Calls f with each iterator of a zip.
template <class I, class F>
void each_zipped(I const& it, F f) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (f(get<K>(it.get_iterator_tuple())), ...);
  }(std::make_index_sequence<static_cast<std::size_t>(zipped<I>)>{});
}

/// Returns n / d, rounded down.
constexpr std::ptrdiff_t floor_of_quotient(std::ptrdiff_t n, std::ptrdiff_t d) {
  return n / d - (n % d < 0 ? 1 : 0);
}
/// Returns the room of an iterator over every `stride`-th element.
inline room strided_room(room const& base, std::ptrdiff_t stride) {
  if (base.behind == room::unknown || stride == 0) return base;
  if (stride > 0) {
    return {floor_of_quotient(base.before, stride), floor_of_quotient(base.behind + stride - 1, stride)};
  }
  return {floor_of_quotient(base.behind - 1, -stride), floor_of_quotient(base.before - stride, -stride)};
}

template <class I>
room room_at(I const& it) {
  if constexpr (is_strided<I>) {
    return contracts::strided_room(contracts::room_at(it.base()), it.stride());
  } else if constexpr (is_window<I>) {
    room const base = contracts::room_at(it.base());
    return base.behind == room::unknown ? base : room{base.before, base.behind - it.width() + 1};
  } else if constexpr (is_shifted<I>) {
    room const base = contracts::room_at(it.base());
    auto const places = static_cast<std::ptrdiff_t>(it.offset());
    return base.behind == room::unknown ? base : room{base.before + places, base.behind - places};
  } else if constexpr (is_checked<I>) {
    return {it.index(), it.size() - it.index()};
  } else if constexpr (is_reverse<I>) {
    room const base = contracts::room_at(it.base());
    return {base.behind, base.before};
  } else if constexpr (zipped<I> > 0) {
    room all;
    contracts::each_zipped(it, [&](auto const& one) {
      room const r = contracts::room_at(one);
      if (r.before < all.before) all.before = r.before;
      if (r.behind < all.behind) all.behind = r.behind;
    });
    return all;
  } else if constexpr (is_over_base<I>) {
    return contracts::room_at(it.base());
  } else {
    return {};
  }
}

/// Returns false only if two iterators are known to be of different ranges.
template <class I, class J>
bool one_range([[maybe_unused]] I const& a, [[maybe_unused]] J const& b) {
  if constexpr (is_checked<I> && is_checked<J>) return a.range_begin() == b.range_begin() && a.size() == b.size();
  else return true;
}

/// Calls f(address, width) for the memory of the n elements from `it` on, as far as the memory is
/// known.
template <class I, class F>
void each_extent(I const& it, std::ptrdiff_t n, F f) {
  auto const base = detail::unwrap(it);
  using U = std::remove_const_t<decltype(base)>;
  if constexpr (std::is_pointer_v<U>) {
    f(reinterpret_cast<std::uintptr_t>(base), sizeof(*base));
  } else if constexpr (is_reverse<U>) {
    if constexpr (requires { base.base() - n; }) contracts::each_extent(base.base() - n, n, f);
  } else if constexpr (zipped<U> > 0) {
    contracts::each_zipped(base, [&](auto const& one) { contracts::each_extent(one, n, f); });
  } else if constexpr (is_over_base<U>) {
    contracts::each_extent(base.base(), n, f);
  }
}

}  // namespace detail::contracts
}  // namespace thrum
