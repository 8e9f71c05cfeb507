// reduce_by_key and inclusive_scan_by_key, which std has not: runs of equal keys, of about 2, of 1000, and of lengths from 1
// to 2000.
#include "contenders.h"

#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/reduce.h>
#include <thrust/scan.h>
#endif

namespace {

/// Runs of lengths in [shortest, longest]. Of mixed lengths, seven of eight runs are of four elements at most.
template <class T, int shortest, int longest>
struct runs {
  runs(std::ptrdiff_t n, distribution d)
      : values_in(values<T>(n, d, 1, 6)), values_out(values_in), keys(values_in.size()), keys_out(keys) {
    std::int32_t key = 0;
    for (std::size_t i = 0, run = 0; i < keys.size(); ++run, key += 3) {
      std::uint64_t const bits = random_word(2, run);
      bool const mixed = shortest == 1 && longest > 3;
      std::uint64_t const most = mixed && bits % 8 != 0 ? 4 : longest;
      for (std::uint64_t left = shortest + (bits >> 8) % (most - shortest + 1); left > 0 && i < keys.size();
           --left) {
        keys[i++] = key;
      }
    }
  }
  std::vector<T> values_in, values_out;
  std::vector<std::int32_t> keys, keys_out;
};

template <class T, int shortest, int longest>
void add_rows_of(std::string const& lengths) {
  double const bytes = sizeof(std::int32_t) + sizeof(T);
  using data = runs<T, shortest, longest>;
  rows<T, data> const sums("reduce_by_key of " + lengths + " runs", {.bytes = bytes});
  BENCHMARK_THRUM(sums, reduce_by_key, v.keys.begin(), v.keys.end(), v.values_in.begin(), v.keys_out.begin(),
                  v.values_out.begin())
  BENCHMARK_THRUST(sums, reduce_by_key, v.keys.begin(), v.keys.end(), v.values_in.begin(), v.keys_out.begin(),
                   v.values_out.begin())
  rows<T, data> const scans("inclusive_scan_by_key of " + lengths + " runs", {.bytes = bytes + sizeof(T)});
  BENCHMARK_THRUM(scans, inclusive_scan_by_key, v.keys.begin(), v.keys.end(), v.values_in.begin(),
                  v.values_out.begin())
  BENCHMARK_THRUST(scans, inclusive_scan_by_key, v.keys.begin(), v.keys.end(), v.values_in.begin(),
                   v.values_out.begin())
}

}  // namespace

void add_rows() {
  for_numbers([]<class T>() {
    add_rows_of<T, 1, 3>("short");
    add_rows_of<T, 500, 1500>("long");
    add_rows_of<T, 1, 2000>("mixed");
  });
}
