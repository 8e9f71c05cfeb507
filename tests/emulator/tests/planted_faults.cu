// Launches that cannot run, and kernels that end badly or not at all.
#include <cassert>
#include <vector>

#include "planted.h"

namespace planted {
namespace {

__global__ void store_threads(int* values) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = static_cast<int>(threadIdx.x);
  values[threadIdx.x] = dynamic[threadIdx.x];
}

bool launches(unsigned threads, std::size_t dynamic_shared) {
  device_array<int> const values{std::size_t{2048}};
  store_threads<<<1, threads, dynamic_shared>>>(values.data());
  finish();
  return true;
}

// More threads in a block than there can be.
template <bool correct>
bool too_many_threads() {
  return launches(correct ? 1024 : 1025, 8192);
}
registered const case_too_many_threads{"too_many_threads", catcher::runtime_error, "cudaErrorInvalidConfiguration",
                                       too_many_threads<false>, too_many_threads<true>};

// More dynamic shared memory than 48 KiB without the attribute that allows it.
template <bool correct>
bool too_much_shared_memory() {
  return launches(32, correct ? 48 * 1024 : 48 * 1024 + 16);
}
registered const case_too_much_shared_memory{"too_much_shared_memory", catcher::runtime_error,
                                             "cudaErrorInvalidValue", too_much_shared_memory<false>,
                                             too_much_shared_memory<true>};

// More threads than the kernel has been compiled for.
__global__ void __launch_bounds__(64) bounded(int* values) { values[threadIdx.x] = 1; }

template <bool correct>
bool beyond_launch_bounds() {
  device_array<int> const values{std::size_t{128}};
  bounded<<<1, correct ? 64 : 128>>>(values.data());
  finish();
  return true;
}
registered const case_beyond_launch_bounds{"beyond_launch_bounds", catcher::runtime_error, "cudaErrorInvalidValue",
                                           beyond_launch_bounds<false>, beyond_launch_bounds<true>};

// A cooperative launch of more blocks than can be resident at once.
template <bool correct>
bool too_many_cooperating_blocks() {
  device_array<int> const values{std::size_t{2048}};
  int* data = values.data();
  void* arguments[] = {&data};
  int processors = 0;
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  unsigned const blocks = correct ? 1 : static_cast<unsigned>(processors) * 64;
  check(cudaLaunchCooperativeKernel(store_threads, dim3(blocks), dim3(32), arguments, 4096, nullptr));
  finish();
  return true;
}
registered const case_too_many_cooperating_blocks{
    "too_many_cooperating_blocks", catcher::runtime_error, "cudaErrorCooperativeLaunchTooLarge",
    too_many_cooperating_blocks<false>, too_many_cooperating_blocks<true>};

// Runs a kernel of 64 threads that takes a number, and does what its defect is where the number is
// too large.
template <class Kernel>
bool runs(Kernel kernel, int number) {
  device_array<int> const values{std::vector<int>(64, number)};
  kernel<<<2, 32>>>(values.data());
  finish();
  return true;
}

__global__ void assert_small(int* values) {
  int const number = values[blockIdx.x * blockDim.x + threadIdx.x];
  assert(number < 100);  // <- device_assert
}

template <bool correct>
bool device_assert() {
  return runs(assert_small, correct ? 99 : 100);
}
registered const case_device_assert{"device_assert", catcher::kernel_fault, "assert_small", device_assert<false>,
                                    device_assert<true>};

__global__ void trap_unless_small(int* values) {
  if (values[threadIdx.x] >= 100) __trap();  // <- device_trap
}

template <bool correct>
bool device_trap() {
  return runs(trap_unless_small, correct ? 99 : 100);
}
registered const case_device_trap{"device_trap", catcher::kernel_fault, "trap_unless_small", device_trap<false>,
                                  device_trap<true>};

// Waits for a number that nobody writes.
__global__ void wait_for_zero(int* values) {
  while (*const_cast<int volatile*>(values) >= 100) {  // <- infinite_loop
  }
}

template <bool correct>
bool infinite_loop() {
  return runs(wait_for_zero, correct ? 99 : 100);
}
registered const case_infinite_loop{"infinite_loop", catcher::kernel_fault, "wait_for_zero", infinite_loop<false>,
                                    infinite_loop<true>};

// A recursion that does not end. Each call reads its caller's frame, so that none can take
// another's place.
__device__ __noinline__ int sum_to(int number, int const* last) {
  int frame[32];
  for (int i = 0; i < 32; ++i) frame[i] = number + last[0] * i;
  if (number == 0) return frame[last[0] & 31];
  return frame[number & 31] + sum_to(number - 1, frame);  // <- stack_overflow
}

__global__ void recurse(int* values) {
  int* const number = values + blockIdx.x * blockDim.x + threadIdx.x;
  *number = sum_to(*number < 100 ? 3 : -1, number);
}

template <bool correct>
bool stack_overflow() {
  return runs(recurse, correct ? 99 : 100);
}
registered const case_stack_overflow{"stack_overflow", catcher::memcheck, "recurse", stack_overflow<false>,
                                     stack_overflow<true>};

// A function pointer that leads nowhere is called.
__device__ int twice(int number) { return 2 * number; }
__device__ int (*const functions[2])(int) = {twice, nullptr};

__global__ void call_function(int* values) {
  int const i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  values[i] = functions[values[i] >= 100](values[i]);  // <- null_function
}

template <bool correct>
bool null_function() {
  return runs(call_function, correct ? 99 : 100);
}
registered const case_null_function{"null_function", catcher::kernel_fault, "call_function", null_function<false>,
                                    null_function<true>};

}  // namespace
}  // namespace planted
