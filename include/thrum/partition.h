// partition, partition_copy, their stable and _into forms, is_partitioned, partition_point: the
// elements that a predicate accepts before those that it rejects.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/partition.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// partition(policy, first, last, pred): moves the elements that pred accepts before those that it
/// rejects; both groups keep their order.
/// partition(policy, first, last, stencil, pred): moves the elements whose stencil pred accepts
/// before the others. The stencil overlaps none of the elements and is not changed.
///
/// Returns the end of the accepted elements. The algorithm is stable: partition and
/// stable_partition are two names of one algorithm. pred is called once for each element. O(n)
/// work; scratch memory: n elements and n bytes (n elements under CUDA if they are plain; none for
/// seq in device code, which takes O(n log n) work and calls). If allocation fails, no element has
/// moved. If pred throws, all elements are still there. Under CUDA the call waits for the result.
struct partition_fn : detail::result_algorithm<partition_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"partition",
            {inout("first"), until("last"), value("pred")},
            {inout("first"), until("last"), also("stencil"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, P pred) {
    return divide<true>(to, exec, first, last, first, std::move(pred));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class S, class P>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, S stencil, P pred) {
    return divide<false>(to, exec, first, last, stencil, std::move(pred));
  }

 private:
  /// Own says that the elements are their own stencil.
  THRUM_EXEC_CHECK_DISABLE
  template <bool Own, class To, backend B, class I, class S, class P>
  THRUM_HD static detail::result_t<To, I> divide(To to, B const& exec, I first, I last, S stencil, P pred) {
    if constexpr (detail::valid_iterators<B, I, S>() && detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_in_place<B, I>() && detail::valid_destination<To, B, std::ptrdiff_t>()) {
      auto const accept = detail::transformed_element{detail::unwrap(stencil), std::move(pred)};
      return detail::partition_in_place_to(to, detail::offset_from<I>{first}, exec, detail::unwrap(first),
                                           last - first, detail::predicate_for<B, Own>(accept));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT partition_fn partition{};
/// partition, which is stable.
THRUM_OBJECT partition_fn stable_partition{};
/// partition_into(policy, first, last, result, [stencil,] pred): does what partition does, and puts
/// the number of accepted elements into *result. The call hands nothing to the host, so that under
/// CUDA it does not wait for the result.
THRUM_OBJECT detail::into<partition_fn> partition_into{};
/// partition_into, which is stable.
THRUM_OBJECT detail::into<partition_fn> stable_partition_into{};

namespace detail {
/// The answer that is the ends of two outputs of n elements together. The number of elements in the
/// first output is stored.
template <class A, class R>
struct ends_of_parts {
  A accepted;
  R rejected;
  std::ptrdiff_t n;
  using stored = std::ptrdiff_t;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD pair<A, R> operator()(std::ptrdiff_t count) const { return {accepted + count, rejected + (n - count)}; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD pair<A, R> from(std::ptrdiff_t const* count) const { return (*this)(*count); }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD O output(O out) const {
    return out;
  }
};
}  // namespace detail

/// partition_copy(policy, first, last, out_true, out_false, pred): copies the elements that pred
/// accepts to one range and those that it rejects to another; both keep their order.
/// partition_copy(policy, first, last, stencil, out_true, out_false, pred): the same, but pred
/// decides by the stencil of each element.
///
/// Returns the ends of both outputs. The outputs overlap neither an input nor each other; nothing
/// after their ends is written. The algorithm is stable. pred is called once for each element. O(n)
/// work; scratch memory: at most 2^20 bytes under tbb::par. Under CUDA the call waits for the
/// result.
struct partition_copy_fn : detail::result_algorithm<partition_copy_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"partition_copy",
            {in("first"), until("last"), up_to("out_true"), up_to("out_false").gets_rest(), value("pred")},
            {in("first"), until("last"), also("stencil"), up_to("out_true"), up_to("out_false").gets_rest(),
             value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class A, class R, class P>
  THRUM_HD static detail::result_t<To, pair<A, R>> call(To to, B const& exec, I first, I last, A out_true,
                                                        R out_false, P pred) {
    return divide<true>(to, exec, first, last, first, out_true, out_false, std::move(pred));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class S, class A, class R, class P>
  THRUM_HD static detail::result_t<To, pair<A, R>> call(To to, B const& exec, I first, I last, S stencil,
                                                        A out_true, R out_false, P pred) {
    return divide<false>(to, exec, first, last, stencil, out_true, out_false, std::move(pred));
  }

 private:
  /// Own says that the elements are their own stencil.
  THRUM_EXEC_CHECK_DISABLE
  template <bool Own, class To, backend B, class I, class S, class A, class R, class P>
  THRUM_HD static detail::result_t<To, pair<A, R>> divide(To to, B const& exec, I first, I last, S stencil,
                                                          A out_true, R out_false, P pred) {
    if constexpr (detail::valid_iterators<B, I, S, A, R>() &&
                  detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_output<B, A, detail::element_t<I>>() &&
                  detail::valid_output<B, R, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      auto const accept = detail::transformed_element{detail::unwrap(stencil), std::move(pred)};
      std::ptrdiff_t const n = last - first;
      return detail::divide_to(to, detail::ends_of_parts<A, R>{out_true, out_false, n}, exec,
                               detail::unwrap(first), n, detail::unwrap(out_true), detail::unwrap(out_false),
                               detail::predicate_for<B, Own>(accept));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT partition_copy_fn partition_copy{};
/// partition_copy, which is stable.
THRUM_OBJECT partition_copy_fn stable_partition_copy{};
/// partition_copy_into(policy, first, last, result, [stencil,] out_true, out_false, pred): does
/// what partition_copy does, and puts the number of accepted elements into *result, without a wait.
THRUM_OBJECT detail::into<partition_copy_fn> partition_copy_into{};
/// partition_copy_into, which is stable.
THRUM_OBJECT detail::into<partition_copy_fn> stable_partition_copy_into{};

namespace detail {
/// Whether element i is rejected and the next one is accepted.
template <class I, class P>
struct accepted_behind_rejected {
  rejected_at<I, P> rejected;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return rejected(i) && !rejected(i + 1); }
};
}  // namespace detail

/// is_partitioned(policy, first, last, pred): returns whether no element that pred accepts comes
/// after one that it rejects. Stops soon after the first that does. O(n) work; no scratch memory.
/// Under CUDA the call waits for the result.
struct is_partitioned_fn : detail::algorithm<is_partitioned_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"is_partitioned", {in("first"), until("last"), value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, P pred) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>()) {
      auto const base = detail::unwrap(first);
      detail::rejected_at<detail::unwrapped_t<I>, P> const reject{base, pred};
      if constexpr (!detail::backend_traits<B>::runs_on_host) {  // one search: the host waits once
        if (last - first < 2) return true;
        detail::accepted_behind_rejected<detail::unwrapped_t<I>, P> const wrong{reject};
        return detail::find_first(exec, last - first - 1, wrong) == last - first - 1;
      } else {
        std::ptrdiff_t const accepted = detail::find_first(exec, last - first, reject);
        auto const accept = detail::transformed_element{base + accepted, std::move(pred)};
        std::ptrdiff_t const others = last - first - accepted;
        return detail::find_first(exec, others, accept) == others;
      }
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT is_partitioned_fn is_partitioned{};

namespace detail {
/// Finds the index of the first rejected element, as a function of an index that a policy can run
/// where the range is.
template <class I, class P>
struct partition_search {
  rejected_at<I, P> rejected;
  std::ptrdiff_t n;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t) const { return detail::find_without_branch(n, rejected); }
};
}  // namespace detail

/// partition_point(policy, first, last, pred): returns the end of the elements that pred accepts.
/// The accepted elements come before the others. O(log n) calls; no scratch memory. Under CUDA the
/// call waits for the result.
struct partition_point_fn : detail::algorithm<partition_point_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"partition_point", {in("first"), until("last"), other("pred", role::partitioner)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD I operator()(B const& exec, I first, I last, P pred) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_predicate<B, P, detail::element_t<I>>()) {
      using half_search = detail::partition_search<detail::unwrapped_t<I>, P>;
      return first + detail::read_computed<std::ptrdiff_t>(
                         exec, half_search{{detail::unwrap(first), std::move(pred)}, last - first});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT partition_point_fn partition_point{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
