// Sorts over several devices. Every part is sorted, then cut where the shares of the other parts
// begin. Each part then merges the pieces of its share, which come from all parts. An element goes
// from one device to another at most once.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/merge_by_key.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/detail/primitives/sort.h>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

namespace thrum::detail {

// Sorted parts are cut so that the elements before the cuts are exactly a given number of the first
// elements of all parts: the selection in several sorted sequences (Varman, Scheufler, Iyer and
// Ricard, 1991). It works on samples, because no device reads the memory of another. The first
// samples are every m-th element. They fix each cut to within m * parts elements; finer samples are
// then taken there, until m is 1. The host waits for nothing meanwhile.

/// The window in which samples of a part are taken for a cut. The window has `width` elements and
/// begins at a multiple of m; each sample is the last element of a group of m elements. All
/// elements before the window are before the cut, and all elements after the window are after the
/// cut.
struct sample_window {
  std::ptrdiff_t begin, width, size, m;
  THRUM_HD std::ptrdiff_t count() const { return least(size, begin + width) / m - begin / m; }
  THRUM_HD std::ptrdiff_t index(std::ptrdiff_t j) const { return begin + (j + 1) * m - 1; }
};

struct counter_clearer {
  std::ptrdiff_t* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const { to[i] = 0; }
};

/// Copies sample i % room of the window of cut i / room.
template <class K>
struct sample_copier {
  K const* keys;
  std::ptrdiff_t const* begins;
  std::ptrdiff_t part, parts, room, width, size, m;
  K* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const cut = i / room, j = i % room;
    sample_window const window{begins[cut * parts + part], width, size, m};
    // Fills the samples outside the window too, because all samples are copied.
    ::new (static_cast<void*>(to + i)) K(keys[j < window.count() ? window.index(j) : 0]);
  }
};

/// Moves the beginning of one cut's window in one part, i = cut * parts + part, to where the next
/// window begins; with m = 1, to the cut.
template <class K, class Order>
struct window_narrower {
  K const* samples;  // `room` samples for each cut, part by part
  std::ptrdiff_t const* begins;
  std::ptrdiff_t const* sizes;  // the sizes of the parts, then their ends
  std::ptrdiff_t parts, room, width, m;
  Order order;
  std::ptrdiff_t* to;

  THRUM_HD sample_window window(std::ptrdiff_t cut, std::ptrdiff_t p) const {
    return {begins[cut * parts + p], width, sizes[p], m};
  }
  THRUM_HD K const* samples_of(std::ptrdiff_t cut, std::ptrdiff_t p) const {
    return samples + (p * (parts - 1) + cut) * room;
  }
  /// Returns how many samples of part q go before x, which is a sample of part p. Equal samples go
  /// before x if q is an earlier part.
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
    // Counts the samples in the windows that are before the cut; fewer than `parts` of the counted
    // samples may lie directly after the cut. The samples before the windows are before the cut and
    // are not counted.
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

/// Returns whether the cuts ascend within each part, and have as many elements before them as the
/// parts have.
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

/// Returns the cuts of the sorted keys(p) of a group's parts: cut c of part p is at [c * parts +
/// p]. Before the cuts c of all parts lie as many elements as parts 0 to c have together. Of equal
/// elements, those of earlier parts go first. Waits.
template <class K, class Group, class Keys, class Order>
std::vector<std::ptrdiff_t> cut_parts(Group const& group, part_sizes const& sizes, Keys keys, Order order) {
  using policy = typename Group::policy_type;
  // How many samples are taken from what was one group of m elements before. Large keys get fewer
  // samples, because all samples go to one device.
  constexpr std::ptrdiff_t finer = sizeof(K) <= 64 ? 256 : 16;
  std::ptrdiff_t const parts = sizes.parts(), cuts = parts - 1, all_cuts = cuts * parts, room = finer * parts;
  policy const& first = group.policy(0);
  std::vector<std::ptrdiff_t> sizes_and_ends;
  for (std::ptrdiff_t p = 0; p < parts; ++p) sizes_and_ends.push_back(sizes.size(p));
  for (std::ptrdiff_t p = 0; p < parts; ++p) sizes_and_ends.push_back(sizes.end(p));

  part_arrays<K, Group> const samples(group, cuts * room);
  part_arrays<std::ptrdiff_t, Group> const begins(group, all_cuts);
  scratch_array<K, policy> const all(first, parts * cuts * room);
  scratch_array<std::ptrdiff_t, policy> const known_sizes(first, 2 * parts), narrowed(first, all_cuts);
  std::vector<std::ptrdiff_t> result(static_cast<std::size_t>(all_cuts));
  failure_guard const failure(group);

  group.run(
      [&](std::ptrdiff_t p) { group.policy(p).for_each_n(all_cuts, counter_clearer{begins.data(p)}, all_cuts); });
  group.copy_in(sizes_and_ends.data(), 0, known_sizes.data(), 2 * parts);
  std::ptrdiff_t width = sizes.largest(), m = 1;
  while (width / m > room) m *= 2;
  while (true) {
    group.run([&](std::ptrdiff_t p) {
      if (sizes.size(p) == 0) return;
      sample_copier<K> const take{keys(p), begins.data(p), p, parts,          room,
                                  width,   sizes.size(p),  m, samples.data(p)};
      group.policy(p).for_each_n(cuts * room, take, default_grain);
    });
    group.barrier();
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      if (sizes.size(p) == 0) continue;
      group.copy(p, static_cast<K const*>(samples.data(p)), 0, all.data() + p * cuts * room, cuts * room);
    }
    using narrow = window_narrower<K, Order>;
    first.for_each_n(
        all_cuts,
        narrow{all.data(), begins.data(0), known_sizes.data(), parts, room, width, m, order, narrowed.data()}, 1);
    if (m == 1) break;
    group.barrier();
    group.run([&](std::ptrdiff_t p) {
      group.copy(0, static_cast<std::ptrdiff_t const*>(narrowed.data()), p, begins.data(p), all_cuts);
    });
    // The next windows have `parts` groups of m elements.
    width = parts * m;
    m = m > finer ? m / finer : 1;
  }
  group.copy_out(0, static_cast<std::ptrdiff_t const*>(narrowed.data()), result.data(), all_cuts);
  group.wait(0);
  if (!detail::are_cuts(result, sizes)) {  // the order contradicts itself: all elements stay in their parts
    for (std::ptrdiff_t i = 0; i < all_cuts; ++i)
      result[static_cast<std::size_t>(i)] = i % parts <= i / parts ? sizes.size(i % parts) : 0;
  }
  return result;
}

/// Keys without values in the memory of a part, and the steps of a sort on them.
template <class K>
struct sorted_keys {
  K* keys;

  template <class B, class Less>
  void sort(B const& exec, std::ptrdiff_t n, Less less) const {
    detail::sort(exec, keys, n, less);
  }
  template <class B, class Order>
  void merge(B const& exec, std::ptrdiff_t begin, std::ptrdiff_t middle, std::ptrdiff_t end, sorted_keys to,
             Order order) const {
    detail::merge(exec, keys + begin, middle - begin, keys + middle, end - middle, to.keys + begin, order);
  }
  template <class Group>
  void copy(Group const& group, std::ptrdiff_t from, std::ptrdiff_t at, std::ptrdiff_t to, sorted_keys out,
            std::ptrdiff_t out_at, std::ptrdiff_t n) const {
    group.copy(from, static_cast<K const*>(keys + at), to, out.keys + out_at, n);
  }
};

/// Keys with values in the memory of a part, and the steps of a sort on them.
template <class K, class V>
struct sorted_pairs_of_part {
  K* keys;
  V* values;

  template <class B, class Less>
  void sort(B const& exec, std::ptrdiff_t n, Less less) const {
    detail::sort_by_key(exec, keys, values, n, less);
  }
  template <class B, class Order>
  void merge(B const& exec, std::ptrdiff_t begin, std::ptrdiff_t middle, std::ptrdiff_t end,
             sorted_pairs_of_part to, Order order) const {
    detail::merge_by_key(exec, keys + begin, middle - begin, keys + middle, end - middle, values + begin,
                         values + middle, to.keys + begin, to.values + begin, order);
  }
  template <class Group>
  void copy(Group const& group, std::ptrdiff_t from, std::ptrdiff_t at, std::ptrdiff_t to,
            sorted_pairs_of_part out, std::ptrdiff_t out_at, std::ptrdiff_t n) const {
    group.copy(from, static_cast<K const*>(keys + at), to, out.keys + out_at, n);
    group.copy(from, static_cast<V const*>(values + at), to, out.values + out_at, n);
  }
};

/// Merges the sorted pieces of a part, which end at `ends` in `spare`, into one piece in
/// `elements`. If a merge fails, all elements of the pieces are in `elements` too, in the order
/// that they had.
template <class Group, class Elements, class Order>
void merge_pieces(Group const& group, std::ptrdiff_t p, std::vector<std::ptrdiff_t> ends, Elements spare,
                  Elements elements, Order order) {
  Elements from = spare, to = elements;
  auto const keep = [&] {
    if (from.keys != elements.keys && !ends.empty()) from.copy(group, p, 0, p, elements, 0, ends.back());
  };
  try {
    while (ends.size() > 1) {
      std::vector<std::ptrdiff_t> merged;
      std::ptrdiff_t begin = 0;
      for (std::size_t r = 0; r < ends.size(); r += 2) {
        std::ptrdiff_t const end = ends[r + 1 < ends.size() ? r + 1 : r];
        if (r + 1 < ends.size()) from.merge(group.policy(p), begin, ends[r], end, to, order);
        else from.copy(group, p, begin, p, to, begin, end - begin);
        merged.push_back(begin = end);
      }
      ends = std::move(merged);
      std::swap(from, to);
    }
  } catch (...) {
    keep();
    throw;
  }
  keep();
}

/// Sorts elements(p) of all parts; spare(p) has room for as many elements. Each part keeps its
/// size.
template <class K, class Group, class Elements, class Spare, class Less>
void sort_parts(Group const& group, part_sizes const& sizes, Elements elements, Spare spare, Less less) {
  failure_guard const failure(group);
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 1) elements(p).sort(group.policy(p), sizes.size(p), less);
  });
  std::ptrdiff_t const parts = sizes.parts();
  if (sizes.largest() == sizes.total()) return group.finish();
  auto const order = detail::sorting_order<K>(less);
  auto const keys = [&](std::ptrdiff_t p) { return static_cast<K const*>(elements(p).keys); };
  std::vector<std::ptrdiff_t> const cuts = detail::cut_parts<K>(group, sizes, keys, order);
  auto const cut = [&](std::ptrdiff_t c, std::ptrdiff_t p) {
    return c < 0 ? 0 : c == parts - 1 ? sizes.size(p) : cuts[static_cast<std::size_t>(c * parts + p)];
  };
  group.barrier();
  group.run([&](std::ptrdiff_t p) {
    std::ptrdiff_t end = 0;
    for (std::ptrdiff_t q = 0; q < parts; ++q) {
      std::ptrdiff_t const begin = cut(p - 1, q), n = cut(p, q) - begin;
      if (n > 0) elements(q).copy(group, q, begin, p, spare(p), end, n);
      end += n;
    }
  });
  group.barrier();
  std::vector<char> merges(static_cast<std::size_t>(parts));
  try {
    group.run([&](std::ptrdiff_t p) {
      std::vector<std::ptrdiff_t> ends;
      ends.reserve(static_cast<std::size_t>(parts));
      std::ptrdiff_t end = 0;
      for (std::ptrdiff_t q = 0; q < parts; ++q) {
        std::ptrdiff_t const n = cut(p, q) - cut(p - 1, q);
        if (n > 0) ends.push_back(end += n);
      }
      merges[static_cast<std::size_t>(p)] = 1;
      detail::merge_pieces(group, p, std::move(ends), spare(p), elements(p), order);
    });
  } catch (...) {  // memory ran out: the shares of the parts that did not begin to merge have arrived too
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      if (merges[static_cast<std::size_t>(p)] == 0) spare(p).copy(group, p, 0, p, elements(p), 0, sizes.size(p));
    }
    throw;
  }
  group.finish();
}

}  // namespace thrum::detail
