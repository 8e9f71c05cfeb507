// The arrays that the calls of a row work on. Each turn has a part of its own; there are as many
// turns as exceed the caches of the device, so that no call finds the elements of a previous call
// in them.
#pragma once

#include "data.cuh"

#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/device_vector.h>
#include <thrum/tabulate.h>
#include <cstddef>
#include <cstdint>

template <class T, class Values>
struct value_at {
  Values values;
  std::ptrdiff_t part;
  THRUM_HD T operator()(std::ptrdiff_t i) const { return values(i % part, i); }
};

/// n elements for each turn, which begin at multiples of 256 bytes, like memory of cudaMalloc.
template <class T>
class array {
 public:
  template <class Values>
  array(std::ptrdiff_t n, std::ptrdiff_t turns, Values values) : array(n, turns) {
    thrum::tabulate(thrum::cuda::par, all_.begin(), all_.end(), value_at<T, Values>{values, part_});
  }
  array(std::ptrdiff_t n, std::ptrdiff_t turns)
      : part_((n + line - 1) / line * line), all_(static_cast<std::size_t>(part_ * turns)) {}

  T* of(std::ptrdiff_t turn) { return all_.data().get() + turn * part_; }
  /// Fills the memory with bytes that no call stores.
  void clear() {
    thrum::detail::cuda_check(cudaMemset(all_.data().get(), 0xA5, all_.size() * sizeof(T)), "cudaMemset");
  }
  void copy_from(array const& other) {
    thrum::copy(thrum::cuda::par, other.all_.begin(), other.all_.end(), all_.begin());
  }

 private:
  static constexpr std::ptrdiff_t line = 256;
  std::ptrdiff_t part_;
  thrum::device_vector<T> all_;
};

// A workspace is made from n and the number of turns; of(turn) returns the view that a call gets,
// and `bytes` is the size of an element's part. The optional member restore() is called before the
// turns start over, for calls that change their input; clear(), which workspaces with an output
// have, is called before results are compared.

template <class T, int bits = 64>
class input_output {
 public:
  static constexpr double bytes = 2 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T* in;
    T* out;
  };
  input_output(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, uniform<T>{1, bits}), out_(n, turns) {}
  void clear() { out_.clear(); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), out_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, out_;
};

template <class T, int bits = 64>
class inputs_output {
 public:
  static constexpr double bytes = 3 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *in, *in2, *out;
  };
  inputs_output(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), in_(n, turns, uniform<T>{1, bits}), in2_(n, turns, uniform<T>{2, bits}), out_(n, turns) {}
  void clear() { out_.clear(); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn), in2_.of(turn), out_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> in_, in2_, out_;
};

/// An input that calls change.
template <class T>
class in_place {
 public:
  static constexpr double bytes = 2 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T* in;
  };
  in_place(std::ptrdiff_t n, std::ptrdiff_t turns) : n_(n), original_(n, turns, uniform<T>{1}), in_(n, turns) {}
  void restore() { in_.copy_from(original_); }
  view of(std::ptrdiff_t turn) { return {n_, in_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> original_, in_;
};

/// Two sorted ranges with n elements together, and an output for their result.
template <class T>
class sorted_pair {
 public:
  static constexpr double bytes = 2 * sizeof(T);
  struct view {
    std::ptrdiff_t n;
    T *a, *a_end, *b, *b_end, *out;
  };
  sorted_pair(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n), a_(n / 2, turns, ascending<T>{1}), b_(n - n / 2, turns, ascending<T>{2}), out_(n, turns) {}
  void clear() { out_.clear(); }
  view of(std::ptrdiff_t turn) {
    return {n_, a_.of(turn), a_.of(turn) + n_ / 2, b_.of(turn), b_.of(turn) + (n_ - n_ / 2), out_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<T> a_, b_, out_;
};
