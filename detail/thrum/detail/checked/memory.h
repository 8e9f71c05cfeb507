// The memory that the arguments of a call stand for: how much of it an iterator knows to be there,
// and the checks that there is memory, that the policy reaches it, that there is enough of it, and
// that outputs overlap nothing.
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/checked/failure.h>
#include <thrum/detail/checked/iterator.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
#include <cuda_runtime_api.h>
#endif

namespace thrum::detail::contracts {

/// An argument of a call, as messages name it.
struct argument_name {
  char const* algorithm;
  char const* name;
  int number;

  [[noreturn]] void fail(std::ptrdiff_t index, std::string const& text) const {
    throw check_failed(algorithm, number, name, index, text);
  }
  std::string text() const { return "argument " + std::to_string(number) + " (" + name + ")"; }
};

inline std::string elements(std::ptrdiff_t n) { return std::to_string(n) + (n == 1 ? " element" : " elements"); }

/// How many elements lie before an iterator and from the iterator on, as far as the iterator knows.
struct room {
  static constexpr std::ptrdiff_t unknown = std::numeric_limits<std::ptrdiff_t>::max();
  std::ptrdiff_t before = unknown;
  std::ptrdiff_t after = unknown;
  std::ptrdiff_t size() const { return before + after; }
};

/// Checks that an iterator points into its range, or to its end.
inline void require_inside(argument_name const& at, room const& r) {
  if (r.before >= 0 && r.after >= 0) return;
  at.fail(r.before,
          "place " + std::to_string(r.before) + " is outside of a checked range of " + elements(r.size()));
}

/// Checks that n elements are there.
inline void require_room(argument_name const& at, room const& r, std::ptrdiff_t n, bool reads, bool writes) {
  require_inside(at, r);
  if (n <= r.after) return;
  std::string const many = elements(n) + (n == 1 ? " is " : " are "), there = std::to_string(r.after);
  if (!reads) at.fail(r.after, many + "written, and there is room for " + there);
  at.fail(r.after, many + (writes ? "used, and there are " : "read, and there are ") + there);
}

/// The memory that an argument stands for: elements of `width` bytes each.
struct extent {
  argument_name at;
  std::uintptr_t begin;
  std::ptrdiff_t n;
  std::size_t width;
  bool writes;
  bool may_be_input;
  bool may_be_empty;  // the call finds out how many elements there are
  std::uintptr_t end() const { return begin + static_cast<std::uintptr_t>(n) * width; }
};

/// The side whose code is to reach memory.
enum class side : unsigned char { host, device, either };

/// Checks that code of a side reaches the memory at p. Without CUDA there is only one memory.
inline void require_reachable([[maybe_unused]] argument_name const& at, [[maybe_unused]] void const* p,
                              [[maybe_unused]] side where) {
#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
  cudaPointerAttributes found{};
  if (cudaPointerGetAttributes(&found, p) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // no GPU: all memory is the host's
    found.type = cudaMemoryTypeUnregistered;
  }
  if (where == side::device && found.type == cudaMemoryTypeUnregistered) {
    at.fail(-1, "it is memory of the host, which cuda::par cannot reach");
  }
  if (where == side::host && found.type == cudaMemoryTypeDevice) {
    at.fail(-1, "it is memory of a CUDA device, which the host cannot reach");
  }
#endif
}

/// The memory of a call's arguments.
class extents {
 public:
  explicit extents(side where) : where_(where) {}

  void add(extent const& e) {
    if (e.n <= 0) return;
    if (e.begin == 0 && e.may_be_empty) return;
    if (e.begin == 0) {
      e.at.fail(-1, "it is a null pointer, and " + elements(e.n) + (e.n == 1 ? " is" : " are") + " asked for");
    }
    require_reachable(e.at, reinterpret_cast<void const*>(e.begin), where_);
    for (int i = 0; i < size_; ++i) require_apart(all_[i], e);
    if (size_ < most) all_[size_++] = e;
  }

 private:
  static void require_apart(extent const& a, extent const& b) {
    if (a.may_be_empty && b.may_be_empty) return;
    if (a.at.number == b.at.number || (!a.writes && !b.writes) || b.begin >= a.end() || a.begin >= b.end()) return;
    if ((a.may_be_input || b.may_be_input) && a.begin == b.begin && a.width == b.width) return;
    // The failure names the extent that is written; if both are written, the later one.
    extent const& written = b.writes ? b : a;
    extent const& other = b.writes ? a : b;
    std::uintptr_t const begin = written.begin < other.begin ? other.begin : written.begin;
    auto const index = static_cast<std::ptrdiff_t>((begin - written.begin) / written.width);
    written.at.fail(index,
                    "it overlaps " + other.at.text() + ": its element " + std::to_string(index) + " is in both");
  }

  static constexpr int most = 32;  // a zip has several
  side where_;
  int size_ = 0;
  extent all_[most]{};
};

}  // namespace thrum::detail::contracts

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
  if (base.after == room::unknown || stride == 0) return base;
  if (stride > 0) {
    return {floor_of_quotient(base.before, stride), floor_of_quotient(base.after + stride - 1, stride)};
  }
  return {floor_of_quotient(base.after - 1, -stride), floor_of_quotient(base.before - stride, -stride)};
}

template <class I>
room room_at(I const& it) {
  if constexpr (is_strided<I>) {
    return contracts::strided_room(contracts::room_at(it.base()), it.stride());
  } else if constexpr (is_window<I>) {
    room const base = contracts::room_at(it.base());
    return base.after == room::unknown ? base : room{base.before, base.after - it.width() + 1};
  } else if constexpr (is_shifted<I>) {
    room const base = contracts::room_at(it.base());
    auto const offset = static_cast<std::ptrdiff_t>(it.offset());
    return base.after == room::unknown ? base : room{base.before + offset, base.after - offset};
  } else if constexpr (is_checked<I>) {
    return {it.index(), it.size() - it.index()};
  } else if constexpr (is_reverse<I>) {
    room const base = contracts::room_at(it.base());
    return {base.after, base.before};
  } else if constexpr (zipped<I> > 0) {
    room all;
    contracts::each_zipped(it, [&](auto const& one) {
      room const r = contracts::room_at(one);
      if (r.before < all.before) all.before = r.before;
      if (r.after < all.after) all.after = r.after;
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
