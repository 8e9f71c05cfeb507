// adjacent_difference: the difference of each element and the element before it.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/nontemporal.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

/// Says whether the ranges of n elements from a and from b may share memory; a and b are unwrapped.
/// For two pointers the addresses decide. Computed elements share no memory. For other iterators
/// nothing is known, and the result is true.
template <class I, class J>
THRUM_HD bool may_overlap(I const& a, J const& b, std::ptrdiff_t n) {
  if constexpr (std::is_same_v<memory_space_t<I>, any_space> || std::is_same_v<memory_space_t<J>, any_space>) {
    return false;
  } else if constexpr (std::is_pointer_v<I> && std::is_pointer_v<J>) {
    return memory_read<I>::of(a, n).overlaps(memory_read<J>::of(b, n));
  } else {
    return true;
  }
}

/// Stores op(element, before) in `to`. op is called with references to values.
THRUM_EXEC_CHECK_DISABLE
template <class T, class E, class Op>
THRUM_INLINED THRUM_HD void store_difference(E&& to, T const& element, T const& before, Op& op) {
  detail::store(std::forward<E>(to), op(element, before));
}

/// Stores op(elements[i], before[i]) in out[i].
template <class I, class O, class Op>
struct difference_body {
  static constexpr auto kind = body_kind::compute;
  using functor = Op;
  I elements, before;
  O out;
  Op op;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(elements, before);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) {
    detail::store_difference<std::iter_value_t<I>>(std::forward<E>(to), elements[i], before[i], op);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};

/// Stores first[0] in out[0], and op(first[i], first[i - 1]) in every other out[i]: the form for a
/// device, in one step.
template <class I, class O, class Op>
struct difference_or_first_body {
  static constexpr auto kind = body_kind::difference;
  using functor = Op;
  I first;
  O out;
  Op op;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD auto difference(T const& element, T const& before) {
    return op(element, before);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (i == 0) detail::store(out[0], first[0]);
    else detail::store_difference<std::iter_value_t<I>>(out[i], first[i], first[i - 1], op);
  }
};

/// Does adjacent_difference of n > 0 elements whose output does not overlap the input.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class Op>
THRUM_HD void difference_elsewhere(B const& exec, I first, std::ptrdiff_t n, O out, Op op) {
  if constexpr (detail::backend_traits<B>::runs_on_host) {
    detail::store(out[0], first[0]);
    exec.for_each_n(n - 1, difference_body<I, O, Op>{first + 1, first, out + 1, std::move(op)}, default_grain);
  } else {
    exec.for_each_n(n, difference_or_first_body<I, O, Op>{first, out, std::move(op)}, default_grain);
  }
}

/// Stores op(first[i], first[i - 1]) in out[i] for i in [begin, end). out may be first. `before` is
/// the element before `begin`.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O, class T, class Op>
THRUM_HD void difference_in_order(I first, std::ptrdiff_t begin, std::ptrdiff_t end, O out, T before, Op& op) {
  for (std::ptrdiff_t i = begin; i < end; ++i) {
    T element = static_cast<T>(first[i]);
    detail::store(out[i], op(static_cast<T const&>(element), static_cast<T const&>(before)));
    before = std::move(element);
  }
}

/// A functor that copies the last element of a tile.
template <class T, class I>
struct copy_last_of_tile {
  I first;
  std::ptrdiff_t tile;
  static constexpr bool is_noexcept = std::is_pointer_v<I> && std::is_nothrow_copy_constructible_v<T>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t t, T* p) const {
    ::new (static_cast<void*>(p + t)) T(static_cast<T>(first[(t + 1) * tile - 1]));
  }
};

template <class I, class O, class Op>
struct difference_of_tile {
  I first;
  O out;
  Op op;
  std::ptrdiff_t n, tile;
  std::iter_value_t<I> const* last_of_tile;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t t) {
    using T = std::iter_value_t<I>;
    std::ptrdiff_t const begin = t * tile, end = detail::least(n, begin + tile);
    if (t > 0) return detail::difference_in_order(first, begin, end, out, T(last_of_tile[t - 1]), op);
    T const element = static_cast<T>(first[0]);
    detail::store(out[0], element);
    detail::difference_in_order(first, 1, end, out, element, op);
  }
};

/// The elements of a tile on a device, whose many threads read memory in one front: few.
inline constexpr std::ptrdiff_t difference_tile_of_device = 16;

/// Does adjacent_difference of n > 0 elements whose output may be the input.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O, class Op>
THRUM_HD void difference_in_place(B const& exec, I first, std::ptrdiff_t n, O out, Op op) {
  using T = std::iter_value_t<I>;
  using body = difference_of_tile<I, O, Op>;
  if constexpr (detail::backend_traits<B>::is_serial) {
    body{first, out, std::move(op), n, n, nullptr}(0);
  } else {
    constexpr std::ptrdiff_t tile =
        detail::backend_traits<B>::runs_on_host ? default_grain : difference_tile_of_device;
    std::ptrdiff_t const tiles = (n - 1) / tile + 1;
    using copy_last = copy_last_of_tile<T, I>;
    B const step = detail::step_of(exec);
    object_buffer<T, B> const last_of_tile(step, tiles - 1, copy_last{first, tile});
    exec.for_each_n(tiles, body{first, out, std::move(op), n, tile, last_of_tile.data()}, 1);
  }
}
}  // namespace detail

/// adjacent_difference(policy, first, last, out[, op]): stores first[0] in out[0], and op(first[i],
/// first[i - 1]) in every other out[i]. op is the difference by default.
///
/// Returns the end of the output. The output may be the input, but must not overlap it otherwise.
/// The elements are copyable. Parallel policies call copies of op in any order. O(n) work. Scratch
/// memory: none, if addresses or types tell that the output is not the input; otherwise copies of n
/// / 4096 elements under tbb::par and of n / 16 under CUDA. An exception of op leaves the call
/// under seq and tbb::par.
struct adjacent_difference_fn : detail::algorithm<adjacent_difference_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"adjacent_difference", {in("first"), until("last"), out("out").or_input(), optional("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Op = minus<>>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, Op op = {}) const {
    using T = std::iter_value_t<detail::unwrapped_t<I>>;
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_functor<B, Op, T const&, T const&>() &&
                  detail::valid_output<B, O, T const&>() && detail::valid_result<B, O, Op, T const&, T const&>()) {
      std::ptrdiff_t const n = last - first;
      auto const from = detail::unwrap(first);
      auto const to = detail::unwrap(out);
      if (n <= 0) return out;
      if (detail::may_overlap(from, to, n)) detail::difference_in_place(exec, from, n, to, std::move(op));
      else detail::difference_elsewhere(exec, from, n, to, std::move(op));
      return out + n;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT adjacent_difference_fn adjacent_difference{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
