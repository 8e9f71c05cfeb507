// ranges::shuffle, shuffle_copy.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/gather.h>
#include <thrum/iterator/shuffle_iterator.h>
#include <thrum/shuffle.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// shuffle(policy, range, g): puts the elements in random order; g is a random engine. Returns the
/// end. Otherwise as thrum::shuffle.
struct shuffle_fn : detail::range_algorithm<shuffle_fn, 1, 0> {
  template <class B, class E, class G>
  static auto call(B const& exec, E const& in, G&& g) {
    thrum::shuffle(exec, in.first, in.last(), std::forward<G>(g));
    return in.end();
  }
};
THRUM_OBJECT shuffle_fn shuffle{};

/// shuffle_copy(policy, range, out, g): copies the elements in the random order of shuffle, until
/// the output is full. Returns {in, out}: the end of the input and that of what was written.
/// Otherwise as thrum::shuffle_copy.
struct shuffle_copy_fn : detail::range_algorithm<shuffle_copy_fn, 2, 1> {
  template <class B, class E, class O, class G>
  static auto call(B const& exec, E const& in, O const& out, G&& g) {
    std::ptrdiff_t const n = std::min(in.size, out.size);
    if (n == in.size) {
      thrum::shuffle_copy(exec, in.first, in.last(), out.first, std::forward<G>(g));
    } else if constexpr (detail::valid_engine<G>()) {
      auto const order = make_shuffle_iterator(in.size, g);
      thrum::gather(exec, order, order + n, in.first, out.first);
    }
    return std::ranges::in_out_result<typename E::position, typename O::position>{in.end(), out.result(n)};
  }
};
THRUM_OBJECT shuffle_copy_fn shuffle_copy{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
