// random::generate and shuffles on several threads, with functors and elements that throw, with
// move-only elements, and with allocations that fail.
#include <thrum/memory_resource.h>
#include <thrum/random.h>
#include <thrum/shuffle.h>
#include <algorithm>
#include <deque>
#include <memory>
#include <new>
#include <random>
#include <string>
#include "policies.h"
#include "refusals.h"
#if defined(THRUM_WITH_TBB)
#include "meeting.h"
#endif

namespace {

/// A distribution that throws at one number.
struct throwing_number {
  counted operator()(thrum::philox4x32& g) const {
    if (g() == thrum::random::stream(9, poison)()) throw refusal{poison};
    return 1;
  }
};

/// An element that throws if the poisoned element is assigned to it; its moves may throw.
struct throwing_element {
  counted value;
  throwing_element() = default;
  throwing_element(int v) : value(v) {}
  throwing_element(throwing_element const&) = default;
  throwing_element& operator=(throwing_element const& other) {
    checked(other.value);
    value = other.value;
    return *this;
  }
};

template <class T, class Make>
std::vector<T> made(std::ptrdiff_t n, Make make) {
  std::vector<T> v;
  for (std::ptrdiff_t i = 0; i < n; ++i) v.push_back(make(i));
  return v;
}

}  // namespace

#if defined(THRUM_WITH_TBB)
TEST_CASE_TEMPLATE("two threads", R, BOTH) {
  typename R::template vector<int> numbers(many);
  CHECK(R::meets(thrum::random::generate, numbers.begin(), numbers.end(),
                 attending{thrum::portable_uniform_int_distribution<int>()}, 1U));
  typename R::template vector<attendant> v(many / 4), out(many / 4);
  CHECK(R::meets(thrum::shuffle_copy, v.begin(), v.end(), out.begin(), thrum::minstd_rand()));
  CHECK(R::meets(thrum::shuffle, v.begin(), v.end(), thrum::minstd_rand()));
}

TEST_CASE("the same numbers and the same order for any number of threads") {
  constexpr std::ptrdiff_t n = 200'003;
  std::vector<double> expected(n), numbers(n);
  thrum::portable_normal_distribution<double> const normal(1, 3);
  thrum::random::generate(thrum::seq, expected.begin(), expected.end(), normal, 17);
  auto shuffled = expected;
  thrum::shuffle(thrum::seq, shuffled.begin(), shuffled.end(), thrum::taus88(5));
  for (int const limit : {1, 2, 3, 7}) {
    auto const policy = thrum::tbb::par.threads(limit);
    thrum::random::generate(policy, numbers.begin(), numbers.end(), normal, 17);
    CHECK(numbers == expected);
    thrum::shuffle(policy, numbers.begin(), numbers.end(), thrum::taus88(5));
    CHECK(numbers == shuffled);
  }
}
#endif

TEST_CASE_TEMPLATE("exceptions arrive", S, HOST_SYSTEMS) {
  auto v = elements<S>(true);
  check_refused<S>(thrum::random::generate, v.begin(), v.end(), throwing_number{}, std::uint64_t{9});
  auto const throwing = made<throwing_element>(refused_n, [](std::ptrdiff_t i) { return static_cast<int>(i); });
  auto w = vector_of<S>(throwing);
  auto out = w;
  check_refused<S>(thrum::shuffle_copy, w.begin(), w.end(), out.begin(), thrum::minstd_rand());
  check_refused<S>(thrum::shuffle, w.begin(), w.end(), thrum::minstd_rand());
}

TEST_CASE_TEMPLATE("elements that can only be moved, and strings", S, HOST_BACKENDS) {
  constexpr int n = 20'000;
  auto const order = thrum::detail::random_bijection(n, std::mt19937(3));
  auto v =
      made<std::unique_ptr<int>>(n, [](std::ptrdiff_t i) { return std::make_unique<int>(static_cast<int>(i)); });
  S::run(thrum::shuffle, v.begin(), v.end(), std::mt19937(3));
  auto const texts =
      made<std::string>(n, [](std::ptrdiff_t i) { return "a text of some length " + std::to_string(i); });
  std::deque<std::string> shuffled(texts.begin(), texts.end());
  S::run(thrum::shuffle, shuffled.begin(), shuffled.end(), std::mt19937(3));
  std::vector<std::string> out(n);
  S::run(thrum::shuffle_copy, texts.begin(), texts.end(), out.begin(), std::mt19937(3));
  bool same = true;
  for (std::size_t i = 0; i < n; ++i) {
    std::ptrdiff_t const from = order(static_cast<std::ptrdiff_t>(i));
    same &= *v[i] == from && shuffled[i] == texts[static_cast<std::size_t>(from)] && out[i] == shuffled[i];
  }
  CHECK(same);
}

TEST_CASE("packed bits, sequentially") {
  std::vector<bool> bits(1000);
  thrum::random::generate(thrum::seq, bits.begin(), bits.end(), thrum::bernoulli_distribution(0.5), 3);
  auto const count = std::count(bits.begin(), bits.end(), true);
  CHECK(count > 440);
  CHECK(count < 560);
  thrum::shuffle(thrum::seq, bits.begin(), bits.end(), thrum::minstd_rand());
  CHECK(std::count(bits.begin(), bits.end(), true) == count);
}

TEST_CASE_TEMPLATE("no element is lost where scratch memory gives out", S, with_seq
#if defined(THRUM_WITH_TBB)
                   ,
                   with_tbb
#endif
) {
  auto const texts =
      made<std::string>(5'000, [](std::ptrdiff_t i) { return "a text of some length " + std::to_string(i); });
  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<thrum::host_space> counting;
    thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
    auto v = texts;
    bool thrown = false;
    try {
      thrum::shuffle(S::policy().with(failing), v.begin(), v.end(), thrum::minstd_rand());
    } catch (std::bad_alloc const&) {
      thrown = true;
      CHECK(v == texts);
    }
    CHECK(thrown == failing.failed());
    CHECK(counting.bytes_in_use() == 0);
    if (!thrown) {
      CHECK(k == 2);
      CHECK(v != texts);
      break;
    }
  }
}
