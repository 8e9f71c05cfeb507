// Scans by key and histograms: element types that only the host handles, the paths for devices,
// threads, exceptions, bits, memory.
#include <thrum/histogram.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include "forwarding_backend.h"
#include "refusals.h"
#if defined(THRUM_WITH_TBB)
#include "meeting.h"
#endif

namespace {

std::vector<int> keys_of_length(std::ptrdiff_t n, std::ptrdiff_t length) {
  std::vector<int> keys;
  for (std::ptrdiff_t i = 0; i < n; ++i) keys.push_back(static_cast<int>(i / length % 5));
  return keys;
}

/// Returns keys in runs of two, followed by a long run, repeatedly.
std::vector<int> keys_of_both_kinds(std::ptrdiff_t n) {
  std::vector<int> keys;
  for (std::ptrdiff_t i = 0; i < n; ++i) keys.push_back(static_cast<int>(i % 4096 < 1000 ? i / 2 : -1 - i / 4096));
  return keys;
}

/// A word; a sum of two words is the last one, so that it stays short.
struct last_word {
  std::string operator()(std::string const& a, std::string const& b) const { return b.size() > 2 ? b : a; }
};

}  // namespace

TEST_CASE_TEMPLATE("scans by key of strings", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : {0, 1, 100, 40'000}) {
    for (std::ptrdiff_t const length : {1, 7, 30'000}) {
      auto const keys = keys_of_length(n, length);
      std::vector<std::string> values, inclusive, exclusive;
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        values.push_back(i % 3 == 0 ? "w" : "a word with memory of its own " + std::to_string(i));
        auto const at = static_cast<std::size_t>(i);
        bool const begins = i == 0 || keys[at] != keys[at - 1];
        exclusive.push_back(begins ? "start" : last_word{}(exclusive.back(), values[at - 1]));
        inclusive.push_back(begins ? values[at] : last_word{}(inclusive.back(), values[at]));
      }
      auto out = values;
      S::run(thrum::inclusive_scan_by_key, keys.begin(), keys.end(), out.begin(), out.begin(), thrum::equal_to<>{},
             last_word{});
      CHECK(out == inclusive);
      S::run(thrum::exclusive_scan_by_key, keys.begin(), keys.end(), values.begin(), out.begin(),
             std::string("start"), thrum::equal_to<>{}, last_word{});
      CHECK(out == exclusive);
    }
  }
}

TEST_CASE("histograms the way of devices") {
  for (std::ptrdiff_t const n : {0, 1, 40'000}) {
    auto const keys = random_values<int>(n, -5, 1'200);
    auto const values = random_values<long>(n);
    for (std::size_t const bins : {1U, 1'000U, 90'000U}) {
      std::vector<long> sums(bins, 5), expected(bins), counts(bins, 5), expected_counts(bins);
      thrum::histogram_by_key(thrum::seq, keys.begin(), keys.end(), values.begin(), expected.begin(),
                              expected.end());
      thrum::histogram_by_key(device_like{}, keys.data(), keys.data() + n, values.data(), sums.data(),
                              sums.data() + bins);
      CHECK(sums == expected);
      thrum::histogram_even(thrum::seq, keys.begin(), keys.end(), expected_counts.begin(), expected_counts.end(),
                            0, 1'001);
      thrum::histogram_even(device_like{}, keys.data(), keys.data() + n, counts.data(), counts.data() + bins, 0,
                            1'001);
      CHECK(counts == expected_counts);
    }
  }
}

// Bin b begins with the least x for which (x - lower) * bins / range is b.
TEST_CASE_TEMPLATE("few equal bins of integers are exact", S, MAIN_SYSTEMS) {
  constexpr std::int64_t least = std::numeric_limits<std::int32_t>::min(), greatest = 0x7fffffff;
  for (auto const& [lower, upper] : {std::pair{-7L, 93L}, {least, greatest + 1}, {least + 5, 1'000'003L}}) {
    for (std::int64_t const bins : {1, 7, 1'000, 4'096}) {
      auto const range = upper - lower;
      std::vector<std::int32_t> elements{static_cast<std::int32_t>(lower), static_cast<std::int32_t>(upper - 1)};
      while (elements.size() < 20'000) {
        for (std::int64_t bin = 0; bin <= bins; ++bin) {
          auto const begin = lower + (bin * range + bins - 1) / bins;
          for (auto x = begin - 1; x <= begin + 1; ++x)
            if (x >= least && x <= greatest) elements.push_back(static_cast<std::int32_t>(x));
        }
      }
      std::vector<std::int64_t> expected(static_cast<std::size_t>(bins)), counts(expected.size(), 5);
      for (std::int64_t const x : elements)
        if (x >= lower && x < upper) ++expected[static_cast<std::size_t>((x - lower) * bins / range)];
      S::run(thrum::histogram_even, elements.begin(), elements.end(), counts.begin(), counts.end(), lower, upper);
      CHECK(counts == expected);
    }
  }
}

TEST_CASE_TEMPLATE("float bins count on where float does not", S, MAIN_SYSTEMS) {
  auto const ones = thrum::make_constant_iterator(1);
  std::ptrdiff_t const n = (1 << 24) + 10;
  std::vector<float> counts(2);
  S::run(thrum::histogram_even, ones, ones + n, counts.begin(), counts.end(), 0, 2);
  CHECK(counts == std::vector<float>{0, static_cast<float>(n)});
}

TEST_CASE("sums of strings by key keep their order") {
  std::vector<int> const keys{1, 1, 0, 7, -1, 1};
  std::vector<std::string> const values{"a", "b", "c", "d", "e", "f"};
  std::vector<std::string> sums(2, "old");
  CHECK(thrum::histogram_by_key(keys.begin(), keys.end(), values.begin(), sums.begin(), sums.end()) == sums.end());
  CHECK(sums == std::vector<std::string>{"c", "abf"});
}

TEST_CASE_TEMPLATE("exceptions of scans by key and histograms", S, MAIN_SYSTEMS) {
  {
    auto const v = elements<S>(true);
    counted_vector<S> const one_key(refused_n);
    counted_vector<S> out(refused_n);
    auto const equal = thrum::equal_to<>{};
    check_refused<S>(thrum::inclusive_scan_by_key, v.begin(), v.end(), v.begin(), out.begin(), throwing_equal{},
                     sum{});
    check_refused<S>(thrum::inclusive_scan_by_key, one_key.begin(), one_key.end(), v.begin(), out.begin(), equal,
                     throwing_sum{});
    check_refused<S>(thrum::exclusive_scan_by_key, v.begin(), v.end(), v.begin(), out.begin(), counted(0),
                     throwing_equal{}, sum{});
    check_refused<S>(thrum::exclusive_scan_by_key, one_key.begin(), one_key.end(), v.begin(), out.begin(),
                     counted(0), equal, throwing_sum{});
    check_refused<S>(thrum::reduce_into, v.begin(), v.end(), out.begin(), counted(0), throwing_sum{});
    check_refused<S>(thrum::transform_reduce, v.begin(), v.end(), v.begin(), counted(0), sum{}, throwing_sum{});
    auto const numbers = thrum::make_transform_iterator(v.begin(), [](counted const& x) { return checked(x); });
    std::vector<int> const bounds{0, 10, 100};
    std::vector<int> few(2), many_bins(40'000);
    check_refused<S>(thrum::histogram_even, numbers, numbers + refused_n, few.begin(), few.end(), 0, refused_n);
    check_refused<S>(thrum::histogram, numbers, numbers + refused_n, few.begin(), few.end(), bounds.begin());
    check_refused<S>(thrum::histogram_by_key, numbers, numbers + refused_n, bounds.begin(), few.begin(),
                     few.end());
    check_refused<S>(thrum::histogram_even, numbers, numbers + refused_n, many_bins.begin(), many_bins.end(), 0,
                     refused_n);
  }
  CHECK(alive == 0);
}

TEST_CASE_TEMPLATE("reduce_by_key adds each value once", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : {2, 16'385, 150'001}) {
    std::vector<double> const values(static_cast<std::size_t>(n), 1);
    for (auto const& keys : {keys_of_length(n, 3), keys_of_length(n, 60'000), keys_of_both_kinds(n)}) {
      std::vector<int> keys_out(keys.size());
      std::vector<double> sums(keys.size());
      std::atomic<std::ptrdiff_t> calls = 0;
      auto const counted_sum = [&calls](double a, double b) {
        ++calls;
        return a + b;
      };
      auto const ends = S::run(thrum::reduce_by_key, keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                               sums.begin(), thrum::equal_to<>(), counted_sum);
      CHECK(calls == n - (ends.second - sums.begin()));
      CHECK(std::accumulate(sums.begin(), ends.second, 0.0) == static_cast<double>(n));
    }
  }
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("scans by key and histograms are parallel") {
  using S = with_par;
  std::vector<int> v(many, 1), out(many), few(5), bounds(6);
  std::iota(bounds.begin(), bounds.end(), 0);
  auto const plus = attending{thrum::plus<>{}};
  thrum::equal_to<> const equal;
  // All keys are one run.
  CHECK(S::meets(thrum::inclusive_scan_by_key, v.begin(), v.end(), v.begin(), out.begin(), equal, plus));
  CHECK(S::meets(thrum::exclusive_scan_by_key, v.begin(), v.end(), v.begin(), out.begin(), 0, equal, plus));
  CHECK(S::meets(thrum::reduce_into, v.begin(), v.end(), out.begin(), 0, plus));
  CHECK(S::meets(thrum::transform_reduce, v.begin(), v.end(), v.begin(), 0, plus, thrum::multiplies<>{}));
  // All elements are in one bin.
  auto const element = thrum::make_transform_iterator(v.begin(), attending{[](int x) { return x; }});
  CHECK(S::meets(thrum::histogram_even, element, element + many, few.begin(), few.end(), 0, 5));
  CHECK(S::meets(thrum::histogram, element, element + many, few.begin(), few.end(), bounds.begin()));
  CHECK(S::meets(thrum::histogram_by_key, element, element + many, v.begin(), few.begin(), few.end()));
  // There are too many bins for private copies.
  CHECK(S::meets(thrum::histogram_even, element, element + many, out.begin(), out.begin() + many / 8, 0, 5));
}

TEST_CASE("sums by key are the same bits with any number of threads") {
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 8);
  for (std::ptrdiff_t const n : {1'000, 32'768, 32'769, 150'001}) {
    auto const values = mixed_magnitudes(n);
    auto const bins_of = random_values<int>(n, -1, 50);
    for (auto const& keys : {keys_of_length(n, 3), keys_of_length(n, 60'000), keys_of_both_kinds(n)}) {
      auto const results = [&](auto policy) {
        std::vector<float> all(values.size()), next(values.size());
        thrum::inclusive_scan_by_key(policy, keys.begin(), keys.end(), values.begin(), all.begin());
        thrum::exclusive_scan_by_key(policy, keys.begin(), keys.end(), values.begin(), next.begin(), 0.3F);
        all.insert(all.end(), next.begin(), next.end());
        std::vector<int> keys_out(keys.size());
        auto const ends =
            thrum::reduce_by_key(policy, keys.begin(), keys.end(), values.begin(), keys_out.begin(), next.begin());
        all.insert(all.end(), next.begin(), ends.second);
        for (std::size_t const bins : {51U, 20'000U}) {
          next.resize(bins);
          thrum::histogram_by_key(policy, bins_of.begin(), bins_of.end(), values.begin(), next.begin(),
                                  next.end());
          all.insert(all.end(), next.begin(), next.end());
        }
        thrum::reduce_into(policy, values.begin(), values.end(), next.begin(), 0.3F);
        all.push_back(next[0]);
        all.push_back(thrum::transform_reduce(policy, values.begin(), values.end(), values.begin(), 0.3F));
        return all;
      };
      auto const expected = results(thrum::seq);
      CHECK(same_bits(expected, results(with_pool::policy())));
      for (int const count : {1, 2, 3, 7}) CHECK(same_bits(expected, results(thrum::tbb::par.threads(count))));
    }
  }
}

TEST_CASE("scratch memory of histograms and scans by key that fails") {
  auto const keys = random_values<int>(100'000, 0, 40'000);
  std::vector<int> out(keys.size());
  auto const failures = [&](auto call) {
    for (std::size_t k = 1;; ++k) {
      thrum::counting_resource<thrum::host_space> counting;
      thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
      bool thrown = false;
      try {
        call(thrum::tbb::par.with(failing));
      } catch (std::bad_alloc const&) {
        thrown = true;
      }
      CHECK(thrown == failing.failed());
      CHECK(counting.blocks_in_use() == 0);
      if (!failing.failed()) return k - 1;
    }
  };
  auto const sums = [&](std::ptrdiff_t bins) {
    return [&, bins](auto const& policy) {
      thrum::histogram_by_key(policy, keys.begin(), keys.end(), keys.begin(), out.begin(), out.begin() + bins);
    };
  };
  CHECK(failures(sums(10)) >= 1);
  CHECK(failures(sums(50'000)) >= 3);
  CHECK(failures([&](auto const& policy) {
          thrum::inclusive_scan_by_key(policy, keys.begin(), keys.end(), keys.begin(), out.begin());
        }) >= 1);
}
#endif
