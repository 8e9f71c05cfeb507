// shuffle_iterator: the numbers below n in a random order, without memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bijection.h>
#include <thrum/iterator/iterator_facade.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {

/// An iterator whose it[k], for 0 <= k < n, is the k-th number of a permutation of [0, n), computed
/// in O(1) when it is read. As the indices of a permutation_iterator it gives a shuffled view of a
/// range. The permutation depends on n and on what the random engine gives when the iterator is
/// made. thrum::shuffle uses the same numbers for the same engine.
template <class Index, class Bijection = detail::random_bijection>
class shuffle_iterator : public iterator_facade<shuffle_iterator<Index, Bijection>, Index, Index, any_space> {
  static_assert(std::is_integral_v<Index>, "thrum: the numbers of a shuffle_iterator are integers");

 public:
  shuffle_iterator() = default;
  /// Takes a bijection of your own: a function object from an index to another.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr explicit shuffle_iterator(Bijection bijection) : bijection_(std::move(bijection)) {}
  /// Takes n >= 0 and g, a random engine as the standard's are.
  THRUM_EXEC_CHECK_DISABLE
  template <class G>
  THRUM_HD constexpr shuffle_iterator(Index n, G&& g)
      : bijection_(static_cast<std::ptrdiff_t>(n), std::forward<G>(g)) {}

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr Index element(std::ptrdiff_t n) const { return static_cast<Index>(bijection_(index_ + n)); }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { index_ += n; }
  THRUM_HD constexpr std::ptrdiff_t distance_to(shuffle_iterator const& other) const {
    return other.index_ - index_;
  }

 private:
  Bijection bijection_{};
  std::ptrdiff_t index_ = 0;
};

THRUM_EXEC_CHECK_DISABLE
template <class Index, class G>
THRUM_HD constexpr shuffle_iterator<Index> make_shuffle_iterator(Index n, G&& g) {
  return shuffle_iterator<Index>(n, std::forward<G>(g));
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
