// variance, sample_variance, and their _into forms: how far numbers lie from their mean.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <thrum/mean.h>
#include <cstddef>
#include <iterator>

namespace thrum {
namespace detail {

/// The square of the difference of an element and a mean, which a device has in its memory.
template <class I, class Sum>
struct squared_difference {
  I first;
  Sum mean;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD Sum operator()(std::ptrdiff_t i) const {
    Sum const difference = static_cast<Sum>(first[i]) - mean;
    return difference * difference;
  }
};
template <class I, class Sum>
struct squared_difference_from_memory {
  I first;
  Sum const* mean;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD Sum operator()(std::ptrdiff_t i) const { return squared_difference<I, Sum>{first, *mean}(i); }
};

/// variance, and sample_variance, which divides by n - 1.
template <bool OfSample>
struct variance_fn : result_algorithm<variance_fn<OfSample>> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {OfSample ? "sample_variance" : "variance", {in("first"), until("last")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I>
  THRUM_HD static result_t<To, mean_of_numbers<std::iter_value_t<I>>> call(To to, B const& exec, I first, I last) {
    using number = std::iter_value_t<I>;
    using result = mean_of_numbers<number>;
    using sum = sum_for_mean<number>;
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_numbers<number>() &&
                  detail::valid_destination<To, B, result>()) {
      std::ptrdiff_t const n = last - first, freedom = OfSample && n > 0 ? n - 1 : n;
      auto const elements = detail::unwrap(detail::halves_as_floats(first));
      using iterator = std::remove_const_t<decltype(elements)>;
      divided_by<sum, sum> const by_n{static_cast<sum>(n)};
      divided_by<result, sum> const by_freedom{static_cast<sum>(freedom)};
      if constexpr (backend_traits<B>::runs_on_host) {
        sum const center = by_n(detail::reduce(exec, elements, n, sum{0}, plus<>{}));
        return detail::reduce_to(to, by_freedom, exec,
                                 detail::computed<sum>(squared_difference<iterator, sum>{elements, center}), n,
                                 sum{0}, plus<>{});
      } else {  // the mean stays on the device
        scratch_array<sum, B> const center(exec, 1);
        detail::reduce_into(detail::step_of(exec), elements, n, by_n.output(center.data()), sum{0}, plus<>{});
        squared_difference_from_memory<iterator, sum> const square{elements, center.data()};
        return detail::reduce_to(to, by_freedom, exec, detail::computed<sum>(square), n, sum{0}, plus<>{});
      }
    } else return wrong_call{};
  }
};

}  // namespace detail

/// variance(policy, first, last): returns the mean of the squared differences of numbers and their
/// mean, the variance of a population; NaN for an empty range. The type of the result is that of
/// mean.
///
/// Two passes, mean and then the sum of squares, both in doubles (long doubles as such) and in the
/// order of reduce. Nothing cancels, however far the mean lies from zero; the mean's own error
/// counts by its square (T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for Computing the
/// Sample Variance", The American Statistician 37, 1983). One pass that merges counts, means and
/// squares takes several times as long, and errs more. The result is the same bits under seq,
/// tbb::par with any number of threads, and cuda::par.deterministic(). O(n) work, O(n / 16384)
/// scratch memory under tbb::par. Under CUDA the call waits once, for the result.
THRUM_OBJECT detail::variance_fn<false> variance{};
/// variance_into(policy, first, last, result): stores the result of variance in *result. Returns
/// nothing to the host, so that under CUDA the call does not wait for the result.
THRUM_OBJECT detail::into<detail::variance_fn<false>> variance_into{};

/// sample_variance(policy, first, last): returns the sum of the squared differences divided by n -
/// 1, which estimates the variance of what the range is a sample of; NaN for fewer than two
/// elements. Otherwise as variance.
THRUM_OBJECT detail::variance_fn<true> sample_variance{};
/// sample_variance_into(policy, first, last, result): stores the result of sample_variance in
/// *result, as variance_into does.
THRUM_OBJECT detail::into<detail::variance_fn<true>> sample_variance_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
