// Uniformly distributed words from any random engine.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// Returns the least value of an engine (the greatest, below). The engine's min and max are
/// functions, as in the standard, or data.
THRUM_EXEC_CHECK_DISABLE
template <class G>
THRUM_HD constexpr std::uint64_t engine_min() {
  if constexpr (requires { G::min(); }) return static_cast<std::uint64_t>(G::min());
  else return static_cast<std::uint64_t>(G::min);
}
THRUM_EXEC_CHECK_DISABLE
template <class G>
THRUM_HD constexpr std::uint64_t engine_max() {
  if constexpr (requires { G::max(); }) return static_cast<std::uint64_t>(G::max());
  else return static_cast<std::uint64_t>(G::max);
}

/// How many calls of an engine with `values` values give at least 2^32 values, and how many values
/// they give.
struct engine_calls {
  int count;
  std::uint64_t values;
};
THRUM_HD constexpr engine_calls calls_for_32_bits(std::uint64_t values) {
  engine_calls calls{1, values};
  for (; calls.values >> 32 == 0; ++calls.count) calls.values *= values;
  return calls;
}

/// Returns 32 bits, each word as likely as any other. Makes as many calls as give 2^32 values or
/// more. Repeats the calls if the result is among those that would make some words likelier. Takes
/// the leading bits of an engine that has more than 32. The function is inlined, as philox_engine
/// is, so that loops can be vectorised.
THRUM_EXEC_CHECK_DISABLE
template <class G>
[[gnu::always_inline]] THRUM_HD inline std::uint32_t random_word_32(G& g) {
  using engine = std::remove_cvref_t<G>;
  constexpr std::uint64_t low = detail::engine_min<engine>();
  constexpr std::uint64_t range = detail::engine_max<engine>() - low;
  static_assert(range != 0, "thrum: this random engine makes one number only");
  if constexpr (range == ~std::uint64_t{0}) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(g()) - low) >> 32);
  } else {
    constexpr engine_calls calls = detail::calls_for_32_bits(range + 1);
    constexpr std::uint64_t share = calls.values >> 32;
    for (;;) {
      std::uint64_t value = 0;
      for (int i = 0; i < calls.count; ++i) value = value * (range + 1) + (static_cast<std::uint64_t>(g()) - low);
      value /= share;
      if (value >> 32 == 0) return static_cast<std::uint32_t>(value);
    }
  }
}

THRUM_EXEC_CHECK_DISABLE
template <class G>
THRUM_HD std::uint64_t random_word_64(G& g) {
  using engine = std::remove_cvref_t<G>;
  if constexpr (detail::engine_max<engine>() - detail::engine_min<engine>() == ~std::uint64_t{0}) {
    return static_cast<std::uint64_t>(g()) - detail::engine_min<engine>();
  } else {
    std::uint64_t const high = detail::random_word_32(g);
    return high << 32 | detail::random_word_32(g);
  }
}

}  // namespace thrum::detail
