// Pools that several threads use, and pools as scratch memory of policies.
#include <thrum/memory_resource.h>
#include <thrum/mr/allocator.h>
#include <thrum/mr/disjoint_sync_pool.h>
#include <thrum/mr/disjoint_tls_pool.h>
#include <thrum/mr/new.h>
#include <thrum/mr/sync_pool.h>
#include <thrum/mr/tls_pool.h>
#include <thrum/pool_resource.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <algorithm>
#include <cstdint>
#include <new>
#include <random>
#include <thread>
#include <vector>
#include "policies.h"

namespace mr = thrum::mr;
using counter = thrum::counting_resource<thrum::host_space>;

/// Calls f(k) on four threads.
template <class F>
static void on_threads(F f) {
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k) threads.emplace_back(f, k);
  for (auto& thread : threads) thread.join();
}

template <class Pool>
static void check_threads(Pool& pool) {
  on_threads([&pool](int k) {
    struct block {
      unsigned char* p;
      std::size_t bytes;
    };
    std::vector<block> blocks;
    std::mt19937 random(static_cast<unsigned>(k));
    auto const mark = static_cast<unsigned char>(k + 1);
    bool intact = true;
    for (int step = 0; step < 5000; ++step) {
      if (blocks.size() > 50 || (!blocks.empty() && random() % 2 == 0)) {
        std::swap(blocks[random() % blocks.size()], blocks.back());
        auto const [p, bytes] = blocks.back();
        intact = intact && std::count(p, p + bytes, mark) == static_cast<std::ptrdiff_t>(bytes);
        pool.deallocate(p, bytes);
        blocks.pop_back();
      } else {
        // Few sizes are large, so that the test spends its time in the pool.
        std::size_t const bytes = 1 + random() % (random() % 64 == 0 ? 5000U : 200U);
        auto* const p = static_cast<unsigned char*>(pool.allocate(bytes));
        std::fill_n(p, bytes, mark);
        blocks.push_back({p, bytes});
      }
      if (step % 1000 == 999) pool.free_all_blocks();
    }
    for (auto const& [p, bytes] : blocks) pool.deallocate(p, bytes);
    CHECK(intact);
  });
  CHECK(pool.used_bytes() == 0);
}

TEST_CASE("threads share a pool") {
  counter upstream;
  mr::pool_options options;
  options.largest_block_size = 1024;
  {
    mr::synchronized_pool_resource<counter> pool(&upstream, options);
    check_threads(pool);
    mr::disjoint_synchronized_pool_resource<counter, mr::new_delete_resource> disjoint(
        &upstream, mr::get_global_resource<mr::new_delete_resource>(), options);
    check_threads(disjoint);
    thrum::pool_resource<thrum::host_space> own(upstream, options);
    check_threads(own);
    CHECK(upstream.bytes_in_use() == pool.total_bytes() + disjoint.total_bytes() + own.total_bytes());
  }
  CHECK(upstream.blocks_in_use() == 0);
}

TEST_CASE("each thread has its own pool, which ends with it") {
  counter upstream;
  mr::new_delete_resource bookkeeper;
  on_threads([&](int) {
    auto& pool = mr::tls_pool(&upstream);
    pool.deallocate(pool.allocate(100), 100);
    void* const p = pool.allocate(1000);
    CHECK(pool.used_bytes() == 1024);
    pool.deallocate(p, 1000);
    auto& disjoint = mr::tls_disjoint_pool(&upstream, &bookkeeper);
    disjoint.deallocate(disjoint.allocate(100), 100);
    CHECK(&pool == &mr::tls_pool<counter>());
  });
  CHECK(upstream.allocations() == 4 * 3);
  CHECK(upstream.blocks_in_use() == 0);
}

TEST_CASE_TEMPLATE("policies take scratch memory from pools, in the steady state without upstream", S,
                   MAIN_SYSTEMS) {
  counter upstream;
  mr::synchronized_pool_resource<counter> pool(&upstream);
  mr::allocator<long, decltype(pool)> allocator(&pool);
  std::vector<int> input(100'003);
  std::mt19937 random(3);
  for (int& x : input) x = static_cast<int>(random() % 1000);
  std::vector<int> expected = input;
  std::stable_sort(expected.begin(), expected.end());
  auto const check = [&](auto const& exec) {
    std::vector<int> v = input;
    thrum::stable_sort(exec, v.begin(), v.end(), [](int a, int b) { return a < b; });
    CHECK(v == expected);
    std::fill(v.begin(), v.end(), 1);
    thrum::inclusive_scan(exec, v.begin(), v.end(), v.begin());
    CHECK(v.back() == 100'003);
    CHECK(pool.used_bytes() == 0);
  };
  check(S::policy().with(pool));
  std::size_t const before = upstream.allocations();
  CHECK(before != 0);
  check(S::policy().with(pool));
  check(S::policy().with(&pool));
  check(S::policy().with(allocator));
  CHECK(upstream.allocations() == before);
  CHECK(upstream.bytes_in_use() == pool.total_bytes());
  CHECK(pool.free_all_blocks() != 0);
  CHECK(upstream.bytes_in_use() == 0);
}

#if defined(THRUM_WITH_TBB)
/// A resource that fails from the k-th allocation on: pools try again after they have released
/// their free memory.
class exhausted_at : public thrum::memory_resource<thrum::host_space> {
 public:
  explicit exhausted_at(std::size_t k) : k_(k) {}
  bool failed() const { return asked_ >= k_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (++asked_ >= k_) throw std::bad_alloc();
    return memory_->allocate(bytes, alignment);
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) noexcept override {
    memory_->deallocate(p, bytes, alignment);
  }
  std::size_t k_, asked_ = 0;
  thrum::memory_resource<thrum::host_space>* memory_ = &thrum::default_resource<thrum::host_space>();
};

TEST_CASE("a pool whose upstream fails throws through the algorithm and is whole") {
  std::vector<int> input(50'000);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<int>(i * 7919 % input.size());
  mr::pool_options options;
  options.largest_block_size = 1024;  // the algorithm's allocations reach upstream then
  bool failed = true;
  int failures = 0;
  for (std::size_t k = 1; failed; ++k) {
    exhausted_at upstream(k);
    mr::synchronized_pool_resource<decltype(upstream)> pool(&upstream, options);
    auto v = input;
    try {
      thrum::stable_sort(thrum::tbb::par(pool), v.begin(), v.end(), [](int a, int b) { return a < b; });
      CHECK(std::is_sorted(v.begin(), v.end()));
    } catch (std::bad_alloc const&) {
      ++failures;
      CHECK(v == input);
    }
    CHECK(pool.used_bytes() == 0);
    failed = upstream.failed();
    REQUIRE(k < 100);
  }
  CHECK(failures > 0);
}
#endif
