// What a thread does with one element, in bodies of several algorithms and primitives.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <cstddef>

namespace thrum::detail {

/// Stores first[from] in out[to].
template <class I, class O>
struct element_storer {
  I first;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t to, std::ptrdiff_t from) { detail::store(out[to], first[from]); }
};

/// Copies from[i] to to[i].
template <class S, class I>
struct element_restorer {
  S from;
  I to;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const { detail::store(to[i], from[i]); }
};

/// Stores i in indices[i].
struct index_filler {
  std::ptrdiff_t* indices;
  THRUM_HD void operator()(std::ptrdiff_t i) const { indices[i] = i; }
};

}  // namespace thrum::detail
