// Compactions, partitions and runs: element types that only the host handles, threads, exceptions,
// allocations that fail.
#include <thrum/copy.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/run_length.h>
#include <thrum/sort.h>
#include <thrum/unique.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <iterator>
#include <memory>
#include <string>
#include "refusals.h"
#if defined(THRUM_WITH_TBB)
#include "meeting.h"
#endif

namespace {

/// A number, and a word that is too long to be stored in place.
std::string word(std::size_t i) { return "an element that has memory of its own: " + std::to_string(i); }
bool is_wanted(std::string const& s) { return s.back() < '5'; }

std::vector<std::string> words(std::ptrdiff_t n, std::size_t run_length) {
  std::vector<std::string> v;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) v.push_back(word(i / run_length % 1000));
  return v;
}

struct is_place {
  bool operator()(int i) const { return i >= 0 && i < 3; }
};
struct triple {
  std::ptrdiff_t operator()(std::ptrdiff_t i) const { return 3 * i; }
};

/// Counts how often the predicate is called for each number.
struct asked {
  std::vector<unsigned char>* calls;
  bool operator()(int x) const {
    ++(*calls)[static_cast<std::size_t>(x)];
    return x % 3 == 0;
  }
};
struct asked_about_neighbours {
  std::vector<unsigned char>* calls;
  bool operator()(int x, int y) const {
    ++(*calls)[static_cast<std::size_t>(y)];
    return x / 3 == y / 3;
  }
};

std::ptrdiff_t const sizes[] = {0, 1, 2, 255, 256, 257, 5000, 40'000};

}  // namespace

TEST_CASE_TEMPLATE("compactions of strings", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const host = words(n, 1);
    std::vector<std::string> kept, removed;
    for (auto const& s : host) (is_wanted(s) ? kept : removed).push_back(s);
    auto const accepted = static_cast<std::ptrdiff_t>(kept.size());
    auto const v = vector_of<S>(host);
    typename S::template vector<std::string> out(host.size()), others(host.size());
    CHECK(S::run(thrum::copy_if, v.begin(), v.end(), out.begin(), is_wanted) == out.begin() + accepted);
    CHECK(std::equal(kept.begin(), kept.end(), host_copy(out).begin()));
    S::run(thrum::partition_copy, v.begin(), v.end(), others.begin(), out.begin(), is_wanted);
    CHECK(std::equal(kept.begin(), kept.end(), host_copy(others).begin()));
    CHECK(std::equal(removed.begin(), removed.end(), host_copy(out).begin()));
    auto w = v;
    CHECK(S::run(thrum::remove_if, w.begin(), w.end(), is_wanted) == w.begin() + (n - accepted));
    CHECK(std::equal(removed.begin(), removed.end(), host_copy(w).begin()));
    w = v;
    CHECK(S::run(thrum::partition, w.begin(), w.end(), is_wanted) == w.begin() + accepted);
    kept.insert(kept.end(), removed.begin(), removed.end());
    CHECK(host_copy(w) == kept);
    w = v;
    auto const left = S::run(thrum::remove, w.begin(), w.end(), word(7)) - w.begin();
    CHECK(left == n - std::count(host.begin(), host.end(), word(7)));
  }
}

TEST_CASE_TEMPLATE("runs of strings", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : sizes) {
    for (std::size_t const run_length : {1U, 3U, 20'000U}) {
      CAPTURE(n);
      CAPTURE(run_length);
      auto const host = words(n, run_length);
      auto expected = host;
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      auto const runs = static_cast<std::ptrdiff_t>(expected.size());
      auto v = vector_of<S>(host);
      typename S::template vector<std::string> out(host.size()), values(host.size());
      typename S::template vector<int> counts(host.size());
      CHECK(S::run(thrum::unique_count, v.begin(), v.end()) == runs);
      CHECK(S::run(thrum::unique_copy, v.begin(), v.end(), out.begin()) == out.begin() + runs);
      CHECK(std::equal(expected.begin(), expected.end(), host_copy(out).begin()));
      CHECK(S::run(thrum::run_length_encode, v.begin(), v.end(), values.begin(), counts.begin()).second ==
            counts.begin() + runs);
      CHECK(S::run(thrum::run_length_decode, values.begin(), values.begin() + runs, counts.begin(), out.begin()) ==
            out.end());
      CHECK(host_copy(out) == host);
      auto keys = v;
      CHECK(S::run(thrum::unique_by_key, keys.begin(), keys.end(), v.begin()).first == keys.begin() + runs);
      CHECK(std::equal(expected.begin(), expected.end(), host_copy(keys).begin()));
      CHECK(std::equal(expected.begin(), expected.end(), host_copy(v).begin()));
    }
  }
}

TEST_CASE_TEMPLATE("compactions of what can only be moved", S, MAIN_SYSTEMS) {
  using pointer = std::unique_ptr<int>;
  auto const odd = [](pointer const& p) { return *p % 2 != 0; };
  auto const same = [](pointer const& p, pointer const& q) { return *p / 10 == *q / 10; };
  for (std::ptrdiff_t const n : sizes) {
    CAPTURE(n);
    auto const pointers = [n] {
      std::vector<pointer> all;
      for (int i = 0; i < n; ++i) all.push_back(std::make_unique<int>(i));
      return all;
    };
    auto v = pointers();
    std::vector<pointer> odds(v.size()), evens(v.size());
    auto const first = std::make_move_iterator(v.begin());
    auto const ends = S::run(thrum::partition_copy, first, first + n, odds.begin(), evens.begin(), odd);
    CHECK(ends.first - odds.begin() == n / 2);
    for (std::ptrdiff_t i = 0; i < n / 2; ++i) CHECK(*odds[static_cast<std::size_t>(i)] == 2 * i + 1);
    for (std::ptrdiff_t i = 0; i < n - n / 2; ++i) CHECK(*evens[static_cast<std::size_t>(i)] == 2 * i);

    v = pointers();
    std::vector<int> stencil(v.size());
    for (std::size_t i = 0; i < stencil.size(); ++i) stencil[i] = static_cast<int>(i);
    auto const left =
        S::run(thrum::remove_if, v.begin(), v.end(), stencil.begin(), [](int i) { return i % 3 != 0; }) -
        v.begin();
    CHECK(left == (n + 2) / 3);
    for (std::ptrdiff_t i = 0; i < left; ++i) CHECK(*v[static_cast<std::size_t>(i)] == 3 * i);

    v = pointers();
    auto const end = S::run(thrum::unique_by_key, v.begin(), v.end(), stencil.begin(), same).second;
    CHECK(end - stencil.begin() == (n + 9) / 10);
    for (std::ptrdiff_t i = 0; i < (n + 9) / 10; ++i) CHECK(*v[static_cast<std::size_t>(i)] == 10 * i);
  }
}

TEST_CASE_TEMPLATE("compactions of zips, from behind", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 50'000;
  std::vector<int> numbers(n), others(n), expected;
  std::vector<double> halves(n), out(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<int>(i), halves[i] = static_cast<double>(i) / 2;
  auto const third = [](auto const& element) { return thrum::get<0>(element) % 3 == 0; };
  auto const first = thrum::make_reverse_iterator(thrum::make_zip_iterator(numbers.end(), halves.end()));
  auto const to = thrum::make_zip_iterator(others.begin(), out.begin());
  CHECK(S::run(thrum::copy_if, first, first + n, to, third) - to == 16'667);
  for (std::size_t i = 0; i < 16'667; ++i) CHECK(out[i] * 2 == static_cast<double>(others[i]));
  CHECK(others[0] == 49'998);
  CHECK(others[16'666] == 0);
  CHECK(S::run(thrum::remove_if, first, first + n, third) - first == 33'333);
  // The remaining elements are at the end of the range.
  for (std::size_t i = n - 33'333; i < n; ++i) CHECK(halves[i] * 2 == static_cast<double>(numbers[i]));
  CHECK(numbers[n - 1] == 49'999);
  CHECK(numbers[n - 33'333] == 1);
}

TEST_CASE_TEMPLATE("copies read no element that is not wanted", S, MAIN_SYSTEMS) {
  std::vector<int> const values{10, 11, 12};
  std::vector<int> places(40'000), expected;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = static_cast<int>(i % 5) - 1;  // 3 and -1 are out of range
    if (places[i] >= 0 && places[i] < 3) expected.push_back(values[static_cast<std::size_t>(places[i])]);
  }
  std::vector<int> out(expected.size());
  auto const first = thrum::make_permutation_iterator(values.begin(), places.begin());
  auto const end = S::run(thrum::copy_if, first, first + 40'000, places.begin(), out.begin(), is_place{});
  CHECK(end == out.end());
  CHECK(out == expected);
}

TEST_CASE_TEMPLATE("a predicate is asked once about each element", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = (1 << 20) + 50'000;
  std::vector<int> numbers(n), out(n), others(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<int>(i);
  std::vector<unsigned char> calls(n);
  asked const pred{&calls};
  asked_about_neighbours const same{&calls};
  auto const all_once = [&](unsigned char calls_of_first) {
    bool const first = calls[0] == calls_of_first;
    bool const rest = std::all_of(calls.begin() + 1, calls.end(), [](unsigned char k) { return k == 1; });
    std::fill(calls.begin(), calls.end(), static_cast<unsigned char>(0));
    return first && rest;
  };
  auto const first = numbers.begin(), last = numbers.end();
  S::run(thrum::copy_if, first, last, out.begin(), pred);
  CHECK(all_once(1));
  S::run(thrum::remove_copy_if, first, last, out.begin(), pred);
  CHECK(all_once(1));
  S::run(thrum::partition_copy, first, last, out.begin(), others.begin(), pred);
  CHECK(all_once(1));
  S::run(thrum::unique_count, first, last, same);
  CHECK(all_once(0));
  S::run(thrum::unique_copy, first, last, out.begin(), same);
  CHECK(all_once(0));
  S::run(thrum::run_length_encode, first, last, out.begin(), others.begin(), same);
  CHECK(all_once(0));
  auto v = numbers;
  S::run(thrum::partition, v.begin(), v.end(), pred);
  CHECK(all_once(1));
  v = numbers;
  S::run(thrum::remove_if, v.begin(), v.end(), pred);
  CHECK(all_once(1));
  v = numbers;
  S::run(thrum::unique, v.begin(), v.end(), same);
  CHECK(all_once(0));
  v = numbers;
  S::run(thrum::unique_by_key, v.begin(), v.end(), out.begin(), same);
  CHECK(all_once(0));
}

TEST_CASE("partition without memory, as seq does it in device code") {
  for (std::ptrdiff_t const n : {0, 1, 2, 3, 7, 64, 1000, 1025}) {
    for (int const bound : {0, 1, 50, 99, 100}) {
      CAPTURE(n);
      CAPTURE(bound);
      auto v = random_values<std::int64_t>(n, 0, 99);
      for (std::size_t i = 0; i < v.size(); ++i) v[i] += static_cast<std::int64_t>(1000 * i);
      auto expected = v, by_stencil = v;
      auto const accept = [bound](std::int64_t x) { return x % 1000 < bound; };
      auto const end = std::stable_partition(expected.begin(), expected.end(), accept) - expected.begin();
      auto const stencil = v;
      CHECK(thrum::detail::partition_by_rotations(v.data(), n,
                                                  thrum::detail::transformed_element{v.data(), accept}) == end);
      CHECK(v == expected);
      CHECK(thrum::detail::partition_by_rotations(
                by_stencil.data(), n, thrum::detail::transformed_element{stencil.data(), accept}) == end);
      CHECK(by_stencil == expected);
    }
  }
}

TEST_CASE_TEMPLATE("compactions of ranges whose parts are accepted or rejected as a whole", S, MAIN_SYSTEMS) {
  constexpr int n = (1 << 21) + 77;
  auto const below = [](int bound) { return [=](int x) { return x < bound; }; };
  std::vector<int> ascending(n);
  for (int i = 0; i < n; ++i) ascending[static_cast<std::size_t>(i)] = i;
  auto const descending = std::vector<int>(ascending.rbegin(), ascending.rend());
  for (int const bound : {0, 1, 100'000, n / 2, n - 100'000, n - 1, n}) {
    CAPTURE(bound);
    for (bool const reversed : {false, true}) {
      std::vector<int> const& v = reversed ? descending : ascending;
      auto expected = v;
      std::stable_partition(expected.begin(), expected.end(), below(bound));
      auto w = v;
      CHECK(S::run(thrum::partition, w.begin(), w.end(), below(bound)) == w.begin() + bound);
      CHECK(w == expected);
      w = v;
      std::rotate(expected.begin(), expected.begin() + bound, expected.end());
      CHECK(S::run(thrum::remove_if, w.begin(), w.end(), below(bound)) == w.begin() + (n - bound));
      CHECK(std::equal(w.begin(), w.begin() + (n - bound), expected.begin()));
    }
  }
}

TEST_CASE_TEMPLATE("partition of ranges that are divided already, but for one element", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {2, 1000, 1024, 1025, 16384, 16385, 40000, (1 << 20) + 3, (1 << 21) + 77}) {
    for (std::ptrdiff_t const accepted : {std::ptrdiff_t{0}, n / 3, n - 1, n}) {
      for (std::ptrdiff_t const other : {std::ptrdiff_t{0}, n / 4, n / 2, n - 1}) {
        CAPTURE(n);
        CAPTURE(accepted);
        CAPTURE(other);
        std::vector<int> v;
        for (std::ptrdiff_t i = 0; i < n; ++i)
          v.push_back(static_cast<int>(2 * i + ((i < accepted) == (i != other) ? 0 : 1)));
        auto const is_even = [](int x) { return x % 2 == 0; };
        auto expected = v;
        auto const end = std::stable_partition(expected.begin(), expected.end(), is_even) - expected.begin();
        CHECK(S::run(thrum::partition, v.begin(), v.end(), is_even) == v.begin() + end);
        CHECK(v == expected);
        auto const fails_at_last = [last = v.back()](int x) { return x == last ? throw refusal{x} : x % 2 != 0; };
        CHECK_THROWS_AS(S::run(thrum::partition, v.begin(), v.end(), fails_at_last), refusal);
        std::sort(v.begin(), v.end());
        std::sort(expected.begin(), expected.end());
        CHECK(v == expected);
      }
    }
  }
}

TEST_CASE_TEMPLATE("a partition that a predicate leaves by an exception has all elements", S, MAIN_SYSTEMS) {
  constexpr int n = (1 << 21) + 77;
  std::vector<int> all(n);
  for (int i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = i;
  for (int const poisoned : {0, 5000, 1'000'000, 1'500'000, n - 1}) {
    CAPTURE(poisoned);
    auto v = all;
    auto const pred = [poisoned](int x) { return x == poisoned ? throw refusal{x} : x % 3 == 0; };
    CHECK_THROWS_AS(S::run(thrum::partition, v.begin(), v.end(), pred), refusal);
    std::sort(v.begin(), v.end());
    CHECK(v == all);
  }
}

TEST_CASE_TEMPLATE("exceptions of compactions", S, MAIN_SYSTEMS) {
  {
    auto const v = elements<S>(true);
    auto out = v, others = v;
    std::vector<int> counts(refused_n);
    throwing_odd const odd{};
    throwing_equal const equal{};
    auto const triples = thrum::make_transform_iterator(v.begin(), throwing_negate{});
    check_refused<S>(thrum::copy_if, v.begin(), v.end(), v.begin(), out.begin(), odd);
    check_refused<S>(thrum::copy_if, triples, triples + refused_n, v.begin(), out.begin(), always{});
    check_refused<S>(thrum::remove_copy_if, v.begin(), v.end(), out.begin(), odd);
    check_refused<S>(thrum::partition_copy, v.begin(), v.end(), out.begin(), others.begin(), odd);
    check_refused<S>(thrum::remove_if, out.begin(), out.end(), v.begin(), odd);
    check_refused<S>(thrum::partition, out.begin(), out.end(), v.begin(), odd);
    check_refused<S>(thrum::is_partitioned, v.begin(), v.end(), [](counted const& x) { return checked(x) >= 0; });
    check_refused<S>(thrum::unique_copy, v.begin(), v.end(), out.begin(), equal);
    check_refused<S>(thrum::unique_count, v.begin(), v.end(), equal);
    check_refused<S>(thrum::unique_by_key_copy, v.begin(), v.end(), counts.begin(), out.begin(), counts.begin(),
                     equal);
    check_refused<S>(thrum::run_length_encode, v.begin(), v.end(), out.begin(), counts.begin(), equal);
    check_refused<S>(thrum::run_length_decode, triples, triples + refused_n,
                     thrum::make_transform_iterator(counts.begin(), [](int) { return 1; }), out.begin());
    check_refused<S>(thrum::is_sorted_until, v.begin(), v.end(), throwing_less{});
    out = v;
    check_refused<S>(thrum::unique_by_key, out.begin(), out.end(), others.begin(), equal);
  }
  CHECK(alive == 0);
}

namespace {

/// An element that can only be copied, and whose copies may throw.
struct fragile {
  static inline std::atomic<int> copies_left = 0;
  counted value = 0;
  fragile() = default;
  fragile(fragile const& other) : value(other.value) {
    if (--copies_left == 0) throw refusal{poison};
  }
  fragile& operator=(fragile const&) = default;
};

}  // namespace

TEST_CASE_TEMPLATE("exceptions of elements that move aside", S, HOST_BACKENDS) {
  std::vector<fragile> v(refused_n);
  std::ptrdiff_t const before = alive;
  auto const is_one = [](fragile const& x) { return x.value.value == 1; };
  // The elements differ, so that some of them have to move.
  for (std::size_t i = 0; i < v.size(); i += 2) v[i].value = 1;
  for (int const copies : {1, 20'000, refused_n}) {
    CAPTURE(copies);
    fragile::copies_left = copies;
    CHECK_THROWS_AS(S::run(thrum::partition, v.begin(), v.end(), is_one), refusal);
    CHECK(alive == before);
    CHECK(v.size() == refused_n);
  }
  fragile::copies_left = 0;
  CHECK(S::run(thrum::partition, v.begin(), v.end(), is_one) == v.begin() + refused_n / 2);
  CHECK(alive == before);
}

namespace {

/// Runs a call on copies of elements with scratch memory that fails at the first allocation, at the
/// second, and so on. Checks that nothing leaks and that no element is lost.
template <class Range, class Policy, class Call>
int failures(Policy const& policy, Range const& elements, Call call) {
  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<thrum::host_space> counting;
    thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
    auto copy = elements;
    bool thrown = false;
    try {
      call(policy.with(failing), copy);
    } catch (std::bad_alloc const&) {
      thrown = true;
      CHECK(copy == elements);
    }
    CHECK(thrown == failing.failed());
    CHECK(counting.blocks_in_use() == 0);
    if (!thrown) return static_cast<int>(k) - 1;
  }
}

/// A memory resource of which at most `left` bytes may be in use.
struct bounded_memory {
  std::size_t left;
  void* allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes > left) throw std::bad_alloc();
    left -= bytes;
    return ::operator new(bytes, std::align_val_t{alignment});
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) {
    left += bytes;
    ::operator delete(p, std::align_val_t{alignment});
  }
};

template <class Policy>
void check_memory(Policy const& policy, bool parallel) {
  auto const strings = words(30'000, 2);
  std::deque<std::string> const deque(strings.begin(), strings.end());
  std::vector<int> const ones(strings.size(), 1);
  int const least = parallel ? 1 : 0;
  auto const remove = [&](auto const& p, auto& w) {
    thrum::remove_if(p, w.begin(), w.end(), ones.begin(), [](int x) { return x == 1; });
  };
  auto const unique_by_key = [](auto const& p, auto& w) {
    std::vector<int> values(w.size());
    thrum::unique_by_key(p, w.begin(), w.end(), values.begin());
  };
  auto const partition = [&](auto const& p, auto& w) {
    thrum::stable_partition(p, w.begin(), w.end(), ones.begin(), [](int x) { return x != 1; });
  };
  CHECK(failures(policy, strings, remove) >= 2 * least);
  CHECK(failures(policy, deque, remove) >= 2 * least);
  CHECK(failures(policy, strings, unique_by_key) >= 2 * least);
  CHECK(failures(policy, strings, partition) >= 2);
  CHECK(failures(policy, deque, partition) >= 2);
  CHECK(failures(policy, strings, [](auto const& p, auto const& w) {
          auto out = w, others = w;
          thrum::partition_copy(p, w.begin(), w.end(), out.begin(), others.begin(), is_wanted);
        }) >= least);
  CHECK(failures(policy, strings, [](auto const& p, auto const& w) {
          auto out = w;
          std::vector<int> counts(w.size());
          thrum::run_length_encode(p, w.begin(), w.end(), out.begin(), counts.begin());
        }) >= least);
  CHECK(failures(policy, strings, [&](auto const& p, auto const& w) {
          auto out = w;
          thrum::run_length_decode(p, w.begin(), w.end(), ones.begin(), out.begin());
        }) >= least);
}

}  // namespace

TEST_CASE("where scratch memory gives out no element is lost, under seq") { check_memory(thrum::seq, false); }

#if defined(THRUM_WITH_TBB)
TEST_CASE("where scratch memory gives out no element is lost, under tbb::par") {
  check_memory(thrum::tbb::par, true);
}

TEST_CASE("scratch memory does not grow with the range where it is only copied or moved to the front") {
  std::size_t const n = std::size_t{1} << 22, stretch = std::size_t{1} << 20;
  std::vector<int> v(n), out(n), others(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<int>(i / 2);
  auto const first = v.begin(), last = v.end();
  auto const odd = [](int x) { return x % 2 != 0; };
  bounded_memory flags{stretch}, elements{5 * stretch}, pairs{9 * stretch};
  auto const par = thrum::tbb::par.with(flags);
  CHECK_NOTHROW(thrum::copy_if(par, first, last, out.begin(), odd));
  CHECK_NOTHROW(thrum::partition_copy(par, first, last, out.begin(), others.begin(), odd));
  CHECK_NOTHROW(thrum::unique_by_key_copy(par, first, last, first, out.begin(), others.begin()));
  CHECK_NOTHROW(thrum::run_length_encode(par, first, last, out.begin(), others.begin()));
  CHECK_NOTHROW(thrum::run_length_decode(par, first, first + 2000, first, out.begin()));
  CHECK_NOTHROW(thrum::unique_by_key(thrum::tbb::par.with(pairs), first, last, out.begin()));
  CHECK_NOTHROW(thrum::remove_if(thrum::tbb::par.with(elements), first, last, odd));
  CHECK_THROWS_AS(thrum::remove_if(par, first, last, odd), std::bad_alloc);
}

TEST_CASE("parts that threads have compacted move to the front, near and far") {
  using pair = std::array<std::int64_t, 2>;
  std::vector<pair> v((std::size_t{1} << 19) + 3);  // one more than the parts that two threads compact at a time
  for (int const one_of : {1, 2, 1000, 1 << 30}) {
    std::vector<pair> expected;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = {static_cast<std::int64_t>(i / 2), 1};
    auto const removed = [=](pair const& x) { return (x[0] + 1) % one_of == 0; };
    std::remove_copy_if(v.begin(), v.end(), std::back_inserter(expected), removed);
    std::vector<pair> runs = expected;
    runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
    for (int const count : {1, 2, 7}) {
      auto const par = thrum::tbb::par.threads(count);
      std::vector<pair> left = v;
      left.erase(thrum::remove_if(par, left.begin(), left.end(), removed), left.end());
      CHECK((left == expected));
      left.erase(thrum::unique(par, left.begin(), left.end()), left.end());
      CHECK((left == runs));
    }
  }
}

TEST_CASE_TEMPLATE("two threads work in compactions", S, BOTH) {
  auto const odd = attending{[](int x) { return x % 2 != 0; }};
  auto const never = attending{[](int) { return false; }};
  auto const same = attending{[](int x, int y) { return x == y; }};
  typename S::template vector<int> v(many, 1), out(many), others(many);
  typename S::template vector<attendant> watched(many, attendant(1)), watched_out(many);
  CHECK(S::meets(thrum::remove_if, v.begin(), v.end(), v.begin(), never));
  CHECK(S::meets(thrum::remove_copy_if, v.begin(), v.end(), out.begin(), odd));
  CHECK(S::meets(thrum::remove_copy_if, v.begin(), v.end(), v.begin(), out.begin(), odd));
  CHECK(S::meets(thrum::remove_copy, watched.begin(), watched.end(), watched_out.begin(), attendant(2)));
  CHECK(S::meets(thrum::remove, watched.begin(), watched.end(), attendant(2)));
  CHECK(S::meets(thrum::partition, v.begin(), v.end(), v.begin(), odd));
  CHECK(S::meets(thrum::partition_copy, v.begin(), v.end(), out.begin(), others.begin(), odd));
  CHECK(S::meets(thrum::partition_copy, v.begin(), v.end(), v.begin(), out.begin(), others.begin(), odd));
  CHECK(S::meets(thrum::is_partitioned, v.begin(), v.end(), odd));
  CHECK(S::meets(thrum::is_partitioned, v.begin(), v.end(), never));
  CHECK(S::meets(thrum::is_sorted_until, v.begin(), v.end(), attending{[](int x, int y) { return x < y; }}));
  CHECK(S::meets(thrum::unique_copy, v.begin(), v.end(), out.begin(), same));
  CHECK(S::meets(thrum::unique_count, v.begin(), v.end(), same));
  CHECK(S::meets(thrum::unique_by_key_copy, v.begin(), v.end(), v.begin(), out.begin(), others.begin(), same));
  CHECK(S::meets(thrum::unique_by_key, v.begin(), v.end(), others.begin(), same));
  CHECK(S::meets(thrum::run_length_encode, v.begin(), v.end(), out.begin(), others.begin(), same));
  // All elements are one run.
  typename S::template vector<int> counts(100, 0);
  counts[50] = static_cast<int>(many);
  CHECK(S::meets(thrum::run_length_decode, watched.begin(), watched.begin() + 100, counts.begin(),
                 watched_out.begin()));
}
#endif
