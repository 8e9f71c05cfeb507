// The members of the policies: threads, arena, grain, scratch memory.
#include <thrum/copy.h>
#include <thrum/device_allocator.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <algorithm>
#include <memory>
#include <memory_resource>
#include <set>
#include <stdexcept>
#include <thread>
#include "data.h"
#include "policies.h"
#if defined(THRUM_WITH_TBB)
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace {

/// A stateful allocator of char, passed by reference, as is usual with Thrust.
struct counting_allocator {
  using value_type = char;
  std::size_t allocations = 0;
  std::size_t bytes_in_use = 0;
  char* allocate(std::size_t n) {
    ++allocations;
    bytes_in_use += n;
    return std::allocator<char>().allocate(n);
  }
  void deallocate(char* p, std::size_t n) {
    bytes_in_use -= n;
    std::allocator<char>().deallocate(p, n);
  }
};

/// An allocator of elements larger than a byte, whose copies share a count.
template <class T>
struct sharing_allocator {
  using value_type = T;
  std::size_t* allocations;
  explicit sharing_allocator(std::size_t* count) : allocations(count) {}
  template <class U>
  sharing_allocator(sharing_allocator<U> const& other) : allocations(other.allocations) {}
  T* allocate(std::size_t n) {
    ++*allocations;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
};

/// An allocator with state whose members are const.
struct const_allocator {
  using value_type = char;
  std::size_t* allocations;
  char* allocate(std::size_t n) const {
    ++*allocations;
    return std::allocator<char>().allocate(n);
  }
  void deallocate(char* p, std::size_t n) const { std::allocator<char>().deallocate(p, n); }
};

/// An allocator without state. All its objects are equivalent, and the counts are elsewhere.
struct plain_allocator {
  using value_type = char;
  static inline std::size_t allocations = 0;
  char* allocate(std::size_t n) {
    ++allocations;
    return std::allocator<char>().allocate(n);
  }
  void deallocate(char* p, std::size_t n) { std::allocator<char>().deallocate(p, n); }
};

/// Calls that need scratch memory.
template <class Policy>
void use_scratch(Policy const& policy) {
  auto v = random_values<int>(100'000);
  auto expected = v;
  std::sort(expected.begin(), expected.end());
  thrum::sort(policy, v.begin(), v.end());
  CHECK(v == expected);
  thrum::partition(policy, v.begin(), v.end(), [](int x) { return x % 2 == 0; });
  std::stable_partition(expected.begin(), expected.end(), [](int x) { return x % 2 == 0; });
  CHECK(v == expected);
}

template <class Policy>
void check_scratch(Policy const& policy) {
  thrum::counting_resource<thrum::host_space> resource;
  use_scratch(policy.with(resource));
  CHECK(resource.allocations() >= 2);
  CHECK(resource.blocks_in_use() == 0);
  CHECK(resource.bytes_in_use() == 0);

  std::pmr::monotonic_buffer_resource standard;
  use_scratch(policy.with(standard));

  counting_allocator allocator;
  use_scratch(policy(allocator));
  CHECK(allocator.allocations >= 2);
  CHECK(allocator.bytes_in_use == 0);
  std::size_t allocations = 0;
  sharing_allocator<double> doubles(&allocations);
  use_scratch(policy.with(doubles));
  CHECK(allocations >= 2);

  // Passes a pointer to the resource, as to Thrust.
  thrum::counting_resource<thrum::host_space> pointed_to;
  thrum::memory_resource<thrum::host_space>* const pointer = &pointed_to;
  use_scratch(policy(pointer));
  use_scratch(policy.with(&pointed_to));
  CHECK(pointed_to.allocations() >= 4);
  use_scratch(policy(std::pmr::new_delete_resource()));

  // An allocator without state may be temporary, or const.
  use_scratch(policy(std::allocator<char>{}));
  use_scratch(policy(std::allocator<double>{}));
  use_scratch(policy(thrum::pinned_allocator<int>{}));
  plain_allocator const unchangeable;
  plain_allocator::allocations = 0;
  use_scratch(policy(plain_allocator{}));
  CHECK(plain_allocator::allocations >= 2);
  plain_allocator::allocations = 0;
  use_scratch(policy.with(unchangeable));
  CHECK(plain_allocator::allocations >= 2);
  // An allocator with state may be const if its allocate() is.
  allocations = 0;
  const_allocator const shared{&allocations};
  use_scratch(policy(shared));
  CHECK(allocations >= 2);

  // The policy that was copied has not changed.
  std::size_t const before = resource.allocations();
  use_scratch(policy);
  CHECK(resource.allocations() == before);
}

/// Returns the threads that n calls of a functor run on.
template <class Policy>
std::set<std::thread::id> threads_of(Policy const& policy, std::ptrdiff_t n) {
  std::vector<std::thread::id> ids(static_cast<std::size_t>(n));
  thrum::for_each(policy, ids.begin(), ids.end(), [](std::thread::id& id) { id = std::this_thread::get_id(); });
  return {ids.begin(), ids.end()};
}

}  // namespace

TEST_CASE("scratch memory of seq comes from where the user says") { check_scratch(thrum::seq); }

TEST_CASE("seq runs on the calling thread") {
  CHECK(threads_of(thrum::seq, 100'000) == std::set{std::this_thread::get_id()});
  CHECK(threads_of(thrum::host, 100'000) == std::set{std::this_thread::get_id()});
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("scratch memory of tbb::par comes from where the user says") {
  check_scratch(thrum::tbb::par);
  check_scratch(thrum::tbb::par.threads(2).grain(1000));
}

TEST_CASE("members can be chained, and each keeps what the others set") {
  thrum::counting_resource<thrum::host_space> resource;
  auto const policy = thrum::tbb::par.with(resource).threads(1).grain(100);
  use_scratch(policy);
  CHECK(resource.allocations() > 0);
  CHECK(threads_of(policy, 1'000'000) == std::set{std::this_thread::get_id()});
  auto const other = thrum::tbb::par.threads(1).with(resource);
  CHECK(threads_of(other, 1'000'000).size() == 1);
}

TEST_CASE("threads(n) bounds the number of threads") {
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 8);
  CHECK(threads_of(thrum::tbb::par.threads(1), 1'000'000) == std::set{std::this_thread::get_id()});
  for (int n = 2; n <= 4; ++n) {
    CHECK(threads_of(thrum::tbb::par.threads(n), 1'000'000).size() <= static_cast<std::size_t>(n));
  }
  CHECK_THROWS_AS(thrum::tbb::par.threads(0), std::invalid_argument);
  CHECK_THROWS_AS(thrum::tbb::par.threads(-3), std::invalid_argument);
  // A number above the limit means the limit.
  CHECK(!threads_of(thrum::tbb::par.threads(100'000), 1'000'000).empty());
}

TEST_CASE("threads(n) within threads(m)") {
  std::vector<int> sums(100'000);
  thrum::for_each_n(thrum::tbb::par.threads(3).grain(1000), thrum::counting_iterator<int>(0), 100'000, [&](int i) {
    if (i % 1000 != 0) return;
    std::vector<int> const ones(20'000, 1);
    for (int m = 1; m <= 3; ++m) {
      sums[static_cast<std::size_t>(i)] += thrum::reduce(thrum::tbb::par.threads(m), ones.begin(), ones.end());
    }
  });
  CHECK(thrum::reduce(thrum::seq, sums.begin(), sums.end()) == 100 * 3 * 20'000);
}

TEST_CASE("on(arena) runs in that arena") {
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 8);
  ::tbb::task_arena arena(3);
  auto const policy = thrum::tbb::par.on(arena);
  std::vector<int> v(2'000'000);
  thrum::for_each(policy, v.begin(), v.end(), [](int& x) { x = ::tbb::this_task_arena::max_concurrency(); });
  CHECK(v == std::vector<int>(2'000'000, 3));
  CHECK(threads_of(policy, 2'000'000).size() <= 3);
  // The last call of on and threads counts.
  CHECK(threads_of(policy.threads(1), 2'000'000).size() == 1);
  thrum::for_each(thrum::tbb::par.threads(1).on(arena), v.begin(), v.end(),
                  [](int& x) { x = ::tbb::this_task_arena::max_concurrency() * 10; });
  CHECK(v == std::vector<int>(2'000'000, 30));
}

TEST_CASE("grain(n) leaves ranges of up to n elements to the calling thread") {
  CHECK(threads_of(thrum::tbb::par.grain(2'000'000), 2'000'000) == std::set{std::this_thread::get_id()});
  CHECK_THROWS_AS(thrum::tbb::par.grain(0), std::invalid_argument);
  std::vector<int> v(10'000, 1);
  CHECK(thrum::reduce(thrum::tbb::par.grain(1), v.begin(), v.end()) == 10'000);
}
#endif
