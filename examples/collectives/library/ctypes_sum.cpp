// A shared library with the C ABI, for every language that can call C. No part of C++ crosses its
// border: no types, no names, no exceptions.
#include <thrum/execution_policy.h>
#include <thrum/reduce.h>
#include <cstdint>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

/// Returns the sum of n ints, on this thread; 0 if there are none.
extern "C" std::int64_t sum_of_ints_seq(std::int64_t n, int const* numbers) noexcept {
  return thrum::reduce(thrum::seq, numbers, numbers + n, std::int64_t{0});
}

#if defined(THRUM_WITH_TBB)
/// Returns the same on all cores.
extern "C" std::int64_t sum_of_ints_par(std::int64_t n, int const* numbers) noexcept {
  return thrum::reduce(thrum::tbb::par, numbers, numbers + n, std::int64_t{0});
}
#endif
