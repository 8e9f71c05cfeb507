// Checks the elements of a call's arguments by the contract of the algorithm: orders, sorted
// ranges, maps and segments. The checks run under the policy of the call, on for_each_n, the one
// primitive that every policy has on the side where it runs.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/body.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/checked/arguments.h>
#include <thrum/detail/checked/contract.h>
#include <thrum/detail/checked/memory.h>
#include <thrum/detail/order/projection.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/functional.h>
#include <thrum/segments.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum::detail::contracts {

/// A number that code of a policy leaves for the host.
using word = unsigned long long;

THRUM_HD inline void keep_least(word* least, word i) {
#if defined(__CUDA_ARCH__)
  atomicMin(least, i);
#else
  word held = __atomic_load_n(least, __ATOMIC_RELAXED);
  while (i < held && !__atomic_compare_exchange_n(least, &held, i, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

/// A function object that stores f(i), for a single i, to *to.
template <class F>
struct number_writer {
  F f;
  std::ptrdiff_t i;
  word* to;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) { *to = static_cast<word>(f(i)); }
};

/// A function object that keeps the least i for which `fails` holds.
template <class F>
struct failure_recorder {
  static constexpr auto kind = body_kind::side_effects;
  F fails;
  word* least;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (fails(i)) contracts::keep_least(least, static_cast<word>(i));
  }
};

/// Returns the least i < n for which `fails` holds, or n if there is none.
template <class B, class F>
std::ptrdiff_t first_failure(B const& exec, std::ptrdiff_t n, F fails) {
  if (n <= 0) return n;
  B const steps = detail::step_of(exec);
  scratch_array<word, B> const least(steps, 1);
  steps.for_each_n(1, number_writer<identity<>>{{}, n, least.data()}, 1);
  steps.for_each_n(n, failure_recorder<F>{fails, least.data()}, detail::default_grain);
  return static_cast<std::ptrdiff_t>(detail::read(steps, static_cast<word const*>(least.data())));
}

/// Returns f(i), called where the policy runs.
template <class B, class F>
std::ptrdiff_t number_at(B const& exec, std::ptrdiff_t i, F f) {
  B const steps = detail::step_of(exec);
  scratch_array<word, B> const number(steps, 1);
  steps.for_each_n(1, number_writer<F>{f, i, number.data()}, 1);
  return static_cast<std::ptrdiff_t>(detail::read(steps, static_cast<word const*>(number.data())));
}

/// A function object that returns whether element i + 1 is less than element i.
template <class I, class Less>
struct descent {
  I first;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return static_cast<bool>(detail::call(less, first[i + 1], first[i]));
  }
};

/// A function object that returns whether element i + 1 is accepted and element i is not.
template <class I, class P>
struct late_acceptance {
  I first;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return static_cast<bool>(detail::call(pred, first[i + 1])) && !static_cast<bool>(detail::call(pred, first[i]));
  }
};

/// A function object that returns element i as an index.
template <class I>
struct index_at {
  I first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return static_cast<std::ptrdiff_t>(first[i]); }
};

/// A function object that returns whether index i of a map lies outside of [0, size).
template <class I>
struct wrong_index {
  index_at<I> map;
  std::ptrdiff_t size;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const at = map(i);
    return at < 0 || at >= size;
  }
};
/// The predicate of a stencil for which the call names none.
struct truth {
  template <class X>
  THRUM_HD bool operator()(X const& x) const {
    return static_cast<bool>(x);
  }
};

/// A function object that returns whether index i of a map is used and lies outside of the range.
template <class I, class S, class P>
struct wrong_used_index {
  wrong_index<I> leaves;
  S stencil;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return static_cast<bool>(detail::call(pred, stencil[i])) && leaves(i);
  }
};

/// A function object that returns whether offset i of segments is less than the offset before it,
/// or is no index of n elements.
template <class I>
struct wrong_offset {
  index_at<I> offset;
  std::ptrdiff_t n;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const at = offset(i);
    return at < 0 || at > n || (i > 0 && at < offset(i - 1));
  }
};

/// Three of n indices. A short range gives all triples; a long range gives some triples that seem
/// to be random and are always the same.
struct triple {
  static constexpr std::ptrdiff_t few = 8, tested = few * few * few;
  std::ptrdiff_t a, b, c;
  THRUM_HD triple(std::ptrdiff_t t, std::ptrdiff_t n) : a(pick(t, 0, n)), b(pick(t, 1, n)), c(pick(t, 2, n)) {}
  THRUM_HD static std::ptrdiff_t count(std::ptrdiff_t n) { return n <= few ? n * n * n : tested; }

 private:
  THRUM_HD static std::ptrdiff_t pick(std::ptrdiff_t t, int which, std::ptrdiff_t n) {
    if (n <= few) return (which == 0 ? t / (n * n) : which == 1 ? t / n : t) % n;
    // One step of SplitMix (Steele, Lea, Flood, 2014).
    auto x = (static_cast<std::uint64_t>(t) * 3 + static_cast<std::uint64_t>(which) + 1) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return static_cast<std::ptrdiff_t>((x ^ (x >> 31)) % static_cast<std::uint64_t>(n));
  }
};

/// A function object that returns whether a comparison breaks rule i % 4 of a strict weak order on
/// triple i / 4.
template <class I, class Less>
struct order_violation {
  static constexpr std::ptrdiff_t rules = 4;
  enum rule : std::ptrdiff_t { irreflexive, asymmetric, transitive, equivalence };
  I first;
  std::ptrdiff_t n;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    triple const t(i / rules, n);
    switch (i % rules) {
      case irreflexive:
        return before(t.a, t.a);
      case asymmetric:
        return before(t.a, t.b) && before(t.b, t.a);
      case transitive:
        return before(t.a, t.b) && before(t.b, t.c) && !before(t.a, t.c);
      default:
        return alike(t.a, t.b) && alike(t.b, t.c) && !alike(t.a, t.c);
    }
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i, std::ptrdiff_t j) const {
    return static_cast<bool>(detail::call(less, first[i], first[j]));
  }
  THRUM_HD bool alike(std::ptrdiff_t i, std::ptrdiff_t j) const { return !before(i, j) && !before(j, i); }
};

/// Returns a text that says how a comparison breaks the order in test i on n elements.
inline std::string broken_rule(std::ptrdiff_t i, std::ptrdiff_t n) {
  triple const t(i / 4, n);
  std::string const a = "element " + std::to_string(t.a), b = "element " + std::to_string(t.b),
                    c = "element " + std::to_string(t.c), text = "it is no strict weak order: " + a;
  switch (i % 4) {
    case 0:
      return text + " is less than itself";
    case 1:
      return text + " is less than " + b + ", and that less than it";
    case 2:
      return text + " is less than " + b + " and that less than " + c + ", but it is not less than " + c;
    default:
      return text + " is neither less nor greater than " + b + ", nor that than " + c + ", but it is than " + c;
  }
}

}  // namespace thrum::detail::contracts

namespace thrum {
struct sorted_results;
struct unsorted_results;

namespace detail {
template <class Less, class P>
struct key_order;  // detail/order/key_order.h, which the algorithms that take projections include
}

namespace detail::contracts {

template <class Less>
inline constexpr bool is_default_order = std::is_same_v<Less, less<void>> || std::is_same_v<Less, greater<void>>;

template <class Call, class B, class Arguments>
class call_elements {
  static constexpr int given = Arguments::given;
  template <int I>
  using type = typename Arguments::template type<I>;
  template <int I>
  using element = std::iter_value_t<detail::unwrapped_t<type<I>>>;

 public:
  call_elements(B const& exec, Arguments const& args) : exec_(exec), args_(args) {}

  void check() const {
    if constexpr (Call::order >= 0) check_orders();
    contracts::for_each_argument<given>([this]<int I>() { this->template check_elements<I>(); });
  }

 private:
  template <int I>
  auto const& get() const {
    return args_.template get<I>();
  }
  template <int I>
  static constexpr argument_name at() {
    return Arguments::template at<I>();
  }

  template <int I>
  void check_elements() const {
    constexpr argument a = Call::arguments[I];
    if constexpr (a.ascending) check_sorted<I>(less<void>{}, 0, args_.length(a.length));
    if constexpr (a.is == role::map) check_map<I>();
    if constexpr (a.is == role::segments) check_offsets<I>();
    if constexpr (a.is == role::partitioner) {
      auto const first = detail::unwrap(get<Call::begin_of(0)>());
      std::ptrdiff_t const n = args_.range(0) - 1;
      std::ptrdiff_t const i = contracts::first_failure(
          exec_, n, late_acceptance<std::remove_const_t<decltype(first)>, type<I>>{first, get<I>()});
      if (i < n) {
        at<Call::begin_of(0)>().fail(i + 1, "the range is not partitioned: element " + std::to_string(i + 1) +
                                                " is accepted, and element " + std::to_string(i) + " is not");
      }
    }
  }

  template <int I>
  void check_map() const {
    constexpr int to = Call::find(role::target), stencil = Call::find(role::stencil),
                  pred = Call::find(role::predicate);
    using map = detail::unwrapped_t<type<I>>;
    std::ptrdiff_t const size = contracts::room_at(get<to>()).after, n = args_.range(0);
    wrong_index<map> const leaves{{detail::unwrap(get<I>())}, size};
    std::ptrdiff_t i = n;
    if constexpr (stencil < 0) {
      i = contracts::first_failure(exec_, n, leaves);
    } else {
      auto const flags = detail::unwrap(get<stencil>());
      auto const look = [&](auto by) {
        using check = wrong_used_index<map, std::remove_const_t<decltype(flags)>, decltype(by)>;
        i = contracts::first_failure(exec_, n, check{leaves, flags, by});
      };
      if constexpr (pred < given) look(get<pred>());
      else look(truth{});
    }
    if (i >= n) return;
    std::string text = "element " + std::to_string(i) + " is " +
                       std::to_string(contracts::number_at(exec_, i, leaves.map)) + ", outside of " +
                       at<to>().text();
    if (size != room::unknown) text += ", where there are " + elements(size);
    at<I>().fail(i, text);
  }

  template <int I>
  void check_offsets() const {
    if constexpr (!std::is_same_v<type<I>, equal_segments>) {
      auto const& cut = get<I>();
      using iterator = detail::unwrapped_t<decltype(cut.offsets_first)>;
      std::ptrdiff_t const offsets = cut.offsets_last - cut.offsets_first, n = args_.range(0);
      wrong_offset<iterator> const wrong{{detail::unwrap(cut.offsets_first)}, n};
      std::ptrdiff_t const i = contracts::first_failure(exec_, offsets, wrong);
      if (i >= offsets) return;
      std::ptrdiff_t const to = contracts::number_at(exec_, i, wrong.offset);
      std::string const text = "offset " + std::to_string(i) + " is ";
      if (to < 0 || to > n) at<I>().fail(i, text + std::to_string(to) + ", and there are " + elements(n));
      at<I>().fail(i, text + "less than offset " + std::to_string(i - 1));
    }
  }

  // Orders.
  void check_orders() const {
    if constexpr (Call::order >= given) check_order(less<void>{});
    else if constexpr (std::is_same_v<type<Call::order>, sorted_results> ||
                       std::is_same_v<type<Call::order>, unsorted_results>)
      check_order(less<void>{});
    else if constexpr (Call::projection < 0 || Call::projection >= given) check_order(get<Call::order>());
    else {
      auto const by = detail::as_projection(get<Call::projection>());
      check_order(key_order<type<Call::order>, std::remove_const_t<decltype(by)>>{get<Call::order>(), by});
    }
  }
  template <class Less>
  void check_order(Less less) const {
    constexpr argument a = Call::arguments[Call::order];
    if constexpr (orders_elements<Less>()) {
      if constexpr ((a.length & range_1) != 0) check_weak_order<0>(less);
      if constexpr ((a.length & range_2) != 0) check_weak_order<1>(less);
      if constexpr (Call::arguments[Call::begin_of(0)].sorted) {
        constexpr int first = Call::begin_of(0);
        if constexpr (Call::middle >= 0) {
          check_sorted<first>(less, 0, args_.middle());
          check_sorted<first>(less, args_.middle(), args_.range(0));
        } else {
          check_sorted<first>(less, 0, args_.range(0));
        }
      }
      if constexpr (Call::begin_of(1) >= 0) {
        constexpr int second = Call::begin_of(1);
        if constexpr (Call::arguments[second].sorted) check_sorted<second>(less, 0, args_.range(1));
      }
    }
  }
  /// Returns whether Less can compare two elements of one range. An order that is for two types
  /// must not be tried.
  template <class Less>
  static constexpr bool orders_elements() {
    constexpr int first = Call::begin_of(0), second = Call::begin_of(1), key = Call::find(role::key);
    using E = element<first>;
    bool same = true;
    if constexpr (Call::arguments[first].sorted && !is_default_order<Less>) {
      if constexpr (second >= 0) same = std::is_same_v<E, element<second>>;
      else if constexpr (key >= 0) same = std::is_same_v<E, detail::value_of_t<type<key>>>;
    }
    if (!same) return false;
    using X = detail::element_t<type<first>>;
    return detail::callable_with<Less, X, X>;
  }
  template <int I, class Less>
  void check_sorted(Less const& less, std::ptrdiff_t begin, std::ptrdiff_t end) const {
    auto const first = detail::unwrap(get<I>()) + begin;
    std::ptrdiff_t const n = end - begin - 1;
    std::ptrdiff_t const i =
        contracts::first_failure(exec_, n, descent<std::remove_const_t<decltype(first)>, Less>{first, less});
    if (i >= n || n <= 0) return;
    std::ptrdiff_t const at_fault = begin + i + 1;
    at<I>().fail(at_fault, "the range is not sorted: element " + std::to_string(at_fault) +
                               " is less than element " + std::to_string(at_fault - 1));
  }
  template <int R, class Less>
  void check_weak_order(Less less) const {
    using E = element<Call::begin_of(R)>;
    // The orders of the library are strict weak orders, NaNs included.
    if constexpr (detail::digits<E, Less>::bits > 0 || (std::is_arithmetic_v<E> && is_default_order<Less>)) return;
    else {
      auto const first = detail::unwrap(get<Call::begin_of(R)>());
      using check = order_violation<std::remove_const_t<decltype(first)>, Less>;
      std::ptrdiff_t const n = args_.range(R), tests = check::rules * triple::count(n);
      std::ptrdiff_t const i = n < 1 ? tests : contracts::first_failure(exec_, tests, check{first, n, less});
      if (i < tests) at<Call::order>().fail(triple(i / check::rules, n).a, contracts::broken_rule(i, n));
    }
  }

  B const& exec_;
  Arguments const& args_;
};

}  // namespace detail::contracts
}  // namespace thrum
