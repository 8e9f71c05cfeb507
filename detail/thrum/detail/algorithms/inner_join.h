// The matches of two sorted ranges of keys: where each key of the first range has its equals in the
// second, and the pairs of their indices.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/algorithms/binary_search.h>
#include <thrum/detail/algorithms/expand.h>
#include <thrum/detail/kernels/search.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// How many keys of the second range equal key i of the first.
template <class I, class J, class Less>
struct matches_of_key {
  I keys1;
  J keys2;
  std::ptrdiff_t n2;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const {
    Less order = less;
    auto&& key = keys1[i];
    using is_after = is_bound<bound_place<true>, J, std::remove_reference_t<decltype(key)>, Less>;
    std::ptrdiff_t const begin = bound_place<false>::find(keys2, n2, key, order);
    return detail::find_forwards(begin, n2, is_after{keys2, key, order}) - begin;
  }
};

/// The lengths of runs from their beginnings and ends.
struct length_of_run {
  std::ptrdiff_t const* begins;
  std::ptrdiff_t const* ends;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return ends[i] - begins[i]; }
};

/// Stores match p: key i of the first range with key begins[i] + j of the second.
template <class O1, class O2>
struct match_storer {
  std::ptrdiff_t const* begins;
  O1 out1;
  O2 out2;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t p) {
    detail::store(out1[p], i);
    detail::store(out2[p], begins[i] + j);
  }
};

/// Joins on one thread without memory: one walk through both ranges.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class O1, class O2, class Less>
THRUM_HD std::ptrdiff_t join_in_order(I keys1, std::ptrdiff_t n1, J keys2, std::ptrdiff_t n2, O1 out1, O2 out2,
                                      Less less) {
  std::ptrdiff_t begin = 0, p = 0;
  for (std::ptrdiff_t i = 0; i < n1 && begin < n2; ++i) {
    auto&& key = keys1[i];
    while (begin < n2 && less(keys2[begin], key)) ++begin;
    for (std::ptrdiff_t k = begin; k < n2 && !less(key, keys2[k]); ++k, ++p) {
      detail::store(out1[p], i);
      detail::store(out2[p], k);
    }
  }
  return p;
}

/// Stores the indices of all pairs of equal keys, in order. Returns the number of pairs.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O1, class O2, class Less>
THRUM_HD std::ptrdiff_t inner_join(B const& exec, I keys1, std::ptrdiff_t n1, J keys2, std::ptrdiff_t n2, O1 out1,
                                   O2 out2, Less less) {
  if (n1 <= 0 || n2 <= 0) return 0;
  if constexpr (backend_traits<B>::is_serial) {
    return detail::join_in_order(keys1, n1, keys2, n2, out1, out2, std::move(less));
  } else {
    B const step = detail::step_of(exec);
    scratch_array<std::ptrdiff_t, B> const begins(step, n1), ends(step, n1);
    detail::search_many<bound_place<false>>(step, keys2, n2, keys1, n1, begins.data(), less);
    detail::search_many<bound_place<true>>(step, keys2, n2, keys1, n1, ends.data(), less);
    return detail::expand<true>(exec, detail::computed<std::ptrdiff_t>(length_of_run{begins.data(), ends.data()}),
                                n1, match_storer<O1, O2>{begins.data(), out1, out2});
  }
}

}  // namespace thrum::detail
