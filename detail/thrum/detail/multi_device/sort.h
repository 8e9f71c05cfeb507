// Sorts over several parts. Every part is sorted, then cut where the shares of the other parts
// begin. Each part then merges the pieces of its share, which come from all parts. An element goes
// from one part to another at most once.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/merge_by_key.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/detail/primitives/sort.h>
#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::detail {

// Sorted parts are cut so that the elements before the cuts are exactly a given number of the first
// elements of all parts: the selection in several sorted sequences (Varman, Scheufler, Iyer and
// Ricard, 1991). It works on samples, because no part reads the memory of another.
//
// Each cut has a window in each part: elements before the window are before the cut, and elements
// after the window are after the cut. A sample is the last element of a group of m elements of the
// window. Let R elements of the windows be before the cut. Of equal samples those of earlier parts
// come first. The sample of rank r among all samples has at least m r elements that do not come
// after it, itself included, and at most (parts - 1) (m - 1) more. So the groups of the first (R -
// (parts - 1) (m - 1)) / m samples are before the cut, and the sample of rank R / m + 1 is after
// it. What is left of the windows is at most 2 parts m elements. Finer samples are then taken
// there, until m is 1. At first the windows of all cuts are the whole parts, and all cuts share the
// samples.

/// How many samples are taken for a cut in one round, from the windows of all parts together. Large
/// keys get fewer samples.
template <class K>
constexpr std::ptrdiff_t samples_for_cut(std::ptrdiff_t parts) {
  return std::max<std::ptrdiff_t>(32 * parts, sizeof(K) <= 64 ? 4096 : 256);
}

/// The windows of the cuts of some parts: cut c of part p is within [begin, end] of window c *
/// parts + p. In a round, `sets` sets of samples are taken: one for each cut, or one for all cuts.
class cut_windows {
 public:
  explicit cut_windows(part_sizes const& sizes)
      : parts_(sizes.parts()),
        begins_(static_cast<std::size_t>((parts_ - 1) * parts_)),
        ends_(begins_.size()),
        steps_(static_cast<std::size_t>(parts_ - 1)) {
    for (std::ptrdiff_t i = 0; i < (parts_ - 1) * parts_; ++i) ends_[at(i)] = sizes.size(i % parts_);
  }
  std::ptrdiff_t parts() const { return parts_; }
  std::ptrdiff_t cuts() const { return parts_ - 1; }
  std::vector<std::ptrdiff_t>& begins() { return begins_; }
  std::vector<std::ptrdiff_t>& ends() { return ends_; }
  std::vector<std::ptrdiff_t> const& steps() const { return steps_; }

  /// Returns how many elements the windows of cut c have together.
  std::ptrdiff_t width(std::ptrdiff_t c) const {
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t i = c * parts_; i < (c + 1) * parts_; ++i) sum += ends_[at(i)] - begins_[at(i)];
    return sum;
  }
  /// Returns how many elements before cut c are in its windows, if there are `all` before it.
  std::ptrdiff_t wanted(std::ptrdiff_t c, std::ptrdiff_t all) const {
    for (std::ptrdiff_t i = c * parts_; i < (c + 1) * parts_; ++i) all -= begins_[at(i)];
    return all;
  }
  bool all_empty() const { return begins_ == ends_; }
  /// Chooses for each set how many elements there are to a sample, so that there are `most` samples
  /// at most. Returns how many samples part p gives in all.
  void choose_steps(std::ptrdiff_t sets, std::ptrdiff_t most) {
    for (std::ptrdiff_t s = 0; s < sets; ++s) {
      steps_[at(s)] = std::max<std::ptrdiff_t>(1, (width(s) + most - 1) / most);
    }
  }
  std::ptrdiff_t samples(std::ptrdiff_t s, std::ptrdiff_t p) const {
    std::size_t const i = at(s * parts_ + p);
    return (ends_[i] - begins_[i]) / steps_[at(s)];
  }

 private:
  static std::size_t at(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }
  std::ptrdiff_t parts_;
  std::vector<std::ptrdiff_t> begins_, ends_, steps_;
};

/// Copies the samples of one part: those of set s are first[places[s]] on, from every steps[s]-th
/// element after begins[s].
template <class K>
struct sample_copier {
  K const* keys;
  std::ptrdiff_t const* places;  // sets + 1 of them; then as many begins, and as many steps
  std::ptrdiff_t sets;
  K* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t s = 0;
    while (places[s + 1] <= i) ++s;
    std::ptrdiff_t const* const begins = places + sets + 1;
    std::ptrdiff_t const* const steps = begins + sets + 1;
    ::new (static_cast<void*>(to + i)) K(keys[begins[s] + (i - places[s] + 1) * steps[s] - 1]);
  }
};

/// Answers query i, a number of first samples of a set: counts how many of them are samples of each
/// part. A part has lows[p] of them at least and highs[p] at most. The sample in the middle of the
/// widest such range, and its place among the samples of each part, narrow all ranges: about log S
/// samples, in O(parts log^2 S) steps, for S samples in random order.
template <class K, class Order>
struct sample_ranker {
  K const* samples;
  std::ptrdiff_t const* places;   // for each set and part, where its samples begin, and their number
  std::ptrdiff_t const* queries;  // (set, number of first samples)
  std::ptrdiff_t parts;
  Order order;
  std::ptrdiff_t *all_lows, *all_highs;

  /// Returns how many of the samples [low, high) of part q, and of those before low, go before x, a
  /// sample of part p. Equal samples go before x if q is an earlier part.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t before(K const& x, K const* from, std::ptrdiff_t low, std::ptrdiff_t high,
                                 bool earlier) {
    while (low < high) {
      std::ptrdiff_t const middle = low + (high - low) / 2;
      bool const goes_before = earlier ? !order(x, from[middle]) : static_cast<bool>(order(from[middle], x));
      low = goes_before ? middle + 1 : low;
      high = goes_before ? high : middle;
    }
    return low;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::ptrdiff_t const* const place = places + queries[2 * i] * 2 * parts;
    std::ptrdiff_t const wanted = queries[2 * i + 1];
    std::ptrdiff_t *const lows = all_lows + i * parts, *const highs = all_highs + i * parts;
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      ::new (static_cast<void*>(lows + p)) std::ptrdiff_t(0);
      ::new (static_cast<void*>(highs + p)) std::ptrdiff_t(detail::least(place[2 * p + 1], wanted));
    }
    while (true) {
      std::ptrdiff_t p = 0;
      for (std::ptrdiff_t q = 1; q < parts; ++q) {
        if (highs[q] - lows[q] > highs[p] - lows[p]) p = q;
      }
      if (highs[p] <= lows[p]) return;
      std::ptrdiff_t const middle = lows[p] + (highs[p] - lows[p]) / 2;
      K const& x = samples[place[2 * p] + middle];
      std::ptrdiff_t rank = 0;
      for (std::ptrdiff_t q = 0; q < parts; ++q) {
        rank += q == p ? middle : before(x, samples + place[2 * q], lows[q], highs[q], q < p);
      }
      bool const is_wanted = rank < wanted;
      for (std::ptrdiff_t q = 0; q < parts; ++q) {
        std::ptrdiff_t& bound = is_wanted ? lows[q] : highs[q];
        if (q == p) bound = is_wanted ? middle + 1 : middle;
        else bound = before(x, samples + place[2 * q], lows[q], highs[q], q < p);
      }
    }
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

/// Takes samples of the windows and narrows the windows by them, as far as they go.
template <class K, class Group, class Keys, class Order>
void narrow_windows(Group const& group, part_sizes const& sizes, cut_windows& windows, std::ptrdiff_t sets,
                    Keys keys, Order order) {
  using numbers = std::vector<std::ptrdiff_t>;
  std::ptrdiff_t const parts = windows.parts(), cuts = windows.cuts();
  windows.choose_steps(sets, detail::samples_for_cut<K>(parts) * (cuts / sets));
  part_sizes const counts = part_sizes::each(parts, [&](std::ptrdiff_t p) {
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t s = 0; s < sets; ++s) sum += windows.samples(s, p);
    return sum;
  });

  // What to sample of each part, and which samples to count, is made on the host.
  std::vector<numbers> lists(static_cast<std::size_t>(parts));
  numbers places(static_cast<std::size_t>(2 * sets * parts)), queries;
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    numbers& list = lists[static_cast<std::size_t>(p)];
    std::ptrdiff_t place = 0;
    for (std::ptrdiff_t s = 0; s < sets; ++s) {
      list.push_back(place);
      auto const of_set = static_cast<std::size_t>(2 * (s * parts + p));
      places[of_set] = counts.begin(p) + place;
      places[of_set + 1] = windows.samples(s, p);
      place += windows.samples(s, p);
    }
    list.push_back(place);
    for (std::ptrdiff_t s = 0; s <= sets; ++s)
      list.push_back(s < sets ? windows.begins()[static_cast<std::size_t>(s * parts + p)] : 0);
    for (std::ptrdiff_t s = 0; s < sets; ++s) list.push_back(windows.steps()[static_cast<std::size_t>(s)]);
  }
  // The process that has part c narrows cut c.
  std::ptrdiff_t const home = group.home();
  std::vector<std::ptrdiff_t> cuts_of(static_cast<std::size_t>(parts));
  for (std::ptrdiff_t c = 0; c < cuts; ++c) {
    ++cuts_of[static_cast<std::size_t>(group.home_of(c))];
    if (group.home_of(c) != home) continue;
    std::ptrdiff_t const s = sets == 1 ? 0 : c, m = windows.steps()[static_cast<std::size_t>(s)];
    std::ptrdiff_t const wanted = windows.wanted(c, sizes.end(c)), unsure = (parts - 1) * (m - 1);
    queries.insert(queries.end(), {s, wanted > unsure ? (wanted - unsure) / m : 0, s, wanted / m});
  }
  auto const length = [](numbers const& v) { return static_cast<std::ptrdiff_t>(v.size()); };
  part_sizes const found =
      part_sizes::each(parts, [&](std::ptrdiff_t p) { return 2 * parts * cuts_of[static_cast<std::size_t>(p)]; });
  part_arrays<K, Group> const samples(group, counts);
  part_arrays<std::ptrdiff_t, Group> const tasks(group, length(lists[0]));
  home_array<K, Group> const all(group, counts.total());
  home_array<std::ptrdiff_t, Group> const all_places(group, length(places)), all_queries(group, length(queries));
  home_array<std::ptrdiff_t, Group> const lows(group, found.size(home)), highs(group, found.size(home));
  failure_guard const failure(group);

  group.run([&](std::ptrdiff_t p) {
    if (counts.size(p) == 0) return;
    numbers const& list = lists[static_cast<std::size_t>(p)];
    group.copy_in(list.data(), p, tasks.data(p), length(list));
    group.policy(p).for_each_n(counts.size(p), sample_copier<K>{keys(p), tasks.data(p), sets, samples.data(p)},
                               default_grain);
  });
  group.gather(counts, [&](std::ptrdiff_t p) { return samples.data(p); }, all.data());
  group.copy_in(places.data(), home, all_places.data(), length(places));
  group.copy_in(queries.data(), home, all_queries.data(), length(queries));
  group.policy(home).for_each_n(length(queries) / 2,
                                sample_ranker<K, Order>{all.data(), all_places.data(), all_queries.data(), parts,
                                                        order, lows.data(), highs.data()},
                                1);
  numbers const counted =
      detail::gather_to_host<std::ptrdiff_t>(group, found, [&](std::ptrdiff_t) { return lows.data(); });

  for (std::ptrdiff_t i = 0; i < cuts * parts; ++i) {
    std::ptrdiff_t const c = i / parts, p = i % parts,
                         m = windows.steps()[sets == 1 ? 0 : static_cast<std::size_t>(c)];
    std::ptrdiff_t& begin = windows.begins()[static_cast<std::size_t>(i)];
    std::ptrdiff_t& end = windows.ends()[static_cast<std::size_t>(i)];
    auto const of_cut = static_cast<std::size_t>(2 * c * parts + p);
    std::ptrdiff_t const after = begin + m * counted[of_cut + static_cast<std::size_t>(parts)] + m - 1;
    begin += m * counted[of_cut];
    end = std::max(begin, std::min(end, after));
  }
}

/// Returns the cuts of the sorted keys(p) of a group's parts: cut c of part p is at [c * parts +
/// p]. Before the cuts c of all parts lie as many elements as parts 0 to c have together. Of equal
/// elements, those of earlier parts go first. Waits.
template <class K, class Group, class Keys, class Order>
std::vector<std::ptrdiff_t> cut_parts(Group const& group, part_sizes const& sizes, Keys keys, Order order) {
  std::ptrdiff_t const parts = sizes.parts();
  cut_windows windows(sizes);
  std::ptrdiff_t width = sizes.total();
  detail::narrow_windows<K>(group, sizes, windows, 1, keys, order);
  while (!windows.all_empty()) {
    std::ptrdiff_t widest = 0;
    for (std::ptrdiff_t c = 0; c < windows.cuts(); ++c) widest = std::max(widest, windows.width(c));
    if (widest >= width) break;  // the order contradicts itself
    width = widest;
    detail::narrow_windows<K>(group, sizes, windows, windows.cuts(), keys, order);
  }
  std::vector<std::ptrdiff_t> result = windows.begins();
  if (!detail::are_cuts(result, sizes)) {  // the order contradicts itself: all elements stay in their parts
    for (std::ptrdiff_t i = 0; i < parts * (parts - 1); ++i)
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
  template <class Group, class Count, class From, class To>
  static void exchange(Group const& group, Count count, From from, To to) {
    group.template exchange<K>(
        count, [&](std::ptrdiff_t p) { return static_cast<K const*>(from(p).keys); },
        [&](std::ptrdiff_t p) { return to(p).keys; });
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
  template <class Group, class Count, class From, class To>
  static void exchange(Group const& group, Count count, From from, To to) {
    sorted_keys<K>::exchange(
        group, count, [&](std::ptrdiff_t p) { return sorted_keys<K>{from(p).keys}; },
        [&](std::ptrdiff_t p) { return sorted_keys<K>{to(p).keys}; });
    group.template exchange<V>(
        count, [&](std::ptrdiff_t p) { return static_cast<V const*>(from(p).values); },
        [&](std::ptrdiff_t p) { return to(p).values; });
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
template <class Elements, class K, class Group, class Of, class Spare, class Less>
void sort_parts(Group const& group, part_sizes const& sizes, Of elements, Spare spare, Less less) {
  failure_guard const failure(group);
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 1) elements(p).sort(group.policy(p), sizes.size(p), less);
  });
  std::ptrdiff_t const parts = sizes.parts();
  if (sizes.largest() == sizes.total()) return group.finish();
  auto const order = detail::sorting_order<K>(less);
  auto const keys = [&](std::ptrdiff_t p) { return static_cast<K const*>(elements(p).keys); };
  std::vector<std::ptrdiff_t> const cuts = detail::cut_parts<K>(group, sizes, keys, order);
  // Part p gets share(q, p) elements of part q.
  auto const cut = [&](std::ptrdiff_t c, std::ptrdiff_t p) {
    return c < 0 ? 0 : c == parts - 1 ? sizes.size(p) : cuts[static_cast<std::size_t>(c * parts + p)];
  };
  auto const share = [&](std::ptrdiff_t q, std::ptrdiff_t p) { return cut(p, q) - cut(p - 1, q); };
  Elements::exchange(group, share, elements, spare);
  std::vector<char> merges(static_cast<std::size_t>(parts));
  try {
    group.run([&](std::ptrdiff_t p) {
      std::vector<std::ptrdiff_t> ends;
      ends.reserve(static_cast<std::size_t>(parts));
      std::ptrdiff_t end = 0;
      for (std::ptrdiff_t q = 0; q < parts; ++q) {
        std::ptrdiff_t const n = share(q, p);
        if (n > 0) ends.push_back(end += n);
      }
      merges[static_cast<std::size_t>(p)] = 1;
      // On the host, numbers are compared faster than their digits. Where there is no NaN, both
      // have one order. NaNs are the last elements of a piece.
      if constexpr (std::is_floating_point_v<K> && backend_traits<typename Group::policy_type>::runs_on_host) {
        K const* const arrived = spare(p).keys;
        auto const is_nan = [arrived](std::ptrdiff_t last) { return arrived[last - 1] != arrived[last - 1]; };
        if (std::none_of(ends.begin(), ends.end(), is_nan))
          return detail::merge_pieces(group, p, std::move(ends), spare(p), elements(p), less);
      }
      detail::merge_pieces(group, p, std::move(ends), spare(p), elements(p), order);
    });
  } catch (...) {  // memory ran out: the shares of the parts that did not begin to merge have arrived too
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      if (!group.here(p) || merges[static_cast<std::size_t>(p)] != 0) continue;
      spare(p).copy(group, p, 0, p, elements(p), 0, sizes.size(p));
    }
    throw;
  }
  group.finish();
}

}  // namespace thrum::detail
