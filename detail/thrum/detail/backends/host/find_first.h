// find_first on for_each_n.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/find_ahead.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace thrum::detail {

/// The search of a range in chunks, which form rows from left to right. Tasks take chunks of a row
/// until none is left, then those of the next row, until a row begins at the best hit or after it.
/// In a row, a task takes the first chunk that no task has, from its own place in the row on, which
/// its index tells. oneTBB mostly gives a thread the same tasks in each call; so the thread has the
/// same part of a range, which then lies in its own cache. A thread that comes late or never holds
/// up no other.
///
/// The first chunks are one tile long, and rows of their own at the beginning of the range, so that
/// an early hit is cheap. The other chunks are long enough for memory to come in a stream, but
/// there are enough of them for all tasks to end together.
template <class P>
class tiled_search {
 public:
  tiled_search(std::ptrdiff_t begin, std::ptrdiff_t n, std::ptrdiff_t tile, std::ptrdiff_t concurrency)
      : begin_(begin),
        n_(n),
        tile_(tile),
        tiles_((n - begin) / tile),
        tasks_(
            detail::least(tiles_ + 1, concurrency > 0 ? search_tasks_of_thread * concurrency : most_search_tasks)),
        long_chunk_(length_of_long_chunk(tiles_)),
        row_(length_of_row(tiles_, long_chunk_)),
        single_rows_(begin == 0 ? single_search_rows : 0),
        best_(n) {}

  std::ptrdiff_t tasks() const { return tasks_; }

  /// Does the work of one task.
  void work(std::ptrdiff_t task, P accept) {
    try {
      std::uint64_t taken = taken_.load(std::memory_order_relaxed);
      while (begin_of(first_chunk(taken)) < best()) {
        int const chunk = next_chunk(taken, task * row_ / tasks_);
        if (!taken_.compare_exchange_weak(taken, with(taken, chunk), std::memory_order_relaxed)) continue;
        search(first_chunk(taken) + chunk, accept);
        taken = taken_.load(std::memory_order_relaxed);
      }
    } catch (...) {
      best_.store(0, std::memory_order_relaxed);  // no task goes on
      throw;
    }
  }
  std::ptrdiff_t best() const { return best_.load(std::memory_order_relaxed); }

 private:
  static std::ptrdiff_t length_of_long_chunk(std::ptrdiff_t tiles) {
    return tiles < long_search_chunks ? 1 : detail::least(longest_search_chunk, tiles / long_search_chunks);
  }
  static std::ptrdiff_t length_of_row(std::ptrdiff_t tiles, std::ptrdiff_t long_chunk) {
    std::ptrdiff_t const shorts = detail::least(tiles, short_search_chunks);
    std::ptrdiff_t const chunks = shorts + (tiles - shorts) / long_chunk + 1;
    return chunks < 2 * search_rows ? 2 : detail::least(longest_search_row, chunks / search_rows);
  }
  static std::ptrdiff_t row(std::uint64_t taken) { return static_cast<std::ptrdiff_t>(taken / one_row); }
  /// Returns the first chunk of the row that tasks take chunks of.
  std::ptrdiff_t first_chunk(std::uint64_t taken) const {
    std::ptrdiff_t const singles = detail::least(row(taken), single_rows_);
    return singles + (row(taken) - singles) * row_;
  }
  /// Returns the bits of all chunks of that row.
  std::uint64_t whole_row(std::uint64_t taken) const {
    return row(taken) < single_rows_ ? 1 : (std::uint64_t{1} << row_) - 1;
  }
  /// Returns the first free chunk of the row from `own` on; if there is none, the first free chunk.
  int next_chunk(std::uint64_t taken, std::ptrdiff_t own) const {
    std::uint64_t const left = ~taken & whole_row(taken), from_own = left >> own << own;
    return detail::lowest_bit(from_own != 0 ? from_own : left);
  }
  /// Returns what is taken after `chunk` is taken, too.
  std::uint64_t with(std::uint64_t taken, int chunk) const {
    std::uint64_t const then = taken | std::uint64_t{1} << chunk, whole = whole_row(taken);
    return then % one_row == whole ? then - whole + one_row : then;
  }
  /// Returns the index at which a chunk begins.
  std::ptrdiff_t begin_of(std::ptrdiff_t chunk) const {
    std::ptrdiff_t const shorts = detail::least(chunk, short_search_chunks);
    std::ptrdiff_t const at = shorts + (chunk - shorts) * long_chunk_;
    return at > tiles_ ? n_ : begin_ + at * tile_;
  }
  void search(std::ptrdiff_t chunk, P& accept) {
    std::ptrdiff_t const end = begin_of(chunk + 1);
    for (std::ptrdiff_t i = begin_of(chunk), stop; i < end && i < best(); i = stop) {
      stop = end - i > tile_ ? i + tile_ : end;
      std::ptrdiff_t const hit = detail::find_ahead(i, stop, accept, false);
      if (hit == stop) continue;
      std::ptrdiff_t seen = best();
      while (hit < seen && !best_.compare_exchange_weak(seen, hit, std::memory_order_relaxed)) {
      }
      return;
    }
  }

  std::ptrdiff_t const begin_, n_, tile_, tiles_, tasks_;
  std::ptrdiff_t const long_chunk_, row_;  // tiles of a long chunk, chunks of a row
  std::ptrdiff_t const single_rows_;       // rows of one chunk at the beginning
  /// The row that tasks take chunks of, times one_row, plus a bit for each of its chunks that is
  /// taken, not all of them.
  std::atomic<std::uint64_t> taken_{0};
  static constexpr std::uint64_t one_row = std::uint64_t{1} << longest_search_row;
  static_assert(longest_search_row <= 32, "a row and its chunks are told by 64 bits");
  std::atomic<std::ptrdiff_t> best_;
};

/// Returns the least i in [begin, n) with pred(i), or n if there is none.
template <class B, class P>
std::ptrdiff_t find_first_by_tasks(B const& exec, std::ptrdiff_t begin, std::ptrdiff_t n, P pred,
                                   std::ptrdiff_t tile) {
  tiled_search<P> search(begin, n, tile, backend_traits<B>::concurrency(exec));
  exec.for_each_n(search.tasks(), [=, &search](std::ptrdiff_t task) { search.work(task, pred); }, 1);
  return search.best();
}

/// Returns the least i in [0, n) with pred(i), or n if there is none. `tile` indices are worth a
/// task. The calling thread alone searches up to four times as many. If pred only compares numbers,
/// 2^16 bytes are worth a task, the calling thread alone searches up to ten times as many, and it
/// begins alone with twice as many, in a long range four times: a search that ends soon ends before
/// other threads come. find of 2^20 records of 16 bytes with a hit at 10486, in microseconds: 4.4,
/// 10 after twice as many; std::find 4.6.
template <class B, class P>
std::ptrdiff_t tiled_find_first(B const& exec, std::ptrdiff_t n, P pred, std::ptrdiff_t tile) {
  constexpr auto bytes = static_cast<std::ptrdiff_t>(compared_bytes<P>);
  if constexpr (bytes != 0) tile = tile * 16 / bytes;
  if (n <= (bytes != 0 ? 10 : 4) * tile) return detail::find_ahead(0, n < 0 ? 0 : n, pred);
  std::ptrdiff_t begin = 0;
  if constexpr (bytes != 0) {
    std::ptrdiff_t const soon = (n < long_search_chunks * tile ? 2 : 4) * tile;
    begin = detail::find_ahead(0, soon, pred);
    if (begin < soon) return begin;
  }
  return detail::find_first_by_tasks(exec, begin, n, std::move(pred), tile);
}

}  // namespace thrum::detail
