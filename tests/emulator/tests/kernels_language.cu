// What C++ has in kernels beyond arithmetic: calls by pointer, virtual functions, recursion, memory
// of the kernel's own, printf, variables of the module.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "card.h"

namespace {

using namespace card;

__device__ int global_index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

template <class Expected>
void check_result(device_array<int> const& values, Expected expected) {
  finish();
  std::vector<int> const result = values.to_host();
  std::vector<int> right;
  for (std::size_t i = 0; i < result.size(); ++i) right.push_back(expected(static_cast<int>(i)));
  CHECK(result == right);
}

// Functions by pointer, from a table and from the host.

using function = int (*)(int);
__device__ int twice(int number) { return 2 * number; }
__device__ int square(int number) { return number * number; }
__device__ int negative(int number) { return -number; }
__device__ function const table[3] = {twice, square, negative};
__device__ function const chosen = square;

__global__ void call_by_table(int* values) {
  int const i = global_index();
  values[i] = table[values[i] % 3](values[i]);
}

__global__ void call_by_argument(function f, int* values) { values[global_index()] = f(global_index()); }

TEST_CASE("functions by pointer") {
  device_array<int> const values{numbers(96)};
  call_by_table<<<3, 32>>>(values.data());
  check_result(values, [](int i) { return i % 3 == 0 ? 2 * i : i % 3 == 1 ? i * i : -i; });

  function from_host = nullptr;
  check(cudaMemcpyFromSymbol(&from_host, chosen, sizeof from_host));
  call_by_argument<<<3, 32>>>(from_host, values.data());
  check_result(values, [](int i) { return i * i; });
}

// Virtual functions, of objects that the kernel makes.

struct shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~shape() {}
};
struct rectangle : shape {
  int width, height;
  __device__ rectangle(int w, int h) : width(w), height(h) {}
  __device__ int area() const override { return width * height; }
};
struct side : rectangle {
  __device__ explicit side(int length) : rectangle(length, length) {}
  __device__ int area() const override { return rectangle::area() + 1; }
};

__global__ void areas(int* values) {
  int const i = global_index();
  shape* const made = i % 2 == 0 ? static_cast<shape*>(new rectangle(i, 3)) : new side(i);
  values[i] = made->area();
  delete made;
}

TEST_CASE("virtual functions of objects on the kernel's heap") {
  device_array<int> const values{numbers(96)};
  areas<<<3, 32>>>(values.data());
  check_result(values, [](int i) { return i % 2 == 0 ? 3 * i : i * i + 1; });
}

// Memory that one launch allocates and another one frees.

__global__ void allocate_lists(int** lists) {
  int const i = global_index();
  lists[i] = new int[static_cast<unsigned>(i) + 1];
  for (int k = 0; k <= i; ++k) lists[i][k] = k;
}
__global__ void free_lists(int** lists, int* sums) {
  int const i = global_index();
  int sum = 0;
  for (int k = 0; k <= i; ++k) sum += lists[i][k];
  sums[i] = sum;
  delete[] lists[i];
}
__global__ void exhaust_heap(int* values) {
  void* const too_much = malloc(std::size_t{1} << 40);
  values[0] = too_much == nullptr ? 1 : 0;
  free(too_much);
}

TEST_CASE("the heap of kernels") {
  device_array<int*> const lists{std::size_t{64}};
  device_array<int> const sums{std::size_t{64}}, one{numbers(1)};
  allocate_lists<<<2, 32>>>(lists.data());
  free_lists<<<2, 32>>>(lists.data(), sums.data());
  check_result(sums, [](int i) { return i * (i + 1) / 2; });
  exhaust_heap<<<1, 1>>>(one.data());
  check_result(one, [](int) { return 1; });
}

// Recursion, with lanes at different depths.

__host__ __device__ int fibonacci(int number) {
  return number < 2 ? number : fibonacci(number - 1) + fibonacci(number - 2);
}
__host__ __device__ bool is_odd(int number);
__host__ __device__ bool is_even(int number) { return number == 0 || is_odd(number - 1); }
__host__ __device__ bool is_odd(int number) { return number != 0 && is_even(number - 1); }

__global__ void recurse(int* values) {
  int const i = global_index();
  values[i] = fibonacci(i % 12) * 2 + (is_even(i % 7) ? 1 : 0);
}

TEST_CASE("recursion") {
  device_array<int> const values{numbers(64)};
  recurse<<<2, 32>>>(values.data());
  check_result(values, [](int i) { return fibonacci(i % 12) * 2 + (is_even(i % 7) ? 1 : 0); });
}

// Arguments of many sizes, and local memory.

struct large {
  int numbers[100];
  char letter;
  double factor;
};

__global__ void read_arguments(char c, large const object, short s, double d, int* values) {
  int const i = global_index();
  values[i] = object.numbers[i] + c + s + static_cast<int>(d * object.factor) + object.letter;
}

__global__ void sort_locally(int* values) {
  int local[16];
  for (int k = 0; k < 16; ++k) local[k] = values[k * 32 + static_cast<int>(threadIdx.x)];
  for (int k = 1; k < 16; ++k) {
    for (int j = k; j > 0 && local[j - 1] > local[j]; --j) {
      int const before = local[j - 1];
      local[j - 1] = local[j];
      local[j] = before;
    }
  }
  for (int k = 0; k < 16; ++k) values[static_cast<int>(threadIdx.x) * 16 + k] = local[k];
}

TEST_CASE("arguments, and arrays of a thread") {
  large object{{}, 'x', 0.5};
  for (int i = 0; i < 100; ++i) object.numbers[i] = i * i;
  device_array<int> const values{std::size_t{100}};
  read_arguments<<<4, 25>>>('a', object, -3, 9.0, values.data());
  check_result(values, [](int i) { return i * i + 'a' - 3 + 4 + 'x'; });

  std::vector<int> mixed;
  for (int i = 0; i < 512; ++i) mixed.push_back(i * 37 % 101);
  device_array<int> const columns{mixed};
  sort_locally<<<1, 32>>>(columns.data());
  finish();
  std::vector<int> const sorted = columns.to_host();
  for (std::size_t lane = 0; lane < 32; ++lane) {
    for (std::size_t k = 1; k < 16; ++k) CHECK(sorted[lane * 16 + k - 1] <= sorted[lane * 16 + k]);
  }
}

// Variables of the module.

__constant__ int weights[4] = {1, 10, 100, 1000};
__device__ int counter = 7;
__device__ double zeros[3];
__managed__ int shared_with_host = 3;

__global__ void use_variables(int* values) {
  int const i = global_index();
  values[i] = weights[i % 4] + static_cast<int>(zeros[i % 3]);
  atomicAdd(&counter, 1);
  if (i == 0) shared_with_host *= 5;
}

TEST_CASE("constant, device and managed variables") {
  device_array<int> const values{numbers(64)};
  use_variables<<<2, 32>>>(values.data());
  check_result(values, [](int i) { return i % 4 == 0 ? 1 : i % 4 == 1 ? 10 : i % 4 == 2 ? 100 : 1000; });
  int const new_weights[4] = {5, 6, 7, 8};
  int counted = 0;
  check(cudaMemcpyFromSymbol(&counted, counter, sizeof counted));
  CHECK(counted == 7 + 64);
  CHECK(shared_with_host == 15);

  check(cudaMemcpyToSymbol(weights, new_weights, sizeof new_weights));
  shared_with_host = 2;
  use_variables<<<2, 32>>>(values.data());
  check_result(values, [](int i) { return 5 + i % 4; });
  CHECK(shared_with_host == 10);
}

// Dynamic shared memory, of more than 48 KiB where the kernel's attribute allows it.

__global__ void reverse_in_shared(int* values, int count) {
  extern __shared__ int dynamic[];
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) dynamic[i] = values[i];
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) {
    values[i] = dynamic[count - 1 - i];
  }
}

TEST_CASE("dynamic shared memory") {
  int const count = 15000;
  device_array<int> const values{numbers(count)};
  int const bytes = count * static_cast<int>(sizeof(int));
  check(cudaFuncSetAttribute(reverse_in_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  reverse_in_shared<<<1, 128, static_cast<std::size_t>(bytes)>>>(values.data(), count);
  check_result(values, [](int i) { return count - 1 - i; });
}

// printf. What the kernels print is there when the host has waited for them.

class captured_output {
 public:
  captured_output() : file_(std::tmpfile()), before_(dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    dup2(fileno(file_), STDOUT_FILENO);
  }
  ~captured_output() {
    stop();
    std::fclose(file_);
  }
  captured_output(captured_output const&) = delete;
  captured_output& operator=(captured_output const&) = delete;

  std::string text() {
    stop();
    std::string result;
    std::rewind(file_);
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) result += static_cast<char>(c);
    return result;
  }

 private:
  void stop() {
    if (before_ < 0) return;
    std::fflush(stdout);
    dup2(before_, STDOUT_FILENO);
    close(before_);
    before_ = -1;
  }
  std::FILE* file_;
  int before_;
};

__global__ void print(char const* word) {
  if (threadIdx.x != 0) return;
  int const arguments = printf("%d %5.2f %s %c %llx %-4u| %%\n", -3, 2.5, "text", 'c', 0x123456789abull, 7u);
  printf("%s has %d\n", word, arguments);
}

__global__ void print_lanes() { printf("lane %d\n", static_cast<int>(threadIdx.x)); }

__device__ char const word_of_module[] = "word";

TEST_CASE("printf") {
  void* word = nullptr;
  check(cudaGetSymbolAddress(&word, word_of_module));
  captured_output one;
  print<<<1, 32>>>(static_cast<char const*>(word));
  finish();
  CHECK(one.text() == "-3  2.50 text c 123456789ab 7   | %\nword has 6\n");

  captured_output lanes;
  print_lanes<<<1, 32>>>();
  finish();
  std::string const text = lanes.text();
  CHECK(text.size() == 10 * 7 + 22 * 8);
  for (int i = 0; i < 32; ++i) CHECK(text.find("lane " + std::to_string(i) + "\n") != std::string::npos);
}

}  // namespace
