// Passes relations that are no strict weak order. Whatever a relation returns, each algorithm ends,
// touches nothing outside its ranges, and neither loses nor duplicates an element.
#include <thrum/binary_search.h>
#include <thrum/extrema.h>
#include <thrum/is_heap.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_sort.h>
#include <thrum/segments.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include "data.h"
#include "forwarding_backend.h"
#include "policies.h"

namespace {

/// How two keys are related: < among NaNs; <=; a coin for each pair; a circle; all pairs; no pair;
/// a difference that is not transitive; < that is wrong for one pair in sixty-four; the parity of a
/// sum, for which every element is before another one.
enum class relation { less_of_nans, less_equal, random, circular, all, none, far_less, lying, parity };
constexpr relation relations[] = {relation::less_of_nans, relation::less_equal, relation::random,
                                  relation::circular,     relation::all,        relation::none,
                                  relation::far_less,     relation::lying,      relation::parity};

std::uint64_t coin(float a, float b) {
  return random_bits(std::uint64_t{std::bit_cast<std::uint32_t>(a)} << 32 | std::bit_cast<std::uint32_t>(b));
}

struct record_of_16 {
  float key;
  std::int32_t id;
  double rest;
};
struct owner {
  std::unique_ptr<float> key;
};

float key_of(float x) { return x; }
float key_of(record_of_16 const& x) { return x.key; }
/// Returns the first four bytes of a string.
float key_of(std::string const& x) {
  float key = 0;
  std::memcpy(&key, x.data(), sizeof(key));
  return key;
}
float key_of(owner const& x) { return *x.key; }
std::uint64_t identity(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint64_t identity(record_of_16 const& x) {
  return static_cast<std::uint64_t>(x.id) * (x.rest == x.id ? 1 : 1000);
}
std::uint64_t identity(std::string const& x) { return std::hash<std::string>()(x); }
std::uint64_t identity(owner const& x) { return x.key ? identity(*x.key) : 0; }
std::uint64_t identity(int x) { return static_cast<std::uint64_t>(x); }
template <class T>
T element(float key, std::ptrdiff_t i) {
  if constexpr (std::is_same_v<T, float>) return key;
  else if constexpr (std::is_same_v<T, record_of_16>) return {key, static_cast<int>(i), static_cast<double>(i)};
  else if constexpr (std::is_same_v<T, owner>) return {std::make_unique<float>(key)};
  else {
    char bytes[sizeof(key)];
    std::memcpy(bytes, &key, sizeof(key));
    return std::string(bytes, sizeof(key)) + std::to_string(i) +
           std::string(static_cast<std::size_t>(i % 40), 'x');
  }
}

struct any_less {
  relation is;
  template <class T>
  bool operator()(T const& x, T const& y) const {
    float const a = key_of(x), b = key_of(y);
    switch (is) {
      case relation::less_of_nans:
        return a < b;
      case relation::less_equal:
        return a <= b;
      case relation::random:
        return coin(a, b) % 2 != 0;
      case relation::circular:
        return std::fmod(b - a + 30000.F, 3.F) == 1.F;
      case relation::all:
        return true;
      case relation::none:
        return false;
      case relation::far_less:
        return a < b - 3.F;
      case relation::lying:
        return (a < b) != (coin(a, b) % 64 == 0);
      default:
        return std::fmod(a + b, 2.F) == 1.F;
    }
  }
};
struct own_key {
  template <class T>
  float operator()(T const& x) const {
    return key_of(x);
  }
};

/// The order of the keys, NaNs among them: random; rising or falling, except for a few keys; or
/// several rising pieces.
enum class pattern { random, rising, falling, pieces };
constexpr std::initializer_list<pattern> all_patterns = {pattern::random, pattern::rising, pattern::falling,
                                                         pattern::pieces};
std::vector<float> keys(std::ptrdiff_t n, pattern p, std::uint64_t seed = 1) {
  std::vector<float> result;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    std::uint64_t const bits = random_bits(static_cast<std::uint64_t>(i) + (seed << 40));
    auto const at_random = static_cast<float>(bits % static_cast<std::uint64_t>(n));
    auto const rank = static_cast<float>(i);
    float key = p == pattern::random || bits >> 58 == 0 ? at_random
                : p == pattern::rising                  ? rank
                : p == pattern::falling                 ? static_cast<float>(n - i / 2)
                                                        : static_cast<float>(i * 7 % n);
    if (p == pattern::random ? bits >> 61 == 0 : bits >> 56 == 1)
      key = std::bit_cast<float>(0x7FC00000U | static_cast<std::uint32_t>(i));
    result.push_back(key);
  }
  return result;
}
template <class T>
std::vector<T> elements(std::vector<float> const& keys, std::ptrdiff_t first_id = 0) {
  std::vector<T> result;
  for (float key : keys) result.push_back(element<T>(key, first_id++));
  return result;
}
std::vector<int> places(std::ptrdiff_t n) {
  std::vector<int> result(static_cast<std::size_t>(n));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

/// Returns the identities of the elements, in ascending order.
template <class Range>
std::vector<std::uint64_t> identities(Range const& v) {
  std::vector<std::uint64_t> result;
  for (auto const& x : v) result.push_back(identity(x));
  std::sort(result.begin(), result.end());
  return result;
}
/// Returns a number that depends on the elements of a range but not on their order.
template <class Range>
std::uint64_t print_of(Range const& v) {
  std::uint64_t sum = 0;
  for (auto const& x : v) sum += random_bits(identity(x));
  return sum;
}
/// Room for n results, and elements after them that no call may write to.
template <class T>
struct room {
  static constexpr std::ptrdiff_t behind = 40;
  explicit room(std::ptrdiff_t n)
      : size(n), all(elements<T>(std::vector<float>(static_cast<std::size_t>(n + behind), -7.F))) {}
  auto begin() { return all.begin(); }
  bool is_untouched_behind() const {
    return std::all_of(all.end() - behind, all.end(), [](T const& x) { return key_of(x) == -7.F; });
  }
  /// Says whether the first n results are elements of the sorted `of`, none more often than in `of`
  /// unless `again` allows that.
  bool are_of(std::vector<std::uint64_t> const& of, std::ptrdiff_t n, bool again = false) const {
    std::vector<char> found(of.size() + 1);
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      std::uint64_t const x = identity(all[static_cast<std::size_t>(i)]);
      auto at = static_cast<std::size_t>(std::lower_bound(of.begin(), of.end(), x) - of.begin());
      while (!again && at < of.size() && of[at] == x && found[at] != 0) ++at;
      if (at == of.size() || of[at] != x) return false;
      found[at] = 1;
    }
    return n <= size && is_untouched_behind();
  }
  std::ptrdiff_t size;
  std::vector<T> all;
};

template <class S, class T>
void check_sorts(std::vector<float> const& keys, any_less less) {
  auto const n = std::ssize(keys);
  auto const expected = print_of(elements<T>(keys));
  auto const permutes = [&](auto call) {
    auto v = elements<T>(keys);
    call(v);
    return print_of(v) == expected;
  };
  CHECK(permutes([&](auto& v) { S::run(thrum::sort, v.begin(), v.end(), less); }));
  CHECK(permutes([&](auto& v) { S::run(thrum::inplace_merge, v.begin(), v.begin() + n / 2, v.end(), less); }));
  CHECK(permutes([&](auto& v) { S::run(thrum::inplace_merge, v.begin(), v.begin() + n / 9, v.end(), less); }));
  for (std::ptrdiff_t const size : {std::ptrdiff_t{13}, std::ptrdiff_t{100}, n})
    CHECK(permutes([&](auto& v) {
      S::run(thrum::segmented_sort, v.begin(), v.end(), thrum::segments_of(std::max(size, std::ptrdiff_t{1})),
             less);
    }));
  for (std::ptrdiff_t const nth : {std::ptrdiff_t{0}, n / 50, n / 2, n - 1})
    CHECK(permutes([&](auto& v) {
      S::run(thrum::nth_element, v.begin(), v.begin() + std::max(nth, std::ptrdiff_t{0}), v.end(), less);
    }));
  for (std::ptrdiff_t const k : {std::ptrdiff_t{1}, std::ptrdiff_t{9}, n / 40, n / 3, n})
    CHECK(permutes(
        [&](auto& v) { S::run(thrum::partial_sort, v.begin(), v.begin() + std::min(k, n), v.end(), less); }));

  auto v = elements<T>(keys);
  auto values = places(n);
  S::run(thrum::sort_by_key, v.begin(), v.end(), values.begin(), less);
  CHECK(print_of(v) == expected);
  CHECK(print_of(values) == print_of(places(n)));
  if constexpr (!std::is_same_v<T, owner>) {
    CHECK(permutes([&](auto& x) { S::run(thrum::sort, x.begin(), x.end(), less, own_key{}); }));
    v = elements<T>(keys);
    values = places(n);
    S::run(thrum::segmented_sort_by_key, v.begin(), v.end(), values.begin(), thrum::segments_of(50), less);
    CHECK(print_of(v) == expected);
    CHECK(print_of(values) == print_of(places(n)));

    auto const input = elements<T>(keys);
    auto const sorted = identities(input);
    for (std::ptrdiff_t const k : {std::ptrdiff_t{1}, std::ptrdiff_t{9}, n / 40, n / 3, n}) {
      std::ptrdiff_t const count = std::min(k, n);
      room<T> out(count);
      CHECK(S::run(thrum::partial_sort_copy, input.begin(), input.end(), out.begin(), out.begin() + count, less) ==
            out.begin() + count);
      CHECK(out.are_of(sorted, count));
      CHECK(S::run(thrum::top_k, input.begin(), input.end(), count, out.begin(), less) == out.begin() + count);
      CHECK(out.are_of(sorted, count));
      std::vector<int> chosen(static_cast<std::size_t>(count));
      S::run(thrum::top_k_by_key, input.begin(), input.end(), values.begin(), count, out.begin(), chosen.begin(),
             less, thrum::unsorted);
      CHECK(out.are_of(sorted, count));
      std::sort(chosen.begin(), chosen.end());
      CHECK(std::adjacent_find(chosen.begin(), chosen.end()) == chosen.end());
    }
  }
}

template <class S, class T>
void check_merges(std::vector<float> const& keys1, std::vector<float> const& keys2, any_less less) {
  auto const a = elements<T>(keys1), b = elements<T>(keys2, std::ssize(keys1));
  auto const values_a = places(std::ssize(a)), values_b = places(std::ssize(b));
  auto const na = std::ssize(a), nb = std::ssize(b);
  auto both = identities(a);
  for (T const& x : b) both.push_back(identity(x));
  std::sort(both.begin(), both.end());
  room<T> out(na + nb);
  CHECK(S::run(thrum::merge, a.begin(), a.end(), b.begin(), b.end(), out.begin(), less) == out.begin() + na + nb);
  CHECK(out.are_of(both, na + nb));
  std::vector<int> values(static_cast<std::size_t>(na + nb));
  S::run(thrum::merge_by_key, a.begin(), a.end(), b.begin(), b.end(), values_a.begin(), values_b.begin(),
         out.begin(), values.begin(), less);
  CHECK(out.are_of(both, na + nb));
  auto expected = values_a;
  expected.insert(expected.end(), values_b.begin(), values_b.end());
  CHECK(print_of(values) == print_of(expected));

  auto const check_set = [&](auto operation, std::ptrdiff_t most) {
    room<T> rows(most);
    auto const end = S::run(operation, a.begin(), a.end(), b.begin(), b.end(), rows.begin(), less);
    CHECK(rows.are_of(both, end - rows.begin(), true));
  };
  check_set(thrum::set_union, na + nb);
  check_set(thrum::set_symmetric_difference, na + nb);
  check_set(thrum::set_intersection, std::min(na, nb));
  check_set(thrum::set_difference, na);
  room<T> rows(na + nb);
  auto const end = S::run(thrum::set_union_by_key, a.begin(), a.end(), b.begin(), b.end(), values_a.begin(),
                          values_b.begin(), rows.begin(), values.begin(), less);
  CHECK(rows.are_of(both, end.first - rows.begin(), true));
  static_cast<void>(S::run(thrum::includes, a.begin(), a.end(), b.begin(), b.end(), less));
}

/// Searches, extrema and tests: the result lies within the range.
template <class S, class T>
void check_places(std::vector<float> const& keys, any_less less) {
  auto const v = elements<T>(keys);
  auto const n = std::ssize(v);
  auto const is_place = [&](auto const& it) { return it - v.begin() >= 0 && it - v.begin() <= n; };
  CHECK(is_place(S::run(thrum::min_element, v.begin(), v.end(), less)));
  CHECK(is_place(S::run(thrum::max_element, v.begin(), v.end(), less)));
  auto const ends = S::run(thrum::minmax_element, v.begin(), v.end(), less);
  CHECK(is_place(ends.first));
  CHECK(is_place(ends.second));
  CHECK(is_place(S::run(thrum::is_sorted_until, v.begin(), v.end(), less)));
  CHECK(is_place(S::run(thrum::is_heap_until, v.begin(), v.end(), less)));
  static_cast<void>(S::run(thrum::lexicographical_compare, v.begin(), v.end(), v.begin() + n / 3, v.end(), less));
  if (n == 0) return;
  T const value = v[static_cast<std::size_t>(n / 3)];
  CHECK(is_place(S::run(thrum::lower_bound, v.begin(), v.end(), value, less)));
  CHECK(is_place(S::run(thrum::upper_bound, v.begin(), v.end(), value, less)));
  CHECK(is_place(S::run(thrum::equal_range, v.begin(), v.end(), value, less).second));
  std::vector<std::ptrdiff_t> found(v.size());
  for (std::ptrdiff_t const m : {n / 2, n}) {
    S::run(thrum::lower_bound, v.begin(), v.begin() + m, v.begin(), v.end(), found.begin(), less);
    CHECK(*std::max_element(found.begin(), found.end()) <= m);
    S::run(thrum::upper_bound, v.begin(), v.begin() + m, v.begin(), v.end(), found.begin(), less);
    CHECK(*std::min_element(found.begin(), found.end()) >= 0);
  }
}

template <class S, class T>
void check_all(std::ptrdiff_t n, relation is, std::initializer_list<pattern> patterns) {
  for (pattern const p : patterns) {
    CAPTURE(n);
    CAPTURE(static_cast<int>(is));
    CAPTURE(static_cast<int>(p));
    any_less const less{is};
    auto const all = keys(n, p);
    check_sorts<S, T>(all, less);
    if constexpr (!std::is_same_v<T, owner>) {
      check_merges<S, T>(keys(n - n / 3, p), keys(n / 3, p, 2), less);
      check_merges<S, T>(keys(n / 40, p), keys(n - n / 40, p, 2), less);
      check_places<S, T>(all, less);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("relations that are no order: few elements", S, HOST_BACKENDS) {
  for (relation const is : relations) {
    for (std::ptrdiff_t n = 0; n <= 70; n += n < 18 ? 1 : 13) check_all<S, float>(n, is, all_patterns);
    for (std::ptrdiff_t const n : {257, 1500}) check_all<S, float>(n, is, all_patterns);
  }
}
TEST_CASE_TEMPLATE("relations that are no order: many elements", S, HOST_BACKENDS) {
  for (relation const is : relations) check_all<S, record_of_16>(4099, is, {pattern::falling});
  for (relation const is : {relation::less_of_nans, relation::random, relation::lying})
    check_all<S, record_of_16>(20'000, is, {pattern::random, pattern::pieces});
}
TEST_CASE_TEMPLATE("relations that are no order: as many as make buckets", S, HOST_BACKENDS) {
  std::ptrdiff_t const n = 140'000, half_size = n / 2;
  auto const all = keys(n, pattern::random);
  for (relation const is : {relation::less_of_nans, relation::circular, relation::lying}) {
    CAPTURE(static_cast<int>(is));
    any_less const less{is};
    auto v = all;
    S::run(thrum::sort, v.begin(), v.end(), less);
    CHECK(print_of(v) == print_of(all));
    S::run(thrum::merge, all.begin(), all.begin() + half_size, all.begin() + half_size, all.end(), v.begin(),
           less);
    CHECK(print_of(v) == print_of(all));
    S::run(thrum::nth_element, v.begin(), v.begin() + half_size, v.end(), less);
    CHECK(print_of(v) == print_of(all));
  }
}
TEST_CASE_TEMPLATE("relations that are no order: elements that own something", S, HOST_BACKENDS) {
  for (relation const is : relations) {
    check_all<S, std::string>(300, is, {pattern::random, pattern::falling});
    check_all<S, owner>(300, is, {pattern::random, pattern::falling});
  }
  check_all<S, std::string>(9000, relation::random, {pattern::pieces});
  check_all<S, owner>(20'000, relation::lying, {pattern::pieces});
}

// Takes the paths for devices, whose code does not reach the host's memory.
TEST_CASE("relations that are no order: selections and set operations of a device") {
  using rule = thrum::detail::set_rule<true, true, true>;
  using rule_of_both = thrum::detail::set_rule<false, false, true>;
  for (relation const is : relations) {
    for (std::ptrdiff_t const n : {1, 3, 17, 100, 3000}) {
      CAPTURE(n);
      CAPTURE(static_cast<int>(is));
      any_less const less{is};
      auto const all = elements<record_of_16>(keys(n, pattern::random));
      auto const expected = identities(all);
      for (std::ptrdiff_t const k : {std::ptrdiff_t{1}, n / 3, n / 2, n - 1}) {
        auto v = all;
        thrum::nth_element(device_like{}, v.data(), v.data() + k, v.data() + n, less);
        CHECK(identities(v) == expected);
        room<record_of_16> out(k);
        thrum::top_k(device_like{}, all.data(), all.data() + n, k, out.all.data(), less);
        CHECK(out.are_of(expected, k));
      }
      std::ptrdiff_t const na = n / 3, nb = n - na;
      room<record_of_16> rows(n), few(na);
      record_of_16 const *const a = all.data(), *const b = a + na;
      thrum::detail::column const to{a, b, rows.all.data()}, to_few{a, b, few.all.data()};
      CHECK(rows.are_of(expected,
                        thrum::detail::set_operation_in_pieces<rule>(thrum::seq_policy{}, a, na, b, nb, to, less),
                        true));
      CHECK(few.are_of(
          expected,
          thrum::detail::set_operation_in_pieces<rule_of_both>(thrum::seq_policy{}, a, na, b, nb, to_few, less),
          true));
    }
  }
}
