// Runs algorithms over more elements than 32 bits can count. None of the elements is in memory.
#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>
#include <atomic>
#include "policies.h"

namespace {

constexpr std::int64_t two_to_32 = std::int64_t{1} << 32;
constexpr std::int64_t n = two_to_32 + 10'007;

struct is_beyond {
  THRUM_HD bool operator()(std::int64_t i) const { return i >= two_to_32; }
};
struct down {
  THRUM_HD std::int64_t operator()(std::int64_t i) const { return n - i; }
};
struct lowest_bit {
  THRUM_HD std::int64_t operator()(std::int64_t i) const { return i & 1; }
};
/// Counts the calls with a number of 2^32 or more.
struct count_beyond {
  int* count;
  THRUM_HD void operator()(std::int64_t i) const {
    if (i < two_to_32) return;
#if defined(__CUDA_ARCH__)
    atomicAdd(count, 1);
#else
    std::atomic_ref<int>(*count).fetch_add(1, std::memory_order_relaxed);
#endif
  }
};

}  // namespace

TEST_CASE_TEMPLATE("more than 2^32 elements", S, MAIN_SYSTEMS) {
  auto const first = thrum::make_counting_iterator(std::int64_t{0});
  auto const last = first + n;
  typename S::template vector<int> count(1, 0);
  CHECK(S::run(thrum::for_each_n, first, n, count_beyond{thrum::raw_pointer_cast(count.data())}) == last);
  CHECK(count[0] == n - two_to_32);
  constexpr auto terms = static_cast<std::uint64_t>(n);
  auto const from_zero = thrum::make_counting_iterator(std::uint64_t{0});
  CHECK(S::run(thrum::reduce, from_zero, from_zero + n) == (terms - 1) / 2 * terms);
  CHECK(S::run(thrum::count_if, first, last, is_beyond{}) == n - two_to_32);
  CHECK(S::run(thrum::find_if, first, last, is_beyond{}) - first == two_to_32);
  CHECK(S::run(thrum::transform_reduce, first, last, lowest_bit{}, std::int64_t{0}, thrum::plus<>{}) == n / 2);
  auto const falling = thrum::make_transform_iterator(first, down{});
  CHECK(S::run(thrum::min_element, falling, falling + n) - falling == n - 1);
}
