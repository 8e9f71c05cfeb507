// Calls with predicates of several forms, by the vectors of every processor, beside loops by hand:
// lengths around those of groups, elements of many sizes, functors with a state, and functors that
// throw.
#include <thrum/detail/base/processor.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/gather.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/replace.h>
#include <thrum/scatter.h>
#include <thrum/transform.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::vector_level;

constexpr vector_level levels[] = {vector_level::none, vector_level::avx2, vector_level::avx512};
constexpr std::size_t lengths[] = {0, 1, 2, 63, 64, 65, 127, 511, 512, 513, 577, 1024, 1025, 5000, 16385};

/// An element that is no number, but plain.
template <class Part, int count>
struct parts {
  std::array<Part, count> all{};
  parts() = default;
  explicit parts(int x) { all.back() = static_cast<Part>(x); }
  explicit operator int() const { return static_cast<int>(all.back()); }
  bool operator==(parts const&) const = default;
};
using three_bytes = parts<std::uint8_t, 3>;
using twelve_bytes = parts<std::int32_t, 3>;
using sixteen_bytes = parts<std::int64_t, 2>;

template <class T>
T element(std::size_t x) {
  if constexpr (std::is_same_v<T, std::string>) return std::to_string(x);
  else return T(static_cast<int>(x));
}
template <class T>
auto number(T const& x) {
  if constexpr (std::is_same_v<T, std::string>) return std::stoi(x);
  else if constexpr (std::is_arithmetic_v<T>) return x;
  else return static_cast<int>(x);
}

struct within {
  template <class T>
  bool operator()(T const& x) const {
    return number(x) > 10 && number(x) < 40;
  }
};
struct outside {
  template <class T>
  bool operator()(T const& x) const {
    return number(x) < 5 || !(number(x) < 60);
  }
};
struct odd {
  template <class T>
  bool operator()(T const& x) const {
    return (static_cast<int>(number(x)) & 1) != 0;
  }
};
/// Of indices: accepts some groups of 64 as a whole, and rejects others.
struct in_groups {
  bool operator()(std::int32_t x) const { return x / 64 % 3 == 1; }
};

/// Calls each algorithm, and checks what it makes.
template <class S, class T, class P>
void check(std::vector<T> const& in, P accept) {
  std::size_t const n = in.size();
  T const five = element<T>(5), other = element<T>(77);
  std::vector<T> yes, no, replaced(in), some(n, other), scattered(n, other);
  std::vector<std::int32_t> map(n);
  std::iota(map.begin(), map.end(), 0);
  std::shuffle(map.begin(), map.end(), std::mt19937(1));
  for (std::size_t i = 0; i < n; ++i) {
    bool const is_accepted = accept(in[i]);
    (is_accepted ? yes : no).push_back(in[i]);
    if (!is_accepted) continue;
    replaced[i] = five;
    some[i] = in[i];
    scattered[static_cast<std::size_t>(map[i])] = in[i];
  }
  auto const begins_with = [](std::vector<T> const& v, std::vector<T> const& expected) {
    return std::equal(expected.begin(), expected.end(), v.begin());
  };
  auto const size = static_cast<std::ptrdiff_t>(yes.size());
  std::vector<T> out(n, other), more(n, other), w(in);
  CHECK(S::run(thrum::count_if, in.begin(), in.end(), accept) == size);
  CHECK(S::run(thrum::copy_if, in.begin(), in.end(), out.begin(), accept) - out.begin() == size);
  CHECK(begins_with(out, yes));
  S::run(thrum::partition_copy, in.begin(), in.end(), out.begin(), more.begin(), accept);
  CHECK((begins_with(out, yes) && begins_with(more, no)));
  CHECK(S::run(thrum::stable_partition, w.begin(), w.end(), accept) - w.begin() == size);
  CHECK(begins_with(w, yes));
  w = in;
  CHECK(w.end() - S::run(thrum::remove_if, w.begin(), w.end(), accept) == size);
  CHECK(begins_with(w, no));

  w = in;
  S::run(thrum::replace_if, w.begin(), w.end(), accept, five);
  CHECK(w == replaced);
  S::run(thrum::replace_copy_if, in.begin(), in.end(), out.begin(), accept, five);
  CHECK(out == replaced);

  auto const same = [](T const& x) { return x; };
  out.assign(n, other);
  S::run(thrum::transform_if, in.begin(), in.end(), out.begin(), same, accept);
  CHECK(out == some);
  out.assign(n, other);
  S::run(
      thrum::transform_if, map.begin(), map.end(), in.begin(), in.begin(), out.begin(),
      [](std::int32_t, T const& x) { return x; }, accept);
  CHECK(out == some);
  std::vector<T> where(n);
  for (std::size_t i = 0; i < n; ++i) where[static_cast<std::size_t>(map[i])] = in[i];
  out.assign(n, other);
  S::run(thrum::gather_if, map.begin(), map.end(), in.begin(), where.begin(), out.begin(), accept);
  CHECK(out == some);
  out.assign(n, other);
  S::run(thrum::scatter_if, in.begin(), in.end(), map.begin(), in.begin(), out.begin(), accept);
  CHECK(out == scattered);
}

template <class T>
std::vector<T> random_elements(std::size_t n) {
  std::vector<T> v;
  for (std::size_t i = 0; i < n; ++i) v.push_back(element<T>(random_bits(i) % 64));
  return v;
}

}  // namespace

TEST_CASE_TEMPLATE("calls with a predicate of numbers equal loops at all levels", T, std::int8_t, std::int32_t,
                   std::int64_t, float, double) {
  for (vector_level const level : levels) {
    lowered_vectors const lowered(level);
    for (std::size_t const n : lengths) {
      CAPTURE(n);
      auto const in = random_elements<T>(n);
      check<with_seq>(in, within{});
      check<with_seq>(in, odd{});
      if constexpr (std::is_floating_point_v<T>) check<with_seq>(in, outside{});
    }
  }
}

TEST_CASE_TEMPLATE("calls with a predicate of other elements equal loops", T, long double, three_bytes,
                   twelve_bytes, sixteen_bytes, std::string) {
  for (std::size_t const n : lengths) {
    CAPTURE(n);
    check<with_seq>(random_elements<T>(n), within{});
  }
}

TEST_CASE("calls with a predicate equal loops on several threads") {
  for (std::size_t const n : {std::size_t{65}, std::size_t{5000}, std::size_t{40'000}}) {
    CAPTURE(n);
    check<with_pool>(random_elements<float>(n), within{});
    check<with_pool>(random_elements<std::int32_t>(n), odd{});
  }
}

TEST_CASE("groups that a predicate accepts or rejects as a whole") {
  for (std::size_t const n : lengths) {
    CAPTURE(n);
    std::vector<std::int32_t> in(n);
    std::iota(in.begin(), in.end(), 0);
    check<with_seq>(in, in_groups{});
  }
}

TEST_CASE("seq calls a predicate once for each element, and a functor once for each accepted one, in order") {
  std::vector<std::int32_t> in(3000), out(in.size());
  std::iota(in.begin(), in.end(), 0);
  thrum::transform_if(
      thrum::seq, in.begin(), in.end(), out.begin(), [calls = 0](std::int32_t) mutable { return ++calls; },
      [calls = 0](std::int32_t x) mutable { return x == calls++ && x % 3 == 0; });
  for (std::size_t i = 0; i < out.size(); ++i)
    REQUIRE(out[i] == (i % 3 == 0 ? static_cast<std::int32_t>(i / 3) + 1 : 0));
}

TEST_CASE("what a predicate or a functor throws leaves a call with a predicate") {
  std::vector<std::int32_t> in(1000), out(in.size());
  std::iota(in.begin(), in.end(), 0);
  for (std::int32_t const at : {0, 63, 64, 300, 998}) {
    auto const throws = [at](std::int32_t x) {
      if (x == at) throw std::runtime_error("at");
      return x;
    };
    auto const accept = [throws](std::int32_t x) { return throws(x) % 2 == 0; };
    auto const check = [&](auto const& algorithm, auto... arguments) {
      CHECK_THROWS_AS(with_seq::run(algorithm, arguments...), std::runtime_error);
      CHECK_THROWS_AS(with_pool::run(algorithm, arguments...), std::runtime_error);
    };
    auto const begin = in.begin(), end = in.end();
    check(thrum::transform_if, begin, end, out.begin(), throws, [](std::int32_t) { return true; });
    check(thrum::transform_if, begin, end, out.begin(), thrum::identity<>{}, accept);
    check(thrum::gather_if, begin, end, begin, begin, out.begin(), accept);
    check(thrum::scatter_if, begin, end, begin, begin, out.begin(), accept);
    check(thrum::replace_copy_if, begin, end, out.begin(), accept, 5);
  }
}
