// Sorts by odd-even transposition: n passes, each of which compares every element with one
// neighbour.
#pragma once

#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <algorithm>
#include <cstddef>

#include "common/example.h"
#if defined(__CUDACC__)
#include <thrum/cuda/launch.cuh>
#endif

namespace brick {

/// Puts the elements 2 i + parity and 2 i + parity + 1 in order.
struct pair_of {
  int* v;
  std::ptrdiff_t parity;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    int* const x = v + 2 * i + parity;
    int const a = x[0], b = x[1];
    x[0] = b < a ? b : a;
    x[1] = b < a ? a : b;
  }
};

#if defined(__CUDACC__)
/// The last thread block has threads without a pair.
struct kernel {
  template <class Context>
  THRUM_HD void operator()(Context const& context, pair_of const& pair, std::ptrdiff_t pairs) const {
    if (context.x() < pairs) pair(context.x());
  }
};
#endif

/// Runs n passes over n elements. The pairs begin at even and at odd indices alternately. Each pass
/// is a call that ends before the next one begins. `block` is the number of pairs of a task, or of
/// threads of a thread block; 0 leaves the choice to the library. On a device the host does not
/// wait between passes, but once at the end.
template <class Policy, class Ints>
void sort(Policy const& policy, Ints& v, int block = 0) {
  auto const n = static_cast<std::ptrdiff_t>(v.size());
  int* const first = thrum::raw_pointer_cast(v.data());
  auto const passes = [&](auto const& one) {
    for (std::ptrdiff_t i = 0; i < n; ++i) one(pair_of{first, i % 2}, (n - i % 2) / 2);
  };
  auto const by_for_each = [&](auto const& p) {
    passes([&](pair_of const& pair, std::ptrdiff_t pairs) {
      thrum::for_each_n(p, thrum::counting_iterator<std::ptrdiff_t>(0), pairs, pair);
    });
  };
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    auto const p = thrum::cuda::par_nosync;
    if (block == 0) {
      by_for_each(p);
    } else {
      passes([&](pair_of const& pair, std::ptrdiff_t pairs) {
        thrum::cuda::launch(p, thrum::cuda::grid::covering({pairs}, {block}), kernel{}, pair, pairs);
      });
    }
    p.sync();
    return;
  } else
#endif
      if constexpr (requires { policy.grain(1); }) {
    if (block != 0) return by_for_each(policy.grain(block));
    by_for_each(policy);
  } else {
    by_for_each(policy);
  }
}

/// Sorts the same way on one thread by two loops, without a library.
inline void sort_by_loops(std::vector<int>& v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t k = i % 2; k + 1 < v.size(); k += 2) {
      if (v[k + 1] < v[k]) std::swap(v[k], v[k + 1]);
    }
  }
}

/// Returns the keys of the course: from 1 to 524288.
template <class Policy>
auto keys(Policy const& policy, std::int64_t n) {
  return example::integers<int>(policy, n, 1337, 1, 524'288);
}

}  // namespace brick
