// Functors and outputs that the stages of a pipeline become: functions one after the other,
// predicates of what functions return, and outputs that leave elements out.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Stands for the function of a pipeline that has none: the elements are passed on as they are.
struct no_function {};

/// f(x), in the type T.
template <class T, class F>
struct returns_as {
  F f;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
    requires callable_with<F, X>
  THRUM_HD constexpr T operator()(X&& x) const {
    return static_cast<T>(detail::call(f, std::forward<X>(x)));
  }
};

/// g(f(x)). What g returns of a value that f computes does not refer to that value.
template <class F, class G>
struct composed {
  F f;
  G g;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD constexpr decltype(auto) operator()(X&& x) const {
    using inner = decltype(detail::call(f, std::forward<X>(x)));
    if constexpr (std::is_lvalue_reference_v<inner>) return detail::call(g, detail::call(f, std::forward<X>(x)));
    else return detail::lasting(detail::call(g, detail::call(f, std::forward<X>(x))));
  }
};

/// Returns the function that calls f, and then g.
template <class F, class G>
constexpr auto compose(F f, G g) {
  if constexpr (std::same_as<F, no_function>) return g;
  else return composed<F, G>{std::move(f), std::move(g)};
}

/// Returns f(x), or x itself if f is no_function.
THRUM_EXEC_CHECK_DISABLE
template <class F, class X>
THRUM_HD constexpr decltype(auto) apply_function(F const& f, X&& x) {
  if constexpr (std::same_as<F, no_function>) return static_cast<X&&>(x);
  else return detail::call(f, std::forward<X>(x));
}
/// The type of an element E after a function.
template <class F, class E>
using element_after = decltype(detail::apply_function(std::declval<F const&>(), std::declval<E>()));

/// first(x) && then(f(x)). Each gets x by a reference that f may take.
template <class First, class F, class Then>
struct accepted_by_both {
  First first;
  F f;
  Then then;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD constexpr bool operator()(X&& x) const {
    return static_cast<bool>(detail::call(first, x)) &&
           static_cast<bool>(detail::call(then, detail::apply_function(f, x)));
  }
};

/// Calls f, whose argument may be a value that f takes by a reference.
THRUM_EXEC_CHECK_DISABLE
template <class F, class X>
THRUM_HD constexpr void call_with(F const& f, X&& x) {
  if constexpr (callable_with<F, X>) detail::call(f, std::forward<X>(x));
  else detail::call(f, x);
}

/// Calls f(function(x)) for an x that is accepted.
template <class Accept, class Function, class F>
struct call_if_accepted {
  Accept accept;
  Function function;
  F f;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD constexpr void operator()(X&& x) const {
    if (static_cast<bool>(detail::call(accept, x)))
      detail::call_with(f, detail::apply_function(function, std::forward<X>(x)));
  }
};

/// f(x), called by an output with an index, too.
template <class F>
struct call_without_index {
  F f;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD constexpr void operator()(std::ptrdiff_t, X&& x) const {
    detail::call_with(f, std::forward<X>(x));
  }
};

/// function(x) as a T for an x that is accepted, otherwise zero, to which adding changes nothing.
template <class T, class Accept, class Function>
struct accepted_or_zero {
  Accept accept;
  Function function;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD constexpr T operator()(X&& x) const {
    constexpr T zero = std::is_floating_point_v<T> ? -T(0) : T(0);
    return static_cast<bool>(detail::call(accept, x))
               ? static_cast<T>(detail::apply_function(function, std::forward<X>(x)))
               : zero;
  }
};

/// A sum of the elements that were accepted, of which there may be none so far.
template <class T>
struct sum_of_accepted {
  T sum;
  bool any;
};
template <class T, class Accept, class Function>
struct accepted_or_none {
  Accept accept;
  Function function;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD constexpr sum_of_accepted<T> operator()(X&& x) const {
    if (static_cast<bool>(detail::call(accept, x)))
      return {static_cast<T>(detail::apply_function(function, std::forward<X>(x))), true};
    return {T(), false};
  }
};
template <class T, class Op>
struct add_accepted {
  Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr sum_of_accepted<T> operator()(sum_of_accepted<T> const& a,
                                                   sum_of_accepted<T> const& b) const {
    if (!a.any) return b;
    if (!b.any) return a;
    return {static_cast<T>(detail::call(op, a.sum, b.sum)), true};
  }
};

/// Stands for element n of an output of `room` elements, or for none.
template <class O>
struct element_of_window {
  O out;
  std::ptrdiff_t n, room;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, element_of_window>)
  THRUM_HD constexpr element_of_window const& operator=(T&& value) const {
    if (n >= 0 && n < room) detail::store(out[n], std::forward<T>(value));
    return *this;
  }
};

/// An output for which it[i] = x stores x in out[i - dropped], if that is an element of the `room`
/// elements at out.
template <class O>
class window_output
    : public iterator_facade<window_output<O>, std::iter_value_t<O>, element_of_window<O>, memory_space_t<O>> {
 public:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr window_output(O out, std::ptrdiff_t dropped, std::ptrdiff_t room)
      : out_(std::move(out)), index_(-dropped), room_(room) {}
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr window_output<unwrapped_t<O>> unwrapped() const {
    return {detail::unwrap(out_), -index_, room_};
  }

  template <class B>
  static constexpr bool runs_on = detail::runs_on<B, O>();
  template <class B, class T>
  static constexpr bool stores_on = detail::stores_on<B, O, T>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr element_of_window<O> element(std::ptrdiff_t n) const { return {out_, index_ + n, room_}; }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(window_output const& other) const { return other.index_ - index_; }

 private:
  O out_;
  std::ptrdiff_t index_, room_;
};

/// Stands for an object that is made by an assignment.
template <class T>
struct element_to_make {
  slot<T>& to;
  template <class X>
    requires(!std::same_as<std::remove_cvref_t<X>, element_to_make>)
  element_to_make const& operator=(X&& value) const {
    to.emplace(std::forward<X>(value));
    return *this;
  }
};

/// An output of objects that are made in slots, on the host.
template <class T>
class slot_output : public iterator_facade<slot_output<T>, T, element_to_make<T>, host_space> {
 public:
  explicit slot_output(slot<T>* first) : first_(first) {}
  element_to_make<T> element(std::ptrdiff_t n) const { return {first_[n]}; }
  void advance(std::ptrdiff_t n) { first_ += n; }
  std::ptrdiff_t distance_to(slot_output const& other) const { return other.first_ - first_; }

 private:
  slot<T>* first_;
};
/// The objects in slots.
template <class T>
class slot_iterator : public iterator_facade<slot_iterator<T>, T, T&, host_space> {
 public:
  slot_iterator() = default;
  explicit slot_iterator(slot<T>* first) : first_(first) {}
  T& element(std::ptrdiff_t n) const { return *first_[n]; }
  void advance(std::ptrdiff_t n) { first_ += n; }
  std::ptrdiff_t distance_to(slot_iterator const& other) const { return other.first_ - first_; }

 private:
  slot<T>* first_ = nullptr;
};

/// Returns the output that stores f(x), or x itself.
template <class O, class F>
constexpr auto function_output(O out, F f) {
  if constexpr (std::same_as<F, no_function>) return out;
  else return transform_output_iterator<F, O>(std::move(out), std::move(f));
}

}  // namespace thrum::detail
