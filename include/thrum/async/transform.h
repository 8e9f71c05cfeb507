// transform that goes on by itself.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/async/async.h>
#include <thrum/detail/base/config.h>
#include <thrum/transform.h>

namespace thrum::async {

/// As thrum::async::for_each: futures of what the algorithms of these names return.
THRUM_OBJECT detail::async_fn<transform_fn> transform{};

}  // namespace thrum::async

#include <thrum/detail/along/algorithms.h>
