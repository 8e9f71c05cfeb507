// gather and scatter of elements in memory, whose places are near each other, all over the range,
// or so far apart that elements are prefetched.
#include <doctest/doctest.h>
#include <thrum/detail/kernels/places.h>
#include <thrum/gather.h>
#include <thrum/scatter.h>
#include <thrum/tbb.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

namespace detail = thrum::detail;

using wide = std::array<std::int64_t, 2>;
wide made(wide*, std::ptrdiff_t i) { return {i, -i}; }
template <class T>
T made(T*, std::ptrdiff_t i) {
  return static_cast<T>(i * 7 + 3);
}
std::string made(std::string*, std::ptrdiff_t i) { return std::to_string(i); }

constexpr std::ptrdiff_t at_once = detail::places_at_once, look = detail::places_of_look;
constexpr std::ptrdiff_t sizes[] = {0,
                                    1,
                                    2,
                                    at_once - 1,
                                    at_once,
                                    at_once + 1,
                                    2 * at_once,
                                    2 * at_once + 1,
                                    look - 1,
                                    look,
                                    look + 1,
                                    2 * look + at_once + 5,
                                    5 * look + 77};

template <class T>
std::vector<T> elements(std::ptrdiff_t n) {
  std::vector<T> all;
  for (std::ptrdiff_t i = 0; i < n; ++i) all.push_back(made(static_cast<T*>(nullptr), i));
  return all;
}

template <class Map, class T>
void check_gather(std::vector<T> const& in, std::vector<Map> const& map) {
  std::vector<T> expected, out(map.size()), by_tasks(map.size());
  for (Map const place : map) expected.push_back(in[static_cast<std::size_t>(place)]);
  CHECK((thrum::gather(thrum::seq, map.begin(), map.end(), in.begin(), out.begin()) == out.end()));
  thrum::gather(thrum::tbb::par.grain(1000), map.begin(), map.end(), in.begin(), by_tasks.begin());
  CHECK((out == expected));
  CHECK((by_tasks == expected));
}

}  // namespace

TEST_CASE_TEMPLATE("gather and scatter follow any map", T, std::int8_t, std::int16_t, std::int32_t, double, wide,
                   std::string) {
  std::mt19937_64 engine(5);
  for (std::ptrdiff_t const n : sizes) {
    auto const in = elements<T>(n);
    std::vector<std::int64_t> map(in.size());
    std::iota(map.begin(), map.end(), 0);
    for (int kind = 0; kind < 3; ++kind) {  // in order, some exchanged, all over
      check_gather(in, map);
      check_gather(in, std::vector<std::uint32_t>(map.begin(), map.end()));
      std::vector<T> expected(in.size()), out(in.size()), by_tasks(in.size());
      for (std::size_t i = 0; i < in.size(); ++i) expected[static_cast<std::size_t>(map[i])] = in[i];
      thrum::scatter(thrum::seq, in.begin(), in.end(), map.begin(), out.begin());
      thrum::scatter(thrum::tbb::par.grain(1000), in.begin(), in.end(), map.begin(), by_tasks.begin());
      CHECK((out == expected));
      CHECK((by_tasks == expected));
      for (std::ptrdiff_t k = 0; k < (kind == 0 ? n / 50 : n); ++k)
        std::swap(map[engine() % map.size()], map[engine() % map.size()]);
    }
  }
}

TEST_CASE("gather of places that are far apart") {
  std::vector<std::int32_t> in(static_cast<std::size_t>(detail::prefetched_bytes / 4 + 2 * look));
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(i * 2654435761U);
  std::mt19937_64 engine(6);
  for (std::ptrdiff_t const n : sizes) {
    std::vector<std::int32_t> map(static_cast<std::size_t>(n));
    for (std::int32_t& place : map) place = static_cast<std::int32_t>(engine() % in.size());
    check_gather(in, map);
  }
}

TEST_CASE("a gather converts elements, and reads before the beginning of a range") {
  auto const in = elements<std::int32_t>(3000);
  std::vector<std::int16_t> map(1000);
  for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<std::int16_t>(i * 7 % 3000 - 1500);
  std::vector<double> out(map.size());
  thrum::gather(thrum::seq, map.begin(), map.end(), in.begin() + 1500, out.begin());
  for (std::size_t i = 0; i < map.size(); ++i) CHECK(out[i] == in[static_cast<std::size_t>(map[i] + 1500)]);
}
