// The contenders, and the rows of the contenders that spell a call alike. All run in the default
// stream and do not wait unless they return a result to the host.
//
//   thrum cuda         thrum::cuda::par_nosync
//   thrust cuda        thrust::cuda::par_nosync, whose scratch memory is cudaMalloc's in each call
//   thrust cuda pool   the same, given scratch memory of the pool that thrum uses
//   cub                CUB itself, whose temporary memory has been asked about and got before the clock runs
#pragma once

#include "rows.cuh"

#include <thrust/system/cuda/execution_policy.h>

#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <typeindex>

/// Scratch memory for Thrust, from the device's stream-ordered pool.
struct pool_allocator {
  using value_type = char;
  char* allocate(std::ptrdiff_t bytes) const {
    return static_cast<char*>(thrum::cuda::par_nosync.allocate(static_cast<std::size_t>(bytes), 256));
  }
  void deallocate(char* p, std::size_t bytes) const { thrum::cuda::par_nosync.deallocate(p, bytes, 256); }
};
inline pool_allocator thrust_pool;

/// The temporary memory of CUB's calls. It belongs to the row that ran last.
struct held_temporary {
  std::type_index type = typeid(void);
  std::ptrdiff_t n = -1;
  std::size_t bytes = 0;
  thrum::device_vector<unsigned char> memory;
};
inline held_temporary cub_memory;

/// A contender that is call(temporary memory, its bytes, view): called once for the size, and then
/// for each measurement. The call returns CUB's error code, or a pair of the code and of the place
/// of the result, if CUB chooses the place.
template <class Call>
auto cub_call(Call call) {
  auto const done = [](auto const& returned) {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(returned)>, cudaError_t>) {
      require(returned, "CUB");
      return by_cub{};
    } else {
      require(returned.first, "CUB");
      return returned.second;
    }
  };
  return [call, done](auto const& v) {
    if (cub_memory.type != typeid(Call) || cub_memory.n != v.n) {
      cub_memory = {};
      std::size_t bytes = 0;
      static_cast<void>(done(call(nullptr, bytes, v)));
      bytes = bytes == 0 ? 1 : bytes;
      cub_memory = {typeid(Call), v.n, bytes, thrum::device_vector<unsigned char>(bytes)};
    }
    ++got_before.allocations;
    got_before.bytes += cub_memory.bytes;
    return done(call(cub_memory.memory.data().get(), cub_memory.bytes, v));
  };
}
/// A contender of CUB that needs no temporary memory: call(view) returns the code.
template <class Call>
auto cub_stream(Call call) {
  return [call](auto const& v) {
    require(call(v), "CUB");
    return by_cub{};
  };
}

// BENCHMARK_ALL(row, copy_if, v.in, v.in + v.n, v.out, positive{}) adds rows of thrum and Thrust,
// both of which have a copy_if that takes these arguments; BENCHMARK_STREAM does the same for calls
// that need no scratch memory. If the arguments of one differ, the family adds its row in full:
// row("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) { return ...; })).
#define BENCHMARK_ALL(row, name, ...)      \
  BENCHMARK_STREAM(row, name, __VA_ARGS__) \
  BENCHMARK_THRUST_POOL(row, name, __VA_ARGS__)

#define BENCHMARK_STREAM(row, name, ...)  \
  BENCHMARK_THRUM(row, name, __VA_ARGS__) \
  BENCHMARK_THRUST(row, name, __VA_ARGS__)

#define BENCHMARK_THRUM(row, name, ...) \
  row("thrum cuda", [](auto const& v) { return thrum::name(thrum::cuda::par_nosync, __VA_ARGS__); });

#define BENCHMARK_THRUST(row, name, ...) \
  row("thrust cuda", [](auto const& v) { return thrust::name(thrust::cuda::par_nosync, __VA_ARGS__); });

#define BENCHMARK_THRUST_POOL(row, name, ...) \
  row("thrust cuda pool",                     \
      [](auto const& v) { return thrust::name(thrust::cuda::par_nosync(thrust_pool), __VA_ARGS__); });
