// Sums of floating-point numbers of 16 bits, which are made of floats.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/half_numbers.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <iterator>

namespace thrum::detail {

/// Returns a number of 16 bits as a float, which has all of them.
struct half_to_float {
  template <half_number T>
  THRUM_HD float operator()(T const& x) const {
    return static_cast<float>(x);
  }
};

/// Returns an iterator over numbers that sums may add: those of 16 bits as floats, others as they
/// are.
template <class I>
THRUM_HD constexpr auto halves_as_floats(I first) {
  if constexpr (half_number<std::iter_value_t<I>>) return thrum::make_transform_iterator(first, half_to_float{});
  else return first;
}

/// Says whether Op, on sums of type T, adds elements of I that are numbers of 16 bits.
template <class I, class T, class Op>
inline constexpr bool adds_halves = half_number<std::iter_value_t<I>> && is_plus<Op, T>;

/// The operator of sums of type T, whose elements are floats.
template <class T, class Op>
THRUM_HD constexpr auto float_sum(Op op) {
  if constexpr (half_number<T>) return plus<>{};
  else return op;
}
/// The start of a scan of sums that are floats.
template <class T>
THRUM_HD constexpr auto float_seed(seed<T> start) {
  if constexpr (half_number<T>) return seed<float>{static_cast<float>(start.value)};
  else return start;
}
template <half_number T>
THRUM_HD constexpr no_seed<float> float_seed(no_seed<T>) {
  return {};
}

/// The answer that is a sum of floats, rounded to a number of 16 bits. The answer itself is stored.
template <half_number T>
struct rounded_sum {
  using stored = T;
  THRUM_HD T operator()(float sum) const { return static_cast<T>(sum); }
  THRUM_HD T from(T const* rounded) const { return *rounded; }
  template <class O>
  THRUM_HD auto output(O out) const {
    return thrum::make_transform_output_iterator(out, *this);
  }
};

/// Returns an output iterator for sums that are floats: rounds them if the elements of `out` are
/// numbers of 16 bits.
template <class O>
THRUM_HD constexpr auto output_for_floats(O out) {
  if constexpr (requires { requires half_number<std::iter_value_t<O>>; })
    return thrum::make_transform_output_iterator(out, rounded_sum<std::iter_value_t<O>>{});
  else return out;
}

}  // namespace thrum::detail
