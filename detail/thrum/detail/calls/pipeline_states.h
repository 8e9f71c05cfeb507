// What a pipeline is between two of its stages, under a policy: a range that is read, a filter or a
// scan that is still to run. A state takes a stage in, if one pass does both. It writes its
// elements to an output.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/base/half_numbers.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/pipeline_functors.h>
#include <thrum/backend.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/detail/algorithms/filter_blocks.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/for_each.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail {

template <class F>
struct transform_stage {
  F f;
};
template <class P>
struct filter_stage {
  P pred;
};
struct take_stage {
  std::ptrdiff_t n;
};
struct drop_stage {
  std::ptrdiff_t n;
};
/// Stands for the start value of a scan that has none.
struct no_start {};
template <class Kind, class Init, class Op>
struct scan_stage {
  Init init;
  Op op;
};

/// The number of elements where there is no limit to it.
inline constexpr std::ptrdiff_t no_limit = std::numeric_limits<std::ptrdiff_t>::max();

/// Elements from `dropped` on, at most `room` of them.
struct window {
  std::ptrdiff_t dropped = 0, room = no_limit;

  constexpr std::ptrdiff_t count(std::ptrdiff_t n) const {
    return detail::least(n < dropped ? 0 : n - dropped, room);
  }
  constexpr std::ptrdiff_t end() const { return room > no_limit - dropped ? no_limit : dropped + room; }
  constexpr window take(std::ptrdiff_t n) const { return {dropped, detail::least(room, n)}; }
  constexpr window drop(std::ptrdiff_t n) const {
    if (n >= room) return {dropped, 0};
    return {dropped > no_limit - n ? no_limit : dropped + n, room == no_limit ? room : room - n};
  }
};

/// Calls f with each element that a state writes.
template <class B, class State, class F>
void write_to_function(B const& exec, State const& state, F f) {
  state.write(exec, tabulate_output_iterator<call_without_index<F>>(call_without_index<F>{std::move(f)}));
}

template <class I, class Kind, class Init, class Op, class F, bool Dropped>
struct scanned;
template <class I, class Accept, class F, bool Windowed, class... Step>
struct filtered;

/// n elements from an iterator on.
template <class I>
struct ranged {
  using element = element_t<I>;
  using value = std::iter_value_t<I>;
  I first;
  std::ptrdiff_t size;

  I last() const { return first + static_cast<std::iter_difference_t<I>>(size); }

  template <class F>
  auto with(transform_stage<F> const& stage) const {
    return ranged<transform_iterator<F, I>>{transform_iterator<F, I>(first, stage.f), size};
  }
  template <class P>
  filtered<I, P, no_function, false, accept_step<P>> with(filter_stage<P> const& stage) const {
    return {first, size, stage.pred, {}, {}, {accept_step<P>{stage.pred}}};
  }
  ranged with(take_stage stage) const { return {first, detail::least(stage.n, size)}; }
  ranged with(drop_stage stage) const {
    std::ptrdiff_t const n = detail::least(stage.n, size);
    return {first + static_cast<std::iter_difference_t<I>>(n), size - n};
  }
  template <class Kind, class Op>
  auto with(scan_stage<Kind, no_start, Op> const& stage) const {
    return scanned<I, Kind, no_start, Op, no_function, false>{first, size, {}, stage.op, {}, 0};
  }
  template <class Kind, class Init, class Op>
  auto with(scan_stage<Kind, Init, Op> const& stage) const {
    return scanned<I, Kind, Init, Op, no_function, false>{first, size, stage.init, stage.op, {}, 0};
  }

  std::ptrdiff_t most() const { return size; }
  template <class B>
  std::ptrdiff_t count(B const&) const {
    return size;
  }
  /// Writes at most `room` elements. Returns how many.
  template <class B, class O>
  std::ptrdiff_t write(B const& exec, O out, std::ptrdiff_t room = no_limit) const {
    ranged const part = with(take_stage{room});
    ranged::write_range(exec, part.first, part.last(), out);
    return part.size;
  }
  template <class B, class T, class Op>
  static constexpr bool sums_in_one_pass = true;
  template <class B, class T, class Op>
  T reduce(B const& exec, T init, Op op) const {
    return thrum::reduce(exec, first, last(), std::move(init), std::move(op));
  }
  template <class B, class F>
  void for_each(B const& exec, F f) const {
    thrum::for_each(exec, first, last(), std::move(f));
  }

 private:
  template <class B, class J, class O>
  static void write_range(B const& exec, J from, J to, O out) {
    thrum::copy(exec, from, to, out);
  }
  template <class B, class F, class J, class O>
  static void write_range(B const& exec, transform_iterator<F, J> from, transform_iterator<F, J> to, O out) {
    thrum::transform(exec, from.base(), to.base(), out, from.functor());
  }
};

/// The elements that a predicate accepts, and a function of each of these. Step has the predicates
/// and functions that these two are made of.
template <class I, class Accept, class F, bool Windowed, class... Step>
struct filtered {
  using element = element_after<F, element_t<I>>;
  using value = std::remove_cvref_t<element>;
  I first;
  std::ptrdiff_t size;
  Accept accept;
  F f;
  window part;
  std::tuple<Step...> steps;

  I last() const { return first + static_cast<std::iter_difference_t<I>>(size); }

  template <class G>
  auto with(transform_stage<G> const& stage) const {
    auto h = detail::compose(f, stage.f);
    using step = function_step<G>;
    return filtered<I, Accept, decltype(h), Windowed, Step..., step>{
        first, size, accept, h, part, std::tuple_cat(steps, std::tuple<step>(step{stage.f}))};
  }
  template <class P>
    requires(!Windowed)
  auto with(filter_stage<P> const& stage) const {
    using both = accepted_by_both<Accept, F, P>;
    using step = accept_step<P>;
    return filtered<I, both, F, false, Step..., step>{
        first, size, both{accept, f, stage.pred},
        f,     {},   std::tuple_cat(steps, std::tuple<step>(step{stage.pred}))};
  }
  using part_of_it = filtered<I, Accept, F, true, Step...>;
  part_of_it with(take_stage stage) const { return {first, size, accept, f, part.take(stage.n), steps}; }
  part_of_it with(drop_stage stage) const { return {first, size, accept, f, part.drop(stage.n), steps}; }

  std::ptrdiff_t most() const { return part.count(size); }
  template <class B>
  std::ptrdiff_t count(B const& exec) const {
    if constexpr (std::same_as<Accept, accept_all>) return part.count(size);
    else return part.count(thrum::count_if(exec, first, last(), accept));
  }
  template <class B, class O>
  std::ptrdiff_t write(B const& exec, O out, std::ptrdiff_t room = no_limit) const {
    if constexpr (in_blocks<B>) {
      constexpr bool is_copy_if = sizeof...(Step) == 1 && std::is_pointer_v<unwrapped_t<I>>;
      if (Windowed || !is_copy_if || room < size) {
        window const w = part.take(room);
        return w.count(detail::write_packed<value>(exec, size, runner(), detail::unwrap(out), w.dropped, w.end()));
      }
    }
    return write_elements(exec, out, room);
  }

  /// Whether the steps run block by block: on hosts, for plain elements.
  template <class B>
  static constexpr bool in_blocks =
      backend_traits<B>::runs_on_host &&
      std::same_as<typename block_value<std::iter_value_t<unwrapped_t<I>>, Step...>::type, value>;
  /// Whether a sum of integers needs no shape, and calls no function twice on a host.
  template <class B, class T, class Op>
  static constexpr bool sums_in_any_shape =
      !Windowed && adds_integers<Op, T> && std::is_integral_v<value> &&
      (!backend_traits<B>::runs_on_host || (0 + ... + is_accept_step<Step>) == 1);

  /// Whether the elements can be made a T before they are added. An integer keeps no fraction.
  template <class T>
  static constexpr bool keeps_elements =
      !std::is_arithmetic_v<T> || std::is_floating_point_v<T> || std::is_integral_v<value>;

  /// Whether one pass over the elements makes their sum.
  template <class B, class T, class Op>
  static constexpr bool sums_in_one_pass = [] {
    constexpr bool deterministic = requires(B const& exec) { exec.any_shape(); };
    // thrum::reduce adds these as floats.
    if constexpr (half_number<value> && is_plus<Op, T>) return false;
    else if constexpr (sums_in_any_shape<B, T, Op>) return true;
    else if constexpr (backend_traits<B>::runs_on_host)
      return in_blocks<B> && (!has_native<B, native::reduce> || std::derived_from<B, seq_policy>);
    else
      return !Windowed && !deterministic && std::is_trivially_copyable_v<T> &&
             std::is_default_constructible_v<T> && keeps_elements<T>;
  }();
  template <class B, class T, class Op>
  T reduce(B const& exec, T init, Op op) const {
    if constexpr (sums_in_any_shape<B, T, Op> || (!backend_traits<B>::runs_on_host && adds_numbers<Op, T>)) {
      return thrum::transform_reduce(exec, first, last(), accepted_or_zero<T, Accept, F>{accept, f},
                                     std::move(init), std::move(op));
    } else if constexpr (backend_traits<B>::runs_on_host) {
      return detail::reduce_packed<value>(exec, size, runner(), std::move(init), std::move(op), part.dropped,
                                          part.end());
    } else {
      using sum = sum_of_accepted<T>;
      return thrum::transform_reduce(exec, first, last(), accepted_or_none<T, Accept, F>{accept, f},
                                     sum{std::move(init), true}, add_accepted<T, Op>{std::move(op)})
          .sum;
    }
  }

  template <class B, class G>
  void for_each(B const& exec, G g) const {
    if constexpr (backend_traits<B>::runs_on_host && !Windowed && sizeof...(Step) == 0) {
      auto const call = [at = first.functor(), g, n = size](std::ptrdiff_t b) {
        std::ptrdiff_t const begin = b * pipeline_block;
        at.visit(begin, detail::least(pipeline_block, n - begin), g);
      };
      if constexpr (backend_traits<B>::is_serial) first.functor().visit(0, size, std::move(g));
      else exec.for_each_n((size + pipeline_block - 1) / pipeline_block, call, 1);
    } else if constexpr (Windowed) {
      using call = call_without_index<G>;
      write_elements(exec, tabulate_output_iterator<call>(call{std::move(g)}), no_limit);
    } else {
      thrum::for_each(exec, first, last(), call_if_accepted<Accept, F, G>{accept, f, std::move(g)});
    }
  }

 private:
  auto runner() const { return block_runner<value, unwrapped_t<I>, Step...>{detail::unwrap(first), steps}; }

  template <class B, class O>
  std::ptrdiff_t write_elements(B const& exec, O out, std::ptrdiff_t room) const {
    auto const to = detail::function_output(out, f);
    if constexpr (!Windowed) {
      if (room >= size) return thrum::copy_if(exec, first, last(), to, accept) - to;
    }
    window const w = part.take(room);
    window_output const within(to, w.dropped, w.room);
    return w.count(thrum::copy_if(exec, first, last(), within, accept) - within);
  }
};

/// The type of the sums of a scan of the elements of I.
template <class I, class Init>
struct sum_of_scan {
  using type = Init;
};
template <class I>
struct sum_of_scan<I, no_start> {
  using type = std::iter_value_t<I>;
};

/// The prefix sums of elements from `dropped` on, and a function of each of these.
template <class I, class Kind, class Init, class Op, class F, bool Dropped>
struct scanned {
  using sum = typename sum_of_scan<I, Init>::type;
  using element = element_after<F, sum>;
  using value = std::remove_cvref_t<element>;
  I first;
  std::ptrdiff_t size;
  Init init;
  Op op;
  F f;
  std::ptrdiff_t dropped;

  template <class G>
  auto with(transform_stage<G> const& stage) const {
    auto h = detail::compose(f, stage.f);
    return scanned<I, Kind, Init, Op, decltype(h), Dropped>{first, size, init, op, h, dropped};
  }
  scanned with(take_stage stage) const {
    scanned part = *this;
    part.size = dropped + detail::least(stage.n, size - dropped);
    return part;
  }
  scanned<I, Kind, Init, Op, F, true> with(drop_stage stage) const {
    return {first, size, init, op, f, dropped + detail::least(stage.n, size - dropped)};
  }

  std::ptrdiff_t most() const { return size - dropped; }
  template <class B>
  std::ptrdiff_t count(B const&) const {
    return size - dropped;
  }
  template <class B, class O>
  std::ptrdiff_t write(B const& exec, O out, std::ptrdiff_t room = no_limit) const {
    scanned const part = with(take_stage{room});
    if (part.size > part.dropped) part.scan(exec, detail::function_output(out, f));
    return part.size - part.dropped;
  }
  template <class B, class G>
  void for_each(B const& exec, G g) const {
    detail::write_to_function(exec, *this, std::move(g));
  }

  template <class B, class T, class BinaryOp>
  static constexpr bool sums_in_one_pass = false;

 private:
  template <class B, class O>
  void scan(B const& exec, O out) const {
    if constexpr (Dropped) scan_to(exec, window_output<O>(out, dropped, no_limit));
    else scan_to(exec, out);
  }
  template <class B, class O>
  void scan_to(B const& exec, O out) const {
    I const last = first + static_cast<std::iter_difference_t<I>>(size);
    if constexpr (std::same_as<Kind, inclusive>) {
      if constexpr (std::same_as<Init, no_start>) thrum::inclusive_scan(exec, first, last, out, op);
      else thrum::inclusive_scan(exec, first, last, out, init, op);
    } else {
      if constexpr (std::same_as<Init, no_start>) thrum::exclusive_scan(exec, first, last, out);
      else thrum::exclusive_scan(exec, first, last, out, init, op);
    }
  }
};

}  // namespace thrum::detail
