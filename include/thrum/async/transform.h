// Asynchronous transform.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/transform.h>

namespace thrum::async {

/// Returns a future of what the algorithm of this name returns; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<transform_fn> transform{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
