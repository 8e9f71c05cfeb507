// swap_ranges, reverse_copy, rotate, rotate_copy, shift_left, shift_right, move; and objects
// constructed in raw memory: uninitialized_copy, _fill, _move, _default_construct,
// _value_construct, destroy.
#include <thrum/destroy.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/memory.h>
#include <thrum/move.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/shift.h>
#include <thrum/swap.h>
#include <thrum/uninitialized_construct.h>
#include <thrum/uninitialized_copy.h>
#include <thrum/uninitialized_fill.h>
#include <thrum/uninitialized_move.h>
#include <algorithm>
#include "data.h"
#include "policies.h"

namespace {

auto const sizes = sizes_around({4096, 8192, 10'007});

/// Returns lengths of the first part of n elements: none, one, few, about half, and all.
std::vector<std::ptrdiff_t> places_in(std::ptrdiff_t n) {
  std::vector<std::ptrdiff_t> places;
  for (std::ptrdiff_t const k : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{100}, n / 3, n / 2,
                                 (n + 1) / 2, n / 2 + 1, n - 1, n}) {
    if (k >= 0 && k <= n) places.push_back(k);
  }
  return places;
}

template <class S, class T>
void check_rearrangements() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n);
    auto const a = random_values<T>(n, 0, 100, 1), b = random_values<T>(n, 0, 100, 2);
    auto const va = vector_of<S>(a);
    auto const blank = std::vector<T>(size + 1, T(101));
    auto expected = blank;

    auto v = va, w = vector_of<S>(b);
    CHECK(S::run(thrum::swap_ranges, v.begin(), v.end(), w.begin()) == w.end());
    CHECK(host_copy(v) == b);
    CHECK(host_copy(w) == a);

    auto out = vector_of<S>(blank);
    CHECK(S::run(thrum::move, va.begin(), va.end(), out.begin()) == out.begin() + n);
    std::copy(a.begin(), a.end(), expected.begin());
    CHECK(host_copy(out) == expected);
    out = vector_of<S>(blank);
    CHECK(S::run(thrum::reverse_copy, va.begin(), va.end(), out.begin()) == out.begin() + n);
    std::reverse_copy(a.begin(), a.end(), expected.begin());
    CHECK(host_copy(out) == expected);

    for (std::ptrdiff_t const k : places_in(n)) {
      CAPTURE(k);
      out = vector_of<S>(blank);
      CHECK(S::run(thrum::rotate_copy, va.begin(), va.begin() + k, va.end(), out.begin()) == out.begin() + n);
      std::rotate_copy(a.begin(), a.begin() + k, a.end(), expected.begin());
      CHECK(host_copy(out) == expected);
      CHECK(S::run(thrum::rotate, out.begin(), out.begin() + (n - k), out.begin() + n) == out.begin() + k);
      std::copy(a.begin(), a.end(), expected.begin());
      CHECK(host_copy(out) == expected);

      v = va;
      CHECK(S::run(thrum::shift_left, v.begin(), v.end(), k) == v.begin() + (n - k));
      auto shifted = host_copy(v);
      CHECK(std::equal(a.begin() + k, a.end(), shifted.begin()));
      v = va;
      CHECK(S::run(thrum::shift_right, v.begin(), v.end(), k) == v.begin() + k);
      shifted = host_copy(v);
      CHECK(std::equal(a.begin(), a.end() - k, shifted.begin() + k));
    }
    // A shift by more places than there are elements, or by fewer than none, moves nothing.
    v = va;
    CHECK(S::run(thrum::shift_left, v.begin(), v.end(), n + 1) == v.begin());
    CHECK(S::run(thrum::shift_right, v.begin(), v.end(), n + 1) == v.end());
    CHECK(S::run(thrum::shift_left, v.begin(), v.end(), -1) == v.end());
    CHECK(S::run(thrum::shift_right, v.begin(), v.end(), -1) == v.begin());
    CHECK(host_copy(v) == a);
  }
}

/// Constructs elements from values, in memory whose previous values do not matter.
template <class S, class T>
void check_uninitialized() {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const a = random_values<T>(n, 0, 100, 1);
    auto const va = vector_of<S>(a);
    std::vector<T> const blank(static_cast<std::size_t>(n) + 1, T(101));
    auto out = vector_of<S>(blank);
    auto const end = [&] { return out.begin() + n; };
    auto const check = [&](std::vector<T> expected) {
      expected.push_back(T(101));
      CHECK(host_copy(out) == expected);
      out = vector_of<S>(blank);
    };
    CHECK(S::run(thrum::uninitialized_copy, va.begin(), va.end(), out.begin()) == end());
    check(a);
    CHECK(S::run(thrum::uninitialized_copy_n, va.begin(), n, out.begin()) == end());
    check(a);
    CHECK(S::run(thrum::uninitialized_move, va.begin(), va.end(), out.begin()) == end());
    check(a);
    auto const ends = S::run(thrum::uninitialized_move_n, va.begin(), n, out.begin());
    CHECK(ends.first == va.end());
    CHECK(ends.second == end());
    check(a);
    S::run(thrum::uninitialized_fill, out.begin(), end(), T(7));
    check(std::vector<T>(a.size(), T(7)));
    CHECK(S::run(thrum::uninitialized_fill_n, out.begin(), n, T(8)) == end());
    check(std::vector<T>(a.size(), T(8)));
    S::run(thrum::uninitialized_value_construct, out.begin(), end());
    check(std::vector<T>(a.size(), T()));
    CHECK(S::run(thrum::uninitialized_value_construct_n, out.begin(), n) == end());
    check(std::vector<T>(a.size(), T()));
    // Numbers keep their values.
    auto const made = std::is_trivially_default_constructible_v<T> ? T(101) : T();
    S::run(thrum::uninitialized_default_construct, out.begin(), end());
    check(std::vector<T>(a.size(), made));
    CHECK(S::run(thrum::uninitialized_default_construct_n, out.begin(), n) == end());
    check(std::vector<T>(a.size(), made));
    S::run(thrum::destroy, out.begin(), end());
    CHECK(S::run(thrum::destroy_n, out.begin(), n) == end());
    // A negative count means no elements.
    CHECK(S::run(thrum::uninitialized_copy_n, va.begin(), -1, out.begin()) == out.begin());
    CHECK(S::run(thrum::uninitialized_fill_n, out.begin(), -1, T(7)) == out.begin());
    CHECK(S::run(thrum::uninitialized_value_construct_n, out.begin(), -1) == out.begin());
    CHECK(S::run(thrum::destroy_n, out.begin(), -1) == out.begin());
    CHECK(host_copy(out) == blank);
  }
}

/// Counts its constructions and destructions in the integer that it refers to.
struct traced {
  int* events = nullptr;
  THRUM_HD explicit traced(int& place) : events(&place) { *events += 1; }
  THRUM_HD traced(traced const& other) : events(other.events) { *events += 10; }
  THRUM_HD traced(traced&& other) noexcept : events(other.events) { *events += 100; }
  THRUM_HD ~traced() { *events += 1000; }
};
struct room {
  alignas(traced) unsigned char bytes[sizeof(traced)];
};

}  // namespace

TEST_CASE_TEMPLATE("rearrangements of int", S, ALL_SYSTEMS) { check_rearrangements<S, int>(); }
TEST_CASE_TEMPLATE("rearrangements of int8", S, MORE_SYSTEMS) { check_rearrangements<S, std::int8_t>(); }
TEST_CASE_TEMPLATE("rearrangements of records", S, MAIN_SYSTEMS) { check_rearrangements<S, record>(); }
TEST_CASE_TEMPLATE("rearrangements of aligned elements", S, MAIN_SYSTEMS) {
  check_rearrangements<S, cache_line>();
}

TEST_CASE_TEMPLATE("int in raw memory", S, ALL_SYSTEMS) { check_uninitialized<S, int>(); }
TEST_CASE_TEMPLATE("records in raw memory", S, MAIN_SYSTEMS) { check_uninitialized<S, record>(); }

TEST_CASE_TEMPLATE("constructors and destructors are called once for each object", S, MAIN_SYSTEMS) {
  constexpr std::ptrdiff_t n = 10'007;
  typename S::template vector<int> events(n, 0);
  typename S::template vector<room> rooms(n), others(n);
  auto* const first = reinterpret_cast<traced*>(thrum::raw_pointer_cast(rooms.data()));
  auto* const other = reinterpret_cast<traced*>(thrum::raw_pointer_cast(others.data()));
  auto const all = [&](int count) { CHECK(host_copy(events) == std::vector<int>(n, count)); };
  S::run(thrum::uninitialized_copy, events.begin(), events.end(), first);
  all(1);
  S::run(thrum::uninitialized_copy, first, first + n, other);
  all(11);
  S::run(thrum::destroy, other, other + n);
  all(1011);
  S::run(thrum::uninitialized_move_n, first, n, other);
  all(1111);
  S::run(thrum::destroy_n, other, n);
  all(2111);
  S::run(thrum::destroy_n, first, n);
  all(3111);
}

TEST_CASE_TEMPLATE("rearrangements of zips and from the end", S, MAIN_SYSTEMS) {
  constexpr std::ptrdiff_t n = 10'007, k = 1234;
  auto a = random_values<int>(n, 0, 100, 1);
  auto b = random_values<double>(n, 0, 100, 2);
  auto va = vector_of<S>(a), wa = vector_of<S>(std::vector<int>(a.size(), 1));
  auto vb = vector_of<S>(b), wb = vector_of<S>(std::vector<double>(b.size(), 2.0));
  auto const first = thrum::make_zip_iterator(va.begin(), vb.begin());
  auto const other = thrum::make_zip_iterator(wa.begin(), wb.begin());
  S::run(thrum::rotate, first, first + k, first + n);
  std::rotate(a.begin(), a.begin() + k, a.end());
  std::rotate(b.begin(), b.begin() + k, b.end());
  S::run(thrum::swap_ranges, first, first + n, other);
  CHECK(host_copy(wa) == a);
  CHECK(host_copy(wb) == b);
  CHECK(host_copy(va) == std::vector<int>(a.size(), 1));
  S::run(thrum::shift_right, other, other + n, k);
  CHECK(std::equal(a.begin(), a.end() - k, host_copy(wa).begin() + k));
  CHECK(std::equal(b.begin(), b.end() - k, host_copy(wb).begin() + k));
  S::run(thrum::move, other + k, other + n, first);
  S::run(thrum::uninitialized_copy, other + k, other + n, first);
  CHECK(std::equal(a.begin(), a.end() - k, host_copy(va).begin()));
  auto const back = thrum::make_reverse_iterator(va.end());
  S::run(thrum::rotate, back, back + k, back + n);
  S::run(thrum::reverse_copy, back, back + n, wa.begin());
  auto expected = host_copy(va);
  CHECK(host_copy(wa) == expected);
  CHECK(std::equal(a.begin(), a.end() - k, expected.begin() + k));
}

TEST_CASE_TEMPLATE("large rotations and shifts", S, MAIN_SYSTEMS) {
  constexpr int n = static_cast<int>(large_size((1 << 22) + 3));
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[static_cast<std::size_t>(i)] = i;
  auto v = vector_of<S>(host);
  for (int const k : {1, n / 4, n - 1}) {
    CHECK(S::run(thrum::rotate, v.begin(), v.begin() + k, v.end()) == v.begin() + (n - k));
    std::rotate(host.begin(), host.begin() + k, host.end());
    CHECK(host_copy(v) == host);
  }
  for (int const k : {1, n / 40, n / 4}) {
    S::run(thrum::shift_left, v.begin(), v.end(), k);
    auto const left = host_copy(v);
    CHECK(std::equal(host.begin() + k, host.end(), left.begin()));
    S::run(thrum::shift_right, v.begin(), v.end(), k);
    host = host_copy(v);
    CHECK(std::equal(left.begin(), left.end() - k, host.begin() + k));
  }
}
