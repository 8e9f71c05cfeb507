// Pipelines beside plain loops over the same elements, on every policy.
#include <thrum/functional.h>
#include <thrum/lazy.h>
#include <thrum/reduce.h>
#include <thrum/views.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>
#include "data.h"
#include "policies.h"

namespace lazy = thrum::lazy;

namespace {

struct scaled {
  int by;
  THRUM_HD int operator()(int x) const { return by * x; }
};
struct in_class {
  int of, which;
  THRUM_HD bool operator()(int x) const { return ((x % of) + of) % of == which; }
};
struct widened {
  THRUM_HD std::int64_t operator()(int x) const { return std::int64_t{x} << 20; }
};
struct as_float {
  THRUM_HD float operator()(int x) const { return static_cast<float>(x) * 0.1F; }
};
struct add_five {
  THRUM_HD void operator()(int& x) const { x += 5; }
};
struct marks {
  int* marked;
  THRUM_HD void operator()(int x) const { marked[x] += 1; }
};
struct modular_product {
  THRUM_HD std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a * b % 1000003; }
};
struct pair_sum {
  template <class T>
  THRUM_HD std::int64_t operator()(T const& pair) const {
    return static_cast<std::int64_t>(thrum::get<0>(pair)) * 3 + thrum::get<1>(pair);
  }
};

template <class T, class F>
auto mapped(std::vector<T> const& v, F f) {
  std::vector<decltype(f(v[0]))> out;
  for (T const& x : v) out.push_back(f(x));
  return out;
}
template <class T, class P>
std::vector<T> kept(std::vector<T> const& v, P pred) {
  std::vector<T> out;
  for (T const& x : v)
    if (pred(x)) out.push_back(x);
  return out;
}
template <class T>
std::vector<T> part(std::vector<T> const& v, std::ptrdiff_t from, std::ptrdiff_t n) {
  std::ptrdiff_t const begin = std::min(from, std::ssize(v)), end = std::min(begin + n, std::ssize(v));
  return std::vector<T>(v.begin() + begin, v.begin() + end);
}
template <class T>
std::vector<T> prefix_sums(std::vector<T> v) {
  std::partial_sum(v.begin(), v.end(), v.begin());
  return v;
}

std::vector<std::ptrdiff_t> sizes() {
  auto all = sizes_around({1024, 16384});
  all.push_back(large_size((1 << 20) + 7, 40000));
  return all;
}

}  // namespace

TEST_CASE_TEMPLATE("pipelines: functions and filters", S, BACKENDS) {
  auto const exec = S::policy();
  for (std::ptrdiff_t const n : sizes()) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -1000, 1000);
    auto const v = vector_of<S>(host);
    auto const scaled_host = mapped(host, scaled{3});
    auto const kept_host = kept(scaled_host, in_class{5, 2});
    auto const pipe = v | lazy::transform(scaled{3}) | lazy::filter(in_class{5, 2});

    typename S::template vector<int> out(static_cast<std::size_t>(n) + 1, 77);
    CHECK(written(out, v | lazy::to(exec, out)) == host);
    CHECK(written(out, v | lazy::transform(scaled{3}) | lazy::to(exec, out)) == scaled_host);
    CHECK(written(out, pipe | lazy::to(exec, out)) == kept_host);
    CHECK(written(out, pipe | lazy::to(exec, out.begin())) == kept_host);
    CHECK(static_cast<int>(out[static_cast<std::size_t>(n)]) == 77);
    CHECK((pipe | lazy::count(exec)) == std::ssize(kept_host));
    CHECK((v | lazy::filter(in_class{2, 0}) | lazy::count(exec)) == std::ssize(kept(host, in_class{2, 0})));

    // A function behind a filter runs for what is accepted, and a second filter sees its results.
    auto const both_host = kept(mapped(kept_host, scaled{7}), in_class{3, 1});
    auto const both = pipe | lazy::transform(scaled{7}) | lazy::filter(in_class{3, 1});
    CHECK(written(out, both | lazy::to(exec, out)) == both_host);
    CHECK((both | lazy::count(exec)) == std::ssize(both_host));
    typename S::template vector<std::int64_t> wide(static_cast<std::size_t>(n));
    auto const widening = lazy::filter(in_class{3, 0}) | lazy::transform(widened{});
    CHECK(written(wide, v | widening | lazy::to(exec, wide)) == mapped(kept(host, in_class{3, 0}), widened{}));

    // An output without room for all.
    for (std::ptrdiff_t const room : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, n / 9}) {
      typename S::template vector<int> few(static_cast<std::size_t>(room), 77);
      CHECK(written(few, pipe | lazy::to(exec, few)) == part(kept_host, 0, room));
      CHECK(written(few, v | lazy::transform(scaled{3}) | lazy::to(exec, few)) == part(scaled_host, 0, room));
    }
  }
}

TEST_CASE_TEMPLATE("pipelines: sums", S, BACKENDS) {
  auto const exec = S::policy();
  for (std::ptrdiff_t const n : sizes()) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -1000, 1000);
    auto const v = vector_of<S>(host);
    auto const kept_host = kept(mapped(host, scaled{3}), in_class{5, 2});
    auto const pipe = v | lazy::transform(scaled{3}) | lazy::filter(in_class{5, 2});
    CHECK((v | lazy::reduce(exec)) == std::accumulate(host.begin(), host.end(), 0));
    CHECK((v | lazy::transform(scaled{3}) | lazy::reduce(exec, std::int64_t{4})) ==
          3 * std::accumulate(host.begin(), host.end(), std::int64_t{0}) + 4);
    CHECK((pipe | lazy::reduce(exec, std::int64_t{4})) ==
          std::accumulate(kept_host.begin(), kept_host.end(), std::int64_t{4}));
    auto const wide_host = mapped(kept_host, widened{});
    CHECK((pipe | lazy::transform(widened{}) | lazy::reduce(exec)) ==
          std::accumulate(wide_host.begin(), wide_host.end(), std::int64_t{0}));
    auto const larger = [](int a, int b) { return a < b ? b : a; };
    CHECK((pipe | lazy::reduce(exec, -5000, thrum::maximum<int>())) ==
          std::accumulate(kept_host.begin(), kept_host.end(), -5000, larger));
    auto const modular = mapped(kept_host, [](int x) { return std::int64_t{x} + 5000; });
    CHECK((pipe | lazy::transform(thrum::placeholders::_1 + std::int64_t{5000}) |
           lazy::reduce(exec, std::int64_t{1}, modular_product{})) ==
          std::accumulate(modular.begin(), modular.end(), std::int64_t{1}, modular_product{}));
    // An integer that fractions are added to: the sum of the call, and not of integers.
    typename S::template vector<float> tenths(static_cast<std::size_t>(n));
    auto const fractions = v | lazy::filter(in_class{10, 7}) | lazy::transform(as_float{});
    auto const tenths_end = fractions | lazy::to(exec, tenths);
    CHECK((fractions | lazy::reduce(exec, 0)) ==
          thrum::reduce(exec, tenths.begin(), tenths_end, 0, thrum::plus<>()));
    // Sums of floats of which each is exact.
    double const sum = static_cast<double>(v | lazy::filter(in_class{10, 0}) | lazy::transform(as_float{}) |
                                           lazy::reduce(exec, 0.0));
    CHECK(sum == doctest::Approx(std::accumulate(host.begin(), host.end(), 0.0, [](double a, int x) {
            return in_class{10, 0}(x) ? a + double{as_float{}(x)} : a;
          })));
  }
}

TEST_CASE_TEMPLATE("pipelines: parts", S, BACKENDS) {
  auto const exec = S::policy();
  for (std::ptrdiff_t const n : sizes()) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -1000, 1000);
    auto const v = vector_of<S>(host);
    typename S::template vector<int> out(static_cast<std::size_t>(n));
    auto const kept_host = kept(host, in_class{3, 1});
    for (std::ptrdiff_t const dropped : {std::ptrdiff_t{0}, n / 7, 2 * n}) {
      CAPTURE(dropped);
      auto const slice = part(host, dropped, n / 3);
      CHECK(written(out, v | lazy::drop(dropped) | lazy::take(n / 3) | lazy::transform(scaled{2}) |
                             lazy::to(exec, out)) == mapped(slice, scaled{2}));
      auto const of_kept = part(kept_host, dropped, n / 5);
      auto const pipe = v | lazy::filter(in_class{3, 1}) | lazy::drop(dropped) | lazy::take(n / 5);
      CHECK(written(out, pipe | lazy::to(exec, out)) == of_kept);
      CHECK((pipe | lazy::count(exec)) == std::ssize(of_kept));
      CHECK((pipe | lazy::transform(scaled{2}) | lazy::reduce(exec, 1)) ==
            std::accumulate(of_kept.begin(), of_kept.end(), 0) * 2 + 1);
      auto const again = kept(mapped(of_kept, scaled{2}), in_class{4, 0});
      CHECK(written(out, pipe | lazy::transform(scaled{2}) | lazy::filter(in_class{4, 0}) | lazy::to(exec, out)) ==
            again);
    }
    // take first, drop then: what is dropped is of what is taken.
    CHECK(written(out, v | lazy::filter(in_class{3, 1}) | lazy::take(n / 4) | lazy::drop(n / 8) |
                           lazy::to(exec, out)) == part(part(kept_host, 0, n / 4), n / 8, n));
    CHECK((v | lazy::take(-1) | lazy::count(exec)) == 0);
    CHECK((v | lazy::drop(-1) | lazy::count(exec)) == n);
  }
}

TEST_CASE_TEMPLATE("pipelines: scans", S, BACKENDS) {
  auto const exec = S::policy();
  for (std::ptrdiff_t const n : sizes()) {
    CAPTURE(n);
    auto const host = random_values<int>(n, -10, 10);
    auto const v = vector_of<S>(host);
    typename S::template vector<int> out(static_cast<std::size_t>(n));
    auto const sums = prefix_sums(mapped(host, scaled{2}));
    auto const pipe = v | lazy::transform(scaled{2}) | lazy::inclusive_scan();
    CHECK(written(out, pipe | lazy::to(exec, out)) == sums);
    CHECK((pipe | lazy::count(exec)) == n);
    CHECK(written(out, pipe | lazy::transform(scaled{3}) | lazy::drop(n / 3) | lazy::take(n / 4) |
                           lazy::to(exec, out)) == part(mapped(sums, scaled{3}), n / 3, n / 4));
    CHECK(written(out, pipe | lazy::take(n / 4) | lazy::to(exec, out)) == part(sums, 0, n / 4));
    auto const kept_sums = kept(sums, in_class{4, 2});
    CHECK(written(out, pipe | lazy::filter(in_class{4, 2}) | lazy::to(exec, out)) == kept_sums);
    CHECK((pipe | lazy::reduce(exec, 0, thrum::maximum<int>())) ==
          (n == 0 ? 0 : std::max(0, *std::max_element(sums.begin(), sums.end()))));
    auto const of_kept = prefix_sums(kept(host, in_class{2, 1}));
    CHECK(written(out, v | lazy::filter(in_class{2, 1}) | lazy::inclusive_scan() | lazy::to(exec, out)) ==
          of_kept);
    auto largest = host;
    std::partial_sum(largest.begin(), largest.end(), largest.begin(), [](int a, int b) { return a < b ? b : a; });
    CHECK(written(out, v | lazy::inclusive_scan(thrum::maximum<int>()) | lazy::to(exec, out)) == largest);
    std::vector<int> before(host.size());
    std::exclusive_scan(host.begin(), host.end(), before.begin(), 0);
    CHECK(written(out, v | lazy::exclusive_scan() | lazy::to(exec, out)) == before);
    typename S::template vector<std::int64_t> wide(static_cast<std::size_t>(n));
    std::vector<std::int64_t> wide_before(host.size());
    std::exclusive_scan(host.begin(), host.end(), wide_before.begin(), std::int64_t{1} << 40);
    CHECK(written(wide, v | lazy::exclusive_scan(std::int64_t{1} << 40) | lazy::to(exec, wide)) == wide_before);
    std::vector<std::int64_t> up_to(host.size());
    std::inclusive_scan(host.begin(), host.end(), up_to.begin(), std::plus<>(), std::int64_t{9});
    CHECK(written(wide, v | lazy::inclusive_scan(std::int64_t{9}, thrum::plus<>()) | lazy::to(exec, wide)) ==
          up_to);
    auto in_place = vector_of<S>(host);
    CHECK(written(in_place, in_place | lazy::transform(scaled{2}) | lazy::inclusive_scan() |
                                lazy::to(exec, in_place)) == sums);
  }
}

TEST_CASE_TEMPLATE("pipelines: calls, sorts and views", S, BACKENDS) {
  auto const exec = S::policy();
  for (std::ptrdiff_t const n : sizes()) {
    CAPTURE(n);
    auto const host = random_values<int>(n, 0, 1000);
    auto v = vector_of<S>(host);
    v | lazy::filter(in_class{3, 1}) | lazy::for_each(exec, add_five{});
    CHECK(host_copy(v) == mapped(host, [](int x) { return in_class{3, 1}(x) ? x + 5 : x; }));
    v = vector_of<S>(host);
    typename S::template vector<int> out(static_cast<std::size_t>(n));
    auto sorted = kept(mapped(host, scaled{3}), in_class{5, 2});
    std::sort(sorted.begin(), sorted.end());
    auto const pipe = v | lazy::transform(scaled{3}) | lazy::filter(in_class{5, 2});
    CHECK(written(out, pipe | lazy::sort_into(exec, out)) == sorted);
    std::reverse(sorted.begin(), sorted.end());
    CHECK(written(out, pipe | lazy::sort_into(exec, out, thrum::greater<int>())) == sorted);

    // Calls for sums and for parts of what is accepted: here each sum is another.
    std::vector<int> expected(static_cast<std::size_t>(n) + 1);
    for (std::ptrdiff_t i = n / 4; i < n; ++i) expected[static_cast<std::size_t>(i)] += 1;
    for (std::ptrdiff_t i = 0, place = 0; i < n; ++i)
      if (i % 3 == 1 && place++ < n / 6) expected[static_cast<std::size_t>(i)] += 1;
    typename S::template vector<int> marked(static_cast<std::size_t>(n) + 1, 0);
    typename S::template vector<int> const ones(static_cast<std::size_t>(n), 1);
    ones | lazy::exclusive_scan() | lazy::drop(n / 4) | lazy::for_each(exec, marks{raw(marked)});
    ones | lazy::exclusive_scan() | lazy::filter(in_class{3, 1}) | lazy::take(n / 6) |
        lazy::for_each(exec, marks{raw(marked)});
    CHECK(host_copy(marked) == expected);

    // Zips and enumerations are ranges, too.
    std::int64_t of_pairs = 0, of_places = 0;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      std::int64_t const x = host[static_cast<std::size_t>(i)];
      of_pairs += x * 3 + 1;
      of_places += i * 3 + x;
    }
    CHECK((thrum::views::zip(v, ones) | lazy::transform(pair_sum{}) | lazy::reduce(exec)) == of_pairs);
    CHECK((thrum::views::enumerate(v) | lazy::transform(pair_sum{}) | lazy::reduce(exec)) == of_places);
  }
}
