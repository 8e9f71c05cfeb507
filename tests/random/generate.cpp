// random::generate, and engines and distributions in functors of algorithms: the same numbers under
// every policy.
#include <thrum/random.h>
#include <thrum/tabulate.h>
#include <cstdint>
#include "data.h"
#include "policies.h"

namespace {

/// Computes the numbers of generate according to its documentation.
template <class T, class D>
std::vector<T> expected_numbers(std::ptrdiff_t n, D const& distribution, std::uint64_t seed) {
  std::vector<T> numbers;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    D d = distribution;
    thrum::philox4x32 g = thrum::random::stream(seed, i);
    numbers.push_back(static_cast<T>(d(g)));
  }
  return numbers;
}

template <class S, class T, class D>
void check_generate(std::ptrdiff_t n, D const& distribution, std::uint64_t seed) {
  CAPTURE(n);
  auto v = vector_of<S>(std::vector<T>(static_cast<std::size_t>(n)));
  S::run(thrum::random::generate, v.begin(), v.end(), distribution, seed);
  CHECK(host_copy(v) == expected_numbers<T>(n, distribution, seed));
}

/// Returns the sum of a number of throws that differs from element to element.
struct throws_of_dice {
  THRUM_HD int operator()(thrum::philox4x32& g) const {
    thrum::portable_uniform_int_distribution<int> const die(1, 6);
    int sum = 0;
    for (int i = die(g); i > 0; --i) sum += die(g);
    return sum;
  }
};

/// Returns a number of each engine, after a jump, and one of each distribution, all from index i.
struct everything {
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    auto const s = static_cast<unsigned>(i) + 1;
    thrum::minstd_rand0 a(s);
    thrum::minstd_rand b(s);
    thrum::ranlux24 c(s);
    thrum::ranlux48 d(s);
    thrum::taus88 e(s);
    thrum::philox4x32 f(s);
    thrum::philox4x64 g(s);
    thrum::default_random_engine h(s);
    thrum::xoroshiro128p k(s);
    a.discard(1000 + s);
    b.discard(1ULL << 40);
    c.discard(40);
    d.discard(20);
    e.discard(9);
    f.discard(1ULL << 40);
    g.discard(7);
    k.discard(1ULL << 40);
    k.jump(s);
    double sum = thrum::portable_uniform_int_distribution<int>(-9, 1000)(a);
    sum += static_cast<double>(thrum::portable_uniform_int_distribution<long long>(-9, 1LL << 40)(b));
    sum += thrum::portable_uniform_real_distribution<double>(2, 3)(c);
    sum += static_cast<double>(thrum::portable_uniform_real_distribution<float>(0.1F, 0.7F)(d));
    sum += thrum::portable_normal_distribution<double>(0.1, 0.3)(e);
    sum += static_cast<double>(thrum::portable_normal_distribution<float>(0.1F, 0.3F)(f));
    sum += thrum::exponential_distribution<double>(0.3)(g);
    sum += thrum::bernoulli_distribution(0.4)(h) ? 1 : 0;
    sum += thrum::portable_uniform_real_distribution<double>(2, 3)(k);
    return sum + (f.max() - thrum::philox4x32::min) + static_cast<double>(c == c);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("generate makes the numbers of the streams", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({4096, 10'007})) {
    check_generate<S, int>(n, thrum::portable_uniform_int_distribution<int>(-5, 1'000'000'000),
                           0xFEDCBA9876543210U);
    check_generate<S, float>(n, thrum::portable_uniform_real_distribution<float>(0.1F, 0.7F), 3);
  }
}

TEST_CASE_TEMPLATE("generate with every distribution", S, MAIN_SYSTEMS) {
  check_generate<S, double>(70'001, thrum::portable_normal_distribution<double>(1, 2), 1);
  check_generate<S, float>(70'001, thrum::exponential_distribution<float>(3), 2);
  check_generate<S, signed char>(70'001, thrum::bernoulli_distribution(0.3), 4);
  check_generate<S, int>(70'001, throws_of_dice{}, 5);
}

TEST_CASE_TEMPLATE("a number comes from the documented engine", S, ALL_SYSTEMS) {
  auto v = vector_of<S>(std::vector<std::uint64_t>(5));
  S::run(thrum::random::generate, v.begin(), v.end(), thrum::portable_uniform_int_distribution<std::uint64_t>(),
         1U);
  thrum::philox4x32 g(1);
  g.set_counter({0, 3, 0, 0});
  std::uint64_t const high = g(), low = g();
  CHECK(host_copy(v)[3] == (high << 32 | low));
}

TEST_CASE_TEMPLATE("engines and distributions in a functor", S, MAIN_SYSTEMS) {
  auto v = vector_of<S>(std::vector<double>(500));
  S::run(thrum::tabulate, v.begin(), v.end(), everything{});
  std::vector<double> expected(500);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = everything{}(static_cast<std::ptrdiff_t>(i));
  CHECK(host_copy(v) == expected);
}
