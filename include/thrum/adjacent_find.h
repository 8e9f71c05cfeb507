// adjacent_find: the first two neighbours that are equal.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// adjacent_find(policy, first, last[, equal]): returns the first element that equals the next one,
/// or last if there is none. Stops soon after that element. O(n) work; no scratch memory. Under
/// CUDA the call waits for the result.
struct adjacent_find_fn : detail::algorithm<adjacent_find_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"adjacent_find", {in("first"), until("last"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Equal = equal_to<>>
  THRUM_HD I operator()(B const& exec, I first, I last, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<I>>()) {
      if (last - first < 2) return last;
      std::ptrdiff_t const pairs = last - first - 1;
      auto const base = detail::unwrap(first);
      auto const alike = detail::transformed_elements{base, base + 1, std::move(same)};
      std::ptrdiff_t const at = detail::find_first(exec, pairs, alike);
      return at == pairs ? last : first + at;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT adjacent_find_fn adjacent_find{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
