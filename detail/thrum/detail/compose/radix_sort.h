// Radix sort, least significant digit first: for each byte of the key that differs anywhere, count the digits of each
// block, sum the counts over digits and blocks, and scatter each block in order (Zagha and Blelloch, 1991).
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/radix_key.h>
#include <thrum/detail/scratch.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Below this size comparisons are faster than counting.
inline constexpr std::ptrdiff_t radix_sort_minimum = 256;

/// Sorts n trivially copyable records, stably, by the order of Less on key_of(record), an arithmetic value.
template <class Less, class B, class R, class KeyOf>
void radix_sort(B const& exec, R* records, std::ptrdiff_t n, KeyOf key_of) {
  using K = std::remove_cvref_t<std::invoke_result_t<KeyOf, R const&>>;
  using U = uint_of_size<sizeof(K)>;
  constexpr std::ptrdiff_t radix = 256, block = 65536;
  constexpr int digits = sizeof(K);
  std::ptrdiff_t const blocks = (n + block - 1) / block;
  scratch_array<R, B> const buffer(exec, n);
  scratch_array<std::ptrdiff_t, B> const places(exec, blocks * radix);
  scratch_array<U, B> const differing(exec, blocks);

  // Which bits differ anywhere: digits that are the same in all keys need no pass.
  U const any = detail::to_radix<Less>(key_of(records[0]));
  exec.for_each_n(
      blocks,
      [=, differs = differing.data()](std::ptrdiff_t b) {
        U bits = 0;
        for (std::ptrdiff_t i = b * block, end = std::min(n, i + block); i < end; ++i) {
          bits = static_cast<U>(bits | (detail::to_radix<Less>(key_of(records[i])) ^ any));
        }
        differs[b] = bits;
      },
      1);
  U differs = 0;
  for (std::ptrdiff_t b = 0; b < blocks; ++b) differs = static_cast<U>(differs | differing[b]);

  R* from = records;
  R* to = buffer.data();
  for (int digit = 0; digit < digits; ++digit) {
    if (((differs >> (8 * digit)) & 255) == 0) continue;
    auto const digit_of = [=](R const& record) {
      return static_cast<std::ptrdiff_t>((detail::to_radix<Less>(key_of(record)) >> (8 * digit)) & 255);
    };
    exec.for_each_n(
        blocks,
        [=, counts = places.data()](std::ptrdiff_t b) {
          std::uint32_t count[radix] = {};
          for (std::ptrdiff_t i = b * block, end = std::min(n, i + block); i < end; ++i)
            ++count[digit_of(from[i])];
          for (std::ptrdiff_t d = 0; d < radix; ++d) counts[b * radix + d] = static_cast<std::ptrdiff_t>(count[d]);
        },
        1);
    std::ptrdiff_t sum = 0;
    for (std::ptrdiff_t d = 0; d < radix; ++d) {
      for (std::ptrdiff_t b = 0; b < blocks; ++b) sum += std::exchange(places[b * radix + d], sum);
    }
    exec.for_each_n(
        blocks,
        [=, first = places.data()](std::ptrdiff_t b) {
          std::ptrdiff_t place[radix];
          std::copy_n(first + b * radix, radix, place);
          for (std::ptrdiff_t i = b * block, end = std::min(n, i + block); i < end; ++i) {
            to[place[digit_of(from[i])]++] = from[i];
          }
        },
        1);
    std::swap(from, to);
  }
  if (from != records) {
    exec.for_each_n(
        blocks,
        [=](std::ptrdiff_t b) {
          std::ptrdiff_t const begin = b * block;
          std::copy_n(from + begin, std::min(block, n - begin), to + begin);
        },
        1);
  }
}

}  // namespace thrum::detail
