// Compares the bits of the sums of cuda::par.deterministic() with those of seq. The test runs the
// code of the kernels on the host: the thread blocks, and the threads of a thread block, one after
// the other. tests/cuda/deterministic.cu does the same on a device.
#include <doctest/doctest.h>

#include <thrum/detail/backends/cuda/deterministic/reduce_by_key.h>
#include <thrum/detail/backends/cuda/deterministic/scan_by_key.h>
#include <thrum/detail/backends/cuda/deterministic/segments.h>
#include <thrum/detail/backends/cuda/deterministic/sum_bins.h>
#include <limits>
#include <memory>
#include "looped_team.h"
#include "policies.h"
#include "sums.h"

namespace {

template <bool Forwards>
struct deterministic_device : looped_blocks<Forwards> {
  static constexpr native natives = looped_blocks<Forwards>::natives | native::reduce_into |
                                    native::reduce_by_key | native::scan_runs | native::reduce_segments |
                                    native::scan_segments | native::sum_bins;
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const {
    T result = init;
    thrum::detail::reduce_by_blocks(*this, first, n, init, op, thrum::detail::result_maker<T>{&result});
    return result;
  }
  template <class I, class O, class T, class Op>
  void reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const {
    thrum::detail::reduce_by_blocks(*this, first, n, init, op, thrum::detail::result_storer<O>{out});
  }
  template <class I, class O, class Seed, class Op, class Kind>
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const {
    thrum::detail::scan_by_blocks(*this, first, n, out, seed, op, kind);
  }
  template <class K, class V, class KO, class VO, class Equal, class Op>
  std::ptrdiff_t reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                               Op op) const {
    std::ptrdiff_t runs = 0;
    if (n > 0) {
      thrum::detail::reduce_by_key_by_blocks(*this, keys, n, values, keys_out, values_out, same, op, &runs);
    }
    return runs;
  }
  template <class V, class O, class Starts, class Seed, class Op, class Kind>
  void scan_runs(V values, std::ptrdiff_t n, O out, Starts starts, Seed seed, Op op, Kind kind) const {
    thrum::detail::scan_runs_by_blocks(*this, values, n, out, starts, seed, op, kind);
  }
  template <class I, class S, class O, class T, class Op>
  void reduce_segments(I first, S segments, O out, T init, Op op) const {
    thrum::detail::reduce_segments_by_blocks(*this, first, segments, out, init, op);
  }
  template <class I, class S, class O, class Seed, class Op, class Kind>
  void scan_segments(I first, S segments, O out, Seed seed, Op op, Kind kind) const {
    thrum::detail::scan_segments_by_blocks(*this, first, segments, out, seed, op, kind);
  }
  template <class T, class Bin, class Value, class O>
  void sum_bins(std::ptrdiff_t n, Bin bin_of, Value value, std::ptrdiff_t bins, O out, T) const {
    thrum::detail::sum_bins_by_cells<T>(*this, n, bin_of, value, bins, out);
  }
};
static_assert(thrum::backend<deterministic_device<true>>);

template <class Policy>
sums<host_memory_of_sums, Policy> sums_under(Policy policy, std::ptrdiff_t n) {
  auto const size = static_cast<std::size_t>(n);
  return {policy, keys_in_runs(size), offsets_of_segments(size)};
}

template <class T>
void check_numbers(std::ptrdiff_t n) {
  CAPTURE(n);
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = mixed_magnitude<T>(i);
  auto const expected = sums_under(thrum::seq, n).of_numbers(v);
  CHECK(sums_under(deterministic_device<true>{}, n).of_numbers(v).differences(expected) == "");
  if (n > 100'000) return;
  CHECK(sums_under(deterministic_device<false>{}, n).of_numbers(v).differences(expected) == "");
#if defined(THRUM_WITH_TBB)
  CHECK(sums_under(thrum::tbb::par.threads(3).deterministic(), n).of_numbers(v).differences(expected) == "");
#endif
}

template <class T, class Op, class Make>
void check_objects(std::ptrdiff_t n, T start, Op op, Make make) {
  CAPTURE(n);
  std::vector<T> v(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = make(i);
  auto const expected = sums_under(thrum::seq.deterministic(), n).of_objects(v, start, op);
  CHECK(sums_under(deterministic_device<true>{}, n).of_objects(v, start, op).differences(expected) == "");
}

}  // namespace

TEST_CASE("blocks of threads make the bits of seq") {
  for (std::ptrdiff_t const n : {0,   1,   2,    7,    8,    15,   16,     17,     18,     31,     32,     127,
                                 128, 129, 1025, 8191, 8192, 8193, 16'383, 16'384, 16'385, 16'386, 100'000}) {
    check_numbers<float>(n);
  }
  for (std::ptrdiff_t const n : {0, 1, 15, 16, 17, 31, 128, 1025, 8193, 16'385, 50'000}) check_numbers<double>(n);
}
TEST_CASE("of many tiles") { check_numbers<float>(1'000'003); }

TEST_CASE("of integers that are not added") {
  for (std::ptrdiff_t const n : {0, 100, 16'390, 100'000}) {
    check_objects<int>(n, -7, thrum::maximum<int>{},
                       [](std::size_t i) { return static_cast<int>(random_bits(i)); });
    check_objects<signed char>(n, 3, thrum::bit_xor<signed char>{},
                               [](std::size_t i) { return static_cast<signed char>(random_bits(i)); });
  }
}
TEST_CASE("of objects, by operators that do not commute") {
  for (std::ptrdiff_t const n : {1, 17, 1000, 16'385, 100'000}) {
    check_objects<affine>(n, {1, 0.5F}, compose_affine{}, [](std::size_t i) {
      return affine{random_bits(i + 1) % 2 == 0 ? 1.0F : -1.0F, mixed_magnitude<float>(i)};
    });
    check_objects<three_doubles>(n, {1, 2, 3}, add_doubles{}, [](std::size_t i) {
      return three_doubles{mixed_magnitude<double>(i), mixed_magnitude<double>(i + 1), 1.1};
    });
  }
}

TEST_CASE("of zeros of both signs and of no numbers") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  float const some[] = {0.0F, -0.0F, -0.0F, 0.0F, nan, -1.0F};
  for (std::ptrdiff_t const n : {20, 5000, 40'000}) {
    for (std::uint64_t const kinds : {std::uint64_t{4}, std::uint64_t{6}}) {
      auto const make = [&](std::size_t i) { return some[random_bits(i) % kinds]; };
      check_objects<float>(n, -0.0F, thrum::maximum<float>{}, make);
      check_objects<float>(n, -0.0F, thrum::minimum<float>{}, make);
    }
  }
}
