// discard_block_engine, ranlux24, ranlux48.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/random/bases.h>
#include <thrum/random/subtract_with_carry_engine.h>
#include <cstddef>

namespace thrum {
namespace random {

/// The standard's adaptor of this name, usable in device code: of every p numbers of an engine it
/// takes the first r.
template <class Engine, std::size_t p, std::size_t r>
class discard_block_engine : public detail::random_engine<discard_block_engine<Engine, p, r>> {
  static_assert(0 < r && r <= p, "thrum: a block has at least as many numbers as are used of it");

 public:
  using base_type = Engine;
  using result_type = typename Engine::result_type;
  static constexpr std::size_t block_size = p;
  static constexpr std::size_t used_block = r;
  static constexpr detail::engine_bound<result_type, static_cast<result_type>(Engine::min)> min{};
  static constexpr detail::engine_bound<result_type, static_cast<result_type>(Engine::max)> max{};

  discard_block_engine() = default;
  THRUM_HD constexpr explicit discard_block_engine(base_type const& base) : base_(base) {}
  THRUM_HD constexpr explicit discard_block_engine(result_type s) : base_(s) {}

  THRUM_HD constexpr void seed() {
    base_.seed();
    used_ = 0;
  }
  THRUM_HD constexpr void seed(result_type s) {
    base_.seed(s);
    used_ = 0;
  }

  THRUM_HD constexpr result_type operator()() {
    if (used_ == r) next_block();
    ++used_;
    return base_();
  }

  /// Skips z numbers, as z calls do, by discards of the base engine.
  THRUM_HD constexpr void discard(unsigned long long z) {
    unsigned long long const left = r - used_;
    if (z > left) {
      z -= left;
      base_.discard(left);
      next_block();
      unsigned long long const blocks = (z - 1) / r;
      // Discards `blocks` p times, because the product may be too large.
      if (blocks != 0) {
        for (std::size_t i = 0; i < p; ++i) base_.discard(blocks);
      }
      z -= blocks * r;
    }
    base_.discard(z);
    used_ += static_cast<std::size_t>(z);
  }

  THRUM_HD constexpr base_type const& base() const { return base_; }

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... E>
  THRUM_HD static constexpr void visit_state(Visit& visit, E&... e) {
    visit(e.base_...);
    visit(e.used_...);
  }
  friend detail::random_state<discard_block_engine>;

  THRUM_HD constexpr void next_block() {
    base_.discard(p - r);
    used_ = 0;
  }

  base_type base_;
  std::size_t used_ = 0;
};

/// The standard's engines; the 10000th numbers of default ones are 9901578 and 249142670248501.
using ranlux24 = discard_block_engine<ranlux24_base, 223, 23>;
using ranlux48 = discard_block_engine<ranlux48_base, 389, 11>;

}  // namespace random

using random::discard_block_engine;
using random::ranlux24;
using random::ranlux48;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
