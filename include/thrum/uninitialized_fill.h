// uninitialized_fill, uninitialized_fill_n: one value for every element of memory that holds no
// objects yet.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/uninitialized.h>
#include <cstddef>

namespace thrum {

/// uninitialized_fill_n(policy, first, n, value): constructs n objects from first on as copies of
/// value. Returns first + n.
///
/// The range is memory without objects. Elements of zips and other proxies are assigned and
/// trivially copyable. O(n) work. When a constructor throws under a policy of the host, all objects
/// made so far are destroyed, and the exception leaves the call. Scratch memory: a byte for 256
/// elements under tbb::par if a constructor may throw, otherwise none.
struct uninitialized_fill_n_fn : detail::algorithm<uninitialized_fill_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_fill_n", {out_from("first"), length("n"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class Size, class T>
  THRUM_HD O operator()(B const& exec, O first, Size n, T const& value) const {
    using value_type = detail::value_of_t<T const>;
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_count<Size>() &&
                  detail::valid_storage<B, O, value_type const&>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      detail::make_elements_of_value<B, detail::unwrapped_t<O>, value_type>(exec, detail::unwrap(first), size,
                                                                            value);
      return first + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT uninitialized_fill_n_fn uninitialized_fill_n{};

/// uninitialized_fill(policy, first, last, value): does uninitialized_fill_n over [first, last).
struct uninitialized_fill_fn : detail::algorithm<uninitialized_fill_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_fill", {out_from("first"), until("last"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class T>
  THRUM_HD void operator()(B const& exec, O first, O last, T const& value) const {
    if constexpr (detail::valid_iterators<B, O>()) uninitialized_fill_n_fn{}(exec, first, last - first, value);
  }
};
THRUM_OBJECT uninitialized_fill_fn uninitialized_fill{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
