// merge of seq.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/kernels/merge/columns.h>
#include <thrum/detail/kernels/merge/merger.h>
#include <cstddef>

namespace thrum {

THRUM_EXEC_CHECK_DISABLE
template <class A, class B, class O, class Less>
THRUM_HD void seq_policy::merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
  detail::merge_rows_in_order(a, 0, na, b, 0, nb, detail::column{a, b, out}, less);
}

}  // namespace thrum
