// What goes wrong on one rank of a group: all ranks report it, none waits in vain, nothing is lost,
// and the group works afterwards. Ranks are threads here.
#include <doctest/doctest.h>

#include <thrum/checked.h>
#include <thrum/execution_policy.h>
#include <thrum/memory_resource.h>
#include <thrum/multi_device.h>
#include <thrum/ranks/group.h>
#include <thrum/ranks/threads.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include "multi_device/split_vectors.h"

namespace {

namespace md = thrum::multi_device;
namespace ranks = thrum::ranks;
using ranks::thread_communicator;
using split_vectors::random_ints;

constexpr int size = 4;
constexpr int first = 100'000;  // no sum of elements is an element

/// What happened on each rank: "" for no exception, otherwise its text.
class reports {
 public:
  template <class F>
  void record(thread_communicator const& c, F f) {
    try {
      f();
    } catch (std::exception const& e) {
      texts_[static_cast<std::size_t>(c.rank())] = e.what();
    }
  }
  /// Expects that the rank threw `own`, and the others remote_error with its message.
  void check(int failed, std::string const& own) const {
    for (int r = 0; r < size; ++r) {
      CAPTURE(r);
      std::string const expected = r == failed ? own : "thrum: rank " + std::to_string(failed) + " failed: " + own;
      CHECK(texts_[static_cast<std::size_t>(r)] == expected);
    }
  }
  void check_all(std::string const& text) const {
    for (auto const& t : texts_) CHECK(t == text);
  }

 private:
  std::vector<std::string> texts_ = std::vector<std::string>(size);
};

/// Throws for one element.
struct failing {
  int element;
  int operator()(int x) const {
    if (x == element) throw std::runtime_error("element " + std::to_string(x));
    return x;
  }
};

using group_type = ranks::group<thread_communicator, thrum::seq_policy>;
using vector = thrum::multi_device_vector<int, group_type>;

/// Calls with an element for which a functor throws.
std::vector<std::function<void(vector&, int)>> const calls = {
    [](vector& v, int x) { md::for_each(v, failing{x}); },
    [](vector& v, int x) { md::transform(v, v, failing{x}); },
    [](vector& v, int x) {
      md::tabulate(v, [x](std::ptrdiff_t i) { return failing{x}(first + static_cast<int>(i)); });
    },
    [](vector& v, int x) { md::transform_reduce(v, failing{x}, 0, thrum::plus<>{}); },
    [](vector& v, int x) { md::count_if(v, [x](int y) { return failing{x}(y) > 0; }); },
    [](vector& v, int x) { md::copy_if(v, [x](int y) { return failing{x}(y) > 0; }); },
    [](vector& v, int x) { md::min_element(v, [x](int a, int b) { return failing{x}(a) < failing{x}(b); }); },
    [](vector& v, int x) { md::inclusive_scan(v, v, [x](int a, int b) { return a + failing{x}(b); }); },
    [](vector& v, int x) { md::sort(v, [x](int a, int b) { return failing{x}(a) < failing{x}(b); }); },
};

}  // namespace

TEST_CASE("a functor that throws on one rank ends the call on all, and the group works afterwards") {
  for (std::size_t call = 0; call < calls.size(); ++call) {
    for (int failed = 0; failed < size; ++failed) {
      CAPTURE(call);
      CAPTURE(failed);
      reports all;
      ranks::run(size, [&](thread_communicator const& c) {
        group_type const group(c);
        vector v(group, {100, 100, 100, 100}, thrum::no_init);
        md::sequence(v, first);
        int const element = first + failed * 100 + 50;
        all.record(c, [&] { calls[call](v, element); });
        md::sequence(v);
        CHECK(md::reduce(v) == 399 * 400 / 2);
      });
      all.check(failed, "element " + std::to_string(first + failed * 100 + 50));
    }
  }
}

TEST_CASE("whichever allocation fails on a rank, all report it and nothing is lost") {
  auto const h = random_ints(3000, 100);
  auto sorted = h;
  std::sort(sorted.begin(), sorted.end());
  for (int failed = 0; failed < size; ++failed) {
    int failures = 0;
    std::atomic<bool> went_on = true;
    for (std::size_t k = 1; went_on; ++k) {
      REQUIRE(k < 200);
      std::atomic<int> reported = 0;
      ranks::run(size, [&](thread_communicator const& c) {
        using space = thrum::host_space;
        thrum::counting_resource<space> counting;
        thrum::fail_on_kth_allocation<space> failing(c.rank() == failed ? k : 1'000'000, counting);
        {
          group_type const group(c, thrum::seq.with(failing));
          try {
            vector v(group, {500, 2000, 0, 500}, h), sums(group, {500, 2000, 0, 500}, thrum::no_init);
            try {
              md::sort(v);
              md::inclusive_scan(v, sums);
              int const sum = md::reduce(v), last = sums[2999];
              CHECK(sum == last);
              auto const found = v.to_host();
              CHECK(found == sorted);
            } catch (std::bad_alloc const&) {
              CHECK(c.rank() == failed);
              ++reported;
            } catch (ranks::remote_error const& e) {
              CHECK(e.rank() == failed);
              ++reported;
            }
            // The k-th allocation was before: this one succeeds.
            auto left = v.to_host();
            std::sort(left.begin(), left.end());
            CHECK(left == sorted);
          } catch (std::bad_alloc const&) {
            CHECK(c.rank() == failed);
            ++reported;
          } catch (ranks::remote_error const& e) {
            CHECK(e.rank() == failed);
            ++reported;
          }
        }
        CHECK(counting.blocks_in_use() == 0);
        if (c.rank() == failed) went_on = failing.failed();
      });
      CHECK((reported == 0 || reported == size));
      failures += reported == size ? 1 : 0;
    }
    CHECK(failures > 10);
  }
}

TEST_CASE("ranks that are late change nothing") {
  for (int late = 0; late < size; ++late) {
    ranks::run(size, [&](thread_communicator const& c) {
      auto const wait = [&] {
        if (c.rank() == late) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      };
      group_type const group(c);
      auto const h = random_ints(50'000, 1000);
      auto sorted = h;
      std::sort(sorted.begin(), sorted.end());
      vector v(group, h);
      wait();
      md::sort(v);
      wait();
      CHECK(md::reduce(v) == std::accumulate(h.begin(), h.end(), 0));
      wait();
      CHECK(v.to_host() == sorted);
    });
  }
}

TEST_CASE("checked ranks name the call that differs") {
  auto const run = [](auto f) {
    reports all;
    ranks::run(size, [&](thread_communicator const& c) {
      ranks::group const group(c, thrum::checked(thrum::seq));
      vector v(group, 100'000, 1), w(group, 10, 1);
      thrum::multi_device_vector<float, decltype(group)> const floats(group, 100'000, 1);
      all.record(c, [&] { f(c.rank(), v, w, floats); });
      CHECK(md::reduce(v) == 100'000);
    });
    return all;
  };
  run([](int rank, vector& v, vector&, auto&) {
    if (rank == 3) md::reduce(v);
    else md::sort(v);
  }).check_all("thrum: rank 3 called reduce, the others sort");
  run([](int rank, vector& v, vector&, auto&) {
    if (rank == 0) md::reduce(v);
    else md::sort(v);
  }).check_all("thrum: rank 0 called reduce, the others sort");
  run([](int rank, vector& v, vector&, auto&) {
    if (rank >= 2) md::reduce(v);
    else md::sort(v);
  }).check_all("thrum: rank 2 called reduce, rank 0 sort");
  run([](int rank, vector& v, vector& w, auto&) {
    md::sort(rank == 1 ? w : v);
  }).check_all("thrum: rank 1 called sort over 10 elements, the others over 100000");
  run([](int rank, vector& v, vector&, auto& floats) {
    if (rank == 2) md::reduce(floats, 0.0F);
    else md::reduce(v);
  }).check_all("thrum: rank 2 called reduce over elements of type f (4 bytes), the others over i (4)");
  run([](int, vector& v, vector&, auto&) { md::sort(v); }).check_all("");
}

TEST_CASE("vectors of ranks: their own parts, balance, and wrong arguments") {
  ranks::run(size, [](thread_communicator const& c) {
    group_type const group(c);
    // Rank r gives r elements.
    std::vector<int> const own(static_cast<std::size_t>(c.rank()), c.rank());
    auto v = vector::from_local(group, own);
    std::vector<int> const expected{1, 2, 2, 3, 3, 3};
    CHECK(v.to_host() == expected);
    CHECK(v.local().size() == own.size());
    CHECK(std::vector<int>(v.local().begin(), v.local().end()) == own);
    CHECK(v.offset() == c.rank() * (c.rank() - 1) / 2);
    v.balance();
    CHECK(v.local().size() == (c.rank() == 0 ? 6U : 0U));  // one tile
    CHECK(v.to_host() == expected);
    v[5] = 7;
    CHECK(v[5] == 7);
    CHECK(v[0] == 1);
    vector copy(v);
    copy.assign({6, 5, 4, 3, 2, 1});
    md::sort(copy);
    CHECK(copy.to_host() == std::vector<int>{1, 2, 3, 4, 5, 6});

    CHECK_THROWS_AS(v.assign({1}), std::invalid_argument);
    if (c.rank() == 1) CHECK_THROWS_AS(v.assign({1}), std::invalid_argument);
    else CHECK_THROWS_AS(v.assign(expected), ranks::remote_error);
    CHECK(v[1] == 2);
    CHECK_THROWS_AS(vector(group, {2, 3}, thrum::no_init), std::invalid_argument);
    vector const uneven(group, {0, 1, 2, 3}, thrum::no_init);
    CHECK_THROWS_AS(md::transform(uneven, v, thrum::negate<>{}), std::invalid_argument);
    auto const none = vector::from_local(group, {});
    CHECK(none.empty());
    CHECK(none.to_host().empty());
  });
}
