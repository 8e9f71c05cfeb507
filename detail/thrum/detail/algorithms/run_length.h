// Run-length encoding and decoding. The host writes runs from flags of where they begin, and
// decodes equal pieces of the output; a device composes both of primitives.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/algorithms/counted_walk.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/flagged_tiles.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Writes the first elements of runs, and the lengths of runs that end where the next run begins.
template <class I, class V, class C>
struct run_writer {
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
    run_writer const& out;
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
struct run_writer_in_order {
  run_writer<I, V, C> write;
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

/// Encodes runs on the calling thread.
THRUM_EXEC_CHECK_DISABLE
template <class I, class V, class C, class Begins>
THRUM_HD std::ptrdiff_t encode_runs_in_order(std::ptrdiff_t n, run_writer<I, V, C> write, Begins begins) {
  std::ptrdiff_t open = -1;
  std::ptrdiff_t const runs =
      detail::for_flagged_tiles_in_order(0, n, begins, run_writer_in_order<I, V, C>{write, &open});
  write.set_length(runs - 1, n - open);
  return runs;
}

/// Encodes runs on the host, in parallel. A tile writes the runs that begin and end in it. The runs
/// that end in another tile are completed from tile to tile.
template <class B, class I, class V, class C, class Begins>
std::ptrdiff_t encode_runs_by_tiles(B const& exec, std::ptrdiff_t n, run_writer<I, V, C> write, Begins begins) {
  using part = flagged_stretch<B>;
  std::ptrdiff_t open = -1;
  std::ptrdiff_t const runs = detail::for_flagged_stretches(
      exec, n, part::most_elements(exec), begins, [&open, write](part const& stretch) {
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

/// Encodes runs on the calling thread or by tiles.
template <class B, class I, class V, class C, class Begins>
std::ptrdiff_t encode_runs_on_threads(B const& exec, std::ptrdiff_t n, run_writer<I, V, C> write, Begins begins) {
  auto const alone = [&] { return detail::encode_runs_in_order(n, write, begins); };
  return detail::alone_or_together(exec, n, flagged_tile_size, alone,
                                   [&] { return detail::encode_runs_by_tiles(exec, n, write, begins); });
}

/// Copies the first element of each run of equal adjacent ones, and the length of the run. Returns
/// the number of runs.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class V, class C, class Equal>
THRUM_HD std::ptrdiff_t encode_runs(B const& exec, I first, std::ptrdiff_t n, V values, C counts, Equal same) {
  if (n <= 0) return 0;
  run_writer<I, V, C> const write{first, values, counts};
  run_starts<I, Equal> const begins{first, same};
  if constexpr (backend_traits<B>::is_serial) {
    return detail::encode_runs_in_order(n, write, begins);
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    return detail::reduce_by_key(exec, first, n, detail::computed<std::ptrdiff_t>(one<std::ptrdiff_t>{}), values,
                                 counts, same, plus<>{});
  } else {
    return detail::encode_runs_on_threads(exec, n, write, begins);
  }
}

/// Does what encode_runs does, and leaves the number at `result`.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class V, class C, class Equal, class R>
THRUM_HD void encode_runs_into(B const& exec, I first, std::ptrdiff_t n, V values, C counts, Equal same,
                               R result) {
  if constexpr (!backend_traits<B>::runs_on_host) {
    detail::reduce_by_key_into(exec, first, n, detail::computed<std::ptrdiff_t>(one<std::ptrdiff_t>{}), values,
                               counts, same, plus<>{}, result);
  } else {
    detail::leave(exec, result, detail::encode_runs(exec, first, n, values, counts, same));
  }
}

/// Does encode_runs for any destination: see detail/base/destination.h.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class V, class C, class Equal>
THRUM_HD auto encode_runs_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, V values, C counts,
                             Equal same) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(detail::encode_runs(exec, first, n, values, counts, std::move(same)));
  } else {
    auto cell = to.cell(exec, answer);
    detail::encode_runs_into(exec, first, n, values, counts, std::move(same), cell.out());
    return cell.close();
  }
}

/// The number of runs that are decoded together.
inline constexpr std::ptrdiff_t runs_at_once = 64;

/// The number of copies of a value that are stored at once if there is room for them, even if fewer
/// are wanted.
template <class T>
inline constexpr std::ptrdiff_t copies_at_once = 64 / static_cast<std::ptrdiff_t>(sizeof(T));

/// Returns whether an element may be read before its copies are stored, and stored more often than
/// is wanted: a small element in plain memory.
template <class I, class O>
constexpr bool repeats_at_once() {
  if constexpr (detail::plain_assignment<I, O>()) return sizeof(std::iter_value_t<O>) <= 16;
  else return false;
}

/// Stores copies_at_once copies of a value at `out`.
template <class O, class T>
THRUM_HD void store_at_once(O out, T const value) {
  THRUM_INDEPENDENT
  for (std::ptrdiff_t j = 0; j < copies_at_once<std::iter_value_t<O>>; ++j) detail::store(out[j], value);
}

/// Stores `length` copies of element i at `out`.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O>
THRUM_HD void repeat(I first, std::ptrdiff_t i, O out, std::ptrdiff_t length) {
  if (length == 0) return;
  if constexpr (detail::repeats_at_once<I, O>()) {
    constexpr std::ptrdiff_t copies = copies_at_once<std::iter_value_t<O>>;
    auto const value = first[i];
    if (length < copies) {
      for (std::ptrdiff_t j = 0; j < length; ++j) detail::store(out[j], value);
    } else {
      for (std::ptrdiff_t j = 0; j < length - copies; j += copies) detail::store_at_once(out + j, value);
      detail::store_at_once(out + (length - copies), value);
    }
  } else {
    auto const& value = first[i];
    for (std::ptrdiff_t j = 0; j < length; ++j) detail::store(out[j], value);
  }
}

/// Copies of a number that are worth vectors that fit the processor. Runs of 5000 to 15000 int32,
/// plain -O2 by g++: 0.074 -> 0.041 ns a copy.
inline constexpr std::ptrdiff_t long_repetition = 512;

/// Whether copies of numbers are stored as numbers.
template <class I, class O>
inline constexpr bool repeats_numbers = false;
template <class I, class T>
inline constexpr bool repeats_numbers<I, T*> =
    std::is_arithmetic_v<T> && !std::is_volatile_v<T> && std::is_arithmetic_v<std::iter_value_t<I>>;

/// Stores `length` copies of element i at `out`, on the host.
template <class I, class O>
void repeat_perhaps_long(I first, std::ptrdiff_t i, O out, std::ptrdiff_t length) {
  if constexpr (repeats_numbers<I, O>) {
    using T = std::iter_value_t<O>;
    if (length >= long_repetition)
      return detail::independent_loop(std::ptrdiff_t{0}, length, assign_element<T>{out, static_cast<T>(first[i])});
  }
  detail::repeat(first, i, out, length);
}
/// Decodes the runs [run, last), which have long_repetition copies on average, or more.
template <class I, class C, class O>
THRUM_NOT_INLINED void decode_long_runs(I first, repetitions<C> const& times, std::ptrdiff_t run,
                                        std::ptrdiff_t last, O out) {
  for (; run < last; ++run) {
    std::ptrdiff_t const length = times(run);
    detail::repeat_perhaps_long(first, run, out, length);
    out += length;
  }
}

/// Decodes the runs [run, last), which have `total` elements together, to `out`. Small elements of
/// short runs cost no branch, whatever the lengths: more copies are stored than are wanted, and the
/// next runs overwrite the surplus.
THRUM_EXEC_CHECK_DISABLE
template <class I, class C, class O>
THRUM_HD void decode_whole_runs(I first, repetitions<C> const& times, std::ptrdiff_t run, std::ptrdiff_t last,
                                O out, std::ptrdiff_t total) {
  std::ptrdiff_t place = 0;
#if !defined(__CUDA_ARCH__)
  if constexpr (repeats_numbers<I, O>) {
    if (total / long_repetition >= last - run) return detail::decode_long_runs(first, times, run, last, out);
  }
#endif
  if constexpr (detail::repeats_at_once<I, O>()) {
    constexpr std::ptrdiff_t copies = copies_at_once<std::iter_value_t<O>>;
    for (; run < last && total - place >= copies; ++run) {
      std::ptrdiff_t const length = times(run);
      detail::store_at_once(out + place, first[run]);
      if (length > copies) detail::repeat(first, run, out + (place + copies), length - copies);
      place += length;
    }
  }
  for (; run < last; ++run) {
    std::ptrdiff_t const length = times(run);
    detail::repeat(first, run, out + place, length);
    place += length;
  }
}

/// Decodes n runs to `out`, in order. Returns the number of decoded elements.
THRUM_EXEC_CHECK_DISABLE
template <class I, class C, class O>
THRUM_HD std::ptrdiff_t decode_runs_in_order(I first, repetitions<C> const& times, std::ptrdiff_t n, O out) {
  std::ptrdiff_t place = 0;
  for (std::ptrdiff_t run = 0, last; run < n; run = last) {
    last = detail::least(n, run + runs_at_once);
    std::ptrdiff_t const total = detail::total_of(times, run, last);
    detail::decode_whole_runs(first, times, run, last, out + place, total);
    place += total;
  }
  return place;
}

/// Decodes one piece of the output: equal numbers of steps of the walk through the runs and their
/// copies.
template <class I, class C, class O>
struct decoded_piece {
  static constexpr std::ptrdiff_t steps_of_piece = decoded_piece_steps;
  I first;
  O out;
  counted_walk<C> walk;
  void operator()(std::ptrdiff_t p) const {
    repetitions<C> const times = walk.times;
    std::ptrdiff_t const step = p * steps_of_piece, last_step = detail::least(step + steps_of_piece, walk.steps());
    auto [run, begin] = walk.at(step);
    while (begin < last_step) {
      std::ptrdiff_t const last_run = detail::least(walk.n, run + runs_at_once);
      std::ptrdiff_t const total = detail::total_of(times, run, last_run);
      // Step s of a run writes element s - run of the output.
      if (begin >= step && begin + total + (last_run - run) <= last_step) {
        detail::decode_whole_runs(first, times, run, last_run, out + (begin - run), total);
        begin += total + (last_run - run);
        run = last_run;
        continue;
      }
      for (; run < last_run && begin < last_step; ++run) {
        std::ptrdiff_t const end = begin + times(run);
        std::ptrdiff_t const from = begin < step ? step : begin, to = detail::least(end, last_step);
        if (from < to) detail::repeat_perhaps_long(first, run, out + (from - run), to - from);
        begin = end + 1;
      }
    }
  }
};

/// Stores in out[i] the value of the run that element i of the output is in.
template <class I, class O>
struct decoded_place {
  I first;
  std::ptrdiff_t n;
  O out;
  std::ptrdiff_t const* ends;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    detail::store(out[i], first[detail::find_without_branch(n - 1, ends_after{ends, i})]);
  }
};

/// Decodes elements p, p + walk_strides, ... of the output.
template <class I, class O>
struct decoded_places {
  decoded_place<I, O> decode;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::ptrdiff_t const places = decode.ends[decode.n - 1];
    for (; i < places; i += walk_strides) decode(i);
  }
};

/// Decodes n > 0 runs in parallel on the host. Returns the number of decoded elements.
template <class B, class I, class C, class O>
std::ptrdiff_t decode_runs_by_pieces(B const& exec, I first, std::ptrdiff_t n, C counts, O out) {
  using piece = decoded_piece<I, C, O>;
  repetitions<C> const times{counts};
  walk_sums<B> const sums(exec, times, n);
  counted_walk<C> const walk{times, n, sums.ends()};
  std::ptrdiff_t const steps = walk.steps(), pieces = (steps - 1) / piece::steps_of_piece + 1;
  std::ptrdiff_t const threads = backend_traits<B>::concurrency(exec);
  std::ptrdiff_t const pieces_of_task =
      threads > 0 ? std::clamp<std::ptrdiff_t>(pieces / (2 * threads), 1, most_pieces_of_task) : 1;
  exec.for_each_n(pieces, piece{first, out, walk}, pieces_of_task);
  return steps - n;
}

/// Does so, or lets the calling thread decode the runs in order if that takes less time.
template <class B, class I, class C, class O>
std::ptrdiff_t decode_many_runs(B const& exec, I first, std::ptrdiff_t n, C counts, O out) {
  return detail::alone_or_together(
      exec, n, 0, [&] { return detail::decode_runs_in_order(first, repetitions<C>{counts}, n, out); },
      [&] { return detail::decode_runs_by_pieces(exec, first, n, counts, out); });
}

/// Copies element i counts[i] times, in order. Returns the number of copies.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class C, class O>
THRUM_HD std::ptrdiff_t decode_runs(B const& exec, I first, std::ptrdiff_t n, C counts, O out) {
  repetitions<C> const times{counts};
  if (n <= 0) return 0;
  if constexpr (backend_traits<B>::is_serial) {
    return detail::decode_runs_in_order(first, times, n, out);
  } else if constexpr (!backend_traits<B>::runs_on_host) {
    // Each element of the output searches for its run.
    B const step = detail::step_of(exec);
    scratch_array<std::ptrdiff_t, B> const ends(exec, n);
    detail::scan(step, detail::computed<std::ptrdiff_t>(times), n, ends.data(), no_seed<std::ptrdiff_t>{},
                 plus<>{}, inclusive{});
    step.for_each_n(walk_strides, decoded_places<I, O>{{first, n, out, ends.data()}}, default_grain);
    return detail::read(exec, ends.data() + (n - 1));
  } else {
    // The calling thread begins with a few runs, which are often all runs.
    std::ptrdiff_t run = 0, place = 0;
    while (n <= flagged_tile_size && run < n) {
      std::ptrdiff_t const last = detail::least(n, run + runs_at_once), total = detail::total_of(times, run, last);
      if (place + total > flagged_tile_size) break;
      detail::decode_whole_runs(first, times, run, last, out + place, total);
      run = last;
      place += total;
    }
    if (run == n) return place;
    return place + detail::decode_many_runs(exec, first + run, n - run, counts + run, out + place);
  }
}

}  // namespace thrum::detail
