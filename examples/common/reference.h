// A sum to compare others with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace example {

/// The sum of numbers in long double, to which what each addition rounds away is added at the end (Neumaier's).
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
  /// How far a sum of the same terms in T may be from it that adds them as a tree, not one after the other:
  /// 2 log2(n) u times the sum of their magnitudes, where u is half of T's epsilon.
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
