// tabulate_output_iterator: an output that calls a function with the index and the value.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/functor.h>
#include <thrum/iterator/iterator_facade.h>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Stands for an element: a value that is assigned to it is passed with its index to f.
template <class F, class Index>
struct tabulated_output {
  F f;
  Index index;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
    requires(!std::same_as<std::remove_cvref_t<T>, tabulated_output>)
  THRUM_HD constexpr tabulated_output const& operator=(T&& value) const {
    detail::call(f, index, detail::forward_value(std::forward<T>(value)));
    return *this;
  }
};

}  // namespace detail

/// An iterator for which it[n] = x calls f(n, x). f may do with x what it likes: store it twice, or
/// only if it is large. Parallel policies call copies of f in any order and concurrently. Space is
/// the memory space that the iterator declares in calls: by default none, so that the other
/// iterators of a call decide where it runs.
template <class F, class Space = use_default, class Index = std::ptrdiff_t>
class tabulate_output_iterator
    : public iterator_facade<tabulate_output_iterator<F, Space, Index>, detail::discarded_element,
                             detail::tabulated_output<F, Index>,
                             typename detail::or_default<Space, std::type_identity<any_space>>::type> {
 public:
  tabulate_output_iterator()
    requires(std::is_default_constructible_v<F>)
  = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr tabulate_output_iterator(F f) : f_(std::move(f)) {}

  template <class B>
  static constexpr bool runs_on = true;
  template <class B, class T>
  static constexpr bool stores_on = detail::calls<B, F, Index, T>();

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr detail::tabulated_output<F, Index> element(std::ptrdiff_t n) const {
    return {static_cast<F const&>(f_), static_cast<Index>(index_ + n)};
  }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(tabulate_output_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  detail::stored_functor<F> f_{};
  std::ptrdiff_t index_ = 0;
};

THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_HD constexpr tabulate_output_iterator<F> make_tabulate_output_iterator(F f) {
  return tabulate_output_iterator<F>(std::move(f));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
