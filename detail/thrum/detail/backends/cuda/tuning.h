// The sizes and thresholds of the CUDA backend. None of them changes a result: those that fix the
// order of additions are in detail/kernels/shape. Nothing here needs CUDA.
//
// Where a comment names an H100 or an H200, its figures were measured there
// (docs/benchmarks/gpu.md). No other value has been measured on hardware. Each comment says what
// the value follows from, and which page or test shows its effect as far as that is known without
// hardware. What counted costs can decide follows from the model of docs/benchmarks/gpu-model.md.
// Registers, spills and the widths of loads and stores are those of docs/benchmarks/gpu-kernels.md.
#pragma once

#include <cstddef>

namespace thrum::detail {

// ---- Thread blocks of a multiprocessor

/// Threads that a multiprocessor keeps, of the architecture that is compiled for (CUDA C++
/// Programming Guide, Compute Capabilities).
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 750 || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || \
    __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1030
inline constexpr int threads_of_processor = 2048;
#elif __CUDA_ARCH__ == 750
inline constexpr int threads_of_processor = 1024;
#else
inline constexpr int threads_of_processor = 1536;
#endif

/// Returns for how many thread blocks a multiprocessor shall have registers: for `wanted` ones, or
/// as many as it keeps; for one where kernels call functions that are not inlined, which may need
/// more registers than are left then.
constexpr int fitting_blocks(int threads, int wanted) {
#if defined(__CUDACC_DEBUG__) || defined(__CUDACC_RDC__)
  return threads > 0 && wanted > 0 ? 1 : 0;
#else
  int const most = threads_of_processor / threads;
  return wanted < most ? wanted : most;
#endif
}

// ---- Element-wise bodies: for_each_n.cuh, at_once.h

/// Threads of a thread block.
inline constexpr int cuda_block = 256;

/// Calls of a short body by each thread, of neighbouring threads for neighbouring elements: as many
/// as Thrust's for_each makes. The work of a thread that finds its elements is then shared by two.
inline constexpr int calls_of_thread = 2;

/// Elements from which on each thread computes words of them by a user's functor. Such a functor
/// may take long, and the words of fewer elements leave multiprocessors without work: 2^20 elements
/// are 512 tiles of 2048, four for each multiprocessor of an H100. A functor of this library is
/// called for words of any number of elements.
inline constexpr std::ptrdiff_t least_at_once = std::ptrdiff_t{1} << 20;

/// Bytes of the largest load or store of a thread. This is the limit of the hardware:
/// gpu-kernels.md shows 128 bits for the kernels that use it.
inline constexpr std::size_t largest_word = 16;

/// Words that a thread computes at once: four elements at least, as long as these are registers for
/// the values of one input. If a thread reads, two words, so that two loads are under way.
template <class T, bool reads>
inline constexpr int words_at_once = sizeof(T) <= 2             ? 1
                                     : sizeof(T) <= 4 && !reads ? 1
                                     : sizeof(T) <= 8           ? 2
                                                                : 4;

/// Elements that a thread computes at once if it cannot read and store words: enough for several
/// loads under way, few enough for registers.
inline constexpr int computed_without_words = 4;

/// Elements that a thread takes at once if neighbouring threads take neighbouring elements, for
/// small elements and for others. A word for each thread would be wider, but then the elements that
/// a functor or a map writes to would lie apart.
template <class T>
inline constexpr int rows_at_once = sizeof(T) < 4 ? 8 : 4;

// ---- Searches: find_first.cuh, few_elements.h

/// Elements that a thread tests before it looks at a result, so that it waits for memory once for
/// all of them.
inline constexpr int find_at_once = 8;

/// Thread blocks of a search at most, for each multiprocessor of the device.
inline constexpr std::ptrdiff_t find_blocks_of_processor = 8;

// ---- Few elements as the work of one thread block: few_elements.h. docs/architecture.md, "Few
// elements on a device", lists the limits for each primitive.

/// Threads of the thread block that does all the work.
inline constexpr int one_block = 256;

/// Elements that one thread block handles at most. More elements would take the block longer than
/// the launches that it saves.
inline constexpr int few_elements = 4096;

/// Bytes of elements that one thread block keeps at most in its shared memory of 48 KiB; the rest
/// is for sums and counts.
inline constexpr std::size_t few_bytes = 32768;

/// Bytes of the largest element that one thread block keeps in its shared memory.
inline constexpr std::size_t few_largest = 32;

/// Elements that a thread block keeps in its shared memory; 0 for large elements.
template <class T>
inline constexpr int few_in_block = sizeof(T) > few_largest ? 0
                                    : sizeof(T) * few_elements > few_bytes
                                        ? static_cast<int>(few_bytes / sizeof(T))
                                        : few_elements;

// ---- Merges and set operations: row_tiles.h, merge.cuh, set_operation.cuh

/// Elements of a tile for each thread, for the bytes of an element in shared memory: so many that a
/// thread block keeps some 20 KB, and two blocks run at a time on a multiprocessor of 64 KB. The
/// number is odd, so that neighbouring threads find their elements in different banks.
constexpr int length_in_tile(std::size_t bytes) {
  constexpr int most = 17, least = 3;
  int const fitting = (80 / static_cast<int>(bytes < 4 ? 4 : bytes) - 1) | 1;
  return fitting > most ? most : fitting < least ? least : fitting;
}

/// Elements of a merge whose tiles the blocks find themselves, in one launch. Here their searches
/// ask for 2 % more sectors than CUB's two launches do (counted); with more elements, for more.
inline constexpr std::ptrdiff_t few_to_merge = std::ptrdiff_t{1} << 16;

/// Tiles of a set operation whose numbers of rows a cell for results holds. The blocks read the
/// cell, which is the host's memory: a look takes about a microsecond, less than the launch that it
/// saves.
inline constexpr int few_set_tiles = 16;

/// Elements that a thread of a tile reads before it puts the first into shared memory, so that it
/// waits for memory once for all of them.
inline constexpr int loads_at_once = 4;

// ---- Passes over tiles: tiles.cuh, runs.cuh, compact.cuh

/// Threads of a block that sums the runs of a tile, for the bytes of a sum. On an H100, 2^24
/// elements: with 192 threads that take more elements each, sums of 8 bytes take 8 % less time, and
/// their scans 12 %; sums of 4 bytes gain nothing, and 2^16 of them take a third longer.
constexpr int summing_threads(std::size_t bytes_of_sum) { return bytes_of_sum == 8 ? 192 : one_block; }

/// Such blocks of a multiprocessor for which there are registers, for the bytes of a sum, and
/// whether the keys of runs are in shared memory too. On an H200, 2^24 elements: with as many
/// registers as the compiler chooses, sums of 4 bytes take 11 % more time, counts of runs 27 %,
/// scans of 8 bytes 8 to 14 %, sums of 16 bytes 35 %, and scans of segments twice as much. These
/// find where segments begin, for which they need more registers.
constexpr int summing_blocks(std::size_t bytes_of_sum, bool keeps_keys) {
  if (bytes_of_sum > few_largest) return 1;
  int const wanted = bytes_of_sum > 8 || (bytes_of_sum < 8 && !keeps_keys) ? 4 : 5;
  return detail::fitting_blocks(summing_threads(bytes_of_sum), wanted);
}

/// Elements that such a thread takes, for the bytes of an element in shared memory: so many
/// that a thread block keeps 28 KB of them at most, 37 KB if a sum has 8 bytes, beside the sums
/// of threads. The number is odd, so that neighbouring threads find their elements in different
/// banks.
constexpr int summed_in_tile(std::size_t bytes, std::size_t bytes_of_sum) {
  int const most = bytes_of_sum == 8 ? 23 : 15, all = bytes_of_sum == 8 ? 192 : 112;
  int const fitting = (all / static_cast<int>(bytes) - 1) | 1;
  return fitting > most ? most : fitting < 1 ? 1 : fitting;
}

/// Threads of a block that selects elements of a tile, and the elements that a thread takes,
/// for the bytes of an element in shared memory, beside the place of each that is selected:
/// some 24 KB for a block, 38 KB for elements of 8 bytes, 33 KB for elements of 32 bytes that a
/// stencil of such elements selects. On an H100, 2^24 elements of 8 bytes: 384 threads take 12
/// % less time than 256 with 8 elements each; elements of 4 bytes gain nothing.
constexpr int selecting_threads(std::size_t bytes) { return bytes > 4 && bytes <= 8 ? 384 : one_block; }
constexpr int selected_in_tile(std::size_t bytes) {
  return bytes <= 4 ? 16 : bytes <= 8 ? 10 : bytes <= 16 ? 4 : 2;
}

/// Such blocks of a multiprocessor for which there are registers: 1536 threads. On an H200, 2^24
/// elements: elements of 4 bytes are selected in 4 to 15 % less time than with as many registers as
/// the compiler chooses, and divided in 20 to 25 %. With 2048 threads 2 % less, and 2^16 elements
/// take 4 % longer.
constexpr int selecting_blocks(std::size_t bytes) {
  int const threads = selecting_threads(bytes);
  return detail::fitting_blocks(threads, 1536 / threads);
}

/// Elements whose tiles one thread block takes one after the other. More would take the block
/// longer than the launch that it saves.
template <class T>
inline constexpr std::ptrdiff_t few_in_tiles = sizeof(T) <= 16 ? 16384 : 4096;

// ---- Sorts: sort.cuh, radix_sort.cuh

/// Elements for each multiprocessor of the device up to which a sort of keys of so many bits is one
/// by merges: a radix sort takes a launch and a fill for each digit. On an H100 (132
/// multiprocessors) the merges take for 2^16 keys of 32 bits 42 microseconds against 52, and for
/// 2^19 of 64 bits 95 against 110; with values of the same size 53 against 57, and 123 against 127.
template <int Bits>
inline constexpr std::ptrdiff_t few_by_merges = Bits < 32    ? 0
                                                : Bits == 32 ? 512
                                                             : 4096;

/// Bytes of the largest value that a radix sort moves along with its key, in each of its passes.
/// Larger values move once, by their sorted indices of 8 bytes each.
inline constexpr std::size_t most_bytes_with_key = 16;

// ---- Selections: select.cuh, select_few.h

/// Elements among which one thread block selects, with two places of two bytes for each; 0 for
/// large elements.
template <class T>
inline constexpr int few_to_select = sizeof(T) > few_largest ? 0
                                     : (sizeof(T) + 4) * few_elements > few_bytes
                                         ? static_cast<int>(few_bytes / (sizeof(T) + 4))
                                         : few_elements;

/// The bits of the digits whose counts narrow the candidates down: three digits for 32 bits, six
/// for 64. The counts take 8 KiB of the shared memory, and those of all blocks, which
/// the last block reads, 16 KiB.
inline constexpr int selected_digit_bits = 11, selected_digits = 1 << selected_digit_bits;

/// Rows of elements that the threads of a block take at a time: so many loads may be under way, and
/// each thread keeps two words for each.
inline constexpr int selected_rows = 8;

/// Thread blocks that count digits at most, for each multiprocessor of the device. Each block adds
/// its counts to those of all others.
inline constexpr std::ptrdiff_t selection_blocks_of_processor = 2;

/// Threads of the block that selects among more than a few elements, and bytes of the elements at
/// most: as read some five times by one multiprocessor, they take no longer than the six launches
/// that this saves.
inline constexpr int one_large_block = 1024;
inline constexpr std::size_t block_selection_bytes = std::size_t{128} << 10;

// ---- Histograms: count_bins.cuh

/// Bins up to which each thread block has bins of its own: 16 KiB of the shared memory, so that
/// four blocks fit into the 64 KiB of the smallest multiprocessor.
inline constexpr int few_bins = 4096;

/// Elements that a thread block counts at least, and 4 more for each bin, which costs the block as
/// much as an element. One block counts the elements of one part without a fill before, for which
/// gpu-model.md gives it 10800 elements at most.
inline constexpr std::ptrdiff_t least_part_of_counts = 8192;

/// Thread blocks that count at most, for each multiprocessor of the device: those of a T4.
inline constexpr std::ptrdiff_t count_blocks_of_processor = 4;

// ---- Bodies of thread blocks: launch/team.{h,cuh} and the headers in deterministic/

/// Thread blocks of a launch at most: more than any GPU runs at a time. A body may have far more
/// blocks with nothing to do, if all segments are short.
inline constexpr std::ptrdiff_t most_blocks = 32768;

/// Thread blocks that sum tiles at most: as many threads as the largest GPUs run at a time. Each
/// block asks for itself whether there are more tiles.
inline constexpr std::ptrdiff_t most_blocks_of_sums = 2048;

/// Predicates that a thread calls before a result is needed, so that it waits for memory once for
/// all of them.
inline constexpr int marks_at_once = 4;

/// Threads of the block that folds the sums of tiles, of those that scan a tile, of those that take
/// the runs of a tile, and of those that take a segment each.
inline constexpr int fold_threads = 128;
inline constexpr int scan_threads = 128;
inline constexpr int run_threads = 128;
inline constexpr int segment_threads = 128;

/// Bytes and number of the sums that the block which folds them fetches at a time at most.
inline constexpr std::size_t fold_bytes = 16384;
inline constexpr int fold_sums = 1024;

/// Bytes that a thread of a sum reads before it adds the first element; elements of less than four
/// bytes count as four.
inline constexpr std::size_t reduce_bytes_at_once = 128;

/// Groups of a scan whose sums one thread reads before it stores the first carry.
inline constexpr int carries_at_once = 4;

/// Bytes and number of the elements that a thread block fetches at most before each thread adds a
/// part of them: 8 KiB leave room for a second block on a multiprocessor with 64 KiB. All threads
/// of a block together scan the part of a run that is longer.
inline constexpr std::size_t window_bytes = 8192;
inline constexpr int window_elements = 1024;

/// Elements of the longest segment that one thread reduces, and of the longest one that it scans.
inline constexpr std::ptrdiff_t longest_segment_reduced_by_thread = 64, longest_segment_scanned_by_thread = 256;

// ---- Segments: segments.cuh, sort_segments.cuh

/// Threads of a block that sums segments.
inline constexpr int segment_sum_threads = 128;

/// Elements and ends of segments that such a block takes: 16 for each thread, of 16 KiB at most, so
/// that a multiprocessor keeps several blocks in its shared memory.
template <class T>
inline constexpr int segment_sum_tile =
    sizeof(T) <= 8 ? 16 * segment_sum_threads : static_cast<int>(16384 / sizeof(T));

/// Elements of the longest segment that one thread sums. A warp adds the sums of its lanes in five
/// steps, which is what a thread needs for as many elements as the warp has lanes.
inline constexpr int longest_segment_summed_by_thread = 32;

/// Threads of a block that sorts segments, and the most elements of a thread: 16 KiB of a block, 24
/// for elements of 32 bytes. The number is odd, so that neighbouring threads find their elements in
/// different banks of the shared memory.
inline constexpr int segment_sort_threads = 256;
template <class T>
inline constexpr int segment_sort_items = sizeof(T) <= 4 ? 17 : static_cast<int>(64 / sizeof(T)) | 1;

/// Such blocks of a multiprocessor for which there are registers. On an H200 the compiler's choice,
/// two, takes twice as long and more: 2^24 int32 in segments of 1024 elements 866 microseconds
/// against 433, of 16 elements 748 against 282.
inline constexpr int segment_sort_blocks = detail::fitting_blocks(segment_sort_threads, 6);

/// Nanoseconds between two questions of a block whether others are done: a small part of the time
/// that a tile takes.
inline constexpr unsigned pause_of_waiting_block = 500;

// ---- Streams and memory

/// Repetitions from which on iterate.cuh captures two steps into a graph. To capture and to
/// instantiate a graph costs as much as several steps.
inline constexpr std::ptrdiff_t least_repetitions_of_graph = 8;

/// Microseconds between two questions whether a future is ready, in a wait with a time limit.
inline constexpr int future_pause = 20;

/// Bytes of a cell for the result of a call, and the cells that are allocated at a time.
inline constexpr std::size_t result_cell_bytes = 64, result_cells_at_once = 64;

/// Bytes of a page-locked buffer: its transfer takes some 50 microseconds on the bus, and it stays
/// in the cache of a core.
inline constexpr std::size_t staging_bytes = std::size_t{1} << 20;

/// Bytes from which on elements made one by one go through page-locked buffers. The runtime passes
/// smaller amounts on by itself.
inline constexpr std::size_t least_staged_bytes = std::size_t{64} << 10;

}  // namespace thrum::detail
