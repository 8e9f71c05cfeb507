#include "data.h"

#include <thrum/sort.h>
#include <thrum/tbb.h>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace {

constexpr double half_to_the_53 = 0x1p-53;

std::uint64_t word(distribution d, std::uint64_t stream, std::uint64_t i) {
  std::uint64_t const bits = random_word(stream, i);
  switch (d) {
    case distribution::few:
      return random_word(stream + 100, bits % 16);
    case distribution::skewed:  // the density of 2^u, u uniform in [0, 20), is 1 / x
      return random_word(stream + 100, static_cast<std::uint64_t>(
                                           std::exp2(20 * static_cast<double>(bits >> 11) * half_to_the_53)));
    default:
      return bits;
  }
}

template <class T>
T value_of(std::uint64_t word, std::ptrdiff_t i, int bits) {
  auto const number = static_cast<std::int64_t>(word);
  if constexpr (std::is_same_v<T, record>) {
    return {number >> (64 - bits), i};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(number >> (std::is_same_v<T, float> ? 40 : 11)) /
           static_cast<T>(std::is_same_v<T, float> ? 0x1p23 : 0x1p52);
  } else {
    constexpr int width = 8 * sizeof(T);
    return static_cast<T>(number >> (64 - std::min(bits, width)));
  }
}

}  // namespace

char const* name_of(distribution d) {
  constexpr char const* names[] = {"uniform", "few", "sorted", "reversed", "nearly_sorted", "skewed"};
  return names[static_cast<int>(d)];
}

template <class T>
std::vector<T> values(std::ptrdiff_t n, distribution d, std::uint64_t stream, int bits) {
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    v[static_cast<std::size_t>(i)] = value_of<T>(word(d, stream, static_cast<std::uint64_t>(i)), i, bits);
  }
  if (d == distribution::sorted || d == distribution::reversed || d == distribution::nearly_sorted) {
    thrum::sort(thrum::tbb::par, v.begin(), v.end());
  }
  if (d == distribution::reversed) std::reverse(v.begin(), v.end());
  if (d == distribution::nearly_sorted) {
    for (std::uint64_t i = 0; i < v.size() / 100; ++i) {
      std::swap(v[random_word(stream + 200, i) % v.size()], v[random_word(stream + 300, i) % v.size()]);
    }
  }
  return v;
}

template std::vector<std::int32_t> values(std::ptrdiff_t, distribution, std::uint64_t, int);
template std::vector<std::int64_t> values(std::ptrdiff_t, distribution, std::uint64_t, int);
template std::vector<std::uint64_t> values(std::ptrdiff_t, distribution, std::uint64_t, int);
template std::vector<float> values(std::ptrdiff_t, distribution, std::uint64_t, int);
template std::vector<double> values(std::ptrdiff_t, distribution, std::uint64_t, int);
template std::vector<record> values(std::ptrdiff_t, distribution, std::uint64_t, int);
