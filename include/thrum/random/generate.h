// random::generate, random::stream: random numbers that are functions of a seed and an index.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/random/philox_engine.h>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace thrum {
namespace detail {

/// A seed of 64 bits as the seed sequence of a philox4x32: its low word comes first.
struct words_of_seed {
  std::uint64_t seed;
  THRUM_HD constexpr void generate(std::uint_least32_t* first, std::uint_least32_t* last) const {
    for (int shift = 0; first != last; static_cast<void>(++first), shift += 32)
      *first = static_cast<std::uint32_t>(seed >> shift);
  }
};

}  // namespace detail

namespace random {

/// Returns the i-th engine of a seed: a philox4x32 whose key is the seed, and whose counter has i
/// in its upper 64 bits. The engine makes 2^66 numbers before it comes to those of the next engine,
/// and it costs nothing to jump to the i-th engine; so each element of a parallel computation has
/// an engine of its own.
///
///   thrum::tabulate(policy, first, last, THRUM_LAMBDA(std::ptrdiff_t i) {
///     thrum::philox4x32 g = thrum::random::stream(seed, i);
///     ...
///   });
THRUM_HD constexpr philox4x32 stream(std::uint64_t seed, std::ptrdiff_t i) {
  detail::words_of_seed words{seed};
  philox4x32 g(words);
  auto const index = static_cast<std::uint64_t>(i);
  std::uint32_t const counter[4] = {static_cast<std::uint32_t>(index >> 32), static_cast<std::uint32_t>(index), 0,
                                    0};
  g.set_counter(counter);
  return g;
}

}  // namespace random

namespace detail {
template <class O, class D>
struct random_generate_body {
  O out;
  D distribution;
  std::uint64_t seed;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    D fresh = distribution;
    philox4x32 g = random::stream(seed, i);
    detail::store(out[i], fresh(g));
  }
};
}  // namespace detail

namespace random {

/// generate(policy, first, last, distribution, seed): assigns distribution(g) to first[i], where g
/// is stream(seed, i) and each element has its own copy of the distribution. So element i depends
/// on i, the seed and the distribution alone: it is the same under every policy, with any number of
/// threads and for any length of the range, however many numbers its neighbours take.
///
/// `distribution` is one of thrum::random, of which the portable ones make the same bits
/// everywhere, or any functor of a philox4x32&, such as a lambda that draws several numbers; those
/// of std:: would differ between standard libraries. The seed is any integer; 64 bits of it count.
/// O(n) work; no scratch memory. The call does not wait under cuda::par_nosync. An exception of a
/// distribution leaves the call under seq and tbb::par.
struct generate_fn : detail::algorithm<generate_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"random::generate", {out_from("first"), until("last"), value("distribution"), value("seed")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class O, class D, std::integral Seed>
  THRUM_HD void operator()(B const& exec, O first, O last, D distribution, Seed seed) const {
    if constexpr (detail::valid_iterators<B, O>() && detail::valid_functor<B, D, philox4x32&>() &&
                  detail::valid_result<B, O, D, philox4x32&>()) {
      using body = detail::random_generate_body<detail::unwrapped_t<O>, D>;
      exec.for_each_n(last - first,
                      body{detail::unwrap(first), std::move(distribution), static_cast<std::uint64_t>(seed)},
                      detail::default_grain);
    }
  }
};
THRUM_OBJECT generate_fn generate{};

}  // namespace random
}  // namespace thrum

#include <thrum/detail/public_header/end.h>
