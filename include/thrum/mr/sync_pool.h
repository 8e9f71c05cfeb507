// A pool for several threads.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/containers/resource_pool.h>
#include <thrum/mr/memory_resource.h>
#include <thrum/mr/pool_options.h>
#include <mutex>

namespace thrum::mr {

/// An unsynchronized_pool_resource with a mutex: safe to use from several threads.
template <class Upstream>
class synchronized_pool_resource final : public detail::resource_pool<Upstream, std::mutex> {
  using base = detail::resource_pool<Upstream, std::mutex>;

 public:
  synchronized_pool_resource(Upstream* upstream, pool_options options = {}) : base(*upstream, {}, options) {}
  synchronized_pool_resource(pool_options options = {})
      : synchronized_pool_resource(mr::get_global_resource<Upstream>(), options) {}
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_algorithms.h>
