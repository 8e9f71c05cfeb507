// Random engines and distributions: compares numbers with those of the standard and of papers, and
// the others with their expectations. All seeds are fixed, so that the tests of distributions
// cannot fail by chance.
#include <thrum/random.h>
#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include "policies.h"

namespace {

template <class E>
auto ten_thousandth() {
  E e;
  for (int i = 0; i < 9999; ++i) e();
  return e();
}

/// The words of a key, as a seed sequence generates them.
struct given_words {
  std::vector<std::uint32_t> words;
  template <class I>
  void generate(I first, I last) const {
    CHECK(last - first == static_cast<std::ptrdiff_t>(words.size()));
    std::copy(words.begin(), words.end(), first);
  }
};

/// Returns a block of philox with this key, the least significant 32 bits first, and this counter,
/// its most significant word first.
template <class E>
std::vector<typename E::result_type> philox_block(
    std::vector<std::uint32_t> key, std::array<typename E::result_type, E::word_count> const& counter) {
  given_words words{std::move(key)};
  E e(words);
  e.set_counter(counter);
  std::vector<typename E::result_type> block(E::word_count);
  for (auto& x : block) x = e();
  return block;
}

using philox2x32 = thrum::philox_engine<std::uint32_t, 32, 2, 10, 0xD256D193, 0x9E3779B9>;
using philox2x64 = thrum::philox_engine<std::uint64_t, 64, 2, 10, 0xD2B74407B1CE6E93, 0x9E3779B97F4A7C15>;

/// An engine of few values, whose bounds are data members.
struct die {
  using result_type = int;
  static constexpr int min = 1;
  static constexpr int max = 6;
  thrum::minstd_rand source;
  int operator()() { return 1 + static_cast<int>((source() - 1) / 357'913'941U); }
};

/// A range that is small enough to count each number.
template <std::uint32_t Last>
struct counting_up {
  using result_type = std::uint32_t;
  static constexpr std::uint32_t min() { return 0; }
  static constexpr std::uint32_t max() { return Last; }
  std::uint32_t next = 0;
  std::uint32_t operator()() { return next > Last ? next = 1, 0 : next++; }
};

template <class T>
T after_text(T const& x, T other) {
  std::stringstream text;
  text << x;
  text >> other;
  CHECK(text);
  CHECK(text.eof());
  return other;
}

/// Returns Pearson's statistic of counts that ought to be equal, in standard deviations from its
/// expectation.
double deviation(std::vector<int> const& counts) {
  double const expected = std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (int const c : counts) sum += (c - expected) * (c - expected) / expected;
  double const degrees = static_cast<double>(counts.size()) - 1;
  return (sum - degrees) / std::sqrt(2 * degrees);
}

}  // namespace

TEST_CASE("the 10000th numbers of the engines") {
  CHECK(ten_thousandth<thrum::minstd_rand0>() == 1043618065U);
  CHECK(ten_thousandth<thrum::minstd_rand>() == 399268537U);
  CHECK(ten_thousandth<thrum::default_random_engine>() == 399268537U);
  CHECK(ten_thousandth<thrum::ranlux24_base>() == 7937952U);
  CHECK(ten_thousandth<thrum::ranlux48_base>() == 61839128582725U);
  CHECK(ten_thousandth<thrum::ranlux24>() == 9901578U);
  CHECK(ten_thousandth<thrum::ranlux48>() == 249142670248501U);
  CHECK(ten_thousandth<thrum::taus88>() == 3535848941U);
  CHECK(ten_thousandth<thrum::philox4x32>() == 1955073260U);
  CHECK(ten_thousandth<thrum::philox4x64>() == 3409172418970261260U);
}

TEST_CASE("the known answers of Philox") {
  using w32 = std::vector<std::uint32_t>;
  using w64 = std::vector<std::uint64_t>;
  std::uint32_t const f = ~0U;
  std::uint64_t const g = ~0ULL;
  CHECK(philox_block<philox2x32>({0}, {0, 0}) == w32{0xff1dae59, 0x6cd10df2});
  CHECK(philox_block<philox2x32>({f}, {f, f}) == w32{0x2c3f628b, 0xab4fd7ad});
  CHECK(philox_block<philox2x32>({0x13198a2e}, {0x85a308d3, 0x243f6a88}) == w32{0xdd7ce038, 0xf62a4c12});
  CHECK(philox_block<thrum::philox4x32>({0, 0}, {0, 0, 0, 0}) ==
        w32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox_block<thrum::philox4x32>({f, f}, {f, f, f, f}) ==
        w32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox_block<thrum::philox4x32>({0xa4093822, 0x299f31d0},
                                        {0x03707344, 0x13198a2e, 0x85a308d3, 0x243f6a88}) ==
        w32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
  CHECK(philox_block<philox2x64>({0, 0}, {0, 0}) == w64{0xca00a0459843d731, 0x66c24222c9a845b5});
  CHECK(philox_block<philox2x64>({f, f}, {g, g}) == w64{0x65b021d60cd8310f, 0x4d02f3222f86df20});
  CHECK(philox_block<philox2x64>({0x299f31d0, 0xa4093822}, {0x13198a2e03707344, 0x243f6a8885a308d3}) ==
        w64{0x0a5e742c2997341c, 0xb0f883d38000de5d});
  CHECK(philox_block<thrum::philox4x64>({0, 0, 0, 0}, {0, 0, 0, 0}) ==
        w64{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b});
  CHECK(philox_block<thrum::philox4x64>({f, f, f, f}, {g, g, g, g}) ==
        w64{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0});
  CHECK(philox_block<thrum::philox4x64>(
            {0x38d01377, 0x452821e6, 0x34e90c6c, 0xbe5466cf},
            {0x082efa98ec4e6c89, 0xa4093822299f31d0, 0x13198a2e03707344, 0x243f6a8885a308d3}) ==
        w64{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6});
  CHECK(thrum::philox4x32::multipliers == std::array<std::uint32_t, 2>{0xCD9E8D57, 0xD2511F53});
  CHECK(thrum::philox4x64::round_consts == std::array<std::uint64_t, 2>{0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B});
}

TEST_CASE("the counter of Philox carries, and jumps from one word to the next") {
  thrum::philox4x32 a(7), b(7);
  a.set_counter({0, 0, 0, ~0U});
  b.set_counter({0, 0, 1, 0});
  a.discard(4);
  CHECK(a() == b());
  a.set_counter({~0U, ~0U, ~0U, ~0U});
  a.discard(4);
  CHECK(a() == thrum::philox4x32(7)());
  // Jumps over 2^64 - 1 numbers and some more, in one jump and in many.
  thrum::philox4x32 c(7), d(7);
  c.discard(~0ULL);
  for (int i = 0; i < 15; ++i) d.discard(~0ULL / 15);
  CHECK(c == d);
  CHECK(c() == d());
  thrum::philox4x64 e(7), h(7);
  e.set_counter({0, 0, 0, ~0ULL});
  h.set_counter({0, 0, 1, 0});
  e.discard(4);
  CHECK(e() == h());
  CHECK(e != thrum::philox4x64(7));
  // The word has fewer bits than its type.
  using narrow = thrum::philox_engine<std::uint64_t, 20, 4, 10, 0xE8D57, 0x779B9, 0x11F53, 0x7AE85>;
  narrow small, large;
  for (int i = 0; i < 1000; ++i) CHECK(small() <= narrow::max());
  small.discard(1ULL << 40);
  large.discard(1000);
  large.discard((1ULL << 40) - 3);
  for (int i = 0; i < 3; ++i) large();
  CHECK(small == large);
}

// The numbers of the authors' C program, version 1.0, from the state 1, 2, and after its jump and
// its long_jump.
TEST_CASE("the known answers of xoroshiro128+") {
  thrum::xoroshiro128p g(1, 2);
  for (std::uint64_t const number : {3ULL, 412333834243ULL, 2360170716294286339ULL, 9295852285959843169ULL,
                                     2797080929874688578ULL, 6019711933173041966ULL, 3076529664176959358ULL,
                                     3521761819100106140ULL, 7493067640054542992ULL, 920801338098114767ULL}) {
    CHECK(g() == number);
  }
  thrum::xoroshiro128p near(1, 2), far(1, 2);
  near.jump();
  for (std::uint64_t const number : {16863749256561482023ULL, 15988492901402843592ULL, 16860311396414380700ULL}) {
    CHECK(near() == number);
  }
  far.jump(1ULL << 32);
  for (std::uint64_t const number : {7459827119013173373ULL, 16629812729731364797ULL, 17067482968129184606ULL}) {
    CHECK(far() == number);
  }
  // The first numbers of SplitMix64 with the seeds 0 and 1234567.
  CHECK(thrum::xoroshiro128p(0) == thrum::xoroshiro128p(0xe220a8397b1dcdafULL, 0x6e789e6aa1b965f4ULL));
  CHECK(thrum::xoroshiro128p(1234567) == thrum::xoroshiro128p(6457827717110365317ULL, 3203168211198807973ULL));
}

TEST_CASE("jumps of xoroshiro128+") {
  thrum::xoroshiro128p once(5), in_parts(5);
  once.discard(~0ULL);
  once();
  in_parts.jump();
  CHECK(once == in_parts);
  // Jumps across the limit from which a jump is computed.
  for (unsigned long long const z : {4095ULL, 4096ULL, 4097ULL, 100'000ULL}) {
    thrum::xoroshiro128p stepped(6), jumped(6);
    for (unsigned long long i = 0; i < z; ++i) stepped();
    jumped.discard(z);
    CHECK(stepped == jumped);
  }
  thrum::xoroshiro128p many(7), walked(7);
  many.jump(0);
  CHECK(many == walked);
  many.jump(11);
  for (int i = 0; i < 11; ++i) walked.jump();
  CHECK(many == walked);
  // After all 2^128 - 1 numbers the state is the initial one.
  for (int i = 0; i < 2; ++i) many.jump(1ULL << 63);
  walked.discard(1);
  CHECK(many == walked);
  // A state of zeros would stay zero.
  CHECK(thrum::xoroshiro128p(0, 0) == thrum::xoroshiro128p());
  given_words words{{1, 0, 2, 0}};
  CHECK(thrum::xoroshiro128p(words) == thrum::xoroshiro128p(1, 2));
}

TEST_CASE_TEMPLATE("an engine", E, thrum::minstd_rand0, thrum::minstd_rand, thrum::ranlux24_base,
                   thrum::ranlux48_base, thrum::ranlux24, thrum::ranlux48, thrum::taus88, thrum::philox4x32,
                   thrum::philox4x64, philox2x32, thrum::xoroshiro128p) {
  static_assert(std::uniform_random_bit_generator<E>);
  static_assert(std::regular<E>);
  // Both ways to write the bounds.
  constexpr typename E::result_type low = E::min, high = E::max;
  static_assert(low == E::min() && high == E::max());
  for (unsigned z : {0U, 1U, 2U, 3U, 4U, 7U, 22U, 23U, 24U, 200U, 1000U, 4999U}) {
    for (unsigned before = 0; before < 13; before += 3) {
      E stepped, jumped;
      for (unsigned i = 0; i < before; ++i) {
        stepped();
        jumped();
      }
      for (unsigned i = 0; i < z; ++i) stepped();
      jumped.discard(z);
      CHECK(stepped == jumped);
      E const read = after_text(stepped, E(99));
      CHECK(read == stepped);
      E copy = read;
      for (int i = 0; i < 50; ++i) CHECK(copy() == jumped());
      CHECK(copy != stepped);
    }
  }
  E other(4711), same;
  CHECK(other != same);
  same.seed(4711);
  CHECK(other == same);
  other();
  CHECK(other != same);
  other.seed();
  CHECK(other == E());
  // A failed read changes nothing.
  std::stringstream text("no engine");
  E kept(3);
  text >> kept;
  CHECK(text.fail());
  CHECK(kept == E(3));
  std::wstringstream wide;
  wide << kept;
  wide >> other;
  CHECK(other == kept);
}

TEST_CASE("the engines of the standard") {
  auto const check = [](auto ours, auto theirs) {
    for (unsigned const seed : {0U, 1U, 2U, 20U, 2147483563U, 2147483647U, 4294967295U}) {
      ours.seed(static_cast<typename decltype(ours)::result_type>(seed));
      theirs.seed(static_cast<typename decltype(theirs)::result_type>(seed));
      bool same = true;
      for (int i = 0; i < 1000; ++i) same &= ours() == theirs();
      CHECK(same);
      ours.discard(12345);
      theirs.discard(12345);
      CHECK(ours() == theirs());
    }
    CHECK(ours.min() == theirs.min());
    CHECK(ours.max() == theirs.max());
  };
  check(thrum::minstd_rand0(), std::minstd_rand0());
  check(thrum::minstd_rand(), std::minstd_rand());
  check(thrum::ranlux24_base(), std::ranlux24_base());
  check(thrum::ranlux48_base(), std::ranlux48_base());
  check(thrum::ranlux24(), std::ranlux24());
  check(thrum::ranlux48(), std::ranlux48());
  constexpr std::uint64_t a = 6364136223846793005U, c = 1442695040888963407U, m = (1ULL << 63) - 25;
  check(thrum::linear_congruential_engine<std::uint64_t, a, c, 0>(),
        std::linear_congruential_engine<std::uint64_t, a, c, 0>());
  check(thrum::linear_congruential_engine<std::uint64_t, a, c, m>(),
        std::linear_congruential_engine<std::uint64_t, a, c, m>());
  check(thrum::linear_congruential_engine<std::uint16_t, 17, 5, 1000>(),
        std::linear_congruential_engine<std::uint16_t, 17, 5, 1000>());
}

TEST_CASE("discard jumps") {
  // The period of minstd_rand is 2^31 - 2.
  thrum::minstd_rand e(5);
  e.discard((1ULL << 31) - 2);
  CHECK(e == thrum::minstd_rand(5));
  e.discard(((1ULL << 31) - 2) * 8'000'000'000U + 3);
  thrum::minstd_rand f(5);
  f.discard(3);
  CHECK(e == f);
  // Blocks of an engine that jumps.
  thrum::discard_block_engine<thrum::minstd_rand, 7, 3> g, h;
  g.discard(3'000'000'000'000'000'000U);
  thrum::minstd_rand base;
  base.discard(6'999'999'999'999'999'996U);  // the last 4 numbers of the last block are not yet discarded
  CHECK(g.base() == base);
  h.discard(3);
  CHECK(h() != g());
}

TEST_CASE("a shift register that would stand still is not empty") {
  using shifts = thrum::linear_feedback_shift_engine<std::uint32_t, 32, 28, 3, 17>;
  shifts e(3);
  CHECK(e != shifts(0));
  std::uint32_t bits = 0;
  for (int i = 0; i < 10; ++i) bits |= e();
  CHECK(bits > 0xFFFF);
  CHECK(thrum::taus88(1)() != thrum::taus88(100)());
}

TEST_CASE("the greatest exclusive or") {
  for (std::uint64_t a = 0; a < 20; ++a) {
    for (std::uint64_t b = 0; b < 20; ++b) {
      for (std::size_t s = 0; s < 9; ++s) {
        std::uint64_t greatest = 0;
        for (std::uint64_t x = 0; x <= a; ++x) {
          for (std::uint64_t y = 0; y <= b; ++y) greatest = std::max(greatest, (x << (s / 3)) ^ (y << (s % 3)));
        }
        CHECK(thrum::detail::greatest_xor(a, s / 3, b, s % 3) == greatest);
      }
    }
  }
  CHECK(thrum::taus88::max() == 0xFFFFFFFFU);
  using shifted = thrum::xor_combine_engine<thrum::ranlux24, 8, thrum::minstd_rand0, 1>;
  static_assert(std::same_as<shifted::result_type, std::uint32_t>);
  thrum::ranlux24 x(3);
  thrum::minstd_rand0 y(3);
  shifted e(3);
  for (int i = 0; i < 9; ++i) CHECK(e() == ((x() << 8) ^ ((y() - 1) << 1)));
  CHECK(e.base1() == x);
  CHECK(e.base2() == y);
  CHECK(e == shifted(x, y));
}

TEST_CASE("words out of engines of any range are equally likely") {
  counting_up<255> bytes;
  for (std::uint32_t i = 0; i < 256; ++i) {
    CHECK(thrum::detail::random_word_32(bytes) == (4 * i % 256) * 0x1010101U + 0x00010203U);
  }
  // 6^13 is 3.04 times 2^32: each word gives three numbers of the die, and the remainder is drawn
  // again.
  static_assert(thrum::detail::calls_for_32_bits(6).values >> 32 == 3);
  die six{thrum::minstd_rand(4)};
  std::vector<int> upper(256), lower(256);
  for (int i = 0; i < 100'000; ++i) {
    std::uint64_t const word = thrum::detail::random_word_64(six);
    ++upper[word >> 56];
    ++lower[word & 255];
  }
  CHECK(std::abs(deviation(upper)) < 3);
  CHECK(std::abs(deviation(lower)) < 3);
}

TEST_CASE_TEMPLATE("uniform integers", G, thrum::minstd_rand, thrum::ranlux48, thrum::philox4x32, std::mt19937_64,
                   die) {
  G g{};
  thrum::portable_uniform_int_distribution<int> const d(-3, 6);
  std::vector<int> counts(10);
  for (int i = 0; i < 50'000; ++i) {
    ++counts.at(static_cast<std::size_t>(d(g) + 3));
  }
  CHECK(std::abs(deviation(counts)) < 3);
  // The expectation is three quarters of all words; a remainder would make the first third twice as
  // likely.
  thrum::portable_uniform_int_distribution<std::uint32_t> const wide(0, 0xBFFFFFFF);
  thrum::portable_uniform_int_distribution<std::int64_t> const wider(std::numeric_limits<std::int64_t>::min(),
                                                                     0x3FFFFFFFFFFFFFFF);
  counts.assign(12, 0);
  std::vector<int> wider_counts(12);
  for (int i = 0; i < 50'000; ++i) {
    ++counts[wide(g) >> 28];
    ++wider_counts[static_cast<std::size_t>((wider(g) >> 60) + 8)];
  }
  CHECK(std::abs(deviation(counts)) < 3);
  CHECK(std::abs(deviation(wider_counts)) < 3);
}

TEST_CASE_TEMPLATE("uniform integers of a type", T, signed char, unsigned char, short, int, unsigned, long long,
                   unsigned long long) {
  using limits = std::numeric_limits<T>;
  thrum::philox4x32 g;
  thrum::portable_uniform_int_distribution<T> const all(limits::min(), limits::max()),
      one(limits::max(), limits::max());
  std::vector<int> counts(16);
  bool only_one = true;
  for (int i = 0; i < 20'000; ++i) {
    auto const x = static_cast<unsigned long long>(all(g)) - static_cast<unsigned long long>(limits::min());
    ++counts[x >> (8 * sizeof(T) - 4)];
    only_one &= one(g) == limits::max();
  }
  CHECK(only_one);
  CHECK(std::abs(deviation(counts)) < 3);
  CHECK(thrum::portable_uniform_int_distribution<T>().a() == 0);
  CHECK(thrum::portable_uniform_int_distribution<T>().b() == limits::max());
  CHECK(after_text(all, one) == all);
  CHECK(after_text(one, all).param() == thrum::make_pair(limits::max(), limits::max()));
}

TEST_CASE_TEMPLATE("uniform reals", R, float, double) {
  thrum::philox4x32 g(3);
  thrum::portable_uniform_real_distribution<R> const d(R(-2), R(3));
  std::vector<int> counts(50);
  double sum = 0;
  bool inside = true;
  for (int i = 0; i < 100'000; ++i) {
    R const x = d(g);
    inside &= x >= R(-2) && x < R(3);
    ++counts.at(static_cast<std::size_t>((x + 2) * 10));
    sum += x;
  }
  CHECK(inside);
  CHECK(std::abs(deviation(counts)) < 3);
  CHECK(sum / 100'000 == doctest::Approx(0.5).epsilon(0.01));
  // If [a, b) has few numbers, most sums round up to b.
  R const above = std::nextafter(R(1), R(2)), below = std::nextafter(R(-1), R(0));
  R const least = std::numeric_limits<R>::denorm_min();
  thrum::portable_uniform_real_distribution<R> const narrow(R(1), above), across(R(-1), below),
      to_zero(-least, R(0)), empty(R(7), R(7));
  for (int i = 0; i < 100; ++i) {
    CHECK(narrow(g) == R(1));
    CHECK(across(g) == R(-1));
    CHECK(to_zero(g) == -least);
    CHECK(empty(g) == R(7));
  }
  // The greatest word gives the least number.
  struct last {
    static constexpr std::uint64_t min() { return 0; }
    static constexpr std::uint64_t max() { return ~0ULL; }
    std::uint64_t operator()() { return ~0ULL; }
  } greatest;
  CHECK(thrum::portable_uniform_real_distribution<R>()(greatest) == std::nextafter(R(1), R(0)));
  CHECK(after_text(d, narrow) == d);
  CHECK(after_text(narrow, d).b() == above);
  thrum::philox4x32 h = g;
  CHECK(d(g) == empty(h, d.param()));
  CHECK(d.min() == R(-2));
  CHECK(d.max() == R(3));
}

TEST_CASE_TEMPLATE("normal and exponential numbers", R, float, double) {
  thrum::philox4x64 g(11);
  thrum::portable_normal_distribution<R> normal(R(3), R(2));
  thrum::exponential_distribution<R> exponential(R(4));
  constexpr int n = 200'000;
  // The distribution functions map the numbers to uniform ones.
  std::vector<int> normals(64), exponentials(64);
  double mean = 0, square = 0, fourth = 0, sum = 0;
  bool positive = true;
  for (int i = 0; i < n; ++i) {
    double const x = (normal(g) - 3.) / 2, y = exponential(g) * 4.;
    positive &= y > 0;
    mean += x / n;
    square += x * x / n;
    fourth += x * x * x * x / n;
    sum += y / n;
    ++normals[static_cast<std::size_t>(64 * std::erfc(-x / std::sqrt(2.)) / 2)];
    ++exponentials[static_cast<std::size_t>(64 * std::exp(-y))];
  }
  CHECK(positive);
  CHECK(std::abs(deviation(normals)) < 3);
  CHECK(std::abs(deviation(exponentials)) < 3);
  CHECK(std::abs(mean) < 0.007);
  CHECK(square == doctest::Approx(1).epsilon(0.01));
  CHECK(fourth == doctest::Approx(3).epsilon(0.03));
  CHECK(sum == doctest::Approx(1).epsilon(0.01));

  CHECK(normal.mean() == 3);
  CHECK(normal.stddev() == 2);
  CHECK(normal.min() == -std::numeric_limits<R>::infinity());
  CHECK(after_text(normal, thrum::portable_normal_distribution<R>()) == normal);
  normal.param(thrum::make_pair(R(1) / 3, R(1) / 7));
  CHECK(after_text(normal, thrum::portable_normal_distribution<R>()) == normal);
  CHECK(exponential.lambda() == 4);
  using parameter = typename thrum::exponential_distribution<R>::param_type;
  exponential.param(parameter(R(1) / 3));
  CHECK(after_text(exponential, thrum::exponential_distribution<R>()) == exponential);
  // The call passes its own parameters.
  thrum::philox4x64 h = g;
  CHECK(normal(g, thrum::make_pair(R(0), R(2))) == 2 * thrum::portable_normal_distribution<R>()(h));
  CHECK(exponential(g, parameter(1)) == thrum::exponential_distribution<R>()(h));
}

TEST_CASE("quantiles and logarithms against the standard's functions") {
  using thrum::detail::minus_log_of_fraction;
  using thrum::detail::normal_quantile;
  double log_error = 0, log_error_f = 0, error = 0, error_f = 0;
  thrum::philox4x64 g;
  bool right_side = true;
  for (int i = 0; i < 50'000; ++i) {
    // Fractions of all magnitudes, close to 0 and to 1.
    std::uint64_t const m = g() >> (i % 64), k = i & 64 ? ~m : m;
    long double const part = (static_cast<long double>(m) + 0.5L) / 18446744073709551616.0L;
    long double const log = k == m ? -std::log(part) : -std::log1p(-part);
    log_error = std::max(log_error, static_cast<double>(std::abs(minus_log_of_fraction<double>(k) / log - 1)));
    auto const k32 = static_cast<std::uint32_t>(k >> 32);
    double const part_f = (k32 + 0.5) / 4294967296.0;
    log_error_f = std::max(log_error_f, std::abs(minus_log_of_fraction<float>(k32) / -std::log(part_f) - 1));
    // The error of the quantile is the error of the probability divided by the density.
    auto const off = [](auto x, auto probability, auto pi) {
      auto const density = std::exp(-x * x / 2) / std::sqrt(2 * pi);
      return static_cast<double>(
          std::abs((std::erfc(x / std::sqrt(decltype(x)(2))) / 2 - probability) / density / x));
    };
    bool const lower = k < 1ULL << 63;
    auto const q = static_cast<long double>(normal_quantile<double>(k));
    right_side &= (q < 0) == lower;
    auto const tail = (static_cast<long double>(lower ? k : ~k) + 0.5L) / 18446744073709551616.0L;
    error = std::max(error, off(std::abs(q), tail, 3.14159265358979323846L));
    double const q32 = normal_quantile<float>(k32);
    error_f = std::max(error_f, off(std::abs(q32), lower ? part_f : 1 - part_f, 3.14159265358979323846));
  }
  CHECK(right_side);
  CHECK(log_error < 7e-16);
  CHECK(log_error_f < 4e-7);
  CHECK(error < 1e-15);
  CHECK(error_f < 6e-7);
  // A seed gives the same bits, and so the same numbers, with every compiler and with any compiler
  // flags.
  std::uint64_t bits = 0;
  thrum::portable_normal_distribution<double> normal(0.1, 0.3);
  thrum::portable_normal_distribution<float> normal_f(0.1F, 0.3F);
  thrum::exponential_distribution<double> exponential(0.7);
  thrum::portable_uniform_real_distribution<float> uniform_f(0.1F, 0.7F);
  thrum::portable_uniform_real_distribution<double> uniform(0.1, 0.7);
  thrum::portable_uniform_int_distribution<int> die(1, 6);
  thrum::philox4x32 h;
  for (int i = 0; i < 100'000; ++i) {
    for (double const x :
         {normal(h), double{normal_f(h)}, exponential(h), double{uniform_f(h)}, uniform(h), double(die(h))})
      bits = bits * 31 + __builtin_bit_cast(std::uint64_t, x);
  }
  CHECK(bits == 12160363926012777432U);
}

TEST_CASE("true with a probability") {
  thrum::minstd_rand g;
  thrum::bernoulli_distribution d(0.3), never(0), always(1);
  int count = 0;
  bool certain = true;
  for (int i = 0; i < 100'000; ++i) {
    count += d(g);
    certain &= !never(g) && always(g);
  }
  CHECK(certain);
  CHECK(std::abs(count - 30'000) < 3 * 145);
  CHECK(after_text(d, never) == d);
  d.param(thrum::bernoulli_distribution::param_type(1));
  CHECK(d == always);
  CHECK(d(g, never.param()) == false);
}

namespace {

/// Returns a sum over the bits of 1000 numbers.
template <class Word, class D, class G>
std::uint64_t bits_of_numbers(D distribution, G engine) {
  std::uint64_t sum = 0;
  for (int i = 0; i < 1000; ++i) {
    auto const x = distribution(engine);
    Word word;
    static_assert(sizeof(word) == sizeof(x));
    std::memcpy(&word, &x, sizeof(word));
    sum = (sum ^ word) * 1099511628211U;
  }
  return sum;
}

}  // namespace

TEST_CASE("the numbers of Thrust's distributions") {
  thrum::minstd_rand const engine(12345);
  thrum::taus88 const taus(12345);
  CHECK(bits_of_numbers<std::uint32_t>(thrum::uniform_int_distribution<int>(1, 6), engine) == 0xD5E1F05B79A756CAU);
  CHECK(bits_of_numbers<std::uint32_t>(thrum::uniform_int_distribution<int>(-1000, 1000), taus) ==
        0xD956D9E279D28B75U);
  CHECK(bits_of_numbers<std::uint64_t>(thrum::uniform_int_distribution<long>(-5000000000, 5000000000), engine) ==
        0x6AE94C1D19285808U);
  CHECK(bits_of_numbers<std::uint8_t>(thrum::uniform_int_distribution<unsigned char>(10, 200), taus) ==
        0xC5F2C9B75D1D582BU);
  CHECK(bits_of_numbers<std::uint32_t>(thrum::uniform_real_distribution<float>(), engine) == 0x5323BF0791C74CC5U);
  CHECK(bits_of_numbers<std::uint32_t>(thrum::uniform_real_distribution<float>(-3, 7.5F), taus) ==
        0x327F8EB0D18EEA04U);
  CHECK(bits_of_numbers<std::uint64_t>(thrum::uniform_real_distribution<double>(), taus) == 0xAE5FEEA713A00000U);
  CHECK(bits_of_numbers<std::uint64_t>(thrum::uniform_real_distribution<double>(1e-3, 1e6), engine) ==
        0x858CA599CEE50C75U);
  // The engine's doubles have no more fraction bits than the engine, and the last of them may round
  // up.
  struct last {
    using result_type = std::uint32_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return 0xFFFFFFFF; }
    result_type operator()() { return 0xFFFFFFFF; }
  } g;
  CHECK(thrum::uniform_real_distribution<float>(2, 3)(g) == 3);
  CHECK(thrum::portable_uniform_real_distribution<float>(2, 3)(g) < 3);
  CHECK(thrum::uniform_int_distribution<int>(2, 3)(g) == 3);
  CHECK(thrum::uniform_int_distribution<long long>()(g) > 0);
  struct last_of_64 {
    using result_type = std::uint64_t;
    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return ~result_type{0}; }
    result_type operator()() { return max(); }
  } wide;
  CHECK(thrum::uniform_int_distribution<int>(2, 3)(wide) == 3);
  CHECK(thrum::uniform_int_distribution<std::uint64_t>()(wide) == ~std::uint64_t{0});

  // Both numbers of a pair; the second one also after a copy, but not after a reset.
  thrum::normal_distribution<double> bell(1, 2), other = bell;
  thrum::minstd_rand g1(7), g2(7);
  double const first = bell(g1), second = bell(g1);
  CHECK(first != second);
  CHECK(g1 == [] {
    thrum::minstd_rand after(7);
    after.discard(2);
    return after;
  }());
  CHECK(other(g2) == first);
  other.reset();
  thrum::minstd_rand g3 = g2;
  CHECK(other(g2) == thrum::normal_distribution<double>(1, 2)(g3));
  double sum = 0, squares = 0;
  for (int i = 0; i < 100'000; ++i) {
    double const x = bell(g1);
    sum += x;
    squares += (x - 1) * (x - 1);
  }
  CHECK(std::abs(sum / 100'000 - 1) < 0.03);
  CHECK(std::abs(squares / 100'000 - 4) < 0.1);
}
