// Thrust's memory resources and the pools over them, for every memory space.
#include <doctest/doctest.h>
#include <thrum/device_vector.h>
#include <thrum/host_vector.h>
#include <thrum/memory_resource.h>
#include <thrum/mr/allocator.h>
#include <thrum/mr/disjoint_pool.h>
#include <thrum/mr/disjoint_sync_pool.h>
#include <thrum/mr/disjoint_tls_pool.h>
#include <thrum/mr/host_memory_resource.h>
#include <thrum/mr/new.h>
#include <thrum/mr/pool.h>
#include <thrum/mr/sync_pool.h>
#include <thrum/mr/tls_pool.h>
#include <thrum/mr/universal_memory_resource.h>
#include <thrum/per_device_resource.h>
#include <thrum/pool_resource.h>
#include <thrum/unified_vector.h>
#include <thrum/universal_allocator.h>
#include <thrum/universal_vector.h>
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory_resource>
#include <new>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace mr = thrum::mr;

namespace {

/// Allocates memory of the host up to a limit, and checks the arguments of deallocate.
class limited_resource final : public mr::memory_resource<> {
 public:
  explicit limited_resource(std::size_t limit) : limit_(limit) {}
  ~limited_resource() override { CHECK(blocks_.empty()); }

  std::size_t in_use() const { return in_use_; }
  std::size_t asked() const { return asked_; }

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    ++asked_;
    if (bytes > limit_ - in_use_) throw std::bad_alloc();
    in_use_ += bytes;
    void* const p = ::operator new(bytes, std::align_val_t{alignment});
    blocks_[p] = {bytes, alignment};
    return p;
  }
  void do_deallocate(void* p, std::size_t bytes, std::size_t alignment) override {
    bool const same = blocks_.at(p) == block{bytes, alignment};
    CHECK(same);
    blocks_.erase(p);
    in_use_ -= bytes;
    ::operator delete(p, std::align_val_t{alignment});
  }

 private:
  using block = std::pair<std::size_t, std::size_t>;
  std::size_t limit_;
  std::size_t in_use_ = 0;
  std::size_t asked_ = 0;
  std::map<void*, block> blocks_;
};

using host_pool = mr::unsynchronized_pool_resource<limited_resource>;

mr::pool_options small_options() {
  mr::pool_options options = host_pool::get_default_options();
  options.min_blocks_per_chunk = 4;
  options.min_bytes_per_chunk = 64;
  options.max_bytes_per_chunk = 4096;
  options.largest_block_size = 1024;
  return options;
}

template <class Pool>
void check_pool(Pool& pool) {
  struct block {
    typename Pool::pointer p;
    std::size_t bytes;
    std::size_t alignment;
  };
  std::vector<block> blocks;
  std::mt19937 random(7);
  auto const give_back = [&](std::size_t i) {
    pool.deallocate(blocks[i].p, blocks[i].bytes, blocks[i].alignment);
    blocks[i] = blocks.back();
    blocks.pop_back();
  };
  for (int step = 0; step < 3000; ++step) {
    if (blocks.size() > 40 || (!blocks.empty() && random() % 2 == 0)) {
      give_back(random() % blocks.size());
    } else {
      std::size_t const bytes = random() % (std::size_t{1} << (random() % 23));
      std::size_t const alignment = std::size_t{1} << (random() % 9);
      blocks.push_back({pool.allocate(bytes, alignment), bytes, alignment});
      CHECK(reinterpret_cast<std::uintptr_t>(thrum::raw_pointer_cast(blocks.back().p)) % alignment == 0);
    }
    if (step % 500 == 499) pool.free_all_blocks();
  }
  // No two blocks of memory overlap, and no block of memory in use was released with the free ones.
  auto const address = [](block const& b) { return static_cast<char*>(thrum::raw_pointer_cast(b.p)); };
  std::sort(blocks.begin(), blocks.end(), [&](auto& a, auto& b) { return address(a) < address(b); });
  for (std::size_t i = 1; i < blocks.size(); ++i) {
    CHECK(address(blocks[i - 1]) + blocks[i - 1].bytes <= address(blocks[i]));
  }
  std::size_t bytes = 0;
  for (block const& b : blocks) bytes += b.bytes;
  CHECK(pool.used_bytes() >= bytes);
  CHECK(pool.total_bytes() >= pool.used_bytes());
  while (!blocks.empty()) give_back(0);
  CHECK(pool.used_bytes() == 0);
  std::size_t const total = pool.total_bytes();
  CHECK(total != 0);
  CHECK(pool.free_all_blocks() == total);
  CHECK(pool.total_bytes() == 0);
  CHECK(pool.free_blocks() == 0);
  CHECK(pool.is_equal(pool));
}

using device_upstream = thrum::counting_resource<thrum::device_space<>>;
using unified_upstream = thrum::counting_resource<thrum::unified_space<>>;
using host_upstream = thrum::counting_resource<thrum::host_space>;

}  // namespace

TEST_CASE_TEMPLATE("a pool hands out what it has, and gives it back in the end", Upstream, host_upstream,
                   device_upstream, unified_upstream) {
  Upstream upstream;
  host_upstream bookkeeper;
  {
    mr::unsynchronized_pool_resource<Upstream> pool(&upstream);
    check_pool(pool);
    CHECK(upstream.bytes_in_use() == 0);
    CHECK(upstream.allocations() < 1000);
    mr::disjoint_synchronized_pool_resource<Upstream, host_upstream> disjoint(&upstream, &bookkeeper);
    check_pool(disjoint);
    CHECK(upstream.bytes_in_use() == 0);
    CHECK(bookkeeper.blocks_in_use() != 0);
    static_cast<void>(disjoint.allocate(100));
    static_cast<void>(disjoint.allocate(std::size_t{5} << 20));
    static_cast<void>(pool.allocate(100));
    CHECK(upstream.bytes_in_use() == disjoint.total_bytes() + pool.total_bytes());
    disjoint.release();
    CHECK(disjoint.total_bytes() == 0);
    CHECK(disjoint.used_bytes() == 0);
    static_cast<void>(disjoint.allocate(100));
  }
  CHECK(upstream.blocks_in_use() == 0);
  CHECK(bookkeeper.blocks_in_use() == 0);
}

TEST_CASE("a pool serves the second request from what the first gave back") {
  limited_resource upstream(1 << 20);
  host_pool pool(&upstream, small_options());
  void* const small = pool.allocate(100);
  CHECK(pool.used_bytes() == 128);
  CHECK(pool.total_bytes() == 4 * 128);
  CHECK(pool.free_blocks() == 3);
  pool.deallocate(small, 100);
  CHECK(pool.allocate(128, 64) == small);
  pool.deallocate(small, 128, 64);
  void* const large = pool.allocate(5000);
  CHECK(pool.used_bytes() == 5000);
  pool.deallocate(large, 5000);
  CHECK(pool.used_bytes() == 0);
  CHECK(pool.free_blocks() == 5);
  CHECK(pool.allocate(2000) == large);
  CHECK(pool.used_bytes() == 5000);
  pool.deallocate(large, 2000);
  CHECK(upstream.asked() == 2);
  // The request would waste less than a sixteenth of the block of memory, but needs more alignment
  // than the block has.
  CHECK(pool.allocate(5000, 512) != large);
  CHECK(upstream.asked() == 3);
  pool.release();
  CHECK(upstream.in_use() == 0);

  mr::pool_options options = small_options();
  options.cache_oversized = false;
  mr::synchronized_pool_resource<limited_resource> other(&upstream, options);
  other.deallocate(other.allocate(5000), 5000);
  CHECK(other.total_bytes() == 0);
  CHECK(upstream.in_use() == 0);
}

TEST_CASE("a pool gives back whole chunks and keeps those in use") {
  limited_resource upstream(1 << 20);
  host_pool pool(&upstream, small_options());
  std::vector<void*> blocks(100);
  for (void*& p : blocks) p = pool.allocate(256);
  std::size_t const total = pool.total_bytes();
  CHECK(upstream.asked() < 20);
  for (std::size_t i = 0; i < 100; ++i) {
    if (i != 50) pool.deallocate(blocks[i], 256);
  }
  std::size_t const freed = pool.free_all_blocks();
  CHECK(freed > 0);
  CHECK(pool.total_bytes() == total - freed);
  CHECK(pool.total_bytes() <= 4096);
  CHECK(upstream.in_use() == pool.total_bytes());
  CHECK(pool.free_blocks() == pool.total_bytes() / 256 - 1);
  CHECK(pool.free_all_blocks() == 0);
  pool.deallocate(blocks[50], 256);
  CHECK(pool.free_all_blocks() == total - freed);
}

TEST_CASE("where upstream has no more a pool gives back what it can spare, then throws and works on") {
  limited_resource upstream(8192);
  {
    host_pool pool(&upstream, small_options());
    void* const kept = pool.allocate(16);
    pool.deallocate(pool.allocate(4000), 4000);
    pool.deallocate(pool.allocate(512), 512);
    std::size_t const before = pool.total_bytes();
    CHECK(before > 4000);
    void* const large = pool.allocate(6000);  // replaces the cached blocks of memory
    CHECK(pool.total_bytes() < before + 6000);
    std::size_t const total = pool.total_bytes();
    CHECK_THROWS_AS(static_cast<void>(pool.allocate(5000)), std::bad_alloc);
    CHECK_THROWS_AS(static_cast<void>(pool.allocate(SIZE_MAX)), std::bad_alloc);
    CHECK(pool.total_bytes() == total);
    CHECK(pool.used_bytes() == 6000 + 16);
    void* const one = pool.allocate(1024);  // there is no memory for a chunk of four
    CHECK(pool.total_bytes() == total + 1024);
    pool.deallocate(one, 1024);
    pool.deallocate(large, 6000);
    pool.deallocate(kept, 16);
    CHECK(pool.used_bytes() == 0);
  }
  CHECK(upstream.in_use() == 0);
}

TEST_CASE("a pool loses nothing whichever allocation fails, of memory or of records") {
  for (bool records : {false, true}) {
    bool failed = true;
    for (std::size_t k = 1; failed; ++k) {
      host_upstream memory;
      host_upstream bookkeeper;
      using failing = thrum::fail_on_kth_allocation<thrum::host_space>;
      failing upstream(records ? SIZE_MAX : k, memory);
      failing book(records ? k : SIZE_MAX, bookkeeper);
      try {
        mr::pool_options options = small_options();
        options.min_blocks_per_chunk = 1;
        options.min_bytes_per_chunk = 1;
        mr::disjoint_unsynchronized_pool_resource<failing, failing> pool(&upstream, &book, options);
        for (std::size_t bytes : {16U, 16U, 16U, 500U, 500U, 3000U, 8000U}) {
          std::size_t const used = pool.used_bytes();
          try {
            static_cast<void>(pool.allocate(bytes));
          } catch (std::bad_alloc const&) {
            CHECK(pool.used_bytes() == used);
            CHECK(memory.bytes_in_use() == pool.total_bytes());
            static_cast<void>(pool.allocate(bytes));
          }
        }
      } catch (std::bad_alloc const&) {
        CHECK(records);  // the pool itself could not be allocated
      }
      CHECK(memory.blocks_in_use() == 0);
      CHECK(bookkeeper.blocks_in_use() == 0);
      failed = upstream.failed() || book.failed();
      REQUIRE(k < 200);
    }
  }
}

TEST_CASE("pools refuse options that contradict each other") {
  limited_resource upstream(1 << 20);
  mr::pool_options options;
  CHECK(options.validate());
  CHECK(small_options().validate());
  options.smallest_block_size = 24;
  CHECK_FALSE(options.validate());
  CHECK_THROWS_AS(host_pool(&upstream, options), std::invalid_argument);
  options = {};
  options.alignment = 32;
  CHECK_FALSE(options.validate());
  options.smallest_block_size = 32;
  CHECK(options.validate());
  options.min_bytes_per_chunk = options.max_bytes_per_chunk + 1;
  CHECK_FALSE(options.validate());
}

template <class Vector>
static void check_vector(typename Vector::allocator_type const& allocator) {
  Vector a(allocator);
  a.push_back(1);
  CHECK(a.back() == 1);
  Vector b(allocator);
  b = a;
  b.push_back(2);
  a.swap(b);
  CHECK(a.to_host() == std::vector<int>{1, 2});
  b.clear();
  b.resize(2);
  CHECK(b.to_host() == std::vector<int>{0, 0});
  a = std::move(b);
  CHECK(a.size() == 2);
}

namespace {

/// A pointer class over the host's memory, in Thrust's shape.
template <class T>
class own_pointer
    : public thrum::pointer<T, thrum::host_system_tag, std::add_lvalue_reference_t<T>, own_pointer<T>> {
  using base = thrum::pointer<T, thrum::host_system_tag, std::add_lvalue_reference_t<T>, own_pointer<T>>;

 public:
  own_pointer() = default;
  using base::base;
};
static_assert(std::random_access_iterator<own_pointer<int>>);
static_assert(std::is_same_v<std::iterator_traits<own_pointer<int>>::reference, int&>);
static_assert(std::is_same_v<std::pointer_traits<own_pointer<void>>::rebind<int>, own_pointer<int>>);
static_assert(std::is_convertible_v<own_pointer<int>, own_pointer<int const>>);
static_assert(std::is_convertible_v<own_pointer<int>, own_pointer<void>>);
static_assert(!std::is_convertible_v<own_pointer<void>, own_pointer<int>>);
static_assert(!std::is_convertible_v<int*, own_pointer<int>>);

/// A resource with such pointers.
class own_resource final : public mr::memory_resource<own_pointer<void>> {
 public:
  own_pointer<void> do_allocate(std::size_t bytes, std::size_t alignment) override {
    ++blocks;
    return own_pointer<void>(::operator new(bytes, std::align_val_t(alignment)));
  }
  void do_deallocate(own_pointer<void> p, std::size_t, std::size_t alignment) override {
    --blocks;
    ::operator delete(p.get(), std::align_val_t(alignment));
  }
  int blocks = 0;
};

/// In a build without CUDA elements of device memory and of the host's are reached through the
/// user's pointer class.
template <class T>
struct far_pointer : thrum::pointer<T, thrum::device_system_tag, thrum::use_default, far_pointer<T>> {
  using base = thrum::pointer<T, thrum::device_system_tag, thrum::use_default, far_pointer<T>>;
  using base::base;
};

}  // namespace

TEST_CASE("a resource may have pointers of a class of the user's") {
  own_resource memory;
  {
    using allocator = mr::allocator<int, own_resource>;
    static_assert(std::is_same_v<allocator::pointer, own_pointer<int>>);
    check_vector<thrum::host_vector<int, allocator>>(&memory);
    std::vector<int, allocator> v({3, 1, 2}, &memory);
    v.push_back(4);
    CHECK(memory.blocks == 1);
    mr::unsynchronized_pool_resource<own_resource> pool(&memory);
    check_vector<thrum::host_vector<int, mr::allocator<int, decltype(pool)>>>(&pool);
  }
  CHECK(memory.blocks == 0);

  int values[] = {3, 1, 2};
  own_pointer<int> const first(values), end = first + 3;
  CHECK(end - first == 3);
  CHECK(first[2] == 2);
  CHECK(first < end);
  CHECK(first != nullptr);
  CHECK(own_pointer<int>() == nullptr);
  own_pointer<void> const anything = first;
  CHECK(own_pointer<int>(anything) == first);
  CHECK(own_pointer<int>::pointer_to(values[1]) == first + 1);
  std::sort(first, end);
  CHECK(values[0] == 1);

  thrum::device_vector<int> d{5, 6};
  far_pointer<int> const far(thrum::raw_pointer_cast(d.data()));
  static_assert(std::is_same_v<thrum::memory_space_t<far_pointer<int>>, thrum::device_space<>>);
  CHECK(far[1] == 6);
  *far = 7;
  CHECK(d[0] == 7);
}

TEST_CASE("vectors take memory from resources and pools") {
  mr::new_delete_resource memory;
  check_vector<thrum::host_vector<int, mr::allocator<int, mr::new_delete_resource>>>(&memory);
  mr::polymorphic_adaptor_resource<void*> adaptor(&memory);
  check_vector<thrum::host_vector<int, mr::polymorphic_allocator<int, void*>>>(&adaptor);

  using device_resource = thrum::device_ptr_memory_resource<thrum::device_memory_resource>;
  mr::polymorphic_adaptor_resource<thrum::device_ptr<void>> device(mr::get_global_resource<device_resource>());
  using device_allocator = mr::polymorphic_allocator<int, thrum::device_ptr<void>>;
  check_vector<thrum::device_vector<int, device_allocator>>(&device);

  using pool = mr::unsynchronized_pool_resource<mr::new_delete_resource>;
  pool host(&memory);
  check_vector<thrum::host_vector<int, mr::allocator<int, pool>>>(&host);
  mr::disjoint_unsynchronized_pool_resource<mr::new_delete_resource, mr::new_delete_resource> disjoint(&memory,
                                                                                                       &memory);
  check_vector<thrum::host_vector<int, mr::allocator<int, decltype(disjoint)>>>(&disjoint);
  CHECK(disjoint.used_bytes() == 0);
  CHECK(disjoint.total_bytes() != 0);

  thrum::counting_resource<thrum::device_space<>> counter;
  mr::synchronized_pool_resource<decltype(counter)> of_device(&counter);
  using pooled = mr::allocator<int, decltype(of_device)>;
  static_assert(std::is_same_v<typename pooled::pointer, thrum::device_ptr<int>>);
  for (int i = 0; i < 10; ++i) {
    check_vector<thrum::device_vector<int, pooled>>(&of_device);
    CHECK(counter.allocations() == 1);
  }
  mr::unsynchronized_pool_resource<thrum::universal_memory_resource> unified;
  using unified_pooled = mr::allocator<int, decltype(unified)>;
  static_assert(std::is_same_v<thrum::unified_vector<int, unified_pooled>::memory_space, thrum::unified_space<>>);
  check_vector<thrum::unified_vector<int, unified_pooled>>(&unified);
  check_vector<thrum::unified_vector<int, thrum::universal_host_pinned_allocator<int>>>({});
  check_vector<thrum::universal_host_pinned_vector<int>>({});
  using stateless = mr::stateless_resource_allocator<int, thrum::host_memory_resource>;
  check_vector<thrum::host_vector<int, stateless>>({});
  std::vector<int, stateless> const standard(3, 7);
  CHECK(standard.back() == 7);

  thrum::pool_resource<thrum::device_space<>> own(counter);
  check_vector<thrum::device_vector<int, thrum::resource_allocator<int, thrum::device_space<>>>>(own);
  CHECK(own.used_bytes() == 0);
  CHECK(own.total_bytes() != 0);
  CHECK(own.free_all_blocks() != 0);
  CHECK(own.total_bytes() == 0);
}

TEST_CASE("a copy of a container has its allocator, and equal resources take back each other's memory") {
  mr::new_delete_resource a;
  mr::new_delete_resource b;
  CHECK(a == b);
  host_upstream counter;
  mr::unsynchronized_pool_resource<host_upstream> p(&counter);
  mr::unsynchronized_pool_resource<host_upstream> q(&counter);
  CHECK(p != q);
  mr::polymorphic_adaptor_resource<void*> to_a(&a);
  mr::polymorphic_adaptor_resource<void*> to_b(&b);
  mr::polymorphic_adaptor_resource<void*> to_p(&p);
  CHECK(to_a == to_b);
  CHECK(to_a != to_p);
  CHECK(thrum::host_memory_resource(&a) == thrum::host_memory_resource(&b));
  using vector = thrum::host_vector<int, mr::allocator<int, decltype(p)>>;
  vector of_p(10, 3, &p);
  vector of_q(20, 4, &q);
  vector const copy(of_p);
  CHECK(copy.get_allocator().resource() == &p);
  of_p = of_q;
  CHECK(of_p.get_allocator().resource() == &q);
  CHECK(p.used_bytes() == 64);  // the copy
  CHECK(of_p.to_host() == std::vector<int>(20, 4));
}

TEST_CASE("there is one resource for the program, for a device and for a thread") {
  using pool = mr::synchronized_pool_resource<thrum::device_memory_resource>;
  CHECK(mr::get_global_resource<pool>() == mr::get_global_resource<pool>());
  CHECK(thrum::get_per_device_resource<pool>(thrum::seq) == mr::get_global_resource<pool>());
  using allocator = thrum::per_device_allocator<int, pool, thrum::host_system_tag>;
  check_vector<thrum::device_vector<int, allocator>>({});
  CHECK(allocator().resource() == mr::get_global_resource<pool>());
  CHECK(allocator().resource()->free_all_blocks() != 0);  // the resource is never destroyed

  auto* const memory = mr::get_global_resource<mr::new_delete_resource>();
  auto& mine = mr::tls_pool(memory);
  CHECK(&mine == &mr::tls_pool<mr::new_delete_resource>());
  auto& disjoint = mr::tls_disjoint_pool(mr::get_global_resource<thrum::device_memory_resource>(), memory);
  CHECK(&disjoint == &mr::tls_disjoint_pool<thrum::device_memory_resource, mr::new_delete_resource>());
  auto const p = disjoint.allocate(100);
  CHECK(disjoint.used_bytes() == 128);
  disjoint.deallocate(p, 100);
  CHECK_THROWS_AS((mr::tls_pool<limited_resource>()), std::invalid_argument);
}

TEST_CASE("a resource of the standard's is one too") {
  std::pmr::monotonic_buffer_resource buffer;
  mr::unsynchronized_pool_resource<std::pmr::memory_resource> pool(&buffer);
  check_vector<thrum::host_vector<int, mr::allocator<int, decltype(pool)>>>(&pool);
  mr::fancy_pointer_resource<std::pmr::memory_resource, thrum::universal_ptr<void>> tagged(&buffer);
  check_vector<thrum::unified_vector<int, mr::allocator<int, decltype(tagged)>>>(&tagged);
}
