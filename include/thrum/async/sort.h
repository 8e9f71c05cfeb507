// Sorts that go on by themselves.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/async/async.h>
#include <thrum/detail/base/config.h>
#include <thrum/sort.h>

namespace thrum::async {

/// As thrum::async::for_each: futures of what the algorithms of these names return.
THRUM_OBJECT detail::async_fn<sort_fn> sort{};
THRUM_OBJECT detail::async_fn<sort_fn> stable_sort{};
THRUM_OBJECT detail::async_fn<sort_by_key_fn> sort_by_key{};
THRUM_OBJECT detail::async_fn<sort_by_key_fn> stable_sort_by_key{};

}  // namespace thrum::async

#include <thrum/detail/along/algorithms.h>
