// uninitialized_copy, uninitialized_copy_n: copies made in memory that holds no objects yet.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/uninitialized.h>
#include <cstddef>

namespace thrum {

/// uninitialized_copy_n(policy, first, n, out): constructs the object out[i] from first[i] for the
/// n elements from first.
///
/// Returns the end of the output. The output is memory without objects and does not overlap the
/// input. Elements of zips and other proxies are assigned and trivially copyable. O(n) work. When a
/// constructor throws under a policy of the host, all objects made so far are destroyed, and the
/// exception leaves the call. Scratch memory: a byte for 256 elements under tbb::par if a
/// constructor may throw, otherwise none.
struct uninitialized_copy_n_fn : detail::algorithm<uninitialized_copy_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_copy_n", {in("first"), length("n"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size, class O>
  THRUM_HD O operator()(B const& exec, I first, Size n, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_count<Size>() &&
                  detail::valid_storage<B, O, detail::element_t<I>>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      detail::make_elements_of<detail::element_copier>(exec, detail::unwrap(first), size, detail::unwrap(out));
      return out + size;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT uninitialized_copy_n_fn uninitialized_copy_n{};

/// uninitialized_copy(policy, first, last, out): does uninitialized_copy_n over [first, last).
struct uninitialized_copy_fn : detail::algorithm<uninitialized_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_copy", {in("first"), until("last"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I last, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>()) {
      return uninitialized_copy_n_fn{}(exec, first, last - first, out);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT uninitialized_copy_fn uninitialized_copy{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
