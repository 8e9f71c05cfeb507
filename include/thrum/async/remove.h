// Removals that go on by themselves.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/async/async.h>
#include <thrum/detail/base/config.h>
#include <thrum/remove.h>

namespace thrum::async {

/// As thrum::async::for_each: futures of what the algorithms of these names return.
THRUM_OBJECT detail::async_fn<remove_fn, remove_into_fn, detail::place_in_range> remove{};
THRUM_OBJECT detail::async_fn<remove_if_fn, remove_if_into_fn, detail::place_in_range> remove_if{};
THRUM_OBJECT detail::async_fn<remove_copy_fn, remove_copy_into_fn, detail::end_of_output<1>> remove_copy{};
THRUM_OBJECT detail::async_fn<remove_copy_if_fn, remove_copy_if_into_fn, detail::end_of_output<1>>
    remove_copy_if{};

}  // namespace thrum::async

#include <thrum/detail/along/algorithms.h>
