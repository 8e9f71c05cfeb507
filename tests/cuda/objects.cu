// Streams, events, devices, and a user's own kernels.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/cuda/device.h>
#include <thrum/cuda/event.h>
#include <thrum/cuda/launch.cuh>
#include <thrum/cuda/stream.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/memory_resource.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using thrum::raw_pointer_cast;
using thrum::cuda::cooperative_context;
using thrum::cuda::device;
using thrum::cuda::grid;
using thrum::cuda::par;
using thrum::cuda::par_nosync;
using thrum::cuda::thread_context;

/// Keeps a stream busy for some ten milliseconds.
__global__ void keep_busy(long long cycles) {
  long long const start = clock64();
  while (clock64() - start < cycles) {
  }
}
constexpr long long long_time = 50'000'000;
void spin(cudaStream_t s, long long cycles = long_time) { keep_busy<<<1, 1, 0, s>>>(cycles); }

__global__ void double_all(int* p, int n) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] *= 2;
}

struct write_index {
  int* p;
  __device__ void operator()(std::ptrdiff_t i) const { p[i] += static_cast<int>(i) + 1; }
};

struct add_product {
  __device__ void operator()(std::ptrdiff_t i, float a, float const* x, float* y) const { y[i] += a * x[i]; }
};

/// Counts each index of a box, and the threads with wrong numbers.
struct count_places {
  int* counts;
  int* wrong;
  std::ptrdiff_t nx, ny, nz;
  __device__ void operator()(thread_context const& here) const {
    std::ptrdiff_t const x = here.x(), y = here.y(), z = here.z();
    if (x < nx && y < ny && z < nz) atomicAdd(counts + (z * ny + y) * nx + x, 1);
    bool const right = here.size() == static_cast<int>(blockDim.x * blockDim.y * blockDim.z) && here.rank() >= 0 &&
                       here.rank() < here.size() && here.grid_rank() >= 0 && here.grid_rank() < here.grid_size() &&
                       here.grid_rank() % here.size() == here.rank();
    if (!right) atomicAdd(wrong, 1);
  }
};

/// Computes the sum of each thread block's numbers.
struct sum_of_block {
  __device__ void operator()(thread_context const& block, int const* numbers, std::ptrdiff_t n, int* sums) const {
    int* const part = block.shared<int>(block.size());
    part[block.rank()] = block.x() < n ? numbers[block.x()] : 0;
    for (int k = block.size() / 2; k > 0; k /= 2) {
      block.sync();
      if (block.rank() < k) part[block.rank()] += part[block.rank() + k];
    }
    if (block.rank() == 0) sums[block.block.x] = part[0];
  }
};

/// Computes c = a b for square matrices, in tiles of 16 x 16.
struct multiply {
  static constexpr int tile = 16;
  struct tiles {
    float a[tile][tile];
    float b[tile][tile];
  };
  __device__ void operator()(thread_context const& here, float const* a, float const* b, float* c,
                             std::ptrdiff_t n) const {
    auto& shared = here.shared<tiles>();
    auto const x = static_cast<int>(here.thread.x), y = static_cast<int>(here.thread.y);
    std::ptrdiff_t const column = here.x(), row = here.y();
    float sum = 0;
    for (std::ptrdiff_t k = 0; k < n; k += tile) {
      shared.a[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0.0F;
      shared.b[y][x] = column < n && k + y < n ? b[(k + y) * n + column] : 0.0F;
      here.sync();
      for (int j = 0; j < tile; ++j) sum += shared.a[y][j] * shared.b[j][x];
      here.sync();
    }
    if (row < n && column < n) c[row * n + column] = sum;
  }
};

/// Returns the last of many shared numbers, and of two arrays with other alignments.
struct use_much_shared {
  __device__ void operator()(thread_context const& block, std::ptrdiff_t n, int* out) const {
    char* const first = block.shared<char>(3);
    int* const numbers = block.shared<int>(n);
    if (block.rank() == 0) first[2] = 1;
    for (std::ptrdiff_t i = block.rank(); i < n; i += block.size()) numbers[i] = static_cast<int>(i);
    block.sync();
    if (block.rank() == 0) out[block.block.x] = numbers[n - 1] + first[2];
  }
};

/// Reverses a range in two steps, between which all threads wait for each other.
struct turn_around {
  __device__ void operator()(cooperative_context const& here, int* p, int* spare, std::ptrdiff_t n) const {
    for (std::ptrdiff_t i = here.grid_rank(); i < n; i += here.grid_size()) spare[n - 1 - i] = p[i];
    here.sync_grid();
    for (std::ptrdiff_t i = here.grid_rank(); i < n; i += here.grid_size()) p[i] = spare[i];
  }
};

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (thrum::cuda_error const& e) {
    return e.what();
  }
  return "no error";
}
bool contains(std::string const& text, char const* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("streams: idle, busy, waited for, moved") {
  thrum::cuda::stream s;
  CHECK(s.owner() == device::current());
  CHECK(s.idle());
  spin(s);
  CHECK_FALSE(s.idle());
  CHECK(cudaGetLastError() == cudaSuccess);
  s.synchronize();
  CHECK(s.idle());

  // No other stream waits for this stream, and this stream waits for no other.
  thrum::cuda::stream urgent(thrum::cuda::stream_priority::high);
  spin(s);
  spin(nullptr, 1);
  CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);
  urgent.synchronize();
  CHECK_FALSE(s.idle());

  thrum::cuda::stream moved = std::move(s);
  CHECK_FALSE(moved.idle());
  urgent = std::move(moved);
  urgent.synchronize();
  CHECK(urgent.idle());
  static_assert(!std::is_copy_constructible_v<thrum::cuda::stream>);
  static_assert(!std::is_convertible_v<thrum::cuda::stream, cudaStream_t>);
  static_assert(std::is_convertible_v<thrum::cuda::stream&, cudaStream_t>);
}

TEST_CASE("a stream waits for an event or for another stream, the host does not") {
  thrum::cuda::stream first, second;
  thrum::cuda::event reached(thrum::cuda::untimed);
  CHECK(reached.ready());
  spin(first);
  reached.record(first);
  CHECK_FALSE(reached.ready());
  second.wait(reached);
  CHECK_FALSE(second.idle());
  second.synchronize();
  CHECK(reached.ready());

  spin(first);
  second.wait(first);
  CHECK_FALSE(second.idle());
  second.synchronize();
  CHECK(first.idle());

  spin(first);
  reached.record(first);
  reached.synchronize();
  CHECK(first.idle());
}

TEST_CASE("time between events") {
  thrum::cuda::stream s;
  thrum::cuda::event begin, end(device::current());
  begin.record(s);
  spin(s);
  end.record(s);
  double const seconds = end.seconds_since(begin);
  CHECK(s.idle());
  CHECK(seconds > 1e-3);
  CHECK(seconds < 10.0);
  CHECK(begin.seconds_since(begin) == 0.0);

  thrum::cuda::timer timer(s);
  timer.start();
  spin(s);
  timer.stop();
  CHECK(timer.seconds() > 0.5 * seconds);
  timer.start();
  timer.stop();
  CHECK(timer.seconds() < 0.5 * seconds);

  thrum::cuda::event const timeless(thrum::cuda::untimed);
  CHECK(contains(error_of([&] { static_cast<void>(end.seconds_since(timeless)); }), "cudaEventElapsedTime"));
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a policy that names its device") {
  device const before = device::current();
  std::ptrdiff_t const n = 10'000;  // a sort of fewer takes no scratch memory
  for (device const d : device::all()) {
    CAPTURE(d.number());
    thrum::device_vector<int> v;
    {
      thrum::cuda::device_guard const guard(d);
      v = thrum::device_vector<int>(static_cast<std::size_t>(n));
    }
    auto const exec = par.on_device(d);
    thrum::sequence(exec, v.begin(), v.end());
    thrum::sort(exec, v.begin(), v.end(), thrum::greater<>{});
    CHECK(thrum::reduce(exec, v.begin(), v.end(), 0) == n * (n - 1) / 2);
    CHECK(device::current() == before);

    thrum::cuda::stream s(d);
    CHECK(s.owner() == d);
    auto const later = par_nosync.on_device(d).on(s);
    thrum::sort(later, v.begin(), v.end());
    s.synchronize();
    {
      thrum::cuda::device_guard const guard(d);
      spin(s);
    }
    thrum::sort(later, v.begin(), v.end());
    CHECK_FALSE(s.idle());
    later.sync();
    CHECK(s.idle());

    thrum::counting_resource<thrum::device_space<thrum::device_system::cuda>> counting;
    thrum::sort(par.on_device(d).with(counting).on(s), v.begin(), v.end());
    CHECK(counting.allocations() > 0);
    CHECK(counting.blocks_in_use() == 0);
    CHECK(device::current() == before);
  }
  int* const nowhere = nullptr;
  auto const sum_on = [&](auto const& exec) { static_cast<void>(exec.reduce(nowhere, 10, 0, thrum::plus<>{})); };
  CHECK(contains(error_of([&] { sum_on(par.on_device(device::count())); }), "cudaSetDevice"));
  CHECK(contains(error_of([&] { static_cast<void>(par.on_device(-1)); }), "on_device"));
  CHECK(device::current() == before);
}

TEST_CASE("a kernel of the user's own takes the pointers of vectors") {
  thrum::device_vector<int> v(1000);
  thrum::sequence(v.begin(), v.end());
  double_all<<<8, 128>>>(raw_pointer_cast(v.data()), 1000);
  CHECK(thrum::reduce(v.begin(), v.end(), 0) == 999 * 1000);
}

TEST_CASE("launch over indices: each once, whatever their number") {
  for (std::ptrdiff_t const n : {0, 1, 31, 255, 1024, 1025, 1 << 20}) {
    CAPTURE(n);
    thrum::device_vector<int> v(static_cast<std::size_t>(n) + 1, 7);
    thrum::cuda::launch(par, n, write_index{raw_pointer_cast(v.data())});
    auto const host = v.to_host();
    bool right = true;
    for (std::ptrdiff_t i = 0; i < n; ++i) right = right && host[static_cast<std::size_t>(i)] == 8 + i;
    CHECK(right);
    CHECK(host.back() == 7);
  }
  thrum::cuda::launch(par, -5, write_index{nullptr});
  thrum::cuda::launch(par, 0U, write_index{nullptr});

  thrum::device_vector<float> x(100, 2), y(100, 1);
  float* const px = raw_pointer_cast(x.data());
  float* const py = raw_pointer_cast(y.data());
  thrum::cuda::launch(par, x.size(), add_product{}, 3.0F, px, py);
  thrum::cuda::launch(par, 50, [=] __device__(std::ptrdiff_t i) { py[i] = -1; });
  CHECK(thrum::reduce(y.begin(), y.end(), 0.0F) == 50 * 7 - 50);
}

TEST_CASE("launch waits as the policy says, in its stream") {
  thrum::cuda::stream s;
  thrum::device_vector<int> v(100, 0);
  write_index const kernel{raw_pointer_cast(v.data())};
  grid const shape{.blocks = {1}, .threads = {32}};
  count_places const places{kernel.p, kernel.p, 0, 0, 0};
  thrum::cuda::launch(par.on(s), 100, kernel);
  thrum::cuda::launch(par.on(s), shape, places);
  spin(s);
  thrum::cuda::launch(par_nosync.on(s), 100, kernel);
  thrum::cuda::launch(par_nosync.on(s), shape, places);
  CHECK_FALSE(s.idle());
  thrum::cuda::launch(par.on(s), 100, kernel);
  CHECK(s.idle());
  CHECK(v[99] == 300);
}

TEST_CASE("launch over grids of one, two and three dimensions") {
  for (auto const& [range, threads] : {std::pair<thrum::cuda::extents, thrum::cuda::extents>{{1000}, {128}},
                                       {{100, 70}, {16, 16}},
                                       {{33, 9, 5}, {8, 4, 2}},
                                       {{1, 1, 65}, {1, 1, 64}}}) {
    CAPTURE(range.y);
    thrum::device_vector<int> counts(static_cast<std::size_t>(range.x * range.y * range.z), 0);
    thrum::device_vector<int> wrong(1, 0);
    thrum::cuda::launch(
        par, grid::covering(range, threads),
        count_places{raw_pointer_cast(counts.data()), raw_pointer_cast(wrong.data()), range.x, range.y, range.z});
    CHECK(counts.to_host() == std::vector<int>(counts.size(), 1));
    CHECK(wrong[0] == 0);
  }
  thrum::cuda::launch(par, grid::covering({0, 5}, {16, 16}), count_places{nullptr, nullptr, 0, 0, 0});
}

TEST_CASE("blocks share memory: a reduction") {
  std::ptrdiff_t const n = 10000;
  thrum::device_vector<int> numbers(static_cast<std::size_t>(n));
  thrum::sequence(numbers.begin(), numbers.end());
  int const threads = 256;
  auto const shape = grid::covering({n}, {threads}, threads * sizeof(int));
  thrum::device_vector<int> sums(static_cast<std::size_t>(shape.blocks.x), -1);
  thrum::cuda::launch(par, shape, sum_of_block{}, static_cast<int const*>(raw_pointer_cast(numbers.data())), n,
                      raw_pointer_cast(sums.data()));
  CHECK(sums[0] == threads * (threads - 1) / 2);
  CHECK(thrum::reduce(sums.begin(), sums.end(), std::ptrdiff_t{0}) == n * (n - 1) / 2);
}

TEST_CASE("blocks share memory: a product of matrices in tiles") {
  std::ptrdiff_t const n = 70;
  std::vector<float> a(static_cast<std::size_t>(n * n)), b(a), expected(a);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i % 7) - 3;
    b[i] = static_cast<float>(i % 5) - 2;
  }
  for (std::ptrdiff_t row = 0; row < n; ++row) {
    for (std::ptrdiff_t column = 0; column < n; ++column) {
      float sum = 0;
      for (std::ptrdiff_t k = 0; k < n; ++k) {
        sum += a[static_cast<std::size_t>(row * n + k)] * b[static_cast<std::size_t>(k * n + column)];
      }
      expected[static_cast<std::size_t>(row * n + column)] = sum;
    }
  }
  thrum::device_vector<float> const da(a), db(b);
  thrum::device_vector<float> dc(a.size(), -1);
  thrum::cuda::launch(par, grid::covering({n, n}, {multiply::tile, multiply::tile}), multiply{},
                      raw_pointer_cast(da.data()), raw_pointer_cast(db.data()), raw_pointer_cast(dc.data()), n);
  CHECK(dc.to_host() == expected);
}

TEST_CASE("blocks share as much memory as the device has for them") {
  thrum::device_vector<int> out(3, -1);
  std::size_t const most = device::current().shared_memory_per_block_opt_in();
  for (std::size_t const bytes : {std::size_t{1024}, most}) {
    auto const n = static_cast<std::ptrdiff_t>(bytes / sizeof(int)) - 1;
    grid const shape{.blocks = {3}, .threads = {96}, .shared_bytes = bytes};
    thrum::cuda::launch(par, shape, use_much_shared{}, n, raw_pointer_cast(out.data()));
    CHECK(out.to_host() == std::vector<int>(3, static_cast<int>(n)));
  }
  grid const beyond{.blocks = {3}, .threads = {96}, .shared_bytes = most + 1};
  CHECK(contains(error_of([&] {
                   thrum::cuda::launch(par, beyond, use_much_shared{}, std::ptrdiff_t{1},
                                       raw_pointer_cast(out.data()));
                 }),
                 "bytes of shared memory"));
}

TEST_CASE("grids that cannot be launched are refused before, and nothing is broken") {
  count_places const kernel{nullptr, nullptr, 0, 0, 0};
  auto const refused = [&](grid const& g) { return error_of([&] { thrum::cuda::launch(par, g, kernel); }); };
  CHECK(contains(refused({.blocks = {1}, .threads = {32, 32, 2}}), "2048 threads"));
  CHECK(contains(refused({.blocks = {1}, .threads = {2048}}), "2048 x 1 x 1"));
  CHECK(contains(refused({.blocks = {1}, .threads = {0}}), "0 x 1 x 1"));
  CHECK(contains(refused({.blocks = {1, 65536}, .threads = {1}}), "65536"));
  CHECK(cudaGetLastError() == cudaSuccess);
  thrum::device_vector<int> v(1, 0);
  thrum::cuda::launch(par, 1, write_index{raw_pointer_cast(v.data())});
  CHECK(v[0] == 1);
}

TEST_CASE("cooperative launches: the whole grid waits for itself") {
  REQUIRE(device::current().can_launch_cooperatively());
  thrum::cuda::stream s;
  for (std::ptrdiff_t const n : {1, 100, 1 << 20}) {
    CAPTURE(n);
    thrum::device_vector<int> v(static_cast<std::size_t>(n)), spare(v);
    int* const p = raw_pointer_cast(v.data());
    int* const q = raw_pointer_cast(spare.data());
    thrum::sequence(v.begin(), v.end());
    auto expected = v.to_host();
    thrum::cuda::launch_cooperative(par, n, turn_around{}, p, q, n);
    CHECK(v.to_host() == std::vector<int>(expected.rbegin(), expected.rend()));
    thrum::cuda::launch_cooperative(par_nosync.on(s), {.blocks = {2}, .threads = {64}}, turn_around{}, p, q, n);
    s.synchronize();
    CHECK(v.to_host() == expected);
  }
  thrum::cuda::launch_cooperative(par, 0, turn_around{}, static_cast<int*>(nullptr), static_cast<int*>(nullptr),
                                  std::ptrdiff_t{0});
  grid const too_many{.blocks = {1 << 20}, .threads = {1024}};
  CHECK(contains(error_of([&] {
                   thrum::cuda::launch_cooperative(par, too_many, turn_around{}, static_cast<int*>(nullptr),
                                                   static_cast<int*>(nullptr), std::ptrdiff_t{0});
                 }),
                 "have to run at once"));
  CHECK(cudaGetLastError() == cudaSuccess);
}
