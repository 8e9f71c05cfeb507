// Random cases of reductions, scans, extrema and histograms.
#include <thrum/adjacent_difference.h>
#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/histogram.h>
#include <thrum/inner_product.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <thrum/zip_function.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include "run_properties.h"

namespace {

using doubles = std::vector<double>;

/// Joins words: associative, and not commutative.
struct joined {
  std::string operator()(std::string const& a, std::string const& b) const {
    give_way();
    // The beginning and the end show the order, and the words stay short.
    std::string const both = a + b;
    return both.size() <= 40 ? both : both.substr(0, 20) + both.substr(both.size() - 20);
  }
};

/// Returns integers, or floating-point numbers whose sums are exact.
template <class T>
void sums(choices& c) {
  auto const v = c.small_numbers<T>(c.size());
  auto const weights = c.small_numbers<T>(std::ssize(v));
  T const init = T(c.between(-5, 5));
  T const sum = std::accumulate(v.begin(), v.end(), init);
  T const product = std::inner_product(v.begin(), v.end(), weights.begin(), init);
  under_some_policy<T>(c, [&](auto const& exec) {
    same("reduce", thrum::reduce(exec, v.begin(), v.end(), init), sum);
    same("inner_product", thrum::inner_product(exec, v.begin(), v.end(), weights.begin(), init), product);
    T into = 0;
    thrum::reduce_into(exec, v.begin(), v.end(), &into, init);
    same("reduce_into", into, sum);
    T const x = v.empty() ? T(0) : v.back();
    same("count", thrum::count(exec, v.begin(), v.end(), x), std::ptrdiff_t{std::count(v.begin(), v.end(), x)});
  });
}

template <class T>
void scans(choices& c) {
  auto const v = c.small_numbers<T>(c.size());
  T const init = T(c.between(-5, 5));
  bool const in_place = c.chance(3);
  c.note("in place", in_place);
  std::vector<T> inclusive(v.size()), exclusive(v.size()), differences(v.size());
  std::inclusive_scan(v.begin(), v.end(), inclusive.begin());
  std::exclusive_scan(v.begin(), v.end(), exclusive.begin(), init);
  std::adjacent_difference(v.begin(), v.end(), differences.begin());
  under_some_policy<T>(c, [&](auto const& exec) {
    auto input = v;
    std::vector<T> other(v.size());
    auto& out = in_place ? input : other;
    auto end = thrum::inclusive_scan(exec, input.begin(), input.end(), out.begin());
    holds("inclusive_scan returns the end", end == out.end());
    same("inclusive_scan", out, inclusive);
    thrum::adjacent_difference(exec, out.begin(), out.end(), out.begin());
    same("adjacent_difference of inclusive_scan", out, v);
    thrum::adjacent_difference(exec, v.begin(), v.end(), out.begin());
    same("adjacent_difference", out, differences);
    input = v;
    end = thrum::exclusive_scan(exec, input.begin(), input.end(), out.begin(), init);
    holds("exclusive_scan returns the end", end == out.end());
    same("exclusive_scan", out, exclusive);
  });
}

/// Computed, zipped and permuted elements, and outputs that are written backwards.
void sums_of_iterators(choices& c) {
  auto const v = c.elements<std::uint64_t>(c.size());
  auto const map = c.places(std::ssize(v), std::max<std::ptrdiff_t>(std::ssize(v), 1));
  std::uint64_t const factor = c.bits();
  std::vector<std::uint64_t> looked_up, expected(v.size());
  for (std::ptrdiff_t const i : map) looked_up.push_back(v[static_cast<std::size_t>(i)] * factor);
  std::inclusive_scan(looked_up.begin(), looked_up.end(), expected.rbegin());
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * i;
  under_some_policy<std::uint64_t>(c, [&](auto const& exec) {
    std::vector<std::uint64_t> out(v.size());
    auto const scaled = thrum::make_transform_iterator(thrum::make_permutation_iterator(v.begin(), map.begin()),
                                                       [=](std::uint64_t x) { return x * factor; });
    thrum::inclusive_scan(exec, scaled, scaled + std::ssize(v), thrum::make_reverse_iterator(out.end()));
    same("inclusive_scan, backwards", out, expected);
    auto const zipped = thrum::make_zip_iterator(v.begin(), thrum::counting_iterator<std::uint64_t>(0));
    same("transform_reduce of a zip",
         thrum::transform_reduce(exec, zipped, zipped + std::ssize(v),
                                 thrum::make_zip_function(thrum::multiplies<>{}), std::uint64_t{0},
                                 thrum::plus<>{}),
         sum);
  });
}

/// An operator that is not commutative.
void scans_of_words(choices& c) {
  auto const v = c.elements<std::string>(c.size());
  std::vector<std::string> inclusive(v.size());
  std::inclusive_scan(v.begin(), v.end(), inclusive.begin(), joined{});
  std::string const all = std::accumulate(v.begin(), v.end(), std::string("<"), joined{});
  under_some_policy<std::string>(c, [&](auto const& exec) {
    std::vector<std::string> out(v.size());
    thrum::inclusive_scan(exec, v.begin(), v.end(), out.begin(), joined{});
    same("inclusive_scan of words", out, inclusive);
    same("reduce of words", thrum::reduce(exec, v.begin(), v.end(), std::string("<"), joined{}), all);
  });
}

/// The rounding of floating-point sums depends on the numbers alone, not on the policy.
void same_bits(choices& c) {
  auto v = c.elements<double>(c.size());
  for (double& x : v) x = std::isfinite(x) ? x : 0.7;
  std::ptrdiff_t const bins = c.between(1, 100);
  auto const keys = c.places(std::ssize(v), bins);
  auto const half = [](double x) { return x / 3; };
  auto const results = [&](auto const& exec) {
    std::vector<doubles> all;
    all.push_back({thrum::reduce(exec, v.begin(), v.end(), 0.1),
                   thrum::transform_reduce(exec, v.begin(), v.end(), half, 0.1, thrum::plus<>{})});
    doubles out(v.size());
    thrum::inclusive_scan(exec, v.begin(), v.end(), out.begin());
    all.push_back(out);
    thrum::transform_exclusive_scan(exec, v.begin(), v.end(), out.begin(), half, 0.1, thrum::plus<>{});
    all.push_back(out);
    thrum::transform_inclusive_scan(exec, v.begin(), v.end(), out.begin(), half, thrum::plus<>{});
    all.push_back(out);
    out.assign(static_cast<std::size_t>(bins), 5);
    thrum::histogram_by_key(exec, keys.begin(), keys.end(), v.begin(), out.begin(), out.end());
    all.push_back(out);
    return all;
  };
  std::vector<doubles> const expected = results(thrum::seq);
  under_some_policy<double>(c, [&](auto const& exec) {
    std::vector<doubles> const all = results(exec);
    char const* const names[] = {"reduce, transform_reduce", "inclusive_scan", "transform_exclusive_scan",
                                 "transform_inclusive_scan", "histogram_by_key"};
    for (std::size_t i = 0; i < all.size(); ++i) same(names[i], all[i], expected[i]);
  });
}

template <class T>
void extrema(choices& c) {
  auto const v = c.elements<T>(c.size());
  auto const least = std::min_element(v.begin(), v.end()) - v.begin();
  auto const greatest = std::max_element(v.begin(), v.end()) - v.begin();
  under_some_policy<T>(c, [&](auto const& exec) {
    auto const ends = thrum::minmax_element(exec, v.begin(), v.end());
    same("place of the least", ends.first - v.begin(), least);
    same("place of the greatest", ends.second - v.begin(), greatest);
    auto const found = thrum::argmin(exec, v.begin(), v.end());
    same("index of argmin", found.index, v.empty() ? -1 : least);
    if (!v.empty()) same("value of argmin", found.value, v[static_cast<std::size_t>(least)]);
  });
}

void histograms(choices& c) {
  auto const v = c.elements<std::int16_t>(c.size());
  auto const bins = static_cast<std::size_t>(c.chance(4) ? c.between(1, 3000) : c.between(1, 40));
  c.note("bins", bins);
  auto const a = element_from<std::int16_t>(c.bits()), b = element_from<std::int16_t>(c.bits());
  std::int64_t const lower = std::min(a, b), upper = std::int64_t{std::max(a, b)} + 1;
  auto bounds = c.elements<std::int16_t>(static_cast<std::ptrdiff_t>(bins) + 1);
  std::sort(bounds.begin(), bounds.end());
  std::vector<std::int64_t> even(bins), between(bins);
  for (std::int64_t const x : v) {
    if (lower <= x && x < upper)
      ++even[static_cast<std::size_t>((x - lower) * static_cast<std::int64_t>(bins) / (upper - lower))];
    auto const above = std::upper_bound(bounds.begin(), bounds.end(), x);
    if (above != bounds.begin() && above != bounds.end())
      ++between[static_cast<std::size_t>(above - bounds.begin() - 1)];
  }
  under_some_policy<int>(c, [&](auto const& exec) {
    std::vector<std::int64_t> counts(bins, 77);
    thrum::histogram_even(exec, v.begin(), v.end(), counts.begin(), counts.end(), lower, upper);
    same("histogram_even", counts, even);
    thrum::histogram(exec, v.begin(), v.end(), counts.begin(), counts.end(), bounds.begin());
    same("histogram", counts, between);
  });
}

constexpr std::array properties{
    property{"sums, int64", sums<std::int64_t>},       property{"sums, double", sums<double>},
    property{"scans, int32", scans<std::int32_t>},     property{"sums of iterators", sums_of_iterators},
    property{"scans, words", scans_of_words},          property{"same bits, double", same_bits},
    property{"extrema, int16", extrema<std::int16_t>}, property{"extrema, float", extrema<float>},
    property{"extrema, string", extrema<std::string>}, property{"histograms, int16", histograms}};

}  // namespace

TEST_CASE("sums do as the standard's") { run_properties(properties); }
