// Runs calls of algorithms that fail: the k-th allocation of scratch memory, or the k-th copy,
// move, comparison or call of a functor throws, for one k after another until the call succeeds. A
// family of calls is a function of a check:
//
//   struct sorts {
//     template <class Check>
//     static void calls(Check const& check) {
//       check("sort", in_place, [](auto const& p, auto& r) { thrum::sort(p, r.a.begin(), r.a.end()); });
#pragma once

#include <doctest/doctest.h>
#include <thrum/execution_policy.h>
#include <thrum/memory_resource.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>
#include "data.h"
#include "forwarding_backend.h"
#include "thread_pool_backend.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

/// The actions that can throw.
enum class action : int { none, copy, move, compare, call };

/// The exception that a failing action throws. It does not derive from std::exception.
struct gave_up {
  action at;
};

/// The action that fails, and after how many of its calls, on whichever thread. Only that one call
/// throws.
inline std::atomic<int> failing_action = 0;
inline std::atomic<std::ptrdiff_t> actions_left = 0;

inline void acts(action what) {
  if (failing_action.load(std::memory_order_relaxed) != static_cast<int>(what)) return;
  if (actions_left.fetch_sub(1, std::memory_order_relaxed) == 1) throw gave_up{what};
}

/// Ends the failures: the rest of a call only brings the result into a comparable form.
inline void nothing_throws() { failing_action = 0; }

/// An element that knows whether it is alive and at which address. Counts the elements that live,
/// and the uses of elements that were not constructed, were already destroyed, or had been moved as
/// bytes.
class tracked {
 public:
  static inline std::atomic<std::ptrdiff_t> living = 0;
  static inline std::atomic<std::ptrdiff_t> misused = 0;

  tracked() : tracked(0) {}
  explicit tracked(int value) : value_(value), self_(this) { ++living; }
  tracked(tracked const& other) : value_(other.checked(action::copy)), self_(this) { ++living; }
  tracked(tracked&& other) : value_(other.checked(action::move)), self_(this) {
    other.value_ = moved_from;
    ++living;
  }
  tracked& operator=(tracked const& other) {
    int const value = other.checked(action::copy);
    use();
    value_ = value;
    return *this;
  }
  tracked& operator=(tracked&& other) {
    int const value = other.checked(action::move);
    use();
    other.value_ = moved_from;
    value_ = value;
    return *this;
  }
  ~tracked() {
    use();
    self_ = nullptr;
    --living;
  }
  int value() const {
    use();
    return value_;
  }
  friend bool operator==(tracked const& a, tracked const& b) {
    acts(action::compare);
    return a.value() == b.value();
  }
  friend bool operator<(tracked const& a, tracked const& b) {
    acts(action::compare);
    return a.value() < b.value();
  }

 private:
  static constexpr int moved_from = -1'000'000;
  void use() const {
    if (self_ != this) ++misused;
  }
  int checked(action what) const {
    acts(what);
    return value();
  }

  int value_;
  tracked const* self_;
};

inline int value_of(int x) { return x; }
inline int value_of(tracked const& x) { return x.value(); }

/// An associative and commutative sum that stays small.
struct add_or_throw {
  template <class T>
  T operator()(T const& a, T const& b) const {
    acts(action::call);
    return T((value_of(a) + value_of(b)) & 0xFFFF);
  }
};
struct double_or_throw {
  template <class T>
  T operator()(T const& x) const {
    acts(action::call);
    return T(2 * value_of(x) & 0xFFFF);
  }
};
/// Accepts a third of the elements, of the indices and of the flags.
struct accept_or_throw {
  template <class T>
  bool operator()(T const& x) const {
    acts(action::call);
    return value_of(x) % 3 == 0;
  }
};
/// Accepts none of the values, which are not less than 0.
struct reject_or_throw {
  template <class T>
  bool operator()(T const& x) const {
    acts(action::call);
    return value_of(x) < 0;
  }
};

/// The ranges that calls only read.
template <class T>
struct failure_inputs {
  explicit failure_inputs(std::ptrdiff_t n)
      : b(elements(n, 2, 900)), low(elements(n, 3, 4000)), high(elements(n, 4, 4000)) {
    std::sort(low.begin(), low.end());
    std::sort(high.begin(), high.end());
    keys = random_values<int>(n, 0, 40);
    flags = random_values<int>(n, 0, 5);
    for (std::ptrdiff_t at = 0; at <= n; at += 1 + static_cast<std::ptrdiff_t>(random_bits(cuts.size()) % 90))
      cuts.push_back(at);
  }
  static std::vector<T> elements(std::ptrdiff_t n, std::uint64_t seed, int most) {
    std::vector<T> v;
    for (int const x : random_values<int>(n, 0, most, seed)) v.push_back(T(x));
    return v;
  }

  std::vector<T> b, low, high;
  std::vector<int> keys, flags;
  std::vector<std::ptrdiff_t> cuts;
};

/// The ranges that a call works on; halves is two sorted ranges. Calls that are not in place write
/// only to out, more, numbers and results.
template <class T>
struct failure_ranges {
  explicit failure_ranges(std::ptrdiff_t size)
      : n(size),
        in(std::make_shared<failure_inputs<T>>(n)),
        a(failure_inputs<T>::elements(n, 1, 900)),
        halves(in->low),
        out(2 * static_cast<std::size_t>(n), T(7)),
        more(out),
        numbers(2 * static_cast<std::size_t>(n), 7) {
    std::copy(in->high.begin() + n / 2, in->high.end(), halves.begin() + n / 2);
    for (int i = 0; i < n; ++i) values.push_back(T(i));
  }

  std::ptrdiff_t n;
  std::shared_ptr<failure_inputs<T> const> in;
  std::vector<T> a, halves, values;
  std::vector<T> out, more;
  std::vector<std::ptrdiff_t> numbers, results;

  void note(std::ptrdiff_t result) { results.push_back(result); }
  friend bool operator==(failure_ranges const&, failure_ranges const&) = default;
};

/// The promise of a call about the elements of a, halves and values if it fails.
enum class failure_promise {
  unchanged,        // the call does not write to them
  unmoved,          // nothing moves before all calls that can throw, except those of elements, are done
  kept_by_memory,   // no element is lost if an allocation fails; all are alive if a functor throws
  kept_by_functors  // no element is lost if a functor throws, either
};
inline constexpr auto out_of_place = failure_promise::unchanged;

template <class T>
std::uint64_t print_of(std::vector<T> const& v) {
  std::uint64_t sum = 0;
  for (T const& x : v) sum += random_bits(static_cast<std::uint64_t>(value_of(x)));
  return sum;
}
template <class T>
bool same_elements(failure_ranges<T> const& x, failure_ranges<T> const& y) {
  return print_of(x.a) == print_of(y.a) && print_of(x.values) == print_of(y.values) &&
         print_of(x.halves) == print_of(y.halves);
}
template <class T>
bool same_order(failure_ranges<T> const& x, failure_ranges<T> const& y) {
  return x.a == y.a && x.values == y.values && x.halves == y.halves;
}

/// The tests' backend of threads, with scratch memory from a resource.
struct pool_with : forwarding_backend<pool_with, pool_policy> {
  explicit pool_with(thrum::memory_resource<thrum::host_space>& resource)
      : forwarding_backend(pool_policy(threads()), &resource) {}
  static thread_pool& threads() {
    static thread_pool pool(2);
    return pool;
  }
};

// The backends: each makes a policy from a resource.
using host_resource = thrum::memory_resource<thrum::host_space>;
struct seq_failures {
  static auto policy(host_resource& resource) { return thrum::seq.with(resource); }
  static constexpr bool is_parallel = false;
};
struct pool_failures {
  static auto policy(host_resource& resource) { return pool_with(resource); }
  static constexpr bool is_parallel = true;
};
#if defined(THRUM_WITH_TBB)
struct tbb_failures {
  static auto policy(host_resource& resource) { return thrum::tbb::par.threads(3).with(resource); }
  static constexpr bool is_parallel = true;
};
// The tests' own threads are the parallel backend of builds without oneTBB.
#define FAILURE_BACKENDS seq_failures, tbb_failures
#else
#define FAILURE_BACKENDS seq_failures, pool_failures
#endif

/// Checks calls with scratch memory that fails. Each call of a parallel backend has to allocate
/// some.
template <class Backend, class T>
struct memory_fails {
  std::ptrdiff_t n;

  template <class Call>
  void operator()(std::string const& name, failure_promise promise, Call call) const {
    CAPTURE(name);
    failure_ranges<T> const original(n);
    auto expected = original;
    host_resource& default_memory = thrum::default_resource<thrum::host_space>();
    call(seq_failures::policy(default_memory), expected);
    std::size_t k = 1;
    for (bool threw = true; threw; ++k) {
      CAPTURE(k);
      auto found = original;
      std::ptrdiff_t const living = tracked::living;
      thrum::counting_resource<thrum::host_space> counting;
      thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
      threw = false;
      try {
        call(Backend::policy(failing), found);
      } catch (std::bad_alloc const&) {
        threw = true;
      }
      REQUIRE(threw == failing.failed());
      CHECK(counting.blocks_in_use() == 0);
      if (threw) {
        CHECK(tracked::living == living);
        CHECK(same_elements(found, original));
        if (promise == failure_promise::unchanged || promise == failure_promise::unmoved)
          CHECK(same_order(found, original));
        found = original;
        call(Backend::policy(counting), found);
        CHECK(counting.blocks_in_use() == 0);
      }
      CHECK(found == expected);
    }
    if (Backend::is_parallel) CHECK_MESSAGE(k > 2, "the call takes no memory");
    CHECK(tracked::misused == 0);
  }
  template <class Call>
  void without_memory(std::string const&, failure_promise, Call) const {}
};

/// Checks calls in which an action throws.
template <class Backend>
struct something_throws {
  std::ptrdiff_t n;
  std::initializer_list<action> actions;
  std::initializer_list<std::ptrdiff_t> spread;

  template <class Call>
  void operator()(std::string const& name, failure_promise promise, Call call) const {
    CAPTURE(name);
    failure_ranges<tracked> const original(n);
    auto expected = original;
    call(seq_failures::policy(thrum::default_resource<thrum::host_space>()), expected);
    for (action const what : actions) {
      CAPTURE(static_cast<int>(what));
      for (std::ptrdiff_t const k : spread) {
        CAPTURE(k);
        auto found = original;
        std::ptrdiff_t const living = tracked::living;
        thrum::counting_resource<thrum::host_space> counting;
        actions_left = k;
        failing_action = static_cast<int>(what);
        bool threw = false;
        try {
          call(Backend::policy(counting), found);
        } catch (gave_up const& thrown) {
          threw = true;
          CHECK(thrown.at == what);
        }
        nothing_throws();
        CHECK(threw == (actions_left <= 0));
        CHECK(counting.blocks_in_use() == 0);
        CHECK(tracked::misused == 0);
        if (threw) {
          CHECK(tracked::living == living);
          bool const by_functor = what == action::call || what == action::compare;
          if (promise == failure_promise::unchanged || (promise == failure_promise::unmoved && by_functor))
            CHECK(same_order(found, original));
          if (promise == failure_promise::kept_by_functors && by_functor) CHECK(same_elements(found, original));
          for (auto const* v : {&found.a, &found.halves, &found.values, &found.out, &found.more}) {
            for (tracked const& x : *v) static_cast<void>(x.value());
          }
          CHECK(tracked::misused == 0);
        } else {
          CHECK(found == expected);
          break;
        }
      }
    }
  }
  template <class Call>
  void without_memory(std::string const& name, failure_promise promise, Call call) const {
    (*this)(name, promise, call);
  }
};
