// A pool for each thread that keeps its records in memory of a separate resource.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/containers/resource_pool.h>
#include <thrum/mr/disjoint_pool.h>

namespace thrum::mr {

/// Returns a pool as tls_pool does, with its records in memory of Bookkeeper.
template <class Upstream, class Bookkeeper>
disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper>& tls_disjoint_pool(Upstream* upstream = nullptr,
                                                                               Bookkeeper* bookkeeper = nullptr) {
  thread_local disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper> pool(
      detail::given_or_global(upstream), detail::given_or_global(bookkeeper));
  return pool;
}

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_algorithms.h>
