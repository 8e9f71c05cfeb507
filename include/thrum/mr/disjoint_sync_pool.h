// A pool for several threads that keeps its records in memory of a separate resource.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/containers/resource_pool.h>
#include <thrum/mr/memory_resource.h>
#include <thrum/mr/pool_options.h>
#include <mutex>

namespace thrum::mr {

/// A disjoint_unsynchronized_pool_resource with a mutex: safe to use from several threads.
template <class Upstream, class Bookkeeper>
class disjoint_synchronized_pool_resource final
    : public detail::disjoint_resource_pool<Upstream, Bookkeeper, std::mutex> {
  using base = detail::disjoint_resource_pool<Upstream, Bookkeeper, std::mutex>;

 public:
  disjoint_synchronized_pool_resource(Upstream* upstream, Bookkeeper* bookkeeper, pool_options options = {})
      : base(*upstream, *bookkeeper, options) {}
  disjoint_synchronized_pool_resource(pool_options options = {})
      : disjoint_synchronized_pool_resource(mr::get_global_resource<Upstream>(),
                                            mr::get_global_resource<Bookkeeper>(), options) {}
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_algorithms.h>
