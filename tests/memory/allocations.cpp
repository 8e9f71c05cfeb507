// Objects owned by unique_ptr, memory of a policy's system, temporary buffers, and the amount of
// memory.
#include <doctest/doctest.h>
#include <thrum/allocate_unique.h>
#include <thrum/device_make_unique.h>
#include <thrum/device_malloc_allocator.h>
#include <thrum/device_new_allocator.h>
#include <thrum/device_vector.h>
#include <thrum/execution_policy.h>
#include <thrum/host_vector.h>
#include <thrum/memory.h>
#include <thrum/memory_info.h>
#include <thrum/memory_resource.h>
#include <thrum/mr/allocator.h>
#include <thrum/mr/pool.h>
#include <thrum/unified_vector.h>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#if defined(__CUDACC__)
#include <thrum/cuda.cuh>
#include <thrum/fill.h>
#include <thrum/reduce.h>
#elif defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

using counter = thrum::counting_resource<thrum::host_space>;
template <class T>
using counted_allocator = thrum::mr::allocator<T, counter>;

namespace {

struct point {
  int x;
  double y;
};

/// The constructor throws for the third object.
struct third_throws {
  inline static int made = 0;
  inline static int alive = 0;
  third_throws() {
    if (++made == 3) throw std::runtime_error("the third");
    ++alive;
  }
  explicit third_throws(int) : third_throws() {}
  ~third_throws() { --alive; }
};

struct alignas(128) wide {
  char bytes[128];
};

}  // namespace

TEST_CASE("allocate_unique makes an object in memory of an allocator") {
  counter memory;
  {
    auto const p = thrum::allocate_unique<std::string>(counted_allocator<int>(&memory), std::size_t{40}, 'x');
    static_assert(std::is_same_v<decltype(p.get()), std::string*>);
    CHECK(*p == std::string(40, 'x'));
    CHECK(memory.bytes_in_use() == sizeof(std::string));
    auto moved = thrum::allocate_unique<std::unique_ptr<int>>(counted_allocator<int>(&memory), new int(3));
    CHECK(**moved == 3);
    moved.reset();
    CHECK(memory.blocks_in_use() == 1);
    auto const aligned = thrum::allocate_unique<wide>(counted_allocator<wide>(&memory));
    CHECK(reinterpret_cast<std::uintptr_t>(aligned.get()) % 128 == 0);
    auto const room = thrum::uninitialized_allocate_unique<std::string>(counted_allocator<int>(&memory));
    CHECK(room != nullptr);
    CHECK(memory.blocks_in_use() == 3);
    auto a = thrum::allocate_unique<int>(counted_allocator<int>(&memory), 1);
    auto b = thrum::allocate_unique<int>(counted_allocator<int>(&memory), 2);
    a = std::move(b);
    CHECK(*a == 2);
    CHECK(a.get_deleter().get_allocator().resource() == &memory);
    using std::swap;
    b = thrum::allocate_unique<int>(counted_allocator<int>(&memory), 5);
    swap(a, b);
    CHECK(*a == 5);
    std::unique_ptr<int const, thrum::allocator_delete<int const, counted_allocator<int>>> const constant(
        std::move(a));
    CHECK(*constant == 5);
  }
  CHECK(memory.blocks_in_use() == 0);
}

TEST_CASE("allocate_unique_n makes all objects or none") {
  counter memory;
  counted_allocator<int> const allocator(&memory);
  {
    auto const zeros = thrum::allocate_unique_n<int>(allocator, 3);
    CHECK((zeros[0] == 0 && zeros[2] == 0));
    auto const texts =
        thrum::allocate_unique_n<std::string>(allocator, 5U, "something long enough to be allocated");
    CHECK(texts[4] == texts[0]);
    auto const empty = thrum::allocate_unique_n<int>(allocator, 0);
    auto const room = thrum::uninitialized_allocate_unique_n<std::string>(allocator, 4);
    CHECK(memory.bytes_in_use() == 3 * sizeof(int) + 9 * sizeof(std::string));
  }
  CHECK(memory.blocks_in_use() == 0);
  third_throws::made = third_throws::alive = 0;
  CHECK_THROWS_AS(thrum::allocate_unique_n<third_throws>(allocator, 5), std::runtime_error);
  CHECK(third_throws::alive == 0);
  third_throws::made = 0;
  CHECK_THROWS_AS(thrum::allocate_unique_n<third_throws>(allocator, 5, 7), std::runtime_error);
  CHECK(third_throws::alive == 0);
  third_throws::made = 2;
  CHECK_THROWS_AS(thrum::allocate_unique<third_throws>(allocator), std::runtime_error);
  CHECK(memory.blocks_in_use() == 0);
}

TEST_CASE("unique objects live in device memory too") {
  auto const p = thrum::device_make_unique<int>(42);
  static_assert(std::is_same_v<decltype(p.get()), thrum::device_ptr<int>>);
  CHECK(*p.get() == 42);
  thrum::counting_resource<thrum::device_space<>> memory;
  using allocator = thrum::mr::allocator<int, thrum::counting_resource<thrum::device_space<>>>;
  {
    auto const q = thrum::allocate_unique<point>(allocator(&memory), point{3, 4.5});
    CHECK(point(*q.get()).y == 4.5);
    auto const zeros = thrum::allocate_unique_n<int>(allocator(&memory), 100);
    CHECK(zeros.get()[99] == 0);
    auto const many = thrum::allocate_unique_n<short>(allocator(&memory), 1000, 7);
    CHECK(many.get()[999] == 7);
    auto const empty = thrum::allocate_unique_n<short>(allocator(&memory), 0, 7);
  }
  CHECK(memory.blocks_in_use() == 0);
  auto const unified = thrum::allocate_unique<std::string>(thrum::unified_allocator<int>(), "plain");
  CHECK(*unified == "plain");
}

/// A resource that derives from one of the library's, as in programs over Thrust.
template <class T>
struct derived_allocator : thrum::device_malloc_allocator<T> {
  using base = thrum::device_malloc_allocator<T>;
  using pointer = typename base::pointer;
  using size_type = typename base::size_type;
  template <class U>
  struct rebind {
    using other = derived_allocator<U>;
  };
  static_assert(std::is_same_v<typename base::reference, std::iter_reference_t<pointer>>);
  static_assert(
      std::is_same_v<typename base::const_reference, std::iter_reference_t<typename base::const_pointer>>);
};

TEST_CASE("Thrust's older allocators of device memory") {
  thrum::device_vector<int, thrum::device_malloc_allocator<int>> const v(3, 5);
  CHECK(v.to_host() == std::vector<int>(3, 5));
  thrum::device_new_allocator<int> allocator;
  auto const p = allocator.allocate(1000);
  CHECK(p[0] == 0);
  CHECK(p[999] == 0);
  allocator.deallocate(p, 1000);
  CHECK(thrum::device_new_allocator<char>(allocator) == allocator);
  thrum::device_vector<int, thrum::device_new_allocator<int>> const w(3, 5);
  CHECK(w == v);
  thrum::device_vector<int, derived_allocator<int>> const derived(3, 5);
  CHECK(derived == v);
  using rebound = thrum::device_new_allocator<int>::rebind<char>::other;
  static_assert(std::is_same_v<rebound, thrum::device_new_allocator<char>>);
  static_assert(rebound::max_size() == PTRDIFF_MAX && std::is_same_v<rebound::size_type, std::size_t>);
}

template <class Policy>
static void check_memory_of(Policy exec) {
  auto const raw = thrum::malloc(exec, 1000);
  CHECK(reinterpret_cast<std::uintptr_t>(raw.get()) % 256 == 0);
  thrum::free(exec, raw);
  auto const p = thrum::malloc<double>(exec, 100);
  p[99] = 2.5;
  CHECK(p[99] == 2.5);
  thrum::free(exec, thrum::raw_pointer_cast(p));
  thrum::free(exec, thrum::pointer<double, thrum::memory_space_t<decltype(p)>>());
  CHECK_THROWS_AS(thrum::malloc<int>(exec, SIZE_MAX / 4), std::bad_alloc);

  auto const [first, n] = thrum::get_temporary_buffer<wide>(exec, 10);
  CHECK(n == 10);
  CHECK(reinterpret_cast<std::uintptr_t>(first.get()) % alignof(wide) == 0);
  thrum::return_temporary_buffer(exec, first, n);
  for (std::ptrdiff_t none : {std::ptrdiff_t{-1}, std::ptrdiff_t{0}, PTRDIFF_MAX}) {
    auto const nothing = thrum::get_temporary_buffer<wide>(exec, none);
    CHECK(nothing.first == nullptr);
    CHECK(nothing.second == 0);
    thrum::return_temporary_buffer(exec, nothing.first, nothing.second);
  }
  auto const memory = thrum::memory_info(exec);
  CHECK(memory.total > 0);
  CHECK(memory.free > 0);
  CHECK(memory.free <= memory.total);
}

TEST_CASE("memory of a policy's system") {
  check_memory_of(thrum::seq);
  check_memory_of(thrum::host);
  check_memory_of(thrum::host_system_tag());
  check_memory_of(thrum::device_system_tag());
  check_memory_of(thrum::unified_space<>());
  thrum::device_ptr<int> const device = thrum::malloc<int>(thrum::device_system_tag(), 10);
  thrum::free(thrum::device_system_tag(), device);
  auto const [free, total] = thrum::memory_info();
  CHECK(free <= total);
  CHECK(total > 0);
#if defined(__CUDACC__)
  check_memory_of(thrum::cuda::par);
  auto const [first, n] = thrum::get_temporary_buffer<int>(thrum::cuda::par, 1000);
  static_assert(std::is_same_v<std::remove_const_t<decltype(first)>, thrum::device_ptr<int>>);
  thrum::fill(thrum::cuda::par, first, first + n, 3);
  CHECK(thrum::reduce(thrum::cuda::par, first, first + n) == 3000);
  thrum::return_temporary_buffer(thrum::cuda::par, first, n);
  thrum::mr::unsynchronized_pool_resource<thrum::device_memory_resource> pool;
  thrum::device_vector<int> const v(1'000'000, 3);
  for (auto const& exec : {thrum::cuda::par.with(pool), thrum::cuda::par(&pool)}) {
    CHECK(thrum::reduce(exec, v.begin(), v.end()) == 3'000'000);
    CHECK(pool.used_bytes() == 0);
    CHECK(pool.total_bytes() != 0);
  }
#elif defined(THRUM_WITH_TBB)
  check_memory_of(thrum::tbb::par);
  auto const p = thrum::malloc<int>(thrum::tbb::par, 3);
  static_assert(std::is_same_v<std::remove_const_t<decltype(p)>, thrum::pointer<int, thrum::host_space>>);
  thrum::free(thrum::seq, p);
#endif
}

TEST_CASE("a temporary buffer comes from the policy's resource") {
  counter memory;
  thrum::mr::unsynchronized_pool_resource<counter> pool(&memory);
  auto const exec = thrum::seq.with(pool);
  auto const first = thrum::get_temporary_buffer<int>(exec, 100);
  CHECK(pool.used_bytes() == 512);
  thrum::return_temporary_buffer(exec, first.first, first.second);
  CHECK(pool.used_bytes() == 0);
  auto const again = thrum::get_temporary_buffer<int>(thrum::seq(&pool), 100);
  CHECK(again.first == first.first);
  CHECK(memory.allocations() == 1);
  thrum::return_temporary_buffer(exec, again.first, again.second);
  thrum::fail_on_kth_allocation<thrum::host_space> failing(1);
  CHECK(thrum::get_temporary_buffer<int>(thrum::seq.with(failing), 100).second == 0);
}
