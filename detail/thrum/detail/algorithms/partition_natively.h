// Partition on a backend that compacts by itself, a device. The number of accepted elements is not
// asked for on the way.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// Whether flag n - 1 - i is not set.
struct unset_from_end {
  unsigned char const* flags;
  std::ptrdiff_t n;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return flags[n - 1 - i] == 0; }
};

/// Copies the elements whose flags are not set to the end of another range, in order. Starts at the
/// last element, so that the number of these elements need not be known.
template <class B, class I, class O>
void compact_to_end(B const& exec, I first, std::ptrdiff_t n, O out, unsigned char const* flags) {
  detail::compact_into(exec, thrum::make_reverse_iterator(first + n), n, thrum::make_reverse_iterator(out + n),
                       unset_from_end{flags, n}, discard_iterator<>());
}

/// Copies from[i] to to[i].
template <class S, class I>
struct put_back {
  S from;
  I to;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const { detail::store(to[i], from[i]); }
};

/// Partitions on a backend that has compact. finish(elements, kept) copies the accepted elements to
/// the front; the others are already after these by then. If there is no memory for that, all
/// elements are put back, which takes none.
template <class B, class I, class P, class Finish>
auto partition_natively(B const& exec, I first, std::ptrdiff_t n, P accept, Finish finish) {
  moved_out<B, I> const source(exec, first, n, accept);
  auto const elements = source.elements();
  try {
    detail::compact_to_end(detail::step_of(exec), elements, n, first, source.kept().flags);
    return finish(elements, source.kept());
  } catch (...) {
    try {
      exec.for_each_n(n, put_back<std::remove_const_t<decltype(elements)>, I>{elements, first}, default_grain);
    } catch (...) {  // the device has failed altogether
    }
    throw;
  }
}

}  // namespace thrum::detail
