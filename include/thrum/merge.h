// merge: two sorted ranges into one.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/merge.h>
#include <thrum/detail/config.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// merge(policy, first1, last1, first2, last2, out[, less]): the elements of two sorted ranges, sorted; of equal ones
/// those of the first range come first. Returns the end of the output, which overlaps no input. O(n1 + n2) work; no
/// scratch memory.
struct merge_fn : detail::algorithm<merge_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first1, I last1, J first2, J last2, O out, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J, O>() &&
                  detail::valid_functor<B, Less, detail::element_t<J>, detail::element_t<I>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>() &&
                  detail::valid_output<B, O, detail::element_t<J>>()) {
      detail::merge(exec, detail::unwrap(first1), last1 - first1, detail::unwrap(first2), last2 - first2,
                    detail::unwrap(out), std::move(less));
      return out + (last1 - first1) + (last2 - first2);
    }
  }
};
THRUM_OBJECT merge_fn merge{};

}  // namespace thrum
