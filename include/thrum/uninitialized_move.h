// uninitialized_move, uninitialized_move_n: objects moved to memory that holds no objects yet.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/memory/uninitialized.h>
#include <thrum/pair.h>
#include <cstddef>

namespace thrum {

/// uninitialized_move_n(policy, first, n, out): constructs the object out[i] from
/// std::move(first[i]) for the n elements from first. Returns the ends of both ranges. When a
/// constructor throws, elements that were moved from remain moved from. Otherwise as
/// uninitialized_copy_n.
struct uninitialized_move_n_fn : detail::algorithm<uninitialized_move_n_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_move_n", {in("first"), length("n"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class Size, class O>
  THRUM_HD pair<I, O> operator()(B const& exec, I first, Size n, O out) const {
    if constexpr (!detail::valid_iterators<B, I, O>() || !detail::valid_count<Size>()) {
      return detail::wrong_call{};
    } else if constexpr (detail::valid_storage<B, O, detail::moved_element_t<detail::unwrapped_t<I>>>()) {
      std::ptrdiff_t const size = detail::range_length(n);
      detail::make_elements_of<detail::element_mover>(exec, detail::unwrap(first), size, detail::unwrap(out));
      return {first + size, out + size};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT uninitialized_move_n_fn uninitialized_move_n{};

/// uninitialized_move(policy, first, last, out): does uninitialized_move_n over [first, last).
/// Returns the end of the output.
struct uninitialized_move_fn : detail::algorithm<uninitialized_move_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"uninitialized_move", {in("first"), until("last"), out("out")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O>
  THRUM_HD O operator()(B const& exec, I first, I last, O out) const {
    if constexpr (detail::valid_iterators<B, I, O>()) {
      return uninitialized_move_n_fn{}(exec, first, last - first, out).second;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT uninitialized_move_fn uninitialized_move{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
