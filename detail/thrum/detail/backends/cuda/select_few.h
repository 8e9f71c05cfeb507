// Selections of few elements as the work of one thread block: bodies of the kind that
// launch/team.h describes. The places of the elements are sorted, not the elements, because a
// selection moves few of them.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>

namespace thrum::detail {

THRUM_HD constexpr int lesser(int a, int b) { return b < a ? b : a; }

/// Elements in the shared memory of a block, and two rows of their places.
template <class T, int Most>
struct selected_places {
  using place = unsigned short;
  static_assert(Most <= 65536);
  uninitialized_array<T, Most> elements;
  place row[2][Most];
  sums_of_threads<int> sums;
  int moved_to;  // the place of the nth element after the exchange

  struct add {
    THRUM_HD int operator()(int a, int b) const { return a + b; }
  };
  template <class Less>
  struct order {
    T const* x;
    Less const& less;
    THRUM_EXEC_CHECK_DISABLE
    THRUM_HD bool operator()(place a, place b) const { return static_cast<bool>(less(x[a], x[b])); }
  };

  THRUM_EXEC_CHECK_DISABLE
  template <class Elements>
  THRUM_HD void load(int t, int n, Elements from) {
    for (int k = t; k < n; k += one_block) detail::put<T>(elements.items + k, from.get(k));
  }

  /// Sorts the places of the first n elements, stably. Returns the row that has them.
  template <class Team, class Less>
  THRUM_HD int sort(Team team, int n, Less const& less) {
    order<Less> const before{elements.items, less};
    int const length = detail::elements_of_thread(n);
    team.each([&](int t) { insert(t * length, detail::lesser(n, t * length + length), before); });
    int from = 0;
    for (int run = length; run < n; run *= 2, from = 1 - from) {
      team.each([&](int t) { merge(t * length, length, n, run, row[from], row[1 - from], before); });
    }
    return from;
  }

  /// Sets is_first[i] to whether element i is one of the first k of n sorted places.
  template <class Team>
  THRUM_HD void mark_first(Team team, int n, int k, place const* sorted, place* is_first) {
    team.each([&](int t) {
      for (int i = t; i < n; i += one_block) is_first[i] = 0;
    });
    team.each([&](int t) {
      for (int i = t; i < k; i += one_block) is_first[sorted[i]] = 1;
    });
  }

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void exchange(int a, int b) {
    T const held = elements.items[a];
    detail::put<T>(elements.items + a, elements.items[b]);
    detail::put<T>(elements.items + b, held);
  }

 private:
  template <class Order>
  THRUM_HD void insert(int begin, int end, Order const& before) {
    for (int k = begin; k < end; ++k) {
      int to = k;
      auto const item = static_cast<place>(k);
      for (; to > begin && before(item, row[0][to - 1]); --to) row[0][to] = row[0][to - 1];
      row[0][to] = item;
    }
  }
  template <class Order>
  THRUM_HD static void merge(int begin, int length, int n, int run, place const* from, place* to,
                             Order const& before) {
    if (begin >= n) return;
    int const first = begin / (2 * run) * (2 * run);
    int const middle = detail::lesser(n, first + run), last = detail::lesser(n, first + 2 * run);
    detail::merge_stretch(from + first, middle - first, from + middle, last - middle, begin - first,
                          detail::lesser(n, begin + length) - begin, before,
                          [&](int k, place item) { to[first + k] = item; });
  }
};

/// Does what select_in_place does, for 0 <= nth < n <= most elements, which elements.get(k) reads
/// and elements.set(k, x) writes.
template <bool Sorts, class Elements, class Less>
struct select_in_block {
  using T = typename Elements::value_type;
  static constexpr int threads = one_block;
  static constexpr int most = few_to_select<T>;
  using shared = selected_places<T, most>;
  using place = typename shared::place;
  Elements elements;
  int n, nth;
  Less less;

  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    team.each([&](int t) { room.load(t, n, elements); });
    int const sorted = room.sort(team, n, less);
    place* const is_early = room.row[1 - sorted];
    place *const late = room.row[sorted], *const early = late + most / 2;
    int const found = late[nth];
    room.mark_first(team, n, nth, late, is_early);
    // The sorted places make room for those of the elements that are exchanged.
    int const length = detail::elements_of_thread(n), most_pairs = detail::lesser(nth, n - nth);
    team.each([&](int t) { room.sums.row[0].items[t] = count(t * length, length, is_early); });
    auto const* const sums = room.sums.row[detail::scan_of_threads(team, threads, room.sums, add{})].items;
    team.each([&](int t) {
      list(t * length, length, t == 0 ? 0 : sums[t - 1], is_early, late, early, most_pairs);
      if (t == 0) room.moved_to = found;
    });
    int const pairs =
        detail::lesser(most_pairs, detail::lesser(sums[threads - 1] & 0xFFFF, sums[threads - 1] >> 16));
    team.each([&](int t) {
      for (int k = t; k < pairs; k += threads) {
        room.exchange(late[k], early[k]);
        if (late[k] == found) room.moved_to = early[k];
      }
    });
    int row = 0;
    if constexpr (Sorts) {
      row = room.sort(team, nth, less);
    } else {
      team.each([&](int t) {
        if (t == 0 && room.moved_to != nth) room.exchange(room.moved_to, nth);
      });
    }
    team.each([&](int t) { save(t, room.elements.items, room.row[row]); });
  }

 private:
  using add = typename shared::add;
  /// Returns how many elements of a stretch are late, and how many are early in the upper half of
  /// the number.
  THRUM_HD int count(int begin, int length, place const* is_early) const {
    int sum = 0;
    for (int i = begin; i < n && i < begin + length; ++i) {
      if (i < nth) sum += is_early[i] == 0 ? 1 : 0;
      else sum += is_early[i] << 16;
    }
    return sum;
  }
  THRUM_HD void list(int begin, int length, int before, place const* is_early, place* late, place* early,
                     int most_pairs) const {
    int late_before = before & 0xFFFF, early_before = before >> 16;
    for (int i = begin; i < n && i < begin + length; ++i) {
      bool const is_misplaced = (i < nth) != (is_early[i] != 0);
      int& k = i < nth ? late_before : early_before;
      if (is_misplaced && k < most_pairs) (i < nth ? late : early)[k] = static_cast<place>(i);
      k += is_misplaced ? 1 : 0;
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void save(int t, T const* x, place const* sorted) const {
    Elements to = elements;
    for (int k = t; k < n; k += threads) to.set(k, x[Sorts && k < nth ? sorted[k] : k]);
  }
};

/// Does what copy_least does, for 0 < k <= n <= most elements whose keys keys.get(i) reads. The
/// copies are sorted, or in the order of the input.
template <class Keys, class I, class O, class Less>
struct copy_least_in_block {
  using T = typename Keys::value_type;
  static constexpr int threads = one_block;
  static constexpr int most = few_to_select<T>;
  using shared = selected_places<T, most>;
  using place = typename shared::place;
  Keys keys;
  I first;
  O out;
  int n, k;
  bool sorts;
  Less less;

  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    team.each([&](int t) { room.load(t, n, keys); });
    int const sorted = room.sort(team, n, less);
    place *const places = room.row[sorted], *const is_least = room.row[1 - sorted];
    if (!sorts) {
      room.mark_first(team, n, k, places, is_least);
      int const length = detail::elements_of_thread(n);
      team.each([&](int t) { room.sums.row[0].items[t] = list(t * length, length, is_least, places, 0, 0); });
      auto const* const sums =
          room.sums.row[detail::scan_of_threads(team, threads, room.sums, typename shared::add{})].items;
      team.each([&](int t) { list(t * length, length, is_least, places, t == 0 ? 0 : sums[t - 1], k); });
    }
    team.each([&](int t) { save(t, places); });
  }

 private:
  /// Stores the places of the least elements of a stretch in places[at...], up to places[end].
  /// Returns the index of the next place.
  THRUM_HD int list(int begin, int length, place const* is_least, place* places, int at, int end) const {
    for (int i = begin; i < n && i < begin + length; ++i) {
      if (is_least[i] == 0) continue;
      if (at < end) places[at] = static_cast<place>(i);
      ++at;
    }
    return at;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void save(int t, place const* places) const {
    I from = first;
    O to = out;
    for (int i = t; i < k; i += threads) detail::store(to[i], from[places[i]]);
  }
};

}  // namespace thrum::detail
