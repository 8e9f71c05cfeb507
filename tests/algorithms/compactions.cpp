// copy_if, remove, partition, and all variants of these.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

std::vector<std::ptrdiff_t> sizes() {
  auto all = sizes_around({256, 4096, 16384, 32768});
  all.push_back(10'007);
  return all;
}

/// Says whether an element is less than a bound. Callable only when it is not const.
struct below {
  int bound;
  int calls = 0;
  template <class T>
  THRUM_HD bool operator()(T const& x) {
    ++calls;
    if constexpr (std::is_arithmetic_v<T>) return static_cast<std::int64_t>(x) < bound;
    else if constexpr (std::is_same_v<T, record>) return x.key < bound;
    else return x.value < bound;
  }
};
struct is_even {
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return i % 2 == 0; }
};

/// Predicates that accept none, few, half, most and all of the values in [0, 100].
constexpr int bounds[] = {0, 3, 50, 97, 101};

template <class T>
struct halves {
  std::vector<T> accepted, rejected;
};

template <class T, class U>
halves<T> divided(std::vector<T> const& values, std::vector<U> const& stencil, below pred) {
  halves<T> result;
  for (std::size_t i = 0; i < values.size(); ++i)
    (pred(stencil[i]) ? result.accepted : result.rejected).push_back(values[i]);
  return result;
}

template <class T>
std::ptrdiff_t length(std::vector<T> const& v) {
  return static_cast<std::ptrdiff_t>(v.size());
}

/// Says whether the range begins with these elements.
template <class V, class T>
bool begins_with(V const& v, std::vector<T> const& expected) {
  return std::equal(expected.begin(), expected.end(), host_copy(v).begin());
}
/// Says whether exactly these elements were written to a range that held 111 everywhere.
template <class V, class T>
bool is_written(V const& v, std::vector<T> expected) {
  expected.resize(v.size(), T(111));
  return host_copy(v) == expected;
}

/// One form of the algorithms, called as call(algorithm, first, last, rest...).
template <class V, class T, class Call>
void check_form(V const& v, halves<T> const& expected, below pred, Call call) {
  std::ptrdiff_t const accepted = length(expected.accepted), rejected = length(expected.rejected);
  auto const blank = V(v.size() + 1, T(111));

  auto out = blank;
  CHECK(call(thrum::copy_if, v.begin(), v.end(), out.begin(), pred) == out.begin() + accepted);
  CHECK(is_written(out, expected.accepted));
  out = blank;
  CHECK(call(thrum::remove_copy_if, v.begin(), v.end(), out.begin(), pred) == out.begin() + rejected);
  CHECK(is_written(out, expected.rejected));

  out = blank;
  auto others = blank;
  auto const ends = call(accepted % 2 == 0 ? thrum::partition_copy : thrum::stable_partition_copy, v.begin(),
                         v.end(), out.begin(), others.begin(), pred);
  CHECK(ends.first == out.begin() + accepted);
  CHECK(ends.second == others.begin() + rejected);
  CHECK(is_written(out, expected.accepted));
  CHECK(is_written(others, expected.rejected));

  auto in_place = v;
  CHECK(call(thrum::remove_if, in_place.begin(), in_place.end(), pred) == in_place.begin() + rejected);
  CHECK(begins_with(in_place, expected.rejected));
  in_place = v;
  CHECK(call(accepted % 2 == 0 ? thrum::partition : thrum::stable_partition, in_place.begin(), in_place.end(),
             pred) == in_place.begin() + accepted);
  auto partitioned = expected.accepted;
  partitioned.insert(partitioned.end(), expected.rejected.begin(), expected.rejected.end());
  CHECK(host_copy(in_place) == partitioned);
}

template <class S, class T>
void check_compactions(std::vector<std::ptrdiff_t> const& lengths) {
  for (std::ptrdiff_t const n : lengths) {
    auto const host = random_values<T>(n, 0, 100);
    auto const v = vector_of<S>(host);
    auto const host_stencil = random_values<int>(n, 0, 100, 2);
    auto const stencil = vector_of<S>(host_stencil);
    for (int const bound : bounds) {
      CAPTURE(n);
      CAPTURE(bound);
      below const pred{bound};
      check_form(v, divided(host, host, pred), pred, [](auto algorithm, auto first, auto last, auto... rest) {
        return S::run(algorithm, first, last, rest...);
      });
      check_form(v, divided(host, host_stencil, pred), pred,
                 [&](auto algorithm, auto first, auto last, auto... rest) {
                   return S::run(algorithm, first, last, stencil.begin(), rest...);
                 });
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("compactions of int", S, ALL_SYSTEMS) { check_compactions<S, int>(sizes()); }
TEST_CASE_TEMPLATE("compactions of int8", S, MORE_SYSTEMS) { check_compactions<S, std::int8_t>(sizes()); }
TEST_CASE_TEMPLATE("compactions of double", S, MORE_SYSTEMS) { check_compactions<S, double>({1, 65, 20'000}); }
TEST_CASE_TEMPLATE("compactions of records", S, MAIN_SYSTEMS) { check_compactions<S, record>({0, 1, 65, 20'000}); }
TEST_CASE_TEMPLATE("compactions of aligned elements", S, MAIN_SYSTEMS) {
  check_compactions<S, cache_line>({0, 1, 65, 20'000});
}
TEST_CASE_TEMPLATE("compactions of a large range", S, MAIN_SYSTEMS) {
  check_compactions<S, int>(large_sizes({(1 << 20) + 1, (1 << 20) - 1, 1 << 20, (1 << 21) + 12'345}));
}

namespace {
/// Plain elements that have no default value.
struct labelled {
  explicit THRUM_HD labelled(int x) : value(x) {}
  int value, label = 7;
  friend bool operator==(labelled const& a, labelled const& b) { return a.value == b.value && a.label == b.label; }
};
/// Takes elements of a range that is not const.
struct is_odd_element {
  template <class T>
  THRUM_HD bool operator()(T& x) const {
    static_assert(!std::is_const_v<T>);
    return x % 2 != 0;
  }
};
}  // namespace

TEST_CASE_TEMPLATE("compactions of elements without a default value", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 4095, 4096, 4097, 20'000, (1 << 17) + 3}) {
    CAPTURE(n);
    auto const numbers = random_values<int>(n, 0, 100);
    std::vector<labelled> const host(numbers.begin(), numbers.end());
    typename S::template vector<labelled> const v(host.begin(), host.end());
    below const pred{50};
    auto const expected = divided(host, host, pred);
    auto in_place = v, out = v, others = v;
    CHECK(S::run(thrum::remove_if, in_place.begin(), in_place.end(), pred) - in_place.begin() ==
          length(expected.rejected));
    CHECK(begins_with(in_place, expected.rejected));
    S::run(thrum::partition_copy, v.begin(), v.end(), out.begin(), others.begin(), pred);
    CHECK(begins_with(out, expected.accepted));
    CHECK(begins_with(others, expected.rejected));
    out = v;
    S::run(thrum::copy_if, v.begin(), v.end(), out.begin(), pred);
    CHECK(begins_with(out, expected.accepted));
  }
}

TEST_CASE_TEMPLATE("predicates of elements that are not const", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {3, 10'000}) {
    CAPTURE(n);
    auto const host = random_values<int>(n, 0, 100);
    auto v = vector_of<S>(host), out = v, others = v;
    auto const odd = std::count_if(host.begin(), host.end(), [](int x) { return x % 2 != 0; });
    CHECK(S::run(thrum::copy_if, v.begin(), v.end(), out.begin(), is_odd_element{}) - out.begin() == odd);
    CHECK(S::run(thrum::partition_copy, v.begin(), v.end(), out.begin(), others.begin(), is_odd_element{}).second -
              others.begin() ==
          n - odd);
    CHECK(S::run(thrum::remove_if, v.begin(), v.end(), is_odd_element{}) - v.begin() == n - odd);
  }
}

TEST_CASE_TEMPLATE("remove of a value", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes()) {
    CAPTURE(n);
    auto const host = random_values<int>(n, 0, 3);
    auto expected = host;
    expected.erase(std::remove(expected.begin(), expected.end(), 2), expected.end());
    auto const v = vector_of<S>(host);
    auto out = vector_of<S>(std::vector<int>(host.size() + 1, 111));
    CHECK(S::run(thrum::remove_copy, v.begin(), v.end(), out.begin(), 2) == out.begin() + length(expected));
    CHECK(is_written(out, expected));
    auto in_place = v;
    CHECK(S::run(thrum::remove, in_place.begin(), in_place.end(), 2) == in_place.begin() + length(expected));
    CHECK(begins_with(in_place, expected));
  }
}

TEST_CASE_TEMPLATE("remove of the value of an element of the range", S, MAIN_SYSTEMS) {
  auto v = vector_of<S>(std::vector<int>{1, 2, 1, 3, 1});
  CHECK(S::run(thrum::remove, v.begin(), v.end(), v[0]) == v.begin() + 2);
  CHECK(begins_with(v, std::vector<int>{2, 3}));
}

TEST_CASE_TEMPLATE("is_partitioned and partition_point", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes()) {
    for (std::ptrdiff_t const point : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, n / 3, n - 1, n}) {
      if (point < 0 || point > n) continue;
      CAPTURE(n);
      CAPTURE(point);
      std::vector<int> host(static_cast<std::size_t>(n), 60);
      std::fill(host.begin(), host.begin() + point, 40);
      auto v = vector_of<S>(host);
      CHECK(S::run(thrum::is_partitioned, v.begin(), v.end(), below{50}));
      CHECK(S::run(thrum::partition_point, v.begin(), v.end(), below{50}) == v.begin() + point);
      if (point == 0 || point == n) continue;
      auto const behind = static_cast<std::size_t>(n - 1);
      v[behind] = 40;
      CHECK(S::run(thrum::is_partitioned, v.begin(), v.end(), below{50}) == (point == n - 1));
      v[behind] = 60;
      v[0] = 60;
      CHECK(S::run(thrum::is_partitioned, v.begin(), v.end(), below{50}) == (point == 1));
    }
  }
}

TEST_CASE_TEMPLATE("numbers that are counted, into nowhere", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 50'001;
  thrum::counting_iterator<std::ptrdiff_t> const first(0);
  auto out = vector_of<S>(std::vector<std::int64_t>(25'001));
  auto const ends =
      S::run(thrum::partition_copy, first, first + n, out.begin(), thrum::make_discard_iterator(), is_even{});
  CHECK(ends.first == out.end());
  CHECK(ends.second - thrum::make_discard_iterator() == 25'000);
  CHECK(S::run(thrum::is_partitioned, out.begin(), out.end(), is_even{}));
  CHECK(host_copy(out)[12'345] == 24'690);
  CHECK(S::run(thrum::remove_copy_if, first, first + n, thrum::make_discard_iterator(), is_even{}) -
            thrum::make_discard_iterator() ==
        25'000);
}

TEST_CASE_TEMPLATE("the number of what is kept is left where it is wanted", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 1000, 70'000}) {
    auto const host = random_values<int>(n, 0, 9);
    auto const v = vector_of<S>(host);
    auto moved = v, parted = v, unique = v, out = v, rest = v;
    typename S::template vector<std::ptrdiff_t> left(6, -1);
    is_even const even;
    S::run(thrum::copy_if_into, v.begin(), v.end(), left.begin(), out.begin(), even);
    S::run(thrum::copy_if_into, v.begin(), v.end(), left.begin() + 1, v.begin(), out.begin(), even);
    S::run(thrum::remove_if_into, moved.begin(), moved.end(), left.begin() + 2, even);
    S::run(thrum::partition_into, parted.begin(), parted.end(), left.begin() + 3, even);
    S::run(thrum::partition_copy_into, v.begin(), v.end(), left.begin() + 4, out.begin(), rest.begin(), even);
    S::run(thrum::remove_into, unique.begin(), unique.end(), left.begin() + 5, 3);

    auto expected = host;
    auto const evens = std::stable_partition(expected.begin(), expected.end(), even) - expected.begin();
    CHECK(host_copy(parted) == expected);
    CHECK(std::equal(expected.begin(), expected.begin() + evens, host_copy(out).begin()));
    CHECK(std::equal(expected.begin() + evens, expected.end(), host_copy(rest).begin()));
    CHECK(std::equal(expected.begin() + evens, expected.end(), host_copy(moved).begin()));
    CHECK(host_copy(left) == std::vector<std::ptrdiff_t>{evens, evens, n - evens, evens, evens,
                                                         n - std::count(host.begin(), host.end(), 3)});
  }
}
