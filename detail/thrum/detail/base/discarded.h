// An element that takes any value and keeps none.
#pragma once

#include <thrum/detail/base/config.h>

namespace thrum::detail {

/// An object that takes any assignment and keeps nothing.
struct discarded {
  template <class T>
  THRUM_HD constexpr discarded const& operator=(T&&) const {
    return *this;
  }
};

}  // namespace thrum::detail
