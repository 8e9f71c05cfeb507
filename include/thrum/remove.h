// remove, remove_if, remove_copy, remove_copy_if, and their _into forms: a range without some of
// its elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/primitives/compact.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// remove_if(policy, first, last, pred): moves the elements that pred rejects to the front, in
/// order.
/// remove_if(policy, first, last, stencil, pred): moves the elements whose stencil pred rejects.
/// The stencil overlaps none of the elements.
///
/// Returns the end of the elements that are left; the elements after it are valid but unspecified.
/// pred is called once for each element, and looks at no element but its argument. O(n) work.
/// Scratch memory: at most 2^20 elements and bytes under tbb::par; a few bytes for each thread
/// block under CUDA, or n elements and bytes if the elements are not plain or lie behind an
/// iterator of a class; none under seq. If allocation fails, no element has moved. Under CUDA the
/// call waits for the result.
struct remove_if_fn : detail::result_algorithm<remove_if_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"remove_if",
            {inout("first"), until("last"), value("pred")},
            {inout("first"), until("last"), also("stencil"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, P pred) {
    return keep<true>(to, exec, first, last, first, std::move(pred));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class S, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, S stencil, P pred) {
    return keep<false>(to, exec, first, last, stencil, std::move(pred));
  }

 private:
  /// Own says that the elements are their own stencil.
  THRUM_EXEC_CHECK_DISABLE
  template <bool Own, class To, backend B, class I, class S, class P>
  THRUM_HD static detail::result_t<To, I> keep(To to, B const& exec, I first, I last, S stencil, P pred) {
    if constexpr (detail::valid_iterators<B, I, S>() && detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_in_place<B, I>() && detail::valid_destination<To, B, std::ptrdiff_t>()) {
      detail::rejected_at<detail::unwrapped_t<S>, P> const reject{detail::unwrap(stencil), std::move(pred)};
      return detail::compact_in_place_to(to, detail::offset_from<I>{first}, exec, detail::unwrap(first),
                                         last - first, detail::predicate_for<B, Own>(reject));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT remove_if_fn remove_if{};
/// remove_if_into(policy, first, last, result, [stencil,] pred): does what remove_if does, and puts
/// the number of elements that are left into *result. The call hands nothing to the host, so that
/// under CUDA it does not wait for the number.
THRUM_OBJECT detail::into<remove_if_fn> remove_if_into{};

/// remove(policy, first, last, value): removes the elements equal to value, as remove_if.
struct remove_fn : detail::result_algorithm<remove_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"remove", {inout("first"), until("last"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class T>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, T const& value) {
    return remove_if_fn::call(to, exec, first, last, detail::equals_value<detail::value_of_t<T const>>{value});
  }
};
THRUM_OBJECT remove_fn remove{};
/// remove_into(policy, first, last, result, value): removes the elements equal to value, as
/// remove_if_into.
THRUM_OBJECT detail::into<remove_fn> remove_into{};

/// remove_copy_if(policy, first, last, out, pred): copies the elements that pred rejects, in order.
/// remove_copy_if(policy, first, last, stencil, out, pred): copies the elements whose stencil pred
/// rejects.
///
/// Otherwise as copy_if: returns the end of the output, which overlaps no input.
struct remove_copy_if_fn : detail::result_algorithm<remove_copy_if_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"remove_copy_if",
            {in("first"), until("last"), up_to("out"), value("pred")},
            {in("first"), until("last"), also("stencil"), up_to("out"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class O, class P>
  THRUM_HD static detail::result_t<To, O> call(To to, B const& exec, I first, I last, O out, P pred) {
    return keep<true>(to, exec, first, last, first, out, std::move(pred));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class S, class O, class P>
  THRUM_HD static detail::result_t<To, O> call(To to, B const& exec, I first, I last, S stencil, O out, P pred) {
    return keep<false>(to, exec, first, last, stencil, out, std::move(pred));
  }

 private:
  /// Own says that the elements are their own stencil.
  THRUM_EXEC_CHECK_DISABLE
  template <bool Own, class To, backend B, class I, class S, class O, class P>
  THRUM_HD static detail::result_t<To, O> keep(To to, B const& exec, I first, I last, S stencil, O out, P pred) {
    if constexpr (detail::valid_iterators<B, I, S, O>() && detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      detail::rejected_at<detail::unwrapped_t<S>, P> const reject{detail::unwrap(stencil), std::move(pred)};
      return detail::compact_to(to, detail::offset_from<O>{out}, exec, detail::unwrap(first), last - first,
                                detail::unwrap(out), detail::predicate_for<B, Own>(reject));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT remove_copy_if_fn remove_copy_if{};
/// remove_copy_if_into(policy, first, last, result, [stencil,] out, pred): does what remove_copy_if
/// does, and puts the number of elements that are copied into *result, without a wait.
THRUM_OBJECT detail::into<remove_copy_if_fn> remove_copy_if_into{};

/// remove_copy(policy, first, last, out, value): copies the elements that are not equal to value,
/// as remove_copy_if.
struct remove_copy_fn : detail::result_algorithm<remove_copy_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"remove_copy", {in("first"), until("last"), up_to("out"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class O, class T>
  THRUM_HD static detail::result_t<To, O> call(To to, B const& exec, I first, I last, O out, T const& value) {
    return remove_copy_if_fn::call(to, exec, first, last, out,
                                   detail::equals_value<detail::value_of_t<T const>>{value});
  }
};
THRUM_OBJECT remove_copy_fn remove_copy{};
/// remove_copy_into(policy, first, last, result, out, value): copies the elements that are not
/// equal to value, as remove_copy_if_into.
THRUM_OBJECT detail::into<remove_copy_fn> remove_copy_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
