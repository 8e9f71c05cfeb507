// Histograms of few bins with the vectors of every processor: numbers of all types whose bins are
// found in vectors, numbers in no bin, and lengths around those of groups and parts.
#include <thrum/detail/base/processor.h>
#include <thrum/histogram.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include "data.h"
#include "policies.h"

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::vector_level;

/// Numbers in and around [-100, 100), and some that are in no bin of any range.
template <class T>
std::vector<T> mixed_numbers(std::ptrdiff_t n) {
  using limits = std::numeric_limits<T>;
  std::vector<T> v;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    std::uint64_t const bits = random_bits(static_cast<std::size_t>(i));
    auto const number = static_cast<double>(bits % 240'000) / 1000 - 120;
    if (bits % 97 == 0) v.push_back(limits::max());
    else if (bits % 89 == 0) v.push_back(limits::lowest());
    else if (limits::has_quiet_NaN && bits % 83 == 0) v.push_back(limits::quiet_NaN());
    else if (limits::has_infinity && bits % 79 == 0)
      v.push_back(bits % 2 == 0 ? limits::infinity() : -limits::infinity());
    else if (std::is_unsigned_v<T>) v.push_back(static_cast<T>(std::abs(number)));
    else v.push_back(static_cast<T>(number));
  }
  return v;
}

/// The counts by the definition, an element at a time.
template <class T>
std::vector<int> counts_of(std::vector<T> const& v, std::ptrdiff_t bins, int lower, int upper) {
  std::vector<int> counts(static_cast<std::size_t>(bins));
  for (T const x : v) {
    auto const real = static_cast<double>(x);
    if (!(real >= lower && real < upper)) continue;
    std::ptrdiff_t bin = 0;
    if constexpr (std::is_integral_v<T>) bin = (static_cast<std::int64_t>(x) - lower) * bins / (upper - lower);
    else bin = std::min(bins - 1, static_cast<std::ptrdiff_t>((real - lower) * (double(bins) / (upper - lower))));
    ++counts[static_cast<std::size_t>(bin)];
  }
  return counts;
}

template <class S, class T>
void check_histograms() {
  int const lower = std::is_unsigned_v<T> ? 0 : -100;
  for (std::ptrdiff_t const n : {0, 1, 2, 63, 64, 65, 127, 128, 1'000, 32'767, 32'768, 32'769, 200'003}) {
    CAPTURE(n);
    auto const host = mixed_numbers<T>(n);
    auto const v = vector_of<S>(host);
    for (std::ptrdiff_t const bins : {1, 7, 100, 4'096, 4'097}) {
      CAPTURE(bins);
      auto const expected = counts_of(host, bins, lower, 100);
      for (auto const level : {vector_level::none, vector_level::avx2, vector_level::avx512}) {
        lowered_vectors const lowered(level);
        typename S::template vector<int> counts(expected.size(), 77);
        S::run(thrum::histogram_even, v.begin(), v.end(), counts.begin(), counts.end(), lower, 100);
        CHECK(host_copy(counts) == expected);
      }
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("histogram_even with the vectors of every processor", S, MAIN_SYSTEMS) {
  check_histograms<S, double>();
  check_histograms<S, float>();
  check_histograms<S, std::int32_t>();
  check_histograms<S, std::uint32_t>();
  check_histograms<S, std::int16_t>();
  check_histograms<S, std::uint8_t>();
}
