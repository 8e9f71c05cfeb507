// Which elements of a range come before one of them, if few do.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Whether element i comes before the limit, or ties with it if Ties count: by one comparison.
template <class K, class Less, bool Ties>
class before_limit {
  using T = std::iter_value_t<K>;
  static constexpr bool is_held = std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T>;
  static constexpr bool is_floating = requires(Less const& less, T const& x) { digits<T, Less>::value(less, x); };

 public:
  /// How many elements are asked about at once, if comparisons are vector instructions; otherwise
  /// 1.
#if defined(__AVX2__)
  static constexpr int lanes = std::is_arithmetic_v<T> && is_radix_key<T> ? 8 : 1, rows = lanes;
#else
  static constexpr int lanes = is_radix_key<T> && sizeof(T) <= 4 ? 4 : 1, rows = lanes;
#endif
  using count = count_type<T>;

  /// Takes the element at `at` as the limit.
  before_limit(K keys, Less const& less, std::ptrdiff_t at)
      : keys_(keys), less_(less), limit_(held_at(keys, at)) {}

  /// Returns whether the limit is no NaN: nothing is less than a NaN.
  bool is_limit() const {
    if constexpr (is_floating)
      return digits<T, Less>::value(less_, limit_) == digits<T, Less>::value(less_, limit_);
    else return true;
  }
  bool operator()(std::ptrdiff_t i) const {
    if constexpr (is_floating) {
      auto const x = digits<T, Less>::value(less_, keys_[i]), limit = digits<T, Less>::value(less_, limit_);
      return Ties ? x <= limit : x < limit;
    } else {
      auto const order = detail::sorting_order<T>(less_);
      return Ties ? !detail::call(order, limit(), keys_[i])
                  : static_cast<bool>(detail::call(order, keys_[i], limit()));
    }
  }

 private:
  using held = std::conditional_t<is_held, T, K>;
  static held held_at(K keys, std::ptrdiff_t at) {
    if constexpr (is_held) return keys[at];
    else return keys + at;
  }
  decltype(auto) limit() const {
    if constexpr (is_held) return (limit_);
    else return *limit_;
  }
  K keys_;
  Less less_;
  held limit_;
};

/// Returns the first i in [begin, end) with test(i), or end.
template <class Test>
std::ptrdiff_t next_before(Test const& test, std::ptrdiff_t begin, std::ptrdiff_t end) {
  constexpr int lanes = Test::lanes, rows = Test::rows;
  if constexpr (lanes > 1) {
    using count = typename Test::count;
    for (; end - begin >= lanes * rows; begin += lanes * rows) {
      count sums[lanes], any = 0;
      for (int lane = 0; lane < lanes; ++lane) {
        count sum = 0;
        THRUM_UNROLL
        for (int row = 0; row < rows; ++row) sum += test(begin + row * lanes + lane) ? count(1) : count(0);
        sums[lane] = sum;
      }
      for (int lane = 0; lane < lanes; ++lane) any += sums[lane];
      if (any != 0) break;
    }
  }
  for (; end - begin >= 8; begin += 8) {
    THRUM_UNROLL
    for (int j = 0; j < 8; ++j) {
      if (test(begin + j)) return begin + j;
    }
  }
  while (begin < end && !test(begin)) ++begin;
  return begin;
}

}  // namespace thrum::detail
