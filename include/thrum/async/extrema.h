// Asynchronous searches for the least and greatest elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/extrema.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<min_element_fn> min_element{};
THRUM_OBJECT detail::async_fn<max_element_fn> max_element{};
THRUM_OBJECT detail::async_fn<minmax_element_fn> minmax_element{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
