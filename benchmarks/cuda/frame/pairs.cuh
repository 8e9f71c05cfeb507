// Keys and values that calls change, with room for as many again, which CUB asks for.
#pragma once

#include "workspaces.cuh"

#include <cstddef>

template <class K, class V>
class pairs_in_place {
 public:
  static constexpr double bytes = 3 * sizeof(K) + 2 * sizeof(V);
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
        values_(n, turns, uniform<V>{2}),
        spare_values_(n, turns) {}
  void restore() { keys_.copy_from(original_); }
  view of(std::ptrdiff_t turn) {
    return {n_, keys_.of(turn), spare_keys_.of(turn), values_.of(turn), spare_values_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<K> original_, keys_, spare_keys_;
  array<V> values_, spare_values_;
};
