// equal: whether two ranges have the same elements.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/algorithm.h>
#include <thrum/detail/config.h>
#include <thrum/functional.h>
#include <thrum/mismatch.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// equal(policy, first1, last1, first2[, equal_elements]): whether the elements at the same places are equal. Stops soon
/// after the first that are not. O(n) work; no scratch memory. Under CUDA it waits for the result.
struct equal_fn : detail::algorithm<equal_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class Equal = equal_to<>>
  THRUM_HD bool operator()(B const& exec, I first1, I last1, J first2, Equal equal_elements = {}) const {
    return mismatch_fn{}(exec, first1, last1, first2, std::move(equal_elements)).first == last1;
  }
};
THRUM_OBJECT equal_fn equal{};

}  // namespace thrum

#include <thrum/detail/along/algorithms.h>
