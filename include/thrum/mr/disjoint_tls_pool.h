// A pool with a bookkeeper for each thread.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/memory/pool_of.h>
#include <thrum/mr/disjoint_pool.h>

namespace thrum::mr {

/// As tls_pool, with its records in memory of Bookkeeper.
template <class Upstream, class Bookkeeper>
disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper>& tls_disjoint_pool(Upstream* upstream = nullptr,
                                                                               Bookkeeper* bookkeeper = nullptr) {
  thread_local disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper> pool(
      detail::given_or_global(upstream), detail::given_or_global(bookkeeper));
  return pool;
}

}  // namespace thrum::mr

#include <thrum/detail/along/algorithms.h>
