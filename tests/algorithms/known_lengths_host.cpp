// Calls whose lengths the compiler knows, at -O2: no loop runs too far, and GCC gives no warning.
#include <thrum/adjacent_difference.h>
#include <thrum/gather.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/scatter.h>
#include <thrum/transform.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>
#include "policies.h"

namespace {

struct number_and_next {
  thrum::tuple<int, int> operator()(int i) const { return {i, i + 1}; }
};

template <int n>
void check_length() {
  CAPTURE(n);
  std::vector<int> in(n), out(n + 1, -1), other(n + 1, -1), next(n + 1, -1);
  std::iota(in.begin(), in.end(), 100);
  auto const reversed =
      thrum::make_transform_iterator(thrum::make_counting_iterator(0), [](int i) { return n - 1 - i; });

  CHECK(thrum::gather(thrum::seq, reversed, reversed + n, in.begin(), out.begin()) == out.begin() + n);
  thrum::scatter(thrum::seq, out.begin(), out.begin() + n, reversed, other.begin());
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(out[i] == in[std::size_t{n} - 1 - i]);
    CHECK(other[i] == in[i]);
  }
  CHECK(out[n] == -1);
  CHECK(other[n] == -1);

  auto const zipped = thrum::make_zip_iterator(out.begin(), next.begin());
  CHECK(thrum::transform(thrum::seq, in.begin(), in.end(), zipped, number_and_next{}) == zipped + n);
  for (std::size_t i = 0; i < n; ++i) {
    CHECK(out[i] == in[i]);
    CHECK(next[i] == in[i] + 1);
  }
  CHECK(out[n] == -1);
  CHECK(next[n] == -1);

  auto const squares =
      thrum::make_transform_iterator(thrum::make_counting_iterator(0), [](int i) { return i * i; });
  CHECK(thrum::adjacent_difference(thrum::seq, squares, squares + n, out.begin()) == out.begin() + n);
  for (int i = 0; i < n; ++i) CHECK(out[static_cast<std::size_t>(i)] == (i == 0 ? 0 : 2 * i - 1));
  CHECK(out[n] == -1);
}

template <std::size_t... n>
void check_lengths(std::index_sequence<n...>) {
  (check_length<static_cast<int>(n)>(), ...);
}

}  // namespace

TEST_CASE("lengths that the compiler knows") {
  check_lengths(std::make_index_sequence<10>());
  check_length<16>();
  check_length<1000>();
}
