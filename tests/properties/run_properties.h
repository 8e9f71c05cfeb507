// Runs properties of random cases for a while: THRUM_PROPERTY_SECONDS, 3 unless told. The seed is another one each time,
// and printed; with THRUM_SEED a run begins with the case of that seed.
#pragma once

#include <doctest/doctest.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <optional>
#include <random>
#include <span>
#include <string>
#include "choices.h"
#include "property.h"
#if defined(THRUM_WITH_TBB)
#include <oneapi/tbb/global_control.h>
#endif

/// What went wrong in a case; nothing if nothing did.
inline std::optional<std::string> failure_of(property const& p, choices& c) {
  try {
    p.check(c);
    return std::nullopt;
  } catch (std::exception const& error) {
    return std::string(error.what()) + c.notes();
  }
}

/// Each case has the seed after the one before it, and each property its turn.
inline void run_properties(std::span<property const> properties) {
#if defined(THRUM_WITH_TBB)
  oneapi::tbb::global_control const eight_threads(oneapi::tbb::global_control::max_allowed_parallelism, 8);
#endif
  char const* const told = std::getenv("THRUM_PROPERTY_SECONDS");
  char const* const seed_told = std::getenv("THRUM_SEED");
  double const seconds = told != nullptr ? std::atof(told) : 3;
  std::uint64_t const seed = seed_told != nullptr ? std::strtoull(seed_told, nullptr, 10) : std::random_device{}();
  std::printf("seed: THRUM_SEED=%llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);

  auto const start = std::chrono::steady_clock::now();
  std::uint64_t cases = 0;
  do {
    std::uint64_t const at = seed + cases++;
    property const& p = properties[at % properties.size()];
    choices c(at);
    auto failure = failure_of(p, c);
    if (!failure) continue;
    // The smallest sizes with which the case still fails say more than the ones that were drawn.
    for (std::ptrdiff_t most = 0; most < choices::any_size; most += most / 4 + 1) {
      choices smaller(at, most);
      if (auto again = failure_of(p, smaller)) {
        failure = std::move(again);
        break;
      }
    }
    FAIL("property \"" << std::string(p.name) << "\" does not hold: " << *failure << " (run with THRUM_SEED=" << at
                       << " to repeat this case)");
  } while (cases < properties.size() ||
           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds);
  std::printf("%llu cases of %zu properties held\n", static_cast<unsigned long long>(cases), properties.size());
}
