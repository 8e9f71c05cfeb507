// inner_join, inner_join_size: the pairs of equal keys of two sorted ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/inner_join.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// inner_join(policy, keys1_first, keys1_last, keys2_first, keys2_last, places1, places2[, less]):
/// stores the indices of all pairs of a key of the first range and an equal key of the second:
/// places1[p] is the index of pair p in the first range, places2[p] in the second. Pairs are in the
/// order of the first index, then of the second. Returns the pair of the ends of both outputs.
///
/// Both ranges are sorted by less; keys are equal if neither is less. A key that occurs a times in
/// one range and b times in the other makes a * b pairs: inner_join_size tells the number before,
/// unless the ranges are not sorted by less, or less contradicts itself: the number may then be
/// another one. gather then brings the values of each range to the pairs. The outputs have any
/// integer type that can hold the indices, and overlap neither an input nor each other; nothing is
/// written after their ends.
///
/// O(n1 (1 + log n2) + pairs) work, shared evenly however often a key occurs; O(n1 + n2 + pairs)
/// under seq. Scratch memory: under tbb::par 16 KiB for each 1024 keys of the first range, up to
/// 1 MiB or 256 KiB for each thread, and 17 bytes for each of these keys if 1024 of them make more
/// than 65536 pairs; under CUDA 24 bytes for each key and that of a scan; none under seq. Under
/// CUDA the call waits for the number of pairs. An exception of less leaves the call under seq and
/// tbb::par.
struct inner_join_fn : detail::algorithm<inner_join_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {
        "inner_join",
        {in("keys1_first").is_sorted(), until("keys1_last"), in("keys2_first").is_sorted(), until("keys2_last"),
         up_to("places1", unknown_length), up_to("places2", unknown_length), order("less", both)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class O1, class O2, class Less = less<>>
  THRUM_HD pair<O1, O2> operator()(B const& exec, I keys1_first, I keys1_last, J keys2_first, J keys2_last,
                                   O1 places1, O2 places2, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, J, O1, O2>() && detail::valid_order_of_two<B, Less, I, J>() &&
                  detail::valid_output<B, O1, std::ptrdiff_t>() && detail::valid_output<B, O2, std::ptrdiff_t>()) {
      std::ptrdiff_t const pairs = detail::inner_join(
          exec, detail::unwrap(keys1_first), keys1_last - keys1_first, detail::unwrap(keys2_first),
          keys2_last - keys2_first, detail::unwrap(places1), detail::unwrap(places2), std::move(less));
      return {places1 + pairs, places2 + pairs};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT inner_join_fn inner_join{};

/// inner_join_size(policy, keys1_first, keys1_last, keys2_first, keys2_last[, less]): returns the
/// number of pairs of inner_join. O(n1 (1 + log n2)) work; 8 bytes of scratch memory for each 1024
/// keys of the first range on hosts, under seq too. Under CUDA the call waits for the result.
struct inner_join_size_fn : detail::result_algorithm<inner_join_size_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"inner_join_size",
            {in("keys1_first").is_sorted(), until("keys1_last"), in("keys2_first").is_sorted(),
             until("keys2_last"), order("less", both)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class J, class Less = less<>>
  THRUM_HD static detail::result_t<To, std::ptrdiff_t> call(To to, B const& exec, I keys1_first, I keys1_last,
                                                            J keys2_first, J keys2_last, Less less = {}) {
    if constexpr (detail::valid_iterators<B, I, J>() && detail::valid_order_of_two<B, Less, I, J>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      return detail::inner_join_size_to(to, exec, detail::unwrap(keys1_first), keys1_last - keys1_first,
                                        detail::unwrap(keys2_first), keys2_last - keys2_first, std::move(less));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT inner_join_size_fn inner_join_size{};
/// inner_join_size_into(policy, keys1_first, keys1_last, result, keys2_first, keys2_last[, less]):
/// stores the result of inner_join_size in *result. Returns nothing to the host, so that under CUDA
/// the call does not wait for the result.
THRUM_OBJECT detail::into<inner_join_size_fn> inner_join_size_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
