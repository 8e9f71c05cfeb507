// The parts of cuda::launch and cuda::graph that run on the host: the arithmetic of grids, and the
// memory of recorded calls.
#include <doctest/doctest.h>

#include <thrum/detail/backends/cuda/launch/grid.h>
#include <thrum/detail/memory/recorded_blocks.h>
#include <thrum/memory_resource.h>
#include <cstddef>
#include <new>
#include <string>
#include <vector>

namespace {

using thrum::cuda::extents;
using thrum::cuda::grid;
using thrum::detail::grid_limits;
using thrum::detail::problem_of_grid;

struct source {
  thrum::memory_resource<thrum::host_space>* from;
  void* allocate(std::size_t bytes, std::size_t alignment) const { return from->allocate(bytes, alignment); }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    from->deallocate(p, bytes, alignment);
  }
  friend bool operator==(source const&, source const&) = default;
};

}  // namespace

TEST_CASE("a grid that covers a range has a thread for each place, and no block too many") {
  for (std::ptrdiff_t const n : {0, 1, 31, 32, 33, 64, 1000}) {
    grid const g = grid::covering({n, 7, 64}, {32, 8, 1}, 5);
    CHECK(g.blocks.x * 32 >= n);
    CHECK((g.blocks.x - 1) * 32 < n + (n == 0 ? 1 : 0));
    CHECK(g.blocks == extents{(n + 31) / 32, 1, 64});
    CHECK(g.threads == extents{32, 8, 1});
    CHECK(g.shared_bytes == 5);
    CHECK(g.blocks.empty() == (n == 0));
  }
  CHECK(grid::covering({-4}, {32}).blocks.empty());
  CHECK(grid::covering({std::ptrdiff_t{1} << 40}, {1024}).blocks.x == std::ptrdiff_t{1} << 30);
}

TEST_CASE("what is wrong with a grid is said in words") {
  grid_limits const most{1024, 1000, grid_limits::no_limit};
  auto const problem = [&](grid const& g) { return problem_of_grid(g, most); };
  CHECK(problem({.blocks = {2147483647, 65535, 65535}, .threads = {16, 16, 4}, .shared_bytes = 1000}).empty());
  CHECK(problem({.blocks = {}, .threads = {0}}) ==
        "a block of 0 x 1 x 1 threads: its extents are from 1 to 1024 x 1024 x 64");
  CHECK(problem({.blocks = {}, .threads = {1, -1}}).find("1 x -1 x 1 threads") != std::string::npos);
  CHECK(problem(grid::covering({5}, {0})).find("0 x 1 x 1 threads") != std::string::npos);
  CHECK(problem({.blocks = {}, .threads = {1, 1, 65}}).find("1 x 1 x 65 threads") != std::string::npos);
  CHECK(problem({.blocks = {}, .threads = {1025}}).find("1025 x 1 x 1 threads") != std::string::npos);
  CHECK(problem({.blocks = {}, .threads = {1024, 1024, 64}}) ==
        "a block of 67108864 threads: this kernel can have 1024");
  CHECK(problem({.blocks = {std::ptrdiff_t{1} << 31}, .threads = {}}).find("2147483648 x 1 x 1 blocks") !=
        std::string::npos);
  CHECK(problem({.blocks = {1, 1, 65536}, .threads = {}}).find("1 x 1 x 65536 blocks") != std::string::npos);
  CHECK(problem({.blocks = {}, .threads = {}, .shared_bytes = 1001}) ==
        "1001 bytes of shared memory for a block: this kernel can have 1000");
  grid_limits const cooperative{1024, 0, 12};
  CHECK(problem_of_grid({.blocks = {3, 2, 2}, .threads = {64}}, cooperative).empty());
  CHECK(problem_of_grid({.blocks = {13}, .threads = {64}}, cooperative) ==
        "13 blocks of 64 threads in a cooperative launch: all have to run at once, and 12 do");
}

TEST_CASE("memory of recorded calls is used again by the next, and stays until all of it is given back") {
  thrum::counting_resource<thrum::host_space> first, second;
  {
    thrum::detail::recorded_blocks<source> blocks;
    CHECK(blocks.empty());
    void* const small = blocks.allocate({&first}, 100, 16);
    void* const large = blocks.allocate({&first}, 1000, 64);
    CHECK(first.allocations() == 2);
    CHECK(blocks.deallocate(large));
    CHECK(blocks.deallocate(small));
    CHECK_FALSE(blocks.deallocate(&first));
    CHECK(first.blocks_in_use() == 2);

    CHECK(blocks.allocate({&first}, 90, 16) == small);  // the smallest block of memory that is large enough
    CHECK(blocks.allocate({&first}, 90, 16) == large);  // the other block of memory is in use
    CHECK(blocks.deallocate(small));
    CHECK(blocks.deallocate(large));
    CHECK(blocks.allocate({&first}, 90, 32) == large);  // has the requested alignment
    void* const others = blocks.allocate({&second}, 100, 16);
    CHECK(others != small);
    CHECK(second.allocations() == 1);
    CHECK(first.allocations() == 2);

    thrum::fail_on_kth_allocation<thrum::host_space> failing(1, first);
    CHECK_THROWS_AS(blocks.allocate({&failing}, 10, 1), std::bad_alloc);
    CHECK_FALSE(blocks.deallocate(nullptr));
    CHECK(first.blocks_in_use() == 2);
    blocks.release();
    CHECK(blocks.empty());
    CHECK(first.blocks_in_use() == 0);
    static_cast<void>(blocks.allocate({&first}, 10, 1));
  }
  CHECK(first.blocks_in_use() == 0);
  CHECK(second.blocks_in_use() == 0);
}
