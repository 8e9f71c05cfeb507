// Policies that are chosen by name, by an environment variable, or by the devices of the machine.
#include <stdlib.h>
#include <thrum/any_policy.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <thrum/unified_vector.h>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include "policies.h"

namespace {

using names = std::vector<std::string>;

long long sum_under(thrum::any_policy const& any, int n) {
  thrum::unified_vector<long long> v(static_cast<std::size_t>(n));
  return visit(any, [&](auto const& policy) {
    thrum::sequence(policy, v.begin(), v.end());
    return thrum::reduce(policy, v.begin(), v.end());
  });
}

/// Sets an environment variable during a test.
struct environment {
  explicit environment(char const* text) { setenv("THRUM_POLICY", text, 1); }
  environment(environment const&) = delete;
  environment& operator=(environment const&) = delete;
  ~environment() { unsetenv("THRUM_POLICY"); }
};

struct is_seq {
  template <class P>
  bool operator()(P const&) const {
    return std::is_same_v<P, std::remove_cvref_t<decltype(thrum::seq)>>;
  }
};

}  // namespace

TEST_CASE("a call runs under every policy of the machine") {
  names const available = thrum::any_policy::available();
  CHECK(available.front() == "seq");
  for (std::string const& name : available) {
    CAPTURE(name);
    thrum::any_policy const any(name);
    CHECK(any.name() == name);
    for (int const n : {0, 1, 2, 1001, 100'000}) CHECK(sum_under(any, n) == n * (n - 1LL) / 2);
    CHECK(visit(any, is_seq{}) == (name == "seq"));
  }
  CHECK(thrum::any_policy("auto").name() == available.back());
  CHECK(thrum::any_policy().name() == "seq");
  CHECK(sum_under(thrum::seq, 1000) == 499'500);
}

TEST_CASE("the names of the build") {
  names expected{"seq"};
#if defined(THRUM_WITH_TBB)
  expected.push_back("par");
#endif
#if defined(THRUM_WITH_CUDA)
  expected.push_back("cuda");
#endif
  CHECK(thrum::any_policy::built() == expected);
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("a policy is kept with what it was asked for") {
  thrum::any_policy const any = thrum::tbb::par.threads(3);
  CHECK(any.name() == "par");
  auto const threads = visit(any, [](auto const& policy) {
    if constexpr (requires { policy.concurrency(); }) return policy.concurrency();
    else return std::ptrdiff_t{0};
  });
  CHECK(threads == 3);
}
#endif

TEST_CASE("the environment chooses") {
  unsetenv("THRUM_POLICY");
  CHECK(thrum::any_policy::from_environment("seq").name() == "seq");
  CHECK(thrum::any_policy::from_environment().name() == thrum::any_policy::available().back());
  for (std::string const& name : thrum::any_policy::available()) {
    environment const set(name.c_str());
    CHECK(thrum::any_policy::from_environment("seq").name() == name);
  }
  {
    environment const set("");
    CHECK(thrum::any_policy::from_environment("seq").name() == "seq");
  }
  environment const set("gpu");
  CHECK_THROWS_AS(thrum::any_policy::from_environment(), std::invalid_argument);
  try {
    thrum::any_policy::from_environment();
  } catch (std::invalid_argument const& error) {
    CHECK(std::string(error.what()).find("thrum: THRUM_POLICY: there is no policy \"gpu\", but seq, ") == 0);
  }
}

TEST_CASE("names that are none, and policies that the build or the machine lacks") {
  using thrum::detail::policy_by_name;
  CHECK_THROWS_AS(thrum::any_policy("Seq"), std::invalid_argument);
  CHECK_THROWS_AS(thrum::any_policy(""), std::invalid_argument);
  names const all{"seq", "par", "cuda"}, host{"seq", "par"};
  CHECK_THROWS_WITH_AS(policy_by_name("sycl", host, host),
                       "thrum: there is no policy \"sycl\", but seq, par, auto", std::invalid_argument);
  CHECK_THROWS_WITH_AS(policy_by_name("omp", host, host),
                       "thrum: this program was built without the policy \"omp\", but with seq, par, auto",
                       std::runtime_error);
  CHECK_THROWS_WITH_AS(policy_by_name("cuda", host, host),
                       "thrum: this program was built without the policy \"cuda\", but with seq, par, auto",
                       std::runtime_error);
  CHECK_THROWS_WITH_AS(policy_by_name("cuda", all, host),
                       "thrum: this machine has no device for the policy \"cuda\", but seq, par, auto",
                       std::runtime_error);
  CHECK(policy_by_name("auto", all, host) == "par");
  CHECK(policy_by_name("auto", all, all) == "cuda");
#if !defined(THRUM_WITH_CUDA)
  CHECK_THROWS_AS(thrum::any_policy("cuda"), std::runtime_error);
#endif
}
