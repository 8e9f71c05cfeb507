// Scans of short runs of floating-point numbers, several stretches of a range side by side. The
// sums of a run have to be made one after the other, from left to right, and each addition takes
// some cycles. So each lane of a vector scans a stretch of its own, which begins where a run
// begins: blocks of as many elements of each stretch as there are lanes are transposed, added row
// by row, and transposed back. Masks stop the sums where a run begins.
#pragma once

#if !defined(__CUDACC__)

#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/backend.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/float_vector.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace thrum::detail {

#if THRUM_HAS_VECTOR_TARGETS

/// Scans [i, end), in which the run that is open at i has the sum `sum` so far and other runs begin
/// from `start`. Returns the sum of the last run. There is no branch on the data.
template <class Kind, class T, class Starts>
THRUM_TARGET_AVX2 THRUM_INLINED T scan_one_stretch(std::ptrdiff_t i, std::ptrdiff_t end, T const* values, T* out,
                                                   Starts const& starts, T start, T sum) {
  using vector = float_vector<T, 16>;  // all lanes are the same: of numbers, compilers make a branch
  typename vector::type const from = start - typename vector::type{};  // keeps -0
  typename vector::type sums = sum - typename vector::type{};
  for (; i < end; ++i) {
    auto const begins =
        typename vector::words{} + (starts(i) ? typename vector::word{1} : typename vector::word{0});
    typename vector::type const before = begins != 0 ? from : sums;
    sums = before + values[i];
    out[i] = std::is_same_v<Kind, inclusive> ? sums[0] : before[0];
  }
  return sums[0];
}

/// Scans the runs of [i, end) as scan_one_stretch does. Returns where it stopped: few elements, and
/// runs that are too long, are left. `sum` becomes the sum of the run that is open there.
template <class Kind, class T, class Starts>
THRUM_TARGET_AVX2 std::ptrdiff_t scan_runs_abreast(std::ptrdiff_t i, std::ptrdiff_t end, T const* values, T* out,
                                                   Starts const& starts, T start, T& sum) {
  using vector = float_vector<T, 32>;
  using word = typename vector::word;
  constexpr int lanes = vector::lanes, word_bits = 8 * static_cast<int>(sizeof(word)),
                words = static_cast<int>(flag_group) / word_bits;
  // Stretches of 2^12 bytes would lie in the same lines of the cache.
  constexpr std::ptrdiff_t least_length = 2 * flag_group, most_length = 2048 / sizeof(T);
  while (end - i >= lanes * least_length) {
    std::ptrdiff_t const blocks = (end - i - 1) / (lanes * most_length) + 1, length = (end - i) / blocks / lanes;
    std::ptrdiff_t at[lanes + 1], shortest = length;
    at[0] = i;
    at[lanes] = i + lanes * length;
    for (int s = 1; s < lanes; ++s) {
      std::ptrdiff_t next = i + s * length;
      for (std::ptrdiff_t const last = next + flag_group; !starts(next); ++next)
        if (next == last) return i;
      at[s] = next;
    }
    for (int s = 0; s < lanes; ++s) shortest = detail::least(shortest, at[s + 1] - at[s]);
    shortest = shortest / lanes * lanes;
    typename vector::type const from = start - typename vector::type{};  // keeps -0
    typename vector::type sums = from;
    sums[0] = sum;
    for (std::ptrdiff_t g = 0; g < shortest; g += flag_group) {
      // The last groups of the stretches may be shorter. Their flags are the last of a whole group.
      std::ptrdiff_t const n = detail::least(flag_group, shortest - g), skipped = flag_group - n;
      word heads[words][lanes];
      for (int s = 0; s < lanes; ++s) {
        unsigned char flags[flag_group];
        for (std::ptrdiff_t j = 0; j < flag_group; ++j) flags[j] = starts(at[s] + g - skipped + j) ? 1 : 0;
        std::uint64_t const bits = detail::flag_bits(flags) >> skipped;
        for (int w = 0; w < words; ++w) heads[w][s] = static_cast<word>(bits >> (w * word_bits));
      }
      typename vector::words begins{};
      for (std::ptrdiff_t j = 0; j < n; j += lanes) {
        if (j % word_bits == 0) std::memcpy(&begins, heads[j / word_bits], sizeof begins);
        typename vector::type rows[lanes];
        THRUM_UNROLL
        for (int r = 0; r < lanes; ++r) std::memcpy(&rows[r], values + at[r] + g + j, sizeof rows[r]);
        vector::transpose(rows);
        THRUM_UNROLL
        for (int r = 0; r < lanes; ++r) {
          auto const mask = reinterpret_cast<typename vector::numbers>(begins << (word_bits - 1 - r)) < 0;
          typename vector::type const before = mask ? from : sums;
          sums = before + rows[r];
          rows[r] = std::is_same_v<Kind, inclusive> ? sums : before;
        }
        begins >>= lanes;
        vector::transpose(rows);
        THRUM_UNROLL
        for (int r = 0; r < lanes; ++r) std::memcpy(out + at[r] + g + j, &rows[r], sizeof rows[r]);
      }
    }
    for (int s = 0; s < lanes; ++s)
      sum = detail::scan_one_stretch<Kind>(at[s] + shortest, at[s + 1], values, out, starts, start, sums[s]);
    i = at[lanes];
  }
  return i;
}

#endif

}  // namespace thrum::detail

#endif
