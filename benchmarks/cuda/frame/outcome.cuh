// What a call has left: contenders of a row whose outcomes differ are not timed.
//
// The kernel that reads the results is written out here, so that no algorithm of a contender judges itself. Outcomes
// are compared exactly: rows that add floating-point numbers get small integers, of which no sum is rounded.
#pragma once

#include "data.cuh"

#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/device_vector.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

inline void require(cudaError_t code, char const* call) { thrum::detail::cuda_check(code, call); }

/// What stands for the result of a call that returns none, and of one of CUB, which leaves it on the card.
struct nothing {};
struct by_cub {};

template <class T>
THRUM_HD std::uint64_t word_of(T const& x) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::uint8_t bytes[sizeof(T)];
  memcpy(bytes, &x, sizeof(T));
  std::uint64_t word = 0;
  for (std::uint8_t const byte : bytes) word = random_word(0, word ^ byte);
  return word;
}

/// Adds a word of each element to the total: of the element alone, or of it and its place.
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
  /// n elements on the card.
  template <class I>
  outcome& elements(I first, std::ptrdiff_t n) {
    return number(sum_of_words(first, n, true));
  }
  /// n elements on the card whose order is left open.
  template <class I>
  outcome& in_any_order(I first, std::ptrdiff_t n) {
    return number(sum_of_words(first, n, false));
  }
  /// A value on the host.
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

/// How many elements there are in a result that begins at `first`: the end has been returned, alone or in a pair, or
/// the call has left their number on the card.
template <class Returned, class T>
std::ptrdiff_t length_of(Returned const& end, T const* first, std::ptrdiff_t const* number) {
  if constexpr (std::is_same_v<Returned, by_cub> || std::is_same_v<Returned, nothing>) return on_the_host(number);
  else if constexpr (std::is_pointer_v<Returned>) return end - first;
  else return end.first - first;
}

// What most rows compare, given a view and what the call has returned. A family with another result passes its own to
// rows().

/// The output.
struct whole_output {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.out, v.n);
  }
};
/// The input, which the call has changed.
struct whole_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.in, v.n);
  }
};
/// The input, or where CUB has put what it made of it.
struct sorted_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& where) const {
    if constexpr (std::is_pointer_v<Returned>) return outcome().elements(where, v.n);
    else return outcome().elements(v.in, v.n);
  }
};
/// How far into the input what was found is.
struct place_of_input {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& found) const {
    return outcome().number(found - v.in);
  }
};
/// The number that has been returned.
struct one_number {
  template <class View, class Returned>
  outcome operator()(View const&, Returned const& x) const {
    return outcome().number(x);
  }
};
/// The first elements of the output, as many as are there.
struct kept_output {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& end) const {
    std::ptrdiff_t const kept = length_of(end, v.out, v.number);
    return outcome().number(kept).elements(v.out, kept);
  }
};
