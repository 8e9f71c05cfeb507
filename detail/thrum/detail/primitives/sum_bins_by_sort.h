// Sums by bin that are composed of a sort and of reduce_by_key, for a device and for many bins.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/called_output.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/backend.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/kernels/shape/sum_bins.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/functional.h>
#include <thrum/iterator/discard_iterator.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

template <class O>
struct bin_reset {
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t k) const { detail::store(out[k], std::iter_value_t<O>()); }
};

THRUM_EXEC_CHECK_DISABLE
template <class B, class O>
THRUM_HD void clear_bins(B const& exec, O out, std::ptrdiff_t bins) {
  using T = std::iter_value_t<O>;
  if constexpr (detail::fills_bytes<B, O, T>()) detail::fill_bytes<B, T>(exec, out, bins, T());
  else exec.for_each_n(bins, bin_reset<O>{out}, default_grain);
}

/// Stores the bin of element i. An element in no bin gets the number after all others.
template <class Bin>
struct bin_maker {
  Bin bin_of;
  std::ptrdiff_t bins;
  static constexpr bool is_noexcept = false;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t* p) const {
    std::ptrdiff_t const bin = bin_of(i);
    p[i] = bin < 0 ? bins : bin;
  }
};

/// A sum and the bin that it belongs to.
template <class T>
struct bin_sum {
  std::ptrdiff_t bin;
  T sum;
};
template <class T, class Value>
struct bin_sum_reader {
  std::ptrdiff_t const* bins;
  Value value;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bin_sum<T> operator()(std::ptrdiff_t i) const { return {bins[i], value(i)}; }
};
struct bin_sum_addition {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD bin_sum<T> operator()(bin_sum<T> a, bin_sum<T> const& b) const {
    plus<> add;
    detail::fold_into(a.sum, b.sum, add);
    return a;
  }
};
template <class O>
struct bin_sum_writer {
  O out;
  std::ptrdiff_t bins;
  THRUM_EXEC_CHECK_DISABLE
  template <class S>
  THRUM_HD void operator()(std::ptrdiff_t, S&& bin_sum) const {
    if (bin_sum.bin < bins) detail::store(out[bin_sum.bin], std::forward<S>(bin_sum).sum);
  }
};
struct no_writer {
  template <class X>
  THRUM_HD void operator()(std::ptrdiff_t, X&&) const {}
};

template <class T, class B, class Bin, class Value, class O>
void sum_bins_by_sort(B const& exec, std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out) {
  B const step = detail::step_of(exec);
  object_buffer<std::ptrdiff_t, B> const keys(step, n, bin_maker<Bin>{std::move(bin_of), bins});
  auto const add_runs = [&](auto values) {
    detail::clear_bins(step, out, bins);
    using reader = bin_sum_reader<T, decltype(values)>;
    detail::reduce_by_key_into(exec, static_cast<std::ptrdiff_t const*>(keys.data()), n,
                               detail::computed<bin_sum<T>>(reader{keys.data(), values}),
                               called_output<no_writer>({}), called_output<bin_sum_writer<O>>({out, bins}),
                               equal_to<>{}, bin_sum_addition{}, discard_iterator<>());
  };
  if constexpr (std::is_same_v<Value, one<T>>) {
    detail::sort(step, keys.data(), n, less<>{});
    add_runs(value);
  } else {
    object_buffer<T, B> const values(step, n, value_maker<T, Value>{std::move(value)});
    detail::sort_by_key(step, keys.data(), values.data(), n, less<>{});
    add_runs(value_at<T, T const*>{values.data()});
  }
}

}  // namespace thrum::detail
