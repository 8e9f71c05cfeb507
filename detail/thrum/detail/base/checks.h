// The checks that turn a wrong call of an algorithm into one readable error. If a check fails, the
// algorithm leaves its body uninstantiated and returns a wrong_call, so that no other error
// follows.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
template <class... T>
struct tuple;  // thrum/tuple.h
template <class T>
struct less;  // thrum/functional.h
template <class T>
struct greater;
template <class T>
struct equal_to;
template <class T>
struct plus;
namespace detail {
template <class T>
struct equals_value;  // detail/kernels/flags/predicates.h
}
}  // namespace thrum

namespace thrum::detail {

/// The result of a call that has just been an error. A wrong_call converts to anything, so that no
/// second error follows. Operators that this conversion makes ambiguous have a form of their own.
struct wrong_call {
  template <class T>
  THRUM_HD operator T() const;
  THRUM_HD wrong_call operator*() const;
  template <class Stream>
  THRUM_HD friend Stream& operator<<(Stream&, wrong_call const&);
  template <class T>
  THRUM_HD friend bool operator==(wrong_call const&, T const&);
  template <class T>
  THRUM_HD friend wrong_call operator+(wrong_call const&, T const&);
  template <class T>
  THRUM_HD friend wrong_call operator-(wrong_call const&, T const&);
};

/// An iterator with the random access that an algorithm needs, judged by its operations.
template <class I>
concept random_access = std::copyable<I> && requires(I it, std::ptrdiff_t n) {
  *it;
  { it + n } -> std::convertible_to<I>;
  { it - it } -> std::convertible_to<std::ptrdiff_t>;
};

/// What can be passed as an iterator, with or without random access.
template <class I>
concept iterator_like = std::input_or_output_iterator<I> || random_access<I>;

/// A range that owns its elements, or a view of elements; not an iterator.
template <class R>
concept container = !iterator_like<R> && requires(R& range) {
  range.begin();
  range.end();
};

template <class I, class T>
concept writable = requires(I it, T&& value) { *it = std::forward<T>(value); };

/// Stands for a backend in checks of types alone, which no compiler of a device makes.
struct types_alone {};

/// Checks the iterators of a call. Returns false, after a one-line error, if the call cannot work.
/// The caller then leaves its body uninstantiated, so that no other error follows.
template <class B, class... I>
THRUM_HD constexpr bool valid_iterators() {
  constexpr bool iterators = !(container<I> || ...);
  static_assert(iterators,
                "thrum: algorithms take iterators, not containers: pass v.begin(), v.end() in place of v, and "
                "v.begin() for an output");
  constexpr bool in_place = ((iterator_like<I> || container<I>) && ...);
  static_assert(in_place,
                "thrum: an argument is no iterator where one belongs: look at the order of the arguments");
  constexpr bool random = !iterators || !in_place || (random_access<I> && ...);
  static_assert(random,
                "thrum: this algorithm needs random-access iterators (those of std::list, std::map and "
                "streams are not)");
  constexpr bool reachable = (backend_traits<B>::template reaches<memory_space_t<I>> && ...);
  static_assert(reachable,
                "thrum: the policy cannot reach the memory of these iterators: cuda::par needs device or "
                "unified memory, seq and tbb::par need host or unified memory");
  if constexpr (iterators && in_place && random && reachable) return (detail::runs_on<B, unwrapped_t<I>>() && ...);
  else return false;
}

template <class F, class... Args>
concept callable_with = requires(F& f) { f(std::declval<Args>()...); };

template <class E>
inline constexpr bool is_zipped = false;
template <class... T>
inline constexpr bool is_zipped<tuple<T...>> = true;

/// The type that for_each and transform call a functor with for an element E: E itself, or E& if E
/// is the tuple of a zip and the functor takes it only by a reference that is not const.
template <class F, class E>
inline constexpr bool takes_by_name = is_zipped<E> && !callable_with<F, E>;
template <class F, class E>
using named_if_needed = std::conditional_t<takes_by_name<F, E>, E&, E>;

/// Checks a functor of a call against the arguments that the algorithm gives it.
template <class B, class F, class... Args>
THRUM_HD constexpr bool valid_functor() {
  constexpr bool callable = callable_with<F, Args...>;
  static_assert(
      callable,
      "thrum: the functor cannot be called with the elements of these ranges (those of zips and computed "
      "ranges are values: take them by value, const& or auto&&)");
  constexpr bool copyable = std::copy_constructible<F>;
  static_assert(copyable, "thrum: functors are copied: this one cannot be");
  if constexpr (callable && copyable) return detail::calls<B, F, Args...>();
  else return false;
}

template <class P, class... Args>
concept decides_on = requires(P& pred) { pred(std::declval<Args>()...) ? 1 : 0; };

// The comparisons that algorithms use if a call names no other.
template <class P>
inline constexpr bool is_order = std::same_as<P, less<void>> || std::same_as<P, greater<void>>;
template <class P>
inline constexpr bool is_equality = std::same_as<P, equal_to<void>>;
template <class T>
inline constexpr bool is_equality<equals_value<T>> = true;

/// Says whether the elements have the operator of a comparison that names their type, as
/// greater<record> does.
template <class P>
inline constexpr bool has_operator = true;
template <class T>
  requires(!std::is_void_v<T>)
inline constexpr bool has_operator<less<T>> = requires(T const& x) { x < x; };
template <class T>
  requires(!std::is_void_v<T>)
inline constexpr bool has_operator<greater<T>> = requires(T const& x) { x > x; };
template <class T>
  requires(!std::is_void_v<T>)
inline constexpr bool has_operator<equal_to<T>> = requires(T const& x) { x == x; };

/// Checks a predicate or a comparison.
template <class B, class P, class... Args>
THRUM_HD constexpr bool valid_predicate() {
  constexpr bool ordered = !is_order<P> || callable_with<P, Args...>;
  static_assert(
      ordered,
      "thrum: the elements have no operator< (or > under greater): define it, or pass an order, a functor "
      "of two elements that returns a bool");
  constexpr bool equality = !is_equality<P> || callable_with<P, Args...>;
  static_assert(equality,
                "thrum: the elements have no operator== with what they are compared with: define it, or pass a "
                "functor that compares");
  constexpr bool typed = has_operator<P>;
  static_assert(
      typed,
      "thrum: the type that less, greater or equal_to names has no operator <, > or ==: define it, or pass a "
      "functor that compares");
  if constexpr (!ordered || !equality || !typed) return false;
  else if constexpr (!valid_functor<B, P, Args...>()) return false;
  else {
    constexpr bool decides = decides_on<P, Args...>;
    static_assert(
        decides,
        "thrum: a predicate or a comparison returns a bool, or what converts to one: this functor does not "
        "(is its return missing?)");
    return decides;
  }
}

/// Checks an order that compares elements of two ranges with each other.
template <class B, class Less, class I, class J>
THRUM_HD constexpr bool valid_order_of_two() {
  if constexpr (detail::valid_predicate<B, Less, element_t<I>, element_t<J>>())
    return detail::valid_predicate<B, Less, element_t<J>, element_t<I>>();
  else return false;
}

template <class F, class... Args>
concept returns_nothing = requires(F& f) {
  { f(std::declval<Args>()...) } -> std::same_as<void>;
};

/// Checks that a functor has a result that can be summed up.
template <class F, class... Args>
THRUM_HD constexpr bool has_summand() {
  constexpr bool returns = !returns_nothing<F, Args...>;
  static_assert(returns,
                "thrum: the functor returns nothing where its result is summed up: is its return missing?");
  return returns;
}

template <class F, class T, class... Args>
concept results_in = requires(F& f) { static_cast<T>(f(std::declval<Args>()...)); };

/// Checks a functor whose results are summed up in the type T. Host code cannot check the result of
/// a __device__ lambda, because nvcc hides its type there.
template <class B, class F, class T, class... Args>
THRUM_HD constexpr bool valid_summand() {
  if constexpr (!valid_functor<B, F, Args...>()) return false;
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
  else return true;
#else
  else if constexpr (!has_summand<F, Args...>()) return false;
  else {
    constexpr bool converts = results_in<F, T, Args...>;
    static_assert(
        converts,
        "thrum: what the functor returns does not convert to the type in which sums are made: that of init, "
        "else that of the elements");
    return converts;
  }
#endif
}

/// Says whether an operator takes a sum in the form in which fold_into passes it.
template <class Op, class T, class X>
concept takes_sum_with = callable_with<Op, T&, X> || (!std::is_trivially_copyable_v<T> && callable_with<Op, T, X>);
template <class Op, class T, class X>
concept makes_sum_with = results_in<Op, T, T&, X> || (!std::is_trivially_copyable_v<T> && results_in<Op, T, T, X>);

/// Checks the operator of sums of type T: the operator takes a sum and an element, and two sums.
template <class B, class Op, class T, class Element>
THRUM_HD constexpr bool valid_operator() {
  constexpr bool callable = takes_sum_with<Op, T, Element> && takes_sum_with<Op, T, T&>;
  constexpr bool adds = callable || !std::same_as<Op, plus<void>>;
  static_assert(
      adds,
      "thrum: the elements have no operator+ with the sum, or it does not add two sums: define it, or pass "
      "init and a functor");
  static_assert(callable || !adds,
                "thrum: the functor cannot be called with the elements of these ranges, or with two sums");
  constexpr bool copyable = std::copy_constructible<Op>;
  static_assert(copyable, "thrum: functors are copied: this one cannot be");
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
  constexpr bool returns = true, converts = true;  // see valid_summand
#else
  constexpr bool returns = has_summand<Op, T&, Element>();
  constexpr bool converts =
      !callable || !returns ||
      (std::constructible_from<T, Element> && makes_sum_with<Op, T, Element> && makes_sum_with<Op, T, T&>);
#endif
  static_assert(converts,
                "thrum: an element, or what the operator returns, does not convert to the type in which sums are "
                "made: that of init, else that of the elements");
  if constexpr (!callable || !copyable || !returns || !converts) return false;
  else return backend_traits<B>::template calls_operator<Op, T>();
}

/// Checks that a sum without init can begin with T().
template <class T>
THRUM_HD constexpr bool valid_beginning() {
  constexpr bool constructible = std::is_default_constructible_v<T>;
  static_assert(
      constructible,
      "thrum: without init a sum begins with T(), and this type of elements has no default constructor: pass "
      "init");
  return constructible;
}

/// Says whether R is a reference to a bit that shares its byte with others, like that of
/// std::vector<bool>, or a tuple with such a reference.
template <class R>
inline constexpr bool is_packed_bit = std::is_class_v<R> && requires(R bit) {
  static_cast<bool>(bit);
  bit.flip();
};
template <class... R>
inline constexpr bool is_packed_bit<tuple<R...>> = (is_packed_bit<R> || ...);

/// Checks that the results of an algorithm can be stored through an output iterator.
template <class B, class O, class T>
THRUM_HD constexpr bool valid_output() {
  if constexpr (container<O>) return false;  // valid_iterators reports it
  else {
    constexpr bool assignable = writable<unwrapped_t<O>, T>;
    static_assert(assignable, "thrum: the values cannot be assigned through this output iterator (is it const?)");
    constexpr bool separate = backend_traits<B>::is_serial || !is_packed_bit<std::iter_reference_t<O>>;
    static_assert(
        separate,
        "thrum: tasks cannot write elements that share bytes, as those of std::vector<bool> do: use a vector "
        "of char, or seq");
    if constexpr (assignable && separate) return detail::stores_on<B, unwrapped_t<O>, T>();
    else return false;
  }
}

/// Checks that the results of a functor can be stored through an output iterator. nvcc hides from
/// host code what a __device__ lambda returns. The compilation for the host then checks only that
/// the output is not const; the compilation for the device checks the rest.
template <class B, class O, class F, class... Args>
THRUM_HD constexpr bool valid_result() {
  if constexpr (!callable_with<F, Args...>) return false;  // valid_functor reports it
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
  else if constexpr (!std::is_const_v<std::remove_reference_t<element_t<O>>>) return true;
  else return valid_output<B, O, std::iter_value_t<O>>();
#else
  else {
    constexpr bool returns = !returns_nothing<F, Args...>;
    static_assert(returns,
                  "thrum: the functor returns nothing where its result is stored: is its return missing?");
    if constexpr (!returns) return false;
    else return valid_output<B, O, std::invoke_result_t<F&, Args...>>();
  }
#endif
}

/// Checks that the elements of a range can be rearranged in place.
template <class B, class I>
THRUM_HD constexpr bool valid_in_place() {
  return valid_output<B, I, std::iter_value_t<unwrapped_t<I>>>();
}

/// Checks the type of a number of elements.
template <class Size>
THRUM_HD constexpr bool valid_count() {
  constexpr bool number = std::convertible_to<Size, std::ptrdiff_t>;
  static_assert(number, "thrum: a number of elements is an integer, or what converts to one: this one is not");
  return number;
}

/// Checks that the values of a map are indices.
template <class M>
THRUM_HD constexpr bool valid_map() {
  using index = value_of_t<element_t<M>>;
  constexpr bool integer = std::convertible_to<index, std::ptrdiff_t> && !std::is_floating_point_v<index>;
  static_assert(integer, "thrum: the values of a map are indices: they have to be integers");
  return integer;
}

}  // namespace thrum::detail
