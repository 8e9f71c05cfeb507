// States of a pipeline that need scratch memory: elements that are kept for another pass, and the
// elements of many ranges as one range.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/pipeline_states.h>
#include <thrum/binary_search.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns next(state) for the elements of a state in scratch memory.
template <class B, class State, class Next>
auto with_stored(B const& exec, State const& state, Next next) {
  using T = typename State::value;
  if constexpr (is_plain_element<T>) {
    scratch_array<T, B> const elements(exec, state.most());
    std::ptrdiff_t const n = state.write(exec, elements.data());
    return next(ranged<T*>{elements.data(), n});
  } else {
    constexpr bool on_host = backend_traits<B>::runs_on_host;
    static_assert(on_host,
                  "thrum: a device keeps elements between two passes as bytes: what the stages return has to be "
                  "trivially copyable");
    if constexpr (!on_host) return wrong_call{};
    else {
      slots<T, B> const elements(exec, state.most());
      std::ptrdiff_t const n = state.write(exec, slot_output<T>(elements.data()));
      return next(ranged<slot_iterator<T>>{slot_iterator<T>(elements.data()), n});
    }
  }
}

struct flatten_stage {};

/// A range whose elements a flattened range has.
template <class R>
concept inner_range = requires(R& r) {
  { r.begin() } -> std::random_access_iterator;
  { r.end() - r.begin() } -> std::convertible_to<std::ptrdiff_t>;
};
template <class R>
inline constexpr bool is_iterator_range = false;
template <class I>
inline constexpr bool is_iterator_range<iterator_range<I>> = true;

struct size_of_range {
  THRUM_EXEC_CHECK_DISABLE
  template <class R>
  THRUM_HD std::ptrdiff_t operator()(R const& r) const {
    return static_cast<std::ptrdiff_t>(r.end() - r.begin());
  }
};

/// Numbers b * Stride.
template <std::ptrdiff_t Stride>
struct multiple_of {
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t b) const { return b * Stride; }
};
/// Element k of the concatenation of ranges. Range r ends before element ends[r]. hints[b] is the
/// range of element b * Stride, or the number of ranges if there is no such element.
template <class I, std::ptrdiff_t Stride>
struct flat_element {
  I ranges;
  std::ptrdiff_t const* ends;
  std::ptrdiff_t const* hints;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD decltype(auto) operator()(std::ptrdiff_t k) const {
    std::ptrdiff_t const r = range_of(k);
    auto&& range = ranges[static_cast<std::iter_difference_t<I>>(r)];
    auto const first = range.begin();
    return first[static_cast<std::iter_difference_t<decltype(range.begin())>>(k - begin_of(r))];
  }
  /// Calls f with n elements from k on, range by range.
  template <class F>
  void visit(std::ptrdiff_t k, std::ptrdiff_t n, F f) const {
    for (std::ptrdiff_t r = n > 0 ? range_of(k) : 0; n > 0; ++r) {
      std::ptrdiff_t const here = detail::least(n, ends[r] - k);
      auto&& range = ranges[static_cast<std::iter_difference_t<I>>(r)];
      auto const from =
          range.begin() + static_cast<std::iter_difference_t<decltype(range.begin())>>(k - begin_of(r));
      for (std::ptrdiff_t i = 0; i < here; ++i)
        detail::call_with(f, from[static_cast<std::iter_difference_t<decltype(range.begin())>>(i)]);
      k += here;
      n -= here;
    }
  }
  /// Stores n elements from k on.
  template <class E>
  void read_block(std::ptrdiff_t k, std::ptrdiff_t n, E* to) const {
    visit(k, n, [&to](E const& x) { *to++ = x; });
  }

 private:
  THRUM_HD std::ptrdiff_t begin_of(std::ptrdiff_t r) const { return r == 0 ? 0 : ends[r - 1]; }
  THRUM_HD std::ptrdiff_t range_of(std::ptrdiff_t k) const {
    std::ptrdiff_t r = hints[k / Stride], last = hints[k / Stride + 1];
    while (r < last) {
      std::ptrdiff_t const middle = r + (last - r) / 2;
      if (ends[middle] <= k) r = middle + 1;
      else last = middle;
    }
    return r;
  }
};

/// Whether a state has all elements from an iterator on.
template <class State>
inline constexpr bool is_ranged = false;
template <class I>
inline constexpr bool is_ranged<ranged<I>> = true;
template <class I>
inline constexpr bool is_ranged<filtered<I, accept_all, no_function, false>> = true;

/// Returns next(state) for the elements of ranges, which are in memory.
template <class B, class I, class Next>
auto with_concatenated(B const& exec, ranged<I> const& state, Next next) {
  constexpr bool on_host = backend_traits<B>::runs_on_host;
  // A host looks for the first element of a block, a device for each element.
  constexpr std::ptrdiff_t stride = on_host ? pipeline_block : 64;
  std::ptrdiff_t const n = state.size;
  auto const sizes = thrum::make_transform_iterator(state.first, size_of_range{});
  scratch_array<std::ptrdiff_t, B> const ends(exec, n);
  thrum::inclusive_scan(exec, sizes, sizes + n, ends.data());
  std::ptrdiff_t all = 0;
  if constexpr (on_host) all = n > 0 ? ends[n - 1] : 0;
  else all = thrum::reduce(exec, sizes, sizes + n, std::ptrdiff_t{0});
  std::ptrdiff_t const hinted = all / stride + 2;
  scratch_array<std::ptrdiff_t, B> const hints(exec, hinted);
  auto const places = thrum::make_transform_iterator(counting_iterator<std::ptrdiff_t>(0), multiple_of<stride>{});
  thrum::upper_bound(exec, ends.data(), ends.data() + n, places, places + hinted, hints.data());
  using element = flat_element<unwrapped_t<I>, stride>;
  using flat = transform_iterator<element, counting_iterator<std::ptrdiff_t>>;
  flat const first(counting_iterator<std::ptrdiff_t>(0),
                   element{detail::unwrap(state.first), ends.data(), hints.data()});
  // On hosts as behind a filter, block by block.
  if constexpr (on_host) return next(filtered<flat, accept_all, no_function, false>{first, all, {}, {}, {}, {}});
  else return next(ranged<flat>{first, all});
}
/// Returns next(state) for the elements of a state's elements. Ranges that are computed are stored.
template <class B, class State, class Next>
auto with_flattened(B const& exec, State const& state, Next next) {
  constexpr bool in_memory = std::is_lvalue_reference_v<typename State::element>;
  if constexpr (in_memory && is_ranged<State>) {
    return detail::with_concatenated(exec, ranged<decltype(state.first)>{state.first, state.size},
                                     std::move(next));
  } else {
    return detail::with_stored(
        exec, state, [&](auto const& stored) { return detail::with_concatenated(exec, stored, std::move(next)); });
  }
}

}  // namespace thrum::detail
