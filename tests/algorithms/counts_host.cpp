// Passes counts of every integer type: counts below 0, and counts greater than the length of any
// range.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/thrum.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>
#include "policies.h"

namespace {

constexpr auto most = std::numeric_limits<std::size_t>::max();

}  // namespace

TEST_CASE_TEMPLATE("more elements than there are", S, HOST_BACKENDS) {
  std::vector<int> const v{3, 1, 2};
  for (std::size_t const k : {std::size_t{3}, std::size_t{4}, most / 2, most / 2 + 1, most - 1, most}) {
    CAPTURE(k);
    std::vector<int> out(3), values(3), moved = v;
    CHECK(S::run(thrum::top_k, v.begin(), v.end(), k, out.begin()) == out.end());
    CHECK(out == std::vector<int>{3, 2, 1});
    CHECK(S::run(thrum::top_k_by_key, v.begin(), v.end(), v.begin(), k, out.begin(), values.begin()).second ==
          values.end());
    CHECK(values == std::vector<int>{3, 2, 1});
    CHECK(S::run(thrum::shift_left, moved.begin(), moved.end(), k) == moved.begin());
    CHECK(S::run(thrum::shift_right, moved.begin(), moved.end(), k) == moved.end());
    if (k > 3) CHECK(S::run(thrum::search_n, v.begin(), v.end(), k, 3) == v.end());
    std::vector<long> sums(1);
    CHECK(S::run(thrum::segmented_reduce, v.begin(), v.end(), thrum::segments_of(k), sums.begin()) == sums.end());
    CHECK(sums[0] == 6);
  }
  std::vector<int> out(3);
  CHECK(S::run(thrum::top_k, v.begin(), v.end(), -1, out.begin()) == out.begin());
  CHECK(S::run(thrum::top_k, v.begin(), v.end(), std::uint8_t{255}, out.begin()) == out.end());
  CHECK(S::run(thrum::search_n, v.begin(), v.end(), -5, 3) == v.begin());
}

TEST_CASE_TEMPLATE("ranges of more elements than there can be", S, HOST_BACKENDS) {
  std::vector<int> v{3, 1, 2}, out(3);
  auto const f = [](int) {};
  for (std::size_t const n : {most / 2 + 1, most}) {
    CAPTURE(n);
    CHECK_THROWS_AS(S::run(thrum::for_each_n, v.begin(), n, f), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::fill_n, v.begin(), n, 5), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::generate_n, v.begin(), n, [] { return 5; }), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::copy_n, v.begin(), n, out.begin()), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::uninitialized_copy_n, v.begin(), n, out.begin()), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::uninitialized_move_n, v.begin(), n, out.begin()), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::uninitialized_fill_n, v.begin(), n, 5), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::uninitialized_value_construct_n, v.begin(), n), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::uninitialized_default_construct_n, v.begin(), n), std::length_error);
    CHECK_THROWS_AS(S::run(thrum::destroy_n, v.begin(), n), std::length_error);
    CHECK_THROWS_AS(thrum::for_each_block(S::policy(), n, 32, [](auto const&) {}), std::length_error);
  }
  CHECK_THROWS_AS(thrum::copy_n(v.begin(), most, out.begin()), std::length_error);
  CHECK(S::run(thrum::fill_n, v.begin(), -1, 5) == v.begin());
  CHECK(v == std::vector<int>{3, 1, 2});
  CHECK(S::run(thrum::fill_n, v.begin(), std::uint64_t{3}, 5) == v.end());
  CHECK(v == std::vector<int>(3, 5));
}

TEST_CASE("numbers of a narrow type are counted beyond its last") {
  auto const first = thrum::make_counting_iterator(0), last = first + 5'000'000'000;
  CHECK(last - first == 5'000'000'000);
  CHECK(first < last);
  CHECK(first[4'294'967'297] == 1);
  CHECK(*(first + 2'147'483'648) == std::numeric_limits<int>::min());
  CHECK(last.base() == static_cast<int>(5'000'000'000 - 4'294'967'296));
  auto const bytes = thrum::make_counting_iterator(std::uint8_t{250});
  CHECK((bytes + 1000) - bytes == 1000);
  CHECK(thrum::reduce(thrum::seq, bytes, bytes + 512, 0L, thrum::plus<long>{}) == 2 * 255 * 128);
  auto const wide = thrum::make_counting_iterator(std::numeric_limits<std::uint64_t>::max() - 1);
  CHECK((wide + 5) - wide == 5);
  CHECK(wide[2] == 0);
  CHECK(thrum::lower_bound(thrum::seq, first, last, 3'000'000'000, [](int x, std::int64_t bound) {
          return static_cast<std::uint32_t>(x) < bound;
        }) == first + 3'000'000'000);
}
