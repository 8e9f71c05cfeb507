// Runs the work of one thread block on few elements, with its threads one after the other, in both
// orders.
#include <doctest/doctest.h>

#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/row_tiles.h>
#include <thrum/detail/backends/cuda/starts.h>
#include <thrum/functional.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <vector>
#include "looped_team.h"

namespace {

namespace detail = thrum::detail;

/// The map x -> a x + b modulo 2^32. Compositions of such maps do not commute.
struct affine {
  std::uint32_t a, b;
  friend bool operator==(affine, affine) = default;
};
struct compose {
  affine operator()(affine f, affine g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
/// The same map in the largest element that a thread block keeps.
struct wide {
  affine x;
  int rest[6];
  friend bool operator==(wide const& p, wide const& q) { return p.x == q.x; }
};
struct compose_wide {
  wide operator()(wide const& f, wide const& g) const { return {compose{}(f.x, g.x), {}}; }
};
static_assert(detail::few_in_block<wide> == 1024 && detail::few_in_block<int> == 4096);

struct tagged {
  int key, tag;
  friend bool operator==(tagged, tagged) = default;
};
struct less_key {
  bool operator()(tagged x, tagged y) const { return x.key < y.key; }
};

template <class Body>
void run(Body const& body) {
  auto const room = std::make_unique<typename Body::shared>();
  body(looped_team<true, Body::threads>{}, 0, *room);
}
template <class Body>
void run_backwards(Body const& body) {
  auto const room = std::make_unique<typename Body::shared>();
  body(looped_team<false, Body::threads>{}, 0, *room);
}

/// Returns lengths around the ends of threads' parts, of words and of a thread block's memory.
std::vector<int> lengths(int most) {
  std::vector<int> all;
  for (int const n : {1, 2, 3, 31, 32, 33, 255, 256, 257, 511, 513, 768, 769, 1000, 1024, 1025, 2048, 2049}) {
    if (n < most - 1) all.push_back(n);
  }
  all.push_back(most - 1);
  all.push_back(most);
  return all;
}

std::vector<int> random_ints(int n, int bound) {
  std::mt19937 random(static_cast<unsigned>(n + 7));
  std::vector<int> v(static_cast<std::size_t>(n));
  for (int& x : v) x = static_cast<int>(random() % static_cast<unsigned>(bound));
  return v;
}

template <class T, class Op, class Make>
void check_scans(Op op, Make make) {
  using start = detail::known_start<T>;
  using none = detail::no_seed<T>;
  for (int const n : lengths(detail::few_in_block<T>)) {
    CAPTURE(n);
    std::vector<T> v;
    for (int const x : random_ints(n, 1000)) v.push_back(make(x));
    T const init = make(5);
    std::vector<T> out(v), expected(v);

    std::inclusive_scan(v.begin(), v.end(), expected.begin(), op);
    run(detail::scan_in_block<T, true, T*, T*, none, Op>{v.data(), n, out.data(), {}, op});
    CHECK(out == expected);
    std::inclusive_scan(v.begin(), v.end(), expected.begin(), op, init);
    run_backwards(detail::scan_in_block<T, true, T*, T*, start, Op>{v.data(), n, out.data(), {init}, op});
    CHECK(out == expected);
    std::exclusive_scan(v.begin(), v.end(), expected.begin(), init, op);
    run(detail::scan_in_block<T, false, T*, T*, start, Op>{v.data(), n, v.data(), {init}, op});
    CHECK(v == expected);
  }
}

/// The elements of a vector, as a device's sort reads and writes them.
struct elements {
  using value_type = tagged;
  tagged* first;
  tagged get(std::ptrdiff_t i) const { return first[i]; }
  void set(std::ptrdiff_t i, tagged x) const { first[i] = x; }
};

std::vector<tagged> tagged_elements(std::vector<int> const& keys, int first_tag) {
  std::vector<tagged> v;
  for (int const key : keys) v.push_back({key, first_tag++});
  return v;
}

}  // namespace

TEST_CASE("scans of few elements, by operators that do not commute") {
  check_scans<affine>(compose{}, [](int x) {
    auto const u = static_cast<std::uint32_t>(x);
    return affine{2 * u + 1, u};
  });
  check_scans<wide>(compose_wide{}, [](int x) {
    auto const u = static_cast<std::uint32_t>(x);
    return wide{{2 * u + 1, u}, {}};
  });
}

TEST_CASE("sums of few elements in another type than theirs") {
  std::vector<int> const v = random_ints(3000, 1 << 30);
  std::vector<std::int64_t> out(v.size()), expected(v.size());
  std::inclusive_scan(v.begin(), v.end(), expected.begin(), std::plus<>{}, std::int64_t{7});
  run(detail::scan_in_block<std::int64_t, true, int const*, std::int64_t*, detail::known_start<std::int64_t>,
                            thrum::plus<>>{v.data(), 3000, out.data(), {7}, {}});
  CHECK(out == expected);
}

TEST_CASE("the first of few elements is found, or none") {
  for (int const n : lengths(detail::few_elements)) {
    for (int const hit : {0, n / 3, n - 1, n}) {
      CAPTURE(n);
      CAPTURE(hit);
      std::ptrdiff_t found = -1;
      auto const from = [=](std::ptrdiff_t i) { return i >= hit && i % 3 == hit % 3; };
      run_backwards(detail::find_in_block<decltype(from), std::ptrdiff_t*>{n, from, &found});
      CHECK(found == hit);
      auto const only = [=](std::ptrdiff_t i) { return i == hit; };
      run(detail::find_in_block<decltype(only), std::ptrdiff_t*>{n, only, &found});
      CHECK(found == hit);
    }
  }
}

/// Merges in tiles, the blocks of threads one after the other from the last on.
template <class Less>
void merge(std::vector<tagged> const& a, std::vector<tagged> const& b, std::vector<tagged>& out, Less less) {
  using rows = detail::column<tagged const*, tagged const*, tagged*>;
  using body = detail::merge_in_tiles<tagged const*, tagged const*, rows, Less>;
  auto const na = static_cast<std::ptrdiff_t>(a.size()), nb = static_cast<std::ptrdiff_t>(b.size());
  std::ptrdiff_t const tiles = (na + nb - 1) / body::tiles::most + 1;
  int const part = tiles > 1 ? body::tiles::length : detail::elements_of_thread(static_cast<int>(na + nb));
  body const work{a.data(), na, b.data(), nb, rows{a.data(), b.data(), out.data()}, less, part};
  auto const room = std::make_unique<typename body::shared>();
  for (std::ptrdiff_t t = tiles - 1; t >= 0; --t) work(looped_team<true, body::threads>{}, t, *room);
}

TEST_CASE("a merge in tiles is stable") {
  for (int const n : {1, 2, 255, 256, 257, 2303, 2304, 2305, 4608, 4609, 10'000}) {
    for (int const na : {0, 1, n / 3, n - 1, n}) {
      CAPTURE(n);
      CAPTURE(na);
      std::vector<int> x = random_ints(na, 40), y = random_ints(n - na, 40);
      std::sort(x.begin(), x.end());
      std::sort(y.begin(), y.end());
      std::vector<tagged> const a = tagged_elements(x, 0), b = tagged_elements(y, na);
      std::vector<tagged> out(static_cast<std::size_t>(n)), expected;
      std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected), less_key{});
      merge(a, b, out, less_key{});
      CHECK(out == expected);
    }
  }
}

/// A relation that is no order: a coin for each pair.
struct at_random {
  bool operator()(tagged x, tagged y) const {
    auto const coin = static_cast<unsigned>(x.key) * 2654435761U ^ static_cast<unsigned>(y.key) * 40503U;
    return (coin >> 13) % 2 != 0;
  }
};
TEST_CASE("merges and sorts of few elements by what is no order take elements of their own") {
  auto const are_some_of = [](std::vector<tagged> const& v, std::vector<tagged> const& all) {
    return std::all_of(v.begin(), v.end(), [&](tagged x) {
      return x.tag >= 0 && x.tag < static_cast<int>(all.size()) && all[static_cast<std::size_t>(x.tag)] == x;
    });
  };
  for (int const n : lengths(2048)) {
    CAPTURE(n);
    std::vector<tagged> const all = tagged_elements(random_ints(n, 1 << 30), 0);
    std::vector<tagged> v = all, out(all.size(), tagged{0, -1});
    run(detail::sort_in_block<elements, at_random>{{v.data()}, n, {}});
    CHECK(are_some_of(v, all));
    merge({all.begin(), all.begin() + n / 3}, {all.begin() + n / 3, all.end()}, out, at_random{});
    CHECK(are_some_of(out, all));
  }
}

TEST_CASE("a sort of few elements is stable") {
  using body = detail::sort_in_block<elements, less_key>;
  static_assert(body::most == 2048);
  for (int const n : lengths(body::most)) {
    for (int const keys : {1, 10, 1 << 30}) {
      CAPTURE(n);
      CAPTURE(keys);
      std::vector<tagged> v = tagged_elements(random_ints(n, keys), 0), expected = v, again = v;
      std::stable_sort(expected.begin(), expected.end(), less_key{});
      run(body{{v.data()}, n, {}});
      CHECK(v == expected);
      run_backwards(body{{again.data()}, n, {}});
      CHECK(again == expected);
      std::reverse(v.begin(), v.end());
      expected = v;
      std::stable_sort(expected.begin(), expected.end(), less_key{});
      run(body{{v.data()}, n, {}});
      CHECK(v == expected);
    }
  }
}
