// Run-length encoding and decoding, composed of for_each_n.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/compact_in_place.h>
#include <thrum/detail/compose/flagged_tiles.h>
#include <thrum/detail/compose/reduce.h>
#include <thrum/detail/compose/reduce_by_key.h>
#include <thrum/detail/compose/scan.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/step_of.h>
#include <thrum/detail/store.h>
#include <thrum/functional.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Writes the first elements of runs, and the lengths of runs that end where the next begins.
template <class I, class V, class C>
struct write_runs {
  I first;
  V values;
  C counts;
  /// Of the runs that begin in a tile, at its flags. The run before them began at `open`; -1 leaves its length to the
  /// caller. Returns where the last one begins.
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

/// Where the first and the last run that begin in a tile do.
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

/// The same on the host, in parallel. A tile writes the runs that begin and end in it; those that end in another are
/// completed from tile to tile.
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

/// Copies the first element of each run of equal adjacent ones, and its length; returns the number of runs.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class V, class C, class Equal>
THRUM_HD std::ptrdiff_t encode_runs(B const& exec, I first, std::ptrdiff_t n, V values, C counts, Equal same) {
  if (n <= 0) return 0;
  write_runs<I, V, C> const write{first, values, counts};
  begins_run<I, Equal> const begins{first, same};
  if constexpr (std::same_as<B, seq_policy>) {
    std::ptrdiff_t open = -1;
    std::ptrdiff_t const runs =
        detail::for_flagged_tiles_in_order(n, begins, write_runs_in_order<I, V, C>{write, &open});
    write.set_length(runs - 1, n - open);
    return runs;
  } else if constexpr (compacts_natively<B>) {
    return detail::reduce_by_key(exec, first, n, detail::computed<std::ptrdiff_t>(each_is_one{}), values, counts,
                                 same, plus<>{});
  } else if (n <= flagged_tile_size) {
    return detail::encode_runs(seq_policy{}, first, n, values, counts, same);
  } else {
    return detail::encode_runs_by_tiles(exec, n, write, begins);
  }
}

/// How many times a value is repeated: not at all, if a negative number says so.
template <class C>
struct repetitions {
  C counts;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return detail::length_of(counts[i]); }
};

/// out[begin, end) = element i.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O>
THRUM_HD void repeat(I first, std::ptrdiff_t i, O out, std::ptrdiff_t begin, std::ptrdiff_t end) {
  if (begin == end) return;
  if constexpr (std::is_trivially_copyable_v<std::iter_value_t<I>> && sizeof(std::iter_value_t<I>) <= 16) {
    // A copy: the compiler need not expect it to change as it is stored.
    std::iter_value_t<I> const value = first[i];
    for (std::ptrdiff_t j = begin; j < end; ++j) detail::store(out[j], value);
  } else {
    auto&& value = first[i];
    for (std::ptrdiff_t j = begin; j < end; ++j) detail::store(out[j], std::as_const(value));
  }
}

/// Decoding as one way through all elements of the input and the output: each run is a step for each of its copies and one
/// more to the next run. Pieces of equal numbers of steps are equal work, whatever the lengths of the runs are.
template <class I, class C, class O>
struct decoded_piece {
  static constexpr std::ptrdiff_t piece = 16384, runs_per_sum = 4096;
  I first;
  std::ptrdiff_t n;
  repetitions<C> times;
  O out;
  std::ptrdiff_t const* steps;  // steps[b]: those before run b * runs_per_sum
  void operator()(std::ptrdiff_t p) const {
    std::ptrdiff_t const sums = (n - 1) / runs_per_sum + 1;
    std::ptrdiff_t step = p * piece;
    std::ptrdiff_t const last_step = detail::least(step + piece, steps[sums]);
    std::ptrdiff_t low = 0, high = sums;  // the last sum that is not behind the step
    while (high - low > 1) {
      std::ptrdiff_t const middle = low + (high - low) / 2;
      if (steps[middle] <= step) low = middle;
      else high = middle;
    }
    std::ptrdiff_t run = low * runs_per_sum, begin = steps[low];
    for (std::ptrdiff_t length; begin + (length = times(run)) < step; ++run) begin += length + 1;
    for (; begin < last_step; ++run) {
      std::ptrdiff_t const end = begin + times(run);
      // Step s of a run is place s - run of the output.
      std::ptrdiff_t const from = begin < step ? step : begin, to = detail::least(end, last_step);
      if (from < to) detail::repeat(first, run, out, from - run, to - run);
      begin = end + 1;
    }
  }
};

/// out[i] is the value of the run that place i is in.
template <class I, class O>
struct decoded_place {
  I first;
  std::ptrdiff_t n;
  O out;
  std::ptrdiff_t const* ends;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::ptrdiff_t low = 0;
    for (std::ptrdiff_t left = n - 1; left > 0;) {
      std::ptrdiff_t const half_size = left / 2;
      bool const behind = ends[low + half_size] <= i;
      low = behind ? low + half_size + 1 : low;
      left = behind ? left - half_size - 1 : half_size;
    }
    detail::store(out[i], first[low]);
  }
};

/// Decodes n > 0 runs in parallel on the host; returns how many elements they are.
template <class B, class I, class C, class O>
std::ptrdiff_t decode_runs_by_pieces(B const& exec, I first, std::ptrdiff_t n, C counts, O out) {
  using piece = decoded_piece<I, C, O>;
  repetitions<C> const times{counts};
  std::ptrdiff_t const sums = (n - 1) / piece::runs_per_sum + 1;
  scratch_array<std::ptrdiff_t, B> const steps(exec, sums + 1);
  exec.for_each_n(
      sums,
      [=, sum = steps.data() + 1](std::ptrdiff_t b) {
        std::ptrdiff_t const begin = b * piece::runs_per_sum;
        std::ptrdiff_t const end = detail::least(n, begin + piece::runs_per_sum);
        std::ptrdiff_t total = end - begin;
        for (std::ptrdiff_t run = begin; run < end; ++run) total += times(run);
        sum[b] = total;
      },
      1);
  steps[0] = 0;
  for (std::ptrdiff_t b = 0; b < sums; ++b) steps[b + 1] += steps[b];
  exec.for_each_n((steps[sums] - 1) / piece::piece + 1, piece{first, n, times, out, steps.data()}, 1);
  return steps[sums] - n;
}

/// Copies element i counts[i] times, in order; returns how many elements that are.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class C, class O>
THRUM_HD std::ptrdiff_t decode_runs(B const& exec, I first, std::ptrdiff_t n, C counts, O out) {
  repetitions<C> const times{counts};
  if (n <= 0) return 0;
  if constexpr (std::same_as<B, seq_policy>) {
    std::ptrdiff_t place = 0;
    for (std::ptrdiff_t run = 0, end = 0; run < n; ++run, place = end) {
      end = place + times(run);
      detail::repeat(first, run, out, place, end);
    }
    return place;
  } else if constexpr (compacts_natively<B>) {
    // Each place of the output looks for its run.
    B const step = detail::step_of(exec);
    scratch_array<std::ptrdiff_t, B> const ends(exec, n);
    step.scan(detail::computed<std::ptrdiff_t>(times), n, ends.data(), no_seed<std::ptrdiff_t>{}, plus<>{},
              inclusive{});
    std::ptrdiff_t const places = exec.reduce(ends.data() + (n - 1), 1, std::ptrdiff_t{0}, plus<>{});
    exec.for_each_n(places, decoded_place<I, O>{first, n, out, ends.data()}, default_grain);
    return places;
  } else {
    // The calling thread begins with a few runs, which often are all.
    std::ptrdiff_t run = 0, place = 0;
    if (n <= flagged_tile_size) {
      for (std::ptrdiff_t end; run < n && (end = place + times(run)) <= flagged_tile_size; ++run, place = end) {
        detail::repeat(first, run, out, place, end);
      }
      if (run == n) return place;
    }
    return place + detail::decode_runs_by_pieces(exec, first + run, n - run, counts + run, out + place);
  }
}

}  // namespace thrum::detail
