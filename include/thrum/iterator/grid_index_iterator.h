// grid_index_iterator: the cells of a grid, row by row, without memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/wide_integers.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <stdexcept>

namespace thrum {

/// The row and the column of a cell of a grid.
struct grid_index {
  std::ptrdiff_t row = 0;
  std::ptrdiff_t column = 0;

  THRUM_HD friend constexpr bool operator==(grid_index a, grid_index b) {
    return a.row == b.row && a.column == b.column;
  }
};

/// An iterator whose it[n] is {n / columns, n % columns}, counted from a first cell if one is
/// given: for_each over a range of such iterators is the loop over both dimensions. No division is
/// made: the iterator multiplies by a reciprocal of the width.
class grid_index_iterator : public iterator_facade<grid_index_iterator, grid_index, grid_index, any_space> {
 public:
  grid_index_iterator() = default;
  /// Throws std::invalid_argument unless columns >= 1.
  THRUM_HD constexpr explicit grid_index_iterator(std::ptrdiff_t columns, grid_index first = {})
      : width_(checked_width(columns)), first_(first) {}

  THRUM_HD constexpr std::ptrdiff_t columns() const { return width_.divisor(); }
  /// Returns how many cells the iterator has passed.
  THRUM_HD constexpr std::ptrdiff_t base() const { return index_; }

  THRUM_HD constexpr grid_index element(std::ptrdiff_t n) const {
    std::ptrdiff_t const place = index_ + n, row = width_.quotient_of(place);
    return {first_.row + row, first_.column + (place - row * width_.divisor())};
  }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(grid_index_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  THRUM_HD static constexpr std::ptrdiff_t checked_width(std::ptrdiff_t columns) {
#if !defined(__CUDA_ARCH__)
    if (columns < 1) throw std::invalid_argument("thrum: a grid_index_iterator needs a column at least");
#endif
    return columns;
  }

  detail::constant_divisor width_{1};
  grid_index first_{};
  std::ptrdiff_t index_ = 0;
};

/// Returns an iterator over the cells {0, 0}, {0, 1}, ... of a grid of that many columns. The grid
/// has as many rows as the iterator is advanced by.
THRUM_HD constexpr grid_index_iterator make_grid_index_iterator(std::ptrdiff_t columns) {
  return grid_index_iterator(columns);
}

/// All cells of a grid, row by row.
class grid_indices {
 public:
  using iterator = grid_index_iterator;
  using value_type = grid_index;
  using difference_type = std::ptrdiff_t;

  /// Makes rows [0, rows) and columns [0, columns). Throws std::invalid_argument if one of the two
  /// is negative.
  THRUM_HD constexpr grid_indices(std::ptrdiff_t rows, std::ptrdiff_t columns)
      : grid_indices(grid_index{0, 0}, grid_index{rows, columns}) {}
  /// Makes rows [first.row, last.row) and columns [first.column, last.column): the inner cells of a
  /// grid of m x n are those from {1, 1} to {m - 1, n - 1}. Throws std::invalid_argument if last is
  /// before first in one of the two.
  THRUM_HD constexpr grid_indices(grid_index first, grid_index last)
      : rows_(extent(first.row, last.row)),
        columns_(extent(first.column, last.column)),
        begin_(columns_ > 0 ? columns_ : 1, first) {}

  THRUM_HD constexpr iterator begin() const { return begin_; }
  THRUM_HD constexpr iterator end() const { return begin_ + size(); }
  THRUM_HD constexpr std::ptrdiff_t size() const { return rows_ * columns_; }
  THRUM_HD constexpr bool empty() const { return size() == 0; }
  THRUM_HD constexpr std::ptrdiff_t rows() const { return rows_; }
  THRUM_HD constexpr std::ptrdiff_t columns() const { return columns_; }

 private:
  THRUM_HD static constexpr std::ptrdiff_t extent(std::ptrdiff_t first, std::ptrdiff_t last) {
#if !defined(__CUDA_ARCH__)
    if (last < first) throw std::invalid_argument("thrum: a grid has no negative number of rows or columns");
#endif
    return last - first;
  }

  std::ptrdiff_t rows_;
  std::ptrdiff_t columns_;
  grid_index_iterator begin_;
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
