// Asynchronous searches, and questions about all elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/contains.h>
#include <thrum/detail/async/async.h>
#include <thrum/find.h>
#include <thrum/find_last.h>
#include <thrum/logical.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<find_fn> find{};
THRUM_OBJECT detail::async_fn<find_if_fn> find_if{};
THRUM_OBJECT detail::async_fn<find_if_not_fn> find_if_not{};
THRUM_OBJECT detail::async_fn<find_last_fn> find_last{};
THRUM_OBJECT detail::async_fn<find_last_if_fn> find_last_if{};
THRUM_OBJECT detail::async_fn<find_last_if_not_fn> find_last_if_not{};
THRUM_OBJECT detail::async_fn<contains_fn> contains{};
THRUM_OBJECT detail::async_fn<all_of_fn> all_of{};
THRUM_OBJECT detail::async_fn<any_of_fn> any_of{};
THRUM_OBJECT detail::async_fn<none_of_fn> none_of{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
