// transform of inputs(...).
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <algorithm>
#include <stdexcept>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

struct mix_three {
  THRUM_HD float operator()(float a, float b, float c) const { return a * b + c; }
};
struct digits_of_eight {
  THRUM_HD std::int64_t operator()(int a, std::int64_t b, int c, int d, int e, int f, int g, int h) const {
    return (((((((a * 3 + b) * 3 + c) * 3 + d) * 3 + e) * 3 + f) * 3 + g) * 3) + h;
  }
};
struct difference {
  THRUM_HD int operator()(int a, int b) const { return a - b; }
};
/// Transforms three arrays within a functor, sequentially.
struct three_of_ten {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    float a[10], b[10], c[10];
    for (int k = 0; k < 10; ++k) {
      a[k] = static_cast<float>(i);
      b[k] = c[k] = static_cast<float>(k);
    }
    thrum::transform(thrum::seq, thrum::inputs(a, b, c), 10, c, mix_three{});
    return static_cast<int>(c[7] * 10 + c[9]);
  }
};

std::vector<float> whole_floats(std::ptrdiff_t n) {
  std::vector<float> v;
  for (int const x : random_values<int>(n, -100, 100)) v.push_back(static_cast<float>(x));
  return v;
}

}  // namespace

TEST_CASE_TEMPLATE("transform of three inputs, into another range and in place", S, ALL_SYSTEMS) {
  auto sizes = sizes_around({4096});
  sizes.push_back(large_size(1'100'000));
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const a = whole_floats(n), b = whole_floats(n), c = whole_floats(n);
    std::vector<float> expected;
    for (std::size_t i = 0; i < a.size(); ++i) expected.push_back(mix_three{}(a[i], b[i], c[i]));
    auto const on_a = vector_of<S>(a), on_b = vector_of<S>(b);
    auto in_place = vector_of<S>(c);
    auto out = vector_of<S>(std::vector<float>(a.size() + 1, 7));
    CHECK(S::run(thrum::transform, thrum::inputs(on_a.begin(), on_b.begin(), in_place.begin()), n, out.begin(),
                 mix_three{}) == out.begin() + n);
    CHECK(S::run(thrum::transform, thrum::inputs(on_a.begin(), on_b.begin(), in_place.begin()), n,
                 in_place.begin(), mix_three{}) == in_place.end());
    CHECK(host_copy(in_place) == expected);
    expected.push_back(7);
    CHECK(host_copy(out) == expected);
  }
}
TEST_CASE_TEMPLATE("transform of eight inputs of other kinds, and of fewer", S, ALL_SYSTEMS) {
  std::ptrdiff_t const n = 9000;
  auto const host = random_values<int>(n, -1000, 1000);
  auto const v = vector_of<S>(host);
  typename S::template vector<std::int64_t> out(n);
  thrum::counting_iterator<std::int64_t> const counts(5);
  S::run(thrum::transform,
         thrum::inputs(v.begin(), counts, thrum::make_reverse_iterator(v.end()), v.begin(), v.begin(), v.begin(),
                       v.begin(), v.begin()),
         static_cast<std::size_t>(n), out.begin(), digits_of_eight{});
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < host.size(); ++i) {
    int const x = host[i];
    expected.push_back(
        digits_of_eight{}(x, 5 + static_cast<std::int64_t>(i), host[host.size() - 1 - i], x, x, x, x, x));
  }
  CHECK(host_copy(out) == expected);

  auto two = vector_of<S>(host);
  S::run(thrum::transform, thrum::inputs(v.begin(), two.begin()), n, two.begin(), difference{});
  CHECK(host_copy(two) == std::vector<int>(host.size(), 0));
  S::run(thrum::transform, thrum::inputs(v.begin()), n, two.begin(), thrum::negate<>{});
  std::vector<int> negated;
  for (int const x : host) negated.push_back(-x);
  CHECK(host_copy(two) == negated);
  CHECK(S::run(thrum::transform, thrum::inputs(v.begin()), -3, two.begin(), thrum::negate<>{}) == two.begin());
  CHECK(host_copy(two) == negated);
}
TEST_CASE_TEMPLATE("seq transforms inputs within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> codes(n);
  S::run(thrum::tabulate, codes.begin(), codes.end(), three_of_ten{});
  std::vector<int> expected;
  for (int i = 0; i < n; ++i) expected.push_back((i * 7 + 7) * 10 + i * 9 + 9);
  CHECK(host_copy(codes) == expected);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("transform of strings, and of a functor that throws", S, HOST_BACKENDS) {
  std::vector<std::string> a, b;
  std::vector<int> times;
  for (int i = 0; i < 6000; ++i) {
    a.push_back("the left " + std::to_string(i));
    b.push_back(" and the right " + std::to_string(2 * i));
    times.push_back(i % 3);
  }
  std::vector<std::string> out(a.size());
  auto const join = [](std::string const& x, std::string const& y, int n) {
    if (n > 2) throw std::runtime_error("too many");
    std::string text = x;
    for (int i = 0; i < n; ++i) text += y;
    return text;
  };
  auto const call = [&] {
    S::run(thrum::transform, thrum::inputs(a.begin(), b.begin(), times.begin()), 6000, out.begin(), join);
  };
  call();
  CHECK(out[3] == a[3]);
  CHECK(out[5] == a[5] + b[5] + b[5]);
  times[4321] = 3;
  CHECK_THROWS_AS(call(), std::runtime_error);
}
#endif
