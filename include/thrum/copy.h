// copy, copy_n, copy_if, copy_if_into: copies of elements within one memory or into another.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/containers/cross_copy.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/functional.h>
#include <thrum/transform.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

/// copy(policy, first, last, out): assigns first[i] to out[i], under one policy.
/// copy(first, last, out): does the same within one memory, between host and device, and on the
/// host also from and to iterators that only step (those of std::list, std::back_inserter, ...).
///
/// Returns the end of the output, which does not overlap the input. O(n) work. No scratch memory,
/// with one exception: a copy between memories that changes the type of the elements, or goes
/// through iterators that are not pointers, takes memory for n elements on the side, host or
/// device, where the elements are converted. A copy of contiguous elements of one type between
/// memories is one transfer. Without a policy, such a copy from a device to another device, or to
/// itself, is one transfer, too. A copy without a policy returns when the elements are there.
struct copy_fn : detail::algorithm<copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"copy", {in("first"), until("last"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I last, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_output<B, O, detail::element_t<I>>()) {
      if constexpr (detail::copies_bytes<B, detail::unwrapped_t<I>, detail::unwrapped_t<O>>()) {
        detail::copy_bytes(exec, detail::unwrap(first), last - first, detail::unwrap(out));
        return out + (last - first);
      } else {
        return transform_fn{}(exec, first, last, out, identity<>{});
      }
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class O, class Calls = detail::default_calls>
    requires(!backend<I>)
  THRUM_HD O operator()(I first, I last, O out) const {
    using space = typename detail::copy_space<I, O>::type;
    using decider = detail::policy_space_t<I, O>;
    if constexpr (detail::own_policy<decider>) {
      return (*this)(decider(), first, last, out);
    } else if constexpr (detail::random_access<I> && detail::random_access<O> &&
                         !std::same_as<space, detail::no_common_space> && !detail::transfers<I, O>()) {
      return (*this)(Calls::template source<space>::get(), first, last, out);
    } else {
      if constexpr (requires { Calls::template check<copy_fn>(first, last, out); }) {
        Calls::template check<copy_fn>(first, last, out);
      }
      return detail::copy_anywhere(std::move(first), last, out);
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class S, class O, class = detail::default_calls>
    requires(!backend<I> && !std::same_as<I, S> && std::sentinel_for<S, I>)
  THRUM_HD O operator()(I first, S last, O out) const {
    if constexpr (detail::random_access<I> && std::sized_sentinel_for<S, I>) {
      return (*this)(first, first + (last - first), out);
    } else {
      return detail::copy_anywhere(std::move(first), last, out);
    }
  }
};
THRUM_OBJECT copy_fn copy{};

/// copy_n([policy,] first, n, out): copies the n elements from first on, as copy does.
struct copy_n_fn : detail::algorithm<copy_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"copy_n", {in("first"), length("n"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size, class O>
  THRUM_HD O operator()(B const& exec, I first, Size n, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_count<Size>()) {
      return copy_fn{}(exec, first, first + detail::range_length(n), out);
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class Size, class O, class = detail::default_calls>
    requires(!backend<I>)
  THRUM_HD O operator()(I first, Size n, O out) const {
    using decider = detail::policy_space_t<I, O>;
    if constexpr (!detail::valid_count<Size>()) {
      return detail::wrong_call{};
    } else if constexpr (detail::own_policy<decider>) {
      return (*this)(decider(), first, n, out);
    } else if constexpr (detail::random_access<I>) {
      return copy_fn{}(first, first + detail::range_length(n), out);
    } else if constexpr (detail::on_host<O>) {
      return detail::copy_n_by_steps(std::move(first), detail::range_length(n), out);
    } else {
      return detail::copy_across(first, detail::range_length(n), out);
    }
  }
};
THRUM_OBJECT copy_n_fn copy_n{};

/// copy_if(policy, first, last, out, pred): copies the elements that pred accepts, in order.
/// copy_if(policy, first, last, stencil, out, pred): copies the elements whose stencil pred
/// accepts.
///
/// Returns the end of the output, which overlaps no input. Nothing after that end is written. pred
/// is called once for each element. A pred of comparisons is
/// vectorised. O(n) work; scratch memory: at most 2^20 bytes under tbb::par. Under CUDA the call
/// waits for the result.
struct copy_if_fn : detail::result_algorithm<copy_if_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"copy_if",
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
      auto const accept = detail::transformed_element{detail::unwrap(stencil), std::move(pred)};
      return detail::compact_to(to, detail::offset_from<O>{out}, exec, detail::unwrap(first), last - first,
                                detail::unwrap(out), detail::predicate_for<B, Own>(accept));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT copy_if_fn copy_if{};
/// copy_if_into(policy, first, last, result, [stencil,] out, pred): does copy_if, and stores the
/// number of copied elements in *result. Returns nothing to the host, so that under CUDA the call
/// does not wait for the result.
THRUM_OBJECT detail::into<copy_if_fn> copy_if_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
