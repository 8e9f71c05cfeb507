// The algorithms of thrum::ranges that compute with numbers or indices, beside loops over the same
// elements: means, variances, differences, tables, sequences and counts, with projections and with
// outputs that are too short, on every policy.
#include <thrum/ranges/adjacent_difference.h>
#include <thrum/ranges/for_each_expanded.h>
#include <thrum/ranges/mean.h>
#include <thrum/ranges/sequence.h>
#include <thrum/ranges/tabulate.h>
#include <thrum/ranges/variance.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <vector>
#include "policies.h"
#include "range_cases.h"

namespace tr = thrum::ranges;
using namespace range_cases;

namespace {

struct index_squared {
  THRUM_HD long operator()(std::ptrdiff_t i) const { return static_cast<long>(i * i); }
};
/// Stores j in the places of count i, which begin at begins[i].
struct storer_of_pair {
  std::ptrdiff_t const* begins;
  std::ptrdiff_t* to;
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t j) const { to[begins[i] + j] = 1000 * i + j; }
};

}  // namespace

TEST_CASE_TEMPLATE("ranges: means and variances", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const host = numbered_of(n, 1000);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const keys(host_keys.begin(), host_keys.end());
    double const number = static_cast<double>(n);
    double sum = 0, squares = 0;
    for (int const key : host_keys) sum += key;
    for (int const key : host_keys) squares += (key - sum / number) * (key - sum / number);
    auto const close = [](double a, double b) {
      return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::abs(b);
    };
    static_assert(std::is_same_v<decltype(S::run(tr::mean, v, &numbered::key)), double>);
    CHECK(close(S::run(tr::mean, keys), sum / number));
    CHECK(close(S::run(tr::mean, v, &numbered::key), sum / number));
    CHECK(close(S::run(tr::mean, v.begin(), v.end(), &numbered::key), sum / number));
    CHECK(close(S::run(tr::variance, keys), squares / number));
    CHECK(close(S::run(tr::variance, v, &numbered::key), squares / number));
    double const of_sample = n < 2 ? std::nan("") : squares / (number - 1);
    CHECK(close(S::run(tr::sample_variance, keys.begin(), keys.end()), of_sample));
    CHECK(close(S::run(tr::sample_variance, v, &numbered::key), of_sample));
  }
}

TEST_CASE_TEMPLATE("ranges: differences end where the output is full", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    auto const host = numbered_of(n, 1000);
    auto const host_keys = keys_of(host);
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> keys(host_keys.begin(), host_keys.end());
    for (std::ptrdiff_t const room : rooms(n)) {
      CAPTURE(n);
      CAPTURE(room);
      std::ptrdiff_t const written = std::min(n, room);
      std::vector<int> differences(static_cast<std::size_t>(room), -1), sums(differences);
      for (std::size_t i = 0; i < static_cast<std::size_t>(written); ++i) {
        differences[i] = i == 0 ? host_keys[0] : host_keys[i] - host_keys[i - 1];
        sums[i] = i == 0 ? host_keys[0] : host_keys[i] + host_keys[i - 1];
      }
      typename S::template vector<int> out;
      auto const check = [&](std::vector<int> const& expected, auto const& in, auto call) {
        out.assign(static_cast<std::size_t>(room), -1);
        auto const ends = call();
        CHECK(ends.in == in.begin() + written);
        CHECK(ends.out == out.begin() + written);
        CHECK(host_copy(out) == expected);
      };
      check(differences, keys, [&] { return S::run(tr::adjacent_difference, keys, out); });
      check(sums, keys, [&] {
        return S::run(tr::adjacent_difference, keys.begin(), keys.end(), out.begin(), out.end(), std::plus<>());
      });
      check(differences, v,
            [&] { return S::run(tr::adjacent_difference, v, out, std::minus<>(), &numbered::key); });
    }
    // In place.
    S::run(tr::adjacent_difference, keys, keys);
    std::vector<int> differences = host_keys;
    for (std::size_t i = 1; i < host_keys.size(); ++i) differences[i] = host_keys[i] - host_keys[i - 1];
    CHECK(host_copy(keys) == differences);
  }
}

TEST_CASE_TEMPLATE("ranges: elements of their indices", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    std::vector<long> squares, from_0, from_5, by_3;
    for (long i = 0; i < n; ++i) {
      squares.push_back(i * i);
      from_0.push_back(i);
      from_5.push_back(5 + i);
      by_3.push_back(5 + 3 * i);
    }
    typename S::template vector<long> v(squares.size(), -1);
    CHECK(S::run(tr::tabulate, v, index_squared{}) == v.end());
    CHECK(host_copy(v) == squares);
    CHECK(S::run(tr::sequence, v) == v.end());
    CHECK(host_copy(v) == from_0);
    S::run(tr::sequence, v.begin(), v.end(), 5);
    CHECK(host_copy(v) == from_5);
    S::run(tr::sequence, v, 5L, 3L);
    CHECK(host_copy(v) == by_3);
    S::run(tr::tabulate, v.begin(), v.end(), index_squared{});
    CHECK(host_copy(v) == squares);
  }
}

TEST_CASE_TEMPLATE("ranges: a function of each of several counts", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : range_sizes()) {
    CAPTURE(n);
    auto const host = numbered_of(n, 7);
    auto const host_counts = keys_of(host);
    std::vector<std::ptrdiff_t> host_begins, expected;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      host_begins.push_back(std::ssize(expected));
      for (std::ptrdiff_t j = 0; j < host_counts[static_cast<std::size_t>(i)]; ++j)
        expected.push_back(1000 * i + j);
    }
    typename S::template vector<numbered> const v(host.begin(), host.end());
    typename S::template vector<int> const counts(host_counts.begin(), host_counts.end());
    typename S::template vector<std::ptrdiff_t> const begins(host_begins.begin(), host_begins.end());
    typename S::template vector<std::ptrdiff_t> out(expected.size(), -1);
    storer_of_pair const store{thrum::raw_pointer_cast(begins.data()), thrum::raw_pointer_cast(out.data())};
    CHECK(S::run(tr::for_each_expanded, counts, store).in == counts.end());
    CHECK(host_copy(out) == expected);
    out.assign(expected.size(), -1);
    CHECK(S::run(tr::for_each_expanded, v.begin(), v.end(), store, &numbered::key).fun.to == store.to);
    CHECK(host_copy(out) == expected);
  }
}
