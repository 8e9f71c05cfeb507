// Passes every iterator through the primitives, on several tasks: the elements are read, written
// and rearranged. Views of the standard library are read too.
#include <doctest/doctest.h>
#include <thrum/copy.h>
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/offset_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/shuffle_iterator.h>
#include <thrum/iterator/strided_iterator.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <thrum/iterator/transform_input_output_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/zip_function.h>
#include <algorithm>
#include <numeric>
#include <random>
#include <vector>
#include "data.h"
#include "policies.h"

// clang before version 16 cannot compile the views of libstdc++.
#if !defined(__clang__) || __clang_major__ >= 16
#include <ranges>
#define HAS_VIEWS
#endif

namespace {

#if defined(THRUM_WITH_TBB)
auto const policy = thrum::tbb::par.threads(3);
#else
auto const policy = thrum::seq;
#endif

using numbers = std::vector<std::int64_t>;

constexpr std::ptrdiff_t n = 40'000;

auto const same = thrum::identity<std::int64_t>{};
auto const negated = thrum::negate<std::int64_t>{};
/// An order in which all elements are equal, so that any range is sorted.
auto const never = [](std::int64_t, std::int64_t) { return false; };
auto const odd = [](std::int64_t x) { return x % 2 != 0; };

numbers runs_of(numbers const& elements, bool count) {
  numbers runs;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i == 0 || elements[i] != elements[i - 1]) runs.push_back(count ? 0 : elements[i]);
    if (count) ++runs.back();
  }
  return runs;
}

/// Runs the primitives on a range that has the expected elements.
template <class I>
void reads(I first, I last, numbers const& expected) {
  REQUIRE(last - first == static_cast<std::ptrdiff_t>(expected.size()));
  numbers out(expected.size());
  CHECK(thrum::reduce(policy, first, last, std::int64_t{0}) ==
        std::accumulate(expected.begin(), expected.end(), std::int64_t{0}));
  CHECK(thrum::find(policy, first, last, expected.back()) - first ==
        std::find(expected.begin(), expected.end(), expected.back()) - expected.begin());
  numbers kept;
  std::copy_if(expected.begin(), expected.end(), std::back_inserter(kept), odd);
  auto const end = thrum::copy_if(policy, first, last, out.begin(), odd);
  CHECK(std::equal(out.begin(), end, kept.begin(), kept.end()));
}

/// Runs those primitives that take longer to compile.
template <class I>
void reads_more(I first, I last, numbers const& expected) {
  numbers out(expected.size() * 2), sums(expected.size());
  thrum::inclusive_scan(policy, first, last, out.begin(), std::int64_t{0}, thrum::plus<>{});
  std::inclusive_scan(expected.begin(), expected.end(), sums.begin());
  CHECK(std::equal(sums.begin(), sums.end(), out.begin()));
  thrum::merge(policy, first, last, first, last, out.begin(), never);
  CHECK(std::equal(expected.begin(), expected.end(), out.begin()));
  CHECK(std::equal(expected.begin(), expected.end(), out.begin() + (last - first)));
  auto const one = thrum::make_constant_iterator(std::int64_t{1});
  auto const ends = thrum::reduce_by_key(policy, first, last, one, out.begin(), sums.begin());
  CHECK(numbers(out.begin(), ends.first) == runs_of(expected, false));
  CHECK(numbers(sums.begin(), ends.second) == runs_of(expected, true));
}

/// Runs the primitives with an output. stored() returns the stored elements, which are f of every
/// result.
template <class O, class Stored, class F>
struct output {
  O out;
  Stored stored;
  F f;
  void holds(O end, numbers expected) const {
    REQUIRE(end - out == static_cast<std::ptrdiff_t>(expected.size()));
    for (auto& x : expected) x = f(x);
    numbers now = stored();
    now.resize(expected.size());
    CHECK(now == expected);
  }
};
template <class O, class Stored, class F>
void writes(O out, Stored stored, F f) {
  auto const source = random_values<std::int64_t>(n, -20, 20);
  output<O, Stored, F> const results{out, stored, f};
  results.holds(thrum::copy(policy, source.begin(), source.end(), out), source);
  numbers expected(source.size());
  std::inclusive_scan(source.begin(), source.end(), expected.begin());
  results.holds(thrum::inclusive_scan(policy, source.begin(), source.end(), out), expected);
  expected.clear();
  std::copy_if(source.begin(), source.end(), std::back_inserter(expected), odd);
  results.holds(thrum::copy_if(policy, source.begin(), source.end(), out, odd), expected);
}

/// Runs those primitives that take longer to compile.
template <class O, class Stored, class F>
void writes_more(O out, Stored stored, F f) {
  auto const source = random_values<std::int64_t>(n, -20, 20);
  output<O, Stored, F> const results{out, stored, f};
  auto const half = source.begin() + n / 2;
  results.holds(thrum::merge(policy, half, source.end(), source.begin(), half, out, never), [&] {
    numbers merged(half, source.end());
    merged.insert(merged.end(), source.begin(), half);
    return merged;
  }());
  numbers keys(source.size());
  auto const one = thrum::make_constant_iterator(std::int64_t{1});
  results.holds(thrum::reduce_by_key(policy, source.begin(), source.end(), one, keys.begin(), out).second,
                runs_of(source, true));
}

/// Sorts a range in place and removes elements. read() returns its elements, which were `before`.
template <class I, class Read>
void rearranges(I first, Read read, numbers before) {
  thrum::sort(policy, first, first + n, [](std::int64_t a, std::int64_t b) { return a > b; });
  std::sort(before.begin(), before.end(), std::greater<>{});
  CHECK(read() == before);
  auto const end = thrum::remove_if(policy, first, first + n, odd);
  before.erase(std::remove_if(before.begin(), before.end(), odd), before.end());
  numbers now = read();
  CHECK(end - first == static_cast<std::ptrdiff_t>(before.size()));
  now.resize(before.size());
  CHECK(now == before);
}

numbers const elements = random_values<std::int64_t>(n, -20, 20);
numbers const reversed(elements.rbegin(), elements.rend());
/// Returns the elements alternately from both ends.
numbers map_of_places() {
  numbers map(static_cast<std::size_t>(n));
  for (std::ptrdiff_t i = 0; i < n; ++i) map[static_cast<std::size_t>(i)] = i % 2 == 0 ? i / 2 : n - 1 - i / 2;
  return map;
}
numbers const map = map_of_places();
numbers permuted(numbers const& v) {
  numbers result(map.size());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = v[static_cast<std::size_t>(map[i])];
  return result;
}
numbers every_third(numbers const& v) {
  numbers result;
  for (std::size_t i = 0; i < v.size(); i += 3) result.push_back(v[i]);
  return result;
}

}  // namespace

TEST_CASE("iterators are read by the primitives") {
  numbers counted(static_cast<std::size_t>(n));
  std::iota(counted.begin(), counted.end(), 5);
  thrum::counting_iterator<std::int64_t> const counting(5);
  reads(counting, counting + n, counted);
  thrum::constant_iterator<std::int64_t> const constant(7);
  reads(constant, constant + n, numbers(static_cast<std::size_t>(n), 7));
  auto const gathered = thrum::make_permutation_iterator(elements.begin(), map.begin());
  reads(gathered, gathered + n, permuted(elements));
  reads_more(gathered, gathered + n, permuted(elements));
  reads(thrum::make_reverse_iterator(elements.end()), thrum::make_reverse_iterator(elements.begin()), reversed);
  auto const zipped = thrum::make_zip_iterator(elements.begin(), counting);
  auto const sums = thrum::make_transform_iterator(zipped, thrum::make_zip_function(thrum::plus<std::int64_t>{}));
  for (std::size_t i = 0; i < counted.size(); ++i) counted[i] += elements[i];
  reads(sums, sums + n, counted);
  thrum::strided_range const thirds(elements.begin(), elements.end(), 3);
  reads(thirds.begin(), thirds.end(), every_third(elements));
  auto const offset = thrum::make_offset_iterator(elements.begin(), &map[2]);  // 1
  reads(offset, offset + (n - 1), numbers(elements.begin() + 1, elements.end()));
  std::mt19937 engine(3);
  auto const shuffled = thrum::make_shuffle_iterator(std::int64_t{n}, engine);
  numbers indices(static_cast<std::size_t>(n));
  std::copy(shuffled, shuffled + n, indices.begin());
  reads(shuffled, shuffled + n, indices);
}

#if defined(HAS_VIEWS)
TEST_CASE("views are read by the primitives") {
  auto const iota = std::views::iota(5, 5 + static_cast<int>(n));
  numbers counted(static_cast<std::size_t>(n));
  std::iota(counted.begin(), counted.end(), 5);
  reads(iota.begin(), iota.end(), counted);
  auto const negative = elements | std::views::transform(negated);
  numbers expected = elements;
  for (auto& x : expected) x = -x;
  reads(negative.begin(), negative.end(), expected);
  reads_more(negative.begin(), negative.end(), expected);
  auto const some = std::views::counted(elements.begin(), n) | std::views::drop(10) | std::views::take(n - 20) |
                    std::views::reverse;
  reads(some.begin(), some.end(), numbers(reversed.begin() + 10, reversed.end() - 10));
}

#endif

TEST_CASE("the end of a range may be a sentinel that knows how far it is, or a const_iterator") {
  numbers changing = elements;
  auto const sum = std::accumulate(elements.begin(), elements.end(), std::int64_t{0});
  CHECK(thrum::reduce(policy, std::counted_iterator(elements.begin(), n), std::default_sentinel) == sum);
  CHECK(thrum::reduce(std::counted_iterator(elements.begin(), n), std::default_sentinel) == sum);
  CHECK(thrum::reduce(policy, changing.begin(), changing.cend()) == sum);
  thrum::sort(policy, changing.begin(), changing.cend());
  CHECK(std::is_sorted(changing.begin(), changing.end()));
  numbers copied(elements.size());
  thrum::copy(policy, changing.begin(), changing.cend(), copied.begin());
  CHECK(copied == changing);
  thrum::copy(std::counted_iterator(elements.begin(), n), std::default_sentinel, copied.begin());
  CHECK(copied == elements);
}

TEST_CASE("iterators are written by the primitives") {
  numbers out(static_cast<std::size_t>(3 * n));
  auto const all = [&] { return out; };
  writes(thrum::make_permutation_iterator(out.begin(), map.begin()), [&] { return permuted(out); }, same);
  writes(thrum::make_reverse_iterator(out.end()), [&] { return numbers(out.rbegin(), out.rend()); }, same);
  writes(thrum::make_strided_iterator(out.begin(), 3), [&] { return every_third(out); }, same);
  writes(thrum::make_offset_iterator(out.begin(), 2), [&] { return numbers(out.begin() + 2, out.end()); }, same);
  writes(thrum::make_transform_output_iterator(out.begin(), negated), all, negated);
  writes_more(thrum::make_transform_output_iterator(out.begin(), negated), all, negated);
  writes(thrum::make_transform_input_output_iterator(out.begin(), same, negated), all, negated);
  auto const store = [p = out.data()](std::ptrdiff_t i, std::int64_t x) { p[i] = x + 1; };
  writes(thrum::make_tabulate_output_iterator(store), all, [](std::int64_t x) { return x + 1; });
}

TEST_CASE("iterators are rearranged by the primitives") {
  numbers v = elements;
  rearranges(thrum::make_permutation_iterator(v.begin(), map.begin()), [&] { return permuted(v); }, permuted(v));
  v = elements;
  v.assign(static_cast<std::size_t>(3 * n), 0);
  for (std::size_t i = 0; i < elements.size(); ++i) v[3 * i] = elements[i];
  rearranges(thrum::make_strided_iterator(v.begin(), 3), [&] { return every_third(v); }, elements);
  v = elements;
  auto const seen = thrum::make_transform_input_output_iterator(v.begin(), negated, negated);
  auto const read = [&] {
    numbers negative = v;
    for (auto& x : negative) x = -x;
    return negative;
  };
  rearranges(seen, read, read());
}
