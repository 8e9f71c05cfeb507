// vmap: a function for each slice of matrices along an axis, or for each element of ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/tabulate.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <stdexcept>
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

template <class R>
concept mapped_range = requires(R& r) { detail::unwrap(r.begin())[std::ptrdiff_t{0}], r.size(); };

/// An argument that is the same for all calls.
template <class T>
struct same_for_all {
  T value;
  THRUM_HD constexpr T const& operator[](std::ptrdiff_t) const { return value; }
};

template <class T>
constexpr auto mapped_argument(T&& input) {
  if constexpr (mapped_range<T>) return detail::unwrap(input.begin());
  else return same_for_all<std::remove_cvref_t<T>>{std::forward<T>(input)};
}

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

/// vmap(policy, out, f, input...): assigns f(input[i]...) to out[i], for all i. An input is a range
/// of random access (a vector, an iterator_range, slices<Axis>(matrix)), or a value that all calls
/// get. The calls are those of tabulate. Throws std::invalid_argument if ranges differ in size.
template <class Policy, class O, class F, class... Inputs>
void vmap(Policy const& policy, O out, F f, Inputs&&... inputs) {
  static_assert((detail::mapped_range<Inputs> || ...), "thrum: vmap needs a range of inputs");
  std::ptrdiff_t size = -1;
  [[maybe_unused]] auto const take_size = [&size](auto const& input) {
    if constexpr (detail::mapped_range<decltype(input)>) {
      auto const own = static_cast<std::ptrdiff_t>(input.size());
      if (size >= 0 && size != own) throw std::invalid_argument("thrum: vmap of ranges that differ in size");
      size = own;
    }
  };
  (take_size(inputs), ...);
  tabulate(policy, out, out + size,
           detail::vmap_body<F, decltype(detail::mapped_argument(std::forward<Inputs>(inputs)))...>{
               std::move(f), {detail::mapped_argument(std::forward<Inputs>(inputs))...}});
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
