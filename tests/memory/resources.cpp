// Memory resources, and the allocators over them.
#include <thrum/detail/base/scratch.h>
#include <doctest/doctest.h>
#include <thrum/device_allocator.h>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/memory_resource.h>
#include <thrum/unified_vector.h>
#include <cstdint>
#include <limits>
#include <list>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

template <class Space>
static void check_resource(thrum::memory_resource<Space>& resource) {
  for (std::size_t bytes : {1U, 100U, 1'000'000U}) {
    for (std::size_t alignment = 1; alignment <= 256; alignment *= 2) {
      void* const p = resource.allocate(bytes, alignment);
      CHECK(reinterpret_cast<std::uintptr_t>(p) % alignment == 0);
      resource.deallocate(p, bytes, alignment);
    }
  }
  void* const p = resource.allocate(8);
  resource.deallocate(p, 8);
  CHECK(resource.is_equal(resource));
}

TEST_CASE("each space has a resource") {
  check_resource(thrum::default_resource<thrum::host_space>());
  check_resource(thrum::default_resource<thrum::device_space<>>());
  check_resource(thrum::default_resource<thrum::unified_space<>>());
  check_resource<thrum::host_space>(thrum::pinned_resource());
  CHECK(&thrum::default_resource<thrum::host_space>() == &thrum::default_resource<thrum::host_space>());
  thrum::memory_resource<thrum::host_space>& pinned = thrum::pinned_resource();
  thrum::memory_resource<thrum::host_space>& host = thrum::default_resource<thrum::host_space>();
  CHECK(pinned != host);
}

#if defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("a card that is full throws bad_alloc and works afterwards", Space, thrum::device_space<>,
                   thrum::unified_space<>) {
  auto& resource = thrum::default_resource<Space>();
  CHECK_THROWS_AS(resource.allocate(std::size_t{1} << 50), std::bad_alloc);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  resource.deallocate(resource.allocate(16), 16);
  using vector = thrum::detail::vector<int, thrum::resource_allocator<int, Space>>;
  CHECK_THROWS_AS(vector(std::size_t{1} << 50), std::bad_alloc);
  CHECK(vector(10, 3).to_host() == std::vector<int>(10, 3));
}

TEST_CASE("a failing call of the runtime says which, where and why") {
  CHECK_NOTHROW(thrum::detail::cuda_check(cudaSuccess, "nothing"));
  try {
    thrum::detail::cuda_check(cudaErrorInvalidValue, "some_call");
    FAIL("no exception");
  } catch (thrum::cuda_error const& error) {
    CHECK(error.code() == std::error_code(cudaErrorInvalidValue, thrum::cuda_category()));
    std::string const text = error.what();
    CHECK(text.find("some_call") != text.npos);
    CHECK(text.find("resources.cpp:") != text.npos);
    CHECK(text.find(cudaGetErrorString(cudaErrorInvalidValue)) != text.npos);
  }
  CHECK_THROWS_AS(thrum::detail::cuda_check(cudaErrorMemoryAllocation, "some_call"), std::bad_alloc);
}

TEST_CASE("device memory can be had in the order of a stream") {
  auto& resource = thrum::default_resource<thrum::device_space<>>();
  cudaStream_t stream = nullptr;
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  void* const p = resource.allocate_async(1000, 256, stream);
  CHECK(reinterpret_cast<std::uintptr_t>(p) % 256 == 0);
  resource.deallocate_async(p, 1000, stream);
  CHECK_THROWS_AS(resource.allocate_async(1000, 512, stream), std::bad_alloc);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}
#endif

TEST_CASE_TEMPLATE("counting_resource knows what is in use", Space, thrum::host_space, thrum::device_space<>,
                   thrum::unified_space<>) {
  thrum::counting_resource<Space> counter;
  void* const a = counter.allocate(100, 16);
  void* const b = counter.allocate(28, 4);
  CHECK(counter.allocations() == 2);
  CHECK(counter.blocks_in_use() == 2);
  CHECK(counter.bytes_in_use() == 128);
  counter.deallocate(a, 100, 16);
  CHECK(counter.bytes_in_use() == 28);
  counter.deallocate(b, 28, 4);
  CHECK(counter.blocks_in_use() == 0);
  CHECK(counter.allocations() == 2);
  CHECK(counter == counter);
  CHECK(counter != thrum::counting_resource<Space>());
}

TEST_CASE("fail_on_kth_allocation fails once") {
  thrum::counting_resource<thrum::host_space> counter;
  thrum::fail_on_kth_allocation<thrum::host_space> resource(3, counter);
  void* const a = resource.allocate(1);
  void* const b = resource.allocate(1);
  CHECK_FALSE(resource.failed());
  CHECK_THROWS_AS(resource.allocate(1), std::bad_alloc);
  CHECK(resource.failed());
  void* const c = resource.allocate(1);
  CHECK(counter.blocks_in_use() == 3);
  for (void* p : {a, b, c}) resource.deallocate(p, 1);
  CHECK(counter.blocks_in_use() == 0);
}

template <class Allocator>
static void check_allocator(Allocator allocator) {
  using traits = std::allocator_traits<Allocator>;
  using other = typename traits::template rebind_alloc<double>;
  auto const p = traits::allocate(allocator, 1000);
  CHECK(reinterpret_cast<std::uintptr_t>(thrum::raw_pointer_cast(p)) % alignof(typename traits::value_type) == 0);
  traits::deallocate(allocator, p, 1000);
  CHECK(Allocator(other(allocator)) == allocator);
  CHECK_THROWS_AS(static_cast<void>(traits::allocate(allocator, std::numeric_limits<std::size_t>::max())),
                  std::bad_alloc);
}

struct alignas(64) wide {
  char bytes[64];
};

TEST_CASE_TEMPLATE("allocators allocate", T, char, int, wide) {
  check_allocator(thrum::device_allocator<T>());
  check_allocator(thrum::unified_allocator<T>());
  check_allocator(thrum::pinned_allocator<T>());
  check_allocator(thrum::resource_allocator<T, thrum::host_space>());
  check_allocator(thrum::resource_allocator<T, thrum::device_space<>>());
  static_assert(std::is_same_v<thrum::universal_allocator<T>, thrum::unified_allocator<T>>);
  static_assert(std::is_same_v<typename thrum::device_allocator<T>::pointer, thrum::device_ptr<T>>);
}

TEST_CASE("standard containers take the allocators of memory that the host reaches") {
  std::vector<int, thrum::unified_allocator<int>> v{1, 2, 3};
  v.push_back(4);
  CHECK(v.back() == 4);
  std::list<int, thrum::pinned_allocator<int>> const list{1, 2};
  CHECK(list.size() == 2);
}

TEST_CASE("vectors take memory from a resource") {
  thrum::counting_resource<thrum::device_space<>> counter;
  {
    using allocator = thrum::resource_allocator<int, thrum::device_space<>>;
    thrum::device_vector<int, allocator> v(1000, 3, counter);
    CHECK(counter.bytes_in_use() == 4000);
    CHECK(v.get_allocator().resource() == &counter);
    thrum::device_vector<int> const copy = v;
    CHECK(copy == v);
    v.clear();
    v.shrink_to_fit();
    CHECK(counter.blocks_in_use() == 0);
  }
  CHECK(counter.allocations() == 1);
}

TEST_CASE("scratch memory of policies can come from a resource or an allocator") {
  thrum::counting_resource<thrum::host_space> counter;
  auto const source = thrum::detail::scratch_from(counter);
  void* p = thrum::detail::allocate_host_scratch(source, 100, 16);
  CHECK(counter.bytes_in_use() == 100);
  thrum::detail::deallocate_host_scratch(source, p, 100, 16);
  CHECK(counter.blocks_in_use() == 0);

  thrum::resource_allocator<char, thrum::host_space> allocator(counter);
  auto const other = thrum::detail::scratch_from(allocator);
  p = thrum::detail::allocate_host_scratch(other, 100, 16);
  CHECK(counter.bytes_in_use() == 100);
  thrum::detail::deallocate_host_scratch(other, p, 100, 16);
  CHECK(counter.blocks_in_use() == 0);
}
