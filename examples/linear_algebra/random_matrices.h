// Two random matrices and an output for their product, in memory that a policy reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "common/data.h"
#include "common/example.h"
#include "linear_algebra/product_check.h"

namespace example {

template <class Policy, class T>
class random_matrices {
 public:
  random_matrices(Policy const& policy, std::int64_t rows)
      : n_(rows),
        a_(uniform<T>(policy, rows * rows, 676)),
        b_(uniform<T>(policy, rows * rows, 677)),
        c_(static_cast<std::size_t>(rows * rows), T(-1)) {}

  std::int64_t rows() const { return n_; }
  T const* left() const { return thrum::raw_pointer_cast(a_.data()); }
  T const* right() const { return thrum::raw_pointer_cast(b_.data()); }
  T* product() { return thrum::raw_pointer_cast(c_.data()); }
  vector_of<Policy, T>& entries() { return c_; }

  product_on_host<T> on_host() const {
    return {to_host(a_), to_host(b_), to_host(c_), static_cast<std::size_t>(n_)};
  }
  /// Returns the work of a product.
  amount work() const {
    auto const n = static_cast<double>(n_);
    return {.elements = n_, .flops = 2 * n * n * n};
  }

 private:
  std::int64_t n_;
  vector_of<Policy, T> a_, b_, c_;
};

}  // namespace example
