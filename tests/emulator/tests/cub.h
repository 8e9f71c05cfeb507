// Calls of CUB's device-wide algorithms, inputs for them, and the numbers of elements to call them
// with.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <vector>

#include "card.h"

namespace cub_tests {

using namespace card;

// Few elements, the borders of warps, blocks and tiles, and several tiles.
inline std::vector<int> const sizes = {0,    1,    2,    31,   32,   33,   255,  256,  257,  1023,   1024,
                                       1025, 1919, 1920, 1921, 4095, 4096, 4097, 7680, 7681, 10'007, 65'537};
constexpr int million = 1 << 20;

// CUB's algorithms are called twice: for the size of their scratch memory, and with it.
template <class Call>
void call(Call algorithm) {
  std::size_t bytes = 0;
  check(algorithm(nullptr, bytes));
  device_array<char> const scratch{std::max<std::size_t>(bytes, 1)};
  check(algorithm(scratch.data(), bytes));
  finish();
}

// Numbers from least to greatest, the same ones at each call.
template <class T>
std::vector<T> random_numbers(int count, int least, int greatest) {
  std::mt19937 engine{static_cast<unsigned>(count)};
  std::uniform_int_distribution<int> distribution{least, greatest};
  std::vector<T> numbers(static_cast<std::size_t>(count));
  for (T& number : numbers) number = static_cast<T>(distribution(engine));
  return numbers;
}

// The first elements of an array, whose others nobody may have written.
template <class T>
std::vector<T> first_of(device_array<T> const& values, int count) {
  std::vector<T> result(static_cast<std::size_t>(count));
  check(cudaMemcpy(result.data(), values.data(), result.size() * sizeof(T), cudaMemcpyDeviceToHost));
  return result;
}

}  // namespace cub_tests
