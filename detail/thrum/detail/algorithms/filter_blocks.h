// Filters and functions, one after the other, on hosts: block by block, so that the elements
// between two of them stay in the first cache, and each runs in a loop that compilers vectorise. A
// function is called once for each element that reaches it. What is accepted is packed tile by
// tile; it is then written, or summed with the bits of a reduce of all that is accepted.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/flags/compress.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <thrum/detail/memory/objects.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Passes on f of each element.
template <class F>
struct function_step {
  F f;
};
/// Passes on the elements that pred accepts.
template <class P>
struct accept_step {
  P pred;
};
template <class Step>
inline constexpr bool is_accept_step = false;
template <class P>
inline constexpr bool is_accept_step<accept_step<P>> = true;

/// The elements of a block, whose values between two steps are in the first cache.
inline constexpr std::ptrdiff_t pipeline_block = 1024;

/// Whether a block of elements may lie on the stack.
template <class T>
inline constexpr bool is_block_element = is_plain_element<T> && sizeof(T) <= 64;

/// The type of what F returns for a block element T.
template <class F, class T>
using block_result = std::remove_cvref_t<decltype(std::declval<F&>()(std::declval<T const&>()))>;
/// Whether F returns what may refer to its argument, which lies in a block only for a while.
template <class F, class T>
inline constexpr bool refers_to_argument =
    std::is_pointer_v<block_result<F, T>> || std::ranges::view<block_result<F, T>>;

/// The type of block elements T after the steps; void if one of the types is none of a block, a
/// functor does not take a const element, or a function returns what may refer to its argument.
template <class T, class... Step>
struct block_value {
  using type = std::conditional_t<is_block_element<T>, T, void>;
};
template <>
struct block_value<void> {
  using type = void;
};
template <class T, class P, class... Rest>
  requires(is_block_element<T> && callable_with<P, T const&>)
struct block_value<T, accept_step<P>, Rest...> : block_value<T, Rest...> {};
template <class T, class F, class... Rest>
  requires(is_block_element<T> && callable_with<F, T const&>)
struct block_value<T, function_step<F>, Rest...>
    : std::conditional_t<refers_to_argument<F, T>, block_value<void>, block_value<block_result<F, T>, Rest...>> {};
template <class T, class Step, class... Rest>
  requires(!is_block_element<T>)
struct block_value<T, Step, Rest...> {
  using type = void;
};
template <class T, class P, class... Rest>
  requires(is_block_element<T> && !callable_with<P, T const&>)
struct block_value<T, accept_step<P>, Rest...> {
  using type = void;
};
template <class T, class F, class... Rest>
  requires(is_block_element<T> && !callable_with<F, T const&>)
struct block_value<T, function_step<F>, Rest...> {
  using type = void;
};

/// Writes f of flag_group elements from from[i] on to `to`, which is no part of them. Compilers
/// vectorise the loop at plain -O2, by its constant length and __restrict.
template <class I, class U, class F>
THRUM_NOT_INLINED void apply_to_group(I const& from, std::ptrdiff_t i, U* __restrict to, F& f) {
  for (std::ptrdiff_t j = 0; j < flag_group; ++j) to[j] = static_cast<U>(f(from[i + j]));
}
/// Does the same for AVX2.
template <class I, class U, class F>
THRUM_TARGET_AVX2 THRUM_NOT_INLINED void apply_to_wide_group(I const& from, std::ptrdiff_t i, U* __restrict to,
                                                             F& f) {
  for (std::ptrdiff_t j = 0; j < flag_group; ++j) to[j] = static_cast<U>(f(from[i + j]));
}
/// Writes f of n elements to `to`, in vectors that fit the processor.
template <class I, class U, class F>
void apply_to_block(I const from, std::ptrdiff_t n, U* to, F f) {
  bool const wide = has_avx2_version && std::is_arithmetic_v<U> && detail::takes_wide_vectors(n);
  std::ptrdiff_t i = 0;
  for (; n - i >= flag_group; i += flag_group) {
    detail::read_ahead<flag_group>(from, i);
    if (wide) detail::apply_to_wide_group(from, i, to + i, f);
    else detail::apply_to_group(from, i, to + i, f);
  }
  for (; i < n; ++i) to[i] = static_cast<U>(f(from[i]));
}
/// Reads an element in the type T.
template <class T>
struct read_as {
  template <class X>
  T operator()(X&& x) const {
    return static_cast<T>(std::forward<X>(x));
  }
};

/// Copies the elements of a block whose flags are set to `to`, which has room for n, and is `from`
/// or another block. Returns how many they are.
template <class T>
std::ptrdiff_t pack_block(T const* from, unsigned char const* flags, std::ptrdiff_t n, T* to) {
  T* const begin = to;
  std::ptrdiff_t i = 0;
#if THRUM_HAS_VECTOR_TARGETS
  if constexpr (is_compressed<sizeof(T)>) {
    if (detail::vectors_of_processor() >= vector_level::avx512) {
      i = n - n % flag_group;
      to = reinterpret_cast<T*>(detail::compress_groups<true, sizeof(T)>(
          reinterpret_cast<unsigned char const*>(from), flags, n / flag_group,
          reinterpret_cast<unsigned char*>(to), reinterpret_cast<unsigned char*>(to + n)));
    }
  }
#endif
  for (; n - i >= flag_group; i += flag_group) {
    std::ptrdiff_t const count = detail::count_flags(flags + i);
    detail::copy_flagged_group<true>(from + i, flags + i, count, to, true);
    to += count;
  }
  for (; i < n; ++i) {
    *to = from[i];
    to += flags[i];
  }
  return to - begin;
}

/// Without steps all elements are left.
template <class E>
std::ptrdiff_t run_block(E const* from, std::ptrdiff_t n, E* to) {
  detail::copy_all(from, n, to);
  return n;
}
template <class E, class T, class F, class... Rest>
std::ptrdiff_t run_block(T const* from, std::ptrdiff_t n, E* to, function_step<F> const& step,
                         Rest const&... rest);

/// Runs the steps on n elements of a block. Writes what is left to `to`. Returns how many those
/// are.
template <class E, class T, class P, class... Rest>
std::ptrdiff_t run_block(T const* from, std::ptrdiff_t n, E* to, accept_step<P> const& step, Rest const&... rest) {
  alignas(line_bytes) unsigned char flags[pipeline_block];
  detail::set_flags(0, n, flags, transformed_element{from, step.pred});
  if constexpr (sizeof...(Rest) == 0) {
    return detail::pack_block(from, flags, n, to);
  } else {
    alignas(line_bytes) uninitialized_array<T, pipeline_block> accepted;
    std::ptrdiff_t const count = detail::pack_block(from, flags, n, &accepted.items[0]);
    return detail::run_block(static_cast<T const*>(accepted.items), count, to, rest...);
  }
}
template <class E, class T, class F, class... Rest>
std::ptrdiff_t run_block(T const* from, std::ptrdiff_t n, E* to, function_step<F> const& step,
                         Rest const&... rest) {
  if constexpr (sizeof...(Rest) == 0) {
    detail::apply_to_block(from, n, to, step.f);
    return n;
  } else {
    using U = std::remove_cvref_t<decltype(detail::call(step.f, from[0]))>;
    alignas(line_bytes) uninitialized_array<U, pipeline_block> next;
    detail::apply_to_block(from, n, &next.items[0], step.f);
    return detail::run_block(static_cast<U const*>(next.items), n, to, rest...);
  }
}

/// Whether an iterator computes its elements by a functor of their indices that computes a block of
/// them sooner than each alone.
template <class I>
concept reads_blocks = requires(I first, std::iter_value_t<I>* to) {
  first.functor().read_block(*first.base(), std::ptrdiff_t{}, to);
};

/// Elements and the steps that they go through. E is the type after them.
template <class E, class I, class... Step>
struct block_runner {
  I first;
  std::tuple<Step...> steps;

  /// Runs the steps on the n elements from `begin` on, at most a block.
  std::ptrdiff_t operator()(std::ptrdiff_t begin, std::ptrdiff_t n, E* to) const {
    using T = std::iter_value_t<I>;
    if constexpr (std::is_pointer_v<I>) {
      return run(static_cast<T const*>(first + begin), n, to);
    } else if constexpr (reads_blocks<I> && sizeof...(Step) == 0) {
      first.functor().read_block(*first.base() + begin, n, to);
      return n;
    } else {
      alignas(line_bytes) uninitialized_array<T, pipeline_block> elements;
      if constexpr (reads_blocks<I>) first.functor().read_block(*first.base() + begin, n, &elements.items[0]);
      else detail::apply_to_block(first + begin, n, &elements.items[0], read_as<T>());
      return run(static_cast<T const*>(elements.items), n, to);
    }
  }
  /// Runs the steps on the n elements from `begin` on, block by block.
  std::ptrdiff_t run_tile(std::ptrdiff_t begin, std::ptrdiff_t n, E* to) const {
    std::ptrdiff_t count = 0;
    for (std::ptrdiff_t i = 0; i < n; i += pipeline_block) {
      count += (*this)(begin + i, detail::least(pipeline_block, n - i), to + count);
    }
    return count;
  }

 private:
  template <class T>
  std::ptrdiff_t run(T const* from, std::ptrdiff_t n, E* to) const {
    return std::apply([=](Step const&... step) { return detail::run_block(from, n, to, step...); }, steps);
  }
};

/// What is left of a stretch of elements, tile by tile, and how many are left before each tile.
template <class E>
struct packed_tiles {
  E const* elements;
  std::ptrdiff_t const* places;
  std::ptrdiff_t tiles;

  std::ptrdiff_t begin() const { return places[0]; }
  std::ptrdiff_t end() const { return places[tiles]; }
  /// Calls take(first, n, number) for the elements of tile t that are from number `from` on and
  /// before `to`, if there are any. `number` is that of the first one.
  template <class Take>
  void take_part(std::ptrdiff_t t, std::ptrdiff_t from, std::ptrdiff_t to, Take take) const {
    std::ptrdiff_t const here = std::max(from, places[t]), n = detail::least(to, places[t + 1]) - here;
    if (n > 0) take(elements + t * flagged_tile_size + (here - places[t]), n, here);
  }
  /// Writes these elements, to out[0] for number `from`.
  template <class O>
  void copy_tile(std::ptrdiff_t t, std::ptrdiff_t from, std::ptrdiff_t to, O out) const {
    take_part(t, from, to, [=](E const* source, std::ptrdiff_t n, std::ptrdiff_t here) {
      O const target = out + (here - from);
      if constexpr (std::is_same_v<O, E*>) {
        detail::copy_all(source, n, target);
      } else {
        for (std::ptrdiff_t i = 0; i < n; ++i) detail::store(target[i], source[i]);
      }
    });
  }
  /// Calls take(first, n) for the parts of tiles that have the elements from number `from` on and
  /// before `to`.
  template <class Take>
  void for_each_part(std::ptrdiff_t from, std::ptrdiff_t to, Take take) const {
    std::ptrdiff_t t = std::upper_bound(places, places + tiles, from) - places - 1;
    for (t = std::max(t, std::ptrdiff_t{0}); t < tiles && places[t] < to; ++t) {
      take_part(t, from, to, [&](E const* part, std::ptrdiff_t n, std::ptrdiff_t) { take(part, n); });
    }
  }
  /// Writes these elements.
  void copy(std::ptrdiff_t from, std::ptrdiff_t to, E* out) const {
    for_each_part(from, to, [&out](E const* part, std::ptrdiff_t n) {
      detail::copy_all(part, n, out);
      out += n;
    });
  }
};

/// Returns how many elements are packed at once, so that they stay in the cache: two tiles for each
/// thread, or more.
template <class E, class B>
std::ptrdiff_t elements_of_stretch(B const& exec) {
  std::ptrdiff_t const tiles = std::clamp(2 * backend_traits<B>::concurrency(exec),
                                          elements_aside<E> / flagged_tile_size, most_flagged_stretch_tiles);
  return tiles * flagged_tile_size;
}

/// Calls take(packed_tiles) for stretches of n > 0 elements, until `most` elements are left or
/// there are no more. Returns how many are left.
template <class E, class B, class Run, class Take>
std::ptrdiff_t for_packed_tiles(B const& exec, std::ptrdiff_t n, std::ptrdiff_t most, Run const& run, Take take) {
  std::ptrdiff_t const longest = detail::least(detail::elements_of_stretch<E>(exec), n);
  scratch_array<E, B> const packed(exec, longest);
  std::ptrdiff_t places[most_flagged_stretch_tiles + 1] = {};
  for (std::ptrdiff_t begin = 0; begin < n && places[0] < most; begin += longest) {
    std::ptrdiff_t const length = detail::least(longest, n - begin);
    std::ptrdiff_t const tiles = (length + flagged_tile_size - 1) / flagged_tile_size;
    exec.for_each_n(
        tiles,
        [&run, begin, length, to = packed.data(), count = places + 1](std::ptrdiff_t t) {
          std::ptrdiff_t const at = t * flagged_tile_size;
          count[t] = run.run_tile(begin + at, detail::least(flagged_tile_size, length - at), to + at);
        },
        1);
    for (std::ptrdiff_t t = 0; t < tiles; ++t) places[t + 1] += places[t];
    take(packed_tiles<E>{packed.data(), places, tiles});
    places[0] = places[tiles];
  }
  return places[0];
}

/// The same on the calling thread, block by block.
template <class E, class Run, class Take>
std::ptrdiff_t for_packed_blocks(std::ptrdiff_t n, std::ptrdiff_t most, Run const& run, Take take) {
  alignas(line_bytes) uninitialized_array<E, pipeline_block> packed;
  std::ptrdiff_t places[2] = {};
  for (std::ptrdiff_t begin = 0; begin < n && places[0] < most; begin += pipeline_block) {
    places[1] = places[0] + run(begin, detail::least(pipeline_block, n - begin), packed.items);
    take(packed_tiles<E>{packed.items, places, 1});
    places[0] = places[1];
  }
  return places[0];
}

/// Writes what the steps leave of n elements, from number `dropped` on and before number `end`.
/// Returns how many are left, which may be more than `end`.
template <class E, class B, class Run, class O>
std::ptrdiff_t write_packed(B const& exec, std::ptrdiff_t n, Run const& run, O out, std::ptrdiff_t dropped,
                            std::ptrdiff_t end) {
  auto const write_tile = [=](packed_tiles<E> const& packed, std::ptrdiff_t t) {
    std::ptrdiff_t const from = std::max(packed.begin(), dropped), to = detail::least(packed.end(), end);
    if (from < to) packed.copy_tile(t, from, to, out + (from - dropped));
  };
  return detail::alone_or_together(
      exec, n, flagged_tile_size,
      [&] {
        return detail::for_packed_blocks<E>(n, end, run,
                                            [&](packed_tiles<E> const& packed) { write_tile(packed, 0); });
      },
      [&] {
        return detail::for_packed_tiles<E>(exec, n, end, run, [&](packed_tiles<E> const& packed) {
          exec.for_each_n(packed.tiles, [&](std::ptrdiff_t t) { write_tile(packed, t); }, 1);
        });
      });
}

/// Folds the sum of a tile, of n elements at most, into `sum`.
template <class E, class T, class Op>
void fold_tile(T& sum, E const* elements, std::ptrdiff_t n, Op& op) {
  T tile = detail::reduce_one_tile<T>(elements, n, op);
  detail::fold_into(sum, tile, op);
}

/// Returns op over init and what the steps leave of n elements, from number `dropped` on and before
/// number `end`, on the calling thread. Blocks are packed one behind the other, until a tile of the
/// sum is complete.
template <class E, class B, class Run, class T, class Op>
T reduce_packed_in_order(B const& exec, std::ptrdiff_t n, Run const& run, T init, Op op, std::ptrdiff_t dropped,
                         std::ptrdiff_t end) {
  scratch_array<E, B> const tile(exec, detail::least(n, reduce_tile) + pipeline_block);
  std::ptrdiff_t there = 0, before = 0;
  for (std::ptrdiff_t begin = 0; begin < n && before < end; begin += pipeline_block) {
    E* const packed = tile.data() + there;
    std::ptrdiff_t const all = run(begin, detail::least(pipeline_block, n - begin), packed);
    std::ptrdiff_t const from = std::clamp(dropped - before, std::ptrdiff_t{0}, all),
                         to = std::clamp(end - before, from, all);
    if (from > 0) detail::copy_all(packed + from, to - from, packed);
    before += all;
    there += to - from;
    if (there < reduce_tile) continue;
    detail::fold_tile<E>(init, tile.data(), reduce_tile, op);
    there -= reduce_tile;
    detail::copy_all(tile.data() + reduce_tile, there, tile.data());
  }
  if (there > 0) detail::fold_tile<E>(init, tile.data(), there, op);
  return init;
}

/// The same on all threads. A tile of the sum is summed from the packed tiles that have its
/// elements. Those of a tile that the next stretch completes wait.
template <class E, class B, class Run, class T, class Op>
T reduce_packed_by_tasks(B const& exec, std::ptrdiff_t n, Run const& run, T init, Op op, std::ptrdiff_t dropped,
                         std::ptrdiff_t end) {
  std::ptrdiff_t const longest = detail::least(detail::elements_of_stretch<E>(exec), n);
  scratch_array<E, B> const waiting(exec, 2 * reduce_tile);
  E *now = waiting.data(), *next = now + reduce_tile;
  slots<T, B> const sums(exec, longest / reduce_tile + 1);
  std::ptrdiff_t there = 0;  // elements that wait
  detail::for_packed_tiles<E>(exec, n, end, run, [&](packed_tiles<E> const& packed) {
    std::ptrdiff_t const from = std::max(packed.begin(), dropped), to = detail::least(packed.end(), end);
    if (from >= to) return;
    std::ptrdiff_t const all = there + (to - from), tiles = all / reduce_tile;
    if (tiles == 0) {
      packed.copy(from, to, now + there);
      there = all;
      return;
    }
    exec.for_each_n(
        tiles + 1,
        [&, first = from - there](std::ptrdiff_t t) {
          std::ptrdiff_t const begin = std::max(from, first + t * reduce_tile);
          if (t == tiles) return packed.copy(begin, to, next);
          tile_in_parts<T, E> tile;
          if (t == 0) tile.add(now, there, op);
          packed.for_each_part(begin, first + (t + 1) * reduce_tile,
                               [&](E const* part, std::ptrdiff_t size) { tile.add(part, size, op); });
          sums[t].emplace(tile.sum(op));
        },
        1);
    for (std::ptrdiff_t t = 0; t < tiles; ++t) detail::fold_into(init, *sums[t], op);
    there = all - tiles * reduce_tile;
    std::swap(now, next);
  });
  if (there > 0) detail::fold_tile<E>(init, now, there, op);
  return init;
}

/// The same under any policy.
template <class E, class B, class Run, class T, class Op>
T reduce_packed(B const& exec, std::ptrdiff_t n, Run const& run, T init, Op op, std::ptrdiff_t dropped,
                std::ptrdiff_t end) {
  return detail::alone_or_together(
      exec, n, flagged_tile_size,
      [&] { return detail::reduce_packed_in_order<E>(exec, n, run, std::move(init), op, dropped, end); },
      [&] { return detail::reduce_packed_by_tasks<E>(exec, n, run, std::move(init), op, dropped, end); });
}

}  // namespace thrum::detail
