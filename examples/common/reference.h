// A reference sum for checks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace example {

/// Sums numbers in long double, and adds the rounding errors of all additions at the end
/// (Neumaier's sum).
class exact_sum {
 public:
  void add(long double x) {
    long double const next = sum_ + x;
    lost_ += std::abs(sum_) >= std::abs(x) ? (sum_ - next) + x : (x - next) + sum_;
    sum_ = next;
    magnitude_ += std::abs(x);
    ++terms_;
  }
  double value() const { return static_cast<double>(sum_ + lost_); }
  /// Returns how far a sum of the same terms in T, added as a tree, may be from the exact one: 2
  /// log2(n) u times the sum of their magnitudes, where u is half of T's epsilon.
  template <class T>
  double tolerance() const {
    double const unit = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
    return 2 * std::log2(static_cast<double>(std::max<std::int64_t>(terms_, 2))) * unit *
           static_cast<double>(magnitude_);
  }

 private:
  long double sum_ = 0, lost_ = 0, magnitude_ = 0;
  std::int64_t terms_ = 0;
};

}  // namespace example
