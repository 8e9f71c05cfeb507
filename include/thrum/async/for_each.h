// Asynchronous for_each and for_each_n.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/async/async.h>
#include <thrum/for_each.h>

namespace thrum::async {

/// Start for_each and for_each_n. Every function of thrum::async takes the arguments of the
/// algorithm of its name and returns at once a thrum::future of the result of that algorithm, here
/// future<I>. Under tbb::par the call is a task. Under seq, and under policies that have no
/// enqueue(f), the call is made before the function returns. cuda::par and cuda::par_nosync put the
/// call into their stream. Arguments are copied; what they refer to (the ranges, a policy's arena,
/// resource or stream) must last until the future is ready. See docs/guides/streams.md.
THRUM_OBJECT detail::async_fn<for_each_fn> for_each{};
THRUM_OBJECT detail::async_fn<for_each_n_fn> for_each_n{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
