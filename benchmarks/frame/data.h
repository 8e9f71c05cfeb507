// What the contenders get: types, distributions, and the workspaces of a row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "types.h"

/// Accepts half of uniform values.
struct positive {
  template <class T>
  bool operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return x.key > 0;
    else return x > T(0);
  }
};

enum class distribution {
  uniform,
  few,            // 16 distinct values
  sorted,         // uniform, in ascending order
  reversed,       // uniform, in descending order
  nearly_sorted,  // sorted, and then n / 100 pairs swapped
  skewed          // Zipf's law: the k-th most frequent of 2^20 values is 1 / k as frequent as the first
};
char const* name_of(distribution d);

/// Signed integers of so many bits (fewer where sums are not to overflow), floating-point values of [-1, 1), or records
/// with such keys whose payload is their number. The same for each call with one stream. For the five types above.
template <class T>
std::vector<T> values(std::ptrdiff_t n, distribution d, std::uint64_t stream = 1, int bits = 64);

// ---- Workspaces -----------------------------------------------------------------------------------------------------
// The workspace of a row is made from a size and a distribution, once for all contenders. Its member restore(), where it
// has one, is called before each call that is measured, outside of the clock: for calls that change their input.

/// An input, and a place for as many results.
template <class T, int bits = 64>
struct input_output {
  input_output(std::ptrdiff_t n, distribution d) : in(values<T>(n, d, 1, bits)), out(in) {}
  std::vector<T> in, out;
};

/// Two inputs of n elements, and a place for n results.
template <class T, int bits = 64>
struct inputs_output {
  inputs_output(std::ptrdiff_t n, distribution d)
      : in(values<T>(n, d, 1, bits)), in2(values<T>(n, d, 2, bits)), out(in) {}
  std::vector<T> in, in2, out;
};

/// Inputs of n elements each, made by make(a stream of random words). A call takes the next one: a processor learns to guess
/// all branches of a short call that it does again and again, which no program does.
template <class Input>
class in_turn {
 public:
  template <class Make>
  in_turn(std::ptrdiff_t n, Make make) {
    std::ptrdiff_t const count = std::clamp<std::ptrdiff_t>((1 << 17) / n, 1, 128);
    for (std::ptrdiff_t i = 0; i < count; ++i) inputs_.push_back(make(static_cast<std::uint64_t>(10 * i + 1)));
    // The workspaces of a row begin at other ones.
    static std::size_t workspaces = 0;
    at_ = 31 * workspaces++ % inputs_.size();
  }
  /// Of inputs that are made by Input(n, stream).
  explicit in_turn(std::ptrdiff_t n) : in_turn(n, [n](std::uint64_t stream) { return Input(n, stream); }) {}

  void restore() { at_ = (at_ + 1) % inputs_.size(); }
  Input& now() { return inputs_[at_]; }
  Input const& now() const { return inputs_[at_]; }

 private:
  std::vector<Input> inputs_;
  std::size_t at_ = 0;
};

template <class T>
std::vector<T> values_of_stream(std::ptrdiff_t n, distribution d, std::uint64_t stream) {
  return values<T>(n, d, stream);
}

/// An input that calls change, or whose branches they should not learn. Make(n, a distribution, a stream) makes it.
template <class T, auto Make = values_of_stream<T>>
struct in_place {
  in_place(std::ptrdiff_t n, distribution d)
      : originals(n, [=](std::uint64_t stream) { return Make(n, d, stream); }), in(originals.now()) {}
  void restore() {
    originals.restore();
    in = originals.now();
  }
  in_turn<std::vector<T>> originals;
  std::vector<T> in;
};

/// The same, and a place for as many results.
template <class T, auto Make = values_of_stream<T>>
struct in_turn_output : in_place<T, Make> {
  in_turn_output(std::ptrdiff_t n, distribution d) : in_place<T, Make>(n, d), out(this->in) {}
  std::vector<T> out;
};

/// A workspace, and elements beside them that are asked about instead.
template <class Workspace>
struct with_stencil : Workspace {
  with_stencil(std::ptrdiff_t n, distribution d) : Workspace(n, d), stencil(n, d) {}
  void restore() {
    Workspace::restore();
    stencil.restore();
  }
  in_place<std::int32_t> stencil;
};
