// Asynchronous sorts.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/sort.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<sort_fn> sort{};
THRUM_OBJECT detail::async_fn<sort_fn> stable_sort{};
THRUM_OBJECT detail::async_fn<sort_by_key_fn> sort_by_key{};
THRUM_OBJECT detail::async_fn<sort_by_key_fn> stable_sort_by_key{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
