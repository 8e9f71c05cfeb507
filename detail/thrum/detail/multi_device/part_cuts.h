// Where sorted parts are cut, so that what lies before the cuts is exactly so many of the first elements of all parts: the
// selection in several sorted sequences (Varman, Scheufler, Iyer and Ricard, 1991), by samples, for no device reads the
// memory of another. Samples are taken at every m-th element; they say where a cut can be to within m times as many elements
// as there are parts, and there finer samples are taken, until m is 1. The host waits for nothing meanwhile.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/multi_device/part_arrays.h>
#include <thrum/detail/multi_device/part_sizes.h>
#include <cstddef>
#include <new>
#include <vector>

namespace thrum::detail {

/// Where samples of a part are taken for a cut: at the ends of blocks of m elements, in the window of `width` elements from
/// a multiple of m on. All elements before the window are before the cut, and all behind it behind.
struct sample_window {
  std::ptrdiff_t begin, width, size, m;
  THRUM_HD std::ptrdiff_t count() const { return least(size, begin + width) / m - begin / m; }
  THRUM_HD std::ptrdiff_t place(std::ptrdiff_t j) const { return begin + (j + 1) * m - 1; }
};

struct clear_places {
  std::ptrdiff_t* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const { to[i] = 0; }
};

/// Copies sample i % room of the window of cut i / room.
template <class K>
struct take_sample {
  K const* keys;
  std::ptrdiff_t const* begins;
  std::ptrdiff_t part, parts, room, width, size, m;
  K* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const cut = i / room, j = i % room;
    sample_window const window{begins[cut * parts + part], width, size, m};
    // What has no place is filled too, for all of them are copied.
    ::new (static_cast<void*>(to + i)) K(keys[j < window.count() ? window.place(j) : 0]);
  }
};

/// Moves the beginning of the window of one cut in one part, of `cut * parts + part` = i, to where the next one begins; with
/// m = 1 to the cut.
template <class K, class Order>
struct narrow_window {
  K const* samples;  // of each part, and in it of each cut, `room`
  std::ptrdiff_t const* begins;
  std::ptrdiff_t const* sizes;  // of the parts, then the ends of the parts
  std::ptrdiff_t parts, room, width, m;
  Order order;
  std::ptrdiff_t* to;

  THRUM_HD sample_window window(std::ptrdiff_t cut, std::ptrdiff_t p) const {
    return {begins[cut * parts + p], width, sizes[p], m};
  }
  THRUM_HD K const* samples_of(std::ptrdiff_t cut, std::ptrdiff_t p) const {
    return samples + (p * (parts - 1) + cut) * room;
  }
  /// How many samples of part q go before x, which is of part p; equal ones of an earlier part do.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t before(K const& x, std::ptrdiff_t cut, std::ptrdiff_t q, std::ptrdiff_t p) {
    K const* const from = samples_of(cut, q);
    std::ptrdiff_t low = 0, high = window(cut, q).count();
    while (low < high) {
      std::ptrdiff_t const middle = low + (high - low) / 2;
      bool const goes_before = q < p ? !order(x, from[middle]) : static_cast<bool>(order(from[middle], x));
      low = goes_before ? middle + 1 : low;
      high = goes_before ? high : middle;
    }
    return low;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::ptrdiff_t const cut = i / parts, p = i % parts;
    // So many of all samples are before the cut or, fewer than there are parts, next behind it; those before the windows are.
    std::ptrdiff_t wanted = sizes[parts + cut] / m;
    for (std::ptrdiff_t q = 0; q < parts; ++q) wanted -= begins[cut * parts + q] / m;
    K const* const own = samples_of(cut, p);
    std::ptrdiff_t low = 0, high = window(cut, p).count();
    while (low < high) {
      std::ptrdiff_t const middle = low + (high - low) / 2;
      std::ptrdiff_t rank = middle;
      for (std::ptrdiff_t q = 0; q < parts; ++q) {
        if (q != p) rank += before(own[middle], cut, q, p);
      }
      if (rank < wanted) low = middle + 1;
      else high = middle;
    }
    std::ptrdiff_t const surely = m == 1 ? low : low - (parts - 1);
    to[i] = begins[i] + (surely > 0 ? surely : 0) * m;
  }
};

/// Whether cuts of parts follow each other in each of these, and have as many elements before them as the parts have.
inline bool are_cuts(std::vector<std::ptrdiff_t> const& cuts, part_sizes const& sizes) {
  std::ptrdiff_t const parts = sizes.parts();
  for (std::ptrdiff_t c = 0; c < parts - 1; ++c) {
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      std::ptrdiff_t const i = c * parts + p, cut = cuts[static_cast<std::size_t>(i)];
      if (cut > sizes.size(p) || cut < (c == 0 ? 0 : cuts[static_cast<std::size_t>(i - parts)])) return false;
      sum += cut;
    }
    if (sum != sizes.end(c)) return false;
  }
  return true;
}

/// The cuts of the sorted keys(p) of a group's parts: the c-th, at [c * parts + p] of part p, has as many elements before it
/// as parts 0 to c have together. Of equal elements those of earlier parts go first. Waits.
template <class K, class Group, class Keys, class Order>
std::vector<std::ptrdiff_t> cut_parts(Group const& group, part_sizes const& sizes, Keys keys, Order order) {
  using policy = typename Group::policy_type;
  // So many samples are in what was one block before; of large keys fewer, for all of them go to one device.
  constexpr std::ptrdiff_t finer = sizeof(K) <= 64 ? 256 : 16;
  std::ptrdiff_t const parts = sizes.parts(), cuts = parts - 1, places = cuts * parts, room = finer * parts;
  policy const& first = group.policy(0);
  std::vector<std::ptrdiff_t> sizes_and_ends;
  for (std::ptrdiff_t p = 0; p < parts; ++p) sizes_and_ends.push_back(sizes.size(p));
  for (std::ptrdiff_t p = 0; p < parts; ++p) sizes_and_ends.push_back(sizes.end(p));

  part_arrays<K, Group> const samples(group, cuts * room);
  part_arrays<std::ptrdiff_t, Group> const begins(group, places);
  scratch_array<K, policy> const all(first, parts * cuts * room);
  scratch_array<std::ptrdiff_t, policy> const known_sizes(first, 2 * parts), narrowed(first, places);
  std::vector<std::ptrdiff_t> result(static_cast<std::size_t>(places));
  settled_on_failure const failure(group);

  group.run([&](std::ptrdiff_t p) { group.policy(p).for_each_n(places, clear_places{begins.data(p)}, places); });
  group.copy_in(sizes_and_ends.data(), 0, known_sizes.data(), 2 * parts);
  std::ptrdiff_t width = sizes.largest(), m = 1;
  while (width / m > room) m *= 2;
  while (true) {
    group.run([&](std::ptrdiff_t p) {
      if (sizes.size(p) == 0) return;
      take_sample<K> const take{keys(p), begins.data(p), p, parts, room, width, sizes.size(p), m, samples.data(p)};
      group.policy(p).for_each_n(cuts * room, take, default_grain);
    });
    group.barrier();
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      if (sizes.size(p) == 0) continue;
      group.copy(p, static_cast<K const*>(samples.data(p)), 0, all.data() + p * cuts * room, cuts * room);
    }
    using narrow = narrow_window<K, Order>;
    first.for_each_n(
        places,
        narrow{all.data(), begins.data(0), known_sizes.data(), parts, room, width, m, order, narrowed.data()}, 1);
    if (m == 1) break;
    group.barrier();
    group.run([&](std::ptrdiff_t p) {
      group.copy(0, static_cast<std::ptrdiff_t const*>(narrowed.data()), p, begins.data(p), places);
    });
    // The next windows have `parts` blocks of m.
    width = parts * m;
    m = m > finer ? m / finer : 1;
  }
  group.copy_out(0, static_cast<std::ptrdiff_t const*>(narrowed.data()), result.data(), places);
  group.wait(0);
  if (!detail::are_cuts(result, sizes)) {  // the order contradicts itself: all elements stay in their parts
    for (std::ptrdiff_t i = 0; i < places; ++i)
      result[static_cast<std::size_t>(i)] = i % parts <= i / parts ? sizes.size(i % parts) : 0;
  }
  return result;
}

}  // namespace thrum::detail
