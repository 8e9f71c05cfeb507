// Merges and sorts of few elements as the work of one thread block: see one_block.h.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/cuda/one_block.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <cstddef>

namespace thrum::detail {

/// Calls put_at(k, x) for the elements x of [begin, begin + count) of the stable merge of a and b.
THRUM_EXEC_CHECK_DISABLE
template <class T, class Less, class Put>
THRUM_HD void merge_stretch(T const* a, int na, T const* b, int nb, int begin, int count, Less const& less,
                            Put put_at) {
  int i = static_cast<int>(detail::merge_path(a, na, b, nb, begin, less));
  int j = begin - i;
  for (int k = begin; k < begin + count; ++k) {
    bool const second = i == na || (j < nb && static_cast<bool>(less(b[j], a[i])));
    put_at(k, second ? b[j] : a[i]);
    j += second;
    i += !second;
  }
}

/// A merge of 0 < na + nb <= most elements, which become T as they are read.
template <class T, class A, class B, class O, class Less>
struct merge_in_block {
  static constexpr int threads = one_block;
  static constexpr int most = few_in_block<T>;
  using shared = uninitialized_array<T, most>;
  A a;
  int na;
  B b;
  int nb;
  O out;
  Less less;

  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    team.each([&](int t) { load(t, room.items); });
    team.each([&](int t) { merge(t, room.items); });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void load(int t, T* x) const {
    A from_a = a;
    B from_b = b;
    for (int k = t; k < na; k += threads) detail::put<T>(x + k, from_a[k]);
    for (int k = t; k < nb; k += threads) detail::put<T>(x + na + k, from_b[k]);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void merge(int t, T const* x) const {
    int const n = na + nb, length = detail::elements_of_thread(n), begin = t * length;
    if (begin >= n) return;
    int const count = begin + length < n ? length : n - begin;
    O to = out;
    detail::merge_stretch(x, na, x + na, nb, begin, count, less,
                          [&](int k, T const& item) { detail::store(to[k], item); });
  }
};

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
