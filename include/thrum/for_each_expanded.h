// for_each_expanded: calls a functor as often for each index as a count says.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/expand.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

/// for_each_expanded(policy, counts_first, counts_last, f): calls f(i, j) for each index i of the
/// counts and each j in [0, counts[i]), both of type std::ptrdiff_t. Returns counts_last.
///
///   // the edges of a graph: those of node i are at [begins[i], begins[i] + degrees[i])
///   thrum::for_each_expanded(thrum::par, degrees.begin(), degrees.end(), visit{begins, edges});
///
/// All pairs are shared evenly, however the counts differ: a single large count is the work of all
/// tasks. Counts are integers; those below 0 count as 0.
///
/// Parallel policies call copies of f, in any order and concurrently: memory that several calls
/// write needs atomics, a lock, or a separate object for each thread. seq calls f in order. O(n +
/// pairs) work. Scratch memory: 8 bytes for every 256 counts and that of a scan of these under
/// tbb::par, none for up to 4096 counts; under CUDA 8 bytes for each count and that of a scan; none
/// for seq. tbb::par reads
/// counts more than once: f does not change them. The call hands nothing to the host, so that under
/// CUDA it does not wait for a result. An exception of f leaves the call under seq and tbb::par.
struct for_each_expanded_fn : detail::algorithm<for_each_expanded_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"for_each_expanded", {in("counts_first"), until("counts_last"), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class C, class F>
  THRUM_HD C operator()(B const& exec, C counts_first, C counts_last, F f) const {
    constexpr bool counts = std::is_integral_v<std::iter_value_t<C>>;
    static_assert(counts, "thrum: the counts of for_each_expanded are integers");
    if constexpr (counts && detail::valid_iterators<B, C>() &&
                  detail::valid_functor<B, F, std::ptrdiff_t, std::ptrdiff_t>()) {
      detail::expand<false>(exec, detail::unwrap(counts_first), counts_last - counts_first,
                            detail::pair_caller<F>{std::move(f)});
      return counts_last;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT for_each_expanded_fn for_each_expanded{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
