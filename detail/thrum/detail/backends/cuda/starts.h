// Start values of sums and scans. Nothing here needs CUDA.
#pragma once

#include <thrum/detail/base/config.h>

namespace thrum::detail {

/// A start value that is known when the work begins.
template <class T>
struct known_start {
  T value;
  THRUM_HD T operator()() const { return value; }
};

/// A start value that is in memory of the device. The host does not know it when the work begins.
template <class T>
struct start_in_memory {
  T const* address;
  THRUM_HD T operator()() const { return *address; }
};

}  // namespace thrum::detail
