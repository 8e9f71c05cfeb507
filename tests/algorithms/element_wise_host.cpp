// Conditional element-wise algorithms and rearrangements, with elements and functors that only the
// host handles: types that own memory or are move-only, exceptions, threads, and scratch memory
// that fails.
#include <thrum/adjacent_difference.h>
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/gather.h>
#include <thrum/memory_resource.h>
#include <thrum/move.h>
#include <thrum/replace.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/scatter.h>
#include <thrum/shift.h>
#include <thrum/swap.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include "refusals.h"
#if defined(THRUM_WITH_TBB)
#include "meeting.h"
#endif

namespace {

constexpr std::ptrdiff_t n = refused_n;

using pointer = std::unique_ptr<int>;
std::vector<pointer> pointers(std::ptrdiff_t count) {
  std::vector<pointer> v;
  for (int i = 0; i < count; ++i) v.push_back(std::make_unique<int>(i));
  return v;
}
/// Returns the objects that the pointers of [first, last) point to.
template <class I>
std::vector<int> pointees(I first, I last) {
  std::vector<int> values;
  for (; first != last; ++first) values.push_back(*first ? **first : -1);
  return values;
}
std::vector<int> range(int first, int last) {
  std::vector<int> values(static_cast<std::size_t>(last - first));
  std::iota(values.begin(), values.end(), first);
  return values;
}

std::vector<std::string> strings() {
  std::vector<std::string> v;
  for (int i = 0; i < 20'000; ++i)
    v.push_back("an element too long to be stored in place " + std::to_string(i % 97));
  return v;
}

struct joined {
  std::string operator()(std::string const& x, std::string const& y) const { return x.substr(3) + y; }
};

/// An element whose copy throws if it is the poisoned one, wherever an algorithm copies it.
struct fragile : counted {
  using counted::counted;
  fragile(fragile const& other) : counted(checked(other)) {}
  fragile& operator=(fragile const& other) {
    value = checked(other);
    return *this;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("rearrangements of elements that can only be moved", S, HOST_BACKENDS) {
  constexpr int count = 20'000;
  for (int const k : {1, 7000, 13'000}) {
    auto v = pointers(count);
    S::run(thrum::rotate, v.begin(), v.begin() + k, v.end());
    auto expected = range(0, count);
    std::rotate(expected.begin(), expected.begin() + k, expected.end());
    CHECK(pointees(v.begin(), v.end()) == expected);
    v = pointers(count);
    auto const end = S::run(thrum::shift_left, v.begin(), v.end(), k);
    CHECK(pointees(v.begin(), end) == range(k, count));
    for (auto& p : v) p = nullptr;  // moved-from elements can be assigned to
    v = pointers(count);
    auto const first = S::run(thrum::shift_right, v.begin(), v.end(), k);
    CHECK(pointees(first, v.end()) == range(0, count - k));
  }
  auto v = pointers(count), w = pointers(2 * count);
  CHECK(S::run(thrum::swap_ranges, v.begin(), v.end(), w.begin() + count) == w.end());
  CHECK(pointees(v.begin(), v.end()) == range(count, 2 * count));
  CHECK(pointees(w.begin(), w.end()) == [] {
    auto twice = range(0, count);
    twice.insert(twice.end(), twice.begin(), twice.begin() + count);
    return twice;
  }());
  CHECK(S::run(thrum::move, v.begin(), v.end(), w.begin()) == w.begin() + count);
  CHECK(pointees(w.begin(), w.begin() + count) == range(count, 2 * count));
  CHECK(pointees(v.begin(), v.end()) == std::vector<int>(count, -1));
}

TEST_CASE_TEMPLATE("elements that own memory, in no array", S, HOST_BACKENDS) {
  auto const a = strings();
  std::deque<std::string> const d(a.begin(), a.end());
  auto const size = static_cast<std::ptrdiff_t>(a.size());
  std::vector<std::string> expected(a.size()), out(a.size());
  std::adjacent_difference(a.begin(), a.end(), expected.begin(), joined{});
  S::run(thrum::adjacent_difference, d.begin(), d.end(), out.begin(), joined{});
  CHECK(out == expected);
  auto v = a;
  S::run(thrum::adjacent_difference, v.begin(), v.end(), v.begin(), joined{});
  CHECK(v == expected);
  auto w = d;
  S::run(thrum::adjacent_difference, w.begin(), w.end(), w.begin(), joined{});
  CHECK(std::equal(w.begin(), w.end(), expected.begin()));

  S::run(thrum::replace_copy, d.begin(), d.end(), out.begin(), a[5], "five");
  std::replace_copy(a.begin(), a.end(), expected.begin(), a[5], std::string("five"));
  CHECK(out == expected);
  w = d;
  S::run(thrum::replace, w.begin(), w.end(), w[5], std::string("five"));
  CHECK(std::equal(w.begin(), w.end(), expected.begin()));
  w = d;
  S::run(thrum::rotate, w.begin(), w.begin() + 777, w.end());
  S::run(thrum::rotate_copy, d.begin(), d.begin() + 777, d.end(), out.begin());
  CHECK(std::equal(w.begin(), w.end(), out.begin()));
  CHECK(out[0] == a[777]);
  w = d;
  v = a;
  S::run(thrum::shift_left, w.begin(), w.end(), 777);
  CHECK(std::equal(a.begin() + 777, a.end(), w.begin()));
  S::run(thrum::shift_right, v.begin(), v.end(), size / 2 + 1);
  CHECK(std::equal(a.begin(), a.end() - (size / 2 + 1), v.begin() + size / 2 + 1));
}

TEST_CASE("the answer of a predicate may be no bool, and convert to one only where it is asked for") {
  struct answer {
    bool value;
    explicit operator bool() const { return value; }
  };
  auto const is_odd = [](int x) { return answer{x % 2 != 0}; };
  std::vector<int> v{1, 2, 3};
  thrum::replace_copy_if(thrum::seq, v.begin(), v.end(), v.begin(), is_odd, 4);
  CHECK(v == std::vector<int>{4, 2, 4});
  v.back() = 5;
  thrum::replace_if(thrum::seq, v.begin(), v.end(), is_odd, 6);
  CHECK(v == std::vector<int>{4, 2, 6});
}

TEST_CASE("seq asks in order") {
  std::vector<int> v(1000, 1), asked;
  auto const op = [&asked](int x, int y) {
    asked.push_back(static_cast<int>(asked.size()));
    return x - y + static_cast<int>(asked.size());
  };
  thrum::adjacent_difference(v.begin(), v.end(), v.begin(), op);
  CHECK(v[0] == 1);
  CHECK(std::equal(v.begin() + 1, v.end(), range(1, 1000).begin()));
  // Vectors of bits are written by the calling thread alone.
  std::vector<bool> bits(100, true), others(100, false);
  thrum::swap_ranges(bits.begin(), bits.begin() + 50, others.begin());
  thrum::rotate(bits.begin(), bits.begin() + 25, bits.end());
  CHECK(std::count(bits.begin(), bits.end(), true) == 50);
  CHECK(bits[24] == false);
  CHECK(bits[25] == true);
}

TEST_CASE_TEMPLATE("exceptions of functors in conditional algorithms", S, HOST_BACKENDS) {
  {
    auto const v = elements<S>(true);
    auto const map = range(0, n);
    counted_vector<S> out(n);
    auto const negate = [](counted const& x) { return counted(-x.value); };
    check_refused<S>(thrum::transform_if, v.begin(), v.end(), out.begin(), negate, throwing_odd{});
    check_refused<S>(thrum::transform_if, v.begin(), v.end(), out.begin(), throwing_negate{}, always{});
    check_refused<S>(thrum::transform_if, v.begin(), v.end(), v.begin(), out.begin(), negate, throwing_odd{});
    check_refused<S>(thrum::transform_if, v.begin(), v.end(), v.begin(), v.begin(), out.begin(), throwing_sum{},
                     always{});
    check_refused<S>(thrum::gather_if, map.begin(), map.end(), v.begin(), v.begin(), out.begin(), throwing_odd{});
    check_refused<S>(thrum::scatter_if, v.begin(), v.end(), map.begin(), v.begin(), out.begin(), throwing_odd{});
    check_refused<S>(thrum::replace_if, out.begin(), out.end(), v.begin(), throwing_odd{}, 1);
    check_refused<S>(thrum::replace_copy_if, v.begin(), v.end(), out.begin(), throwing_odd{}, 1);
    check_refused<S>(thrum::replace_copy_if, v.begin(), v.end(), v.begin(), out.begin(), throwing_odd{}, 1);
    check_refused<S>(thrum::adjacent_difference, v.begin(), v.end(), out.begin(), throwing_sum{});
    auto w = v;
    check_refused<S>(thrum::adjacent_difference, w.begin(), w.end(), w.begin(), throwing_sum{});
  }
  CHECK(alive == 0);
}

TEST_CASE_TEMPLATE("exceptions of elements in rearrangements", S, HOST_BACKENDS) {
  {
    std::vector<fragile> v(n), out(n);
    for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)].value = i;
    auto const middle = v.begin() + n / 3;
    check_refused<S>(thrum::reverse_copy, v.begin(), v.end(), out.begin());
    check_refused<S>(thrum::rotate_copy, v.begin(), middle, v.end(), out.begin());
    check_refused<S>(thrum::move, v.begin(), v.end(), out.begin());
    check_refused<S>(thrum::replace_copy, v.begin(), v.end(), out.begin(), 1, 2);
    std::vector<fragile> zeros(n);
    check_refused<S>(thrum::replace, zeros.begin(), zeros.end(), 0, poison);
    check_refused<S>(thrum::adjacent_difference, v.begin(), v.end(), v.begin(),
                     [](fragile const& x, fragile const&) -> fragile const& { return x; });
  }
  CHECK(alive == 0);
  for (int const k : {1, 10'000}) {
    std::vector<fragile> v(n), w(n);
    for (int i = 0; i < n; ++i) v[static_cast<std::size_t>(i)].value = i;
    auto const refused = [&](auto algorithm, auto... args) {
      auto copy = std::vector<fragile>(n);
      for (int i = 0; i < n; ++i) copy[static_cast<std::size_t>(i)].value = i;
      check_refused<S>(algorithm, copy.begin(), args(copy)...);
    };
    auto const end = [](auto& copy) { return copy.end(); };
    auto const places = [k](auto&) { return k; };
    refused(thrum::rotate, [k](auto& copy) { return copy.begin() + k; }, end);
    refused(thrum::shift_left, end, [](auto&) { return 1; });
    refused(thrum::shift_right, end, places);
    refused(thrum::swap_ranges, end, [&](auto&) { return w.begin(); });
  }
  CHECK(alive == 0);
}

/// Checks that scratch memory is allocated before an element changes.
TEST_CASE_TEMPLATE("adjacent_difference in place where scratch memory fails", S, HOST_BACKENDS) {
  auto const a = strings();
  auto const check = [&](auto const& policy, bool fails) {
    for (std::size_t kth = 1;; ++kth) {
      thrum::counting_resource<thrum::host_space> counting;
      thrum::fail_on_kth_allocation<thrum::host_space> failing(kth, counting);
      auto v = a;
      bool thrown = false;
      try {
        thrum::adjacent_difference(policy.with(failing), v.begin(), v.end(), v.begin(), joined{});
      } catch (std::bad_alloc const&) {
        thrown = true;
        CHECK(v == a);
      }
      CHECK(thrown == failing.failed());
      CHECK(counting.blocks_in_use() == 0);
      if (failing.failed()) continue;
      CHECK((kth > 1) == fails);
      return;
    }
  };
  if constexpr (requires { S::policy().with(std::allocator<char>()); }) {
    check(S::policy(), !std::is_same_v<S, with_seq>);
  }
}

/// A type whose size divides no power of two.
struct point {
  std::int32_t x, y, z;
  friend bool operator==(point const&, point const&) = default;
};

/// Rearranges parts of 2^17 bytes, and checks that the elements before and after the range do not
/// change.
template <class S, class T>
void check_bytes(T one, T other) {
  for (std::ptrdiff_t const size : sizes_around({1, (1 << 17) / sizeof(T), 5 * (1 << 17) / sizeof(T)})) {
    std::vector<T> v(static_cast<std::size_t>(size + 2), one), from(v);
    for (std::ptrdiff_t i = 0; i < size + 2; i += 3) from[static_cast<std::size_t>(i)] = other;
    auto expected = from;
    expected.front() = expected.back() = one;
    CHECK(S::run(thrum::copy, from.begin() + 1, from.end() - 1, v.begin() + 1) == v.end() - 1);
    REQUIRE(v == expected);
    for (T const& value : {other, one, T{}}) {
      S::run(thrum::fill, v.begin() + 1, v.end() - 1, value);
      REQUIRE(v.front() == one);
      REQUIRE(v.back() == one);
      REQUIRE(std::count(v.begin() + 1, v.end() - 1, value) == size);
    }
  }
}
TEST_CASE_TEMPLATE("copy and fill of plain elements", S, HOST_SYSTEMS) {
  check_bytes<S, std::int8_t>(1, -1);
  check_bytes<S, point>({1, 2, 3}, {-1, -1, -1});
}
TEST_CASE_TEMPLATE("many equal bytes", S, HOST_BACKENDS) {
  std::vector<int> v((std::size_t{1} << 24) + 10'007, 1);
  S::run(thrum::fill, v.begin() + 1, v.end() - 1, 0);
  CHECK(v.front() == 1);
  CHECK(v.back() == 1);
  CHECK(std::count(v.begin(), v.end(), 0) == static_cast<std::ptrdiff_t>(v.size()) - 2);
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("conditional element-wise algorithms are parallel") {
  std::vector<int> v(many), out(many), map(many);
  std::iota(map.begin(), map.end(), 0);
  auto const yes = attending{[](int) { return true; }};
  auto const negative = attending{[](int x) { return -x; }};
  auto const plus = attending{[](int x, int y) { return x + y; }};
  auto const all = [](int) { return true; };
  using S = with_par;
  CHECK(S::meets(thrum::transform_if, v.begin(), v.end(), out.begin(), negative, all));
  CHECK(S::meets(thrum::transform_if, v.begin(), v.end(), map.begin(), out.begin(), negative, all));
  CHECK(S::meets(thrum::transform_if, v.begin(), v.end(), map.begin(), v.begin(), out.begin(), plus, all));
  CHECK(S::meets(thrum::transform_if, v.begin(), v.end(), out.begin(), thrum::negate<>{}, yes));
  CHECK(S::meets(thrum::replace_if, v.begin(), v.end(), yes, 3));
  CHECK(S::meets(thrum::replace_if, v.begin(), v.end(), map.begin(), yes, 3));
  CHECK(S::meets(thrum::replace_copy_if, v.begin(), v.end(), out.begin(), yes, 3));
  CHECK(S::meets(thrum::replace_copy_if, v.begin(), v.end(), map.begin(), out.begin(), yes, 3));
  CHECK(S::meets(thrum::gather_if, map.begin(), map.end(), v.begin(), v.begin(), out.begin(), yes));
  CHECK(S::meets(thrum::scatter_if, v.begin(), v.end(), map.begin(), v.begin(), out.begin(), yes));
  CHECK(S::meets(thrum::adjacent_difference, v.begin(), v.end(), out.begin(), plus));
  CHECK(S::meets(thrum::adjacent_difference, v.begin(), v.end(), v.begin(), plus));
}

TEST_CASE("rearrangements are parallel") {
  std::vector<attendant> v(many), out(many);
  std::vector<int> map(many), yes(many, 1);
  std::iota(map.begin(), map.end(), 0);
  using S = with_par;
  CHECK(S::meets(thrum::gather_if, map.begin(), map.end(), yes.begin(), v.begin(), out.begin()));
  CHECK(S::meets(thrum::scatter_if, v.begin(), v.end(), map.begin(), yes.begin(), out.begin()));
  CHECK(S::meets(thrum::replace, v.begin(), v.end(), attendant(1), attendant(2)));
  CHECK(S::meets(thrum::replace_copy, v.begin(), v.end(), out.begin(), attendant(1), attendant(2)));
  CHECK(S::meets(thrum::swap_ranges, v.begin(), v.end(), out.begin()));
  CHECK(S::meets(thrum::reverse_copy, v.begin(), v.end(), out.begin()));
  CHECK(S::meets(thrum::move, v.begin(), v.end(), out.begin()));
  CHECK(S::meets(thrum::rotate_copy, v.begin(), v.begin() + many / 2, v.end(), out.begin()));
  for (std::ptrdiff_t const k : {std::ptrdiff_t{1}, many / 2, many - 1}) {
    CHECK(with_untimed_par::meets(thrum::rotate, v.begin(), v.begin() + k, v.end()));
  }
  for (std::ptrdiff_t const k : {std::ptrdiff_t{1}, many / 2, many / 2 + 1}) {
    CHECK(S::meets(thrum::shift_left, v.begin(), v.end(), k));
    CHECK(S::meets(thrum::shift_right, v.begin(), v.end(), k));
  }
}

TEST_CASE("adjacent_difference gives the same bits with any number of threads") {
  std::vector<float> v;
  for (std::uint64_t i = 0; i < 100'000; ++i) v.push_back(static_cast<float>(random_bits(i)) * 1e-7F);
  auto const result = [&v](auto const& policy) {
    auto w = v;
    thrum::adjacent_difference(policy, w.begin(), w.end(), w.begin());
    return w;
  };
  auto const expected = result(thrum::seq);
  for (int const count : {1, 2, 3, 7}) {
    auto const w = result(thrum::tbb::par.threads(count));
    CHECK(std::memcmp(w.data(), expected.data(), w.size() * sizeof(float)) == 0);
  }
}
#endif
