// mean, mean_into: the arithmetic mean of numbers.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/half_sums.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

/// The type of a mean of numbers, and the type in which they are added.
template <class T>
using mean_of_numbers = std::conditional_t<std::is_floating_point_v<T> || half_number<T>, T, double>;
template <class T>
using sum_for_mean = std::conditional_t<std::is_same_v<T, long double>, long double, double>;

/// Checks the elements of a mean.
template <class T>
THRUM_HD constexpr bool valid_numbers() {
  constexpr bool numbers = std::is_arithmetic_v<T> || half_number<T>;
  static_assert(numbers, "thrum: a mean or a variance is of numbers: these elements are of another type");
  return numbers;
}

/// The answer that is a sum divided by a number, as an R. The answer itself is stored.
template <class R, class Sum>
struct divided_by {
  Sum divisor;
  using stored = R;
  THRUM_HD R operator()(Sum sum) const { return static_cast<R>(sum / divisor); }
  THRUM_HD R from(R const* quotient) const { return *quotient; }
  THRUM_EXEC_CHECK_DISABLE
  template <class O>
  THRUM_HD auto output(O out) const {
    return thrum::make_transform_output_iterator(out, *this);
  }
};

}  // namespace detail

/// mean(policy, first, last): returns the arithmetic mean of numbers; NaN for an empty range. The
/// result has the type of the elements if that is floating-point, otherwise it is a double.
///
/// Elements are added as doubles (long doubles as such), in the order of reduce. The result is the
/// same bits under seq, tbb::par with any number of threads, and cuda::par.deterministic(). O(n)
/// work, O(n / 16384) scratch memory under tbb::par. Under CUDA the call waits for the result.
struct mean_fn : detail::result_algorithm<mean_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"mean", {in("first"), until("last")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I>
  THRUM_HD static detail::result_t<To, detail::mean_of_numbers<std::iter_value_t<I>>> call(To to, B const& exec,
                                                                                           I first, I last) {
    using number = std::iter_value_t<I>;
    using result = detail::mean_of_numbers<number>;
    using sum = detail::sum_for_mean<number>;
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_numbers<number>() &&
                  detail::valid_destination<To, B, result>()) {
      std::ptrdiff_t const n = last - first;
      return detail::reduce_to(to, detail::divided_by<result, sum>{static_cast<sum>(n)}, exec,
                               detail::unwrap(detail::halves_as_floats(first)), n, sum{0}, plus<>{});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT mean_fn mean{};
/// mean_into(policy, first, last, result): stores the result of mean in *result. Returns nothing to
/// the host, so that under CUDA the call does not wait for the result.
THRUM_OBJECT detail::into<mean_fn> mean_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
