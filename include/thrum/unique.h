// unique: the first element of each run of equal ones.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/compact_in_place.h>
#include <thrum/detail/compose/reduce_by_key.h>
#include <thrum/detail/config.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// unique(policy, first, last[, equal]): moves the first element of each run of adjacent equal ones to the front, in order;
/// returns the end of them. What is behind it is valid but unspecified. O(n) work; scratch memory: n elements and n bytes
/// under a parallel policy, none under seq. Under CUDA it waits for the result.
struct unique_fn : detail::algorithm<unique_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Equal = equal_to<>>
  THRUM_HD I operator()(B const& exec, I first, I last, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_functor<B, Equal, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_in_place<B, I>()) {
      auto const base = detail::unwrap(first);
      return first +
             detail::compact_in_place(exec, base, last - first,
                                      detail::begins_run<detail::unwrapped_t<I>, Equal>{base, std::move(same)});
    }
  }
};
THRUM_OBJECT unique_fn unique{};

}  // namespace thrum
