// uninitialized_default_construct(_n), uninitialized_value_construct(_n): construct objects without
// arguments in memory that holds no objects yet.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/uninitialized.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {

/// uninitialized_default_construct_n(policy, first, n): constructs n objects from first on by their
/// default constructor. Returns first + n. Objects of trivial types, numbers for instance, have no
/// value then: nothing is done for them, and nothing is waited for. Otherwise as
/// uninitialized_value_construct_n.
struct uninitialized_default_construct_n_fn : detail::algorithm<uninitialized_default_construct_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_default_construct_n", {out_from("first"), length("n")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class Size>
  THRUM_HD O operator()(B const& exec, O first, Size n) const {
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_count<Size>() &&
                  detail::valid_storage<B, O>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      auto const to = detail::unwrap(first);
      if constexpr (!std::is_trivially_default_constructible_v<std::iter_value_t<O>>) {
        detail::make_elements(exec, to, size, detail::default_initializer<detail::unwrapped_t<O>>{to});
      }
      return first + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT uninitialized_default_construct_n_fn uninitialized_default_construct_n{};

/// uninitialized_default_construct(policy, first, last): does uninitialized_default_construct_n
/// over [first, last).
struct uninitialized_default_construct_fn : detail::algorithm<uninitialized_default_construct_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_default_construct", {out_from("first"), until("last")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O>
  THRUM_HD void operator()(B const& exec, O first, O last) const {
    if constexpr (detail::valid_iterators<B, O>()) {
      uninitialized_default_construct_n_fn{}(exec, first, last - first);
    }
  }
};
THRUM_OBJECT uninitialized_default_construct_fn uninitialized_default_construct{};

/// uninitialized_value_construct_n(policy, first, n): constructs n objects T() from first on,
/// numbers as zero. Returns first + n.
///
/// The range is memory without objects. Elements of zips and other proxies are assigned and
/// trivially copyable. O(n) work. When a constructor throws under a policy of the host, all objects
/// made so far are destroyed, and the exception leaves the call. Scratch memory: a byte for 256
/// elements under tbb::par if a constructor may throw, otherwise none.
struct uninitialized_value_construct_n_fn : detail::algorithm<uninitialized_value_construct_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_value_construct_n", {out_from("first"), length("n")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class Size>
  THRUM_HD O operator()(B const& exec, O first, Size n) const {
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_count<Size>() &&
                  detail::valid_storage<B, O>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      auto const to = detail::unwrap(first);
      using T = std::iter_value_t<O>;
      if constexpr (std::is_trivially_default_constructible_v<T> &&
                    detail::fills_bytes<B, detail::unwrapped_t<O>, T>()) {
        detail::fill_bytes<B, T>(exec, to, size, T());
      } else {
        detail::make_elements(exec, to, size, detail::value_initializer<detail::unwrapped_t<O>>{to});
      }
      return first + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT uninitialized_value_construct_n_fn uninitialized_value_construct_n{};

/// uninitialized_value_construct(policy, first, last): does uninitialized_value_construct_n over
/// [first, last).
struct uninitialized_value_construct_fn : detail::algorithm<uninitialized_value_construct_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_value_construct", {out_from("first"), until("last")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O>
  THRUM_HD void operator()(B const& exec, O first, O last) const {
    if constexpr (detail::valid_iterators<B, O>()) {
      uninitialized_value_construct_n_fn{}(exec, first, last - first);
    }
  }
};
THRUM_OBJECT uninitialized_value_construct_fn uninitialized_value_construct{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
