// What the algorithms of thrum::ranges that the standard has not do with elements, functors and
// arguments that only hosts have: strings, elements that only move, functors that throw, {}.
#include <thrum/ranges/gather.h>
#include <thrum/ranges/histogram.h>
#include <thrum/ranges/reduce.h>
#include <thrum/ranges/scan.h>
#include <thrum/ranges/segmented_reduce.h>
#include <thrum/ranges/set_operations.h>
#include <thrum/ranges/shuffle.h>
#include <thrum/ranges/top_k.h>
#include <thrum/ranges/transform_reduce.h>
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

struct larger {
  std::string operator()(std::string const& x, std::string const& y) const { return std::max(x, y); }
};
struct refusal : std::runtime_error {
  refusal() : runtime_error("refused") {}
};
struct refuses {
  int what;
  int operator()(int x) const { return x == what ? throw refusal() : x; }
};
struct refuses_to_add {
  int what;
  int operator()(int x, int y) const { return x == what || y == what ? throw refusal() : std::max(x, y); }
};

}  // namespace

TEST_CASE_TEMPLATE("ranges: functors of sums throw", S, HOST_SYSTEMS) {
  std::vector<int> host(20'000);
  std::iota(host.begin(), host.end(), 0);
  typename S::template vector<int> const v(host.begin(), host.end());
  typename S::template vector<int> out(host.size()), sums(host.size());
  refuses const f{9'000};
  refuses_to_add const add{9'000};
  auto const segments = thrum::segments_of(100);
  CHECK_THROWS_AS(S::run(tr::reduce, v, 0, add), refusal);
  CHECK_THROWS_AS(S::run(tr::reduce, v, 0, std::plus<>(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::transform_reduce, v, v, 0, add, std::multiplies<>(), f, f), refusal);
  CHECK_THROWS_AS(S::run(tr::inclusive_scan, v, out, add), refusal);
  CHECK_THROWS_AS(S::run(tr::exclusive_scan, v, out, 0, std::plus<>(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::reduce_by_key, v, v, out, sums, std::equal_to<>(), std::plus<>(), f), refusal);
  CHECK_THROWS_AS(
      S::run(tr::inclusive_scan_by_key, v, v, out, std::equal_to<>(), std::plus<>(), std::identity(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::exclusive_scan_by_key, v, v, out, 0, std::equal_to<>(), std::plus<>(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::segmented_reduce, v, segments, sums, 0, add), refusal);
  CHECK_THROWS_AS(S::run(tr::histogram_even, v, sums, 0, 20'000, f), refusal);
}

TEST_CASE("ranges: sums of strings, and forms that leave arguments out") {
  std::vector<std::string> const words{"a", "bc", "", "d"};
  std::vector<std::string> joined(3);
  std::string const all = tr::reduce(thrum::seq, words, std::string(">"));
  CHECK(all == ">abcd");
  CHECK(tr::reduce(words) == "abcd");
  CHECK(tr::reduce(words, std::size_t{0}, {}, &std::string::size) == 4);
  CHECK(tr::reduce(thrum::seq, words.begin(), words.end(), std::size_t{0}, {}, &std::string::size) == 4);
  CHECK(tr::reduce(words, {}, larger{}) == "d");
  // An init that is a range, too.
  CHECK(tr::transform_reduce(words, std::string(), std::plus<>(), std::identity()) == "abcd");
  CHECK(tr::inclusive_scan(words, joined).in == words.begin() + 3);
  CHECK(joined == std::vector<std::string>{"a", "abc", "abc"});
  CHECK(tr::exclusive_scan(thrum::seq, words, joined, std::string("-")).out == joined.end());
  CHECK(joined == std::vector<std::string>{"-", "-a", "-abc"});
  std::vector<std::size_t> lengths(4);
  CHECK(tr::inclusive_scan(words, lengths.begin(), std::plus<>(), {}, &std::string::size).out == lengths.end());
  CHECK(lengths == std::vector<std::size_t>{1, 3, 3, 4});
  CHECK(tr::exclusive_scan(words, lengths.begin(), std::size_t{1}, {}, &std::string::size).out == lengths.end());
  CHECK(lengths == std::vector<std::size_t>{1, 2, 4, 4});
  static_assert(std::is_same_v<decltype(tr::inclusive_scan(std::vector{1}, lengths).in), std::ranges::dangling>);
  int counts[2];
  CHECK(tr::histogram(thrum::seq, std::vector{1, 2, 3}, counts, std::vector{0, 2, 9}).out == counts + 2);
  CHECK(counts[1] == 2);
}

TEST_CASE_TEMPLATE("ranges: elements that only move, and orders that throw", S, HOST_SYSTEMS) {
  std::vector<std::unique_ptr<int>> owners;
  for (int i = 0; i < 5000; ++i) owners.push_back(std::make_unique<int>(i));
  std::mt19937 g(4);
  CHECK(S::run(tr::shuffle, owners, g) == owners.end());
  std::vector<int> numbers;
  for (auto const& owner : owners) numbers.push_back(*owner);
  CHECK(!std::ranges::is_sorted(numbers));
  std::ranges::sort(numbers);
  for (int i = 0; i < 5000; ++i) CHECK(numbers[static_cast<std::size_t>(i)] == i);

  std::vector<std::string> names(9000, "a long name that is not kept in the string itself"), best(5);
  names[4000] = "b";
  auto const refuses = [](std::string const& x, std::string const& y) {
    return x == "b" || y == "b" ? throw refusal() : x < y;
  };
  CHECK_THROWS_AS(S::run(tr::top_k, names, 5, best, refuses), refusal);
  CHECK(S::run(tr::top_k, names, 1, best).out == best.begin() + 1);
  CHECK(best[0] == "b");
}

TEST_CASE("ranges: outputs of top_k that are iterators, and an order {}") {
  std::vector<numbered> const v{{3, 0}, {1, 1}, {4, 2}};
  std::vector<numbered> out(3);
  CHECK(tr::top_k(v, 2, out.begin(), {}, &numbered::key).out == out.begin() + 2);
  CHECK(out[1].key == 3);
  CHECK(tr::top_k(thrum::seq, v.begin(), v.end(), 1, out.begin(), {}, &numbered::place).out == out.begin() + 1);
  CHECK(out[0].key == 4);
  std::vector<int> few(2);
  static_assert(std::is_same_v<decltype(tr::top_k(std::vector{3, 1, 2}, 5, few).in), std::ranges::dangling>);
  CHECK(tr::top_k(thrum::seq, std::vector{3, 1, 2}, std::size_t{5}, few).out == few.end());
  CHECK(few == std::vector{3, 2});
  std::vector<int> const from{5, 6, 7};
  CHECK(tr::gather(std::vector{2, 0}, from, few.begin()).out == few.end());
  CHECK(few == std::vector{7, 5});
}

TEST_CASE_TEMPLATE("ranges: set operations of strings, and orders that throw", S, HOST_SYSTEMS) {
  std::vector<std::string> const a{"a", "b", "b", "c"}, b{"b", "c", "c", "d"};
  std::vector<std::string> out(2);
  auto const ends = S::run(tr::set_union, a, b, out);
  CHECK(ends.in1 == a.begin() + 2);
  CHECK(ends.in2 == b.begin() + 1);
  CHECK(out == std::vector<std::string>{"a", "b"});
  CHECK(S::run(tr::set_intersection, a, b, out.begin()).out == out.end());
  CHECK(out == std::vector<std::string>{"b", "c"});
  auto const refuses = [](std::string const& x, std::string const& y) {
    return x == "a" ? throw refusal() : x < y;
  };
  CHECK_THROWS_AS(S::run(tr::set_intersection, a, b, out, refuses), refusal);
}
