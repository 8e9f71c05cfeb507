// Checks the elements of a call's arguments by the contract of the algorithm: orders, sorted
// ranges, maps and segments.
#pragma once

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/checked/arguments.h>
#include <thrum/detail/checked/contract.h>
#include <thrum/detail/checked/elements.h>
#include <thrum/detail/checked/extents.h>
#include <thrum/detail/checked/rooms.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/order/projection.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/segments.h>
#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

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
  static constexpr place at() {
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
          exec_, n, accepts_behind<std::remove_const_t<decltype(first)>, type<I>>{first, get<I>()});
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
    std::ptrdiff_t const size = contracts::room_at(get<to>()).behind, n = args_.range(0);
    leaves_range<map> const leaves{{detail::unwrap(get<I>())}, size};
    std::ptrdiff_t i = n;
    if constexpr (stencil < 0) {
      i = contracts::first_failure(exec_, n, leaves);
    } else {
      auto const flags = detail::unwrap(get<stencil>());
      auto const look = [&](auto by) {
        using check = leaves_range_if<map, std::remove_const_t<decltype(flags)>, decltype(by)>;
        i = contracts::first_failure(exec_, n, check{leaves, flags, by});
      };
      if constexpr (pred < given) look(get<pred>());
      else look(is_true{});
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
        contracts::first_failure(exec_, n, descends<std::remove_const_t<decltype(first)>, Less>{first, less});
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
      using check = breaks_order<std::remove_const_t<decltype(first)>, Less>;
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
