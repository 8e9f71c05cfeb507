// Defects of addresses: overruns, freed and unwritten memory, what is misaligned, read-only or
// another device's; and leaks.
#include <numeric>
#include <vector>

#include "planted.h"

namespace planted {
namespace {

constexpr int count = 100;  // no multiple of a warp, so that a thread too many is a lane of the last warp

template <class Launch>
bool same_numbers(device_array<int> const& result, Launch launch) {
  launch();
  finish();
  return result.to_host() == numbers(count);
}

// Compares with <= where < is meant.
template <bool correct>
__global__ void add_numbers(int const* from, int* sum, int size) {
  int const i = static_cast<int>(threadIdx.x);
  if (correct ? i < size : i <= size) atomicAdd(sum, from[i]);  // <- global_read_overrun
}

template <bool correct>
bool global_read_overrun() {
  device_array<int> const from{numbers(count)}, sum{std::vector<int>(1, 0)};
  add_numbers<correct><<<1, 128>>>(from.data(), sum.data(), count);
  finish();
  return sum.to_host()[0] == count * (count - 1) / 2;
}
registered const case_global_read_overrun{"global_read_overrun", catcher::memcheck, "add_numbers",
                                          global_read_overrun<false>, global_read_overrun<true>};

template <bool correct>
__global__ void write_numbers(int* to, int size) {
  int const i = static_cast<int>(threadIdx.x);
  if (correct ? i < size : i <= size) to[i] = i;  // <- global_write_overrun
}

template <bool correct>
bool global_write_overrun() {
  device_array<int> const to{std::size_t{count}};
  return same_numbers(to, [&] { write_numbers<correct><<<1, 128>>>(to.data(), count); });
}
registered const case_global_write_overrun{"global_write_overrun", catcher::memcheck, "write_numbers",
                                           global_write_overrun<false>, global_write_overrun<true>};

// A difference with the element before, also of the first.
template <bool correct>
__global__ void differences(int const* from, int* to, int size) {
  int const i = static_cast<int>(threadIdx.x);
  if (i < size && (!correct || i > 0)) to[i] = from[i] - from[i - 1];  // <- global_underrun
}

template <bool correct>
bool global_underrun() {
  device_array<int> const from{numbers(count)}, to{std::vector<int>(count, 0)};
  differences<correct><<<1, 128>>>(from.data(), to.data(), count);
  finish();
  std::vector<int> const result = to.to_host();
  return std::accumulate(result.begin() + 1, result.end(), 0) == count - 1;
}
registered const case_global_underrun{"global_underrun", catcher::memcheck, "differences", global_underrun<false>,
                                      global_underrun<true>};

// One element behind an array of the thread's own.
template <bool correct>
__global__ void reverse_local(int* values, int size) {
  int local[8];
  for (int i = 0; i < (correct ? size : size + 1); ++i) local[i] = values[i];  // <- local_overrun
  for (int i = 0; i < size; ++i) values[i] = local[size - 1 - i];
}

template <bool correct>
bool local_overrun() {
  device_array<int> const values{numbers(9)};
  reverse_local<correct><<<1, 1>>>(values.data(), 8);
  finish();
  return values.to_host() == std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0, 8};
}
registered const case_local_overrun{"local_overrun", catcher::memcheck, "reverse_local", local_overrun<false>,
                                    local_overrun<true>};

// One element behind what the kernel has allocated.
template <bool correct>
__global__ void reverse_on_heap(int* values, int size) {
  int* const heap = new int[8];
  for (int i = 0; i < (correct ? size : size + 1); ++i) heap[i] = values[i];  // <- heap_overrun
  for (int i = 0; i < size; ++i) values[i] = heap[size - 1 - i];
  delete[] heap;
}

template <bool correct>
bool heap_overrun() {
  device_array<int> const values{numbers(9)};
  reverse_on_heap<correct><<<1, 1>>>(values.data(), 8);
  finish();
  return values.to_host() == std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0, 8};
}
registered const case_heap_overrun{"heap_overrun", catcher::memcheck, "reverse_on_heap", heap_overrun<false>,
                                   heap_overrun<true>};

// What the kernel has deleted is read.
template <bool correct>
__global__ void read_deleted(int* value) {
  int* const heap = new int(*value);
  int const* volatile again = heap;
  if constexpr (!correct) delete heap;
  *value = *again + 1;  // <- heap_use_after_delete
  if constexpr (correct) delete heap;
}

template <bool correct>
bool heap_use_after_delete() {
  device_array<int> const value{numbers(1)};
  read_deleted<correct><<<1, 1>>>(value.data());
  finish();
  return value.to_host()[0] == 1;
}
registered const case_heap_use_after_delete{"heap_use_after_delete", catcher::memcheck, "read_deleted",
                                            heap_use_after_delete<false>, heap_use_after_delete<true>};

// Adds 1 where the pointer leads, for what is wrong with pointers.
__global__ void increment(int* values, int size) {
  int const i = static_cast<int>(threadIdx.x);
  if (i < size)
    values[i] += 1;  // <- use_after_free, freed_in_another_stream, null_pointer, memory_of_another_device
}

template <bool correct>
bool use_after_free() {
  int* values = nullptr;
  check(cudaMalloc(&values, count * sizeof(int)));
  check(cudaMemset(values, 0, count * sizeof(int)));
  if (!correct) check(cudaFree(values));
  increment<<<1, 128>>>(values, count);
  finish();
  if (correct) check(cudaFree(values));
  return true;
}
registered const case_use_after_free{"use_after_free", catcher::memcheck, "increment", use_after_free<false>,
                                     use_after_free<true>};

// One stream frees, another one uses, and no event orders them.
template <bool correct>
bool freed_in_another_stream() {
  stream const owner, user;
  int* values = nullptr;
  check(cudaMallocAsync(&values, count * sizeof(int), owner));
  check(cudaMemsetAsync(values, 0, count * sizeof(int), owner));
  check(cudaStreamSynchronize(owner));
  increment<<<1, 128, 0, user>>>(values, count);
  if (correct) check(cudaStreamSynchronize(user));
  check(cudaFreeAsync(values, owner));
  check(cudaStreamSynchronize(owner));
  finish();
  return true;
}
registered const case_freed_in_another_stream{"freed_in_another_stream", catcher::memcheck, "increment",
                                              freed_in_another_stream<false>, freed_in_another_stream<true>};

template <bool correct>
bool null_pointer() {
  device_array<int> const values{numbers(count)};
  increment<<<1, 128>>>(correct ? values.data() : nullptr, count);
  finish();
  return values.to_host()[0] == 1;
}
registered const case_null_pointer{"null_pointer", catcher::memcheck, "increment", null_pointer<false>,
                                   null_pointer<true>};

// A kernel of device 1 works on memory of device 0. The twin enables peer access, and takes it
// back.
template <bool correct>
bool memory_of_another_device() {
  device_array<int> const values{numbers(count)};
  check(cudaSetDevice(1));
  if (correct) check(cudaDeviceEnablePeerAccess(0, 0));
  increment<<<1, 128>>>(values.data(), count);
  finish();
  if (correct) check(cudaDeviceDisablePeerAccess(0));
  check(cudaSetDevice(0));
  return values.to_host()[0] == 1;
}
registered const case_memory_of_another_device{"memory_of_another_device", catcher::memcheck, "increment",
                                               memory_of_another_device<false>, memory_of_another_device<true>};

// The last element of an array is not written before it is read.
__global__ void copy_all(int const* from, int* to, int size) {
  int const i = static_cast<int>(threadIdx.x);
  if (i < size) to[i] = from[i];  // <- uninitialised_global
}

template <bool correct>
bool uninitialised_global() {
  device_array<int> const from{std::size_t{count}}, to{std::size_t{count}};
  write_numbers<true><<<1, 128>>>(from.data(), correct ? count : count - 1);
  return same_numbers(to, [&] { copy_all<<<1, 128>>>(from.data(), to.data(), count); });
}
registered const case_uninitialised_global{"uninitialised_global", catcher::initcheck, "copy_all",
                                           uninitialised_global<false>, uninitialised_global<true>};

// What is read as two numbers begins at an odd place.
__global__ void sum_pair(int const* values, int* sum) {
  int2 const pair = *reinterpret_cast<int2 const*>(values);  // <- misaligned_access
  *sum = pair.x + pair.y;
}

template <bool correct>
bool misaligned_access() {
  device_array<int> const values{numbers(3)}, sum{std::size_t{1}};
  sum_pair<<<1, 1>>>(correct ? values.data() : values.data() + 1, sum.data());
  finish();
  return sum.to_host()[0] == 1;
}
registered const case_misaligned_access{"misaligned_access", catcher::memcheck, "sum_pair",
                                        misaligned_access<false>, misaligned_access<true>};

// A kernel writes to constant memory, whose address the host has passed on.
__constant__ int constant_number = 5;
__device__ int device_number = 5;

__global__ void overwrite(int* number) {
  *number = 6;  // <- write_to_constant
}

template <bool correct>
bool write_to_constant() {
  void* number = nullptr;
  check(correct ? cudaGetSymbolAddress(&number, device_number) : cudaGetSymbolAddress(&number, constant_number));
  overwrite<<<1, 1>>>(static_cast<int*>(number));
  finish();
  int result = 0;
  check(cudaMemcpyFromSymbol(&result, device_number, sizeof result));
  return result == 6;
}
registered const case_write_to_constant{"write_to_constant", catcher::memcheck, "overwrite",
                                        write_to_constant<false>, write_to_constant<true>};

// What the program does not free until it ends, by cudaMalloc and in a stream.
template <bool correct>
bool leak() {
  int* values = nullptr;
  check(cudaMalloc(&values, count * sizeof(int)));
  if (correct) check(cudaFree(values));
  return true;
}
registered const case_leak{"leak", catcher::leakcheck, "400 bytes", leak<false>, leak<true>};

template <bool correct>
bool leak_of_pool() {
  stream const owner;
  int* values = nullptr;
  check(cudaMallocAsync(&values, count * sizeof(int), owner));
  if (correct) check(cudaFreeAsync(values, owner));
  check(cudaStreamSynchronize(owner));
  return true;
}
registered const case_leak_of_pool{"leak_of_pool", catcher::leakcheck, "400 bytes", leak_of_pool<false>,
                                   leak_of_pool<true>};

// The second call of cudaFree, and one of a pointer into an allocation, are errors.
template <bool correct>
bool double_free() {
  int* values = nullptr;
  check(cudaMalloc(&values, count * sizeof(int)));
  check(cudaFree(values));
  if (!correct) check(cudaFree(values));
  return true;
}
registered const case_double_free{"double_free", catcher::runtime_error, "cudaErrorInvalidValue",
                                  double_free<false>, double_free<true>};

template <bool correct>
bool free_of_interior() {
  int* values = nullptr;
  check(cudaMalloc(&values, count * sizeof(int)));
  check(cudaFree(correct ? values : values + 1));
  return true;
}
registered const case_free_of_interior{"free_of_interior", catcher::runtime_error, "cudaErrorInvalidValue",
                                       free_of_interior<false>, free_of_interior<true>};

// A copy of one element too many.
template <bool correct>
bool copy_overrun() {
  device_array<int> const values{std::size_t{count}};
  std::vector<int> const more = numbers(count + 1);
  check(cudaMemcpy(values.data(), more.data(), (count + (correct ? 0 : 1)) * sizeof(int), cudaMemcpyHostToDevice));
  return values.to_host() == numbers(count);
}
registered const case_copy_overrun{"copy_overrun", catcher::runtime_error, "cudaErrorInvalidValue",
                                   copy_overrun<false>, copy_overrun<true>};

}  // namespace
}  // namespace planted
