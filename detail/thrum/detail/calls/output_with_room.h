// Outputs that drop what they have no room for, for algorithms that cannot stop before.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <cstddef>
#include <utility>

namespace thrum::detail {

/// Stores a value in element i of an output that has one.
template <class O>
struct storer_with_room {
  O out;
  std::ptrdiff_t size;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD void operator()(std::ptrdiff_t i, T&& value) const {
    if (i < size) detail::store(out[i], std::forward<T>(value));
  }
};
/// Returns an output of any length, of which the first elements are `room` elements of an extent.
template <class E>
auto output_with_room(E const& out, std::ptrdiff_t room) {
  return thrum::make_tabulate_output_iterator(
      storer_with_room<unwrapped_t<typename E::iterator>>{detail::unwrap(out.first), room});
}

}  // namespace thrum::detail
