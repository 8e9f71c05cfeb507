// What every algorithm is made of: the base that adds the calls without a policy, and the checks that turn a wrong call
// into one readable error.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/memory_space.h>
#include <thrum/detail/policy_of_space.h>
#include <thrum/detail/radix_key.h>
#include <thrum/detail/seq/seq.h>
#include <thrum/detail/system_memory.h>
#include <thrum/iterator/reverse_iterator.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

// Names of the policies whose headers a file may have forgotten: a call with one is an error that names the header. They
// are for the host compiler, since device code cannot declare them apart from their definition.
#if !defined(__CUDACC__)
namespace thrum {
namespace tbb {
class policy;
extern policy const par;
}  // namespace tbb
namespace cuda {
class policy;
extern policy const par;
extern policy const par_nosync;
}  // namespace cuda
extern tbb::policy const par;
}  // namespace thrum
#endif

namespace thrum {
template <class... T>
struct tuple;  // thrum/tuple.h
}  // namespace thrum

namespace thrum::detail {

template <class T>
concept complete = requires { sizeof(T); };

/// The result of a call that has just been an error: anything, so that no second error follows.
struct wrong_call {
  template <class T>
  operator T() const;
};

/// The base of every algorithm: a call without a policy is the call with the policy of its iterators.
template <class Algorithm>
struct algorithm {
  THRUM_EXEC_CHECK_DISABLE
  template <class First, class... Rest>
    requires(complete<std::remove_cvref_t<First>> && !memory_system<std::remove_cvref_t<First>>)
  THRUM_HD constexpr decltype(auto) operator()(First&& first, Rest&&... rest) const {
    using source = policy_of_space<policy_space_t<First, Rest...>>;
    if constexpr (backend<std::remove_cvref_t<decltype(source::get())>>) {
      return static_cast<Algorithm const&>(*this)(source::get(), std::forward<First>(first),
                                                  std::forward<Rest>(rest)...);
    } else {
      source::get();  // says which header the call needs
      return wrong_call{};
    }
  }
  /// A memory space, which is Thrust's tag of a system, stands for its policy.
  THRUM_EXEC_CHECK_DISABLE
  template <class Space, class... Args>
    requires has_memory<Space>
  THRUM_HD constexpr decltype(auto) operator()(Space const&, Args&&... args) const {
    using source = policy_of_space<Space>;
    if constexpr (backend<std::remove_cvref_t<decltype(source::get())>>) {
      return static_cast<Algorithm const&>(*this)(source::get(), std::forward<Args>(args)...);
    } else {
      source::get();
      return wrong_call{};
    }
  }
  /// A range whose end is of another type: a view's sentinel, or a const_iterator.
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class... Rest>
    requires(!std::same_as<I, S> && std::input_or_output_iterator<I> && std::sentinel_for<S, I>)
  THRUM_HD constexpr decltype(auto) operator()(B const& exec, I first, S last, Rest&&... rest) const {
    constexpr bool sized = std::sized_sentinel_for<S, I>;
    static_assert(sized, "thrum: the length of this range is not known: only a walk finds its end");
    if constexpr (!sized) return wrong_call{};
    else
      return static_cast<Algorithm const&>(*this)(exec, first, first + (last - first),
                                                  std::forward<Rest>(rest)...);
  }
  template <class First, class... Rest>
    requires(!complete<std::remove_cvref_t<First>>)
  constexpr wrong_call operator()(First&&, Rest&&...) const {
    constexpr bool header_included = complete<std::remove_cvref_t<First>>;
    static_assert(header_included,
                  "thrum: the header of this policy is missing: #include <thrum/tbb.h> for tbb::par, or "
                  "<thrum/cuda.cuh> in a .cu file for cuda::par");
    return {};
  }
};

/// What an algorithm needs of an iterator: random access, judged by what it can do.
template <class I>
concept random_access = std::copyable<I> && requires(I it, std::ptrdiff_t n) {
  *it;
  { it + n } -> std::convertible_to<I>;
  { it - it } -> std::convertible_to<std::ptrdiff_t>;
};

template <class I, class T>
concept writable = requires(I it, T&& value) { *it = std::forward<T>(value); };

/// Checks the iterators of a call. False, after a one-line error, where the call cannot work; the caller then leaves its
/// body uninstantiated, so that the error stands alone.
template <class B, class... I>
THRUM_HD constexpr bool valid_iterators() {
  constexpr bool random = (random_access<I> && ...);
  static_assert(random,
                "thrum: this algorithm needs random-access iterators (those of std::list, std::map and "
                "streams are not)");
  constexpr bool reachable = (reaches<B, memory_space_t<I>>() && ...);
  static_assert(reachable,
                "thrum: the policy cannot reach the memory of these iterators: cuda::par needs device or "
                "unified memory, seq and tbb::par need host or unified memory");
  if constexpr (random && reachable) return (detail::runs_on<B, unwrapped_t<I>>() && ...);
  else return false;
}

template <class F, class... Args>
concept callable_with = requires(F& f) { f(std::declval<Args>()...); };

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

/// Whether an operator takes a sum as fold_into gives it.
template <class Op, class T, class X>
concept takes_sum_with = callable_with<Op, T&, X> || (!std::is_trivially_copyable_v<T> && callable_with<Op, T, X>);

/// Checks the operator of sums of type T: it takes a sum with an element, and with another sum.
template <class B, class Op, class T, class Element>
THRUM_HD constexpr bool valid_operator() {
  constexpr bool callable = takes_sum_with<Op, T, Element> && takes_sum_with<Op, T, T&>;
  static_assert(callable,
                "thrum: the functor cannot be called with the elements of these ranges, or with two sums");
  constexpr bool copyable = std::copy_constructible<Op>;
  static_assert(copyable, "thrum: functors are copied: this one cannot be");
  if constexpr (!callable || !copyable) return false;
  else if constexpr (requires { B::template calls_operator<Op, T>; }) {
    return B::template calls_operator<Op, T>;
  } else {
    return true;
  }
}

/// Checks the order of a sort.
template <class B, class Less, class Element>
THRUM_HD constexpr bool valid_order() {
  if constexpr (sorts_by_radix<std::remove_cvref_t<Element>, Less>) return true;  // a device sorts by the digits
  else return valid_functor<B, Less, Element, Element>();
}

/// A reference to a bit that shares its byte with others, as std::vector<bool>'s is, or a tuple with one.
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
  constexpr bool assignable = writable<unwrapped_t<O>, T>;
  static_assert(assignable, "thrum: the values cannot be assigned through this output iterator (is it const?)");
  constexpr bool separate = std::same_as<B, seq_policy> || !is_packed_bit<std::iter_reference_t<O>>;
  static_assert(
      separate,
      "thrum: tasks cannot write elements that share bytes, as those of std::vector<bool> do: use a vector "
      "of char, or seq");
  if constexpr (assignable && separate) return detail::stores_on<B, unwrapped_t<O>, T>();
  else return false;
}

/// Checks the same of the results of a functor. nvcc hides from host code what a __device__ lambda returns, so that there
/// no more is checked than that the output is not const; its compilation for the device checks the rest.
template <class B, class O, class F, class... Args>
THRUM_HD constexpr bool valid_result() {
  if constexpr (!callable_with<F, Args...>) return false;  // valid_functor says it
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
  else if constexpr (!std::is_const_v<std::remove_reference_t<element_t<O>>>) return true;
  else return valid_output<B, O, std::iter_value_t<O>>();
#else
  else return valid_output<B, O, std::invoke_result_t<F&, Args...>>();
#endif
}

/// Checks that a range can be rearranged where it is.
template <class B, class I>
THRUM_HD constexpr bool valid_in_place() {
  return valid_output<B, I, std::iter_value_t<unwrapped_t<I>>>();
}

}  // namespace thrum::detail
