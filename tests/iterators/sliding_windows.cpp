// Windows of a series as elements of algorithms, under every policy.
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/transform.h>
#include <numeric>
#include <stdexcept>
#include "arithmetic_holds.h"
#include "data.h"
#include "policies.h"

namespace {

constexpr int numbers[] = {10, 20, 30, 40, 50, 60, 70, 80};
constexpr auto windows = thrum::make_sliding_window_iterator(&numbers[0], 3);
static_assert(arithmetic_holds(windows));
static_assert(windows.width() == 3 && (windows + 2).base() == &numbers[2]);
static_assert(windows[2].size() == 3 && !windows[2].empty());
static_assert(windows[2].front() == 30 && windows[2][1] == 40 && windows[2].back() == 50);
static_assert(windows[2].begin() == &numbers[2] && windows[2].end() == &numbers[5]);
static_assert(thrum::number_of_windows(8, 3) == 6 && thrum::number_of_windows(3, 3) == 1 &&
              thrum::number_of_windows(2, 3) == 0 && thrum::number_of_windows(0, 1) == 0);
static_assert(std::random_access_iterator<thrum::sliding_window_iterator<int*>>);

using device_iterator = thrum::device_vector<int>::iterator;
using device_windows = thrum::sliding_window_iterator<device_iterator>;
static_assert(std::is_same_v<thrum::memory_space_t<device_windows>, thrum::device_space<>>);
static_assert(std::is_same_v<thrum::detail::unwrapped_t<device_windows>, thrum::sliding_window_iterator<int*>>);
static_assert(std::is_convertible_v<thrum::iterator_range<int*>, thrum::iterator_range<int const*>> &&
              !std::is_convertible_v<thrum::iterator_range<int const*>, thrum::iterator_range<int*>>);

struct sum_of_window {
  THRUM_HD int operator()(thrum::iterator_range<int const*> window) const {
    int sum = 0;
    for (int x : window) sum += x;
    return sum;
  }
};
/// Computes from windows over any iterator.
struct rises {
  template <class Window>
  THRUM_HD bool operator()(Window const& window) const {
    return window.front() < window.back();
  }
};
struct width_of_window {
  template <class Window>
  THRUM_HD std::ptrdiff_t operator()(Window const& window) const {
    return window.end() - window.begin();
  }
};

}  // namespace

TEST_CASE_TEMPLATE("sums of windows", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({5000})) {
    for (std::ptrdiff_t const width : {1, 2, 7, 64}) {
      CAPTURE(n);
      CAPTURE(width);
      auto const host = random_values<int>(n);
      auto const v = vector_of<S>(host);
      thrum::sliding_window_range<decltype(v.begin())> const all(v.begin(), v.end(), width);
      REQUIRE(all.size() == std::max<std::ptrdiff_t>(0, n - width + 1));
      CHECK(all.empty() == (n < width));
      std::vector<int> expected(static_cast<std::size_t>(all.size()));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        auto const first = host.begin() + static_cast<std::ptrdiff_t>(i);
        expected[i] = std::accumulate(first, first + width, 0);
      }
      typename S::template vector<int> out(expected.size());
      CHECK(S::run(thrum::transform, all.begin(), all.end(), out.begin(), sum_of_window{}) == out.end());
      CHECK(host_copy(out) == expected);
      if (n < width) continue;
      auto const sums = thrum::make_transform_iterator(all.begin(), sum_of_window{});
      CHECK(S::run(thrum::max_element, sums, sums + all.size()) - sums ==
            std::max_element(expected.begin(), expected.end()) - expected.begin());
    }
  }
}

TEST_CASE_TEMPLATE("windows are counted, and may be of computed elements", S, ALL_SYSTEMS) {
  auto const host = random_values<int>(40'001);
  auto const v = vector_of<S>(host);
  auto const all = thrum::sliding_window_range(v.begin(), v.end(), 5);
  std::ptrdiff_t expected = 0;
  for (std::size_t i = 0; i + 4 < host.size(); ++i) expected += host[i] < host[i + 4];
  CHECK(S::run(thrum::count_if, all.begin(), all.end(), rises{}) == expected);

  auto const counted = thrum::make_sliding_window_iterator(thrum::make_counting_iterator(0), 9);
  typename S::template vector<std::ptrdiff_t> widths(1000);
  S::run(thrum::transform, counted, counted + 1000, widths.begin(), width_of_window{});
  CHECK(host_copy(widths) == std::vector<std::ptrdiff_t>(1000, 9));
}

TEST_CASE("a window has an element at least") {
  int const elements[] = {1, 2, 3};
  CHECK_THROWS_WITH_AS(thrum::make_sliding_window_iterator(&elements[0], 0),
                       "thrum: a sliding window has a width of at least 1, not 0", std::invalid_argument);
  CHECK_THROWS_AS(thrum::number_of_windows(3, -1), std::invalid_argument);
  CHECK_THROWS_AS(thrum::sliding_window_range(&elements[0], &elements[3], 0), std::invalid_argument);
}
