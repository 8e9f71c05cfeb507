// The sequential system by Thrust's name.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/execution_policy.h>

namespace thrum {
namespace cpp {
/// The policy thrum::seq, by Thrust's name.
THRUM_OBJECT seq_policy par{};
}  // namespace cpp

namespace system {
namespace cpp = thrum::cpp;
}
}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
