// all_of, any_of, none_of, and their _into forms: whether a predicate accepts all, some or none of
// the elements.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/algorithm.h>
#include <thrum/detail/base/config.h>
#include <thrum/find.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// all_of(policy, first, last, pred): returns whether pred accepts every element; true for an empty
/// range. Stops soon after the first element that pred rejects. O(n) work; no scratch memory. Under
/// CUDA the call waits for the result.
struct all_of_fn : detail::algorithm<all_of_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, P pred) const {
    return find_if_not_fn{}(exec, first, last, std::move(pred)) == last;
  }
};
THRUM_OBJECT all_of_fn all_of{};

/// any_of(policy, first, last, pred): returns whether pred accepts at least one element. Stops soon
/// after the first such element. Otherwise as all_of.
struct any_of_fn : detail::algorithm<any_of_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, P pred) const {
    return find_if_fn{}(exec, first, last, std::move(pred)) != last;
  }
};
THRUM_OBJECT any_of_fn any_of{};

/// none_of(policy, first, last, pred): returns whether pred accepts no element. Stops soon after
/// the first element that pred accepts. Otherwise as all_of.
struct none_of_fn : detail::algorithm<none_of_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, P pred) const {
    return find_if_fn{}(exec, first, last, std::move(pred)) == last;
  }
};
THRUM_OBJECT none_of_fn none_of{};

namespace detail {
/// A predicate: whether a place, the index of an element, is the end of the range (if `wanted` is
/// true) or is not the end (if `wanted` is false).
struct place_is_end {
  std::ptrdiff_t end;
  bool wanted;
  THRUM_HD bool operator()(std::ptrdiff_t place) const { return (place == end) == wanted; }
};

/// An algorithm that stores the answer of a search: whether the first place that the search finds
/// is the end, if IsEnd, or is not the end, otherwise.
template <class Search, bool IsEnd>
struct answer_into_fn : algorithm<answer_into_fn<Search, IsEnd>> {
  using algorithm<answer_into_fn<Search, IsEnd>>::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class P>
  THRUM_HD void operator()(B const& exec, I first, I last, O result, P pred) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_output<B, O, bool>()) {
      Search{}(exec, first, last,
               thrum::make_transform_output_iterator(detail::unwrap(result), place_is_end{last - first, IsEnd}),
               std::move(pred));
    }
  }
};
}  // namespace detail

/// all_of_into, any_of_into, none_of_into(policy, first, last, result, pred): store the answer, a
/// bool, in *result. They return nothing to the host, so that under CUDA they do not wait for the
/// result.
THRUM_OBJECT detail::answer_into_fn<find_if_not_into_fn, true> all_of_into{};
THRUM_OBJECT detail::answer_into_fn<find_if_into_fn, false> any_of_into{};
THRUM_OBJECT detail::answer_into_fn<find_if_into_fn, true> none_of_into{};

}  // namespace thrum

#include <thrum/detail/along/algorithms.h>
