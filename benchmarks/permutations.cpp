// gather and scatter by a random and by a nearly ordered map, and shuffle.
#include "contenders.h"

#include <thrum/gather.h>
#include <thrum/scatter.h>
#include <thrum/shuffle.h>
#include <thrum/tbb.h>

#include <bit>
#include <random>
#if defined(HAS_THRUST)
#include <thrust/gather.h>
#include <thrust/random.h>
#include <thrust/scatter.h>
#include <thrust/shuffle.h>
#endif

namespace {

/// Returns a permutation of [0, n) without locality: one of a power of two, less what is too great.
std::vector<std::int32_t> random_map(std::ptrdiff_t n) {
  std::vector<std::int32_t> map;
  map.reserve(static_cast<std::size_t>(n));
  std::uint64_t const count = std::bit_ceil(static_cast<std::uint64_t>(n)), mask = count - 1;
  for (std::uint64_t x = 0; x < count; ++x) {
    std::uint64_t mixed = x * 0x9e3779b97f4a7c15u & mask;
    mixed = ((mixed ^ mixed >> 7) * 0xbf58476d1ce4e5b9u) & mask;
    mixed = ((mixed ^ mixed >> 9) * 0x94d049bb133111ebu) & mask;
    auto const place = static_cast<std::ptrdiff_t>(mixed ^ mixed >> 8);
    if (place < n) map.push_back(static_cast<std::int32_t>(place));
  }
  return map;
}
/// Returns a permutation in which most neighbours stay neighbours: n / 100 pairs are exchanged.
std::vector<std::int32_t> nearly_ordered_map(std::ptrdiff_t n) {
  std::vector<std::int32_t> map(static_cast<std::size_t>(n));
  std::iota(map.begin(), map.end(), 0);
  for (std::uint64_t i = 0; i < map.size() / 100; ++i) {
    std::swap(map[random_word(2, i) % map.size()], map[random_word(3, i) % map.size()]);
  }
  return map;
}

template <class T, auto make_map>
struct mapped : input_output<T> {
  mapped(std::ptrdiff_t n, distribution d) : input_output<T>(n, d), map(make_map(n)) {}
  std::vector<std::int32_t> map;
};

template <class T, auto make_map>
void map_rows(std::string const& kind) {
  options const moved{.bytes = 2 * sizeof(T) + sizeof(std::int32_t)};
  rows<T, mapped<T, make_map>> const gather("gather" + kind, moved);
  auto const element = [](auto& v) { return [in = v.in.data()](std::int32_t place) { return in[place]; }; };
  BENCHMARK_THRUM(gather, gather, v.map.begin(), v.map.end(), v.in.begin(), v.out.begin())
  BENCHMARK_STD(gather, transform, v.map.begin(), v.map.end(), v.out.begin(), element(v))
  BENCHMARK_STD_PAR(gather, transform, v.map.begin(), v.map.end(), v.out.begin(), element(v))
  BENCHMARK_ONEDPL(gather, transform, v.map.begin(), v.map.end(), v.out.begin(), element(v))
  BENCHMARK_THRUST(gather, gather, v.map.begin(), v.map.end(), v.in.begin(), v.out.begin())

  rows<T, mapped<T, make_map>> const scatter("scatter" + kind, moved);
  BENCHMARK_THRUM(scatter, scatter, v.in.begin(), v.in.end(), v.map.begin(), v.out.begin())
  scatter("std", [](auto& v) {
    for (std::size_t i = 0; i < v.in.size(); ++i) v.out[static_cast<std::size_t>(v.map[i])] = v.in[i];
  });
  BENCHMARK_THRUST(scatter, scatter, v.in.begin(), v.in.end(), v.map.begin(), v.out.begin())
}

template <class T>
void shuffle_rows() {
  rows<T> const row("shuffle", {.bytes = 2 * sizeof(T), .compared = comparison::sets});
  std::mt19937 const engine(42);
  BENCHMARK_THRUM(row, shuffle, v.in.begin(), v.in.end(), std::mt19937(engine))
  BENCHMARK_STD(row, shuffle, v.in.begin(), v.in.end(), std::mt19937(engine))
  BENCHMARK_THRUST(row, shuffle, v.in.begin(), v.in.end(), thrust::minstd_rand(42))
}

}  // namespace

void add_rows() {
  for_types<std::int32_t, double, record>([]<class T>() {
    map_rows<T, random_map>("");
    map_rows<T, nearly_ordered_map>("_near");
    shuffle_rows<T>();
  });
}
