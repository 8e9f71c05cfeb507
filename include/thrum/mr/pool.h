// A pool for one thread.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/memory/pool_of.h>
#include <thrum/mr/memory_resource.h>
#include <thrum/mr/pool_options.h>

namespace thrum::mr {

/// Keeps memory of Upstream, a resource of any shape and space, for the next request; gives it back when it ends, with
/// free_all_blocks, and before it throws std::bad_alloc because upstream has no more. Upstream must outlive it; without an
/// argument it is the program's one resource of that type. Its records are in ordinary memory, so that device memory is
/// pooled without being touched. See detail::pool_of for the statistics. For one thread at a time.
///
/// Allocating and giving back take constant time, and the logarithm of the number of such blocks for blocks larger than
/// options.largest_block_size. A failed allocation changes nothing.
template <class Upstream>
class unsynchronized_pool_resource final : public detail::pool_of<Upstream, detail::no_mutex> {
  using base = detail::pool_of<Upstream, detail::no_mutex>;

 public:
  unsynchronized_pool_resource(Upstream* upstream, pool_options options = {}) : base(*upstream, {}, options) {}
  unsynchronized_pool_resource(pool_options options = {})
      : unsynchronized_pool_resource(mr::get_global_resource<Upstream>(), options) {}
};

}  // namespace thrum::mr

#include <thrum/detail/along/algorithms.h>
