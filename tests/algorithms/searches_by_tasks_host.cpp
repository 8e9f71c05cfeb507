// The search that tasks share, in tiles of a few indices: each number of chunks and rows, hits at the
// ends of all chunks, several hits, and predicates that throw. The oracle is std::find_if.
#include <doctest/doctest.h>
#include <thrum/detail/backends/host/find_first.h>
#include <thrum/execution_policy.h>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

#include <algorithm>
#include <cstddef>
#include <random>
#include <stdexcept>
#include <vector>

namespace {

/// Calls f(policy) for policies whose tasks one thread takes, or many do.
template <class F>
void on_task_policies(F f) {
  f(thrum::seq);
#if defined(THRUM_WITH_TBB)
  f(thrum::tbb::par);
  f(thrum::tbb::par.threads(16));
#endif
}

template <class B>
std::ptrdiff_t searched(B const& exec, std::ptrdiff_t begin, std::vector<char> const& hits, std::ptrdiff_t tile) {
  return thrum::detail::find_first_by_tasks(
      exec, begin, std::ssize(hits), [p = hits.data()](std::ptrdiff_t i) { return p[i] != 0; }, tile);
}
std::ptrdiff_t expected(std::ptrdiff_t begin, std::vector<char> const& hits) {
  return std::find_if(hits.begin() + begin, hits.end(), [](char c) { return c != 0; }) - hits.begin();
}

TEST_CASE("a search by tasks finds the only hit, wherever it is") {
  on_task_policies([](auto const& exec) {
    for (std::ptrdiff_t const tile : {1, 3}) {
      for (std::ptrdiff_t const tiles : {1, 2, 3, 7, 8, 15, 16, 17, 31, 63, 64, 65, 127, 128, 260}) {
        for (std::ptrdiff_t const more : {0, 1, 2}) {
          std::vector<char> hits(static_cast<std::size_t>(tiles * tile + more));
          REQUIRE(searched(exec, 0, hits, tile) == std::ssize(hits));
          for (std::size_t at = 0; at < hits.size(); at += hits.size() < 200 ? 1 : 7) {
            hits[at] = 1;
            REQUIRE(searched(exec, 0, hits, tile) == static_cast<std::ptrdiff_t>(at));
            hits[at] = 0;
          }
        }
      }
    }
  });
}

TEST_CASE("a search by tasks finds the first of several hits, from any index on") {
  std::mt19937 random(7);
  on_task_policies([&](auto const& exec) {
    for (std::ptrdiff_t const n : {5, 64, 1000, 5000}) {
      for (int round = 0; round < 200; ++round) {
        std::vector<char> hits(static_cast<std::size_t>(n));
        for (int hit = round % 5; hit > 0; --hit) hits[random() % hits.size()] = 1;
        auto const begin = static_cast<std::ptrdiff_t>(random() % hits.size());
        REQUIRE(searched(exec, begin, hits, 1 + round % 4) == expected(begin, hits));
      }
    }
  });
}

TEST_CASE("what a predicate throws leaves a search by tasks") {
  on_task_policies([](auto const& exec) {
    constexpr std::ptrdiff_t n = 1'000'000;
    for (std::ptrdiff_t const thrower : {std::ptrdiff_t{0}, std::ptrdiff_t{777}, n - 1}) {
      auto const throws = [thrower](std::ptrdiff_t i) {
        if (i == thrower) throw std::runtime_error("predicate");
        return false;
      };
      CHECK_THROWS_AS(thrum::detail::find_first_by_tasks(exec, 0, n, throws, 16), std::runtime_error);
    }
  });
}

TEST_CASE("one thread asks about no tile after that of a hit or of what a predicate throws") {
  constexpr std::ptrdiff_t n = 100'000, tile = 64;
  for (std::ptrdiff_t const at : {std::ptrdiff_t{0}, tile - 1, tile, n / 2, n - 1}) {
    for (bool const throws : {false, true}) {
      std::ptrdiff_t last = 0;
      auto const accept = [&](std::ptrdiff_t i) {
        last = std::max(last, i);
        if (i == at && throws) throw std::runtime_error("predicate");
        return i == at;
      };
      auto const search = [&] { return thrum::detail::find_first_by_tasks(thrum::seq, 0, n, accept, tile); };
      if (throws) CHECK_THROWS_AS(search(), std::runtime_error);
      else CHECK(search() == at);
      CHECK(last / tile == at / tile);
    }
  }
}

}  // namespace
