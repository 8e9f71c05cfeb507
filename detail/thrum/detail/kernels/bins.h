// Functors that return the bin of a histogram that an element falls into, or -1 if there is none.
// They return the same under every policy.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/wide_integers.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/kernels/search.h>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace thrum::detail {

/// Returns a < b for integers of any types.
template <class A, class B>
THRUM_HD constexpr bool less_integer(A a, B b) {
  if constexpr (std::is_signed_v<A> == std::is_signed_v<B>) return a < b;
  else if constexpr (std::is_signed_v<A>) return a < 0 || static_cast<std::uint64_t>(a) < b;
  else return b >= 0 && a < static_cast<std::uint64_t>(b);
}

/// A histogram of at most this many bins has few: tables of its counts fit into a core's first
/// cache, and on the stack.
inline constexpr std::ptrdiff_t most_of_few_bins = 4096;

/// The bins of even_integers or even_reals, if there are few. The functors few_integers and
/// few_reals return 32-bit numbers without a branch or an integer division, so that compilers
/// vectorise a loop over them at plain -O2.
template <class X>
struct few_integers {
  X lower, greatest;
  double origin, scale;
  std::int32_t operator()(X x) const {
    // For an element far outside the range the number is arbitrary, and the masks make it -1.
    auto const bin = static_cast<std::int32_t>((static_cast<double>(x) - origin) * scale);
    return bin | -static_cast<std::int32_t>(x < lower) | -static_cast<std::int32_t>(x > greatest);
  }
};
template <class X>
struct few_reals {
  double lower, upper, scale, last;
  double none = -1;  // if this were a constant, compilers would make a branch
  std::int32_t operator()(X x) const {
    auto const real = static_cast<double>(x);
    double bin = (real - lower) * scale;
    bin = bin < last ? bin : last;
    return static_cast<std::int32_t>(((real >= lower) & (real < upper)) ? bin : none);
  }
};
template <class X>
inline constexpr bool has_vectors_of_bins =
    std::is_floating_point_v<X> || (std::is_integral_v<X> && sizeof(X) <= 4);

/// The bins of equal width for integers: the bin of x is floor((x - lower) * bins / (upper -
/// lower)), exactly. Division by a range that does not change is multiplication by the reciprocal
/// of the range (Granlund and Montgomery, 1994).
template <class L, class U>
class even_integers {
 public:
  THRUM_HD even_integers(std::ptrdiff_t bins, L lower, U upper)
      : lower_(lower),
        upper_(upper),
        range_(detail::less_integer(lower, upper)
                   ? static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower)
                   : 0),
        bins_(static_cast<std::uint64_t>(bins)) {
    if (bins <= 0 || range_ == 0 || range_ > greatest / 2) return;
    while ((bins_ >> shift_) >= range_) ++shift_;
    // Now bins / range * 2^(64 - shift) is less than 2^64.
    auto const reciprocal = (detail::wide_product(bins_, std::uint64_t{1} << 63) << 1 >> shift_) / range_;
    is_exact_ = range_ <= greatest >> 32 && range_ * range_ <= greatest >> shift_;
    is_near_ = shift_ == 0;
    // A reciprocal that is rounded up makes any product too great by less than 1 / range. The next
    // quotient is that far away.
    scale_ = static_cast<std::uint64_t>(reciprocal) + (is_exact_ ? 1 : 0);
  }

  template <class X>
  THRUM_HD std::ptrdiff_t operator()(X x) const {
    std::uint64_t const distance = static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(lower_);
    if constexpr (std::is_signed_v<X> == std::is_signed_v<L> && std::is_signed_v<X> == std::is_signed_v<U>) {
      if (distance >= range_) return -1;
    } else {
      if (detail::less_integer(x, lower_) || !detail::less_integer(x, upper_)) return -1;
    }
    if (!is_exact_) return of_far(distance);
    return static_cast<std::ptrdiff_t>(detail::high_word(detail::wide_product(distance << shift_, scale_)));
  }

  /// Returns whether there are few_integers that give the same bins. If bins * range <= 2^48, and
  /// the quotient is too great by one part in 2^51, a product with the quotient is too great by
  /// less than 1 / range.
  template <class X>
  bool has_few() const {
    using limits = std::numeric_limits<X>;
    return bins_ <= most_of_few_bins && range_ > 0 && range_ <= (std::uint64_t{1} << 48) / bins_ &&
           !detail::less_integer(lower_, (limits::min)()) && !detail::less_integer((limits::max)(), upper_ - 1);
  }
  template <class X>
  few_integers<X> few() const {
    double const quotient = static_cast<double>(bins_) / static_cast<double>(range_);
    return {static_cast<X>(lower_), static_cast<X>(upper_ - 1), static_cast<double>(lower_),
            quotient * (1 + 0x1p-51)};
  }

 private:
  THRUM_HD std::ptrdiff_t of_far(std::uint64_t distance) const {
    if (!is_near_) return static_cast<std::ptrdiff_t>(detail::wide_product(distance, bins_) / range_);
    // With the reciprocal rounded down, the product is this bin or the one before. The remainder
    // tells which.
    std::uint64_t const bin = detail::high_word(detail::wide_product(distance, scale_));
    return static_cast<std::ptrdiff_t>(bin + (distance * bins_ - bin * range_ >= range_ ? 1 : 0));
  }

  static constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
  L lower_;
  U upper_;
  std::uint64_t range_, bins_, scale_ = 0;
  int shift_ = 0;
  bool is_exact_ = false, is_near_ = false;
};

/// The bins of equal width for floating-point numbers: as in even_integers, but rounded as T rounds
/// (x - lower) * (bins / (upper - lower)).
template <class T>
class even_reals {
 public:
  template <class L, class U>
  THRUM_HD even_reals(std::ptrdiff_t bins, L lower, U upper)
      : lower_(static_cast<T>(lower)),
        upper_(static_cast<T>(upper)),
        scale_(static_cast<T>(bins) / (upper_ - lower_)),
        bins_(bins) {}

  template <class X>
  THRUM_HD std::ptrdiff_t operator()(X x) const {
    T const real = static_cast<T>(x);
    if (!(real >= lower_ && real < upper_)) return -1;
    T const bin = (real - lower_) * scale_;
    return bin < static_cast<T>(bins_) ? static_cast<std::ptrdiff_t>(bin) : bins_ - 1;
  }

  template <class X>
  bool has_few() const {
    return std::is_same_v<T, double> && bins_ <= most_of_few_bins;
  }
  template <class X>
  few_reals<X> few() const {
    return {static_cast<double>(lower_), static_cast<double>(upper_), static_cast<double>(scale_),
            static_cast<double>(bins_ - 1)};
  }

 private:
  T lower_, upper_, scale_;
  std::ptrdiff_t bins_;
};

template <class... T>
inline constexpr bool any_long_double = (std::is_same_v<T, long double> || ...);

/// The bins of equal width for elements of type X and limits of types L and U.
template <class X, class L, class U>
using even_bins =
    std::conditional_t<std::is_integral_v<X> && std::is_integral_v<L> && std::is_integral_v<U>,
                       even_integers<L, U>,
                       even_reals<std::conditional_t<any_long_double<X, L, U>, long double, double>>>;

/// A predicate: whether a bound is greater than x.
template <class L, class X>
struct greater_bound {
  L bounds;
  X const& x;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return static_cast<bool>(less<>{}(x, bounds[i])); }
};

/// The bins between bounds: bounds[bin] <= x < bounds[bin + 1]. There is one bound more than bins.
template <class L>
struct bins_between {
  L bounds;
  std::ptrdiff_t bins;
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD std::ptrdiff_t operator()(X const& x) const {
    std::ptrdiff_t const above = detail::find_between(0, bins + 1, greater_bound<L, X>{bounds, x});
    return above > bins ? -1 : above - 1;
  }
};

/// The bins of keys: the bin of a key is the key itself.
struct key_bins {
  std::ptrdiff_t bins;
  template <class K>
  THRUM_HD std::ptrdiff_t operator()(K key) const {
    return detail::less_integer(key, 0) || !detail::less_integer(key, bins) ? -1
                                                                            : static_cast<std::ptrdiff_t>(key);
  }
};

/// Returns the bin of element i.
template <class I, class Bins>
struct bin_at {
  I first;
  Bins bins;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD auto operator()(std::ptrdiff_t i) const { return bins(first[i]); }
};

}  // namespace thrum::detail
