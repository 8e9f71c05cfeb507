// iterate: repeats a step. For every policy and every count the last result is in `current`.
#include <thrum/device_vector.h>
#include <thrum/iterate.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>
#include "policies.h"

namespace {

struct next_number {
  THRUM_HD int operator()(int x) const { return 3 * x + 1; }
};

/// Computes the sum of an element and its neighbours.
struct smoothed {
  long const* u;
  std::ptrdiff_t n;
  THRUM_HD long operator()(std::ptrdiff_t i) const {
    return (i > 0 ? u[i - 1] : 0) + 2 * u[i] + (i + 1 < n ? u[i + 1] : 0);
  }
};

struct smooth {
  template <class P, class V>
  void operator()(P const& exec, V const& from, V& to) const {
    auto const n = static_cast<std::ptrdiff_t>(from.size());
    thrum::counting_iterator<std::ptrdiff_t> const first(0);
    thrum::transform(exec, first, first + n, to.begin(), smoothed{thrum::detail::unwrap(from.begin()), n});
  }
};

struct add_one_more {
  template <class P, class V>
  void operator()(P const& exec, V const& from, V& to) const {
    thrum::transform(exec, from.begin(), from.end(), to.begin(), next_number{});
  }
};

}  // namespace

TEST_CASE_TEMPLATE("so many steps from one buffer into the other", S, MAIN_SYSTEMS) {
  for (int const count : {-1, 0, 1, 2, 3, 7, 8, 9, 10, 17, 18}) {
    CAPTURE(count);
    auto current = vector_of<S>(std::vector<int>{1, 2, 5});
    auto next = vector_of<S>(std::vector<int>{-1, -2, -3});
    auto const* const memory = thrum::detail::unwrap(current.begin());
    thrum::iterate(S::policy(), count, current, next, add_one_more{});
    std::vector<int> expected{1, 2, 5};
    for (int k = 0; k < count; ++k) {
      for (int& x : expected) x = 3 * x + 1;
    }
    CHECK(host_copy(current) == expected);
    // The call exchanges the vectors, not their elements.
    bool const exchanged = count > 0 && count % 2 == 1;
    CHECK((thrum::detail::unwrap(exchanged ? next.begin() : current.begin()) == memory));
    if (count <= 0) CHECK(host_copy(next) == std::vector<int>{-1, -2, -3});
  }
}

TEST_CASE_TEMPLATE("a step may read any element of the one before", S, MAIN_SYSTEMS) {
  std::size_t const n = 1001;
  std::vector<long> u(n, 0), v(n);
  u[500] = 1;
  auto current = vector_of<S>(u);
  auto next = vector_of<S>(v);
  thrum::iterate(S::policy(), 25, current, next, smooth{});
  for (int k = 0; k < 25; ++k) {
    for (std::size_t i = 0; i < n; ++i) v[i] = (i > 0 ? u[i - 1] : 0) + 2 * u[i] + (i + 1 < n ? u[i + 1] : 0);
    std::swap(u, v);
  }
  CHECK(host_copy(current) == u);
}

TEST_CASE("pointers and what else can be exchanged are buffers, too") {
  std::vector<int> a{4}, b{0};
  int *current = a.data(), *next = b.data();
  int calls = 0;
  thrum::iterate(thrum::seq, 3L, current, next,
                 [&](auto const&, int* from, int* to) { *to = *from + 1, ++calls; });
  CHECK(calls == 3);
  CHECK(*current == 7);
  CHECK(current == b.data());
  CHECK(*next == 6);
}

TEST_CASE("an exception of a step leaves the call with the steps before it done") {
  int current = 0, next = 0;
  auto const step = [](auto const&, int from, int& to) {
    if (from == 4) throw std::runtime_error("four");
    to = from + 1;
  };
  CHECK_THROWS_WITH(thrum::iterate(thrum::seq, 10, current, next, step), "four");
  CHECK(current == 4);
}

#if defined(THRUM_WITH_CUDA)
namespace {
struct sum_of_all {
  template <class P, class V>
  void operator()(P const& exec, V const& from, V& to) const {
    static_cast<void>(thrum::reduce(exec, from.begin(), from.end()));
    add_one_more{}(exec, from, to);
  }
};
}  // namespace

TEST_CASE("many steps that hand results to the host cannot be captured") {
  thrum::device_vector<int> current(3, 1), next(3, 2);
  CHECK_THROWS_AS(thrum::iterate(thrum::cuda::par, 100, current, next, sum_of_all{}), thrum::cuda_error);
  CHECK(current.to_host() == std::vector<int>(3, 1));
}

TEST_CASE("steps under par_nosync and deterministic()") {
  thrum::device_vector<int> current(3, 1), next(3, 2);
  thrum::iterate(thrum::cuda::par_nosync, 11, current, next, add_one_more{});
  thrum::iterate(thrum::cuda::par.deterministic(), 2, current, next, add_one_more{});
  int expected = 1;
  for (int k = 0; k < 13; ++k) expected = 3 * expected + 1;
  CHECK(current.to_host() == std::vector<int>(3, expected));
}
#endif
