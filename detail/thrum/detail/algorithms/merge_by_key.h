// merge_by_key: a merge that moves values along with the keys.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/functional.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns key i and value i as one row, which a backend's merge moves.
template <class Row, class K, class V>
struct row_at {
  K keys;
  V values;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD Row operator()(std::ptrdiff_t i) const {
    return Row(static_cast<std::tuple_element_t<0, Row>>(keys[i]),
               static_cast<std::tuple_element_t<1, Row>>(values[i]));
  }
};

template <class Less>
struct less_by_key {
  mutable Less less;
  THRUM_EXEC_CHECK_DISABLE
  template <class Row>
  THRUM_HD bool operator()(Row const& a, Row const& b) const {
    return static_cast<bool>(less(thrum::get<0>(a), thrum::get<0>(b)));
  }
};

/// Merges the keys a and b, and with them the values of a and of b. Of equal keys those of a come
/// first.
THRUM_EXEC_CHECK_DISABLE
template <class B, class KI, class KJ, class VI, class VJ, class KO, class VO, class Less>
THRUM_HD void merge_by_key(B const& exec, KI a, std::ptrdiff_t na, KJ b, std::ptrdiff_t nb, VI values_a,
                           VJ values_b, KO keys_out, VO values_out, Less less) {
  two_columns const rows{column{a, b, keys_out}, column{values_a, values_b, values_out}};
  if constexpr (backend_traits<B>::is_serial) {
    detail::merge_rows_in_order(a, 0, na, b, 0, nb, rows, less);
  } else if constexpr (requires { exec.merge_by_key(a, na, b, nb, rows, less); }) {
    exec.merge_by_key(a, na, b, nb, rows, std::move(less));
  } else if constexpr (has_native<B, native::merge>) {
    using row = tuple<std::common_type_t<std::iter_value_t<KI>, std::iter_value_t<KJ>>,
                      std::common_type_t<std::iter_value_t<VI>, std::iter_value_t<VJ>>>;
    detail::merge(exec, detail::computed<row>(row_at<row, KI, VI>{a, values_a}), na,
                  detail::computed<row>(row_at<row, KJ, VJ>{b, values_b}), nb,
                  thrum::make_zip_iterator(keys_out, values_out), less_by_key<Less>{std::move(less)});
  } else {
    detail::merge_rows(exec, a, na, b, nb, rows, less);
  }
}

}  // namespace thrum::detail
