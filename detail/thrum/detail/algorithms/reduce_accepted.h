// The sum of the elements that a predicate accepts, on hosts, with the bits of a copy_if and a
// reduce of the copy: the accepted elements pass through a buffer that stays in the cache, and each
// tile of accepted elements is summed as reduce sums it.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <thrum/detail/memory/objects.h>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace thrum::detail {

/// The accepted elements that are not yet summed: plain elements of type E, from the beginning of a
/// tile on.
template <class E, class B>
class accepted_elements {
 public:
  accepted_elements(B const& exec, std::ptrdiff_t room) : elements_(exec, room) {}
  /// Returns where accepted element i goes.
  E* place(std::ptrdiff_t i) const { return elements_.data() + (i - summed_); }
  /// Returns how many whole tiles there are when `accepted` elements are there.
  std::ptrdiff_t tiles(std::ptrdiff_t accepted) const { return (accepted - summed_) / reduce_tile; }
  E const* tile(std::ptrdiff_t t) const { return elements_.data() + t * reduce_tile; }
  /// Removes whole tiles.
  void remove(std::ptrdiff_t tiles, std::ptrdiff_t accepted) {
    if (tiles == 0) return;
    std::ptrdiff_t const rest = accepted - summed_ - tiles * reduce_tile;
    std::memmove(static_cast<void*>(elements_.data()), static_cast<void const*>(tile(tiles)),
                 static_cast<std::size_t>(rest) * sizeof(E));
    summed_ += tiles * reduce_tile;
  }
  /// Adds the tile that is not whole.
  template <class T, class Op>
  void add_rest(T& sum, std::ptrdiff_t accepted, Op& op) const {
    if (accepted == summed_) return;
    T tile_sum = detail::reduce_one_tile<T>(tile(0), accepted - summed_, op);
    detail::fold_into(sum, tile_sum, op);
  }

 private:
  scratch_array<E, B> elements_;
  std::ptrdiff_t summed_ = 0;
};

/// Returns how many elements are flagged at once, so that their accepted ones stay in the cache:
/// two tiles for each thread, or more.
template <class E, class B>
std::ptrdiff_t elements_of_stretch(B const& exec) {
  std::ptrdiff_t const tiles =
      std::clamp(2 * backend_traits<B>::concurrency(exec), elements_aside<E> / flagged_tile_size,
                 most_flagged_stretch_tiles);
  return tiles * flagged_tile_size;
}

/// Does reduce_accepted on the calling thread.
template <class E, class B, class I, class K, class Out, class T, class Op>
T reduce_accepted_in_order(B const& exec, I first, std::ptrdiff_t n, K keep, Out output_at, T init, Op op) {
  accepted_elements<E, B> elements(exec, detail::least(n, reduce_tile + most_tile_in_order));
  std::ptrdiff_t const accepted =
      detail::for_flagged_tiles_in_order(0, n, keep, [&](flagged_tile const& tile) {
        std::ptrdiff_t const there = tile.accepted_before + tile.accepted;
        detail::copy_flagged(first + tile.begin, tile.flags, tile.size, tile.accepted,
                             output_at(elements.place(tile.accepted_before)));
        if (elements.tiles(there) == 0) return;
        T sum = detail::reduce_one_tile<T>(elements.tile(0), reduce_tile, op);
        detail::fold_into(init, sum, op);
        elements.remove(1, there);
      });
  elements.add_rest(init, accepted, op);
  return init;
}

/// Returns op over init and the elements with keep(i), which output_at(p)[k] = first[i] puts into
/// p[k] as an E.
template <class E, class B, class I, class K, class Out, class T, class Op>
T reduce_accepted(B const& exec, I first, std::ptrdiff_t n, K keep, Out output_at, T init, Op op) {
  if (backend_traits<B>::is_serial || n <= flagged_tile_size) {
    return detail::reduce_accepted_in_order<E>(exec, first, n, keep, output_at, std::move(init), op);
  }
  std::ptrdiff_t const most = detail::least(detail::elements_of_stretch<E>(exec), n);
  scratch_array<unsigned char, B> const flags(exec, most);
  accepted_elements<E, B> elements(exec, most + reduce_tile);
  slots<T, B> const sums(exec, most / reduce_tile + 1);
  std::ptrdiff_t accepted = 0;
  unsigned char next = 0;
  for (std::ptrdiff_t begin = 0; begin < n; begin += most) {
    flagged_stretch<B> const stretch(exec, begin, n, most, flags.data(), next, keep, accepted);
    stretch.for_each_tile([&, first, output_at](flagged_tile const& tile) {
      detail::copy_flagged(first + tile.begin, tile.flags, tile.size, tile.accepted,
                           output_at(elements.place(tile.accepted_before)));
    });
    accepted = stretch.accepted();
    next = stretch.next_flag();
    std::ptrdiff_t const tiles = elements.tiles(accepted);
    exec.for_each_n(
        tiles,
        [&, op](std::ptrdiff_t t) {
          sums[t].emplace(detail::reduce_one_tile<T>(elements.tile(t), reduce_tile, op));
        },
        1);
    for (std::ptrdiff_t t = 0; t < tiles; ++t) detail::fold_into(init, *sums[t], op);
    elements.remove(tiles, accepted);
  }
  elements.add_rest(init, accepted, op);
  return init;
}

}  // namespace thrum::detail
