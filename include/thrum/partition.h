// partition, stable_partition: what a predicate accepts before what it rejects.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/compact_in_place.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// partition(policy, first, last, pred): puts the elements that pred accepts before those that it rejects, each in their
/// order; returns the end of the accepted. It is stable, as stable_partition is: both names are one algorithm. pred is
/// called once for each element. O(n) work; scratch memory: n elements and n bytes (none for seq in device code, which
/// takes O(n log n) work and calls). Under CUDA it waits for the result.
struct partition_fn : detail::algorithm<partition_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD I operator()(B const& exec, I first, I last, P pred) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_functor<B, P, detail::element_t<I>>() &&
                  detail::valid_in_place<B, I>()) {
      return first + detail::partition_in_place(exec, detail::unwrap(first), last - first, std::move(pred));
    }
  }
};
THRUM_OBJECT partition_fn partition{};
/// partition, which is stable.
THRUM_OBJECT partition_fn stable_partition{};

}  // namespace thrum
