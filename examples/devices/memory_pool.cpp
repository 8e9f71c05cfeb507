// A pool keeps deallocated memory for the next request. Prints the memory that it uses and holds:
// before two matrices, with them, after them, and after the pool has released its memory. Also the
// cost of temporaries in a loop with and without a pool.
#include <thrum/fill.h>
#include <thrum/memory_resource.h>
#include <thrum/pool_resource.h>
#include <algorithm>

#include "common/example.h"
#include "common/format.h"
#include "common/spaces.h"

constexpr int rounds = 20;

template <class Pool>
void show(example::session& s, Pool const& pool, std::string const& when) {
  auto const gb = [](std::size_t bytes) { return example::fixed(static_cast<double>(bytes) / 1e9, 3) + " GB"; };
  s.say("  " + when + ": used " + gb(pool.used_bytes()) + ", total " + gb(pool.total_bytes()));
}

/// Constructs a vector in each round of a loop.
template <class Policy, class Resource>
void temporaries(Policy const& policy, Resource& resource, std::size_t n) {
  for (int round = 0; round < rounds; ++round) {
    example::vector_from<Policy, double> t(n, thrum::no_init, &resource);
    thrum::fill(policy, t.begin(), t.end(), 1.0);
  }
}

int main(int argc, char** argv) {
  // Allocates two vectors of n elements. Smaller vectors come from chunks that many share, and are
  // not counted one by one.
  example::description const what{.id = "memory_pool",
                                  .text = "A pool's use before, with and behind two matrices of n elements.",
                                  .n = 100'000'000,
                                  .quick = 200'000,
                                  .bytes = 16,
                                  .least = 131'073};
  return example::run(argc, argv, what, [](example::session& s) {
    std::size_t const bytes = s.size() * sizeof(double);
    s.each_policy([&](auto const& policy) {
      using space = example::space_of<decltype(policy)>;
      thrum::pool_resource<space> pool;
      s.say(example::name_of(policy) + ":");
      show(s, pool, "before");
      s.check_equal("nothing at first", pool.used_bytes() + pool.total_bytes(), std::size_t{0});
      {
        example::vector_from<decltype(policy), double> const a(s.size(), thrum::no_init, &pool),
            b(s.size(), thrum::no_init, &pool);
        show(s, pool, "two matrices");
        s.check_equal("used by both", pool.used_bytes(), 2 * bytes);
        s.check_equal("taken for both", pool.total_bytes(), 2 * bytes);
      }
      show(s, pool, "behind them");
      s.check_equal("unused when they end", pool.used_bytes(), std::size_t{0});
      s.check_equal("and kept", pool.total_bytes(), 2 * bytes);
      std::size_t const freed = pool.free_all_blocks();
      show(s, pool, "all freed");
      s.check_equal("all given back", freed, 2 * bytes);
      s.check_equal("nothing at last", pool.total_bytes(), std::size_t{0});

      // Temporaries of 40 MB, more than malloc itself keeps: one request to the system in all, or
      // one for each.
      std::size_t const n = std::min<std::size_t>(s.size(), 5'000'000);
      example::amount const made{.elements = rounds * static_cast<std::int64_t>(n),
                                 .bytes = rounds * 8.0 * static_cast<double>(n)};
      thrum::counting_resource<space> raw, upstream;
      {
        thrum::pool_resource<space> pooled(upstream);
        temporaries(policy, raw, n);
        temporaries(policy, pooled, n);
        s.check_equal("a request for each without a pool", raw.allocations(), std::size_t{rounds});
        s.check_equal("one with it", upstream.allocations(), std::size_t{1});
        s.time(policy, "temporaries, each from the system", [&] { temporaries(policy, raw, n); }, made);
        s.time(policy, "temporaries from the pool", [&] { temporaries(policy, pooled, n); }, made);
      }
      s.check_equal("nothing leaks", upstream.bytes_in_use() + raw.bytes_in_use(), std::size_t{0});
    });
  });
}
