// Keys and values that calls change, with buffers of the same size, which CUB needs.
#pragma once

#include "outcome.cuh"
#include "workspaces.cuh"

#include <cstddef>
#include <type_traits>

template <class K, class V>
class pairs_in_place {
 public:
  static constexpr double bytes = 3 * sizeof(K) + 3 * sizeof(V);
  struct view {
    std::ptrdiff_t n;
    K *keys, *spare_keys;
    V *values, *spare_values;
  };
  pairs_in_place(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        original_(n, turns, uniform<K>{1}),
        keys_(n, turns),
        spare_keys_(n, turns),
        original_values_(n, turns, uniform<V>{2}),
        values_(n, turns),
        spare_values_(n, turns) {}
  void restore() {
    keys_.copy_from(original_);
    values_.copy_from(original_values_);
  }
  void clear() {
    spare_keys_.clear();
    spare_values_.clear();
  }
  view of(std::ptrdiff_t turn) {
    return {n_, keys_.of(turn), spare_keys_.of(turn), values_.of(turn), spare_values_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<K> original_, keys_, spare_keys_;
  array<V> original_values_, values_, spare_values_;
};

/// Compares both arrays, in the buffers in which CUB has left them.
struct sorted_pairs {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const& where) const {
    if constexpr (std::is_same_v<Returned, nothing>) {
      return outcome().elements(v.keys, v.n).elements(v.values, v.n);
    } else {
      return outcome().elements(where.first, v.n).elements(where.second, v.n);
    }
  }
};
