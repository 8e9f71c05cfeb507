// Functors that have an array of their own, and choose its elements by what they are called with.
// The calls of a vector are not to share the array: see the program for the processor's vectors.
#include <doctest/doctest.h>

#include <thrum/adjacent_difference.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/for_each_block.h>
#include <thrum/gather.h>
#include <thrum/generate.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/replace.h>
#include <thrum/scan.h>
#include <thrum/scatter.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>

#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif
#if defined(THRUM_WITH_OMP)
#include <thrum/omp.h>
#endif

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace {

/// Returns x or y, whichever the last bit of `by` says: from an array, as GCC does not see that one
/// of two numbers is wanted.
template <class T>
T from_array(int by, T x, T y) {
  T both[2];
  both[by & 1] = x;
  both[~by & 1] = y;
  return both[0];
}

struct even_or_negative {
  template <class T>
  T operator()(T v) const {
    return from_array(static_cast<int>(v), v, static_cast<T>(-v));
  }
};
struct pick {
  template <class T>
  T operator()(T by, T x) const {
    return from_array(static_cast<int>(by), by, x);
  }
  template <class T>
  T operator()(T by, T x, T y) const {
    return from_array(static_cast<int>(by), x, y);
  }
};
struct is_great {
  bool operator()(int v) const { return even_or_negative()(v) > 100; }
};
struct record {
  int a, b, c, d;
  bool operator==(record const&) const = default;
};
struct to_record {
  record operator()(int v) const { return {even_or_negative()(v), v, 1, from_array(v, 2, 3)}; }
};
struct of_record {
  int operator()(record const& r) const { return even_or_negative()(r.b); }
};

template <class T>
struct ranges {
  explicit ranges(std::ptrdiff_t n) : x(static_cast<std::size_t>(n)), y(x), z(x), out(x), expected(x) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<T>(static_cast<int>(i * 2654435761U >> 20 & 1023) - 500);
      y[i] = static_cast<T>(static_cast<int>(i * 2246822519U >> 20 & 1023) - 500);
      z[i] = static_cast<T>(static_cast<int>(i * 3266489917U >> 20 & 1023) - 500);
    }
  }
  std::vector<T> x, y, z, out, expected;
};

/// Compares calls with loops by std, for lengths with and without whole groups of calls.
template <class Policy>
void compare(Policy const& policy) {
  even_or_negative const f;
  for (std::ptrdiff_t const n : {1, 63, 64, 640, 6401, 70000}) {
    ranges<int> v(n);
    auto const &x = v.x, &y = v.y;
    auto& out = v.out;
    auto& expected = v.expected;
    auto const computed = thrum::make_transform_iterator(x.begin(), f);
    std::vector<int> all(x.size());
    std::transform(x.begin(), x.end(), all.begin(), f);

    thrum::transform(policy, x.begin(), x.end(), out.begin(), f);
    CHECK(out == all);
    thrum::copy(policy, computed, computed + n, out.begin());
    CHECK(out == all);
    thrum::transform(policy, x.begin(), x.end(), y.begin(), out.begin(), pick());
    std::transform(x.begin(), x.end(), y.begin(), expected.begin(), pick());
    CHECK(out == expected);
    thrum::transform(policy, thrum::inputs(x.begin(), y.begin(), v.z.begin()), n, out.begin(), pick());
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = pick()(x[i], y[i], v.z[i]);
    CHECK(out == expected);
    thrum::tabulate(policy, out.begin(), out.end(),
                    [](std::ptrdiff_t i) { return even_or_negative()(static_cast<int>(i % 13)); });
    for (std::size_t i = 0; i < x.size(); ++i) expected[i] = f(static_cast<int>(i % 13));
    CHECK(out == expected);
    thrum::adjacent_difference(policy, x.begin(), x.end(), out.begin(), pick());
    std::adjacent_difference(x.begin(), x.end(), expected.begin(), pick());
    CHECK(out == expected);
    out = y;
    thrum::for_each(policy, out.begin(), out.end(), [](int& e) { e = even_or_negative()(e); });
    std::transform(y.begin(), y.end(), expected.begin(), f);
    CHECK(out == expected);

    out = expected = y;
    thrum::replace_if(policy, out.begin(), out.end(), is_great(), 7);
    std::replace_if(expected.begin(), expected.end(), is_great(), 7);
    CHECK(out == expected);
    out = expected = y;
    thrum::transform_if(policy, x.begin(), x.end(), out.begin(), f, is_great());
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (is_great()(x[i])) expected[i] = f(x[i]);
    }
    CHECK(out == expected);
    CHECK(thrum::count_if(policy, x.begin(), x.end(), is_great()) ==
          std::count_if(x.begin(), x.end(), is_great()));
    auto const end = thrum::copy_if(policy, x.begin(), x.end(), out.begin(), is_great());
    CHECK(end - out.begin() == std::copy_if(x.begin(), x.end(), expected.begin(), is_great()) - expected.begin());
    CHECK(std::equal(out.begin(), end, expected.begin()));
    CHECK(thrum::find_if(policy, x.begin(), x.end(), is_great()) == std::find_if(x.begin(), x.end(), is_great()));

    std::vector<std::ptrdiff_t> map(x.size());
    for (std::ptrdiff_t i = 0; i < n; ++i) map[static_cast<std::size_t>(i)] = n - 1 - i;
    thrum::gather(policy, map.begin(), map.end(), computed, out.begin());
    std::reverse_copy(all.begin(), all.end(), expected.begin());
    CHECK(out == expected);
    std::fill(out.begin(), out.end(), 0);
    thrum::scatter(policy, computed, computed + n, map.begin(), out.begin());
    CHECK(out == expected);
    CHECK(thrum::reduce(policy, computed, computed + n, 0) == std::accumulate(all.begin(), all.end(), 0));
    thrum::inclusive_scan(policy, computed, computed + n, out.begin());
    std::partial_sum(all.begin(), all.end(), expected.begin());
    CHECK(out == expected);

    std::vector<record> records(x.size()), expected_records(x.size());
    thrum::transform(policy, x.begin(), x.end(), records.begin(), to_record());
    std::transform(x.begin(), x.end(), expected_records.begin(), to_record());
    CHECK(records == expected_records);
    thrum::transform(policy, records.begin(), records.end(), out.begin(), of_record());
    CHECK(out == all);

    ranges<double> doubles(n);
    thrum::transform(policy, doubles.x.begin(), doubles.x.end(), doubles.out.begin(), f);
    std::transform(doubles.x.begin(), doubles.x.end(), doubles.expected.begin(), f);
    CHECK(doubles.out == doubles.expected);
  }
}

}  // namespace

TEST_CASE("each call of a functor has an array of its own") {
  compare(thrum::seq);
#if defined(THRUM_WITH_TBB)
  compare(thrum::tbb::par);
  compare(thrum::tbb::par.grain(1 << 20));
#endif
#if defined(THRUM_WITH_OMP)
  compare(thrum::omp::par);
#endif
}

TEST_CASE("each lane of a block has an array of its own") {
  constexpr int lanes = 64;
  ranges<int> v(100 * lanes);
  std::transform(v.x.begin(), v.x.end(), v.expected.begin(), even_or_negative());
  int const* const x = v.x.data();
  int* const out = v.out.data();
  auto const of_lanes = [=](auto const& block) {
    std::ptrdiff_t const first = block.index() * lanes;
    block.each([=](int lane) { out[first + lane] = even_or_negative()(x[first + lane]); });
  };
  auto const of_rows = [=](auto const& block) {
    std::ptrdiff_t const first = block.index() * lanes;
    block.deal(4, lanes / 4, [=](int row, int column) {
      std::ptrdiff_t const i = first + row * (lanes / 4) + column;
      out[i] = even_or_negative()(x[i]);
    });
  };
  auto const compare_blocks = [&](auto const& policy, auto number_of_lanes, auto const& f) {
    std::fill(v.out.begin(), v.out.end(), 0);
    thrum::for_each_block(policy, 100, number_of_lanes, f);
    CHECK(v.out == v.expected);
  };
  compare_blocks(thrum::seq, thrum::lanes<lanes>, of_lanes);
  compare_blocks(thrum::seq, int{lanes}, of_lanes);
  compare_blocks(thrum::seq, thrum::lanes<lanes>, of_rows);
#if defined(THRUM_WITH_TBB)
  compare_blocks(thrum::tbb::par, thrum::lanes<lanes>, of_lanes);
  compare_blocks(thrum::tbb::par, int{lanes}, of_lanes);
#endif
}
