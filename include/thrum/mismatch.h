// mismatch: where two ranges differ first.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/find_first.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// mismatch(policy, first1, last1, first2[, equal]): the first places of the two ranges whose elements are not equal;
/// the ends if there are none. Stops soon after it. O(n) work; no scratch memory. Under CUDA it waits for the result.
struct mismatch_fn : detail::algorithm<mismatch_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
  THRUM_HD pair<I, J> operator()(B const& exec, I first1, I last1, J first2, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I, J>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<J>>()) {
      auto const differ = detail::transformed_elements{detail::unwrap(first1), detail::unwrap(first2),
                                                       not_fn_t<Equal>{std::move(same)}};
      std::ptrdiff_t const at = detail::find_first(exec, last1 - first1, differ);
      return {first1 + at, first2 + at};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT mismatch_fn mismatch{};

}  // namespace thrum
