// Holds thrum::checked: policies that check calls, and ranges that know their bounds.
// docs/guides/checked.md lists what is checked.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/backend.h>
#include <thrum/detail/checked/call.h>
#include <thrum/detail/checked/failure.h>
#include <thrum/detail/checked/iterator.h>
#include <iterator>

namespace thrum {

/// Returns a policy under which algorithms check their arguments before they touch an element. A
/// wrong call throws check_failed: if an iterator or a length is out of bounds, the policy does not
/// reach the memory, an output overlaps an input, a range that has to be sorted is not, an order is
/// no order, or an index of a map is out of range. Otherwise the call runs under the policy itself,
/// with its results and exceptions.
///
/// The checks take O(n) work for sorted ranges, maps and segments, and O(1) for everything else.
/// Under CUDA each call waits; if a functor accesses a checked range wrongly, check_failed is
/// thrown at the end of the call.
template <backend B>
constexpr checked_policy<B> checked(B const& policy) {
  return checked_policy<B>(policy);
}
template <class B>
constexpr checked_policy<B> checked(checked_policy<B> const& policy) {
  return policy;
}

/// Returns a range whose iterators and operator[] know its bounds. It is for calls under a checked
/// policy, and for functors, into which it is copied. An access outside of the range throws
/// check_failed under every policy of the host. On a device, the checked policy of the call throws
/// it.
///
///   auto const view = thrum::checked(v);
///   thrum::tabulate(thrum::checked(thrum::tbb::par), w.begin(), w.end(), [=](long i) { return view[i + 1] - view[i]; });
template <std::input_or_output_iterator I>
constexpr checked_range<I> checked(I first, I last) {
  return {first, last};
}
template <class I>
constexpr checked_range<I> checked(checked_iterator<I> first, checked_iterator<I> last) {
  return {first.base(), last.base()};
}
template <class R>
  requires(!backend<R> && requires(R& range) { std::begin(range) == std::end(range); })
constexpr auto checked(R& range) {
  return thrum::checked(std::begin(range), std::end(range));
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
