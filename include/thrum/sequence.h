// sequence: equally spaced values.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/config.h>
#include <thrum/tabulate.h>
#include <cstddef>
#include <iterator>

namespace thrum {

namespace detail {
template <class T>
struct sequence_value {
  T init;
  T step;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T operator()(std::ptrdiff_t i) const { return static_cast<T>(init + static_cast<T>(i) * step); }
};
}  // namespace detail

/// sequence(policy, first, last[, init[, step]]): first[i] = init + i * step, from 0 by 1 unless given. O(n) work; no
/// scratch memory.
struct sequence_fn : detail::algorithm<sequence_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O>
  THRUM_HD void operator()(B const& exec, O first, O last) const {
    using T = std::iter_value_t<O>;
    (*this)(exec, first, last, T(0), T(1));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class T>
  THRUM_HD void operator()(B const& exec, O first, O last, T init) const {
    (*this)(exec, first, last, init, T(1));
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class T>
  THRUM_HD void operator()(B const& exec, O first, O last, T init, T step) const {
    tabulate_fn{}(exec, first, last, detail::sequence_value<T>{init, step});
  }
};
THRUM_OBJECT sequence_fn sequence{};

}  // namespace thrum
