// views::zip, views::enumerate: several ranges side by side, and a range with its indices.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/tuple.h>
#include <algorithm>
#include <cstddef>
#include <ranges>
#include <type_traits>
#include <utility>

namespace thrum::views {

/// zip(range...): the tuples of the elements with one index, as long as the shortest range. The
/// ranges have random access and a known length. An assignment to a tuple assigns to the elements;
/// to sort a zip sorts its ranges together. The view refers to the ranges, which outlive it.
struct zip_fn {
  template <class... R>
  constexpr auto operator()(R&&... range) const {
    static_assert(sizeof...(R) > 0, "thrum: a zip has at least one range");
    if constexpr (sizeof...(R) > 0 && (detail::valid_part_of_view<R>() && ...)) {
      return zip_fn::of(detail::extent_of(std::forward<R>(range))...);
    } else return detail::wrong_call{};
  }

 private:
  template <class... I, bool... Outlives>
  static constexpr auto of(detail::extent<I, Outlives> const&... part) {
    using iterator = zip_iterator<tuple<I...>>;
    return iterator_range<iterator>(iterator(tuple<I...>(part.first...)), std::min({part.size...}));
  }
};
THRUM_OBJECT zip_fn zip{};

/// enumerate(range): the tuples of an index, from 0 on, and the element that has it. Otherwise as
/// zip.
struct enumerate_fn {
  template <class R>
  constexpr auto operator()(R&& range) const {
    if constexpr (detail::valid_part_of_view<R>()) {
      auto const part = detail::extent_of(std::forward<R>(range));
      using index = counting_iterator<std::ptrdiff_t>;
      using iterator = zip_iterator<tuple<index, typename decltype(part)::iterator>>;
      return iterator_range<iterator>(iterator(index(0), part.first), part.size);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT enumerate_fn enumerate{};

}  // namespace thrum::views

#include <thrum/detail/public_header/end_with_elements.h>
