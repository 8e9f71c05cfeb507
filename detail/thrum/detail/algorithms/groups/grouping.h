// A call that sums the values of equal keys, in any order of the keys.
#pragma once

#include <thrum/detail/kernels/groups.h>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace thrum::detail {

/// The most elements whose indices, and numbers of groups, have four bytes.
inline constexpr std::ptrdiff_t last_short_index = 0xFFFFFFFE;

/// A sum by groups: what it reads, where the results go, and its functors.
template <class K, class V, class KO, class VO, class Op, class Hash, class Equal>
struct grouping {
  using key = std::iter_value_t<K>;
  using sum = std::iter_value_t<V>;
  K keys;
  V values;
  std::ptrdiff_t n;
  KO keys_out;
  VO sums_out;
  Op op;
  Hash hash;
  Equal same;

  template <class Key>
  std::uint64_t spread(Key const& k) {
    return detail::spread_hash(
        static_cast<std::uint64_t>(static_cast<std::size_t>(hash(static_cast<key const&>(k)))));
  }
};

}  // namespace thrum::detail
