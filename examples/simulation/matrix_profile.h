// The matrix profile of a series: the distance of each of its windows from the most similar other
// window, when both are shifted and scaled to mean 0 and deviation 1. Windows that overlap by more
// than three quarters are not compared.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/atomic_ref.h>
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/scan.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "common/example.h"

namespace profile {

/// The series and, for each window, the mean and 1 / (deviation * sqrt(width)); 0 for a window of
/// equal numbers.
struct windows {
  double const* x;
  double const* mean;
  double const* scale;
  std::ptrdiff_t width, number;

  THRUM_HD std::ptrdiff_t exclusion() const { return (width + 3) / 4; }
  THRUM_HD double dot(std::ptrdiff_t i, std::ptrdiff_t j) const {
    double sum = 0;
    for (std::ptrdiff_t k = 0; k < width; ++k) sum += x[i + k] * x[j + k];
    return sum;
  }
  /// The difference of two windows, from 0 (the same) to 1 (opposite), in steps of 2^-32, together
  /// with the index of the other window: the least of these keys belongs to the nearest window, and
  /// of equally near windows to the first. The squared distance is 4 * width times the fraction.
  THRUM_HD std::uint64_t key(double product, std::ptrdiff_t i, std::ptrdiff_t j) const {
    double const m = static_cast<double>(width);
    double const correlation = (product - m * mean[i] * mean[j]) * scale[i] * scale[j];
    double const fraction = correlation > 1 ? 0 : correlation < -1 ? 1 : (1 - correlation) / 2;
    return static_cast<std::uint64_t>(fraction * 4294967295.0) << 32 | static_cast<std::uint64_t>(j);
  }
  /// Computes the distance by its definition, without the rounding of the keys.
  THRUM_HD double distance(std::ptrdiff_t i, std::ptrdiff_t j) const {
    double sum = 0, root = std::sqrt(static_cast<double>(width));
    for (std::ptrdiff_t k = 0; k < width; ++k) {
      double const apart = (x[i + k] - mean[i]) * scale[i] * root - (x[j + k] - mean[j]) * scale[j] * root;
      sum += apart * apart;
    }
    return std::sqrt(sum);
  }
};

/// A diagonal of the matrix of distances: all pairs of windows that are k apart. The product of a
/// pair follows from that of the previous pair in one step, and each pair counts for both of its
/// windows.
struct diagonal {
  windows w;
  std::uint64_t* nearest;
  THRUM_HD void operator()(std::ptrdiff_t k) const {
    double product = w.dot(0, k);
    for (std::ptrdiff_t i = 0; i + k < w.number; ++i) {
      std::ptrdiff_t const j = i + k, next = i + w.width;
      thrum::atomic_ref(nearest[i]).fetch_min(w.key(product, i, j), std::memory_order_relaxed);
      thrum::atomic_ref(nearest[j]).fetch_min(w.key(product, j, i), std::memory_order_relaxed);
      if (j + 1 < w.number) product += w.x[next] * w.x[next + k] - w.x[i] * w.x[j];
    }
  }
};

/// Computes a row of the matrix in a simple way: the key of each other window, of which a reduction
/// takes the least.
struct key_to {
  windows w;
  std::ptrdiff_t i;
  THRUM_HD std::uint64_t operator()(std::ptrdiff_t j) const {
    std::ptrdiff_t const apart = i < j ? j - i : i - j;
    return apart <= w.exclusion() ? ~std::uint64_t{0} : w.key(w.dot(i, j), i, j);
  }
};

struct square {
  THRUM_HD double operator()(double x) const { return x * x; }
};
struct mean_from_sums {
  double const* sums;  // from a leading 0 on
  std::ptrdiff_t width;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    return (sums[i + width] - sums[i]) / static_cast<double>(width);
  }
};
struct scale_from_sums {
  double const* squares;
  double const* mean;
  std::ptrdiff_t width;
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    double const m = static_cast<double>(width);
    double const variance = (squares[i + width] - squares[i]) / m - mean[i] * mean[i];
    return variance > 1e-12 ? 1 / std::sqrt(variance * m) : 0;
  }
};
struct place_of_key {
  THRUM_HD std::int64_t operator()(std::uint64_t key) const { return static_cast<std::int64_t>(key & 0xFFFFFFFF); }
};
struct distance_to_place {
  windows w;
  std::int64_t const* place;
  THRUM_HD double operator()(std::ptrdiff_t i) const { return w.distance(i, place[i]); }
};

/// The profile under a policy, in memory that the policy reaches.
template <class Policy>
class engine {
 public:
  template <class T>
  using vector = example::vector_of<Policy, T>;

  engine(Policy const& policy, std::vector<double> const& series, std::ptrdiff_t width)
      : policy_(policy),
        x_(series.begin(), series.end()),
        sums_(series.size() + 1),
        squares_(series.size() + 1),
        width_(width),
        number_(thrum::number_of_windows(static_cast<std::ptrdiff_t>(series.size()), width)),
        mean_(static_cast<std::size_t>(number_)),
        scale_(mean_.size()),
        keys_(mean_.size()),
        place_(mean_.size()),
        distance_(mean_.size()) {}

  void by_diagonals() {
    measure();
    thrum::fill(policy_, keys_.begin(), keys_.end(), ~std::uint64_t{0});
    auto const first = thrum::make_counting_iterator(all().exclusion() + 1);
    auto const diagonals = std::max<std::ptrdiff_t>(0, number_ - all().exclusion() - 1);
    // A diagonal is a task.
    if constexpr (requires { policy_.grain(1); }) {
      thrum::for_each_n(policy_.grain(8), first, diagonals, diagonal{all(), raw(keys_)});
    } else {
      thrum::for_each_n(policy_, first, diagonals, diagonal{all(), raw(keys_)});
    }
    finish();
  }
  void by_rows() {
    measure();
    auto const first = thrum::make_counting_iterator(std::ptrdiff_t{0});
    std::vector<std::uint64_t> keys;
    for (std::ptrdiff_t i = 0; i < number_; ++i) {
      keys.push_back(thrum::transform_reduce(policy_, first, first + number_, key_to{all(), i}, ~std::uint64_t{0},
                                             thrum::minimum<std::uint64_t>{}));
    }
    thrum::copy(keys.begin(), keys.end(), keys_.begin());
    finish();
  }

  /// Returns the nearest window of each window, and its distance.
  std::vector<std::int64_t> places() const { return example::to_host(place_); }
  std::vector<double> distances() const { return example::to_host(distance_); }

 private:
  template <class V>
  static auto* raw(V& v) {
    return thrum::matrix_view(v, 1, static_cast<std::ptrdiff_t>(v.size())).data();
  }
  windows all() const { return {raw(x_), raw(mean_), raw(scale_), width_, number_}; }
  /// Computes means and deviations from prefix sums.
  void measure() {
    thrum::inclusive_scan(policy_, x_.begin(), x_.end(), sums_.begin() + 1);
    thrum::transform_inclusive_scan(policy_, x_.begin(), x_.end(), squares_.begin() + 1, square{},
                                    thrum::plus<>{});
    thrum::tabulate(policy_, mean_.begin(), mean_.end(), mean_from_sums{raw(sums_), width_});
    thrum::tabulate(policy_, scale_.begin(), scale_.end(), scale_from_sums{raw(squares_), raw(mean_), width_});
  }
  void finish() {
    thrum::transform(policy_, keys_.begin(), keys_.end(), place_.begin(), place_of_key{});
    thrum::tabulate(policy_, distance_.begin(), distance_.end(), distance_to_place{all(), raw(place_)});
  }

  Policy policy_;
  vector<double> x_, sums_, squares_;
  std::ptrdiff_t width_, number_;
  vector<double> mean_, scale_;
  vector<std::uint64_t> keys_;
  vector<std::int64_t> place_;
  vector<double> distance_;
};

}  // namespace profile
