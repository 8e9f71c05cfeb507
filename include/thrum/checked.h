// checked: policies under which calls are checked, and ranges that know their bounds. docs/guides/checked.md says what is checked.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/algorithm.h>
#include <thrum/detail/base/backend.h>
#include <thrum/detail/checked/call.h>
#include <thrum/detail/checked/failure.h>
#include <thrum/detail/checked/iterator.h>
#include <thrum/detail/checked/policy.h>
#include <iterator>

namespace thrum {

/// checked(policy): the policy under which algorithms check their arguments before they touch an element, and throw
/// check_failed where a call is wrong: an iterator or a length out of bounds, memory that the policy does not reach, an
/// output that overlaps an input, a range that has to be sorted and is not, an order that is none, an index of a map out of
/// range. The call then runs under the policy itself, with its results and exceptions.
///
/// The checks are O(n) work for sorted ranges, maps and segments, O(1) for the rest. Under CUDA each call waits, and a wrong
/// access to a checked range in a functor is thrown at its end.
template <backend B>
constexpr checked_policy<B> checked(B const& policy) {
  return checked_policy<B>(policy);
}
template <class B>
constexpr checked_policy<B> checked(checked_policy<B> const& policy) {
  return policy;
}

/// checked(first, last), checked(range): the range with bounds that its iterators and its operator[] know, for calls under a
/// checked policy, and for functors, into which it is copied. An access outside of it throws check_failed, under every policy
/// of the host; on a device it is thrown by the checked policy of the call.
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

#include <thrum/detail/along/end.h>
