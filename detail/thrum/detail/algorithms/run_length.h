// Run-length encoding, composed of for_each_n.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/result.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/functional.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Writes the first elements of runs, and the lengths of runs that end where the next run begins.
template <class I, class V, class C>
struct write_runs {
  I first;
  V values;
  C counts;
  /// Writes the runs that begin in a tile, at its flags. The run before them began at `open`; if
  /// that is -1, its length is left to the caller. Returns where the last run begins.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(flagged_tile const& tile, std::ptrdiff_t open) const {
    detail::for_each_flag(tile.flags, tile.size, true, tile.accepted, one_run{*this, tile, &open});
    return open;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void set_length(std::ptrdiff_t run, std::ptrdiff_t length) const { detail::store(counts[run], length); }

 private:
  struct one_run {
    write_runs const& out;
    flagged_tile const& tile;
    std::ptrdiff_t* open;
    THRUM_EXEC_CHECK_DISABLE
    THRUM_HD void operator()(std::ptrdiff_t k, std::ptrdiff_t i) const {
      std::ptrdiff_t const run = tile.accepted_before + k, begin = tile.begin + i;
      if (*open >= 0) out.set_length(run - 1, begin - *open);
      detail::store(out.values[run], out.first[begin]);
      *open = begin;
    }
  };
};

template <class I, class V, class C>
struct write_runs_in_order {
  write_runs<I, V, C> write;
  std::ptrdiff_t* open;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(flagged_tile const& tile) const { *open = write(tile, *open); }
};

/// The beginnings of the first and of the last run that begin in a tile.
struct run_bounds {
  std::ptrdiff_t first, last;
};
struct first_place {
  std::ptrdiff_t begin;
  std::ptrdiff_t* place;
  void operator()(std::ptrdiff_t, std::ptrdiff_t i) const { *place = begin + i; }
};

struct each_is_one {
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t) const { return 1; }
};

/// Encodes runs on the host, in parallel. A tile writes the runs that begin and end in it. The runs
/// that end in another tile are completed from tile to tile.
template <class B, class I, class V, class C, class Begins>
std::ptrdiff_t encode_runs_by_tiles(B const& exec, std::ptrdiff_t n, write_runs<I, V, C> write, Begins begins) {
  using part = flagged_stretch<B>;
  std::ptrdiff_t open = -1;
  std::ptrdiff_t const runs = detail::for_flagged_stretches(
      exec, n, flagged_stretch<B>::most_elements, begins, [&open, write](part const& stretch) {
        run_bounds bounds[part::most_tiles];
        stretch.for_each_tile([write, bound = &bounds[0], from = stretch.begin](flagged_tile const& tile) {
          std::ptrdiff_t first_run = -1;
          if (tile.accepted > 0)
            detail::for_each_flag(tile.flags, tile.size, true, 1, first_place{tile.begin, &first_run});
          bound[(tile.begin - from) / flagged_tile_size] = {first_run, write(tile, -1)};
        });
        for (std::ptrdiff_t t = 0; t < stretch.tiles(); ++t) {
          if (bounds[t].first < 0) continue;
          if (open >= 0) write.set_length(stretch.tile(t).accepted_before - 1, bounds[t].first - open);
          open = bounds[t].last;
        }
      });
  write.set_length(runs - 1, n - open);
  return runs;
}

/// Copies the first element of each run of equal adjacent ones, and the length of the run. Returns
/// the number of runs.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class V, class C, class Equal>
THRUM_HD std::ptrdiff_t encode_runs(B const& exec, I first, std::ptrdiff_t n, V values, C counts, Equal same) {
  if (n <= 0) return 0;
  write_runs<I, V, C> const write{first, values, counts};
  begins_run<I, Equal> const begins{first, same};
  if constexpr (backend_traits<B>::is_serial) {
    std::ptrdiff_t open = -1;
    std::ptrdiff_t const runs =
        detail::for_flagged_tiles_in_order(0, n, begins, write_runs_in_order<I, V, C>{write, &open});
    write.set_length(runs - 1, n - open);
    return runs;
  } else if constexpr (has_native<B, native::compact>) {
    return detail::reduce_by_key(exec, first, n, detail::computed<std::ptrdiff_t>(each_is_one{}), values, counts,
                                 same, plus<>{});
  } else if (n <= flagged_tile_size) {
    return detail::encode_runs(seq_policy{}, first, n, values, counts, same);
  } else {
    return detail::encode_runs_by_tiles(exec, n, write, begins);
  }
}

/// Does what encode_runs does, and leaves the number at `result`.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class V, class C, class Equal, class R>
THRUM_HD void encode_runs_into(B const& exec, I first, std::ptrdiff_t n, V values, C counts, Equal same,
                               R result) {
  if constexpr (!backend_traits<B>::is_serial && has_native<B, native::compact>) {
    detail::reduce_by_key_into(exec, first, n, detail::computed<std::ptrdiff_t>(each_is_one{}), values, counts,
                               same, plus<>{}, result);
  } else {
    detail::leave(exec, result, detail::encode_runs(exec, first, n, values, counts, same));
  }
}

/// Does encode_runs for any destination: see detail/base/result.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class V, class C, class Equal>
THRUM_HD auto encode_runs_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, V values, C counts,
                             Equal same) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::encode_runs(exec, first, n, values, counts, std::move(same)));
  } else {
    auto slot = to.slot(exec, answer);
    detail::encode_runs_into(exec, first, n, values, counts, std::move(same), slot.out());
    return slot.close();
  }
}

}  // namespace thrum::detail
