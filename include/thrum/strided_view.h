// strided_view: a view of an array of several dimensions in memory that something else owns.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/wide_integers.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/strided_iterator.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

/// The type of the elements that data() of a vector or span points to.
template <class V>
using element_of_data = std::remove_pointer_t<decltype(detail::unwrap(std::declval<V&>().data()))>;

/// A vector or span whose elements outlive the call and are seen as T. (A strided_view is none: its
/// iterators are no pointers.)
template <class V, class T>
concept has_elements_of = (std::is_lvalue_reference_v<V> || std::ranges::borrowed_range<V>) && requires(V& v) {
  requires std::is_convertible_v<element_of_data<V>(*)[], T(*)[]>;
  requires std::is_pointer_v<unwrapped_t<decltype(v.begin())>>;
  v.size();
};

}  // namespace detail

/// An iterator over the elements of a strided_view of two or more dimensions, in the order in which
/// the last index changes fastest. Random access; I is an iterator, or pointer, to the view's first
/// element. No division is made: the iterator multiplies by reciprocals of the extents.
template <class I, std::size_t Rank>
class strided_view_iterator : public iterator_facade<strided_view_iterator<I, Rank>, std::iter_value_t<I>,
                                                     std::iter_reference_t<I>, memory_space_t<I>> {
 public:
  strided_view_iterator() = default;
  THRUM_HD constexpr strided_view_iterator(I first, std::ptrdiff_t const (&extents)[Rank],
                                           std::ptrdiff_t const (&strides)[Rank])
      : first_(first) {
    for (std::size_t d = 0; d < Rank; ++d) {
      extents_[d] = detail::constant_divisor(extents[d] > 0 ? extents[d] : 1);
      strides_[d] = strides[d];
    }
  }

  THRUM_HD constexpr auto unwrapped() const {
    strided_view_iterator<detail::unwrapped_t<I>, Rank> result;
    result.first_ = detail::unwrap(first_);
    for (std::size_t d = 0; d < Rank; ++d) {
      result.extents_[d] = extents_[d];
      result.strides_[d] = strides_[d];
    }
    result.index_ = index_;
    return result;
  }

  template <class B>
  static constexpr bool runs_on = detail::runs_on<B, I>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr std::iter_reference_t<I> element(std::ptrdiff_t n) const { return first_[offset(n)]; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::moved_element_t<I> moved_element(std::ptrdiff_t n) const {
    return detail::moved_element(first_, offset(n));
  }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(strided_view_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  template <class, std::size_t>
  friend class strided_view_iterator;

  THRUM_HD constexpr std::ptrdiff_t offset(std::ptrdiff_t n) const {
    std::ptrdiff_t place = index_ + n, sum = 0;
    for (std::size_t d = Rank - 1; d > 0; --d) {
      std::ptrdiff_t const quotient = extents_[d].quotient_of(place);
      sum += (place - quotient * extents_[d].divisor()) * strides_[d];
      place = quotient;
    }
    return sum + place * strides_[0];
  }

  I first_{};
  detail::constant_divisor extents_[Rank]{};
  std::ptrdiff_t strides_[Rank]{};
  std::ptrdiff_t index_ = 0;
};

/// A view of an array of Rank dimensions: element (i, j, ...) is data()[i * stride(0) + j *
/// stride(1) + ...]. A stride counts elements. It is negative where an index goes backwards, and 0
/// where one element stands for all of an axis. A view owns nothing and is copied freely: functors
/// and kernels hold it by value. It works in device code. Names are those of std::mdspan if
/// std::mdspan has such a member. With a const T the view is read-only.
///
///     thrum::strided_view a(v, {rows, columns});                         // of a vector
///     thrum::strided_view m(p, {rows, columns}, {1, rows});              // stored by columns
///     thrum::sort(policy, m.slice(0, 3).begin(), m.slice(0, 3).end());   // row 3
///
/// Space is the memory of the elements, and the space of the iterators: with it a call without a
/// policy finds its system, and a policy refuses memory that it cannot reach. Without a space, the
/// policy of the call must reach the memory. view(i, j) is a T&, for code that runs where the
/// memory is.
///
/// Indices of elements are not checked. On the host, extents, axes and parts are checked.
template <class T, std::size_t Rank, class Space = unspecified_space>
class strided_view {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using index_type = std::ptrdiff_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using data_handle_type = T*;
  using memory_space = Space;
  /// A raw pointer, or one that knows its space.
  using pointer = std::conditional_t<std::is_same_v<Space, unspecified_space>, T*, thrum::pointer<T, Space>>;
  using iterator = std::conditional_t<Rank == 1, strided_iterator<pointer>, strided_view_iterator<pointer, Rank>>;

  /// Makes a view without elements.
  strided_view() = default;
  /// Makes a view of elements without gaps, whose last index changes fastest. Throws
  /// std::invalid_argument if an extent is negative.
  THRUM_HD constexpr strided_view(T* data, std::ptrdiff_t const (&extents)[Rank]) : data_(data) {
    std::ptrdiff_t stride = 1;
    for (std::size_t d = Rank; d-- > 0;) {
      set(d, extents[d], stride);
      stride *= extents[d];
    }
  }
  /// Makes a view of elements that lie `strides` elements apart. Throws std::invalid_argument if an
  /// extent is negative.
  THRUM_HD constexpr strided_view(T* data, std::ptrdiff_t const (&extents)[Rank],
                                  std::ptrdiff_t const (&strides)[Rank])
      : data_(data) {
    for (std::size_t d = 0; d < Rank; ++d) set(d, extents[d], strides[d]);
  }
  /// Makes a view of the elements of a vector of thrum or of the standard library, of a std::span,
  /// or of anything else whose elements data() and size() give. The elements outlive the view.
  template <class V>
    requires(Rank == 1 && detail::has_elements_of<V, T>)
  strided_view(V&& v) : strided_view(v, {static_cast<std::ptrdiff_t>(v.size())}) {}
  /// Makes a view of the first elements of a vector or span, whose last index changes fastest.
  /// Throws std::invalid_argument if there are fewer elements than the extents need.
  template <class V>
    requires detail::has_elements_of<V, T>
  strided_view(V&& v, std::ptrdiff_t const (&extents)[Rank]) : strided_view(detail::unwrap(v.data()), extents) {
    if (size() > static_cast<std::ptrdiff_t>(v.size())) {
      throw std::invalid_argument("thrum: " + std::to_string(v.size()) + " elements are fewer than the " +
                                  std::to_string(size()) + " of this strided_view");
    }
  }
  /// Makes a read-only view from a view of elements that may be written, and a view without a space
  /// from a view with a space.
  template <class U, class S>
    requires(std::is_convertible_v<U (*)[], T (*)[]> &&
             (std::same_as<S, Space> || std::same_as<Space, unspecified_space>) &&
             !(std::same_as<U, T> && std::same_as<S, Space>))
  THRUM_HD constexpr strided_view(strided_view<U, Rank, S> const& other) : data_(other.data()) {
    for (std::size_t d = 0; d < Rank; ++d) set(d, other.extent(d), other.stride(d));
  }

  THRUM_HD constexpr T* data() const { return data_; }
  THRUM_HD constexpr T* data_handle() const { return data_; }
  THRUM_HD static constexpr std::size_t rank() { return Rank; }
  /// Returns the number of indices of a dimension.
  THRUM_HD constexpr std::ptrdiff_t extent(std::size_t dimension) const { return extents_[dimension]; }
  /// Returns how many elements apart two neighbours in a dimension are.
  THRUM_HD constexpr std::ptrdiff_t stride(std::size_t dimension) const { return strides_[dimension]; }
  THRUM_HD constexpr std::ptrdiff_t size() const {
    std::ptrdiff_t product = 1;
    for (std::size_t d = 0; d < Rank; ++d) product *= extents_[d];
    return product;
  }
  THRUM_HD constexpr bool empty() const { return size() == 0; }
  /// Returns whether the elements from begin() to end() are [data(), data() + size()).
  THRUM_HD constexpr bool is_contiguous() const {
    std::ptrdiff_t stride = 1;
    for (std::size_t d = Rank; d-- > 0;) {
      if (extents_[d] == 0) return true;
      stride = strides_[d] == stride || extents_[d] == 1 ? stride * extents_[d] : -1;
      if (stride < 0) return size() == 0;
    }
    return true;
  }

  template <std::convertible_to<std::ptrdiff_t>... Indices>
    requires(sizeof...(Indices) == Rank)
  THRUM_HD constexpr T& operator()(Indices... indices) const {
    std::ptrdiff_t offset = 0;
    std::size_t d = 0;
    ((offset += static_cast<std::ptrdiff_t>(indices) * strides_[d++]), ...);
    return data_[offset];
  }

  THRUM_HD constexpr T& operator[](std::ptrdiff_t index) const
    requires(Rank == 1)
  {
    return data_[index * strides_[0]];
  }

  /// Returns iterators over all elements. The last index changes fastest.
  THRUM_HD constexpr iterator begin() const {
    if constexpr (Rank == 1) return iterator(pointer(data_), strides_[0]);
    else return iterator(pointer(data_), extents_, strides_);
  }
  THRUM_HD constexpr iterator end() const { return begin() + size(); }
  /// Returns the range [data(), data() + size()), whose iterators are pointers: faster than begin()
  /// and end(). Throws std::invalid_argument if the view has gaps or another order.
  THRUM_HD constexpr iterator_range<pointer> contiguous() const {
#if !defined(__CUDA_ARCH__)
    if (!is_contiguous())
      throw std::invalid_argument("thrum: the elements of this strided_view are not contiguous");
#endif
    return iterator_range<pointer>(pointer(data_), size());
  }

  /// Returns the view of one dimension less in which the index of an axis is fixed: slice(0, i) is
  /// row i of a matrix, slice(1, j) is column j. Throws std::out_of_range if there is no such axis
  /// or index.
  THRUM_HD constexpr strided_view<T, Rank - 1, Space> slice(std::size_t axis, std::ptrdiff_t index) const
    requires(Rank >= 2)
  {
#if !defined(__CUDA_ARCH__)
    if (axis >= Rank || index < 0 || index >= extents_[axis]) {
      throw std::out_of_range("thrum: a strided_view has no slice " + std::to_string(index) + " of axis " +
                              std::to_string(axis));
    }
#endif
    std::ptrdiff_t extents[Rank - 1]{}, strides[Rank - 1]{};
    for (std::size_t d = 0; d < Rank - 1; ++d) {
      extents[d] = extents_[d < axis ? d : d + 1];
      strides[d] = strides_[d < axis ? d : d + 1];
    }
    return strided_view<T, Rank - 1, Space>(data_ + index * strides_[axis], extents, strides);
  }
  /// Returns the view of the indices first, first + step, ... of an axis, `extent` of them. A
  /// negative step goes backwards. Throws std::out_of_range if one of them is not in the view.
  THRUM_HD constexpr strided_view part(std::size_t axis, std::ptrdiff_t first, std::ptrdiff_t extent,
                                       std::ptrdiff_t step = 1) const {
#if !defined(__CUDA_ARCH__)
    if (axis >= Rank || extent < 0 ||
        (extent > 0 && !(holds(axis, first) && reaches(axis, first, extent, step)))) {
      throw std::out_of_range("thrum: a part of a strided_view is not inside of it");
    }
#endif
    strided_view result = *this;
    // An empty part may begin after the last element, where no pointer may point.
    if (extent > 0) result.data_ += first * strides_[axis];
    result.set(axis, extent, strides_[axis] * step);
    return result;
  }
  /// Returns the view with its axes in reverse order: of a matrix, its transpose.
  THRUM_HD constexpr strided_view transposed() const {
    strided_view result = *this;
    for (std::size_t d = 0; d < Rank; ++d) result.set(d, extents_[Rank - 1 - d], strides_[Rank - 1 - d]);
    return result;
  }

 private:
  THRUM_HD constexpr void set(std::size_t d, std::ptrdiff_t extent, std::ptrdiff_t stride) {
#if !defined(__CUDA_ARCH__)
    if (extent < 0) throw std::invalid_argument("thrum: a strided_view has no negative extent");
#endif
    extents_[d] = extent;
    strides_[d] = stride;
  }
  THRUM_HD constexpr bool holds(std::size_t axis, std::ptrdiff_t index) const {
    return index >= 0 && index < extents_[axis];
  }
  // Divides instead of computing the last index, which may have more bits than an index.
  THRUM_HD constexpr bool reaches(std::size_t axis, std::ptrdiff_t first, std::ptrdiff_t extent,
                                  std::ptrdiff_t step) const {
    if (step == 0 || extent == 1) return true;
    std::ptrdiff_t const room = step > 0 ? extents_[axis] - 1 - first : first;
    return step > 0 ? extent - 1 <= room / step : step >= -room && extent - 1 <= room / -step;
  }

  T* data_ = nullptr;
  std::ptrdiff_t extents_[Rank]{};
  std::ptrdiff_t strides_[Rank]{};
};

/// A view of an array of no dimensions: one element, view(). Made from a pointer to it.
template <class T, class Space>
class strided_view<T, 0, Space> {
 public:
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using index_type = std::ptrdiff_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using data_handle_type = T*;
  using memory_space = Space;
  using pointer = std::conditional_t<std::is_same_v<Space, unspecified_space>, T*, thrum::pointer<T, Space>>;
  using iterator = pointer;

  /// Makes a view of no element, which only an assignment changes.
  strided_view() = default;
  THRUM_HD constexpr explicit strided_view(T* data) : data_(data) {}
  template <class U, class S>
    requires(std::is_convertible_v<U (*)[], T (*)[]> &&
             (std::same_as<S, Space> || std::same_as<Space, unspecified_space>) &&
             !(std::same_as<U, T> && std::same_as<S, Space>))
  THRUM_HD constexpr strided_view(strided_view<U, 0, S> const& other) : data_(other.data()) {}

  THRUM_HD constexpr T* data() const { return data_; }
  THRUM_HD constexpr T* data_handle() const { return data_; }
  THRUM_HD static constexpr std::size_t rank() { return 0; }
  THRUM_HD constexpr std::ptrdiff_t size() const { return data_ == nullptr ? 0 : 1; }
  THRUM_HD constexpr bool empty() const { return size() == 0; }
  THRUM_HD constexpr bool is_contiguous() const { return true; }
  THRUM_HD constexpr T& operator()() const { return *data_; }
  THRUM_HD constexpr iterator begin() const { return iterator(data_); }
  THRUM_HD constexpr iterator end() const { return begin() + size(); }
  THRUM_HD constexpr iterator_range<pointer> contiguous() const {
    return iterator_range<pointer>(begin(), size());
  }

 private:
  T* data_ = nullptr;
};

template <class T, std::size_t Rank>
strided_view(T*, std::ptrdiff_t const (&)[Rank]) -> strided_view<T, Rank>;
template <class T, std::size_t Rank>
strided_view(T*, std::ptrdiff_t const (&)[Rank], std::ptrdiff_t const (&)[Rank]) -> strided_view<T, Rank>;
template <class V>
  requires detail::has_elements_of<V, detail::element_of_data<V>>
strided_view(V&&)
    -> strided_view<detail::element_of_data<V>, 1, memory_space_t<decltype(std::declval<V&>().begin())>>;
template <class V, std::size_t Rank>
  requires detail::has_elements_of<V, detail::element_of_data<V>>
strided_view(V&&, std::ptrdiff_t const (&)[Rank])
    -> strided_view<detail::element_of_data<V>, Rank, memory_space_t<decltype(std::declval<V&>().begin())>>;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
