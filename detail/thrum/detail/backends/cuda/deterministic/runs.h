// Parts of the sums of runs by blocks of threads: the list of the runs that begin in a tile, and
// the values that follow from tile to tile.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/cuda/deterministic/tiles.h>
#include <thrum/detail/backends/cuda/deterministic/windows.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/kernels/shape/reduce.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

inline constexpr std::ptrdiff_t run_tile = 8192;
inline constexpr int run_words = run_tile / 32;

/// Whether a run starts at index begin + i.
template <class Starts>
struct starts_from {
  Starts const& starts;
  std::ptrdiff_t begin;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(int i) const { return static_cast<bool>(starts(begin + i)); }
};

/// Marks in `words` at which of n elements from `begin` on runs start.
template <class Starts>
struct run_marker {
  using room = no_room;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD static void mark(Team team, std::ptrdiff_t begin, int n, Starts const& starts, unsigned* words, room&) {
    team.mark(n, starts_from<Starts>{starts, begin}, words);
  }
};

template <class K>
inline constexpr bool has_window_of_keys =
    std::is_same_v<looked_at_t<K>, std::iter_value_t<K>> && elements_of_window<looked_at_t<K>> != 0;

/// Says whether key i of a window begins a run. Key i is at place i + 1, after the key before.
template <class E, class Equal>
struct window_key_starts {
  window_iterator<E> keys;
  Equal const& equal;
  bool is_first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(int i) const {
    Equal same = equal;
    E const &a = keys[i], &b = keys[i + 1];
    return (is_first && i == 0) || !detail::call(same, a, b);
  }
};

/// Fetches each key once, although it is compared with both of its neighbours.
template <class K, class Equal>
  requires has_window_of_keys<K>
struct run_marker<run_starts<K, Equal>> {
  using key = looked_at_t<K>;
  using room = element_window<key>;
  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD static void mark(Team team, std::ptrdiff_t begin, int n, run_starts<K, Equal> const& starts,
                            unsigned* words, room& window) {
    constexpr int most = room::size - 32;
    for (int at = 0; at < n; at += most) {
      int const count = static_cast<int>(detail::least(most, n - at));
      std::ptrdiff_t const first = begin + at;
      team.each([&](int t) {
        window.template fetch<run_threads>(starts.keys + first, count, t, 1);
        if (t == 0) window.template fetch<run_threads>(starts.keys + (first == 0 ? 0 : first - 1), 1, t);
      });
      team.mark(count, window_key_starts<key, Equal>{window.elements(), starts.equal, first == 0},
                words + at / 32);
    }
  }
};

/// Returns the place of the last mark, or -1.
THRUM_HD inline int last_mark(unsigned const* words, int n) {
  for (int w = (n - 1) / 32; w >= 0; --w) {
    for (int bit = 31; words[w] != 0 && bit >= 0; --bit) {
      if ((words[w] >> bit & 1U) != 0) return w * 32 + bit;
    }
  }
  return -1;
}

/// The indices at which runs begin in a tile, as the threads of a block find them. The indices
/// (`places`) count from the begin of the tile.
struct run_heads {
  static constexpr int words_of_thread = run_words / run_threads, threads_of_group = 16;
  unsigned words[run_words];
  int counts[run_threads];
  int groups[run_threads / threads_of_group];
  int count;
  unsigned short places[run_tile + 1];

  THRUM_HD int size() const { return count; }
  /// Returns where the r-th run begins. For r == size(), returns where the tile ends.
  THRUM_HD std::ptrdiff_t operator[](int r) const { return places[r]; }

  /// Returns whether the tile begins with short runs, after the part of an earlier run with which
  /// the tile may begin. The meaning of short is that of are_short_runs.
  THRUM_HD bool are_short() const {
    constexpr int some = 256, many = some / static_cast<int>(length_of_short_runs);
    return count > many && places[count] - places[0] > some && places[many] - places[0] < some;
  }

  /// The part of the tile before the first run, and those of the runs, as part 0 and others.
  THRUM_HD std::ptrdiff_t part(int p) const { return p == 0 ? 0 : places[p - 1]; }
  /// Returns the part after those, from part p on, that together have at most `most` elements, and
  /// no part that is not before `end`.
  THRUM_HD int part_beyond(int p, int end, std::ptrdiff_t most) const {
    std::ptrdiff_t const from = part(p);
    return p + static_cast<int>(detail::find_between(
                   0, end - p, [&](std::ptrdiff_t k) { return part(p + static_cast<int>(k) + 1) - from > most; }));
  }

  /// Finds the runs of n elements by the marks in `marks`, which may be `words`.
  template <class Team>
  THRUM_HD void find(Team team, int n, unsigned const* marks) {
    if (marks != words) {
      team.each([&](int t) {
        for (int w = t; w < (n + 31) / 32; w += run_threads) words[w] = marks[w];
      });
    }
    team.each([&](int t) { counts[t] = count_marks(t, n); });
    team.each([&](int t) {
      if (t >= run_threads / threads_of_group) return;
      int sum = 0;
      for (int k = 0; k < threads_of_group; ++k) sum += counts[t * threads_of_group + k];
      groups[t] = sum;
    });
    team.each([&](int t) { list(t, n); });
  }

 private:
  /// Returns the end of the words of thread t that may hold marks.
  THRUM_HD static int end_word(int t, int n) {
    int const all = (n + 31) / 32, end = (t + 1) * words_of_thread;
    return end < all ? end : all;
  }
  THRUM_HD int count_marks(int t, int n) const {
    int marks = 0;
    for (int w = t * words_of_thread; w < end_word(t, n); ++w) marks += detail::bit_count(words[w]);
    return marks;
  }
  THRUM_HD void list(int t, int n) {
    int at = 0;
    for (int g = 0; g < t / threads_of_group; ++g) at += groups[g];
    for (int k = t / threads_of_group * threads_of_group; k < t; ++k) at += counts[k];
    for (int w = t * words_of_thread; w < end_word(t, n); ++w) {
      for (int bit = 0; bit < 32; ++bit) {
        if ((words[w] >> bit & 1U) != 0) places[at++] = static_cast<unsigned short>(w * 32 + bit);
      }
    }
    if (t == run_threads - 1) {
      count = at;
      places[at] = static_cast<unsigned short>(n);
    }
  }
};

/// Computes, from left to right, the sum that each tile leaves open and how many runs begin before
/// the tile. If a run begins in a tile, the sum of the tile stays unchanged. Otherwise the sum of
/// the tile is added to the sum of the tile before. finish(runs, sum) takes the number of all runs
/// and the sum that is open at the end.
template <class T, class Op, class Finish>
struct run_follower {
  static constexpr int threads = fold_threads;
  static constexpr int chunk = sums_at_once<sizeof(T)>;
  struct shared {
    uninitialized_array<T, chunk + 1> open;
    std::ptrdiff_t runs[chunk + 1];
  };
  std::ptrdiff_t count;
  T* open;
  std::ptrdiff_t* runs;  // at first those that begin in the tile, then those that begin before it
  Op op;
  Finish finish;

  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    T* const items = room.open.items;
    team.each([&](int t) {
      if (t == 0) room.runs[chunk] = 0;
    });
    for (std::ptrdiff_t at = 0; at < count; at += chunk) {
      int const n = static_cast<int>(detail::least(chunk, count - at));
      team.each([&](int t) {
        for (int k = t; k < n; k += threads) {
          detail::put<T>(items + k, open[at + k]);
          room.runs[k] = runs[at + k];
        }
      });
      team.each([&](int t) {
        if (t == 0) follow(n, room);
      });
      team.each([&](int t) {
        for (int k = t; k < n; k += threads) {
          detail::put<T>(open + at + k, items[k]);
          runs[at + k] = room.runs[k];
        }
      });
    }
    team.each([&](int t) {
      if (t == 0) finish(room.runs[chunk], items[chunk]);
    });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void follow(int n, shared& room) const {
    Op add = op;
    T* const items = room.open.items;
    std::ptrdiff_t before = room.runs[chunk];
    T sum = items[room.runs[0] == 0 ? chunk : 0];
    for (int k = 0; k < n; ++k) {
      std::ptrdiff_t const here = room.runs[k];
      if (here == 0) detail::fold_into(sum, items[k], add);
      else detail::put<T>(__builtin_addressof(sum), items[k]);
      detail::put<T>(items + k, sum);
      room.runs[k] = before;
      before += here;
    }
    detail::put<T>(items + chunk, sum);
    room.runs[chunk] = before;
  }
};

}  // namespace thrum::detail
