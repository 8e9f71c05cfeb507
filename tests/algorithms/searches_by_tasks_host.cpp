// The search that tasks share, in tiles of a few indices: rows of each length, a hit at any place,
// several hits, tasks in any order, and predicates that throw.
#include <doctest/doctest.h>
#include <thrum/detail/backends/host/find_first.h>
#include <thrum/execution_policy.h>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

#include <algorithm>
#include <cstddef>
#include <exception>
#include <random>
#include <stdexcept>
#include <vector>

#include "thread_pool_backend.h"

namespace {

/// A backend of one thread that begins with a task in the middle, goes on to the last one, and then
/// takes those before. All tasks are begun, whatever they throw.
struct from_the_middle {
  std::ptrdiff_t eighth;

  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t) const {
    std::exception_ptr error;
    std::ptrdiff_t const first = n * eighth / 8;
    for (std::ptrdiff_t task = 0; task < n; ++task) {
      try {
        f((first + task) % n);
      } catch (...) {
        error = std::current_exception();
      }
    }
    if (error) std::rethrow_exception(error);
  }
};

/// Calls f(backend) for backends whose tasks one thread takes, in several orders, or many do.
template <class F>
void on_task_backends(F f) {
  f(thrum::seq);
  for (std::ptrdiff_t const eighth : {2, 4, 7}) f(from_the_middle{eighth});
  static thread_pool pool(3);
  f(pool_policy(pool));
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
  on_task_backends([](auto const& exec) {
    for (std::ptrdiff_t const tile : {1, 3}) {
      for (std::ptrdiff_t const tiles :
           {1, 2, 3, 7, 8, 15, 16, 17, 24, 31, 32, 40, 48, 56, 63, 64, 65, 127, 128, 260}) {
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
  on_task_backends([&](auto const& exec) {
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
  on_task_backends([](auto const& exec) {
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

TEST_CASE("one thread asks about no tile twice, and about none after a hit or what a predicate throws") {
  constexpr std::ptrdiff_t n = 30'000, tile = 64;
  for (std::ptrdiff_t const eighth : {0, 2, 4, 7}) {
    for (std::ptrdiff_t const at : {std::ptrdiff_t{0}, tile - 1, tile, n / 3, n / 2, n - 1}) {
      for (bool const throws : {false, true}) {
        std::vector<int> times(n / tile + 1);  // that each tile is begun
        bool is_over = false, goes_on = false;
        auto const accept = [&](std::ptrdiff_t i) {
          if (i % tile == 0) ++times[static_cast<std::size_t>(i / tile)];
          goes_on = goes_on || (is_over && (throws || i / tile > at / tile));
          if (i != at) return false;
          is_over = true;
          if (throws) throw std::runtime_error("predicate");
          return true;
        };
        from_the_middle const exec{eighth};
        auto const search = [&] { return thrum::detail::find_first_by_tasks(exec, 0, n, accept, tile); };
        if (throws) CHECK_THROWS_AS(search(), std::runtime_error);
        else CHECK(search() == at);
        CHECK(!goes_on);
        --times[static_cast<std::size_t>(at / tile)];  // a tile with a hit is looked at more closely
        CHECK(*std::max_element(times.begin(), times.end()) <= 1);
      }
    }
  }
}

}  // namespace
