// Primitives for few elements as the work of one thread block: one launch and no scratch memory,
// while CUB makes two or more launches and needs some memory. They are bodies of the kind that
// launch/team.h describes; a test runs them on the host.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Returns how many of n elements each thread handles one after the other. The number is odd, so
/// that neighbouring threads find their elements in different banks of the shared memory.
THRUM_HD constexpr int elements_of_thread(int n) { return ((n - 1) / one_block + 1) | 1; }

/// An element for each thread, in each of two rows.
template <class T>
struct sums_of_threads {
  uninitialized_array<T, one_block> row[2];
};

/// Combines the element of thread t with the element `distance` threads before it, if there is one,
/// and puts the result into the other row.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Op>
THRUM_HD void add_before(sums_of_threads<T>& sums, int from, int t, int distance, Op const& op) {
  T const* const before = sums.row[from].items;
  T* const after = sums.row[1 - from].items;
  if (t < distance) detail::put<T>(after + t, before[t]);
  else detail::put<T>(after + t, op(before[t - distance], before[t]));
}
/// Scans the first `count` elements of row[0]. Returns the row that has the result.
template <class Team, class T, class Op>
THRUM_HD int scan_of_threads(Team team, int count, sums_of_threads<T>& sums, Op const& op) {
  int from = 0;
  for (int distance = 1; distance < count; distance *= 2, from = 1 - from) {
    team.each([&](int t) {
      if (t < count) detail::add_before(sums, from, t, distance, op);
    });
  }
  return from;
}

/// A scan of 0 < n <= most elements, which become S as they are read. start() is the start value,
/// unless Start is no_seed.
template <class S, bool Inclusive, class I, class O, class Start, class Op>
struct scan_in_block {
  static constexpr int threads = one_block;
  static constexpr int most = few_in_block<S>;
  static constexpr bool has_start = !std::is_same_v<Start, no_seed<S>>;
  struct shared {
    uninitialized_array<S, most> elements;
    sums_of_threads<S> sums;
  };
  I first;
  int n;
  O out;
  Start start;
  Op op;

  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    int const length = detail::elements_of_thread(n);
    team.each([&](int t) { load(t, room); });
    team.each([&](int t) { scan(t, length, room); });
    int const row = detail::scan_of_threads(team, (n - 1) / length + 1, room.sums, op);
    team.each([&](int t) { join(t, length, room.sums.row[row].items, room.elements.items); });
    team.each([&](int t) { save(t, room); });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void load(int t, shared& room) const {
    I from = first;
    THRUM_UNROLL_BY_4
    for (int k = t; k < n; k += threads) detail::put<S>(room.elements.items + k, from[k]);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void save(int t, shared& room) const {
    O to = out;
    for (int k = t; k < n; k += threads) detail::store(to[k], room.elements.items[k]);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void scan(int t, int length, shared& room) const {
    int const begin = t * length, end = begin + length < n ? begin + length : n;
    if (begin >= n) return;
    S* const x = room.elements.items;
    for (int k = begin + 1; k < end; ++k) detail::put<S>(x + k, op(x[k - 1], x[k]));
    detail::put<S>(room.sums.row[0].items + t, x[end - 1]);
  }
  /// Combines each element of a thread with the sum of all that precedes the thread's elements.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void join(int t, int length, S const* sums, S* x) const {
    int const begin = t * length, end = begin + length < n ? begin + length : n;
    if (begin >= n) return;
    if constexpr (!has_start) {
      if (t == 0) return;
      S const before = sums[t - 1];
      for (int k = begin; k < end; ++k) detail::put<S>(x + k, op(before, x[k]));
    } else {
      S before = start();
      if (t > 0) detail::put<S>(__builtin_addressof(before), op(before, sums[t - 1]));
      if constexpr (Inclusive) {
        for (int k = begin; k < end; ++k) detail::put<S>(x + k, op(before, x[k]));
      } else {
        for (int k = end - 1; k > begin; --k) detail::put<S>(x + k, op(before, x[k - 1]));
        detail::put<S>(x + begin, before);
      }
    }
  }
};

/// A search: out[0] becomes the least of 0 < n <= few_elements indices that pred accepts, or n if
/// pred accepts none.
template <class P, class O>
struct find_in_block {
  static constexpr int threads = one_block;
  static constexpr int most = few_elements;
  struct shared {
    int least[one_block];
  };
  int n;
  P pred;
  O out;

  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    team.each([&](int t) { room.least[t] = find(t); });
    for (int left = threads / 2; left > 0; left /= 2) {
      team.each([&](int t) {
        if (t < left && room.least[t + left] < room.least[t]) room.least[t] = room.least[t + left];
      });
    }
    team.each([&](int t) {
      if (t == 0) save(room.least[0]);
    });
  }

 private:
  /// Tests several elements before it looks at a result, so that it waits for memory once for all
  /// of them.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD int find(int t) const {
    P accepts = pred;
    for (int begin = t; begin < n; begin += find_at_once * threads) {
      int found = n;
      THRUM_UNROLL
      for (int k = find_at_once - 1; k >= 0; --k) {
        int const i = begin + k * threads;
        if (i < n && static_cast<bool>(accepts(static_cast<std::ptrdiff_t>(i)))) found = i;
      }
      if (found != n) return found;
    }
    return n;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void save(int found) const {
    O to = out;
    detail::store(to[0], static_cast<std::ptrdiff_t>(found));
  }
};

/// Calls put_at(k, x) for the elements x of [begin, begin + count) of the stable merge of a and b.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less, class Put>
THRUM_HD void merge_stretch(T const* a, int na, T const* b, int nb, int begin, int count, Less const& less,
                            Put put_at) {
  int i = detail::merge_path<int>(a, na, b, nb, begin, less);
  int j = begin - i;
  for (int k = begin; k < begin + count; ++k) {
    bool const second = i == na || (j < nb && static_cast<bool>(less(b[j], a[i])));
    put_at(k, second ? b[j] : a[i]);
    j += second;
    i += !second;
  }
}

/// A stable sort of 0 < n <= most elements, which elements.get(k) reads and elements.set(k, x)
/// writes. Each thread sorts some elements; then sorted stretches are merged.
template <class Elements, class Less>
struct sort_in_block {
  using T = typename Elements::value_type;
  static constexpr int threads = one_block;
  static constexpr int most = few_in_block<T> / 2;
  struct shared {
    uninitialized_array<T, most> row[2];
  };
  Elements elements;
  int n;
  Less less;

  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    int const length = detail::elements_of_thread(n);
    team.each([&](int t) { load(t, room.row[0].items); });
    team.each([&](int t) { sort(t * length, length, room.row[0].items); });
    int from = 0;
    for (int run = length; run < n; run *= 2, from = 1 - from) {
      team.each([&](int t) { merge(t * length, length, run, room.row[from].items, room.row[1 - from].items); });
    }
    team.each([&](int t) { save(t, room.row[from].items); });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void load(int t, T* x) const {
    Elements from = elements;
    for (int k = t; k < n; k += threads) detail::put<T>(x + k, from.get(k));
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void save(int t, T const* x) const {
    Elements to = elements;
    for (int k = t; k < n; k += threads) to.set(k, x[k]);
  }
  THRUM_HD int end_of(int begin, int length) const { return begin + length < n ? begin + length : n; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void sort(int begin, int length, T* x) const {
    int const end = end_of(begin, length);
    for (int k = begin + 1; k < end; ++k) {
      T const item = x[k];
      int to = k;
      for (; to > begin && static_cast<bool>(less(item, x[to - 1])); --to) detail::put<T>(x + to, x[to - 1]);
      detail::put<T>(x + to, item);
    }
  }
  /// Does a thread's part of the merge of two sorted stretches. The second stretch may be shorter
  /// or empty.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void merge(int begin, int length, int run, T const* from, T* to) const {
    if (begin >= n) return;
    int const first = begin / (2 * run) * (2 * run);
    int const middle = end_of(first, run), last = end_of(first, 2 * run);
    detail::merge_stretch(from + first, middle - first, from + middle, last - middle, begin - first,
                          end_of(begin, length) - begin, less,
                          [&](int k, T const& item) { detail::put<T>(to + first + k, item); });
  }
};

}  // namespace thrum::detail
