// histogram_even, histogram, histogram_by_key: the number of elements, or the sum of values, in
// each of many bins.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/half_sums.h>
#include <thrum/detail/kernels/bins.h>
#include <thrum/detail/primitives/count_bins.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

/// histogram_even(policy, first, last, bins_first, bins_last, lower, upper): counts the elements
/// that fall into each bin, and stores the counts in the bins. The bins cut [lower, upper) into
/// intervals of equal width. Returns bins_last.
///
///   thrum::histogram_even(thrum::par, v.begin(), v.end(), counts.begin(), counts.end(), 0.0, 1.0);
///
/// Requires numbers, and lower < upper. Elements outside of [lower, upper), including NaNs, are in
/// no bin. If x and the limits are integers, the bin of x is floor((x - lower) * bins / (upper -
/// lower)), exactly. If x or one of the limits is a floating-point number, the bin is the value of
/// (x - lower) * (bins / (upper - lower)), computed in double (in long double if one of them is a
/// long double), or the last bin if that value is beyond the last bin. So an element is in the same
/// bin under every policy. Counts are exact as far as the type of the bins can hold them. The
/// earlier values of the bins are overwritten.
///
/// O(n + bins) work; O(n log n) if there are more bins than n / 32. Scratch memory under tbb::par:
/// 16 arrays of 4-byte counts for the bins, or up to 128 such arrays with n / 16 counts in all; 2 n
/// numbers if there are more bins than n / 32. Scratch memory under seq: the same on the host if
/// the bins are floating-point numbers (in device code, floating-point bins count only as far as
/// adding 1 changes them). Scratch memory under CUDA: none if the bins are integers of
/// at least four bytes that a pointer points to, else one count for each bin. Under CUDA the call
/// does not wait for a result.
struct histogram_even_fn : detail::algorithm<histogram_even_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"histogram_even",
            {in("first"), until("last"), out_from("bins_first"), until("bins_last"), other("lower", role::lower),
             value("upper")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class L, class U>
  THRUM_HD O operator()(B const& exec, I first, I last, O bins_first, O bins_last, L lower, U upper) const {
    using X = std::iter_value_t<I>;
    using low = detail::value_of_t<L>;
    using high = detail::value_of_t<U>;
    constexpr bool numbers = (std::is_arithmetic_v<X> || detail::half_number<X>) && std::is_arithmetic_v<low> &&
                             std::is_arithmetic_v<high>;
    static_assert(numbers, "thrum: histogram_even needs numbers; thrum::histogram takes bounds of any type");
    if constexpr (!numbers) {
      return detail::wrong_call{};
    } else if constexpr (detail::half_number<X>) {
      auto const floats = detail::halves_as_floats(first);
      return (*this)(exec, floats, floats + (last - first), bins_first, bins_last, lower, upper);
    } else if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_output<B, O, std::ptrdiff_t>()) {
      using bins_type = detail::even_bins<X, low, high>;
      std::ptrdiff_t const bins = bins_last - bins_first;
      detail::bin_at<detail::unwrapped_t<I>, bins_type> const bin_of{
          detail::unwrap(first), bins_type(bins, static_cast<low>(lower), static_cast<high>(upper))};
      detail::count_bins(exec, last - first, bin_of, bins, detail::unwrap(bins_first));
      return bins_last;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT histogram_even_fn histogram_even{};

/// histogram(policy, first, last, bins_first, bins_last, bounds): counts the elements that fall
/// into each bin, and stores the counts in the bins. x falls into bin k if bounds[k] <= x <
/// bounds[k + 1].
///
/// `bounds` is a range with one more element than there are bins; its elements do not decrease.
/// Elements that are below the first bound, not below the last bound, or not comparable (NaNs) are
/// in no bin. O(n log bins + bins) work. Otherwise as histogram_even.
struct histogram_fn : detail::algorithm<histogram_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"histogram",
            {in("first"), until("last"), out_from("bins_first"), until("bins_last"),
             also("bounds", range_2 | one).is_ascending()}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class L>
  THRUM_HD O operator()(B const& exec, I first, I last, O bins_first, O bins_last, L bounds) const {
    if constexpr (detail::valid_iterators<B, I, O, L>() &&
                  detail::valid_predicate<B, less<>, detail::element_t<I>, detail::element_t<L>>() &&
                  detail::valid_output<B, O, std::ptrdiff_t>()) {
      using bins_type = detail::bins_between<detail::unwrapped_t<L>>;
      std::ptrdiff_t const bins = bins_last - bins_first;
      detail::bin_at<detail::unwrapped_t<I>, bins_type> const bin_of{detail::unwrap(first),
                                                                     {detail::unwrap(bounds), bins}};
      detail::count_bins(exec, last - first, bin_of, bins, detail::unwrap(bins_first));
      return bins_last;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT histogram_fn histogram{};

/// histogram_by_key(policy, keys_first, keys_last, values, bins_first, bins_last): stores in
/// bins[k] the sum of the values whose key is k, or zero if there are none. Returns bins_last.
///
/// Keys are integers, in any order. A value is in no bin if its key is below 0, or not below the
/// number of bins. Sums are computed in the value type of the bins. The order of additions depends
/// only on the number of elements and the number of bins. So float sums have the same bits under
/// seq on the host, under tbb::par with any number of threads, and under cuda::par.deterministic().
/// In device code seq adds from left to right. Under cuda::par the sums are those that
/// reduce_by_key computes from the elements in order.
///
/// O(n + bins) work; O(n log n) if there are more bins than n / 32, and under CUDA. Scratch memory
/// under seq on the host and under tbb::par: 128 arrays of bins, but no more than n / 2 sums. If
/// there are more bins than n / 32, and under CUDA: three keys and values for each element. Under
/// CUDA the call does not wait for a result.
struct histogram_by_key_fn : detail::algorithm<histogram_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"histogram_by_key",
            {in("keys_first"), until("keys_last"), also("values"), out_from("bins_first"), until("bins_last")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class O>
  THRUM_HD O operator()(B const& exec, K keys_first, K keys_last, V values, O bins_first, O bins_last) const {
    using sum = std::iter_value_t<O>;
    constexpr bool integers = std::is_integral_v<std::iter_value_t<K>>;
    static_assert(integers, "thrum: the keys of histogram_by_key are integers: the numbers of the bins");
    if constexpr (integers && detail::valid_iterators<B, K, V, O>() &&
                  detail::valid_operator<B, plus<>, sum, detail::element_t<V>>() &&
                  detail::valid_output<B, O, sum>()) {
      std::ptrdiff_t const bins = bins_last - bins_first;
      detail::bin_at<detail::unwrapped_t<K>, detail::key_bins> const bin_of{detail::unwrap(keys_first), {bins}};
      detail::sum_bins<sum>(exec, keys_last - keys_first, bin_of,
                            detail::value_at<sum, detail::unwrapped_t<V>>{detail::unwrap(values)}, bins,
                            detail::unwrap(bins_first));
      return bins_last;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT histogram_by_key_fn histogram_by_key{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
