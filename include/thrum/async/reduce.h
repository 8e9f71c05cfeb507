// Asynchronous sums, sums by key and counts.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/count.h>
#include <thrum/detail/async/async.h>
#include <thrum/inner_product.h>
#include <thrum/mean.h>
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>
#include <thrum/variance.h>

namespace thrum::async {

/// Return futures of what the algorithms of these names return; see thrum::async::for_each.
THRUM_OBJECT detail::async_fn<reduce_fn> reduce{};
THRUM_OBJECT detail::async_fn<transform_reduce_fn> transform_reduce{};
THRUM_OBJECT detail::async_fn<inner_product_fn> inner_product{};
THRUM_OBJECT detail::async_fn<mean_fn> mean{};
THRUM_OBJECT detail::async_fn<detail::variance_fn<false>> variance{};
THRUM_OBJECT detail::async_fn<detail::variance_fn<true>> sample_variance{};
THRUM_OBJECT detail::async_fn<count_fn> count{};
THRUM_OBJECT detail::async_fn<count_if_fn> count_if{};
THRUM_OBJECT detail::async_fn<reduce_by_key_fn> reduce_by_key{};

}  // namespace thrum::async

#include <thrum/detail/public_header/end_with_algorithms.h>
