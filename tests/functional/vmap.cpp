// vmap over the slices of arrays of several dimensions, along each axis, under every policy.
#include <thrum/iterator/iterator_range.h>
#include <thrum/matrix_view.h>
#include <thrum/strided_view.h>
#include <thrum/vmap.h>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

/// A number in which each element of a slice counts otherwise: the order matters.
struct horner {
  template <class R>
  THRUM_HD unsigned operator()(R const& slice) const {
    unsigned sum = 1;
    for (auto const& x : slice) sum = 3 * sum + static_cast<unsigned>(x);
    return sum;
  }
};
/// The same by indices, of a slice of two dimensions.
struct horner_of_table {
  THRUM_HD unsigned operator()(thrum::strided_view<int const, 2> const& table) const {
    unsigned sum = 1;
    for (std::ptrdiff_t i = 0; i < table.extent(0); ++i) {
      for (std::ptrdiff_t j = 0; j < table.extent(1); ++j) sum = 3 * sum + static_cast<unsigned>(table(i, j));
    }
    return sum;
  }
};
struct dot_and_more {
  template <class R, class Q>
  THRUM_HD int operator()(R const& a, Q const& b, int x, int factor) const {
    int sum = 0;
    for (std::ptrdiff_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return factor * sum + x;
  }
};
struct last_and_fill {
  template <class R>
  THRUM_HD int operator()(R const& slice) const {
    int const last = slice[slice.size() - 1];
    for (int& x : slice) x = 7;
    return last;
  }
};
struct mixed_up {
  THRUM_HD int operator()(int x) const { return x ^ 5; }
};

/// What horner returns for the slices of an array in the memory of the host, by loops.
template <std::size_t Rank>
std::vector<unsigned> expected_slices(thrum::strided_view<int const, Rank> const& a, std::size_t axis) {
  std::vector<unsigned> result;
  for (std::ptrdiff_t i = 0; i < a.extent(axis); ++i) {
    auto const slice = a.slice(axis, i);
    std::vector<int> const elements(slice.begin(), slice.end());
    result.push_back(horner{}(thrum::iterator_range(elements.data(), slice.size())));
  }
  return result;
}

template <class S, int Axis, class T, std::size_t Rank, class Space, class F>
std::vector<unsigned> slices_by(thrum::strided_view<T, Rank, Space> const& a, F f) {
  typename S::template vector<unsigned> out(static_cast<std::size_t>(a.extent(Axis)));
  thrum::vmap(S::policy(), out.begin(), f, thrum::slices<Axis>(a));
  return host_copy(out);
}

}  // namespace

TEST_CASE_TEMPLATE("vmap over each axis of an array", S, MAIN_SYSTEMS) {
  struct layout {
    std::ptrdiff_t first, extents[3], strides[3];
  };
  layout const layouts[] = {
      {0, {0, 3, 4}, {12, 4, 1}},    {0, {3, 0, 4}, {12, 4, 1}},        {0, {3, 4, 0}, {1, 1, 1}},
      {0, {1, 1, 1}, {1, 1, 1}},     {0, {2, 3, 4}, {12, 4, 1}},        {0, {5, 7, 9}, {1, 5, 35}},
      {629, {9, 7, 5}, {-1, -9, 2}}, {40, {6, 5, 4}, {0, -8, 3}},       {3, {300, 2, 3}, {9, 4, 1}},
      {0, {2, 1000, 3}, {1, 3, 2}},  {9999, {3, 2, 2049}, {-3, -1, -4}}};
  auto const host = random_values<int>(10'000);
  auto const v = vector_of<S>(host);
  for (auto const& shape : layouts) {
    CAPTURE(shape.extents[0]);
    CAPTURE(shape.extents[1]);
    CAPTURE(shape.extents[2]);
    thrum::strided_view const a(raw(v) + shape.first, shape.extents, shape.strides);
    thrum::strided_view const on_host(host.data() + shape.first, shape.extents, shape.strides);
    CHECK(slices_by<S, 0>(a, horner{}) == expected_slices(on_host, 0));
    CHECK(slices_by<S, 1>(a, horner{}) == expected_slices(on_host, 1));
    CHECK(slices_by<S, 2>(a, horner{}) == expected_slices(on_host, 2));
    CHECK(slices_by<S, 1>(a, horner_of_table{}) == expected_slices(on_host, 1));
    // A slice of a slice, and its lines.
    if (shape.extents[0] > 0) {
      CHECK(slices_by<S, 0>(a.slice(0, 0), horner{}) == expected_slices(on_host.slice(0, 0), 0));
      CHECK(slices_by<S, 1>(a.slice(0, 0).transposed(), horner{}) == expected_slices(on_host.slice(0, 0), 0));
    }
  }
}

TEST_CASE_TEMPLATE("slices know their memory, and of one dimension they are the elements", S, MAIN_SYSTEMS) {
  auto const host = random_values<int>(120);
  auto v = vector_of<S>(host);
  thrum::strided_view const a(v, {2, 3, 4, 5});
  using space = typename decltype(a)::memory_space;
  auto const range = thrum::slices<2>(a);
  static_assert(std::is_same_v<thrum::memory_space_t<decltype(range.begin())>, space>);
  static_assert(std::is_same_v<std::remove_cvref_t<decltype(range.begin()[0])>, thrum::strided_view<int, 3>>);
  CHECK(range.size() == 4);
  CHECK(slices_by<S, 2>(a, horner{}) == expected_slices(thrum::strided_view(host.data(), {2, 3, 4, 5}), 2));

  thrum::strided_view const line(raw(v) + 119, {40}, {-3});
  typename S::template vector<int> mixed(40);
  thrum::vmap(S::policy(), mixed.begin(), mixed_up{}, thrum::slices<0>(line));
  auto const got = host_copy(mixed);
  for (std::size_t i = 0; i < 40; ++i) CHECK(got[i] == (host[119 - 3 * i] ^ 5));
}

TEST_CASE_TEMPLATE("slices of several arrays, ranges and values together, and a strided output", S, MAIN_SYSTEMS) {
  std::vector<int> numbers;
  for (int i = 0; i < 24; ++i) numbers.push_back(i);
  auto const v = vector_of<S>(numbers);
  auto const more = vector_of<S>(std::vector<int>{100, 200, 300, 400});
  thrum::strided_view const a(v, {6, 4});
  thrum::matrix_view const m(v, 4, 6);
  typename S::template vector<int> out(8, -1);
  thrum::strided_view const every_second(raw(out), {4}, {2});
  thrum::vmap(S::policy(), every_second.begin(), dot_and_more{}, thrum::slices<1>(a), thrum::slices<0>(m), more,
              10);
  auto const got = host_copy(out);
  for (int i = 0; i < 4; ++i) {
    int dot = 0;
    for (int j = 0; j < 6; ++j) dot += (4 * j + i) * (6 * i + j);
    CHECK(got[static_cast<std::size_t>(2 * i)] == 10 * dot + 100 * (i + 1));
    CHECK(got[static_cast<std::size_t>(2 * i + 1)] == -1);
  }
  CHECK_THROWS_AS(
      thrum::vmap(S::policy(), out.begin(), dot_and_more{}, thrum::slices<0>(a), thrum::slices<0>(m), more, 1),
      std::invalid_argument);
}

TEST_CASE_TEMPLATE("a function may write its slice", S, MAIN_SYSTEMS) {
  std::vector<int> numbers;
  for (int i = 0; i < 12; ++i) numbers.push_back(i);
  auto v = vector_of<S>(numbers);
  thrum::strided_view const a(v, {3, 4});
  typename S::template vector<int> last(2);
  thrum::vmap(S::policy(), last.begin(), last_and_fill{}, thrum::slices<1>(a.part(1, 3, 2, -2)));
  CHECK(host_copy(last) == std::vector<int>{11, 9});
  CHECK(host_copy(v) == std::vector<int>{0, 7, 2, 7, 4, 7, 6, 7, 8, 7, 10, 7});
}
