// matrix_view: a view of a matrix in memory that something else owns.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/grid_index_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/strided_iterator.h>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum {

/// A view of rows x columns elements, row by row. A row begins `stride` elements after the start of
/// the previous row. A view owns nothing and is copied freely: functors and kernels hold it by
/// value. It works in device code. The policy of the call must reach the memory, because a view has
/// a raw pointer. Names are those of std::mdspan if std::mdspan has such a member. With a const T
/// the view is read-only.
///
///     thrum::matrix_view a(v, rows, columns);                        // of a vector
///     auto const inner = a.block(1, 1, rows - 2, columns - 2);
///     thrum::reduce(policy, a.column(3).begin(), a.column(3).end());
///
/// Indices of elements, rows and columns are not checked. On the host, the dimensions of views are
/// checked.
template <class T>
class matrix_view {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using index_type = std::ptrdiff_t;
  using reference = T&;
  using data_handle_type = T*;
  using row_type = iterator_range<T*>;
  using column_type = iterator_range<strided_iterator<T*>>;

  /// Makes a view without rows and columns.
  matrix_view() = default;
  /// Makes a view of rows without gaps. Throws std::invalid_argument if a number is negative.
  THRUM_HD constexpr matrix_view(T* data, std::ptrdiff_t rows, std::ptrdiff_t columns)
      : matrix_view(data, rows, columns, columns) {}
  /// Makes a view of rows that begin `stride` elements apart. Throws std::invalid_argument if a
  /// number is negative, or if the stride is less than the number of columns.
  THRUM_HD constexpr matrix_view(T* data, std::ptrdiff_t rows, std::ptrdiff_t columns, std::ptrdiff_t stride)
      : data_(data), rows_(rows), columns_(columns), stride_(stride) {
#if !defined(__CUDA_ARCH__)
    if (rows < 0 || columns < 0) {
      throw std::invalid_argument("thrum: a matrix has no negative number of rows or columns");
    }
    if (stride < columns)
      throw std::invalid_argument("thrum: the rows of a matrix_view overlap: its stride is too small");
#endif
  }
  /// Makes a view of the elements of a vector of thrum or of the standard library. The vector
  /// outlives the view. Throws std::invalid_argument if the vector has fewer than rows * columns
  /// elements.
  template <class V>
    requires requires(V& v) {
      requires std::is_convertible_v<std::remove_reference_t<decltype(*detail::unwrap(v.data()))>(*)[], T(*)[]>;
      v.size();
    }
  matrix_view(V& v, std::ptrdiff_t rows, std::ptrdiff_t columns)
      : matrix_view(detail::unwrap(v.data()), rows, columns) {
    if (columns > 0 && static_cast<std::ptrdiff_t>(v.size()) / columns < rows) {
      throw std::invalid_argument("thrum: a vector of " + std::to_string(v.size()) + " elements is no matrix of " +
                                  std::to_string(rows) + " x " + std::to_string(columns));
    }
  }
  /// Makes a read-only view from a view of elements that may be written.
  template <class U>
    requires(!std::is_same_v<T, U> && std::is_convertible_v<U (*)[], T (*)[]>)
  THRUM_HD constexpr matrix_view(matrix_view<U> const& other)
      : matrix_view(other.data(), other.rows(), other.columns(), other.stride()) {}

  THRUM_HD constexpr T* data() const { return data_; }
  THRUM_HD constexpr T* data_handle() const { return data_; }
  THRUM_HD constexpr std::ptrdiff_t rows() const { return rows_; }
  THRUM_HD constexpr std::ptrdiff_t columns() const { return columns_; }
  /// Returns the number of rows for dimension 0, the number of columns for dimension 1.
  THRUM_HD constexpr std::ptrdiff_t extent(int dimension) const { return dimension == 0 ? rows_ : columns_; }
  /// Returns the distance in elements from the start of a row to the start of the next row.
  THRUM_HD constexpr std::ptrdiff_t stride() const { return stride_; }
  THRUM_HD constexpr std::ptrdiff_t stride(int dimension) const { return dimension == 0 ? stride_ : 1; }
  THRUM_HD constexpr std::ptrdiff_t size() const { return rows_ * columns_; }
  THRUM_HD constexpr bool empty() const { return size() == 0; }
  /// Returns whether the view has no gaps, so that [data(), data() + size()) are its elements.
  THRUM_HD constexpr bool is_exhaustive() const { return stride_ == columns_ || rows_ <= 1; }

  THRUM_HD constexpr T& operator()(std::ptrdiff_t row, std::ptrdiff_t column) const {
    return data_[row * stride_ + column];
  }
  THRUM_HD constexpr T& operator()(grid_index at) const { return (*this)(at.row, at.column); }

  /// Returns row i. Its elements are next to each other: the iterators are pointers.
  THRUM_HD constexpr row_type row(std::ptrdiff_t i) const { return row_type(data_ + i * stride_, columns_); }
  THRUM_HD constexpr column_type column(std::ptrdiff_t j) const {
    return column_type(strided_iterator<T*>(data_ + j, stride_), rows_);
  }
  /// Returns the places, the indices (row, column) of all elements, row by row. For each place p,
  /// view(p) is an element.
  THRUM_HD constexpr grid_indices indices() const { return grid_indices(rows_, columns_); }

  /// Returns the part that begins at (row, column). Throws std::out_of_range if the part is not
  /// all inside the view.
  THRUM_HD constexpr matrix_view block(std::ptrdiff_t row, std::ptrdiff_t column, std::ptrdiff_t rows,
                                       std::ptrdiff_t columns) const {
#if !defined(__CUDA_ARCH__)
    if (row < 0 || column < 0 || rows < 0 || columns < 0 || rows > rows_ - row || columns > columns_ - column) {
      throw std::out_of_range("thrum: a block of a matrix_view is not inside of it");
    }
#endif
    // An empty part may begin after the last element, where no pointer may point.
    std::ptrdiff_t const begin = rows > 0 && columns > 0 ? row * stride_ + column : 0;
    return matrix_view(data_ + begin, rows, columns, stride_);
  }

 private:
  T* data_ = nullptr;
  std::ptrdiff_t rows_ = 0;
  std::ptrdiff_t columns_ = 0;
  std::ptrdiff_t stride_ = 0;
};

template <class V>
matrix_view(V&, std::ptrdiff_t, std::ptrdiff_t)
    -> matrix_view<std::remove_reference_t<decltype(*detail::unwrap(std::declval<V&>().data()))>>;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
