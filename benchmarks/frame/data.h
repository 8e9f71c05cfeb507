// The types, the distributions, and the workspaces of a row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "types.h"

/// Accepts half of the uniform values.
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
  skewed          // Zipf's law: the k-th most frequent of 2^20 values is 1 / k times as frequent as the first
};
char const* name_of(distribution d);

/// Returns signed integers of this many bits (fewer if sums are not to overflow), floating-point
/// values of [-1, 1), or records with such keys whose payload is their number. Calls with the same
/// stream return the same values. Defined for the types of type_name.
template <class T>
std::vector<T> values(std::ptrdiff_t n, distribution d, std::uint64_t stream = 1, int bits = 64);

// ---- Workspaces -----------------------------------------------------------------------------------------------------
// The workspace of a row is made from a size and a distribution, once for all contenders. The
// optional member restore() is called before each measured call, and is not timed: for calls that
// change their input.

/// An input, and an output of the same length.
template <class T, int bits = 64>
struct input_output {
  input_output(std::ptrdiff_t n, distribution d) : in(values<T>(n, d, 1, bits)), out(in) {}
  std::vector<T> in, out;
};

/// Two inputs of n elements, and an output of n elements.
template <class T, int bits = 64>
struct inputs_output {
  inputs_output(std::ptrdiff_t n, distribution d)
      : in(values<T>(n, d, 1, bits)), in2(values<T>(n, d, 2, bits)), out(in) {}
  std::vector<T> in, in2, out;
};

/// Inputs of n elements each, made by make(a stream of random words). Each call takes the next
/// input: a processor would learn to predict all branches of a short call that is repeated on the
/// same input, which no program does. (An AMD EPYC of the Zen 4 kind learns those of 2^17
/// elements.)
template <class Input>
class in_turn {
 public:
  template <class Make>
  in_turn(std::ptrdiff_t n, Make make) : inputs_(inputs_of_row(n, make)) {
    // The workspaces of a row begin at different inputs.
    static std::size_t workspaces = 0;
    at_ = 31 * workspaces++ % inputs_->size();
  }
  /// Makes the inputs by Input(n, stream).
  explicit in_turn(std::ptrdiff_t n) : in_turn(n, [n](std::uint64_t stream) { return Input(n, stream); }) {}

  void restore() { at_ = (at_ + 1) % inputs_->size(); }
  Input const& now() const { return (*inputs_)[at_]; }

 private:
  /// Makes the inputs, or returns those that another workspace of the row has: copies would leave
  /// the caches. (The workspaces of a row are gone before those of another one are made.)
  template <class Make>
  static std::shared_ptr<std::vector<Input> const> inputs_of_row(std::ptrdiff_t n, Make make) {
    static std::weak_ptr<std::vector<Input> const> last;
    if (auto made = last.lock()) return made;
    auto made = std::make_shared<std::vector<Input>>();
    std::ptrdiff_t const count = std::clamp<std::ptrdiff_t>((1 << 19) / n, 1, 512);
    for (std::ptrdiff_t i = 0; i < count; ++i) made->push_back(make(static_cast<std::uint64_t>(10 * i + 1)));
    last = made;
    return made;
  }

  std::shared_ptr<std::vector<Input> const> inputs_;
  std::size_t at_ = 0;
};

template <class T>
std::vector<T> values_of_stream(std::ptrdiff_t n, distribution d, std::uint64_t stream) {
  return values<T>(n, d, stream);
}

/// An input that calls change, or whose branches the processor should not learn. Made by Make(n, a
/// distribution, a stream).
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

/// The same, with an output of the same length.
template <class T, auto Make = values_of_stream<T>>
struct in_turn_output : in_place<T, Make> {
  in_turn_output(std::ptrdiff_t n, distribution d) : in_place<T, Make>(n, d), out(this->in) {}
  std::vector<T> out;
};

/// A workspace, and elements beside it that the predicate reads instead.
template <class Workspace>
struct with_stencil : Workspace {
  with_stencil(std::ptrdiff_t n, distribution d) : Workspace(n, d), stencil(n, d) {}
  void restore() {
    Workspace::restore();
    stencil.restore();
  }
  in_place<std::int32_t> stencil;
};
