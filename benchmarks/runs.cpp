// reduce_by_key and inclusive_scan_by_key, which std does not have: runs of 1 to 15 equal keys, of
// 1000, and of lengths from 1 to 2000. "std" is a plain loop.
#include "contenders.h"

#include "frame/lengths.h"

#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/reduce.h>
#include <thrust/scan.h>
#endif

namespace {

constexpr lengths all_lengths[] = {{"short", 1, 15}, {"long", 500, 1500}, {"mixed", 1, 2000, true}};

template <class T>
struct table {
  table(lengths const& drawn, std::ptrdiff_t n, std::uint64_t stream)
      : values(::values<T>(n, distribution::uniform, stream, 6)) {
    std::int32_t key = 0;
    for (std::ptrdiff_t const length : draw(drawn, n, stream + 1)) {
      keys.insert(keys.end(), static_cast<std::size_t>(length), key);
      key += 3;
    }
  }
  std::vector<std::int32_t> keys;
  std::vector<T> values;
};
template <class T, int L>
struct table_of : table<T> {
  table_of(std::ptrdiff_t n, std::uint64_t stream) : table<T>(all_lengths[L], n, stream) {}
};

template <class T, int L>
struct runs : in_turn<table_of<T, L>> {
  runs(std::ptrdiff_t n, distribution)
      : in_turn<table_of<T, L>>(n), keys_out(static_cast<std::size_t>(n)), values_out(keys_out.size()) {}
  std::vector<std::int32_t> keys_out;
  std::vector<T> values_out;
};

template <class T>
auto reduce_in_a_loop(table<T> const& in, std::vector<std::int32_t>& keys_out, std::vector<T>& sums) {
  std::size_t run = 0;
  std::int32_t key = in.keys[0];
  T sum = in.values[0];
  for (std::size_t i = 1; i < in.keys.size(); ++i) {
    if (in.keys[i] == key) {
      sum += in.values[i];
    } else {
      keys_out[run] = key;
      sums[run++] = sum;
      key = in.keys[i];
      sum = in.values[i];
    }
  }
  keys_out[run] = key;
  sums[run++] = sum;
  auto const count = static_cast<std::ptrdiff_t>(run);
  return std::pair(keys_out.begin() + count, sums.begin() + count);
}

template <class T>
void scan_in_a_loop(table<T> const& in, std::vector<T>& sums) {
  T sum = sums[0] = in.values[0];
  for (std::size_t i = 1; i < in.keys.size(); ++i) {
    if (in.keys[i] == in.keys[i - 1]) sum += in.values[i];
    else sum = in.values[i];
    sums[i] = sum;
  }
}

template <class T, int L>
void add_rows_of() {
  double const bytes = sizeof(std::int32_t) + sizeof(T);
  auto const of_runs = std::string(" of ") + all_lengths[L].name + " runs";
  rows<T, runs<T, L>> const sums("reduce_by_key" + of_runs, {.bytes = bytes, .compared = comparison::sums});
  BENCHMARK_THRUM(sums, reduce_by_key, v.now().keys.begin(), v.now().keys.end(), v.now().values.begin(),
                  v.keys_out.begin(), v.values_out.begin())
  sums("std", [](auto& v) { return reduce_in_a_loop<T>(v.now(), v.keys_out, v.values_out); });
  BENCHMARK_THRUST(sums, reduce_by_key, v.now().keys.begin(), v.now().keys.end(), v.now().values.begin(),
                   v.keys_out.begin(), v.values_out.begin())
  rows<T, runs<T, L>> const scans("inclusive_scan_by_key" + of_runs,
                                  {.bytes = bytes + sizeof(T), .compared = comparison::sums});
  BENCHMARK_THRUM(scans, inclusive_scan_by_key, v.now().keys.begin(), v.now().keys.end(), v.now().values.begin(),
                  v.values_out.begin())
  scans("std", [](auto& v) { scan_in_a_loop<T>(v.now(), v.values_out); });
  BENCHMARK_THRUST(scans, inclusive_scan_by_key, v.now().keys.begin(), v.now().keys.end(), v.now().values.begin(),
                   v.values_out.begin())
}

}  // namespace

void add_rows() {
  for_numbers_and_lengths([]<class T, int L>() { add_rows_of<T, L>(); });
}
