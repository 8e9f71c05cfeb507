// transform_if, gather_if, scatter_if, replace, replace_if, replace_copy, replace_copy_if, adjacent_difference.
#include <thrum/adjacent_difference.h>
#include <thrum/gather.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/replace.h>
#include <thrum/scatter.h>
#include <thrum/transform.h>
#include <algorithm>
#include <numeric>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 8192, 10'007});

/// Returns a number by which the tests compare elements of every type.
THRUM_HD int key_of(record const& x) { return static_cast<int>(x.key); }
template <class T>
THRUM_HD int key_of(T const& x) {
  return static_cast<int>(x);
}

/// Callable only when it is not const.
struct is_small {
  int calls = 0;
  template <class T>
  THRUM_HD bool operator()(T const& x) {
    ++calls;
    return key_of(x) < 10;
  }
};
struct opposite {
  template <class T>
  THRUM_HD T operator()(T const& x) const {
    return T(-key_of(x));
  }
};
/// Neither commutative nor associative.
struct twice_less {
  template <class T>
  THRUM_HD T operator()(T const& x, T const& y) const {
    return T(2 * key_of(x) - key_of(y));
  }
};
struct accept_all {
  template <class T>
  THRUM_HD bool operator()(T const&) const {
    return true;
  }
};

/// The values of an algorithm's output. Values that the algorithm does not write have to stay.
template <class S, class T>
struct output {
  typename S::template vector<T> v;
  std::vector<T> expected;
  explicit output(std::ptrdiff_t n)
      : v(vector_of<S>(std::vector<T>(static_cast<std::size_t>(n) + 1, T(77)))),
        expected(static_cast<std::size_t>(n) + 1, T(77)) {}
  bool is_as_expected() const { return host_copy(v) == expected; }
};

template <class S, class T>
void check_transform_if() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    auto const a = random_values<T>(n, 0, 20, 1), b = random_values<T>(n, 0, 20, 2);
    auto const s = random_values<int>(n, 0, 20, 3);
    auto const va = vector_of<S>(a), vb = vector_of<S>(b);
    auto const vs = vector_of<S>(s);
    output<S, T> own(n), stencilled(n), binary(n);
    for (std::size_t i = 0; i < size; ++i) {
      if (key_of(a[i]) < 10) own.expected[i] = opposite{}(a[i]);
      if (s[i] < 10) stencilled.expected[i] = opposite{}(a[i]);
      if (s[i] < 10) binary.expected[i] = twice_less{}(a[i], b[i]);
    }
    CHECK(S::run(thrum::transform_if, va.begin(), va.end(), own.v.begin(), opposite{}, is_small{}) ==
          own.v.begin() + n);
    CHECK(own.is_as_expected());
    CHECK(S::run(thrum::transform_if, va.begin(), va.end(), vs.begin(), stencilled.v.begin(), opposite{},
                 is_small{}) == stencilled.v.begin() + n);
    CHECK(stencilled.is_as_expected());
    CHECK(S::run(thrum::transform_if, va.begin(), va.end(), vb.begin(), vs.begin(), binary.v.begin(), twice_less{},
                 is_small{}) == binary.v.begin() + n);
    CHECK(binary.is_as_expected());
    // In place.
    auto w = va;
    auto expected = a;
    for (std::size_t i = 0; i < size; ++i) expected[i] = key_of(a[i]) < 10 ? opposite{}(a[i]) : a[i];
    S::run(thrum::transform_if, w.begin(), w.end(), w.begin(), opposite{}, is_small{});
    CHECK(host_copy(w) == expected);
  }
}

template <class S, class T>
void check_gather_and_scatter_if() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    auto const a = random_values<T>(n, 0, 20, 1);
    auto const s = random_values<int>(n, 0, 20, 3), yes = random_values<int>(n, 0, 1, 4);
    std::vector<int> map(size);
    std::iota(map.begin(), map.end(), 0);
    for (std::size_t i = size; i > 1; --i) std::swap(map[i - 1], map[random_bits(i) % i]);
    // An index that is not selected may be out of range.
    auto picked = map;
    for (std::size_t i = 0; i < size; ++i) picked[i] = s[i] < 10 ? map[i] : -1'000'000'000;
    auto const va = vector_of<S>(a);
    auto const vs = vector_of<S>(s), vyes = vector_of<S>(yes), vmap = vector_of<S>(map),
               vpicked = vector_of<S>(picked);
    output<S, T> gathered(n), gathered_by_truth(n), scattered(n), scattered_by_truth(n);
    for (std::size_t i = 0; i < size; ++i) {
      auto const place = static_cast<std::size_t>(map[i]);
      if (s[i] < 10) gathered.expected[i] = a[place], scattered.expected[place] = a[i];
      if (yes[i] != 0) gathered_by_truth.expected[i] = a[place], scattered_by_truth.expected[place] = a[i];
    }
    CHECK(S::run(thrum::gather_if, vpicked.begin(), vpicked.end(), vs.begin(), va.begin(), gathered.v.begin(),
                 is_small{}) == gathered.v.begin() + n);
    CHECK(gathered.is_as_expected());
    CHECK(S::run(thrum::gather_if, vmap.begin(), vmap.end(), vyes.begin(), va.begin(),
                 gathered_by_truth.v.begin()) == gathered_by_truth.v.begin() + n);
    CHECK(gathered_by_truth.is_as_expected());
    S::run(thrum::scatter_if, va.begin(), va.end(), vpicked.begin(), vs.begin(), scattered.v.begin(), is_small{});
    CHECK(scattered.is_as_expected());
    S::run(thrum::scatter_if, va.begin(), va.end(), vmap.begin(), vyes.begin(), scattered_by_truth.v.begin());
    CHECK(scattered_by_truth.is_as_expected());
  }
}

template <class S, class T>
void check_replace() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    auto const a = random_values<T>(n, 0, 20, 1);
    auto const s = random_values<int>(n, 0, 20, 3);
    auto const va = vector_of<S>(a);
    auto const vs = vector_of<S>(s);
    output<S, T> equal(n), accepted(n), stencilled(n);
    std::replace_copy(a.begin(), a.end(), equal.expected.begin(), T(3), T(50));
    std::replace_copy_if(a.begin(), a.end(), accepted.expected.begin(), is_small{}, T(50));
    for (std::size_t i = 0; i < size; ++i) stencilled.expected[i] = s[i] < 10 ? T(50) : a[i];
    CHECK(S::run(thrum::replace_copy, va.begin(), va.end(), equal.v.begin(), T(3), T(50)) == equal.v.begin() + n);
    CHECK(equal.is_as_expected());
    CHECK(S::run(thrum::replace_copy_if, va.begin(), va.end(), accepted.v.begin(), is_small{}, T(50)) ==
          accepted.v.begin() + n);
    CHECK(accepted.is_as_expected());
    CHECK(S::run(thrum::replace_copy_if, va.begin(), va.end(), vs.begin(), stencilled.v.begin(), is_small{},
                 T(50)) == stencilled.v.begin() + n);
    CHECK(stencilled.is_as_expected());

    auto const in_place = [&](output<S, T> const& out, auto algorithm, auto... args) {
      auto w = va;
      S::run(algorithm, w.begin(), w.end(), args...);
      CHECK(std::equal(out.expected.begin(), out.expected.end() - 1, host_copy(w).begin()));
    };
    in_place(equal, thrum::replace, T(3), T(50));
    in_place(accepted, thrum::replace_if, is_small{}, T(50));
    in_place(stencilled, thrum::replace_if, vs.begin(), is_small{}, T(50));
  }
}

template <class S, class T, class Op = twice_less>
void check_adjacent_difference(Op op = {}) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const a = random_values<T>(n, 0, 20, 1);
    auto const v = vector_of<S>(a);
    output<S, T> out(n);
    std::adjacent_difference(a.begin(), a.end(), out.expected.begin(), op);
    CHECK(S::run(thrum::adjacent_difference, v.begin(), v.end(), out.v.begin(), op) == out.v.begin() + n);
    CHECK(out.is_as_expected());
    // The output is the input, or iterators that cannot be compared with it.
    auto w = v;
    CHECK(S::run(thrum::adjacent_difference, w.begin(), w.end(), w.begin(), op) == w.end());
    CHECK(std::equal(out.expected.begin(), out.expected.end() - 1, host_copy(w).begin()));
    w = v;
    auto const same = thrum::make_transform_iterator(w.begin(), thrum::identity<T>{});
    S::run(thrum::adjacent_difference, same, same + n, w.begin(), op);
    CHECK(std::equal(out.expected.begin(), out.expected.end() - 1, host_copy(w).begin()));
  }
}

}  // namespace

TEST_CASE_TEMPLATE("element-wise algorithms with a predicate", S, ALL_SYSTEMS) {
  check_transform_if<S, int>();
  check_gather_and_scatter_if<S, int>();
  check_replace<S, int>();
  check_adjacent_difference<S, int>(thrum::minus<>{});
}
TEST_CASE_TEMPLATE("element-wise algorithms with a predicate, of int8", S, MORE_SYSTEMS) {
  check_transform_if<S, std::int8_t>();
  check_replace<S, std::int8_t>();
  check_adjacent_difference<S, std::int8_t>();
}
TEST_CASE_TEMPLATE("element-wise algorithms with a predicate, of double", S, MORE_SYSTEMS) {
  check_gather_and_scatter_if<S, double>();
  check_replace<S, double>();
  check_adjacent_difference<S, double>();
}
TEST_CASE_TEMPLATE("element-wise algorithms with a predicate, of records", S, MAIN_SYSTEMS) {
  check_transform_if<S, record>();
  check_gather_and_scatter_if<S, record>();
  check_replace<S, record>();
  check_adjacent_difference<S, record>();
}

TEST_CASE_TEMPLATE("large ranges and computed ones", S, MAIN_SYSTEMS) {
  constexpr std::ptrdiff_t n = large_size((std::ptrdiff_t{1} << 21) + 3);
  thrum::counting_iterator<int> const first(0);
  typename S::template vector<int> v(n, 1);
  CHECK(S::run(thrum::adjacent_difference, first, first + n, v.begin(), thrum::plus<>{}) == v.end());
  S::run(thrum::adjacent_difference, v.begin(), v.end(), v.begin());  // 0, 1, 2, 2, 2, ...
  S::run(thrum::replace, v.begin(), v.end(), 2, 5);
  S::run(thrum::replace_if, v.begin(), v.end(), first, is_small{}, 7);
  S::run(thrum::transform_if, v.begin(), v.end(), first, v.begin(), opposite{}, accept_all{});
  auto const result = host_copy(v);
  std::ptrdiff_t wrong = 0;
  for (std::size_t i = 0; i < result.size(); ++i) wrong += result[i] != (i < 10 ? -7 : -5);
  CHECK(wrong == 0);
}

TEST_CASE_TEMPLATE("adjacent_difference of zips", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 4097, 10'007}) {
    auto const a = random_values<int>(n, 0, 20, 1), b = random_values<int>(n, 0, 20, 2);
    auto va = vector_of<S>(a);
    auto vb = vector_of<S>(b);
    using pair_of_ints = thrum::tuple<int, int>;
    auto const first = thrum::make_zip_iterator(va.begin(), vb.begin());
    auto const cross = THRUM_LAMBDA(pair_of_ints const& x, pair_of_ints const& y) {
      return pair_of_ints(thrum::get<0>(x) - thrum::get<1>(y), thrum::get<1>(x) - thrum::get<0>(y));
    };
    S::run(thrum::adjacent_difference, first, first + n, first, cross);
    auto const result_a = host_copy(va), result_b = host_copy(vb);
    std::ptrdiff_t wrong = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      wrong += result_a[i] != (i == 0 ? a[0] : a[i] - b[i - 1]);
      wrong += result_b[i] != (i == 0 ? b[0] : b[i] - a[i - 1]);
    }
    CHECK(wrong == 0);
  }
}

// The test also shows that the headers give no warnings of conversions.
TEST_CASE_TEMPLATE("values are converted to the type of the elements", S, MAIN_SYSTEMS) {
  typename S::template vector<float> v(100, 1.0F), w(100);
  S::run(thrum::replace, v.begin(), v.end(), 1.0F, 2);
  S::run(thrum::replace_if, v.begin(), v.end(), is_small{}, 2.5);
  CHECK(host_copy(v) == std::vector<float>(100, 2.5F));
  S::run(thrum::replace_copy, v.begin(), v.end(), w.begin(), v[0], 3);
  CHECK(host_copy(w) == std::vector<float>(100, 3.0F));
  typename S::template vector<int> ints(100);
  S::run(thrum::adjacent_difference, v.begin(), v.end(), ints.begin());
  CHECK(host_copy(ints)[0] == 2);
  CHECK(host_copy(ints)[1] == 0);
}
