// What the algorithms of thrum::ranges that the standard has not do with elements, functors and
// arguments that only hosts have: strings, elements that only move, functors that throw, {}.
#include <thrum/ranges/adjacent_difference.h>
#include <thrum/ranges/argsort.h>
#include <thrum/ranges/for_each_expanded.h>
#include <thrum/ranges/gather.h>
#include <thrum/ranges/group_reduce.h>
#include <thrum/ranges/histogram.h>
#include <thrum/ranges/inner_join.h>
#include <thrum/ranges/mean.h>
#include <thrum/ranges/merge.h>
#include <thrum/ranges/reduce.h>
#include <thrum/ranges/run_length.h>
#include <thrum/ranges/scan.h>
#include <thrum/ranges/scatter.h>
#include <thrum/ranges/segmented_copy.h>
#include <thrum/ranges/segmented_extrema.h>
#include <thrum/ranges/segmented_reduce.h>
#include <thrum/ranges/segmented_scan.h>
#include <thrum/ranges/segmented_sort.h>
#include <thrum/ranges/segmented_top_k.h>
#include <thrum/ranges/set_operations.h>
#include <thrum/ranges/shuffle.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/split_by.h>
#include <thrum/ranges/top_k.h>
#include <thrum/ranges/transform.h>
#include <thrum/ranges/transform_reduce.h>
#include <thrum/ranges/unique.h>
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
  CHECK_THROWS_AS(S::run(tr::segmented_inclusive_scan, v, segments, sums, add), refusal);
  CHECK_THROWS_AS(S::run(tr::segmented_exclusive_scan, v, segments, sums, 0, std::plus<>(), f), refusal);
  auto sorted = v;
  CHECK_THROWS_AS(S::run(tr::segmented_sort, sorted, segments, std::less<>(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::sort_by_key, sorted, out, std::less<>(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::gather_if, v, v, v, sums, std::identity(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::scatter_if, v, v, v, sums, f), refusal);
  CHECK_THROWS_AS(S::run(tr::histogram_by_key, v, v, sums, std::identity(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::group_reduce, v, v, out, sums, std::plus<>(), f), refusal);
  CHECK_THROWS_AS(S::run(tr::split_by, v, out, sums, f), refusal);
  CHECK_THROWS_AS(S::run(tr::mean, v, f), refusal);
  CHECK_THROWS_AS(S::run(tr::adjacent_difference, v, out, std::minus<>(), f), refusal);
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

TEST_CASE("ranges: a function may return what a projection computes") {
  auto const word = [](int x) { return std::string(50, static_cast<char>('a' + x)); };
  auto const later = [](std::string const& x, std::string const& y) -> std::string const& {
    return x < y ? y : x;
  };
  std::vector<int> const numbers{0, 1, 2}, others{2, 1, 0};
  std::vector<std::string> words(3);
  tr::transform(numbers, words, std::identity(), word);
  CHECK(words == std::vector{word(0), word(1), word(2)});
  tr::transform(numbers, others, words, later, word, word);
  CHECK(words == std::vector{word(2), word(1), word(2)});
  std::vector<int> out(3, -1);
  tr::gather_if(others, numbers, numbers, out, std::identity(), [](int x) { return x - 1; });
  CHECK(out == std::vector{2, -1, 0});
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

TEST_CASE("ranges: keys and segments of strings, without a policy, and forms that leave arguments out") {
  using strings = std::vector<std::string>;
  strings words{"pear", "fig", "kiwi", "apple"}, best(2), names(4);
  std::vector<int> numbers{1, 2, 3, 4}, few(2);
  CHECK(tr::sort_by_key(words, numbers, {}, &std::string::size).in1 == words.end());
  CHECK(words == strings{"fig", "pear", "kiwi", "apple"});
  CHECK(numbers == std::vector{2, 1, 3, 4});
  CHECK(tr::sort_by_key(thrum::seq, words.begin(), words.end(), numbers.begin(), numbers.end(), {},
                        &std::string::size)
            .in2 == numbers.end());
  CHECK(tr::top_k_by_key(words, numbers, 2, best, few, {}, &std::string::size).out1 == best.end());
  CHECK(best == strings{"apple", "pear"});
  CHECK(few == std::vector{4, 1});
  // Outputs that are iterators, ranges that are temporary.
  auto const top = tr::top_k_by_key(thrum::seq, strings{"a", "c", "b"}, numbers, 1, best.begin(), few.begin());
  static_assert(std::is_same_v<decltype(top.in1), std::ranges::dangling>);
  CHECK(top.in2 == numbers.begin() + 3);
  CHECK(top.out2 == few.begin() + 1);
  CHECK(best[0] == "c");
  CHECK(few[0] == 1);

  strings const left{"a", "c"}, right{"b", "d"};
  auto const merged = tr::merge_by_key(left, right, std::vector{1, 3}, std::vector{2, 4}, names, numbers);
  CHECK(merged.out1 == names.end());
  CHECK(names == strings{"a", "b", "c", "d"});
  CHECK(numbers == std::vector{1, 2, 3, 4});
  CHECK(tr::merge_by_key(left, right, numbers, numbers, names.begin(), numbers.begin(), {}, &std::string::size)
            .out1 == names.end());
  names = {"a", "b", "cc", "dd"};
  CHECK(tr::unique_by_key(names, numbers, {}, &std::string::size).in2 == numbers.begin() + 2);
  CHECK(names[1] == "cc");
  std::vector<std::size_t> lengths(2);
  std::vector<int> places(3), counts(3);
  CHECK(
      tr::group_reduce(strings{"a", "bb", "c"}, std::vector{1, 2, 3}, lengths, few, {}, &std::string::size).out1 ==
      lengths.end());
  CHECK(lengths == std::vector<std::size_t>{1, 2});
  CHECK(few == std::vector{4, 2});
  // A hash and an equality of what a projection makes.
  auto const even = [](std::size_t x) { return x % 2; };
  auto const alike = [](std::size_t x, std::size_t y) { return x % 2 == y % 2; };
  CHECK(tr::group_reduce(thrum::seq, strings{"a", "bb", "ccc"}, std::vector{1, 2, 4}, lengths, few, std::plus<>(),
                         &std::string::size, std::identity(), even, alike)
            .out2 == few.end());
  CHECK(lengths == std::vector<std::size_t>{1, 2});
  CHECK(few == std::vector{5, 2});
  strings const sorted{"a", "b", "b", "c"};
  CHECK(tr::inner_join_size(sorted, strings{"b", "c"}) == 3);
  CHECK(tr::inner_join(sorted, strings{"b", "c"}, places, counts, {}).in1 == sorted.end());
  CHECK(places == std::vector{1, 2, 3});
  CHECK(counts == std::vector{0, 0, 1});
  best.resize(3);
  CHECK(tr::run_length_encode(sorted, best, counts).out1 == best.end());
  CHECK(best == strings{"a", "b", "c"});
  CHECK(counts == std::vector{1, 2, 1});
  strings decoded(3);
  CHECK(tr::run_length_decode(best, counts, decoded).in1 == best.begin() + 2);
  CHECK(decoded == strings{"a", "b", "b"});
  CHECK(tr::argsort(strings{"b", "c", "a"}, few, {}, &std::string::size).out == few.end());
  CHECK(few == std::vector{0, 1});
  std::vector<int> offsets(3);
  CHECK(tr::split_by(
            sorted, best, offsets, [](std::size_t n) { return n - 1; }, &std::string::size)
            .out == offsets.end());
  CHECK(best == strings{"a", "b", "b"});
  CHECK(offsets == std::vector{0, 4, 4});
  std::size_t calls = 0;
  CHECK(tr::for_each_expanded(
            thrum::seq, sorted,
            [&](auto i, auto j) { calls += sorted[static_cast<std::size_t>(i)].size() + (j == 0 ? 0u : 100u); },
            &std::string::size)
            .in == sorted.end());
  CHECK(calls == 4);
  CHECK(tr::mean(thrum::seq, strings{"a", "bcd"}, &std::string::size) == 2);

  // Segments.
  auto const pairs = thrum::segments_of(2);
  strings joined(4);
  CHECK(tr::segmented_inclusive_scan(sorted, pairs, joined).out == joined.end());
  CHECK(joined == strings{"a", "ab", "b", "bc"});
  std::vector<std::size_t> sizes(4);
  CHECK(
      tr::segmented_inclusive_scan(thrum::seq, joined, pairs, sizes.begin(), std::plus<>(), {}, &std::string::size)
          .in == joined.end());
  CHECK(sizes == std::vector<std::size_t>{1, 3, 1, 3});
  CHECK(tr::segmented_exclusive_scan(joined, pairs, sizes, std::size_t{7}, {}, &std::string::size).out ==
        sizes.end());
  CHECK(sizes == std::vector<std::size_t>{7, 8, 7, 8});
  std::vector<thrum::indexed_value<std::string>> longest(2);
  CHECK(tr::segmented_argmax(strings{"a", "bb", "c"}, pairs, longest, {}, &std::string::size).out ==
        longest.end());
  CHECK(longest[0].value == "bb");
  CHECK(longest[1].index == 0);
  CHECK(tr::segmented_top_k(joined, pairs, 1, best.begin(), {}, &std::string::size).out == best.begin() + 2);
  CHECK(best[1] == "bc");
  CHECK(tr::segmented_sort(joined, pairs, std::greater<>()) == joined.end());
  CHECK(joined == strings{"ab", "a", "bc", "b"});
  CHECK(tr::segmented_sort_by_key(joined, numbers, pairs, {}, &std::string::size).in1 == joined.end());
  CHECK(joined == strings{"a", "ab", "b", "bc"});
  std::vector<int> const ends{2, 0}, of_two{2, 2};
  CHECK(tr::segmented_copy(ends, of_two, sorted, joined, std::vector{0, 2}) == ends.end());
  CHECK(joined == strings{"b", "c", "a", "b"});
}

TEST_CASE_TEMPLATE("ranges: values that only move", S, HOST_SYSTEMS) {
  std::vector<std::unique_ptr<int>> owners;
  std::vector<int> keys;
  for (int i = 0; i < 5000; ++i) {
    owners.push_back(std::make_unique<int>(i));
    keys.push_back(5000 - i);
  }
  S::run(tr::sort_by_key, keys, owners);
  for (int i = 0; i < 5000; ++i) CHECK(*owners[static_cast<std::size_t>(i)] == 4999 - i);
  S::run(tr::segmented_sort_by_key, keys, owners, thrum::segments_of(5000), std::greater<>());
  for (int i = 0; i < 5000; ++i) CHECK(*owners[static_cast<std::size_t>(i)] == i);
  auto const left = S::run(tr::unique_by_key, keys, owners, [](int x, int y) { return x / 2 == y / 2; });
  CHECK(left.in2 == owners.begin() + 2501);
  for (auto at = owners.begin(); at != left.in2; ++at) CHECK(*at != nullptr);
}
