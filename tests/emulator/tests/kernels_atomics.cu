// Atomic operations of all types and scopes, in global and in shared memory, against the same done
// one after the other.
#include <cuda_fp16.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <cuda/atomic>
#include <limits>
#include <type_traits>
#include <vector>

#include "card.h"

namespace {

using namespace card;

// Each operation: what a thread does, and what it means. Their order must not matter for the
// result.
struct add {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicAdd(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return static_cast<T>(word + value);
  }
};
struct add_in_block {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicAdd_block(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return static_cast<T>(word + value);
  }
};
struct add_in_system {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicAdd_system(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return static_cast<T>(word + value);
  }
};
struct subtract {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicSub(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return static_cast<T>(word - value);
  }
};
struct least {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicMin(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return std::min(word, value);
  }
};
struct greatest {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicMax(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return std::max(word, value);
  }
};
struct bits_and {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicAnd(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return word & value;
  }
};
struct bits_or {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicOr(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return word | value;
  }
};
struct bits_xor {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return atomicXor(word, value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return word ^ value;
  }
};
// They wrap at 50.
struct increment {
  __device__ static unsigned on_card(unsigned* word, unsigned) { return atomicInc(word, 50); }
  static unsigned on_host(unsigned word, unsigned) { return word >= 50 ? 0 : word + 1; }
};
struct decrement {
  __device__ static unsigned on_card(unsigned* word, unsigned) { return atomicDec(word, 50); }
  static unsigned on_host(unsigned word, unsigned) { return word == 0 || word > 50 ? 50 : word - 1; }
};
// A multiplication, by compare and swap.
struct multiply {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    T seen = atomicAdd(word, T{0});
    for (;;) {
      T const before = atomicCAS(word, seen, static_cast<T>(seen * value));
      if (before == seen) return before;
      seen = before;
    }
  }
  template <class T>
  static T on_host(T word, T value) {
    return static_cast<T>(word * value);
  }
};

// By cuda::atomic_ref, whose narrow types are compare and swap on their word.
struct add_by_reference {
  template <class T>
  __device__ static T on_card(T* word, T value) {
    return cuda::atomic_ref<T, cuda::thread_scope_device>{*word}.fetch_add(value);
  }
  template <class T>
  static T on_host(T word, T value) {
    return static_cast<T>(word + value);
  }
};

template <class Operation, class T>
__global__ void in_global(T const* values, T* word) {
  Operation::on_card(word, values[blockIdx.x * blockDim.x + threadIdx.x]);
}

template <class Operation, class T>
__global__ void in_shared(T const* values, T* word) {
  __shared__ T shared[4];
  if (threadIdx.x < 4) shared[threadIdx.x] = *word;
  __syncthreads();
  for (unsigned block = 0; block < 2; ++block)
    Operation::on_card(&shared[1], values[block * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *word = shared[1];
}

template <class Operation, class T>
void check_operation(bool between_blocks = true) {
  std::vector<T> values;
  for (int i = 0; i < 128; ++i)
    values.push_back(static_cast<T>((i * 29 % 61 - 30) * (std::is_integral_v<T> ? 3 : 1)));
  T const begin = static_cast<T>(5);
  T right = begin;
  for (T const value : values) right = Operation::on_host(right, value);

  device_array<T> const on_card{values};
  for (int shared = between_blocks ? 0 : 1; shared < 2; ++shared) {
    device_array<T> const word{std::vector<T>(4, begin)};  // a whole word, which narrow types share
    if (shared == 0) in_global<Operation><<<2, 64>>>(on_card.data(), word.data());
    if (shared == 1) in_shared<Operation><<<1, 64>>>(on_card.data(), word.data());
    finish();
    CHECK(word.to_host()[0] == right);
  }
}

template <class T>
void check_integers() {
  check_operation<add, T>();
  check_operation<add_in_block, T>(false);
  check_operation<add_in_system, T>();
  check_operation<least, T>();
  check_operation<greatest, T>();
  check_operation<bits_and, T>();
  check_operation<bits_or, T>();
  check_operation<bits_xor, T>();
  check_operation<multiply, T>();
}

TEST_CASE("atomics of integers") {
  check_integers<int>();
  check_integers<unsigned>();
  check_integers<unsigned long long>();
}

TEST_CASE("atomics that some types have") {
  check_operation<add, float>();
  check_operation<add, double>();
  check_operation<add_in_system, double>();
  check_operation<subtract, int>();
  check_operation<subtract, unsigned>();
  check_operation<least, long long>();
  check_operation<greatest, long long>();
  check_operation<increment, unsigned>();
  check_operation<decrement, unsigned>();
}

TEST_CASE("atomic references") {
  check_operation<add_by_reference, signed char>();
  check_operation<add_by_reference, unsigned short>();
  check_operation<add_by_reference, int>();
  check_operation<add_by_reference, unsigned long long>();
  check_operation<add_by_reference, float>();
  check_operation<add_by_reference, double>();
}

// Sums of small numbers, which halves can hold.
__global__ void add_halves(__half* sum, __half2* pair) {
  atomicAdd(sum, __float2half(1.0f));
  atomicAdd(pair, __floats2half2_rn(2.0f, static_cast<float>(threadIdx.x % 3)));
}
__global__ void to_floats(__half const* sum, __half2 const* pair, float* result) {
  result[0] = __half2float(*sum);
  result[1] = __low2float(*pair);
  result[2] = __high2float(*pair);
}

TEST_CASE("atomics of halves") {
  device_array<__half> const sum{std::size_t{1}};
  device_array<__half2> const pair{std::size_t{1}};
  device_array<float> const result{std::size_t{3}};
  check(cudaMemset(sum.data(), 0, sizeof(__half)));
  check(cudaMemset(pair.data(), 0, sizeof(__half2)));
  add_halves<<<2, 96>>>(sum.data(), pair.data());
  to_floats<<<1, 1>>>(sum.data(), pair.data(), result.data());
  finish();
  CHECK(result.to_host() == std::vector<float>{192, 384, 192});
}

// Each thread draws a ticket, and all tickets are different; what an exchange takes out is put in
// once.

__global__ void draw_tickets(unsigned* counter, unsigned* tickets, unsigned long long* slot,
                             unsigned long long* taken) {
  unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
  tickets[i] = atomicAdd(counter, 1u);
  taken[i] = atomicExch(slot, i + 1ull);
}

TEST_CASE("what atomic operations return") {
  std::size_t const count = 192;
  device_array<unsigned> const counter{std::vector<unsigned>(1, 0)}, tickets{count};
  device_array<unsigned long long> const slot{std::vector<unsigned long long>(1, 0)}, taken{count};
  draw_tickets<<<3, 64>>>(counter.data(), tickets.data(), slot.data(), taken.data());
  finish();
  std::vector<unsigned> drawn = tickets.to_host();
  std::vector<unsigned long long> seen = taken.to_host();
  seen.push_back(slot.to_host()[0]);
  std::sort(drawn.begin(), drawn.end());
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 0; i < count; ++i) CHECK(drawn[i] == i);
  for (std::size_t i = 0; i <= count; ++i) CHECK(seen[i] == i);
}

// Messages through memory, in the orders that pass them.

__global__ void relay(int* values, unsigned* flag) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> const turn{*flag};
  while (turn.load(cuda::memory_order_acquire) != blockIdx.x) {
  }
  values[blockIdx.x + 1] = values[blockIdx.x] + 1;
  turn.store(blockIdx.x + 1, cuda::memory_order_release);
}

TEST_CASE("blocks pass a number on") {
  device_array<int> const values{std::vector<int>(9, 0)};
  device_array<unsigned> const flag{std::vector<unsigned>(1, 0)};
  relay<<<8, 1>>>(values.data(), flag.data());
  finish();
  CHECK(values.to_host() == numbers(9));
}

}  // namespace
