// Asynchronous removals.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/remove.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<remove_fn> remove{};
THRUM_OBJECT detail::async_fn<remove_if_fn> remove_if{};
THRUM_OBJECT detail::async_fn<remove_copy_fn> remove_copy{};
THRUM_OBJECT detail::async_fn<remove_copy_if_fn> remove_copy_if{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
