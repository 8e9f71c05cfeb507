// Arrays of several dimensions in memory that something else owns: their elements, slices and parts
// in algorithms, under every policy.
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/strided_view.h>
#include <thrum/transform.h>
#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

constexpr int numbers[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
constexpr thrum::strided_view small(&numbers[0], {3, 4});
static_assert(small(0, 0) == 0 && small(1, 3) == 13 && small(2, 1) == 21 && small.rank() == 2);
static_assert(small.extent(0) == 3 && small.extent(1) == 4 && small.stride(0) == 4 && small.stride(1) == 1);
static_assert(small.is_contiguous() && small.size() == 12 && !small.empty() &&
              small.data() == small.data_handle());
static_assert(small.contiguous().begin() == &numbers[0] && small.begin()[5] == 11 &&
              small.end() - small.begin() == 12);
static_assert(small.slice(0, 1)(2) == 12 && small.slice(1, 3)(2) == 23 && small.slice(1, 3).begin()[1] == 13);
static_assert(!small.transposed().is_contiguous() && small.transposed()(3, 1) == 13 &&
              small.transposed().begin()[4] == 11);
static_assert(small.part(1, 3, 4, -1)(0, 0) == 3 && small.part(1, 3, 4, -1).begin()[7] == 10);
static_assert(small.part(0, 0, 2, 2)(1, 1) == 21 && small.part(0, 1, 2).is_contiguous());
static_assert(!small.part(1, 0, 3).is_contiguous() && small.part(1, 0, 0).empty() && small.part(0, 3, 0).empty());
static_assert(thrum::strided_view<int, 3>().empty() && thrum::strided_view<int, 3>().is_contiguous());
// Of one row, or of one column, the stride does not matter.
static_assert(thrum::strided_view(&numbers[0], {1, 4}, {100, 1}).is_contiguous());
static_assert(!thrum::strided_view(&numbers[0], {2, 1}, {100, 1}).is_contiguous());
static_assert(thrum::strided_view(&numbers[0], {2, 3, 2}).slice(1, 2)(1, 0) == 22);
static_assert(small.slice(0, 2)[1] == 21 && small.slice(1, 1)[2] == 21);
// Without dimensions there is one element.
constexpr thrum::strided_view<int const, 0> one(&numbers[7]);
static_assert(one() == 13 && one.size() == 1 && !one.empty() && one.rank() == 0 && one.is_contiguous());
static_assert(one.end() - one.begin() == 1 && *one.contiguous().begin() == 13 && one.data() == one.data_handle());
static_assert(thrum::strided_view<int, 0>().empty());
// One element stands for a whole axis.
static_assert(thrum::strided_view(&numbers[5], {2, 3}, {0, 0}).begin()[4] == 11);

template <class A, class B>
constexpr bool becomes = std::is_convertible_v<A, B>;
static_assert(becomes<thrum::strided_view<int, 2>, thrum::strided_view<int const, 2>>);
static_assert(!becomes<thrum::strided_view<int const, 2>, thrum::strided_view<int, 2>>);
static_assert(becomes<thrum::strided_view<int, 2, thrum::host_space>, thrum::strided_view<int const, 2>>);
static_assert(!becomes<thrum::strided_view<int, 2>, thrum::strided_view<int, 2, thrum::host_space>>);
static_assert(!becomes<thrum::strided_view<int, 1>&, thrum::strided_view<int, 1, thrum::host_space>>);
static_assert(std::is_trivially_copyable_v<thrum::strided_view<int, 3>>);
static_assert(becomes<thrum::strided_view<int, 0, thrum::host_space>, thrum::strided_view<int const, 0>>);
static_assert(!becomes<thrum::strided_view<int const, 0>, thrum::strided_view<int, 0>>);

template <class T, class V>
constexpr bool views = std::is_constructible_v<thrum::strided_view<T, 1>, V>;
static_assert(views<int, std::vector<int>&> && views<int const, std::vector<int> const&> &&
              views<int, std::span<int>>);
static_assert(!views<int, std::vector<int>>, "the elements of a temporary do not outlive the call");
static_assert(!views<int, std::vector<int> const&> && !views<base_element, std::vector<derived_element>&>);
static_assert(std::is_same_v<decltype(thrum::strided_view(std::declval<std::vector<int>&>())),
                             thrum::strided_view<int, 1, thrum::host_space>>);
static_assert(std::is_same_v<decltype(thrum::strided_view(std::declval<std::span<int const>>(), {2, 3})),
                             thrum::strided_view<int const, 2, thrum::host_space>>);
static_assert(std::is_same_v<decltype(thrum::strided_view(std::declval<thrum::device_vector<int> const&>())),
                             thrum::strided_view<int const, 1, thrum::device_space<>>>);
static_assert(std::is_same_v<decltype(thrum::strided_view(std::declval<thrum::strided_view<int, 1>&>())),
                             thrum::strided_view<int, 1>>);

/// Three dimensions, in the loops that a view stands for.
struct layout {
  std::ptrdiff_t first;
  std::ptrdiff_t extents[3], strides[3];
  std::vector<std::ptrdiff_t> offsets() const {
    std::vector<std::ptrdiff_t> result;
    for (std::ptrdiff_t i = 0; i < extents[0]; ++i) {
      for (std::ptrdiff_t j = 0; j < extents[1]; ++j) {
        for (std::ptrdiff_t k = 0; k < extents[2]; ++k) {
          result.push_back(first + i * strides[0] + j * strides[1] + k * strides[2]);
        }
      }
    }
    return result;
  }
};

layout const layouts[] = {
    {0, {1, 1, 1}, {1, 1, 1}},
    {0, {0, 5, 7}, {35, 7, 1}},
    {0, {5, 0, 7}, {35, 7, 1}},
    {0, {13, 11, 17}, {187, 17, 1}},
    {0, {13, 11, 17}, {1, 13, 143}},
    {3, {7, 9, 5}, {200, 12, 2}},
    {2999, {10, 10, 30}, {-300, -30, -1}},
    {11, {64, 2, 33}, {70, 35, 1}},
    {5000, {4, 1000, 1}, {-1000, 1, 7}},
};
constexpr std::size_t room = 6000;

struct twice {
  THRUM_HD int operator()(int x) const { return 2 * x; }
};
struct number_places {
  thrum::strided_view<int, 3> view;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    for (std::ptrdiff_t j = 0; j < view.extent(1); ++j) {
      for (int& x : view.slice(0, i).slice(0, j)) x += 1;
    }
  }
};

}  // namespace

TEST_CASE_TEMPLATE("algorithms go over the elements in the order of the loops", S, BACKENDS) {
  for (auto const& shape : layouts) {
    CAPTURE(shape.first);
    CAPTURE(shape.extents[0]);
    auto const host = random_values<int>(room);
    auto v = vector_of<S>(host);
    thrum::strided_view const a(raw(v) + shape.first, shape.extents, shape.strides);
    std::vector<int> expected;
    for (auto const at : shape.offsets()) expected.push_back(host[static_cast<std::size_t>(at)]);
    REQUIRE(a.size() == static_cast<std::ptrdiff_t>(expected.size()));

    typename S::template vector<int> out(expected.size());
    S::run(thrum::copy, a.begin(), a.end(), out.begin());
    CHECK(host_copy(out) == expected);
    CHECK(S::run(thrum::reduce, a.begin(), a.end()) == std::accumulate(expected.begin(), expected.end(), 0));

    S::run(thrum::inclusive_scan, a.begin(), a.end(), out.begin());
    std::vector<int> sums(expected.size());
    std::partial_sum(expected.begin(), expected.end(), sums.begin());
    CHECK(host_copy(out) == sums);

    // Written in place, and nothing beside it.
    S::run(thrum::transform, a.begin(), a.end(), a.begin(), twice{});
    S::run(thrum::sort, a.begin(), a.end());
    for (int& x : expected) x *= 2;
    std::sort(expected.begin(), expected.end());
    auto written = host;
    auto next = expected.begin();
    for (auto const at : shape.offsets()) written[static_cast<std::size_t>(at)] = *next++;
    CHECK(host_copy(v) == written);

    S::run(thrum::for_each_n, thrum::make_counting_iterator(std::ptrdiff_t{0}), a.extent(0), number_places{a});
    for (auto const at : shape.offsets()) ++written[static_cast<std::size_t>(at)];
    CHECK(host_copy(v) == written);
  }
}

TEST_CASE_TEMPLATE("slices, parts and transposes are what they are of a matrix_view", S, BACKENDS) {
  constexpr std::ptrdiff_t rows = 37, columns = 53;
  auto const host = random_values<int>(rows * columns);
  auto v = vector_of<S>(host);
  thrum::strided_view<int, 2> const a = thrum::strided_view(v, {rows, columns});
  thrum::matrix_view const m(v, rows, columns);
  auto const sum = [](auto const& range) { return S::run(thrum::reduce, range.begin(), range.end()); };
  CHECK(sum(a.slice(0, 30)) == sum(m.row(30)));
  CHECK(sum(a.slice(1, 52)) == sum(m.column(52)));
  auto const inner = m.block(5, 50, 20, 3);
  CHECK(sum(a.part(0, 5, 20).part(1, 50, 3)) ==
        sum(inner.column(0)) + sum(inner.column(1)) + sum(inner.column(2)));
  auto const odd_rows_backwards = a.part(0, 35, 18, -2);
  typename S::template vector<int> out(static_cast<std::size_t>(odd_rows_backwards.size()));
  S::run(thrum::copy, odd_rows_backwards.begin(), odd_rows_backwards.end(), out.begin());
  auto const got = host_copy(out);
  std::ptrdiff_t wrong = 0;
  for (std::ptrdiff_t i = 0; i < 18; ++i) {
    for (std::ptrdiff_t j = 0; j < columns; ++j) {
      wrong += got[static_cast<std::size_t>(i * columns + j)] !=
               host[static_cast<std::size_t>((35 - 2 * i) * columns + j)];
    }
  }
  CHECK(wrong == 0);
  // A whole view has pointers as iterators: the algorithm takes its fast path.
  auto const whole = a.contiguous();
  static_assert(std::is_same_v<decltype(whole.begin()), int*>);
  S::run(thrum::sort, whole.begin(), whole.end());
  auto sorted = host;
  std::sort(sorted.begin(), sorted.end());
  CHECK(host_copy(v) == sorted);
}

TEST_CASE("calls without a policy run where the elements are") {
  auto const host = random_values<int>(600);
  auto const runs = [&](auto v) {
    thrum::strided_view a(v, {20, 30});
    auto const column = a.slice(1, 7);
    thrum::sort(column.begin(), column.end());
    thrum::fill(a.slice(0, 0).begin(), a.slice(0, 0).end(), 5);
    return host_copy(v);
  };
  auto const expected = runs(thrum::host_vector<int>(host.begin(), host.end()));
  CHECK(expected[0] == 5);
  CHECK(runs(thrum::device_vector<int>(host.begin(), host.end())) == expected);
  CHECK(runs(thrum::unified_vector<int>(host.begin(), host.end())) == expected);
}

namespace {
class only_moves {
 public:
  THRUM_HD explicit only_moves(int value) : value_(value) {}
  THRUM_HD only_moves(only_moves&& other) noexcept : value_(other.value_) { other.value_ = -1; }
  THRUM_HD only_moves& operator=(only_moves&& other) noexcept {
    value_ = other.value_;
    other.value_ = -1;
    return *this;
  }
  THRUM_HD int value() const { return value_; }

 private:
  int value_;
};
}  // namespace
TEST_CASE("elements that only move are sorted in place") {
  std::vector<only_moves> v;
  for (int i = 0; i < 24; ++i) v.emplace_back(i * 7 % 24);
  thrum::strided_view const a(v.data(), {3, 4}, {8, 2});
  auto const before = [](only_moves const& p, only_moves const& q) { return p.value() < q.value(); };
  thrum::sort(thrum::seq, a.begin(), a.end(), before);
  CHECK(std::is_sorted(a.begin(), a.end(), before));
  CHECK(v[1].value() == 7);
}

TEST_CASE("what is no view is refused") {
  std::vector<int> v(12);
  thrum::strided_view const a(v, {3, 4});
  auto const message = [](auto call) -> std::string {
    try {
      call();
    } catch (std::invalid_argument const& e) {
      return e.what();
    } catch (std::out_of_range const& e) {
      return std::string("out of range: ") + e.what();
    }
    return "nothing";
  };
  CHECK(message([&] { thrum::strided_view(v, {3, 5}); }) ==
        "thrum: 12 elements are fewer than the 15 of this strided_view");
  CHECK(message([&] { thrum::strided_view(v.data(), {3, -1}); }) ==
        "thrum: a strided_view has no negative extent");
  CHECK(message([&] { thrum::strided_view(v.data(), {-3, 1}, {1, 1}); }) ==
        "thrum: a strided_view has no negative extent");
  CHECK(message([&] { static_cast<void>(a.transposed().contiguous()); }) ==
        "thrum: the elements of this strided_view are not contiguous");
  CHECK(message([&] { static_cast<void>(a.slice(0, 3)); }) ==
        "out of range: thrum: a strided_view has no slice 3 of axis 0");
  CHECK(message([&] { static_cast<void>(a.slice(1, -1)); }) ==
        "out of range: thrum: a strided_view has no slice -1 of axis 1");
  CHECK(message([&] { static_cast<void>(a.slice(2, 0)); }) ==
        "out of range: thrum: a strided_view has no slice 0 of axis 2");
  constexpr auto least = std::numeric_limits<std::ptrdiff_t>::min();
  constexpr auto most = std::numeric_limits<std::ptrdiff_t>::max();
  std::ptrdiff_t const parts[][4] = {{2, 0, 1, 1},    {0, 0, -1, 1},     {0, 3, 1, 1}, {0, -1, 2, 1},
                                     {0, 0, 4, 1},    {0, 2, 4, -1},     {0, 0, 2, 3}, {0, 1, 2, least},
                                     {0, 0, 2, most}, {1, 0, most, most}};
  for (auto const& p : parts) {
    CAPTURE(p[1]);
    CAPTURE(p[3]);
    CHECK(message([&] { static_cast<void>(a.part(static_cast<std::size_t>(p[0]), p[1], p[2], p[3])); }) ==
          "out of range: thrum: a part of a strided_view is not inside of it");
  }
  CHECK(message([&] { static_cast<void>(a.part(0, 2, 1, most).part(1, 3, 4, -1).part(0, 0, 9, 0)); }) ==
        "nothing");
}
