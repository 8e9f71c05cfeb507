// Splits the elements of a multi_device_vector into parts.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/detail/primitives/reduce.h>
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace thrum::detail {

/// The sizes of consecutive parts of a vector.
class part_sizes {
 public:
  explicit part_sizes(std::vector<std::ptrdiff_t> sizes) : sizes_(std::move(sizes)), ends_(sizes_.size()) {
    std::ptrdiff_t end = 0;
    for (std::size_t p = 0; p < sizes_.size(); ++p) {
      if (sizes_[p] < 0) throw std::invalid_argument("thrum: a part of a vector cannot have a negative size");
      ends_[p] = end += sizes_[p];
    }
  }
  /// Returns parts of whole tiles of reduce; the numbers of tiles of two parts differ by at most
  /// one. A sum of tiles then has the same bits for any number of parts.
  static part_sizes balanced(std::ptrdiff_t n, std::ptrdiff_t parts) {
    std::ptrdiff_t const blocks = n > 0 ? (n - 1) / reduce_block + 1 : 0;
    std::vector<std::ptrdiff_t> sizes;
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      std::ptrdiff_t const share = (blocks / parts + (p < blocks % parts ? 1 : 0)) * reduce_block;
      sizes.push_back(detail::least(share, std::max<std::ptrdiff_t>(n, 0)));
      n -= sizes.back();
    }
    return part_sizes(std::move(sizes));
  }

  std::ptrdiff_t parts() const { return static_cast<std::ptrdiff_t>(sizes_.size()); }
  std::ptrdiff_t size(std::ptrdiff_t p) const { return sizes_[static_cast<std::size_t>(p)]; }
  /// Returns the first index after part p.
  std::ptrdiff_t end(std::ptrdiff_t p) const { return ends_[static_cast<std::size_t>(p)]; }
  std::ptrdiff_t begin(std::ptrdiff_t p) const { return end(p) - size(p); }
  std::ptrdiff_t total() const { return ends_.empty() ? 0 : ends_.back(); }
  std::ptrdiff_t largest() const { return sizes_.empty() ? 0 : *std::max_element(sizes_.begin(), sizes_.end()); }
  /// Returns the part that has element i.
  std::ptrdiff_t part_of(std::ptrdiff_t i) const {
    return std::upper_bound(ends_.begin(), ends_.end(), i) - ends_.begin();
  }
  /// Returns the first part that has elements, or parts() if no part has any.
  std::ptrdiff_t first_filled() const { return part_of(0); }

  friend bool operator==(part_sizes const& a, part_sizes const& b) { return a.sizes_ == b.sizes_; }

 private:
  std::vector<std::ptrdiff_t> sizes_, ends_;
};

}  // namespace thrum::detail
