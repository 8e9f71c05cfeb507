// remove_if: a range without the elements that a predicate accepts.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/compact_in_place.h>
#include <thrum/detail/config.h>
#include <thrum/detail/predicates.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// remove_if(policy, first, last, pred): moves the elements that pred rejects to the front, in order; returns the end of
/// them. What is behind it is valid but unspecified. pred is called once for each element. O(n) work; scratch memory: n
/// elements and n bytes under a parallel policy, none under seq. Under CUDA it waits for the result.
struct remove_if_fn : detail::algorithm<remove_if_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD I operator()(B const& exec, I first, I last, P pred) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_functor<B, P, detail::element_t<I>>() &&
                  detail::valid_in_place<B, I>()) {
      auto const base = detail::unwrap(first);
      return first +
             detail::compact_in_place(exec, base, last - first,
                                      detail::rejected_at<detail::unwrapped_t<I>, P>{base, std::move(pred)});
    }
  }
};
THRUM_OBJECT remove_if_fn remove_if{};

}  // namespace thrum
