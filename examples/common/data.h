// Random input of examples: the same numbers under every policy.
#pragma once

#include <thrum/random.h>
#include <cstdint>

#include "policies.h"

namespace example {

/// Returns n numbers, uniform in [low, high), in memory that the policy reaches.
template <class T, class Policy>
vector_of<Policy, T> uniform(Policy const& policy, std::int64_t n, std::uint64_t seed, T low = 0, T high = 1) {
  vector_of<Policy, T> v(static_cast<std::size_t>(n), thrum::no_init);
  thrum::random::generate(policy, v.begin(), v.end(),
                          thrum::random::portable_uniform_real_distribution<T>(low, high), seed);
  return v;
}

/// Returns n numbers of the normal distribution.
template <class T, class Policy>
vector_of<Policy, T> normal(Policy const& policy, std::int64_t n, std::uint64_t seed, T mean = 0,
                            T deviation = 1) {
  vector_of<Policy, T> v(static_cast<std::size_t>(n), thrum::no_init);
  thrum::random::generate(policy, v.begin(), v.end(),
                          thrum::random::portable_normal_distribution<T>(mean, deviation), seed);
  return v;
}

/// Returns n integers, uniform in [least, most].
template <class T, class Policy>
vector_of<Policy, T> integers(Policy const& policy, std::int64_t n, std::uint64_t seed, T least, T most) {
  vector_of<Policy, T> v(static_cast<std::size_t>(n), thrum::no_init);
  thrum::random::generate(policy, v.begin(), v.end(),
                          thrum::random::portable_uniform_int_distribution<T>(least, most), seed);
  return v;
}

}  // namespace example
