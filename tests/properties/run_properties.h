// Runs properties of random cases for THRUM_PROPERTY_SECONDS, by default 3. The seed differs each
// time, and is printed; with THRUM_SEED the first case is that of the seed.
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

/// The error of a case; empty if there is none.
inline std::optional<std::string> failure_of(property const& p, choices& c) {
  try {
    p.check(c);
    return std::nullopt;
  } catch (std::exception const& error) {
    return std::string(error.what()) + c.notes();
  }
}

/// Each case has the seed after that of the previous case, and the properties take turns.
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
    // Reports the smallest sizes for which the case fails, which say more than the drawn ones.
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
