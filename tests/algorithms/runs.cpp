// unique and all its variants, run_length_encode, run_length_decode.
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/run_length.h>
#include <thrum/unique.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

std::vector<std::ptrdiff_t> sizes() {
  auto all = sizes_around({256, 4096, 8192, 16384, 32768});
  all.push_back(10'007);
  return all;
}

/// An equality that is callable only when it is not const.
struct same_tens {
  int calls = 0;
  THRUM_HD bool operator()(int a, int b) {
    ++calls;
    return a / 10 == b / 10;
  }
};
struct in_thousands {
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t a, std::ptrdiff_t b) const { return a / 1000 == b / 1000; }
};

template <class T>
std::ptrdiff_t length(std::vector<T> const& v) {
  return static_cast<std::ptrdiff_t>(v.size());
}

/// The first element of each run, its index, and the length of the run.
template <class T>
struct runs_of {
  std::vector<T> firsts;
  std::vector<std::int64_t> places, lengths;
  template <class Equal>
  runs_of(std::vector<T> const& values, Equal same) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i == 0 || !same(values[i - 1], values[i])) {
        firsts.push_back(values[i]);
        places.push_back(static_cast<std::int64_t>(i));
        lengths.push_back(0);
      }
      ++lengths.back();
    }
  }
};

template <class V, class T>
bool begins_with(V const& v, std::vector<T> const& expected) {
  return std::equal(expected.begin(), expected.end(), host_copy(v).begin());
}
/// Says whether exactly these elements were written to a range that held 111 everywhere.
template <class V, class T>
bool is_written(V const& v, std::vector<T> expected) {
  expected.resize(v.size(), T(111));
  return host_copy(v) == expected;
}

/// Runs all algorithms on one range, with or without an equality.
template <class S, class T, class Equal, class... Same>
void check_runs(std::vector<T> const& host, Equal equal, Same... same) {
  runs_of<T> const expected(host, equal);
  std::ptrdiff_t const n = length(host), runs = length(expected.firsts);
  CAPTURE(n);
  CAPTURE(runs);
  auto const v = vector_of<S>(host);
  auto const numbers = vector_of<S>([&] {
    std::vector<std::int64_t> all(host.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int64_t>(i);
    return all;
  }());
  auto const blank = vector_of<S>(std::vector<T>(host.size() + 1, T(111)));
  auto const blank_numbers = vector_of<S>(std::vector<std::int64_t>(host.size() + 1, 111));

  CHECK(S::run(thrum::unique_count, v.begin(), v.end(), same...) == runs);
  auto keys = v;
  CHECK(S::run(thrum::unique, keys.begin(), keys.end(), same...) == keys.begin() + runs);
  CHECK(begins_with(keys, expected.firsts));
  keys = blank;
  CHECK(S::run(thrum::unique_copy, v.begin(), v.end(), keys.begin(), same...) == keys.begin() + runs);
  CHECK(is_written(keys, expected.firsts));

  keys = v;
  auto values = numbers;
  auto const ends = S::run(thrum::unique_by_key, keys.begin(), keys.end(), values.begin(), same...);
  CHECK(ends.first == keys.begin() + runs);
  CHECK(ends.second == values.begin() + runs);
  CHECK(begins_with(keys, expected.firsts));
  CHECK(begins_with(values, expected.places));
  keys = blank;
  values = blank_numbers;
  auto const ends_of_copy = S::run(thrum::unique_by_key_copy, v.begin(), v.end(), numbers.begin(), keys.begin(),
                                   values.begin(), same...);
  CHECK(ends_of_copy.first == keys.begin() + runs);
  CHECK(ends_of_copy.second == values.begin() + runs);
  CHECK(is_written(keys, expected.firsts));
  CHECK(is_written(values, expected.places));

  keys = blank;
  auto counts = blank_numbers;
  auto const ends_of_code =
      S::run(thrum::run_length_encode, v.begin(), v.end(), keys.begin(), counts.begin(), same...);
  CHECK(ends_of_code.first == keys.begin() + runs);
  CHECK(ends_of_code.second == counts.begin() + runs);
  CHECK(is_written(keys, expected.firsts));
  CHECK(is_written(counts, expected.lengths));
}

/// Returns n elements in runs of about this length; one run in eight is ten times as long.
template <class T>
std::vector<T> in_runs(std::ptrdiff_t n, std::uint64_t run_length) {
  std::vector<T> values;
  int value = 0;
  for (std::uint64_t r = 0; length(values) < n; ++r, value = (value + 1) % 100) {
    auto const bits = random_bits(r);
    auto const size = (bits % (2 * run_length) + 1) * (bits >> 61 == 0 ? 10 : 1);
    values.insert(values.end(), std::min(size, static_cast<std::uint64_t>(n) - values.size()), T(value));
  }
  return values;
}

template <class S, class T>
void check_all_runs(std::vector<std::ptrdiff_t> const& lengths) {
  for (std::ptrdiff_t const n : lengths) {
    for (std::uint64_t const run_length : {1U, 4U, 3000U, 10'000'000U})
      check_runs<S>(in_runs<T>(n, run_length), std::equal_to<T>{});
  }
}

/// Returns each value as many times as its count says.
template <class T, class C>
std::vector<T> decoded(std::vector<T> const& values, std::vector<C> const& counts) {
  std::vector<T> all;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (counts[i] > 0) all.insert(all.end(), static_cast<std::size_t>(counts[i]), values[i]);
  }
  return all;
}

template <class S, class T, class C>
void check_decoded(std::vector<T> const& values, std::vector<C> const& counts) {
  auto const expected = decoded(values, counts);
  CAPTURE(length(values));
  CAPTURE(length(expected));
  auto const v = vector_of<S>(values);
  auto const c = vector_of<S>(counts);
  auto out = vector_of<S>(std::vector<T>(expected.size() + 1, T(111)));
  CHECK(S::run(thrum::run_length_decode, v.begin(), v.end(), c.begin(), out.begin()) ==
        out.begin() + length(expected));
  CHECK(is_written(out, expected));
}

template <class S, class T, class C>
void check_decoding(std::vector<std::ptrdiff_t> const& lengths) {
  for (std::ptrdiff_t const n : lengths) {
    auto const values = random_values<T>(n, 0, 100);
    check_decoded<S>(values, random_values<C>(n, -2, 4));  // the call leaves some out
    check_decoded<S>(values, std::vector<C>(values.size(), 0));
    if (n == 0) continue;
    // One run has nearly all elements; empty runs are before and after it.
    for (std::ptrdiff_t const giant : {std::ptrdiff_t{0}, n / 2, n - 1}) {
      std::vector<C> counts(values.size(), 0);
      counts[static_cast<std::size_t>(giant)] =
          static_cast<C>(std::min<std::int64_t>(50'000, static_cast<std::int64_t>(std::numeric_limits<C>::max())));
      counts.back() += 1;
      check_decoded<S>(values, counts);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("runs of int", S, ALL_SYSTEMS) { check_all_runs<S, int>(sizes()); }
TEST_CASE_TEMPLATE("runs of records", S, MAIN_SYSTEMS) { check_all_runs<S, record>({1, 65, 40'000}); }
TEST_CASE_TEMPLATE("runs of aligned elements", S, MAIN_SYSTEMS) { check_all_runs<S, cache_line>({1, 65, 20'000}); }
TEST_CASE_TEMPLATE("runs in a large range", S, MAIN_SYSTEMS) {
  check_all_runs<S, int>(large_sizes({(1 << 20) + 1, (1 << 20) - 1, 1 << 20, (1 << 21) + 12'345}));
}
TEST_CASE_TEMPLATE("runs of an equality of one's own", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes()) check_runs<S>(random_values<int>(n, 0, 30), same_tens{}, same_tens{});
}
TEST_CASE_TEMPLATE("runs of numbers that are counted", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const runs = large_size(2'000'000) / 1000, n = runs * 1000;
  thrum::counting_iterator<std::ptrdiff_t> const first(0);
  CHECK(S::run(thrum::unique_count, first, first + n, in_thousands{}) == runs);
  auto counts = vector_of<S>(std::vector<int>(static_cast<std::size_t>(runs + 1), 111));
  S::run(thrum::run_length_encode, first, first + n, thrum::make_discard_iterator(), counts.begin(),
         in_thousands{});
  CHECK(is_written(counts, std::vector<int>(static_cast<std::size_t>(runs), 1000)));
}

TEST_CASE_TEMPLATE("decoding of int", S, ALL_SYSTEMS) { check_decoding<S, int, int>(sizes()); }
TEST_CASE_TEMPLATE("decoding of as many runs as are summed at once", S, MAIN_SYSTEMS) {
  check_decoding<S, int, int>(sizes_around({256, 4096}));
}
TEST_CASE_TEMPLATE("decoding of records, counted in bytes", S, MAIN_SYSTEMS) {
  check_decoding<S, record, signed char>({1, 65, 40'000});
}
// Numbers are stored in other vectors from 512 copies on.
TEST_CASE_TEMPLATE("decoding of long runs", S, MAIN_SYSTEMS) {
  constexpr int lengths[] = {512, 513, 0, 2000, 511, 1, 30'000, 600, 700, 5};
  for (std::ptrdiff_t const n : {1, 2, 10, 100}) {
    std::vector<int> counts;
    for (std::ptrdiff_t i = 0; i < n; ++i) counts.push_back(lengths[i % std::ssize(lengths)]);
    check_decoded<S>(random_values<int>(n, 0, 100), counts);
    check_decoded<S>(random_values<signed char>(n, 0, 100), counts);
    check_decoded<S>(random_values<double>(n, 0, 100), counts);
  }
}
TEST_CASE_TEMPLATE("decoding is the inverse of encoding", S, MAIN_SYSTEMS) {
  auto const host = in_runs<double>(300'000, 7);
  auto const v = vector_of<S>(host);
  auto values = v, out = vector_of<S>(std::vector<double>(host.size()));
  auto counts = vector_of<S>(std::vector<std::uint16_t>(host.size()));
  auto const ends = S::run(thrum::run_length_encode, v.begin(), v.end(), values.begin(), counts.begin());
  CHECK(S::run(thrum::run_length_decode, values.begin(), ends.first, counts.begin(), out.begin()) == out.end());
  CHECK(host_copy(out) == host);
}
TEST_CASE_TEMPLATE("decoding of numbers that are counted", S, MAIN_SYSTEMS) {
  auto out = vector_of<S>(std::vector<std::ptrdiff_t>(90'000));
  thrum::counting_iterator<std::ptrdiff_t> const first(0);
  CHECK(S::run(thrum::run_length_decode, first, first + 30'000, thrum::make_constant_iterator(3), out.begin()) ==
        out.end());
  auto const host = host_copy(out);
  for (std::size_t i = 0; i < host.size(); i += 100) CHECK(host[i] == static_cast<std::ptrdiff_t>(i / 3));
}
