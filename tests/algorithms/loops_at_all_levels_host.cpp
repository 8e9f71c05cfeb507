// Element-wise calls, sums, counts, searches, compactions and pipelines with the vectors of every
// processor: the same bits, lengths around those of groups and tiles, functors with a state, and
// functors that throw.
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/adjacent_difference.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/equal.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/inner_product.h>
#include <thrum/lazy.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/replace.h>
#include <thrum/rotate.h>
#include <thrum/run_length.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::vector_level;

constexpr std::size_t lengths[] = {0, 1, 63, 64, 65, 255, 256, 257, 511, 1024, 1025, 16384, 16385, 40000};
constexpr std::size_t beyond_tiles_abreast = 70 * 16384 + 5;

/// Numbers whose products and sums are rounded.
template <class T>
std::vector<T> numbers(std::size_t n, std::uint64_t seed) {
  std::vector<T> v;
  for (std::size_t i = 0; i < n; ++i) {
    auto const x = static_cast<std::int64_t>(random_bits(i + seed) % 200) - 100;
    if constexpr (std::is_floating_point_v<T>) v.push_back(static_cast<T>(x) / T(7));
    else if constexpr (std::is_unsigned_v<T>) v.push_back(static_cast<T>((x + 100) % 11));
    else v.push_back(static_cast<T>(x % 11));
  }
  return v;
}

template <class T>
struct product_and_sum {
  T operator()(T a, T b) const { return static_cast<T>(a * b + a); }
};
template <class T>
struct of_three {
  T operator()(T a, T b, T c) const { return static_cast<T>(a * b - c); }
};
template <class T>
struct is_positive {
  bool operator()(T x) const { return x > T(0); }
};

/// What the calls make, one after the other.
template <class S, class T>
std::vector<T> results(std::size_t n) {
  std::vector<T> const a = numbers<T>(n, 0), b = numbers<T>(n, 1000000), c = numbers<T>(n, 2000000);
  std::vector<T> all, out(n);
  auto const keep = [&](auto end) { all.insert(all.end(), out.begin(), end); };
  auto const keep_number = [&](auto x) { all.push_back(static_cast<T>(x)); };
  S::run(thrum::transform, a.begin(), a.end(), b.begin(), out.begin(), product_and_sum<T>());
  keep(out.end());
  S::run(thrum::transform, out.begin(), out.end(), out.begin(), [](T x) { return static_cast<T>(x + x); });
  keep(out.end());
  S::run(thrum::transform, thrum::inputs(a.begin(), b.begin(), c.begin()), static_cast<std::ptrdiff_t>(n),
         out.begin(), of_three<T>());
  keep(out.end());
  S::run(thrum::adjacent_difference, a.begin(), a.end(), out.begin());
  keep(out.end());
  keep_number(S::run(thrum::reduce, a.begin(), a.end(), T(1)));
  keep_number(S::run(thrum::reduce, a.begin(), a.end(), T(-100), thrum::maximum<T>()));
  keep_number(S::run(thrum::inner_product, a.begin(), a.end(), b.begin(), T(0)));
  keep_number(S::run(
      thrum::transform_reduce, a.begin(), a.end(), [](T x) { return static_cast<T>(x * x + x); }, T(0),
      thrum::plus<T>()));
  auto const positive = S::run(thrum::count_if, a.begin(), a.end(), is_positive<T>());
  CHECK(positive == std::count_if(a.begin(), a.end(), is_positive<T>()));
  CHECK(S::run(thrum::equal, a.begin(), a.end(), a.begin()));
  CHECK(S::run(thrum::find, a.begin(), a.end(), T(111)) == a.end());
  auto const end = S::run(thrum::copy_if, a.begin(), a.end(), out.begin(), is_positive<T>());
  CHECK(end - out.begin() == positive);
  keep(end);
  auto const parts =
      S::run(thrum::partition_copy, a.begin(), a.end(), out.begin(), out.rbegin(), is_positive<T>());
  CHECK(parts.first == end);
  keep(out.end());
  auto const pipeline = a | thrum::lazy::transform([](T x) { return static_cast<T>(x * x + x); }) |
                        thrum::lazy::filter(is_positive<T>());
  keep(pipeline | thrum::lazy::to(S::policy(), out.begin()));
  keep_number(pipeline | thrum::lazy::reduce(S::policy(), T(0)));
  return all;
}

/// Has loops ask for memory ahead, or not, while the object exists.
struct changed_requests {
#if THRUM_HAS_VECTOR_TARGETS
  explicit changed_requests(bool ask) : before(std::exchange(thrum::detail::asks_ahead, ask)) {}
  ~changed_requests() { thrum::detail::asks_ahead = before; }
  changed_requests(changed_requests const&) = delete;
  changed_requests& operator=(changed_requests const&) = delete;
  bool before;
#else
  explicit changed_requests(bool) {}
#endif
};

template <class S, class T>
void check_at_all_levels(std::size_t n) {
  auto const at = [n](vector_level level, bool ask) {
    lowered_vectors const lowered(level);
    changed_requests const requests(ask);
    return results<S, T>(n);
  };
  std::vector<T> const expected = at(vector_level::none, false);
  for (vector_level const level : {vector_level::none, vector_level::avx2, vector_level::avx512}) {
    CAPTURE(static_cast<int>(level));
    std::vector<T> const out = at(level, level != vector_level::avx512);
    REQUIRE(out.size() == expected.size());
    if (n > 0) CHECK(std::memcmp(out.data(), expected.data(), out.size() * sizeof(T)) == 0);
  }
}

}  // namespace

#define NUMBERS \
  std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, float, double

TEST_CASE_TEMPLATE("loops have the same bits with all vectors", T, NUMBERS) {
  for (std::size_t const n : lengths) {
    CAPTURE(n);
    check_at_all_levels<with_seq, T>(n);
    check_at_all_levels<with_pool, T>(n);
  }
  if constexpr (sizeof(T) == 4) check_at_all_levels<with_seq, T>(beyond_tiles_abreast);
}

TEST_CASE("element-wise calls equal a loop with all vectors") {
  for (vector_level const level : {vector_level::none, vector_level::avx2}) {
    lowered_vectors const lowered(level);
    for (std::size_t const n : lengths) {
      CAPTURE(n);
      auto const a = numbers<std::int32_t>(n, 0), b = numbers<std::int32_t>(n, 1000000);
      std::vector<std::int32_t> expected(n), out(n);
      std::transform(a.begin(), a.end(), b.begin(), expected.begin(), product_and_sum<std::int32_t>());
      thrum::transform(thrum::seq, a.begin(), a.end(), b.begin(), out.begin(), product_and_sum<std::int32_t>());
      CHECK(out == expected);
      out = b;
      thrum::transform(thrum::seq, a.begin(), a.end(), out.begin(), out.begin(), product_and_sum<std::int32_t>());
      CHECK(out == expected);
      CHECK(thrum::find(thrum::seq, a.begin(), a.end(), 7) == std::find(a.begin(), a.end(), 7));
      CHECK(thrum::count(thrum::seq, a.begin(), a.end(), 7) == std::count(a.begin(), a.end(), 7));
    }
  }
}

namespace {

/// Stores and changes n numbers that begin `offset` numbers after a line of the cache, and checks
/// each number and its neighbours outside.
template <class S, class T>
void check_lines(std::ptrdiff_t offset, std::ptrdiff_t n) {
  struct alignas(64) line {
    char bytes[64];
  };
  constexpr std::ptrdiff_t numbers_of_line = 64 / sizeof(T);
  std::vector<line> memory(static_cast<std::size_t>((offset + n) / numbers_of_line + 2));
  T* const begin = reinterpret_cast<T*>(memory.data());
  T* const out = begin + offset;
  T const outside = T(77);
  std::vector<T> const in = numbers<T>(static_cast<std::size_t>(n), 0);
  auto const check = [&](auto expected, auto call) {
    std::fill(begin, out + n + 1, outside);
    call();
    std::ptrdiff_t wrong = out[n] == outside ? 0 : 1;
    for (std::ptrdiff_t i = 0; i < offset; ++i) wrong += begin[i] == outside ? 0 : 1;
    for (std::ptrdiff_t i = 0; i < n; ++i) wrong += out[i] == expected(i) ? 0 : 1;
    CHECK(wrong == 0);
  };
  auto const element = [&](std::ptrdiff_t i) { return in[static_cast<std::size_t>(i)]; };
  auto const plus_two = [](T x) { return static_cast<T>(x + T(2)); };
  check([&](auto i) { return plus_two(element(i)); },
        [&] { S::run(thrum::transform, in.begin(), in.end(), out, plus_two); });
  check([&](auto) { return plus_two(outside); },
        [&] { S::run(thrum::for_each, out, out + n, [](T& x) { x = static_cast<T>(x + T(2)); }); });
  check([](auto) { return T(3); }, [&] { S::run(thrum::fill, out, out + n, T(3)); });
  check([](auto i) { return static_cast<T>(i + 5); }, [&] { S::run(thrum::sequence, out, out + n, 5); });
  check([&](auto) { return T(9); },
        [&] { S::run(thrum::replace_if, out, out + n, [](T x) { return x == T(77); }, T(9)); });
  check([&](auto i) { return i == 0 ? element(0) : static_cast<T>(element(i) - element(i - 1)); },
        [&] { S::run(thrum::adjacent_difference, in.begin(), in.end(), out); });
}

}  // namespace

TEST_CASE_TEMPLATE("numbers are stored wherever in a line they begin", T, NUMBERS) {
  constexpr auto width = static_cast<std::ptrdiff_t>(sizeof(T));
  constexpr std::ptrdiff_t least = thrum::detail::least_bytes_in_lines / width;
  for (vector_level const level : {vector_level::none, vector_level::avx2}) {
    lowered_vectors const lowered(level);
    for (std::ptrdiff_t offset = 0; offset < 64 / width; offset += 64 / width > 16 ? 5 : 1) {
      CAPTURE(offset);
      for (std::ptrdiff_t const n : {std::ptrdiff_t{2}, least - 1, least, least + 1, least + 200}) {
        CAPTURE(n);
        check_lines<with_seq, T>(offset, n);
        check_lines<with_pool, T>(offset, n);
      }
    }
  }
}

TEST_CASE("a functor of seq keeps its state from call to call with all vectors") {
  for (vector_level const level : {vector_level::none, vector_level::avx2}) {
    lowered_vectors const lowered(level);
    std::vector<std::int32_t> const ones(3000, 1);
    std::vector<std::int32_t> out(ones.size());
    thrum::transform(thrum::seq, ones.begin(), ones.end(), out.begin(),
                     [calls = 0](std::int32_t x) mutable { return x + calls++; });
    for (std::size_t i = 0; i < out.size(); ++i) REQUIRE(out[i] == static_cast<std::int32_t>(i) + 1);
    thrum::for_each(thrum::seq, out.begin(), out.end(), [calls = 0](std::int32_t& x) mutable { x += calls++; });
    for (std::size_t i = 0; i < out.size(); ++i) REQUIRE(out[i] == 2 * static_cast<std::int32_t>(i) + 1);
  }
}

TEST_CASE("what functors of seq count in an array is not lost with all vectors") {
  for (vector_level const level : {vector_level::none, vector_level::avx2}) {
    lowered_vectors const lowered(level);
    for (std::size_t const n : {std::size_t{1000}, std::size_t{32768}, beyond_tiles_abreast}) {
      CAPTURE(n);
      std::vector<std::uint32_t> in(n), out(n);
      for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(random_bits(i));
      std::uint32_t calls[16] = {};
      auto const counted = [&](std::uint32_t x) {
        ++calls[x % 16];
        return x;
      };
      auto const accept = [&](std::uint32_t x) { return counted(x) % 2 == 0; };
      auto const made = [&] {
        std::size_t all = 0;
        for (std::uint32_t& count : calls) all += std::exchange(count, 0);
        return all;
      };
      thrum::transform(thrum::seq, in.begin(), in.end(), out.begin(), counted);
      CHECK(made() == n);
      CHECK(out == in);
      thrum::transform_reduce(thrum::seq, in.begin(), in.end(), counted, 0U, thrum::plus<>());
      CHECK(made() == n);
      thrum::reduce(thrum::seq, in.begin(), in.end(), 0U,
                    [&](std::uint32_t a, std::uint32_t b) { return a + counted(b); });
      CHECK(made() == n);
      thrum::count_if(thrum::seq, in.begin(), in.end(), accept);
      CHECK(made() == n);
      thrum::copy_if(thrum::seq, in.begin(), in.end(), out.begin(), accept);
      CHECK(made() == n);
      in | thrum::lazy::transform(counted) | thrum::lazy::filter(is_positive<std::uint32_t>()) |
          thrum::lazy::reduce(thrum::seq, 0U);
      CHECK(made() == n);
    }
  }
}

TEST_CASE("volatile elements are read and written") {
  std::vector<int> numbers(1000, 2);
  int volatile* const first = numbers.data();
  thrum::transform(thrum::seq, first, first + 1000, first, [](int x) { return 3 * x; });
  CHECK(thrum::reduce(thrum::seq, first, first + 1000, 0) == 6000);
  int const value = 5, count = 1000;
  thrum::run_length_decode(thrum::seq, &value, &value + 1, &count, first);
  CHECK(thrum::reduce(thrum::seq, first, first + 1000, 0) == 5000);
  numbers.resize(3000);
  int volatile* const many = numbers.data();
  thrum::sequence(thrum::seq, many, many + 3000);
  thrum::for_each(thrum::seq, many, many + 3000, [](int volatile& x) { x = x + 1; });
  thrum::rotate(thrum::seq, many, many + 1000, many + 3000);
  for (int i = 0; i < 3000; ++i) REQUIRE(many[i] == (i + 1000) % 3000 + 1);
}

TEST_CASE("what a functor throws leaves a loop with all vectors") {
  for (vector_level const level : {vector_level::none, vector_level::avx2}) {
    lowered_vectors const lowered(level);
    for (std::int32_t const at : {0, 64, 300, 999}) {
      std::vector<std::int32_t> in(1000), out(1000);
      for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::int32_t>(i);
      auto const throws = [at](std::int32_t x) {
        if (x == at) throw std::runtime_error("at");
        return x > 0;
      };
      CHECK_THROWS_AS(thrum::transform(thrum::seq, in.begin(), in.end(), out.begin(), throws), std::runtime_error);
      CHECK_THROWS_AS(thrum::count_if(thrum::seq, in.begin(), in.end(), throws), std::runtime_error);
      CHECK_THROWS_AS(thrum::for_each(thrum::seq, in.begin(), in.end(), throws), std::runtime_error);
      CHECK_THROWS_AS(thrum::copy_if(with_pool::policy(), in.begin(), in.end(), out.begin(), throws),
                      std::runtime_error);
      CHECK_THROWS_AS(in | thrum::lazy::transform(throws) | thrum::lazy::reduce(thrum::seq, 0),
                      std::runtime_error);
    }
  }
}
