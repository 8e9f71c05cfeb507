// Algorithms on strings, which are not trivially copyable; and ranges and arguments as callers
// write them.
#include <thrum/thrum.h>
#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

std::string word(std::uint64_t i, std::uint64_t distinct) {
  // Some strings are too long to be stored in place.
  auto const k = random_bits(i) % distinct;
  return std::to_string(k) + std::string(k % 40, 'x');
}
std::vector<std::string> words(std::ptrdiff_t n, std::uint64_t distinct) {
  std::vector<std::string> result;
  for (std::ptrdiff_t i = 0; i < n; ++i) result.push_back(word(static_cast<std::uint64_t>(i), distinct));
  return result;
}

auto const sizes = {0, 1, 100, 5000, 40'000};

}  // namespace

TEST_CASE_TEMPLATE("strings", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const v = words(n, 1000);
    auto const long_word = [](std::string const& s) { return s.size() > 20; };
    auto const count = std::count_if(v.begin(), v.end(), long_word);
    CHECK(S::run(thrum::count_if, v.begin(), v.end(), long_word) == count);
    CHECK(S::run(thrum::count, v.begin(), v.end(), "5xxxxx") == std::count(v.begin(), v.end(), "5xxxxx"));
    CHECK(S::run(thrum::find, v.begin(), v.end(), "6xxxxxx") == std::find(v.begin(), v.end(), "6xxxxxx"));
    CHECK(S::run(thrum::max_element, v.begin(), v.end()) == std::max_element(v.begin(), v.end()));

    std::vector<std::string> out(v.size()), expected;
    auto const end = S::run(thrum::copy_if, v.begin(), v.end(), out.begin(), long_word);
    std::copy_if(v.begin(), v.end(), std::back_inserter(expected), long_word);
    CHECK(end - out.begin() == count);
    CHECK(std::equal(expected.begin(), expected.end(), out.begin()));
    S::run(thrum::fill, out.begin(), out.end(), "full");
    CHECK(out == std::vector<std::string>(v.size(), "full"));

    std::vector<std::size_t> lengths(v.size());
    S::run(thrum::transform, v.begin(), v.end(), lengths.begin(), [](std::string const& s) { return s.size(); });
    CHECK(S::run(thrum::reduce, lengths.begin(), lengths.end()) ==
          S::run(
              thrum::transform_reduce, v.begin(), v.end(), [](std::string const& s) { return s.size(); },
              std::size_t{0}, thrum::plus<>{}));

    auto sorted = v;
    expected = v;
    S::run(thrum::sort, sorted.begin(), sorted.end());
    std::sort(expected.begin(), expected.end());
    CHECK(sorted == expected);
    CHECK(S::run(thrum::lower_bound, sorted.begin(), sorted.end(), "5") ==
          std::lower_bound(sorted.begin(), sorted.end(), "5"));
    CHECK(S::run(thrum::binary_search, sorted.begin(), sorted.end(), std::string("5xxxxx")) ==
          std::binary_search(sorted.begin(), sorted.end(), "5xxxxx"));

    // Counts the words.
    std::vector<std::string> keys(v.size());
    std::vector<int> counts(v.size());
    auto const ends = S::run(thrum::reduce_by_key, sorted.begin(), sorted.end(), thrum::make_constant_iterator(1),
                             keys.begin(), counts.begin());
    keys.erase(ends.first, keys.end());
    counts.erase(ends.second, counts.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    CHECK(keys == expected);
    CHECK(std::accumulate(counts.begin(), counts.end(), 0) == n);
    sorted.erase(S::run(thrum::unique, sorted.begin(), sorted.end()), sorted.end());
    CHECK(sorted == expected);
    S::run(thrum::sort_by_key, counts.begin(), counts.end(), keys.begin(), thrum::greater<>{});
    CHECK(std::is_sorted(counts.begin(), counts.end(), std::greater<>{}));

    auto merged = std::vector<std::string>(v.size() + sorted.size());
    auto other = v;
    std::sort(other.begin(), other.end());
    S::run(thrum::merge, other.begin(), other.end(), sorted.begin(), sorted.end(), merged.begin());
    CHECK(std::is_sorted(merged.begin(), merged.end()));
    auto removed = v;
    removed.erase(S::run(thrum::remove_if, removed.begin(), removed.end(), long_word), removed.end());
    CHECK(static_cast<std::ptrdiff_t>(removed.size()) == n - count);
    CHECK(S::run(thrum::none_of, removed.begin(), removed.end(), long_word));
    S::run(thrum::reverse, removed.begin(), removed.end());
    std::reverse(removed.begin(), removed.end());
    CHECK(S::run(thrum::equal, removed.begin(), removed.end(), v.begin()) ==
          std::equal(removed.begin(), removed.end(), v.begin()));
  }
}

TEST_CASE_TEMPLATE("operators that take references, and return one", S, HOST_BACKENDS) {
  auto const add = [](auto& a, auto& b) { return a + b; };
  auto const add_to = [](auto& a, auto const& b) -> auto& { return a += b; };
  auto const longer = [](auto& a, auto& b) -> auto& { return a.size() < b.size() ? b : a; };
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const numbers = random_values<long>(n);
    long const sum = std::accumulate(numbers.begin(), numbers.end(), 1L);
    CHECK(S::run(thrum::reduce, numbers.begin(), numbers.end(), 1L, add) == sum);
    CHECK(S::run(thrum::reduce, numbers.begin(), numbers.end(), 1L, add_to) == sum);
    std::vector<long> out(numbers.size()), expected(numbers.size());
    std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
    S::run(thrum::inclusive_scan, numbers.begin(), numbers.end(), out.begin(), add);
    CHECK(out == expected);
    S::run(thrum::inclusive_scan, numbers.begin(), numbers.end(), out.begin(), add_to);
    CHECK(out == expected);
    std::vector<double> reals(numbers.begin(), numbers.end());
    S::run(thrum::inclusive_scan, reals.begin(), reals.end(), reals.begin(),
           [](double& a, double& b) { return a + b; });
    CHECK(std::equal(reals.begin(), reals.end(), expected.begin()));

    auto const v = words(n, 1000);
    std::string::size_type length = 1;
    for (auto const& s : v) length = std::max(length, s.size());
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), std::string("1"), longer).size() == length);
    auto const join = [](std::string&& a, std::string const& b) { return std::move(a) + b; };
    std::string::size_type all = 1;
    for (auto const& s : v) all += s.size();
    CHECK(S::run(thrum::reduce, v.begin(), v.end(), std::string("1"), join).size() == all);
    std::vector<int> const keys(v.size(), 5);
    std::vector<int> keys_out(1);
    std::vector<std::string> longest(1);
    S::run(thrum::reduce_by_key, keys.begin(), keys.end(), v.begin(), keys_out.begin(), longest.begin(),
           thrum::equal_to<>{}, longer);
    if (n > 0) CHECK(longest[0].size() == length);
  }
}

TEST_CASE_TEMPLATE("concatenation is a scan", S, HOST_BACKENDS) {
  std::vector<std::string> v;
  for (int i = 0; i < 2500; ++i) v.push_back(std::string(1, static_cast<char>('a' + i % 26)));
  std::vector<std::string> out(v.size()), expected(v.size());
  std::inclusive_scan(v.begin(), v.end(), expected.begin());
  S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin());
  CHECK(out == expected);
  std::exclusive_scan(v.begin(), v.end(), expected.begin(), std::string("<"));
  S::run(thrum::exclusive_scan, v.begin(), v.end(), out.begin(), std::string("<"));
  CHECK(out == expected);
  S::run(thrum::inclusive_scan, v.begin(), v.end(), v.begin());
  CHECK(v == [&] {
    for (auto& s : expected) s.erase(0, 1);
    expected.erase(expected.begin());
    expected.push_back(expected.back() + static_cast<char>('a' + 2499 % 26));
    return expected;
  }());
}

TEST_CASE_TEMPLATE("concatenation over many tiles keeps its order", S, HOST_BACKENDS) {
  // Its first and last letters and its length identify a long text.
  struct text {
    char first = 0, last = 0;
    std::ptrdiff_t length = 0;
    bool operator==(text const& other) const {
      return first == other.first && last == other.last && length == other.length;
    }
  };
  auto const join = [](text const& a, text const& b) {
    return text{a.length == 0 ? b.first : a.first, b.length == 0 ? a.last : b.last, a.length + b.length};
  };
  std::vector<text> v, out(40'000), expected(40'000);
  for (int i = 0; i < 40'000; ++i) {
    auto const c = static_cast<char>('a' + i % 26);
    v.push_back({c, c, 1});
  }
  std::inclusive_scan(v.begin(), v.end(), expected.begin(), join);
  S::run(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), join);
  CHECK(out == expected);
}

TEST_CASE("move iterators move") {
  auto v = words(1000, 50);
  auto const expected = v;
  std::vector<std::string> out(v.size());
  thrum::copy(std::make_move_iterator(v.begin()), std::make_move_iterator(v.end()), out.begin());
  CHECK(out == expected);
  CHECK(std::all_of(v.begin(), v.end(), [](std::string const& s) { return s.empty(); }));
}

TEST_CASE("pointers, arrays and const containers are ranges") {
  int const numbers[] = {3, 1, 2};
  CHECK(thrum::reduce(std::begin(numbers), std::end(numbers)) == 6);
  CHECK(thrum::max_element(numbers, numbers + 3) == numbers);
  std::array<int, 3> sorted{};
  thrum::copy(std::cbegin(numbers), std::cend(numbers), sorted.begin());
  thrum::sort(sorted.begin(), sorted.end());
  CHECK(sorted == std::array{1, 2, 3});
  thrum::device_vector<int> const v{1, 2, 3};
  CHECK(thrum::reduce(v.begin(), v.end()) == 6);
  CHECK(thrum::reduce(v.cbegin(), v.cend()) == 6);
  CHECK(thrum::inner_product(v.begin(), v.end(), v.begin(), 0) == 14);
  std::vector<bool> bits(1000);
  thrum::fill(thrum::seq, bits.begin(), bits.end(), true);
  CHECK(thrum::count(bits.begin(), bits.end(), true) == 1000);
}
