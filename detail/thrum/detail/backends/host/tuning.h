// The constants that tune the backends of host threads. None of them changes a result: what fixes
// the shape of sums stands beside the shape, in kernels/shape. The numbers of elements at which a
// sort or a selection changes its method stand beside the choice, in host/sort.h and in
// algorithms/selection/selection_method.h. Each constant has its unit and what set
// it: the times, in nanoseconds for each element, before -> after the change that brought it in,
// for 2^20 elements unless told, and the program of benchmarks that measures the call. "Not
// measured by itself" means that there is no record of a measurement with other values.
#pragma once

#include <chrono>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

// Compactions, partitions and run lengths: elements are flagged, then written, tile by tile.

/// Elements of a tile that is flagged by one task. Not measured by itself.
inline constexpr std::ptrdiff_t flagged_tile_size = 16384;
/// Tiles of a stretch, which the second pass is to find in the cache: so many for each thread, but
/// at least and at most the other numbers. benchmarks/threads_model.py, copy_if of 2^24 int32: 19
/// times as fast on 64 threads as on one -> 38. On two threads, stretches of 256 tiles took up to
/// 1.2 times as long as of 64: benchmarks/compactions.cpp, copy_if of 2^24 records, 1.06 -> 1.27.
inline constexpr std::ptrdiff_t flagged_tiles_of_thread = 16, flagged_stretch_tiles = 64,
                                most_flagged_stretch_tiles = 256;
/// Bytes that are moved aside at once within a range: their memory stays in the cache.
/// benchmarks/compactions.cpp, remove_if of int32 under tbb::par: 0.95 -> 0.30.
inline constexpr std::ptrdiff_t bytes_aside = std::ptrdiff_t{1} << 21;
/// Elements of a group that moves at once on the calling thread. Not measured by itself.
inline constexpr std::ptrdiff_t compacted_in_order = 256;

/// Bytes of a part of a range that a thread compacts, at most: the parts of a stretch are still in
/// the cache when they move to the front. benchmarks/compactions.cpp, remove_if of int64 under
/// tbb::par: 0.50 -> 0.26; of double 0.41 -> 0.30.
inline constexpr std::ptrdiff_t bytes_of_part = std::ptrdiff_t{1} << 22;
/// Parts of a stretch, if the policy does not tell its threads, and the most parts.
inline constexpr std::ptrdiff_t parts_of_stretch = 4, most_parts_of_stretch = 16;
/// Pieces in which elements move across a gap of few bytes, at most. As bytes_of_part.
inline constexpr std::ptrdiff_t most_pieces_of_gap = 8;

// Shifts and rotations.

/// Bytes that are set aside, at most: more bytes would be new pages in each call.
/// benchmarks/rearrangements.cpp, shift_left of int32 under tbb::par: 0.142 -> 0.066.
inline constexpr std::ptrdiff_t bytes_set_aside = std::ptrdiff_t{1} << 22;
/// Pieces that move side by side: so many for each thread, and at most. What is set aside for each
/// piece is work, too. shift_left of 466138 int32 by a hundredth on two threads: 47 us in 14
/// pieces, 46 in four (seq 50 to 58); of 2^20 136 and 117, of 4 million 614 and 486.
inline constexpr std::ptrdiff_t pieces_of_shift_of_thread = 2, most_pieces_of_shift = 64;
/// Bytes that the calling thread moves alone. 200000 int32 take as long on two threads.
inline constexpr std::ptrdiff_t bytes_of_short_shift = std::ptrdiff_t{1} << 19;

// Set operations.

/// Steps of the walk that one task makes. The calling thread alone makes as many. Not measured by
/// itself.
inline constexpr std::ptrdiff_t set_tile_steps = 8192;
/// Tiles and bytes of a stretch, at most, which the second pass finds in the cache.
/// benchmarks/set_operations.cpp, set_union of int32 under tbb::par: 1.34 -> 0.9.
inline constexpr std::ptrdiff_t set_stretch_tiles = 128, set_stretch_bytes = std::ptrdiff_t{1} << 22;
/// Bytes of a plain row that is kept aside until its place is known, at most, and bytes of the rows
/// that the calling thread keeps aside, in the first caches. benchmarks/set_operations.cpp,
/// set_union of int32 under seq: 2.63 -> 1.5; of double 3.59 -> 2.4.
inline constexpr std::size_t kept_row_bytes = 32, kept_rows_bytes = 65536;
/// Elements of the second range that includes looks for as one piece.
/// benchmarks/set_operations.cpp, includes of int32 under seq: 3.2 -> 0.55; on two threads 0.49 in
/// pieces of 1024, 0.40 of 4096.
inline constexpr std::ptrdiff_t includes_piece = 4096;

// Segments.

/// Elements that are worth a task: if the work for each is much, and if it is little.
/// benchmarks/segments.cpp, segmented_sort of 2^14 elements under tbb::par goes to all threads.
inline constexpr std::ptrdiff_t task_of_much_work = 2048, task_of_little_work = 16384;
/// Tiles of segments, if there are enough elements: at least so many, for many threads.
inline constexpr std::ptrdiff_t least_tiles_of_segments = 64;
/// Elements of the longest segment that is the work of one task: at least a tile, a part of the
/// range so great as the second number tells, and no more than the third. Longer segments are the
/// work of all tasks, however many elements there are in total. Not measured by itself.
inline constexpr std::ptrdiff_t least_long_segment = 16384, long_segments_at_most = 32,
                                longest_of_task = std::ptrdiff_t{1} << 22;
/// The weight of a segment in addition to its elements, in elements: processors do not predict
/// where a segment ends. benchmarks/segments.cpp, segmented_inclusive_scan of 2^14 double in
/// segments of up to 16 under tbb::par: 19 -> 9 us.
inline constexpr std::ptrdiff_t weight_of_end = 16;

// Walks through pairs of an index and a number below its count: run-length decoding, expansions.

/// Counts that are added up as one, between which a walk looks for where it begins.
/// benchmarks/run_lengths.cpp, run_length_decode of runs of two int32 under tbb::par, with 1024
/// instead of one by one: 1.74 -> 0.83. for_each_expanded of 2055652 float in counts of 1 to 15 on
/// two threads, with 256 instead of one by one: 1.46 -> 1.28.
inline constexpr std::ptrdiff_t counts_of_sum = 256;
/// Steps of the walk through runs and elements that one task makes. Not measured by itself.
inline constexpr std::ptrdiff_t decoded_piece_steps = 16384;
/// Pieces that one task decodes, at most, if there are two tasks for each thread. 176670 float in
/// runs of 1 to 2000 on two threads, microseconds: 16.4 in eleven tasks, 15.0 in five.
inline constexpr std::ptrdiff_t most_pieces_of_task = 4;

// Searches for one value.

/// Chunks of one tile, with which a search begins, so that an early hit is cheap. Not measured by
/// itself.
inline constexpr std::ptrdiff_t short_search_chunks = 16;
/// Tiles of the chunks that follow, at most, and how many chunks there are before one has more than
/// a tile: memory then comes in a stream, and all tasks end together. Not measured by themselves.
inline constexpr std::ptrdiff_t longest_search_chunk = 16, long_search_chunks = 64;
/// Chunks of a row, at most, and how many rows there are before one has more than two: the longer
/// rows are, the longer threads search behind a hit. Old : new, where tasks took chunks one after
/// the other, at -O3 -march=native, without a hit: find of 2^18 int32 1.08, of 2^20 1.16; equal of
/// 2^18 float 0.93, of 2^19 1.07, of 2^20 1.10.
inline constexpr std::ptrdiff_t longest_search_row = 8, search_rows = 8;
/// Rows of one chunk, with which a search begins at the beginning of a range. find_if of 2^20 int32
/// with a hit at 10486, on two threads, in microseconds: 3.6, without these rows 4.2.
inline constexpr std::ptrdiff_t single_search_rows = 8;
/// Tasks of a search for each thread, at most, and if the number of threads is not known: a thread
/// that comes when a task is done finds another one. find_if of 2^20 int32 with a hit at 10486, on
/// two threads, in microseconds: 4.9 in 256 tasks, 3.6 in 16.
inline constexpr std::ptrdiff_t search_tasks_of_thread = 8, most_search_tasks = 256;

// Searches for many values, and for runs.

/// Values that are searched for in a turn, and turns that are worth a task.
/// benchmarks/searches.cpp, lower_bound of random int32: 160 -> 21; in order 28 -> 6.4.
inline constexpr std::ptrdiff_t searches_of_turn = 512, search_turns_of_task = 4;
/// Values that are worth a task if each is searched for by itself. Not measured by itself.
inline constexpr std::ptrdiff_t searches_of_task = 512;
/// Indices that search_n looks at: if there are fewer, the tasks share the run of each. By itself
/// not measured.
inline constexpr std::ptrdiff_t few_looked_at = 256;

// Extrema.

/// Elements of a tile that are searched at once: they stay in the first cache.
/// benchmarks/extrema.cpp, max_element of 2^14 float: 0.205 -> 0.10; of double 0.26 -> 0.125.
template <class T>
inline constexpr std::ptrdiff_t part_of_tile = sizeof(T) < 16 ? 2048 : 1024;

// Sorts and merges.

/// Elements that a task compares with their neighbours, or reverses, and neighbours that the
/// calling thread compares alone. Not measured by themselves.
inline constexpr std::ptrdiff_t neighbours_of_task = 8192, neighbours_alone = 16384;
/// The same of numbers that vectors compare, in bytes; and of more numbers those that the calling
/// thread compares before others do. benchmarks/selections.cpp, nth_element of 22754 reversed float
/// under tbb::par: 0.30 -> 0.23; under seq 0.23.
inline constexpr std::ptrdiff_t numbers_of_task = std::ptrdiff_t{1} << 17, numbers_alone = std::ptrdiff_t{1} << 18,
                                first_neighbours = 256;
/// Elements of a run that a task sorts, and of a piece of a merge, in a merge sort of few elements
/// and of more elements than the third number. Not measured by themselves.
inline constexpr std::ptrdiff_t least_merge_piece = 4096, usual_merge_piece = 16384, few_to_merge_sort = 131072;
/// Rows of a merge that are worth a turn of a task; four times as many if there are more tiles than
/// the second number, because the searches for the beginnings of tiles take longer in long ranges.
/// Tiles whose beginnings are kept at once, on the stack. Not measured by themselves.
inline constexpr std::ptrdiff_t merge_tile = 8192, many_merge_tiles = 64, merge_tiles_at_once = 256;
/// Elements that a task of a sample sort takes, at least, and tasks, at most: each has a count for
/// each bucket. Not measured by themselves.
inline constexpr std::ptrdiff_t least_sample_sort_tile = 16384, most_sample_sort_tiles = 256;
/// Elements that a task takes at least if there are fewer elements than the second number. Not
/// measured by themselves.
inline constexpr std::ptrdiff_t few_sample_sort_tile = 4096, few_to_sample_sort = 1 << 16;
/// A bucket that has more than this part of the elements is sorted by all tasks. Not measured by
/// itself.
inline constexpr std::ptrdiff_t large_bucket_part = 16;
/// Records that a task of a radix sort counts or scatters: this part of all, but no fewer than the
/// second number and no more than the third. Not measured by themselves.
inline constexpr std::ptrdiff_t radix_chunks = 32, least_radix_chunk = 4096, longest_radix_chunk = 1 << 18;
/// Bits of the digit that splits the records of a radix sort, at least and at most, and bits of the
/// number of records that the digit leaves in a bucket. Not measured by themselves.
inline constexpr int least_split_bits = 6, most_split_bits = 11, bucket_size_bits = 14;
/// Records that one task sorts by radix or in vectors, at most, if there are other tasks. Two
/// threads took 0.8 to 1.9 times as long for 2^14 and 2^15 numbers while both were awake, and 1.2
/// to 2 times if one had to be woken up.
inline constexpr std::ptrdiff_t radix_leaf_of_task = std::ptrdiff_t{1} << 15;
/// Keys of any distribution that are sorted as words; more of them only if few are equal. 885351
/// float of 16 different ones take argsort 4.7 by digits, and 8.7 as words; 2^14 of them 9.1 and
/// 6.4.
inline constexpr std::ptrdiff_t words_of_any_numbers = 65536;
/// Bytes of values that are gathered behind a sort of words, at most. sort_by_key of 2^14 int32
/// with values of eight bytes: 8.5 -> 7.0, of 2^16 10.4 in pairs and 12.4 by words.
inline constexpr std::size_t gathered_value_bytes = std::size_t{1} << 18;
/// Buckets into which tasks split numbers that they sort in vectors. Not measured by itself.
inline constexpr std::ptrdiff_t vector_sort_buckets = 32;

// Sums by key.

/// Tiles of a stretch, which the second pass is to find in the cache: so many for each thread, but
/// at least and at most the other numbers. benchmarks/threads_model.py, reduce_by_key of 2^24
/// int32: 16 times as fast on 64 threads as on one -> 34. benchmarks/runs.cpp, reduce_by_key of
/// 2^24 double in long runs on two threads: 0.88 in stretches of 128 tiles, 0.98 of 512.
inline constexpr std::ptrdiff_t reduce_by_key_tiles_of_thread = 16, reduce_by_key_stretch_tiles = 128,
                                most_reduce_by_key_stretch_tiles = 512;
/// Tiles that the calling thread sums alone. Not measured by itself.
inline constexpr std::ptrdiff_t few_reduce_by_key_tiles = 2;

// Selections.

/// Elements among which a task looks for candidates. Not measured by itself.
inline constexpr std::ptrdiff_t candidates_tile = 16384;
/// Stretches of a sample whose least elements bound the least elements of all, and elements of
/// each. Not measured by themselves.
inline constexpr std::ptrdiff_t bounding_stretches = 256, bounding_stretch = 64;

// Sums.

/// Tiles of elements read from I that are worth a task. Numbers in memory are reduced before
/// another thread begins, unless they have 2^18 bytes.
template <class I>
inline constexpr std::ptrdiff_t tiles_of_task = 1;
template <class T>
  requires std::is_arithmetic_v<T>
inline constexpr std::ptrdiff_t tiles_of_task<T*> = sizeof(T) < 16 ? 16 / sizeof(T) : 1;

// Splits into classes.

/// Classes that are counted, at most; if there are more, they are sorted. Not measured by itself.
inline constexpr std::ptrdiff_t most_counted_classes = 0xFFFF;
/// Tiles of a split, at most, and elements of a tile, at least: there are to be several for each
/// class. Not measured by themselves.
inline constexpr std::ptrdiff_t split_tiles = 64;
constexpr std::ptrdiff_t least_split_tile(std::ptrdiff_t classes) { return classes > 1024 ? 8 * classes : 8192; }
/// Elements that one thread splits by class sooner than several: 2^14 in 5 ns each, instead of 7 to
/// 8 by two threads; 2^16 are alike. On an Intel Xeon 34000 take 2.2 instead of 3.8, 70000 2.2
/// instead of 2.6.
inline constexpr std::ptrdiff_t few_split_elements = std::ptrdiff_t{1} << 16;
/// Up to so many bytes of output, lines are not requested before they are stored to. On an Intel
/// Xeon, elements in 256 classes under seq: 2^18 int32 4.3 -> 3.1, 2^20 6.9 -> 2.3, 2^22 10.4 ->
/// 2.8; without the limit 2^16 would take 1.87 -> 1.98.
inline constexpr std::ptrdiff_t near_split_bytes = std::ptrdiff_t{1} << 19;

// Joins of sorted keys.

/// Keys of both ranges, and pairs, that one thread joins. 2^13 keys at random take one thread 36 to
/// 40 microseconds, in which threads that sleep hardly begin, and two that are awake 21 to 29. Keys
/// that can be guessed take a quarter of that.
inline constexpr std::ptrdiff_t few_joined_keys = std::ptrdiff_t{1} << 13;
inline constexpr std::ptrdiff_t few_pairs = std::ptrdiff_t{1} << 16;
/// Walks of a stretch, whose pairs are kept aside in 16 KiB each: so many for each thread, but at
/// least the second number. Not measured by themselves.
inline constexpr std::ptrdiff_t walks_of_thread = 16, least_walks_of_stretch = 64;

// Sums by bin.

/// Bins that one task adds up over all parts, and counts of all parts that are worth a task. Not
/// measured by themselves.
inline constexpr std::ptrdiff_t bins_of_task = 512, counts_of_task = 16384;
/// Elements that are worth a task of their own, if few are counted. Not measured by itself.
inline constexpr std::ptrdiff_t counted_by_task = 4096;

// Scans.

/// Tiles of a unit of work, at most, and units that there are before a unit has more than one tile,
/// at least and for each thread: memory then comes in a stream. benchmarks/scans.cpp,
/// inclusive_scan of 2^22 int32 on two threads: 0.25 in 64 units, 0.28 in 256.
/// benchmarks/threads_model.py, 2^24 int32 on 64 threads: 32 times as fast as on one in 64 units,
/// 44 in 1024.
inline constexpr std::ptrdiff_t most_tiles_of_unit = 16, units_of_scan = 64, units_of_thread = 16;
/// Units that a worker of a scan puts aside while it waits for their carries. Not measured by
/// itself.
inline constexpr int most_units_aside = 4;
/// How long a worker waits for the carry of a unit when no unit is left to take, at most. After
/// that no worker waits any more. A unit of 16 tiles takes up to 130. Old : new, where units that
/// were left were scanned in another loop, inclusive_scan on two threads at -O2: 65536 elements
/// 1.14 to 1.23, 80000 1.11 to 1.31, 2^18 and more 1.0.
inline constexpr std::chrono::microseconds longest_wait_for_carry{200};

}  // namespace thrum::detail
