// Asynchronous partitions.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/partition.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<partition_fn> partition{};
THRUM_OBJECT detail::async_fn<partition_fn> stable_partition{};
THRUM_OBJECT detail::async_fn<partition_copy_fn> partition_copy{};
THRUM_OBJECT detail::async_fn<partition_copy_fn> stable_partition_copy{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
