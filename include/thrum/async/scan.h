// Scans that go on by themselves.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/async/async.h>
#include <thrum/detail/base/config.h>
#include <thrum/scan.h>

namespace thrum::async {

/// As thrum::async::for_each: futures of what the algorithms of these names return.
THRUM_OBJECT detail::async_fn<inclusive_scan_fn> inclusive_scan{};
THRUM_OBJECT detail::async_fn<exclusive_scan_fn> exclusive_scan{};

}  // namespace thrum::async

#include <thrum/detail/along/algorithms.h>
