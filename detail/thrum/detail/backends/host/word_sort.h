// Sorts of keys of up to 32 bits as words of 64 bits: the number of a key, and below it the index
// of the key. No two words are equal, so that any sort of words is a stable sort of the keys: that
// in vectors, too.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/radix_sort.h>
#include <thrum/detail/backends/host/sort_records.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/host/vector_sort.h>
#include <thrum/detail/kernels/element_bodies.h>
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
/// Whether vectors sort words sooner than digits sort records of a key and an index: with AVX-512
/// on a processor of Intel. argsort of 2^14 int32: 7.0 -> 5.6 ns on a Xeon (Emerald Rapids). An
/// EPYC (Zen 4) takes 3.8, and words would take more than 4.4. Tests change it.
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

/// Returns the number of a word, and the index.
struct high_half {
  THRUM_HD std::uint32_t operator()(std::uint64_t word) const { return static_cast<std::uint32_t>(word >> 32); }
};
struct low_half {
  THRUM_HD std::uint32_t operator()(std::uint64_t word) const { return static_cast<std::uint32_t>(word); }
};
/// Returns the integer whose number a word has, in the order of integers themselves: a number is an
/// integer with some bits changed, and the number of that number is the integer.
template <class K, class Less>
struct key_of_word {
  Less less;
  THRUM_HD K operator()(std::uint64_t word) const {
    return static_cast<K>(digits<K, Less>::number(less, static_cast<K>(high_half{}(word))));
  }
};

/// Writes the word of key i to words[i].
template <class I, class Less>
struct word_writer {
  static constexpr auto kind = body_kind::compute;
  using functor = Less;
  I first;
  Less less;
  std::uint64_t* words;
  THRUM_HD constexpr std::uint64_t*& output() { return words; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, std::uint64_t& to) const {
    std::uint64_t const number = digits<std::iter_value_t<I>, Less>::number(less, first[i]);
    to = number << 32 | static_cast<std::uint32_t>(i);
  }
  THRUM_HD void operator()(std::ptrdiff_t i) const { compute(i, words[i]); }
};
/// Stores read(words[i]) in out[i], i < n.
template <class B, class O, class Read>
void read_words(B const& exec, std::uint64_t const* words, std::ptrdiff_t n, O out, Read read) {
  exec.for_each_n(n, transform_body<std::uint64_t const*, O, Read>{words, out, read}, default_grain);
}

/// Writes the words of the keys first[0], ..., first[n - 1] to `words`, in order.
template <class B, class I, class Less>
void sort_as_words(B const& exec, I first, std::ptrdiff_t n, Less less, std::uint64_t* words) {
  exec.for_each_n(n, word_writer<I, Less>{first, less, words}, default_grain);
  if (n > words_of_any_numbers) {
    constexpr std::ptrdiff_t size = 16;
    std::uint32_t sample[size];
    for (std::ptrdiff_t i = 0; i < size; ++i) sample[i] = high_half{}(words[i * (n / size)]);
    std::sort(sample, sample + size);
    if (std::adjacent_find(sample, sample + size) != sample + size) {
      return detail::radix_sort(exec, words, n, high_half{});
    }
  }
  detail::radix_sort(exec, words, n, number_of_record<std::uint64_t, std::less<>, own_key>{});
}

/// Says whether sort_by_key takes words: keys that are made of their numbers again, which those of
/// a projection are not, and values that are moved by themselves.
template <class K, class V, class Less>
inline constexpr bool moves_by_words =
    std::is_integral_v<K> && sorts_by_radix<K, Less> && fits_words<K, Less> && is_plain_element<V>;

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
        detail::store(to[i], values[static_cast<std::ptrdiff_t>(low_half{}(from[i]))]);
      },
      default_grain);
  detail::read_words(exec, words.data(), n, keys, key_of_word<key, Less>{less});
  exec.for_each_n(n, element_restorer<value const*, V>{moved.data(), values}, default_grain);
}

}  // namespace thrum::detail
