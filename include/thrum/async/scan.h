// Asynchronous scans.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/scan.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<inclusive_scan_fn> inclusive_scan{};
THRUM_OBJECT detail::async_fn<exclusive_scan_fn> exclusive_scan{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
