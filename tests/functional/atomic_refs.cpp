// atomic_ref in functors: no change is lost, whatever threads do at the same time, under every
// policy.
#include <thrum/atomic_ref.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include "data.h"
#include "policies.h"

namespace {

static_assert(std::is_same_v<decltype(thrum::atomic_ref(std::declval<int&>())), thrum::atomic_ref<int>>);
static_assert(thrum::atomic_ref<double>::is_always_lock_free &&
              thrum::atomic_ref<double>::required_alignment == 8);
static_assert(!std::is_copy_assignable_v<thrum::atomic_ref<int>>);
template <class T>
concept adds = requires(thrum::atomic_ref<T> r, T x) { r.fetch_add(x); };
template <class T>
concept has_bits = requires(thrum::atomic_ref<T> r, T x) { r.fetch_and(x); };
static_assert(adds<int> && adds<unsigned char> && adds<double> && !adds<bool> && !adds<int*>);
static_assert(has_bits<unsigned> && !has_bits<float> && !has_bits<bool>);

/// The objects that several threads change.
template <class T>
struct shared_values {
  T sum, difference, least, greatest, exchanged, swapped;
};

template <class T>
struct changes_all {
  shared_values<T>* values;
  THRUM_HD void operator()(int i) const {
    auto const x = static_cast<T>(i % 7 + 1);
    thrum::atomic_ref(values->sum).fetch_add(x, std::memory_order_relaxed);
    thrum::atomic_ref(values->difference).fetch_sub(x);
    thrum::atomic_ref(values->least).fetch_min(static_cast<T>(i % 101 + 3));
    thrum::atomic_ref(values->greatest).fetch_max(static_cast<T>(i % 101 + 3));
    thrum::atomic_ref(values->exchanged).exchange(x);
    // Adds by hand: a failed exchange returns the value that the next attempt expects.
    thrum::atomic_ref const swapped(values->swapped);
    T seen = swapped.load(std::memory_order_relaxed);
    while (!swapped.compare_exchange_weak(seen, static_cast<T>(seen + x), std::memory_order_acq_rel)) {
    }
  }
};

template <class T>
struct changes_bits {
  T* bits;  // bits that are set, bits that are cleared, bits that are flipped
  THRUM_HD void operator()(int i) const {
    T const bit = static_cast<T>(T(1) << (i % (8 * static_cast<int>(sizeof(T)) - 1)));
    thrum::atomic_ref(bits[0]).fetch_or(bit);
    thrum::atomic_ref(bits[1]).fetch_and(static_cast<T>(~bit));
    thrum::atomic_ref(bits[2]).fetch_xor(bit);
  }
};

/// Takes a number from a counter, and marks the number: each number is taken once.
struct takes_number {
  int* next;
  int* taken;
  THRUM_HD void operator()(int) const { taken[thrum::atomic_ref(*next)++] += 1; }
};

/// Exactly one thread finds the flag unset.
struct finds_flag {
  bool* flag;
  int* found;
  THRUM_HD void operator()(int) const {
    bool expected = false;
    if (thrum::atomic_ref(*flag).compare_exchange_strong(expected, true)) thrum::atomic_ref(*found) += 1;
  }
};

template <class S, class Functor>
void calls(std::ptrdiff_t n, Functor f) {
  auto const first = thrum::make_counting_iterator(0);
  S::run(thrum::for_each, first, first + n, f);
}

template <class S, class T>
void numbers() {
  for (std::ptrdiff_t const n : {0, 1, 2, 63, 4097, 100'001}) {
    CAPTURE(n);
    auto v = vector_of<S>(std::vector<shared_values<T>>{{T(0), T(0), T(90), T(2), T(0), T(0)}});
    calls<S>(n, changes_all<T>{raw(v)});
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += i % 7 + 1;
    shared_values<T> const got = host_copy(v).front();
    CHECK(got.sum == static_cast<T>(sum));
    CHECK(got.difference == static_cast<T>(T(0) - static_cast<T>(sum)));
    CHECK(got.least == (n == 0 ? T(90) : T(3)));
    CHECK(got.greatest == static_cast<T>(n == 0 ? 2 : 2 + std::min<std::ptrdiff_t>(n, 101)));
    CHECK(got.exchanged >= T(n == 0 ? 0 : 1));
    CHECK(got.exchanged <= T(7));
    CHECK(got.swapped == static_cast<T>(sum));
  }
}

template <class S, class T>
void bits() {
  auto v = vector_of<S>(std::vector<T>{T(0), std::numeric_limits<T>::max(), T(0)});
  // Flips each bit an even number of times, and then the first two bits once more.
  int const turned = 8 * static_cast<int>(sizeof(T)) - 1;
  calls<S>(turned * 1000 + 2, changes_bits<T>{raw(v)});
  auto const got = host_copy(v);
  T const all = static_cast<T>(std::numeric_limits<std::make_unsigned_t<T>>::max() >> 1);
  CHECK(got[0] == all);
  CHECK(got[1] == static_cast<T>(std::numeric_limits<T>::max() & static_cast<T>(~all)));
  CHECK(got[2] == T(3));
}

}  // namespace

TEST_CASE_TEMPLATE("no change of a number is lost", S, ALL_SYSTEMS) {
  numbers<S, int>();
  numbers<S, unsigned>();
  numbers<S, long long>();
  numbers<S, unsigned long>();
  numbers<S, unsigned char>();
  numbers<S, std::int16_t>();
  numbers<S, float>();
  numbers<S, double>();
}

TEST_CASE_TEMPLATE("no change of a bit is lost", S, ALL_SYSTEMS) {
  bits<S, int>();
  bits<S, std::uint64_t>();
  bits<S, std::uint8_t>();
  bits<S, std::int16_t>();
}

TEST_CASE_TEMPLATE("numbers are taken once, and one thread is the first", S, ALL_SYSTEMS) {
  auto next = vector_of<S>(std::vector<int>{0});
  auto taken = vector_of<S>(std::vector<int>(100'000));
  calls<S>(100'000, takes_number{raw(next), raw(taken)});
  CHECK(host_copy(taken) == std::vector<int>(100'000, 1));
  CHECK(host_copy(next).front() == 100'000);

  typename S::template vector<char> flag(1);
  static_assert(sizeof(bool) == 1);
  auto found = vector_of<S>(std::vector<int>{0});
  calls<S>(10'000, finds_flag{reinterpret_cast<bool*>(raw(flag)), raw(found)});
  CHECK(host_copy(found).front() == 1);
}

TEST_CASE("what the operations return") {
  int x = 5;
  thrum::atomic_ref const r(x);
  CHECK(r.is_lock_free());
  CHECK(r == 5);
  CHECK(r.exchange(7) == 5);
  CHECK(r.fetch_add(1) == 7);
  CHECK(r.fetch_sub(2) == 8);
  CHECK(r.fetch_min(9) == 6);
  CHECK(r.fetch_max(9) == 6);
  CHECK((r += 1) == 10);
  CHECK((r -= 4) == 6);
  CHECK((r |= 1) == 7);
  CHECK((r &= 3) == 3);
  CHECK((r ^= 1) == 2);
  CHECK(++r == 3);
  CHECK(r++ == 3);
  CHECK(--r == 3);
  CHECK(r-- == 3);
  CHECK((r = 8) == 8);
  int expected = 9;
  CHECK(!r.compare_exchange_strong(expected, 1));
  CHECK(expected == 8);
  CHECK(r.compare_exchange_strong(expected, 1, std::memory_order_seq_cst, std::memory_order_relaxed));
  r.store(x + 1, std::memory_order_release);
  CHECK(x == 2);

  // Signed integers wrap around.
  r = std::numeric_limits<int>::max();
  CHECK(++r == std::numeric_limits<int>::min());
  CHECK((r -= 1) == std::numeric_limits<int>::max());
  std::int8_t small = -128;
  CHECK(--thrum::atomic_ref(small) == 127);
  r = 2;

  // Pointers and small structs have loads, stores and exchanges.
  int* p = &x;
  CHECK(thrum::atomic_ref(p).exchange(nullptr) == &x);
  struct place {
    short row, column;
  };
  alignas(4) place at{1, 2};
  CHECK(thrum::atomic_ref(at).exchange({3, 4}).column == 2);
  CHECK(at.row == 3);
  place seen{1, 2};
  CHECK(!thrum::atomic_ref(at).compare_exchange_strong(seen, {5, 6}));
  CHECK(seen.column == 4);
  CHECK(thrum::atomic_ref(at).compare_exchange_strong(seen, {5, 6}));
  thrum::atomic_ref(at).store({7, thrum::atomic_ref(at).load().column});
  CHECK((at.row == 7 && at.column == 6));

  double const nan = std::numeric_limits<double>::quiet_NaN();
  double y = 1;
  thrum::atomic_ref(y).fetch_min(nan);
  thrum::atomic_ref(y).fetch_max(nan);
  CHECK(y == 1);
}
