// Pipelines on hosts: the bits of sums, how often functions are called, functions that throw,
// elements that are not plain, and views of the standard.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/lazy.h>
#include <thrum/ranges/count.h>
#include <thrum/ranges/extrema.h>
#include <thrum/ranges/for_each.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/transform.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform.h>
#include <thrum/views.h>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include "data.h"
#include "policies.h"

namespace lazy = thrum::lazy;
namespace views = thrum::views;

namespace {

struct named {
  std::string name;
  int number;
  bool is_odd() const { return number % 2 != 0; }
};

/// An element of which few lie on a stack.
struct large {
  int number;
  unsigned char rest[16380];
};

struct lettered {
  int number;
  char letters[4];
};

/// Pipelines that leave the function that has their view.
auto odd_numbers(std::span<int const> v) {
  return v | lazy::filter([](int x) { return x % 2 != 0; });
}
template <class V>
auto products_of(V pairs) {
  return pairs | lazy::transform([](auto const& t) { return thrum::get<0>(t) * thrum::get<1>(t); });
}

bool same_bits_of(float a, float b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

std::vector<std::ptrdiff_t> sizes_of_sums() {
  auto all = sizes_around({1024, 16384, 5 * 16384});
  all.push_back((1 << 21) + 5);
  return all;
}

}  // namespace

TEST_CASE_TEMPLATE("pipelines: sums behind a filter have the bits of copy_if and reduce", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  auto const twice = [](float x) { return 2.5F * x; };
  for (std::ptrdiff_t const n : sizes_of_sums()) {
    CAPTURE(n);
    auto const v = mixed_magnitudes(n);
    for (float const bound : {-1e30F, -1000.0F, 0.5F, 1e30F}) {
      CAPTURE(bound);
      auto const above = [=](float x) { return x > bound; };
      std::vector<float> kept(v.size()), mapped(v.size());
      auto end = thrum::copy_if(thrum::seq, v.begin(), v.end(), kept.begin(), above);
      float const sum = thrum::reduce(thrum::seq, kept.begin(), end, 1.0F, thrum::plus<>());
      CHECK(same_bits_of(v | lazy::filter(above) | lazy::reduce(exec, 1.0F), sum));

      thrum::transform(thrum::seq, kept.begin(), end, mapped.begin(), twice);
      float const after = thrum::reduce(thrum::seq, mapped.begin(), mapped.begin() + (end - kept.begin()));
      CHECK(same_bits_of(v | lazy::filter(above) | lazy::transform(twice) | lazy::reduce(exec), after));

      thrum::transform(thrum::seq, v.begin(), v.end(), mapped.begin(), twice);
      end = thrum::copy_if(thrum::seq, mapped.begin(), mapped.end(), kept.begin(), above);
      double const before = thrum::reduce(thrum::seq, kept.begin(), end, 0.0);
      CHECK((v | lazy::transform(twice) | lazy::filter(above) | lazy::reduce(exec, 0.0)) == before);

      std::vector<float> sums(v.size()), expected(v.size());
      thrum::inclusive_scan(thrum::seq, v.begin(), v.end(), expected.begin());
      v | lazy::inclusive_scan() | lazy::to(exec, sums);
      CHECK(same_bits(sums, expected));
    }
  }
}

namespace {

/// Sums of eight lanes and of one, made of a float and added by operators that no order may change.
struct pair_of_sums {
  pair_of_sums() = default;
  pair_of_sums(float x) : a(x), b(1) {}
  double a, b;
};
struct long_sum {
  long_sum(float x) : a{x, 1, 2, 3} {}
  double a[4];
};
struct text_sum {
  text_sum(float x) : last(std::to_string(x)), sum(x) {}
  std::string last;
  double sum;
};
template <class T>
struct in_order {
  T operator()(T const& x, T const& y) const {
    if constexpr (std::is_arithmetic_v<T>) {
      return static_cast<T>(x / T(3) + y);
    } else {
      T sum = y;
      if constexpr (std::is_same_v<T, pair_of_sums>) sum.a += x.a / 3, sum.b += x.b / 7;
      else if constexpr (std::is_same_v<T, long_sum>) sum.a[0] += x.a[0] / 3, sum.a[3] += x.a[3] / 7;
      else sum.sum += x.sum / 3;
      return sum;
    }
  }
};
template <class T>
double of_sum(T const& x) {
  if constexpr (std::is_arithmetic_v<T>) return static_cast<double>(x);
  else if constexpr (std::is_same_v<T, pair_of_sums>) return x.a + x.b;
  else if constexpr (std::is_same_v<T, long_sum>) return x.a[0] + x.a[3];
  else return x.sum + static_cast<double>(x.last.size());
}

}  // namespace

TEST_CASE_TEMPLATE("sums of any lanes behind a filter have the bits of the calls", T, float, double, long double,
                   pair_of_sums, long_sum, text_sum) {
  auto const exec = with_pool::policy();
  for (std::ptrdiff_t const n : {40'000, 200'001, 1'500'003}) {
    CAPTURE(n);
    if (n > 1'000'000 && !std::is_arithmetic_v<T>) continue;
    std::vector<float> v(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(random_bits(i) % 1000) / 7;
    for (float const limit : {-1.F, 0.5F, 70.F, 142.F}) {
      CAPTURE(limit);
      auto const above = [limit](float x) { return x > limit; };
      std::vector<float> kept(v.size());
      auto const end = thrum::copy_if(thrum::seq, v.begin(), v.end(), kept.begin(), above);
      auto const pipe = v | lazy::filter(above);
      T const init(2.F);
      CHECK(of_sum(pipe | lazy::reduce(exec, init, in_order<T>{})) ==
            of_sum(thrum::reduce(thrum::seq, kept.begin(), end, init, in_order<T>{})));
      std::ptrdiff_t const from = std::min<std::ptrdiff_t>(20'000, end - kept.begin()),
                           to = std::min<std::ptrdiff_t>(35'000, end - kept.begin());
      CHECK(of_sum(pipe | lazy::take(35'000) | lazy::drop(20'000) | lazy::reduce(exec, init, in_order<T>{})) ==
            of_sum(thrum::reduce(thrum::seq, kept.begin() + from, kept.begin() + to, init, in_order<T>{})));
    }
  }
}

TEST_CASE_TEMPLATE("pipelines: predicates and functions are called once for each element", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  for (std::ptrdiff_t const n :
       {std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{3000}, std::ptrdiff_t{700001}}) {
    CAPTURE(n);
    std::vector<float> const v(static_cast<std::size_t>(n), 1.0F);
    std::vector<float> out(v.size());
    std::atomic<std::ptrdiff_t> asked = 0, computed = 0;
    auto const accept = [&](float) { return (++asked, true); };
    auto const next = [&](float x) { return (++computed, x + 1); };
    CHECK((v | lazy::filter(accept) | lazy::transform(next) | lazy::reduce(exec, 0.0)) ==
          2.0 * static_cast<double>(n));
    CHECK(asked == n);
    CHECK(computed == n);
    CHECK((v | lazy::filter(accept) | lazy::transform(next) | lazy::to(exec, out)) == out.end());
    CHECK(asked == 2 * n);
    CHECK(computed == 2 * n);
    CHECK((v | lazy::filter(accept) | lazy::transform(next) | lazy::count(exec)) == n);
    CHECK(asked == 3 * n);
    CHECK(computed == 2 * n);  // a count needs no function of what is counted
    v | lazy::transform(next) | lazy::for_each(exec, [](float) {});
    CHECK(computed == 3 * n);
    CHECK((v | lazy::transform(next) | lazy::filter(accept) | lazy::to(exec, out)) == out.end());
    CHECK(computed == 4 * n);
    CHECK((v | lazy::filter(accept) | lazy::transform(next) | lazy::filter(accept) | lazy::reduce(exec, 0.0)) ==
          2.0 * static_cast<double>(n));
    CHECK(computed == 5 * n);
    // The first elements that are accepted are found without the rest.
    asked = 0;
    v | lazy::filter(accept) | lazy::take(10) | lazy::to(exec, out);
    CHECK((n < 700000 || asked < n));
  }
}

TEST_CASE_TEMPLATE("pipelines: an exception of a function leaves the last step", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  std::vector<int> v(200000);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i % 100);  // whose sum is an int
  for (int const i : {150000, 160000}) v[static_cast<std::size_t>(i)] = i;
  auto const thrower = [](int x) { return x == 150000 ? throw std::runtime_error("no") : x; };
  auto const accept = [](int x) { return x == 160000 ? throw std::runtime_error("no") : x % 2 == 0; };
  std::vector<int> out(v.size());
  CHECK_THROWS_AS(v | lazy::transform(thrower) | lazy::filter(accept) | lazy::reduce(exec, 0.0),
                  std::runtime_error);
  CHECK_THROWS_AS(v | lazy::filter(accept) | lazy::reduce(exec, 0), std::runtime_error);
  CHECK_THROWS_AS(v | lazy::filter(accept) | lazy::reduce(exec, 0.0), std::runtime_error);
  CHECK_THROWS_AS(v | lazy::filter(accept) | lazy::to(exec, out), std::runtime_error);
  CHECK_THROWS_AS(v | lazy::transform(thrower) | lazy::inclusive_scan() | lazy::to(exec, out), std::runtime_error);
  CHECK_THROWS_AS(v | lazy::inclusive_scan() | lazy::filter([](int) -> bool { throw std::runtime_error("no"); }) |
                      lazy::count(exec),
                  std::runtime_error);
  CHECK_THROWS_AS(v | lazy::for_each(exec, [&](int x) { static_cast<void>(thrower(x)); }), std::runtime_error);
}

TEST_CASE_TEMPLATE("pipelines: elements that own memory", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  for (int const n : {0, 1, 20, 20000}) {
    CAPTURE(n);
    std::vector<named> v;
    for (int i = 0; i < n; ++i) v.push_back({"element number " + std::to_string(i), i});
    std::vector<std::string> expected;
    std::size_t letters = 0;
    for (named const& x : v) {
      if (x.number % 2 == 0) continue;
      expected.push_back(x.name + "!");
      letters += expected.back().size();
    }
    auto const shout = [](std::string const& s) { return s + "!"; };
    auto const pipe = v | lazy::filter(&named::is_odd) | lazy::transform(&named::name) | lazy::transform(shout);
    std::vector<std::string> out(v.size());
    auto const end = pipe | lazy::to(exec, out);
    CHECK(std::vector<std::string>(out.begin(), end) == expected);
    CHECK((pipe | lazy::transform([](std::string const& s) { return s.size(); }) | lazy::reduce(exec)) == letters);
    std::size_t const length =
        (pipe | lazy::take(1000) | lazy::reduce(exec, std::string(), thrum::plus<>())).size();
    std::size_t first_letters = 0;
    for (std::size_t i = 0; i < expected.size() && i < 1000; ++i) first_letters += expected[i].size();
    CHECK(length == first_letters);
    // A reference into an element is passed on as one.
    v | lazy::filter(&named::is_odd) | lazy::transform([](named& x) -> int& { return x.number; }) |
        lazy::for_each(exec, [](int& number) { number = -1; });
    CHECK((v | lazy::filter([](named const& x) { return x.number == -1; }) | lazy::count(exec)) == n / 2);
  }
}

TEST_CASE_TEMPLATE("pipelines: elements of many bytes", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  std::vector<large> v(2500), out(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i].number = static_cast<int>(i);
    v[i].rest[16379] = static_cast<unsigned char>(i % 7);
  }
  auto const accept = [](large const& x) { return x.number % 3 == 1; };
  auto const negative = [](large x) { return (x.number = -x.number, x); };
  auto const last = [](large const& x) { return static_cast<double>(x.number) + x.rest[16379]; };
  double sum = 0;
  for (large const& x : v) sum += accept(x) ? last(x) : 0;
  CHECK((v | lazy::filter(accept) | lazy::take(3) | lazy::to(exec, out)) == out.begin() + 3);
  CHECK((out[2].number == 7 && out[2].rest[16379] == 0 && out[1].rest[16379] == 4));
  CHECK((v | lazy::filter(accept) | lazy::to(exec, out)) == out.begin() + 833);
  CHECK(out[832].number == 2497);
  CHECK((v | lazy::filter(accept) | lazy::transform(negative) | lazy::drop(1) | lazy::to(exec, out)) ==
        out.begin() + 832);
  CHECK(out[831].number == -2497);
  CHECK((v | lazy::filter(accept) | lazy::count(exec)) == 833);
  CHECK((v | lazy::filter(accept) | lazy::transform(last) | lazy::reduce(exec, 0.0)) == sum);
  CHECK((v | lazy::transform(last) | lazy::filter([](double x) { return x > 0; }) | lazy::count(exec)) == 2499);
}

TEST_CASE_TEMPLATE("pipelines: a function of a reference between two filters", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  std::vector<int> v(30000);
  std::iota(v.begin(), v.end(), 0);
  std::vector<int> out(v.size());
  auto const pipe = v | lazy::filter([](int x) { return x % 2 == 0; }) |
                    lazy::transform([](int& x) { return x + 1; }) | lazy::filter([](int x) { return x % 3 == 0; });
  CHECK((pipe | lazy::to(exec, out)) == out.begin() + 5000);
  CHECK((out[0] == 3 && out[1] == 9 && out[4999] == 29997));
  CHECK((pipe | lazy::count(exec)) == 5000);
  CHECK((pipe | lazy::reduce(exec, 0.0)) == 75000000.0);
  CHECK((pipe | lazy::reduce(exec)) == 75000000);
  std::atomic<int> calls = 0;
  pipe | lazy::for_each(exec, [&](int) { ++calls; });
  CHECK(calls == 5000);
}

TEST_CASE_TEMPLATE("pipelines: pointers and views of elements behind a filter", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  for (int const n : {1, 2, 3000, 40000}) {
    CAPTURE(n);
    std::vector<lettered> v(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = {i, "abc"};
    auto const odd = v | lazy::filter([](lettered const& r) { return r.number % 2 != 0; });
    std::vector<lettered const*> pointers(v.size()), part(v.size()), not_three(v.size());
    auto const address = [](lettered const& r) { return &r; };
    auto const end = odd | lazy::transform(address) | lazy::to(exec, pointers);
    REQUIRE(end - pointers.begin() == n / 2);
    odd | lazy::transform(address) | lazy::drop(1) | lazy::take(n) | lazy::to(exec, part);
    auto const is_not_three = [](lettered const* r) { return r->number != 3; };
    odd | lazy::transform(address) | lazy::filter(is_not_three) | lazy::to(exec, not_three);
    std::vector<std::string_view> letters(v.size());
    odd | lazy::transform([](lettered const& r) { return std::string_view(r.letters, 3); }) |
        lazy::to(exec, letters);
    bool right = true;
    for (std::size_t i = 0; i < v.size() / 2; ++i) {
      right = right && pointers[i] == &v[2 * i + 1] && letters[i].data() == v[2 * i + 1].letters;
      if (i > 0) right = right && part[i - 1] == &v[2 * i + 1];
      if (i != 1) right = right && not_three[i > 1 ? i - 1 : i] == &v[2 * i + 1];
    }
    CHECK(right);
  }
}

TEST_CASE("pipelines: ranges that they begin with") {
  std::vector<int> const numbers{1, 2, 3, 4}, more{5, 6, 7, 8};
  auto const odd_of_span = odd_numbers(numbers);  // refers to the vector, and to no span
  CHECK((odd_of_span | lazy::reduce(thrum::seq)) == 4);
  CHECK((odd_of_span | lazy::count(thrum::seq)) == 2);
  auto const products = products_of(views::zip(numbers, more));
  CHECK((products | lazy::reduce(thrum::seq)) == 5 + 12 + 21 + 32);
  std::span<int const> part(numbers);
  auto const sum_of = [](auto const& p) { return p | lazy::reduce(thrum::seq); };
  auto const of_part = part | lazy::take(3);
  part = {};  // a pipeline has a copy of a view
  CHECK(sum_of(of_part) == 6);
  std::vector<int> v{4, 5, 6};
  auto const pipe = v | lazy::transform([](int x) { return x * x; });
  CHECK((pipe | lazy::reduce(thrum::seq)) == 16 + 25 + 36);
  v.assign(100, 2);  // a pipeline refers to its range
  CHECK((pipe | lazy::reduce(thrum::seq)) == 400);
  int const array[] = {3, 1, 2};
  CHECK((array | lazy::drop(1) | lazy::reduce(thrum::seq)) == 3);
  CHECK((std::span<int const>(array) | lazy::take(2) | lazy::reduce(thrum::seq)) == 4);
  CHECK((thrum::iterator_range<int const*>(array, 3) | lazy::reduce(thrum::seq)) == 6);
  int out[3] = {};
  CHECK((array | lazy::sort_into(thrum::seq, out)) == out + 3);
  CHECK((out[0] == 1 && out[1] == 2 && out[2] == 3));
  CHECK((std::vector<bool>{true, false, true} == std::vector<bool>{true, false, true}));
  std::vector<bool> const bits{true, false, true};
  CHECK((bits | lazy::filter([](bool x) { return x; }) | lazy::count(thrum::seq)) == 2);
  // A deterministic policy of a host is a policy of a host.
  CHECK((v | lazy::filter([](int x) { return x == 2; }) | lazy::reduce(thrum::seq.deterministic(), 0.5)) == 200.5);
}

TEST_CASE("views: zip and enumerate") {
  std::vector<int> keys{3, 1, 2}, more{7, 8, 9, 10};
  std::vector<double> values{0.3, 0.1, 0.2};
  static_assert(std::ranges::borrowed_range<decltype(views::zip(keys, values))>);
  CHECK(views::zip(keys, more, values).size() == 3);
  CHECK(views::zip(more, std::span(keys).first(2)).size() == 2);
  thrum::ranges::sort(thrum::seq, views::zip(keys, values),
                      [](auto const& a, auto const& b) { return thrum::get<0>(a) < thrum::get<0>(b); });
  CHECK(values == std::vector{0.1, 0.2, 0.3});
  for (auto [i, x] : views::enumerate(values)) x = static_cast<double>(i);
  CHECK(values == std::vector{0.0, 1.0, 2.0});
  int fives[] = {5, 5};
  for (auto [i, x] : views::enumerate(fives)) x += static_cast<int>(i);
  CHECK((fives[0] == 5 && fives[1] == 6));
  std::vector<std::ptrdiff_t> places(3);
  auto const end = views::enumerate(keys) | lazy::filter([](auto const& t) { return thrum::get<1>(t) != 2; }) |
                   lazy::transform([](auto const& t) { return thrum::get<0>(t); }) | lazy::to(thrum::seq, places);
  CHECK(std::vector<std::ptrdiff_t>(places.begin(), end) == std::vector<std::ptrdiff_t>{0, 2});
  CHECK(views::enumerate(std::span<int const>()).empty());
  CHECK(thrum::ranges::count_if(thrum::seq, views::zip(keys, more),
                                [](auto const& t) { return thrum::get<1>(t) > 7; }) == 2);
}

// clang before version 16 cannot compile the views of this standard library.
#if !defined(__clang__) || __clang_major__ >= 16
TEST_CASE_TEMPLATE("pipelines and ranges: views of the standard", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  auto const square = [](int x) { return x * x; };
  auto const is_third = [](int x) { return x % 3 == 0; };
  for (int const n : {0, 1, 2, 5000, 100000}) {
    CAPTURE(n);
    std::vector<int> v(static_cast<std::size_t>(n));
    std::iota(v.begin(), v.end(), 0);
    std::int64_t expected = 0, count = 0;
    for (int i = 0; i < n; ++i) {
      if (i % 3 == 0) ++count;
      if (i % 3 == 0 && i >= n / 2) expected += static_cast<std::int64_t>(i) * i;
    }
    auto const wide_square = [](int x) { return std::int64_t{x} * x; };
    CHECK((std::views::iota(0, n) | lazy::filter(is_third) | lazy::count(exec)) == count);
    CHECK((v | std::views::drop(n / 2) | lazy::filter(is_third) | lazy::transform(wide_square) |
           lazy::reduce(exec)) == expected);
    // The pipeline keeps a temporary view, with its function.
    auto const pipe = v | std::views::transform(wide_square) | std::views::reverse |
                      lazy::filter([](std::int64_t x) { return x % 3 == 0; });
    std::vector<std::int64_t> squares(v.size());
    auto const end = pipe | lazy::to(exec, squares);
    CHECK(end - squares.begin() == count);
    CHECK((n == 0 || (squares[0] > 0) == (n > 3)));
    CHECK((pipe | lazy::take(n) | lazy::count(exec)) == count);
    auto const few = std::views::iota(0, n) | std::views::transform(square) | std::views::take(10);
    CHECK((few | lazy::reduce(exec)) == (n > 9 ? 285 : n > 1 ? 1 : 0));
    // An output may be a view, too.
    std::vector<int> out(v.size() + 3);
    auto const rest = out | std::views::drop(3);
    CHECK((v | lazy::transform(square) | lazy::to(exec, rest)) == rest.end());
    CHECK((n < 2 || (out[3] == 0 && out[4] == 1)));

    // The algorithms of ranges take them, and views of thrum go through those of the standard.
    CHECK(thrum::ranges::count_if(exec, std::views::iota(0, n), is_third) == count);
    auto const doubled = std::views::iota(0, n) | std::views::transform([](int x) { return 2 * x; });
    CHECK(thrum::ranges::transform(exec, doubled, out | std::views::take(n), [](int x) { return x + 1; }).in ==
          doubled.end());
    CHECK((n == 0 || (out[0] == 1 && out[static_cast<std::size_t>(n) - 1] == 2 * n - 1)));
    if (n > 0) CHECK(thrum::ranges::max(exec, v | std::views::drop(n / 2)) == n - 1);
    if (n > 2) {
      thrum::ranges::for_each(exec, v | std::views::take(2), [](int& x) { x = -7; });
      CHECK((v[0] == -7 && v[1] == -7 && v[2] == 2));
      auto const first = views::enumerate(v) | std::views::take(2);
      CHECK((first | lazy::transform([](auto const& t) { return thrum::get<1>(t); }) | lazy::reduce(exec)) == -14);
    }
  }
}
#endif
