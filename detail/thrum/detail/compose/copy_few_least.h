// The few least of many elements, copied: one look at each element against an element of a sorted sample that is certain
// enough to be no less than the last wanted one; what is not greater is then selected from.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/compact.h>
#include <thrum/detail/compose/select.h>
#include <thrum/detail/compose/selected_places.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/store.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Writes the places of [begin, end) that come before the selected one to `to`; returns how many they are, -1 if there are
/// more than there is room for. A block without any, as nearly all are, costs a comparison for each and no branch.
template <class Places>
std::ptrdiff_t places_before(Places const& places, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t* to,
                             std::ptrdiff_t room) {
  constexpr std::ptrdiff_t block = 32;
  std::ptrdiff_t found = 0;
  for (; begin < end; begin += block) {
    std::ptrdiff_t const size = std::min(block, end - begin);
    if (size == block) {
      int any = 0;
      for (std::ptrdiff_t j = 0; j < block; ++j) any |= static_cast<int>(places.before(begin + j, true));
      if (any == 0) continue;
    }
    if (room - found < block) return -1;
    for (std::ptrdiff_t j = 0; j < size; ++j) {
      to[found] = begin + j;
      found += places.before(begin + j, true);
    }
  }
  return found;
}

/// Chosen element i of a range.
template <class I, class O>
struct copy_chosen {
  I first;
  O out;
  std::ptrdiff_t const* chosen;
  void operator()(std::ptrdiff_t i) const { detail::store(out[i], first[chosen[i]]); }
};
template <class Places>
struct chosen_before {
  Places places;
  std::ptrdiff_t const* at;
  bool operator()(std::ptrdiff_t i) const { return places.before(at[i]); }
};

/// As copy_least, on the host. Does nothing and says so where k is not small, or where the least elements are close together
/// or the sample was a bad one.
template <class B, class K, class I, class O, class Less>
bool copy_few_least(B const& exec, K keys, I first, std::ptrdiff_t n, std::ptrdiff_t k, O out, Less less) {
  constexpr std::ptrdiff_t sample_size = selection_sample, tile = 16384;
  if (n < 64 * sample_size || k > n / 64) return false;
  // In a sample, the number of elements that are less varies by the root of what is expected.
  std::ptrdiff_t const expected = k / (n / sample_size) + 1;
  std::ptrdiff_t root = 1;
  while (root * root < expected) ++root;
  std::ptrdiff_t const rank = expected + 4 * root + 4;
  std::ptrdiff_t const bound =
      sorted_candidates<B, K, Less>(exec, keys, less, {}, sampled{n}, sample_size).place(rank);
  auto const near = detail::places_around(exec, keys, less, bound);

  std::ptrdiff_t const tiles = (n + tile - 1) / tile, room = 3 * rank * tile / sample_size + 64;
  scratch_array<std::ptrdiff_t, B> const places(exec, tiles * room), counts(exec, tiles);
  exec.for_each_n(
      tiles,
      [=, places = places.data(), counts = counts.data()](std::ptrdiff_t t) {
        std::ptrdiff_t const begin = t * tile;
        counts[t] = detail::places_before(near, begin, std::min(n, begin + tile), places + t * room, room);
      },
      1);
  std::ptrdiff_t total = 0;
  for (std::ptrdiff_t t = 0; t < tiles; ++t) {
    if (counts[t] < 0) return false;
    total += counts[t];
  }
  if (total <= k) return false;

  scratch_array<std::ptrdiff_t, B> const candidates(exec, total), chosen(exec, k);
  std::ptrdiff_t begin = 0;
  for (std::ptrdiff_t t = 0; t < tiles; ++t) {
    std::copy_n(places.data() + t * room, counts[t], candidates.data() + begin);
    begin += counts[t];
  }
  std::ptrdiff_t const last =
      detail::select_among(exec, candidate_places{candidates.data()}, total, k, keys, less);
  auto const around = detail::places_around(exec, keys, less, last);
  using keep = chosen_before<std::remove_const_t<decltype(around)>>;
  detail::compact(exec, candidates.data(), total, chosen.data(), keep{around, candidates.data()});
  exec.for_each_n(k, copy_chosen<I, O>{first, out, chosen.data()}, default_grain);
  return true;
}

}  // namespace thrum::detail
