// Asynchronous unique, its copying form and run_length_encode.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/run_length.h>
#include <thrum/unique.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<unique_fn> unique{};
THRUM_OBJECT detail::async_fn<unique_copy_fn> unique_copy{};
THRUM_OBJECT detail::async_fn<unique_count_fn> unique_count{};
THRUM_OBJECT detail::async_fn<run_length_encode_fn> run_length_encode{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
