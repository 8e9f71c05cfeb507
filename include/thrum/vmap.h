// vmap: a function for each slice of arrays along an axis, or for each element of ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/mapped_inputs.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/strided_view.h>
#include <thrum/tabulate.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

template <class T, int Axis>
struct slice_of {
  matrix_view<T> matrix;
  THRUM_HD constexpr auto operator()(std::ptrdiff_t i) const {
    if constexpr (Axis == 0) return matrix.row(i);
    else return matrix.column(i);
  }
};

/// The slices of a view are read where its memory is, so that they need no space.
template <int Axis, class T, std::size_t Rank>
struct slice_of_view {
  strided_view<T, Rank> view;
  THRUM_HD constexpr strided_view<T, Rank - 1> operator()(std::ptrdiff_t i) const {
    return view.slice(std::size_t{Axis}, i);
  }
};

template <class F, class... Inputs>
struct vmap_body {
  F f;
  tuple<Inputs...> inputs;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr auto operator()(std::ptrdiff_t i) const {
    return call(i, std::make_index_sequence<sizeof...(Inputs)>{});
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <std::size_t... I>
  THRUM_HD constexpr auto call(std::ptrdiff_t i, std::index_sequence<I...>) const {
    return f(thrum::get<I>(inputs)[i]...);
  }
};

}  // namespace detail

/// The rows (Axis 0) or columns (Axis 1) of a matrix, as a range whose elements are ranges. A
/// column is read with the stride of the matrix. The range owns nothing, as the matrix_view.
template <int Axis, class T>
THRUM_HD constexpr auto slices(matrix_view<T> matrix) {
  static_assert(Axis == 0 || Axis == 1, "thrum: a matrix has the axes 0 and 1");
  return iterator_range(
      transform_iterator(counting_iterator<std::ptrdiff_t>(0), detail::slice_of<T, Axis>{matrix}),
      matrix.extent(Axis));
}

/// The slices of an array along an axis, as a range: element i is the view in which the index of
/// the axis is i, a strided_view of one dimension less. Of an array of one dimension these are the
/// elements. The range owns nothing, as the strided_view; it is in the memory of the view, and its
/// slices, which have no space, are read by code that runs there.
template <int Axis, class T, std::size_t Rank, class Space>
THRUM_HD constexpr auto slices(strided_view<T, Rank, Space> const& view) {
  static_assert(Axis >= 0 && Axis < static_cast<int>(Rank), "thrum: this strided_view has no such axis");
  if constexpr (Rank == 1) {
    return iterator_range(view.begin(), view.size());
  } else {
    using space = std::conditional_t<std::is_same_v<Space, unspecified_space>, use_default, Space>;
    return iterator_range(transform_iterator(counting_iterator<std::ptrdiff_t, space>(0),
                                             detail::slice_of_view<Axis, T, Rank>{view}),
                          view.extent(std::size_t{Axis}));
  }
}

/// vmap(policy, out, f, input...): assigns f(input[i]...) to out[i], for all i. An input is a range
/// of random access (a vector, an iterator_range, slices<Axis>(view)), or a value that all calls
/// get. The calls are those of tabulate. Throws std::invalid_argument if ranges differ in size.
template <class Policy, class O, class F, class... Inputs>
void vmap(Policy const& policy, O out, F f, Inputs&&... inputs) {
  static_assert((detail::mapped_range<Inputs> || ...), "thrum: vmap needs a range of inputs");
  static_assert((detail::reaches_input<Policy, Inputs>() && ...),
                "thrum: the policy of vmap cannot reach the memory of its inputs");
  std::ptrdiff_t const size = detail::size_of_inputs("vmap", inputs...);
  tabulate(policy, out, out + size,
           detail::vmap_body<F, decltype(detail::mapped_argument(std::forward<Inputs>(inputs)))...>{
               std::move(f), {detail::mapped_argument(std::forward<Inputs>(inputs))...}});
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
