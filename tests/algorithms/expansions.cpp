// for_each_expanded.
#include <thrum/for_each_expanded.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/tabulate.h>
#include <atomic>
#include <stdexcept>
#include "data.h"
#include "policies.h"

namespace {

/// Adds to the place of a pair a number of the pair.
struct note_pair {
  std::int64_t const* begins;
  std::int64_t* out;
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t j) const {
    out[begins[i] + j] += 1'000'003 * i + j + 1;
  }
};

template <class S, class T>
void check_pairs(std::vector<T> const& host) {
  CAPTURE(host.size());
  std::vector<std::int64_t> host_begins, expected;
  for (std::size_t i = 0; i < host.size(); ++i) {
    host_begins.push_back(std::ssize(expected));
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(host[i]); ++j)
      expected.push_back(1'000'003 * static_cast<std::int64_t>(i) + j + 1);
  }
  expected.push_back(-1);
  auto const counts = vector_of<S>(host);
  auto const begins = vector_of<S>(host_begins);
  std::vector<std::int64_t> empty(expected.size());
  empty.back() = -1;
  auto out = vector_of<S>(empty);
  CHECK(S::run(thrum::for_each_expanded, counts.begin(), counts.end(), note_pair{raw(begins), raw(out)}) ==
        counts.end());
  CHECK(host_copy(out) == expected);
}

/// Adds up pairs within a functor, sequentially.
struct sum_of_pairs {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int counts[3] = {static_cast<int>(i % 3), -1, static_cast<int>(i % 5)}, sum = 0;
    int* const to = &sum;
    thrum::for_each_expanded(thrum::seq, counts, counts + 3, [to](std::ptrdiff_t k, std::ptrdiff_t j) {
      *to = *to * 10 + static_cast<int>(k + j);
    });
    return sum;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("for_each_expanded of short counts", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({256, 4096, 20'000})) check_pairs<S>(random_values<int>(n, -2, 6));
}
TEST_CASE_TEMPLATE("for_each_expanded of most counts 0", S, MAIN_SYSTEMS) {
  auto counts = std::vector<std::int64_t>(70'000);
  check_pairs<S>(counts);
  counts[40'000] = 3;
  check_pairs<S>(counts);
  for (std::size_t i = 0; i < counts.size(); i += 777) counts[i] = static_cast<std::int64_t>(i % 1000);
  check_pairs<S>(counts);
}
TEST_CASE_TEMPLATE("for_each_expanded of a giant count", S, MAIN_SYSTEMS) {
  auto counts = random_values<std::uint32_t>(3000, 0, 3);
  for (std::size_t const place : {std::size_t{0}, std::size_t{1500}, std::size_t{2999}}) {
    auto some = counts;
    some[place] = static_cast<std::uint32_t>(large_size(1'000'000, 400'000));
    check_pairs<S>(some);
  }
  check_pairs<S>(std::vector<std::uint32_t>{300'000});
}
TEST_CASE_TEMPLATE("for_each_expanded of bytes", S, MORE_SYSTEMS) {
  check_pairs<S>(random_values<std::uint8_t>(5000, 0, 255));
}

TEST_CASE_TEMPLATE("for_each_expanded of computed counts", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 100;
  std::vector<std::int64_t> host_begins, expected;
  for (std::int64_t i = 0; i < n; ++i) {
    host_begins.push_back(std::ssize(expected));
    for (std::int64_t j = 0; j < i; ++j) expected.push_back(1'000'003 * i + j + 1);
  }
  auto const begins = vector_of<S>(host_begins);
  auto out = vector_of<S>(std::vector<std::int64_t>(expected.size()));
  thrum::counting_iterator<int> const counts(0);
  S::run(thrum::for_each_expanded, counts, counts + n, note_pair{raw(begins), raw(out)});
  CHECK(host_copy(out) == expected);
}

TEST_CASE_TEMPLATE("seq expands within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> sums(n);
  S::run(thrum::tabulate, sums.begin(), sums.end(), sum_of_pairs{});
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = sum_of_pairs{}(static_cast<std::ptrdiff_t>(i));
  CHECK(host_copy(sums) == expected);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("for_each_expanded with a functor that is not const, and one that throws", S, HOST_BACKENDS) {
  std::vector<int> const counts{3, 0, 1000, 2};
  std::atomic<std::ptrdiff_t> sum = 0;
  S::run(thrum::for_each_expanded, counts.begin(), counts.end(),
         [&sum, calls = 0](std::ptrdiff_t i, std::ptrdiff_t j) mutable {
           ++calls;
           sum += 10'000 * i + j;
         });
  CHECK(sum == 3 + 1000 * 20'000 + 999 * 500 + 2 * 30'000 + 1);
  auto const refuse = [](std::ptrdiff_t i, std::ptrdiff_t j) {
    if (i == 2 && j == 500) throw std::runtime_error("refused");
  };
  CHECK_THROWS_AS(S::run(thrum::for_each_expanded, counts.begin(), counts.end(), refuse), std::runtime_error);
}
#endif
