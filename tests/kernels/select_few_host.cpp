// Runs selections of few elements, the work of one thread block, with its threads one after the
// other, in both orders.
#include <doctest/doctest.h>

#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/select_few.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <random>
#include <vector>
#include "looped_team.h"

namespace {

namespace detail = thrum::detail;

struct tagged {
  int key, tag;
  friend bool operator==(tagged, tagged) = default;
};
struct less_key {
  bool operator()(tagged x, tagged y) const { return x.key < y.key; }
};
/// A relation that is no order: a coin for each pair.
struct at_random {
  bool operator()(tagged x, tagged y) const {
    auto const coin = static_cast<unsigned>(x.key) * 2654435761U ^ static_cast<unsigned>(y.key) * 40503U;
    return (coin >> 13) % 2 != 0;
  }
};
struct elements {
  using value_type = tagged;
  tagged* first;
  tagged get(std::ptrdiff_t i) const { return first[i]; }
  void set(std::ptrdiff_t i, tagged x) const { first[i] = x; }
};
template <bool Sorts, class Less>
using selection = detail::select_in_block<Sorts, elements, Less>;
template <class Less>
using copy = detail::copy_least_in_block<elements, tagged const*, tagged*, Less>;
constexpr int most = selection<true, less_key>::most;
static_assert(most == 2730 && detail::few_to_select<int> == 4096 && detail::few_to_select<char[33]> == 0);

template <bool Forward, class Body>
void run(Body const& body) {
  auto const room = std::make_unique<typename Body::shared>();
  body(looped_team<Forward, Body::threads>{}, 0, *room);
}

std::vector<tagged> random_elements(int n, int keys) {
  std::mt19937 random(static_cast<unsigned>(n + 7));
  std::vector<tagged> v;
  for (int i = 0; i < n; ++i) v.push_back({static_cast<int>(random() % static_cast<unsigned>(keys)), i});
  return v;
}

template <bool Forward>
void check(std::vector<tagged> const& all, int k) {
  int const n = static_cast<int>(all.size());
  CAPTURE(n);
  CAPTURE(k);
  std::vector<tagged> v = all, expected = all;
  if (k < n) {
    run<Forward>(selection<false, less_key>{{v.data()}, n, k, {}});
    thrum::nth_element(thrum::seq, expected.begin(), expected.begin() + k, expected.end(), less_key{});
    CHECK(v == expected);
    v = expected = all;
    run<Forward>(selection<true, less_key>{{v.data()}, n, k, {}});
    thrum::partial_sort(thrum::seq, expected.begin(), expected.begin() + k, expected.end(), less_key{});
    CHECK(v == expected);
  }
  if (k == 0) return;
  v = expected = all;
  std::stable_sort(expected.begin(), expected.end(), less_key{});
  expected.resize(static_cast<std::size_t>(k));
  std::vector<tagged> out(expected.size() + 1, tagged{-1, -1});
  run<Forward>(copy<less_key>{{v.data()}, v.data(), out.data(), n, k, true, {}});
  CHECK(out.back() == tagged{-1, -1});
  out.pop_back();
  CHECK(out == expected);
  std::sort(expected.begin(), expected.end(), [](tagged x, tagged y) { return x.tag < y.tag; });
  run<Forward>(copy<less_key>{{v.data()}, v.data(), out.data(), n, k, false, {}});
  CHECK(out == expected);
  CHECK(v == all);
}

}  // namespace

TEST_CASE("selections among few elements give what seq gives") {
  for (int const n : {1, 2, 3, 255, 256, 257, 769, 1024, 1281, most - 1, most}) {
    for (int const keys : {1, 10, 1 << 30}) {
      std::vector<tagged> const all = random_elements(n, keys);
      for (int const k : {0, 1, n / 3, n / 2, n - 1, n}) {
        check<true>(all, k);
        check<false>(all, k);
      }
    }
  }
}

TEST_CASE("selections among few elements by what is no order lose none") {
  auto const by_tag = [](tagged x, tagged y) { return x.tag < y.tag; };
  for (int const n : {2, 257, most}) {
    CAPTURE(n);
    std::vector<tagged> const all = random_elements(n, 1 << 30);
    std::vector<tagged> v = all, out(all.size(), tagged{0, -1});
    run<true>(selection<false, at_random>{{v.data()}, n, n / 3, {}});
    std::sort(v.begin(), v.end(), by_tag);
    CHECK(v == all);
    run<true>(copy<at_random>{{v.data()}, v.data(), out.data(), n, n / 2, false, {}});
    for (int i = 0; i < n / 2; ++i)
      CHECK(all[static_cast<std::size_t>(out[static_cast<std::size_t>(i)].tag)] ==
            out[static_cast<std::size_t>(i)]);
  }
}
