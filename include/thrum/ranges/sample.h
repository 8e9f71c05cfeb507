// ranges::sample.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/sample.h>
#include <algorithm>
#include <cstddef>
#include <utility>

namespace thrum::ranges {

/// sample(policy, range, out, k, g): copies k elements at random, in the order of the range; fewer,
/// if the range or the output has fewer elements. g is a random engine. Returns the end of what was
/// written. Otherwise as thrum::sample.
struct sample_fn : detail::range_algorithm<sample_fn, 2, 1> {
  template <class B, class E, class O, class Size, class G>
  static auto call(B const& exec, E const& in, O const& out, Size most, G&& g) {
    std::ptrdiff_t n = 0;
    if constexpr (detail::valid_count<Size>()) {
      n = std::min({detail::length_of(most), in.size, out.size});
      thrum::sample(exec, in.first, in.last(), out.first, n, std::forward<G>(g));
    }
    return out.result(n);
  }
};
THRUM_OBJECT sample_fn sample{};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
