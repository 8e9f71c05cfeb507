// Sorts of numbers in the vectors of each level, compared with std::stable_sort: all types, both
// directions, numbers of elements around the sizes of vectors, matrices and partitions.
#include <thrum/detail/base/processor.h>
#include <doctest/doctest.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/functional.h>
#include <thrum/sort.h>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using thrum::detail::vector_level;

/// Patterns of n elements, from any bits to all equal.
template <class T>
std::vector<std::vector<T>> patterns(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<std::vector<T>> all;
  auto const add = [&](auto element) {
    std::vector<T>& x = all.emplace_back(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(element(i));
  };
  using limits = std::numeric_limits<T>;
  add([&](std::size_t) {
    std::uint64_t const bits = random();
    T x;
    std::memcpy(&x, &bits, sizeof x);
    return x == 0 ? T{0} : x;
  });
  add([&](std::size_t) { return random() % 3; });                                     // few distinct
  add([&](std::size_t) { return random() % 16 * 5; });                                // the most that are counted
  add([&](std::size_t) { return random() % 17 * 5; });                                // one more
  add([&](std::size_t i) { return i + 9 == n ? 2 : random() % 4 * 5; });              // a rare one
  add([&](std::size_t) { return 1 << (random() % 31 & random() % 31); });             // skewed
  add([&](std::size_t) { return 7; });                                                // all equal
  add([&](std::size_t) { return random() % 2 ? limits::max() : limits::lowest(); });  // the ends of the range
  add([&](std::size_t) { return random() % 9 ? limits::max() : T{5}; });
  add([&](std::size_t i) { return i ^ 1; });          // nearly in order
  add([&](std::size_t i) { return n - i + i % 3; });  // nearly in the opposite order
  add([&](std::size_t i) { return i / 2; });          // in order
  add([&](std::size_t i) { return i + 1 == n ? 1 : 5 + i; });
  add([&](std::size_t i) { return n - i; });  // in the opposite order
  add([&](std::size_t i) { return i + 1 == n ? n : n - i; });
  add([&](std::size_t i) { return (n - i) / 3; });         // in the opposite order, with equal numbers
  add([&](std::size_t i) { return std::min(i, n - i); });  // organ pipe
  add([&](std::size_t i) { return i % 2 ? i : n - i; });   // both directions
  add([&](std::size_t i) { return i % 64 < 8 ? i : n + random() % 999; });
  if constexpr (std::is_floating_point_v<T>) {
    auto const special = [&](bool both_zeros) {
      T const some[] = {
          limits::quiet_NaN(),       -limits::quiet_NaN(), limits::infinity(), -limits::infinity(), T{0},
          both_zeros ? -T{0} : T{1}, limits::denorm_min(), -limits::max(),     limits::min()};
      return some[random() % 9];
    };
    add([&](std::size_t) {  // none is a NaN or subnormal
      T const some[] = {limits::infinity(), -limits::infinity(), limits::min(),    -limits::min(),
                        2 * limits::min(),  limits::max(),       limits::lowest(), -T{0}};
      return random() % 3 ? some[random() % 8] : static_cast<T>(random()) / 3;
    });
    add([&](std::size_t) { return special(false); });
    add([&](std::size_t) { return special(true); });
    add([&](std::size_t) { return random() % 2 ? -T{0} : T{3}; });
    add([&](std::size_t i) { return i % 2 ? -T{0} : T{0}; });
    add([&](std::size_t i) { return i < n / 2 ? T{1} : i % 2 ? -T{0} : T{0}; });  // in the opposite order
  }
  return all;
}

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class T, class Less>
void check(std::vector<T> const& in, Less less) {
  auto expected = in;
  std::stable_sort(expected.begin(), expected.end(),
                   [](T a, T b) { return thrum::detail::to_radix<Less>(a) < thrum::detail::to_radix<Less>(b); });
  for (vector_level level : {vector_level::none, vector_level::avx2, vector_level::avx512}) {
    CAPTURE(static_cast<int>(level));
    thrum::detail::lowered_vectors const lowered(level);
    auto x = in;
    thrum::sort(thrum::seq, x.begin(), x.end(), less);
    CHECK(same_bits(x, expected));
#if defined(THRUM_WITH_TBB)
    x = in;
    thrum::sort(thrum::tbb::par, x.begin(), x.end(), less);
    CHECK(same_bits(x, expected));
#endif
  }
}

template <class T>
void check_both(std::size_t n) {
  std::size_t pattern = 0;
  for (auto const& in : patterns<T>(n)) {
    CAPTURE(n);
    CAPTURE(pattern++);
    check(in, thrum::less<>{});
    check(in, std::greater<>{});
  }
}

}  // namespace

TEST_CASE_TEMPLATE("numbers are sorted in vectors of any level", T, float, double, std::int32_t, std::uint32_t,
                   std::int64_t, std::uint64_t, long long) {
  for (std::size_t n = 0; n <= 600; ++n)
    if (n < 40 || n % 16 < 2 || n % 16 == 15) check_both<T>(n);
  for (std::size_t n :
       std::initializer_list<std::size_t>{1023, 1024, 1025, 2047, 2048, 2049, 5000, 32767, 32768, 100003})
    check_both<T>(n);
}

#if defined(__x86_64__)
TEST_CASE_TEMPLATE("no number is lost where the processor takes those next to zero for zeros", T, float, double) {
  std::vector<T> in(3000);
  for (std::size_t i = 0; i < in.size(); ++i) {
    auto const k = static_cast<T>(i * 7919 % in.size() + 1);
    in[i] = i % 3 == 0 ? -k : std::numeric_limits<T>::denorm_min() * k;
  }
  auto sorted = in;
  unsigned const mode = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(mode | 0x8040);  // results and operands become zeros
  thrum::sort(thrum::seq, sorted.begin(), sorted.end());
  bool const in_order = std::is_sorted(sorted.begin(), sorted.end());
  __builtin_ia32_ldmxcsr(mode);
  CHECK(in_order);
  std::sort(in.begin(), in.end());
  std::sort(sorted.begin(), sorted.end());
  CHECK(same_bits(sorted, in));
}
#endif

TEST_CASE("a level is lowered while an object exists, and never raised") {
  vector_level const before = thrum::detail::vectors_of_processor();
  {
    thrum::detail::lowered_vectors const lowered(vector_level::none);
    CHECK(thrum::detail::vectors_of_processor() == vector_level::none);
    thrum::detail::lowered_vectors const raised(vector_level::avx512);
    CHECK(thrum::detail::vectors_of_processor() == vector_level::none);
  }
  CHECK(thrum::detail::vectors_of_processor() == before);
}
