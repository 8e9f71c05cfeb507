// A pool for each thread.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/containers/resource_pool.h>
#include <thrum/mr/pool.h>

namespace thrum::mr {

/// Returns the calling thread's own pool over Upstream. The pool is made by the thread's first call
/// and destroyed with the thread. The first call decides what upstream is: the argument, which has
/// to outlive the thread, or without one the program's one resource of that type. Memory of the
/// pool must be given back by the same thread.
template <class Upstream, class Bookkeeper = void>
unsynchronized_pool_resource<Upstream>& tls_pool(Upstream* upstream = nullptr) {
  thread_local unsynchronized_pool_resource<Upstream> pool(detail::given_or_global(upstream));
  return pool;
}

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_algorithms.h>
