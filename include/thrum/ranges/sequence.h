// ranges::sequence.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/sequence.h>
#include <utility>

namespace thrum::ranges {

/// sequence(policy, range[, init[, step]]): assigns init + i * step to the element of index i, from
/// 0 by 1 unless init and step are given. Returns the end. Otherwise as thrum::sequence.
struct sequence_fn : detail::range_algorithm<sequence_fn, 1, 0> {
  template <class B, class E, class... T>
    requires(sizeof...(T) <= 2)
  static auto call(B const& exec, E const& out, T... numbers) {
    thrum::sequence(exec, out.first, out.last(), std::move(numbers)...);
    return out.end();
  }
};
THRUM_OBJECT sequence_fn sequence{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end_with_algorithms.h>
