// Memory under CUDA: the counters, the sources of scratch memory, allocations that fail, vectors
// that belong to a stream, and prefetches and advice for unified memory.
#include <doctest/doctest.h>

#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/cuda/counters.h>
#include <thrum/cuda/device.h>
#include <thrum/cuda/graph.cuh>
#include <thrum/cuda/memory_pool.h>
#include <thrum/cuda/stream.h>
#include <thrum/cuda/stream_vector.h>
#include <thrum/cuda/workspace.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/host_vector.h>
#include <thrum/memory_advice.h>
#include <thrum/memory_info.h>
#include <thrum/memory_resource.h>
#include <thrum/pair.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <thrum/unified_vector.h>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <limits>
#include <list>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace gpu = thrum::cuda;
using gpu::counters;
using gpu::par;
using gpu::par_nosync;
using device_memory = thrum::device_space<thrum::device_system::cuda>;

/// Keeps a stream busy for some ten milliseconds.
__global__ void spin(long long cycles) {
  long long const start = clock64();
  while (clock64() - start < cycles) {
  }
}
constexpr long long long_time = 50'000'000;

__global__ void set_all(int* p, int n, int value) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = value;
}

/// Returns how much the counters grow during calls(...).
template <class Calls>
counters spent_by(Calls calls) {
  auto const before = counters::now();
  calls();
  return counters::now() - before;
}

bool silent(counters const& spent) {
  return spent.allocations == 0 && spent.frees == 0 && spent.synchronisations == 0;
}

std::vector<int> descending(int n) {
  std::vector<int> v;
  for (int i = n; i > 0; --i) v.push_back(i);
  return v;
}

/// Calls with scratch memory and without a result for the host: v becomes 1, 3, 6, 10, ...
template <class Policy, class V>
void work(Policy const& exec, V& v) {
  thrum::sort(exec, v.begin(), v.end());
  thrum::inclusive_scan(exec, v.begin(), v.end(), v.begin());
}
constexpr int work_size = 10000;
std::vector<int> work_result() {
  std::vector<int> v;
  for (int i = 1, sum = 0; i <= work_size; ++i) v.push_back(sum += i);
  return v;
}

/// A resource over a stream's pool, in the shape of RMM's and of others.
struct async_resource {
  int blocks = 0;
  int asked = 0;
  void* allocate_async(std::size_t bytes, std::size_t alignment, cudaStream_t s) {
    ++blocks, ++asked;
    return thrum::default_resource<device_memory>().allocate_async(bytes, alignment, s);
  }
  void deallocate_async(void* p, std::size_t bytes, std::size_t, cudaStream_t s) {
    --blocks;
    thrum::default_resource<device_memory>().deallocate_async(p, bytes, s);
  }
};
struct unaligned_resource : private async_resource {
  using async_resource::asked;
  using async_resource::blocks;
  void* allocate_async(std::size_t bytes, cudaStream_t s) { return async_resource::allocate_async(bytes, 256, s); }
  void deallocate_async(void* p, std::size_t bytes, cudaStream_t s) {
    async_resource::deallocate_async(p, bytes, 256, s);
  }
};
struct stream_first_resource : private async_resource {
  using async_resource::asked;
  using async_resource::blocks;
  void* allocate(cudaStream_t s, std::size_t bytes, std::size_t alignment) {
    return allocate_async(bytes, alignment, s);
  }
  void deallocate(cudaStream_t s, void* p, std::size_t bytes, std::size_t alignment) {
    deallocate_async(p, bytes, alignment, s);
  }
};

/// Runs calls with the resource in a busy stream: no call waits or calls the driver.
template <class Resource>
void check_silent(Resource& resource, gpu::stream const& s) {
  thrum::device_vector<int> v(descending(work_size));
  // Runs once before the counting: the runtime may wait when it loads a kernel, and pools grow.
  work(par.on(s).with(resource), v);
  v = descending(work_size);
  spin<<<1, 1, 0, s>>>(long_time);
  auto const spent = spent_by([&] { work(par_nosync.on(s).with(resource), v); });
  CHECK(silent(spent));
  CHECK_FALSE(s.idle());
  s.synchronize();
  CHECK(v.to_host() == work_result());
}

template <class Call>
std::string text_of_bad_alloc(Call call) {
  try {
    call();
  } catch (std::bad_alloc const& e) {
    return e.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("the counters count what the library calls") {
  auto const vector = spent_by([] { thrum::device_vector<int> const v(1000, 3); });
  CHECK(vector.allocations == 0);
  CHECK(vector.frees == 0);
  CHECK(vector.pool_allocations == 1);
  CHECK(vector.pool_frees == 1);
  CHECK(vector.synchronisations == vector.default_stream_synchronisations);
  CHECK(vector.synchronisations > 0);
  CHECK(vector.copies > 0);
  auto const zeros = spent_by([] { thrum::device_vector<int> const v(1000); });
  CHECK(zeros.fills == 1);
  CHECK(zeros.copies == 0);
  auto const unified = spent_by([] { thrum::unified_vector<int> const v(1000); });
  CHECK(unified.managed_allocations == 1);
  CHECK(unified.managed_frees == 1);
  CHECK(unified.allocations == 1);
  auto const pinned = spent_by([] { thrum::host_vector<int, thrum::pinned_allocator<int>> const v(1000); });
  CHECK(pinned.pinned_allocations == 1);
  CHECK(pinned.frees == 1);
  CHECK(spent_by([] {}) == counters());
  gpu::stream const s;
  CHECK(spent_by([&] { s.synchronize(); }).stream_synchronisations == 1);
}

TEST_CASE("calls without a result wait for nothing and ask the driver for nothing; those with one wait once") {
  gpu::stream const s;
  thrum::device_vector<int> v(descending(work_size));
  auto const reserved = [] { return gpu::memory_pool::of_current_device().read_statistics().reserved; };
  work(par.on(s), v);
  CHECK(thrum::reduce(par.on(s), v.begin(), v.end(), 0LL) != 0);
  v = descending(work_size);
  auto const before = reserved();
  auto const spent = spent_by([&] { work(par_nosync.on(s), v); });
  CHECK(silent(spent));
  CHECK(spent.pool_allocations > 0);
  CHECK(spent.pool_allocations == spent.pool_frees);
  s.synchronize();
  CHECK(v.to_host() == work_result());
  auto const result = spent_by([&] { CHECK(thrum::reduce(par_nosync.on(s), v.begin(), v.end(), 0LL) > 0); });
  CHECK(result.allocations == 0);
  CHECK(result.synchronisations == 1);
  CHECK(result.stream_synchronisations == 1);
  auto const finished =
      spent_by([&] { thrum::transform(par.on(s), v.begin(), v.end(), v.begin(), thrum::negate<>{}); });
  CHECK(finished.synchronisations == 1);
  CHECK(reserved() == before);
}

TEST_CASE("a resource that knows streams costs no wait") {
  gpu::stream const s;
  gpu::workspace workspace(std::size_t{1} << 20, s);
  check_silent(workspace, s);
  CHECK(workspace.used() == 0);
  CHECK(workspace.high_water() > 0);
  gpu::workspace growing(0, s, gpu::workspace::growth::allowed);
  check_silent(growing, s);
  CHECK(growing.high_water() == workspace.high_water());
  gpu::memory_pool pool;
  check_silent(pool, s);
  CHECK(pool.read_statistics().used == 0);
  CHECK(pool.read_statistics().used_high > 0);
  check_silent(thrum::default_resource<device_memory>(), s);
  async_resource async;
  unaligned_resource unaligned;
  stream_first_resource stream_first;
  check_silent(async, s);
  check_silent(unaligned, s);
  check_silent(stream_first, s);
  CHECK(async.blocks + unaligned.blocks + stream_first.blocks == 0);
  CHECK(async.asked == unaligned.asked);
  CHECK(async.asked == stream_first.asked);

  // Any other resource has each block of memory deallocated after a wait for the stream.
  thrum::counting_resource<device_memory> counting;
  thrum::device_vector<int> v(descending(work_size));
  auto const spent = spent_by([&] { work(par_nosync.on(s).with(counting), v); });
  CHECK(spent.stream_synchronisations == counting.allocations());
  s.synchronize();
  CHECK(v.to_host() == work_result());
}

TEST_CASE("a workspace says how large it should be, and is of one stream") {
  gpu::stream s;
  thrum::device_vector<int> v(descending(work_size));
  gpu::workspace small(1000, s);
  std::string const text = text_of_bad_alloc([&] { work(par.on(s).with(small), v); });
  CHECK(text.find("workspace of 1000 bytes is too small") != std::string::npos);
  CHECK(small.used() == 0);
  v = descending(work_size);
  gpu::workspace growing(0, s, gpu::workspace::growth::allowed);
  work(par.on(s).with(growing), v);
  CHECK(v.to_host() == work_result());

  // The caller's memory, of exactly that size.
  thrum::device_vector<char> room(growing.high_water());
  gpu::workspace enough(thrum::raw_pointer_cast(room.data()), room.size(), s);
  v = descending(work_size);
  auto const spent = spent_by([&] { work(par_nosync.on(s).with(enough), v); });
  CHECK(silent(spent));
  CHECK(spent.pool_allocations == 0);
  s.synchronize();
  CHECK(v.to_host() == work_result());
  CHECK_THROWS_AS(work(par.with(enough), v), std::invalid_argument);

  // A graph uses the same memory at each replay.
  v = descending(work_size);
  auto graph = gpu::graph::capture(s, [&](gpu::policy const& exec) { work(exec.with(enough), v); });
  CHECK(enough.used() == 0);
  for (int round = 0; round < 3; ++round) {
    v = descending(work_size);
    CHECK(silent(spent_by([&] { graph.launch(s); })));
    s.synchronize();
    CHECK(v.to_host() == work_result());
  }
  gpu::workspace empty(0, s, gpu::workspace::growth::allowed);
  CHECK_THROWS_AS(gpu::graph::capture(s, [&](gpu::policy const& exec) { work(exec.with(empty), v); }),
                  std::bad_alloc);
  work(par.on(s).with(empty), v);
}

TEST_CASE("a pool keeps what it is told to, and says what it has") {
  auto device_pool = gpu::memory_pool::of_current_device();
  CHECK(device_pool.release_threshold() == gpu::memory_pool::keep_all);

  std::size_t const megabyte = std::size_t{1} << 20;
  gpu::memory_pool pool;
  gpu::stream const s;
  {
    using allocator = thrum::resource_allocator<char, device_memory>;
    thrum::device_vector<char, allocator> const v(4 * megabyte, 'x', allocator(pool));
    auto const with_vector = pool.read_statistics();
    CHECK(with_vector.used >= 4 * megabyte);
    CHECK(with_vector.reserved >= with_vector.used);
    CHECK(v.back() == 'x');
  }
  s.synchronize();
  REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
  auto const after = pool.read_statistics();
  CHECK(after.used == 0);
  CHECK(after.used_high >= 4 * megabyte);
  CHECK(after.reserved >= 4 * megabyte);
  pool.trim();
  CHECK(pool.read_statistics().reserved == 0);
  pool.reset_high_water();
  CHECK(pool.read_statistics() == gpu::memory_pool::statistics{0, 0, 0, 0});

  pool.release_threshold(megabyte);
  CHECK(pool.release_threshold() == megabyte);

  if (CUDART_VERSION < 12030) return;  // without limits
  gpu::memory_pool limited(64 * megabyte);
  gpu::stream_vector<char> half_of_it(32 * megabyte, thrum::no_init, {s, limited});
  CHECK_THROWS_AS(gpu::stream_vector<char>(64 * megabyte, thrum::no_init, {s, limited}), std::bad_alloc);
  half_of_it = gpu::stream_vector<char>(s);
  CHECK_NOTHROW(gpu::stream_vector<char>(32 * megabyte, thrum::no_init, {s, limited}));
}

TEST_CASE("memory that runs out is an exception that says how much, and the next call works") {
  std::size_t const much = std::size_t{1} << 46;  // 64 TiB
  gpu::memory_pool pool;
  gpu::stream const s;
  std::string const texts[] = {
      text_of_bad_alloc([&] { thrum::device_vector<char>(much, thrum::no_init); }),
      text_of_bad_alloc([&] { thrum::unified_vector<char>(much, thrum::no_init); }),
      text_of_bad_alloc([&] { thrum::host_vector<char, thrum::pinned_allocator<char>>(much, thrum::no_init); }),
      text_of_bad_alloc([&] { gpu::stream_vector<char>(much, thrum::no_init, s); }),
      text_of_bad_alloc([&] { static_cast<void>(pool.allocate(much)); }),
      text_of_bad_alloc([&] { static_cast<void>(par.on(s).allocate(much, 256)); })};
  for (std::string const& text : texts) {
    CAPTURE(text);
    CHECK(text.find(std::to_string(much) + " bytes failed") != std::string::npos);
    CHECK(text.find("bytes free") != std::string::npos);
    CHECK(text.find("device 0") != std::string::npos);
    CHECK(cudaPeekAtLastError() == cudaSuccess);
  }
  thrum::device_vector<int> v(descending(work_size));
  work(par, v);
  CHECK(v.to_host() == work_result());

  // Memory that a pool keeps is available to others.
  std::size_t const most = thrum::memory_info(par).free / 10 * 6;
  { thrum::device_vector<char> const large(most, thrum::no_init); }
  { thrum::unified_vector<char> const large(most, thrum::no_init); }
  { thrum::device_vector<char> const large(most, thrum::no_init); }
  gpu::memory_pool another;
  CHECK_NOTHROW(another.deallocate(another.allocate(most), most));
}

namespace {

/// A value that is sorted by its index.
struct wide_value {
  int place;
  int rest[15] = {};
};
int place_of(int value) { return value; }
int place_of(wide_value const& value) { return value.place; }

/// Sorts with memory that fails at the first allocation, at the second, and so on, and checks that
/// each value stays with its key.
template <class K, class V>
void check_failing_sort(std::vector<K> const& keys) {
  std::vector<V> values(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) values[i] = V{static_cast<int>(i)};
  for (std::size_t k = 1;; ++k) {
    CAPTURE(k);
    thrum::counting_resource<thrum::device_space<>> counting;
    thrum::fail_on_kth_allocation<thrum::device_space<>> failing(k, counting);
    thrum::device_vector<K> sorted(keys);
    thrum::device_vector<V> with_keys(values);
    bool thrown = false;
    try {
      thrum::sort_by_key(par.with(failing), sorted.begin(), sorted.end(), with_keys.begin());
    } catch (std::bad_alloc const&) {
      thrown = true;
    }
    CHECK(thrown == failing.failed());
    CHECK(counting.blocks_in_use() == 0);
    auto const keys_now = sorted.to_host();
    auto const values_now = with_keys.to_host();
    std::vector<char> seen(keys.size());
    bool together = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      auto const place = static_cast<std::size_t>(place_of(values_now[i]));
      together &= std::memcmp(&keys_now[i], &keys[place], sizeof(K)) == 0 && ++seen[place] == 1;
    }
    CHECK(together);
    if (!failing.failed()) return;
  }
}

}  // namespace

TEST_CASE("a sort by key that runs out of memory leaves values with their keys") {
  std::vector<float> keys(9000);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    keys[i] = i % 100 == 7 ? -std::numeric_limits<float>::quiet_NaN() : static_cast<float>(i * 7919 % 1009);
  }
  check_failing_sort<float, int>(keys);
  check_failing_sort<float, wide_value>(keys);
  std::vector<thrum::pair<int, int>> pairs(3000);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i] = {static_cast<int>(i % 3), static_cast<int>(i * 7919 % 1009)};
  check_failing_sort<thrum::pair<int, int>, int>(pairs);
}

TEST_CASE("a vector that belongs to a stream waits for nothing") {
  gpu::stream const s, other;
  using vector = gpu::stream_vector<int>;
  std::vector<int> const host = descending(20000);
  std::list<int> const list(host.begin(), host.end());
  auto const members = [&] {
    vector v(1000, 7, s);
    v.resize(2000);
    v.push_back(9);
    vector const copied(v);
    v.insert(v.begin() + 5, list.begin(), list.end());
    v.erase(v.begin(), v.begin() + 5);
    v.erase(v.begin() + 20000, v.end());
    vector of_host(host.begin(), host.end(), s);
    of_host.swap(v);
    v = of_host;
    return v;
  };
  CHECK(members().to_host() == host);  // before it counts
  for (cudaStream_t const busy : {cudaStream_t(s), cudaStream_t(other)}) {
    spin<<<1, 1, 0, busy>>>(long_time);
    auto const before = counters::now();
    vector v = members();
    auto const spent = counters::now() - before;
    CHECK(silent(spent));
    CHECK(cudaStreamQuery(busy) == cudaErrorNotReady);
    static_cast<void>(cudaGetLastError());
    CHECK(v.to_host() == host);
    other.synchronize();
  }

  // An algorithm in the stream, and elements read by the host: one wait each.
  vector v(host.begin(), host.end(), s);
  auto const spent = spent_by([&] {
    work(par_nosync.on(s), v);
    CHECK(v[0] == 1);
  });
  CHECK(spent.stream_synchronisations == 1);
  CHECK(v.back() == 20000 * 20001 / 2);
}

TEST_CASE("copies between vectors of two streams come after what is read, and before it changes") {
  gpu::stream const s, t;
  using vector = gpu::stream_vector<int>;
  int const n = 10000;
  vector a(n, 1, s), b(n, 2, t);
  int* const p = thrum::raw_pointer_cast(a.data());
  // Runs before a stream is busy: the runtime may wait when it loads a kernel.
  spin<<<1, 1, 0, s>>>(1);
  set_all<<<1, 256, 0, s>>>(p, n, 1);
  s.synchronize();
  t.synchronize();
  auto const expect = [n](int value) { return std::vector<int>(n, value); };

  spin<<<1, 1, 0, s>>>(long_time);
  set_all<<<1, 256, 0, s>>>(p, n, 3);
  b = a;
  CHECK_FALSE(t.idle());
  CHECK(b.to_host() == expect(3));

  spin<<<1, 1, 0, t>>>(long_time);
  vector c(a, t);
  set_all<<<1, 256, 0, s>>>(p, n, 4);
  CHECK_FALSE(s.idle());
  CHECK(c.to_host() == expect(3));
  CHECK(a.to_host() == expect(4));

  // Copies from device vectors and to device vectors.
  spin<<<1, 1, 0, t>>>(long_time);
  {
    thrum::device_vector<int> const d(n, 5);
    c = d;
    CHECK_FALSE(t.idle());
  }
  thrum::device_vector<int> const d(n, 6);
  CHECK(c.to_host() == expect(5));
  spin<<<1, 1, 0, s>>>(long_time);
  set_all<<<1, 256, 0, s>>>(p, n, 7);
  CHECK(thrum::device_vector<int>(a).to_host() == expect(7));
  spin<<<1, 1, 0, s>>>(long_time);
  set_all<<<1, 256, 0, s>>>(p, n, 8);
  CHECK(thrum::host_vector<double>(a).back() == 8);
  spin<<<1, 1, 0, s>>>(long_time);
  set_all<<<1, 256, 0, s>>>(p, n, 9);
  CHECK(gpu::stream_vector<double>(a, t).back() == 9);
  CHECK(d.front() == 6);
}

TEST_CASE("within a capture a vector may take no elements of the host") {
  gpu::stream s;
  gpu::stream_vector<int> v(100, 5, s), w(v);
  auto graph = gpu::graph::capture(s, [&](gpu::policy const& exec) {
    v.assign(100, 0);
    thrum::transform(exec, v.begin(), v.end(), v.begin(), thrum::negate<>{});
  });
  CHECK_THROWS_AS(gpu::graph::capture(s, [&](gpu::policy const&) { w.assign(100, 3); }), thrum::cuda_error);
  graph.launch(s);
  CHECK(v.to_host() == std::vector<int>(100, 0));
}

TEST_CASE("elements made and taken one by one travel in chunks, through buffers that are kept") {
  std::list<int> list;
  for (int i = 0; i < 700'000; ++i) list.push_back(i * 7);
  thrum::device_vector<int> v(list.begin(), list.end());
  auto const spent = spent_by([&] {
    v.assign(list.rbegin(), list.rend());
    std::list<double> back;
    thrum::copy(v.begin(), v.end(), std::back_inserter(back));
    CHECK(std::vector<int>(back.begin(), back.end()) == std::vector<int>(list.rbegin(), list.rend()));
    thrum::copy(list.begin(), list.end(), v.begin());
  });
  CHECK(spent.allocations == 0);
  CHECK(spent.frees == 0);
  CHECK(v.to_host() == std::vector<int>(list.begin(), list.end()));
}

TEST_CASE("unified memory is prefetched in a stream, and follows advice") {
  using thrum::memory_advice;
  gpu::stream const s;
  thrum::unified_vector<int> v(1 << 20, 1);
  v.prefetch(0, cudaStream_t(s));
  thrum::transform(par.on(s), v.begin(), v.end(), v.begin(), thrum::negate<>{});
  v.prefetch_to_host(cudaStream_t(s));
  s.synchronize();
  CHECK(v.back() == -1);

  auto const attribute = [&](cudaMemRangeAttribute which) {
    int value = -5;
    REQUIRE(cudaMemRangeGetAttribute(&value, sizeof(value), which, v.data(), v.size() * sizeof(int)) ==
            cudaSuccess);
    return value;
  };
  // The calls have no effect on other memory.
  if (!gpu::device::current().has_concurrent_managed_access()) return;
  CHECK(attribute(cudaMemRangeAttributeReadMostly) == 0);
  v.advise(memory_advice::read_mostly);
  CHECK(attribute(cudaMemRangeAttributeReadMostly) == 1);
  thrum::advise(v.begin(), v.end(), memory_advice::not_read_mostly);
  CHECK(attribute(cudaMemRangeAttributeReadMostly) == 0);
  v.advise(memory_advice::preferred_location, 0);
  CHECK(attribute(cudaMemRangeAttributePreferredLocation) == 0);
  v.advise(memory_advice::preferred_location, thrum::the_host);
  CHECK(attribute(cudaMemRangeAttributePreferredLocation) == cudaCpuDeviceId);
  v.advise(memory_advice::no_preferred_location);
  CHECK(attribute(cudaMemRangeAttributePreferredLocation) == cudaInvalidDeviceId);
  v.advise(memory_advice::accessed_by, 0);
  CHECK(attribute(cudaMemRangeAttributeAccessedBy) == 0);
  v.advise(memory_advice::not_accessed_by, 0);
  v.prefetch(0);
  CHECK(thrum::reduce(par, v.begin(), v.end(), 0LL) == -(1LL << 20));
}
