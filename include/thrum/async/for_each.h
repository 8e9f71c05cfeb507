// for_each and for_each_n that go on by themselves.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/async/async.h>
#include <thrum/detail/base/config.h>
#include <thrum/for_each.h>

namespace thrum::async {

/// Every function of thrum::async takes the arguments of the algorithm of its name and returns a thrum::future of its result, here
/// future<I>, at once. Under tbb::par the call is a task; under seq, and under policies that have no enqueue(f), it is made
/// before the function returns. cuda::par and cuda::par_nosync put it into their stream. Arguments are copied; what they refer to
/// (the ranges, a policy's arena, resource or stream) lasts until the future is ready. docs/guides/streams.md tells more.
THRUM_OBJECT detail::async_fn<for_each_fn> for_each{};
THRUM_OBJECT detail::async_fn<for_each_n_fn> for_each_n{};

}  // namespace thrum::async

#include <thrum/detail/along/algorithms.h>
