// Sorts of keys of up to 32 bits as words of 64 bits: the number of a key, and below it the index of
// the key. No two words are equal, so that any sort of words is a stable sort of the keys: that in
// vectors, too.
#pragma once

#include <thrum/detail/base/element.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/radix_sort.h>
#include <thrum/detail/backends/host/sort_records.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/host/vector_sort.h>
#include <thrum/detail/order/radix_key.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <type_traits>

namespace thrum::detail {

#if THRUM_HAS_VECTOR_TARGETS
/// Whether vectors sort words sooner than digits sort records of a key and an index: with AVX-512 on
/// a processor of Intel. argsort of 2^14 int32: 7.0 -> 5.6 ns on a Xeon (Emerald Rapids). An EPYC
/// (Zen 4) takes 3.8, and words would take more than 4.4. Tests change it.
inline bool sorts_words =
    detail::is_processor_of_intel() && detail::find_vectors_of_processor() == vector_level::avx512;
#else
inline constexpr bool sorts_words = false;
#endif

/// Says whether n keys of this type and order are sorted as words, if the processor is one for it.
template <class T, class Less>
inline constexpr bool fits_words = digits<T, Less>::bits > 16 && digits<T, Less>::bits <= 32;
inline bool takes_words(std::ptrdiff_t n) {
  return sorts_words && n >= radix_sort_minimum && n <= std::numeric_limits<std::uint32_t>::max();
}

constexpr std::uint32_t number_of_word(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }
constexpr std::uint32_t index_of_word(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
/// Returns the number of a word.
struct high_half {
  std::uint32_t operator()(std::uint64_t word) const { return detail::number_of_word(word); }
};

/// Writes the words of the keys first[0], ..., first[n - 1] to `words`, in order.
template <class B, class I, class Less>
void sort_as_words(B const& exec, I first, std::ptrdiff_t n, Less less, std::uint64_t* words) {
  using key_digits = digits<std::iter_value_t<I>, Less>;
  exec.for_each_n(
      n,
      [=](std::ptrdiff_t i) {
        words[i] = std::uint64_t{key_digits::number(less, first[i])} << 32 | static_cast<std::uint32_t>(i);
      },
      default_grain);
  if (n > words_of_any_numbers) {
    constexpr std::ptrdiff_t size = 16;
    std::uint32_t sample[size];
    for (std::ptrdiff_t i = 0; i < size; ++i) sample[i] = detail::number_of_word(words[i * (n / size)]);
    std::sort(sample, sample + size);
    if (std::adjacent_find(sample, sample + size) != sample + size) {
      return detail::radix_sort(exec, words, n, high_half{});
    }
  }
  detail::radix_sort(exec, words, n, number_of_record<std::uint64_t, std::less<>, own_key>{});
}

/// Says whether sort_by_key takes words: keys that are made of their numbers again, and values that
/// are moved by themselves.
template <class K, class V, class Less>
inline constexpr bool moves_by_words = std::is_integral_v<K> && fits_words<K, Less> && is_plain_element<V>;

/// Sorts keys with their values as words.
template <class B, class K, class V, class Less>
void sort_by_key_as_words(B const& exec, K keys, V values, std::ptrdiff_t n, Less less) {
  using key = std::iter_value_t<K>;
  using value = std::iter_value_t<V>;
  scratch_array<std::uint64_t, B> const words(exec, n);
  scratch_array<value, B> const moved(exec, n);
  detail::sort_as_words(exec, keys, n, less, words.data());
  exec.for_each_n(
      n,
      [=, from = words.data(), to = moved.data()](std::ptrdiff_t i) {
        detail::store(to[i], values[detail::index_of_word(from[i])]);
      },
      default_grain);
  exec.for_each_n(
      n,
      [=, from = words.data(), with = moved.data()](std::ptrdiff_t i) {
        // The number of an integer is the integer with some bits changed: that of the number is the integer.
        auto const number = static_cast<key>(detail::number_of_word(from[i]));
        detail::store(keys[i], static_cast<key>(digits<key, Less>::number(less, number)));
        detail::store(values[i], with[i]);
      },
      default_grain);
}

}  // namespace thrum::detail
