// Selections and sorts by projection of elements that only the host handles: functors that throw,
// memory that fails, threads, and the same results with any number of threads.
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/nth_element.h>
#include <thrum/ordered_by.h>
#include <thrum/partial_sort.h>
#include <thrum/sort.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include "data.h"
#include "policies.h"
#include "refusals.h"
#if defined(THRUM_WITH_TBB)
#include "meeting.h"
#endif

namespace {

std::vector<std::string> random_strings(std::ptrdiff_t n) {
  std::vector<std::string> strings;
  for (int x : random_values<int>(n, 0, 5000))
    strings.push_back("an element too long to be stored in place " + std::to_string(x));
  return strings;
}

/// An element that owns memory and has an arithmetic key.
struct owner {
  int key = 0;
  std::unique_ptr<int> place;
  explicit owner(int k = 0, int p = 0) : key(k), place(std::make_unique<int>(p)) {}
};

/// Counts down the calls of the functors below before the meeting: a selection sorts a sample
/// first.
#if defined(THRUM_WITH_TBB)
std::atomic<int> calls_before_meeting = 0;
#endif
int attend(counted const& x) {
#if defined(THRUM_WITH_TBB)
  if (--calls_before_meeting < 0) threads.arrive();
#endif
  return checked(x);
}
struct watched_less {
  bool operator()(counted const& a, counted const& b) const { return attend(a) < attend(b); }
};
struct watched_key {
  int operator()(counted const& x) const { return attend(x); }
};

}  // namespace

TEST_CASE_TEMPLATE("selections of strings", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {1, 100, 20'000}) {
    CAPTURE(n);
    auto const host = random_strings(n);
    auto sorted = host;
    std::sort(sorted.begin(), sorted.end());
    auto v = host;
    S::run(thrum::nth_element, v.begin(), v.begin() + n / 2, v.end());
    CHECK(v[static_cast<std::size_t>(n / 2)] == sorted[static_cast<std::size_t>(n / 2)]);
    S::run(thrum::partial_sort, v.begin(), v.begin() + n / 3, v.end());
    CHECK(std::equal(v.begin(), v.begin() + n / 3, sorted.begin()));
    std::sort(v.begin(), v.end());
    CHECK(v == sorted);
    std::vector<std::string> top(static_cast<std::size_t>(n));
    CHECK(S::run(thrum::top_k, host.begin(), host.end(), n / 4, top.begin()) - top.begin() == n / 4);
    CHECK(std::equal(top.begin(), top.begin() + n / 4, sorted.rbegin()));
    CHECK(S::run(thrum::argmin, host.begin(), host.end()).value == sorted.front());
  }
}

TEST_CASE_TEMPLATE("move-only elements by an arithmetic member", S, MAIN_SYSTEMS) {
  for (int const n : {10, 1000, 40'000}) {
    CAPTURE(n);
    auto const keys = random_values<int>(n, -50, 50);
    std::vector<owner> v;
    for (int i = 0; i < n; ++i) v.emplace_back(keys[static_cast<std::size_t>(i)], i);
    S::run(thrum::sort, v.begin(), v.end(), thrum::less<>{}, &owner::key);
    bool stable = true;
    for (std::size_t i = 1; i < v.size(); ++i) {
      stable = stable && std::pair(v[i - 1].key, *v[i - 1].place) < std::pair(v[i].key, *v[i].place);
    }
    CHECK(stable);
    auto const falling = [](owner const& a, owner const& b) { return b.key < a.key; };
    S::run(thrum::nth_element, v.begin(), v.begin() + n / 2, v.end(), falling);
    auto const middle = v.begin() + n / 2;
    CHECK(std::all_of(v.begin(), middle, [&](owner const& x) { return x.key >= middle->key; }));
    CHECK(std::all_of(middle, v.end(), [&](owner const& x) { return x.key <= middle->key; }));
    CHECK(std::all_of(v.begin(), v.end(),
                      [&](owner const& x) { return keys[static_cast<std::size_t>(*x.place)] == x.key; }));
  }
}

TEST_CASE_TEMPLATE("tuples of the standard and over-aligned elements", S, MAIN_SYSTEMS) {
  std::vector<std::tuple<short, int>> tuples;
  for (int x : random_values<int>(30'000, 0, 1'000'000)) tuples.emplace_back(static_cast<short>(x % 7), x % 1000);
  auto expected = tuples;
  std::sort(expected.begin(), expected.end(), std::greater<>{});
  S::run(thrum::sort, tuples.begin(), tuples.end(), std::greater<>{});
  CHECK(tuples == expected);
  auto lines = random_values<cache_line>(20'000);
  auto sorted = lines;
  std::sort(sorted.begin(), sorted.end());
  S::run(thrum::sort, lines.begin(), lines.end(), thrum::less<>{}, &cache_line::value);
  CHECK(lines == sorted);
}

TEST_CASE_TEMPLATE("the few greatest are the first of what a stable sort makes", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {17, 64, 511, 512, 513, 600, 5000, 70'000}) {
    CAPTURE(n);
    auto const numbers = random_values<int>(n, 0, 1'000'000);
    auto const rising = [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; };
    auto const falling = [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a > b; };
    for (int const shape : {0, 1, 2, 3, 4}) {
      std::vector<double> v(numbers.begin(), numbers.end()), out(16);
      if (shape == 1) std::sort(v.begin(), v.end());
      if (shape == 2) std::sort(v.rbegin(), v.rend());
      for (std::size_t i = 0; i < v.size(); ++i) {
        if (shape == 3) v[i] = static_cast<int>(v[i]) % 5;
        if (shape == 4 && i != v.size() / 2) v[i] = NAN;
      }
      for (std::ptrdiff_t const k : {1, 12, 15, 16}) {
        auto expected = v, least = v;
        std::stable_sort(expected.begin(), expected.end(), falling);
        std::stable_sort(least.begin(), least.end(), rising);
        auto const same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
        S::run(thrum::top_k, v.begin(), v.end(), k, out.begin());
        CHECK(std::equal(out.begin(), out.begin() + k, expected.begin(), same));
        S::run(thrum::partial_sort_copy, v.begin(), v.end(), out.begin(), out.begin() + k);
        CHECK(std::equal(out.begin(), out.begin() + k, least.begin(), same));
      }
    }
  }
}

TEST_CASE_TEMPLATE("NaNs come last beside a key that is no number, too", S, MAIN_SYSTEMS) {
  struct measured {
    float value;
    std::string name;
  };
  std::vector<measured> v;
  for (int x : random_values<int>(40'000, 0, 1000))
    v.push_back({x % 7 == 0 ? NAN : static_cast<float>(x / 3), std::to_string(x)});
  auto expected = v;
  std::stable_sort(expected.begin(), expected.end(), [](measured const& a, measured const& b) {
    auto const key = [](measured const& x) {
      return std::tuple(std::isnan(x.value), std::isnan(x.value) ? 0 : -x.value, x.name);
    };
    return key(a) < key(b);
  });
  S::run(thrum::sort, v.begin(), v.end(), thrum::ordered_by(thrum::descending(&measured::value), &measured::name));
  CHECK(std::equal(v.begin(), v.end(), expected.begin(),
                   [](measured const& a, measured const& b) { return a.name == b.name; }));
}

TEST_CASE_TEMPLATE("NaNs come last in tuples whose other members are no numbers", S, MAIN_SYSTEMS) {
  using row = std::pair<double, std::string>;
  std::vector<row> rows;
  for (int x : random_values<int>(20'000, 0, 1000))
    rows.emplace_back(x % 7 == 0 ? NAN : x % 11 == 0 ? -0.0 : x / 3, std::to_string(x % 100));
  auto const sign = [](bool falling) { return falling ? -1 : 1; };
  auto const sorted = [&](bool falling) {
    auto expected = rows;
    std::stable_sort(expected.begin(), expected.end(), [&](row const& a, row const& b) {
      auto const number = [&](row const& x) {
        return std::pair(std::isnan(x.first), std::isnan(x.first) ? 0 : sign(falling) * x.first);
      };
      auto const texts = a.second.compare(b.second) * sign(falling);
      return number(a) < number(b) || (number(a) == number(b) && texts < 0);
    });
    return expected;
  };
  auto const same = [](row const& a, row const& b) {
    return (a.first == b.first || (std::isnan(a.first) && std::isnan(b.first))) &&
           std::signbit(a.first) == std::signbit(b.first) && a.second == b.second;
  };
  auto const is = [&](auto const& v, auto const& expected) {
    return std::equal(v.begin(), v.end(), expected.begin(), same);
  };
  auto const rising = sorted(false), falling = sorted(true);
  auto v = rows;
  S::run(thrum::sort, v.begin(), v.end());
  CHECK(is(v, rising));
  v = rows;
  S::run(thrum::sort, v.begin(), v.end(), std::greater<row>{});
  CHECK(is(v, falling));
  v = rows;
  S::run(thrum::sort, v.begin(), v.end(), thrum::less<>{}, [](row const& x) { return std::tuple(1, x); });
  CHECK(is(v, rising));
  std::vector<row> top(rows.size());
  S::run(thrum::top_k, rows.begin(), rows.end(), std::ssize(rows), top.begin());
  CHECK(is(top, falling));
  std::vector<double> numbers;
  std::vector<std::string> texts;
  for (auto const& [number, text] : rows) numbers.push_back(number), texts.push_back(text);
  auto const zip = thrum::make_zip_iterator(numbers.begin(), texts.begin());
  S::run(thrum::sort, zip, zip + std::ssize(rows), thrum::greater<>{});
  for (std::size_t i = 0; i < rows.size(); ++i) v[i] = {numbers[i], texts[i]};
  CHECK(is(v, falling));
  S::run(thrum::nth_element, zip, zip + 500, zip + std::ssize(rows));
  CHECK(same({numbers[500], texts[500]}, rising[500]));
}

TEST_CASE_TEMPLATE("NaNs that have no digits come last, too", S, MAIN_SYSTEMS) {
  using row = std::pair<long double, std::string>;
  std::vector<row> rows;
  for (int x : random_values<int>(20'000, 0, 1000))
    rows.emplace_back(x % 7 == 0 ? NAN : static_cast<float>(x / 3), "");
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].second = std::to_string(i);
  auto const numbers = std::count_if(rows.begin(), rows.end(), [](row const& x) { return !std::isnan(x.first); });
  auto const check = [&](auto less) {
    auto v = rows;
    S::run(thrum::sort, v.begin(), v.end(), less);
    CHECK(std::is_sorted(v.begin(), v.begin() + numbers, less));
    CHECK(std::is_sorted(v.begin() + numbers, v.end(), [&](auto const& a, auto const& b) {
      return std::isnan(a.first) && std::isnan(b.first) && less(row(0, a.second), row(0, b.second));
    }));
    CHECK(std::all_of(v.begin() + numbers, v.end(), [](row const& x) { return std::isnan(x.first); }));
    std::vector<long double> keys;
    for (row const& x : rows) keys.push_back(x.first);
    S::run(thrum::sort, keys.begin(), keys.end(), less);
    CHECK(std::equal(keys.begin(), keys.begin() + numbers, v.begin(),
                     [](long double x, row const& y) { return x == y.first; }));
    CHECK(std::all_of(keys.begin() + numbers, keys.end(), [](long double x) { return std::isnan(x); }));
  };
  check(thrum::less<>{});
  check(std::greater<>{});
}

TEST_CASE_TEMPLATE("selections through iterators", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 50'000;
  auto const squares =
      thrum::make_transform_iterator(thrum::counting_iterator<int>(0), [](int i) { return (i * 7919) % 50'000; });
  std::vector<int> top(5), expected{49'999, 49'998, 49'997, 49'996, 49'995};
  S::run(thrum::top_k, squares, squares + n, 5, top.begin());
  CHECK(top == expected);
  auto v = random_values<int>(n);
  auto sorted = v;
  std::sort(sorted.begin(), sorted.end());
  auto const backwards = thrum::make_reverse_iterator(v.end());
  S::run(thrum::partial_sort, backwards, backwards + 100, backwards + n);
  CHECK(std::equal(sorted.begin(), sorted.begin() + 100, v.rbegin()));
  // Nothing is to be done.
  auto const before = v;
  S::run(thrum::nth_element, v.begin(), v.end(), v.end());
  S::run(thrum::partial_sort, v.begin(), v.begin(), v.end());
  CHECK(v == before);
  CHECK(S::run(thrum::top_k, v.begin(), v.end(), -1, top.begin()) == top.begin());
}

TEST_CASE_TEMPLATE("a sample that misleads costs time and nothing else", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 70'000, nth = n / 2, sample = thrum::detail::bucket_bounds<int>::sample_size;
  CHECK(thrum::detail::sample_root_of(n) * thrum::detail::sample_root_of(n) == sample);
  auto values = random_values<int>(n, 10, 30'000);
  for (std::ptrdiff_t j = 0; j < sample; ++j)
    values[static_cast<std::size_t>(thrum::detail::sample_indices{n, sample}(j))] = static_cast<int>(j % 7);
  auto sorted = values;
  std::sort(sorted.begin(), sorted.end());
  int const expected = sorted[static_cast<std::size_t>(nth)];
  std::vector<counted> elements(values.begin(), values.end()), to_sort = elements;
  S::run(thrum::nth_element, values.begin(), values.begin() + nth, values.end());
  CHECK(values[static_cast<std::size_t>(nth)] == expected);
  S::run(thrum::nth_element, elements.begin(), elements.begin() + nth, elements.end(), watched_less{});
  CHECK(elements[static_cast<std::size_t>(nth)].value == expected);
  S::run(thrum::sort, to_sort.begin(), to_sort.end(), watched_less{});
  CHECK(std::equal(sorted.begin(), sorted.end(), to_sort.begin(),
                   [](int x, counted const& y) { return x == y.value; }));
}

TEST_CASE_TEMPLATE("selections of other numbers", T, std::int8_t, std::uint64_t, float) {
  for (std::ptrdiff_t const n : {10, 4097, 60'000}) {
    CAPTURE(n);
    auto values = random_values<T>(n, -128, 127);
    auto sorted = values;
    std::sort(sorted.begin(), sorted.end());
    for (std::ptrdiff_t const nth : {std::ptrdiff_t{0}, n / 3, n - 1}) {
      thrum::nth_element(thrum::seq, values.begin(), values.begin() + nth, values.end());
      CHECK(values[static_cast<std::size_t>(nth)] == sorted[static_cast<std::size_t>(nth)]);
    }
  }
}

TEST_CASE("selections put the same elements to the same places, whatever runs them") {
  auto const host = random_records(100'000, 40);
  auto const selected = [&](auto policy) {
    auto v = host;
    thrum::nth_element(policy, v.begin(), v.begin() + 30'000, v.end());
    return v;
  };
  auto const expected = selected(thrum::seq);
  CHECK(selected(with_pool::policy()) == expected);
#if defined(THRUM_WITH_TBB)
  for (int t : {1, 2, 3, 7}) CHECK(selected(thrum::tbb::par.threads(t)) == expected);
#endif
}

/// An element that tells those of equal keys apart.
struct numbered {
  int key, place;
  bool operator==(numbered const&) const = default;
};
struct order_of_keys {
  bool operator()(numbered const& a, numbered const& b) const { return a.key < b.key; }
};

// An iterator that is no pointer hides that the elements are in memory: they are not looked at
// first.
TEST_CASE_TEMPLATE("elements in order end up where a selection puts them", T, float, std::string, numbered) {
  auto const check_by = [](auto const& policy, std::vector<T> const& elements, std::ptrdiff_t nth, auto less) {
    for (int call : {0, 1}) {
      auto const select = [&](auto first, auto last) {
        if (call == 0) thrum::nth_element(policy, first, first + nth, last, less);
        else thrum::partial_sort(policy, first, first + nth, last, less);
      };
      auto seen = elements, hidden = elements;
      select(seen.begin(), seen.end());
      std::reverse(hidden.begin(), hidden.end());
      select(thrum::make_reverse_iterator(hidden.end()), thrum::make_reverse_iterator(hidden.begin()));
      std::reverse(hidden.begin(), hidden.end());
      CHECK(seen == hidden);
    }
  };
  auto const check = [&](auto const& policy, std::vector<T> const& elements, std::ptrdiff_t nth) {
    if constexpr (std::is_same_v<T, numbered>) {
      check_by(policy, elements, nth, order_of_keys{});
    } else {
      check_by(policy, elements, nth, thrum::less<>{});
      check_by(policy, elements, nth, thrum::greater<>{});
    }
  };
  auto const element = [](std::ptrdiff_t i, std::ptrdiff_t place) {
    if constexpr (std::is_same_v<T, float>) return static_cast<float>(i);
    else if constexpr (std::is_same_v<T, numbered>) return numbered{static_cast<int>(i), static_cast<int>(place)};
    else return std::to_string(1'000'000 + i);
  };
  // Without equal elements, with some, with many, and all equal.
  for (std::ptrdiff_t n : {1, 2, 3, 4, 7, 64, 65, 300}) {
    for (std::ptrdiff_t equal : {1, 2, 7, 1000}) {
      std::vector<T> elements;
      for (std::ptrdiff_t i = 0; i < n; ++i) elements.push_back(element(i / equal, i));
      for (std::ptrdiff_t nth = 0; nth < n; nth += n > 8 ? 1 + n / 16 : 1) {
        check(thrum::seq, elements, nth);
        check(thrum::seq, {elements.rbegin(), elements.rend()}, nth);
      }
    }
  }
  std::vector<T> falling;
  for (std::ptrdiff_t i = 0; i < 40'000; ++i) falling.push_back(element(40'000 - i, i));
  check(with_pool::policy(), falling, 15'000);
  std::swap(falling[300], falling[39'000]);
  check(with_pool::policy(), falling, 25'000);
}

TEST_CASE_TEMPLATE("exceptions of selections and projections", S, MAIN_SYSTEMS) {
  {
    auto v = elements<S>(false);
    counted_vector<S> out(refused_n);
    auto const middle = v.begin() + 1000;
    check_refused<S>(thrum::nth_element, v.begin(), middle, v.end(), watched_less{});
    check_refused<S>(thrum::partial_sort, v.begin(), middle, v.end(), watched_less{});
    check_refused<S>(thrum::partial_sort_copy, v.begin(), v.end(), out.begin(), out.begin() + 10, watched_less{});
    check_refused<S>(thrum::top_k, v.begin(), v.end(), 1000, out.begin(), watched_less{});
    check_refused<S>(thrum::top_k_by_key, v.begin(), v.end(), v.begin(), 1000, out.begin(), out.begin(),
                     watched_less{});
    check_refused<S>(thrum::argmin, v.begin(), v.end(), watched_less{});
    check_refused<S>(thrum::argmax, v.begin(), v.end(), watched_less{});
    check_refused<S>(thrum::sort, v.begin(), v.end(), thrum::less<>{}, watched_key{});
  }
  CHECK(alive == 0);
}

namespace {

/// Runs a call with memory that fails at the first allocation, at the second, and so on, and checks
/// that no element is lost.
template <class Policy, class Call>
void check_all_kept(Policy const& policy, Call call) {
  auto const host = random_strings(10'000);
  auto expected = host;
  std::sort(expected.begin(), expected.end());
  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<thrum::host_space> counting;
    thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
    auto v = host;
    bool thrown = false;
    try {
      call(policy.with(failing), v);
    } catch (std::bad_alloc const&) {
      thrown = true;
    }
    CHECK(thrown == failing.failed());
    CHECK(counting.blocks_in_use() == 0);
    std::sort(v.begin(), v.end());
    CHECK(v == expected);
    if (!failing.failed()) {
      CHECK(k > 2);
      return;
    }
  }
}
template <class Policy>
void check_nothing_is_lost(Policy const& policy) {
  check_all_kept(policy,
                 [](auto const& p, auto& v) { thrum::nth_element(p, v.begin(), v.begin() + 5000, v.end()); });
  check_all_kept(policy,
                 [](auto const& p, auto& v) { thrum::partial_sort(p, v.begin(), v.begin() + 300, v.end()); });
  check_all_kept(policy, [](auto const& p, auto& v) {
    thrum::sort(p, v.begin(), v.end(), thrum::greater<>{}, [](std::string const& s) { return s.back(); });
  });
}

}  // namespace

TEST_CASE("no element is lost when memory fails under seq") { check_nothing_is_lost(thrum::seq); }

#if defined(THRUM_WITH_TBB)
TEST_CASE("no element is lost when memory fails under tbb::par") { check_nothing_is_lost(thrum::tbb::par); }

TEST_CASE("two threads select and project") {
  auto v = random_values<counted>(std::ptrdiff_t{1} << 19, 0, 30'000);
  std::vector<counted> out(v.size());
  auto const meets = [](int calls_before, auto... args) {
    calls_before_meeting = calls_before;
    return with_untimed_par::meets(args...);
  };
  int const sample = 100'000;
  watched_less const less;
  CHECK(meets(sample, thrum::nth_element, v.begin(), v.begin() + 100'000, v.end(), less));
  CHECK(meets(sample, thrum::partial_sort, v.begin(), v.begin() + 1000, v.end(), less));
  CHECK(meets(sample, thrum::partial_sort_copy, v.begin(), v.end(), out.begin(), out.begin() + 10, less));
  CHECK(meets(sample, thrum::top_k, v.begin(), v.end(), 10, out.begin(), less));
  CHECK(meets(sample, thrum::top_k_by_key, v.begin(), v.end(), v.begin(), 10, out.begin(), out.begin(), less));
  CHECK(meets(0, thrum::argmin, v.begin(), v.end(), less));
  CHECK(meets(0, thrum::argmax, v.begin(), v.end(), less));
  CHECK(meets(0, thrum::sort, v.begin(), v.end(), thrum::less<>{}, watched_key{}));
  CHECK(meets(0, thrum::is_sorted, v.begin(), v.end(), thrum::less<>{}, watched_key{}));
}
#endif
