// segmented_copy.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/segmented_copy.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

/// Segments that lie anywhere in the input and apart in the output, in another order.
struct copies {
  std::vector<std::int64_t> begins, out_begins;
  std::vector<int> sizes;
  std::int64_t room = 0;

  copies(std::vector<int> const& lengths, std::int64_t n) : sizes(lengths) {
    std::int64_t end = 3;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      std::int64_t const size = std::max(sizes[s], 0);
      begins.push_back(static_cast<std::int64_t>(random_bits(s) % static_cast<std::uint64_t>(n - size + 1)));
      out_begins.push_back(end);
      end += size + static_cast<std::int64_t>(s % 3);
    }
    room = end + 2;
    // The last segments first.
    std::reverse(begins.begin(), begins.end());
    std::reverse(out_begins.begin(), out_begins.end());
    std::reverse(sizes.begin(), sizes.end());
    for (std::size_t s = 0; s < sizes.size(); ++s)
      begins[s] = std::min(begins[s], n - static_cast<std::int64_t>(std::max(sizes[s], 0)));
  }
};

template <class S, class T>
void check_copies(std::vector<int> const& lengths, std::int64_t n) {
  CAPTURE(lengths.size());
  copies const c(lengths, n);
  auto const host = random_values<T>(n);
  std::vector<T> expected(static_cast<std::size_t>(c.room), T(-77));
  auto out = vector_of<S>(expected);
  for (std::size_t s = 0; s < c.sizes.size(); ++s)
    std::copy_n(host.begin() + c.begins[s], std::max(c.sizes[s], 0), expected.begin() + c.out_begins[s]);
  auto const v = vector_of<S>(host);
  auto const begins = vector_of<S>(c.begins), out_begins = vector_of<S>(c.out_begins);
  auto const sizes = vector_of<S>(c.sizes);
  S::run(thrum::segmented_copy, begins.begin(), begins.end(), sizes.begin(), v.begin(), out.begin(),
         out_begins.begin());
  CHECK(host_copy(out) == expected);
}

struct thirds {
  THRUM_HD int operator()(int s) const { return 3 * s; }
};
/// Copies two segments within a functor, sequentially.
struct two_copies {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int const v[6] = {1, 2, 3, 4, 5, static_cast<int>(i)}, begins[2] = {4, 0}, sizes[2] = {2, 1},
              out_begins[2] = {1, 0};
    int out[3] = {};
    thrum::segmented_copy(thrum::seq, begins, begins + 2, sizes, v, out, out_begins);
    return out[0] * 10'000 + out[1] * 1'000 + out[2];
  }
};

}  // namespace

TEST_CASE_TEMPLATE("segmented_copy of short segments", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({256, 4096, 10'000}))
    check_copies<S, int>(random_values<int>(n, -2, 12), 50);
}
TEST_CASE_TEMPLATE("segmented_copy of a giant segment", S, MAIN_SYSTEMS) {
  auto lengths = random_values<int>(1000, 0, 3);
  lengths[400] = 300'000;
  check_copies<S, std::uint8_t>(lengths, 400'000);
  check_copies<S, double>({300'000}, 300'000);
}
TEST_CASE_TEMPLATE("segmented_copy of records", S, MORE_SYSTEMS) {
  check_copies<S, record>(random_values<int>(500, 0, 200), 1000);
}

TEST_CASE_TEMPLATE("segmented_copy through iterators that compute", S, MAIN_SYSTEMS) {
  // Every third number, backwards.
  int const n = 1000;
  thrum::counting_iterator<int> const numbers(0);
  auto const begins = thrum::make_transform_iterator(numbers, thirds{});
  auto const ones = vector_of<S>(std::vector<int>(n, 1));
  typename S::template vector<int> out(n);
  S::run(thrum::segmented_copy, begins, begins + n, ones.begin(), numbers, thrum::make_reverse_iterator(out.end()),
         numbers);
  std::vector<int> expected;
  for (int i = n; i-- > 0;) expected.push_back(3 * i);
  CHECK(host_copy(out) == expected);
}

TEST_CASE_TEMPLATE("seq copies segments within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> codes(n);
  S::run(thrum::tabulate, codes.begin(), codes.end(), two_copies{});
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = two_copies{}(static_cast<std::ptrdiff_t>(i));
  CHECK(host_copy(codes) == expected);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("segmented_copy of strings", S, HOST_BACKENDS) {
  std::vector<std::string> v;
  for (int i = 0; i < 300; ++i) v.push_back("the string " + std::to_string(i));
  std::vector<int> const begins{200, 0, 50}, sizes{100, 50, 0}, out_begins{50, 0, 0};
  std::vector<std::string> out(150);
  S::run(thrum::segmented_copy, begins.begin(), begins.end(), sizes.begin(), v.begin(), out.begin(),
         out_begins.begin());
  CHECK(std::equal(out.begin(), out.begin() + 50, v.begin()));
  CHECK(std::equal(out.begin() + 50, out.end(), v.begin() + 200));
}
#endif
