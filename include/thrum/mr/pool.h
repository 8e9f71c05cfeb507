// A pool for one thread.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/containers/resource_pool.h>
#include <thrum/mr/memory_resource.h>
#include <thrum/mr/pool_options.h>

namespace thrum::mr {

/// A pool that keeps memory of Upstream, a resource of any shape and space, for the next request.
/// The pool gives memory back when it is destroyed, in free_all_blocks, and before it throws
/// std::bad_alloc because upstream has no more. Upstream must outlive the pool; without an argument
/// it is the program's one resource of that type. The pool keeps its records in ordinary memory, so
/// that device memory is pooled without being touched. See detail::resource_pool for the
/// statistics. For one thread at a time.
///
/// Allocating and giving back take constant time; for blocks larger than options.largest_block_size
/// they take the logarithm of the number of such blocks. A failed allocation changes nothing.
template <class Upstream>
class unsynchronized_pool_resource final : public detail::resource_pool<Upstream, detail::no_mutex> {
  using base = detail::resource_pool<Upstream, detail::no_mutex>;

 public:
  unsynchronized_pool_resource(Upstream* upstream, pool_options options = {}) : base(*upstream, {}, options) {}
  unsynchronized_pool_resource(pool_options options = {})
      : unsynchronized_pool_resource(mr::get_global_resource<Upstream>(), options) {}
};

}  // namespace thrum::mr

#include <thrum/detail/public_header/end_with_algorithms.h>
