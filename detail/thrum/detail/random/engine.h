// The common base of random engines.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/state.h>

namespace thrum::detail {

/// A bound of an engine's values as a static member. The standard writes `E::min()`, Thrust
/// `E::min`.
template <class T, T Value>
struct engine_bound {
  THRUM_HD constexpr operator T() const { return Value; }
  THRUM_HD constexpr T operator()() const { return Value; }
};

/// A type that fills arrays of 32-bit words, as std::seed_seq does.
template <class Q>
concept seed_sequence = requires(Q& q, unsigned* p) { q.generate(p, p); };

/// The base of an engine E: see random_state.
template <class E>
class random_engine : public random_state<E> {
 public:
  /// Does the same as z calls, in O(z). Engines that can jump have their own discard.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void discard(unsigned long long z) {
    for (; z != 0; --z) static_cast<E&>(*this)();
  }
};

}  // namespace thrum::detail
