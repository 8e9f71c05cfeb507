// The compiler computes the primes below 10,000: a sieve in a constexpr function, whose table is
// part of the program. The table has the factors for the sieve at run time: a call for each factor
// strikes out its multiples, and copy_if keeps the remaining numbers.
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/strided_iterator.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "common/example.h"
#include "common/format.h"

using std::int64_t;

constexpr int limit = 10'000;

constexpr std::array<bool, limit> sieve() {
  std::array<bool, limit> prime{};
  for (int i = 2; i < limit; ++i) prime[static_cast<std::size_t>(i)] = true;
  for (int p = 2; p * p < limit; ++p) {
    if (!prime[static_cast<std::size_t>(p)]) continue;
    for (int i = p * p; i < limit; i += p) prime[static_cast<std::size_t>(i)] = false;
  }
  return prime;
}

constexpr int number_of(std::array<bool, limit> const& flags) {
  int n = 0;
  for (bool const flag : flags) n += flag ? 1 : 0;
  return n;
}

constexpr std::array<bool, limit> is_prime = sieve();
static_assert(number_of(is_prime) == 1229);
static_assert(is_prime[2] && is_prime[9973] && !is_prime[1] && !is_prime[9999]);

struct is_set {
  THRUM_HD bool operator()(std::uint8_t flag) const { return flag != 0; }
};

/// Returns the primes up to n, in order.
template <class Policy>
auto primes_up_to(Policy const& policy, int64_t n) {
  example::vector_of<Policy, std::uint8_t> prime(static_cast<std::size_t>(n) + 1, std::uint8_t{1});
  thrum::fill(policy, prime.begin(), prime.begin() + std::min<int64_t>(n + 1, 2), std::uint8_t{0});
  for (int64_t p = 2; p * p <= n; ++p) {
    if (!is_prime[static_cast<std::size_t>(p)]) continue;
    auto const multiples = thrum::make_strided_iterator(prime.begin() + p * p, p);
    thrum::fill(policy, multiples, multiples + ((n - p * p) / p + 1), std::uint8_t{0});
  }
  thrum::counting_iterator<int64_t> const first(0);
  // There are fewer than 1.26 n / ln n primes.
  double const most = n < 17 ? 7 : 1.26 * static_cast<double>(n) / std::log(static_cast<double>(n));
  example::vector_of<Policy, int64_t> primes(static_cast<std::size_t>(most) + 1, thrum::no_init);
  auto const end = thrum::copy_if(policy, first, first + (n + 1), prime.begin(), primes.begin(), is_set{});
  primes.resize(static_cast<std::size_t>(end - primes.begin()));
  return primes;
}

/// Says whether a number is prime, by division.
bool divides_by_none(int64_t x) {
  for (int64_t d = 2; d * d <= x; ++d) {
    if (x % d == 0) return false;
  }
  return x > 1;
}

int main(int argc, char** argv) {
  example::description const what{.id = "constexpr_primes",
                                  .text = "The primes up to n, of which the compiler has made those below 10,000.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 3,
                                  .n_is = "numbers",
                                  .least = 1,
                                  .most = int64_t{limit - 1} * (limit - 1)};
  return example::run(argc, argv, what, [](example::session& s) {
    s.say("the compiler found " + std::to_string(number_of(is_prime)) + " primes below " +
          example::grouped(limit));
    std::vector<int64_t> divided;
    for (int64_t i = 1; i <= std::min<int64_t>(s.n(), 1'000'000); ++i) {
      if (divides_by_none(i)) divided.push_back(i);
    }
    std::vector<std::pair<int64_t, int64_t>> const known{
        {10'000, 1229}, {100'000, 9592}, {1'000'000, 78'498}, {10'000'000, 664'579}};
    s.each_policy([&](auto const& policy) {
      std::vector<int64_t> primes;
      s.time(policy, "sieve up to n", [&] { primes = example::to_host(primes_up_to(policy, s.n())); });
      s.check("up to a million they are what no division shows to be none",
              primes.size() >= divided.size() && std::equal(divided.begin(), divided.end(), primes.begin()));
      bool agree = true;
      for (int64_t i = 0; i < std::min<int64_t>(s.n() + 1, limit); ++i) {
        agree =
            agree && std::binary_search(primes.begin(), primes.end(), i) == is_prime[static_cast<std::size_t>(i)];
      }
      s.check("below 10,000 they are the compiler's", agree);
      for (auto const& [n, number] : known) {
        if (n > s.n()) continue;
        auto const found = std::upper_bound(primes.begin(), primes.end(), n) - primes.begin();
        s.check_equal(example::grouped(number) + " up to " + example::grouped(n), found, number);
      }
      s.check_same("the primes", primes);
      s.say(example::name_of(policy) + ": " + example::grouped(static_cast<int64_t>(primes.size())) +
            " primes up to " + example::grouped(s.n()));
    });
  });
}
