// Searches and answers about all elements that go on by themselves.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/async/async.h>
#include <thrum/detail/base/config.h>
#include <thrum/find.h>
#include <thrum/logical.h>

namespace thrum::async {

/// As thrum::async::for_each: futures of what the algorithms of these names return.
THRUM_OBJECT detail::async_fn<find_fn, find_into_fn, detail::place_in_range> find{};
THRUM_OBJECT detail::async_fn<find_if_fn, find_if_into_fn, detail::place_in_range> find_if{};
THRUM_OBJECT detail::async_fn<find_if_not_fn, find_if_not_into_fn, detail::place_in_range> find_if_not{};
THRUM_OBJECT detail::async_fn<all_of_fn, detail::answer_into_fn<find_if_not_into_fn, true>> all_of{};
THRUM_OBJECT detail::async_fn<any_of_fn, detail::answer_into_fn<find_if_into_fn, false>> any_of{};
THRUM_OBJECT detail::async_fn<none_of_fn, detail::answer_into_fn<find_if_into_fn, true>> none_of{};

}  // namespace thrum::async

#include <thrum/detail/along/algorithms.h>
