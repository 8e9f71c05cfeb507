// Asynchronous copy, copy_n and copy_if.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/copy.h>
#include <thrum/detail/async/async.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<copy_fn> copy{};
THRUM_OBJECT detail::async_fn<copy_n_fn> copy_n{};
THRUM_OBJECT detail::async_fn<copy_if_fn> copy_if{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
