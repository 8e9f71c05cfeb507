// The results of a call. Contenders of a row whose outcomes differ are not timed.
//
// The kernel that reads the results is written out here, so that no contender's algorithm checks
// itself. Outcomes are compared exactly: rows that add floating-point numbers have small integers,
// whose sums are not rounded.
#pragma once

#include "data.cuh"

#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/device_vector.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

inline void require(cudaError_t code, char const* call) { thrum::detail::cuda_check(code, call); }

/// Stands for the result of a call that returns none, and of a call of CUB, which leaves its result
/// on the device.
struct nothing {};
struct by_cub {};

template <class T>
THRUM_HD std::uint64_t word_of(T const& x) {
  static_assert(std::is_trivially_copyable_v<T>);
  constexpr std::size_t count = (sizeof(T) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  std::uint64_t parts[count] = {};
  memcpy(parts, &x, sizeof(T));
  std::uint64_t word = 0;
  for (std::uint64_t const part : parts) word = random_word(0, word ^ part);
  return word;
}

/// Adds a word for each element to the total: a word of the element alone, or of the element and
/// its index.
template <class I>
__global__ void add_words_kernel(I first, std::ptrdiff_t n, bool in_order, unsigned long long* total) {
  unsigned long long own = 0;
  std::ptrdiff_t const threads = std::ptrdiff_t{blockDim.x} * gridDim.x;
  for (std::ptrdiff_t i = std::ptrdiff_t{blockDim.x} * blockIdx.x + threadIdx.x; i < n; i += threads) {
    std::uint64_t const word = word_of(std::iter_value_t<I>(first[i]));
    own += in_order ? random_word(0, word ^ random_word(1, static_cast<std::uint64_t>(i))) : word;
  }
  atomicAdd(total, own);
}

template <class I>
std::uint64_t sum_of_words(I first, std::ptrdiff_t n, bool in_order) {
  constexpr int blocks = 1024, threads = 256;
  thrum::device_vector<unsigned long long> total(1, 0);
  add_words_kernel<<<blocks, threads>>>(first, n, in_order, total.data().get());
  require(cudaGetLastError(), "add_words_kernel");
  return total[0];
}

class outcome {
 public:
  /// Compares n elements on the device.
  template <class I>
  outcome& elements(I first, std::ptrdiff_t n) {
    return number(sum_of_words(first, n, true));
  }
  /// Compares n elements on the device whose order is not specified.
  template <class I>
  outcome& in_any_order(I first, std::ptrdiff_t n) {
    return number(sum_of_words(first, n, false));
  }
  /// Compares a value on the host.
  template <class T>
  outcome& number(T const& x) {
    all_ = random_word(0, all_ ^ word_of(x));
    return *this;
  }
  friend bool operator==(outcome const& a, outcome const& b) { return a.all_ == b.all_; }

 private:
  std::uint64_t all_ = 0;
};

template <class T>
T on_the_host(T const* p) {
  T x;
  require(cudaMemcpy(&x, p, sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
  return x;
}

/// Returns the number of elements in a result that begins at `first`. The call has returned the
/// end, alone or in a pair, or has stored the number on the device.
template <class Returned, class T>
std::ptrdiff_t length_of(Returned const& end, T const* first, std::ptrdiff_t const* number) {
  if constexpr (std::is_same_v<Returned, by_cub> || std::is_same_v<Returned, nothing>) return on_the_host(number);
  else if constexpr (std::is_pointer_v<Returned>) return end - first;
  else return end.first - first;
}

// The outcomes of most rows, from a view and from the result of the call. A family with another
// outcome passes its own to rows().

/// The elements of the output.
struct whole_output {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, v.n);
  }
};
/// The elements of the input, which the call has changed.
struct whole_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.in, v.n);
  }
};
/// The elements of the input, or of the buffer in which CUB has left the result.
struct sorted_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& where) const {
    if constexpr (std::is_pointer_v<Returned>) return outcome().elements(where, v.n);
    else return outcome().elements(v.in, v.n);
  }
};
/// The index of the found element in the input.
struct place_of_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& found) const {
    return outcome().number(found - v.in);
  }
};
/// The number that the call has returned.
struct one_number {
  template <class View, class Returned>
  outcome operator()(View const&, Returned const& x) const {
    return outcome().number(x);
  }
};
/// The first elements of the output, as many as the call has stored.
struct kept_output {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& end) const {
    std::ptrdiff_t const kept = length_of(end, v.out, v.number);
    return outcome().number(kept).elements(v.out, kept);
  }
};
