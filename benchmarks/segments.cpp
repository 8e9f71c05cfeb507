// segmented_reduce, segmented_inclusive_scan and segmented_sort of segments of 1 to 15 elements, of
// 10000, and of lengths from 1 to 20000. "std" calls std's algorithm for one segment after the
// other, "std par" for all segments by std::for_each(par); Thrust has keys that identify the
// segments, and sorts by value and then by segment.
#include "contenders.h"

#include "frame/lengths.h"

#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/iterator/discard_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#endif

namespace {

constexpr lengths all_lengths[] = {{"short", 1, 15}, {"long", 5000, 15000}, {"mixed", 1, 20000, true}};

template <class T>
struct cut_range {
  cut_range(lengths const& drawn, int bits, std::ptrdiff_t n, std::uint64_t stream)
      : values(::values<T>(n, distribution::uniform, stream, bits)), offsets{0} {
    for (std::ptrdiff_t const length : draw(drawn, n, stream + 1)) {
      keys.insert(keys.end(), static_cast<std::size_t>(length), static_cast<std::int32_t>(numbers.size()));
      numbers.push_back(static_cast<std::int32_t>(numbers.size()));
      offsets.push_back(static_cast<std::int32_t>(offsets.back() + length));
    }
  }
  std::vector<T> values;
  std::vector<std::int32_t> offsets, numbers, keys;  // of the segments; the keys of elements
  auto segments() const { return thrum::segments_at(offsets.begin(), offsets.end()); }
};
template <class T, int L, int bits>
struct cut_range_of : cut_range<T> {
  cut_range_of(std::ptrdiff_t n, std::uint64_t stream) : cut_range<T>(all_lengths[L], bits, n, stream) {}
};

template <class T, int L>
struct cut_input : in_turn<cut_range_of<T, L, 6>> {
  cut_input(std::ptrdiff_t n, distribution)
      : in_turn<cut_range_of<T, L, 6>>(n), out(static_cast<std::size_t>(n) + 1) {}
  void results(outcome& all) const { all.rounded(out); }
  std::vector<T> out;
};
/// Segments that calls sort.
template <class T, int L>
struct cut_in_place : in_turn<cut_range_of<T, L, 64>> {
  cut_in_place(std::ptrdiff_t n, distribution) : in_turn<cut_range_of<T, L, 64>>(n) {}
  void restore() {
    in_turn<cut_range_of<T, L, 64>>::restore();
    in = this->now().values;
    keys = this->now().keys;
  }
  void results(outcome& all) const { all.in_order(in); }
  std::vector<T> in;
  std::vector<std::int32_t> keys;
};

/// Adds a row in which call(begin, end, number) does the work of one segment.
template <class Rows, class Call>
void add_one_by_one(Rows const& row, Call call) {
  auto const work = [call](auto& v) {
    return [call, &v, offset = v.now().offsets.data()](std::int32_t s) { call(v, offset[s], offset[s + 1], s); };
  };
  row("std", [work](auto& v) { std::for_each(v.now().numbers.begin(), v.now().numbers.end(), work(v)); });
#if defined(HAS_STD_PAR)
  row("std par", [work](auto& v) {
    std::for_each(std::execution::par, v.now().numbers.begin(), v.now().numbers.end(), work(v));
  });
#endif
}

template <class T, int L>
void add_rows_of() {
  auto const of_segments = std::string(" of ") + all_lengths[L].name + " segments";

  rows<T, cut_input<T, L>> const sums("segmented_reduce" + of_segments,
                                      {.bytes = sizeof(T), .compared = comparison::sums});
  BENCHMARK_THRUM(sums, segmented_reduce, v.now().values.begin(), v.now().values.end(), v.now().segments(),
                  v.out.begin())
  add_one_by_one(sums, [](auto& v, std::int32_t begin, std::int32_t end, std::int32_t s) {
    auto const first = v.now().values.begin();
    v.out[static_cast<std::size_t>(s)] = std::reduce(first + begin, first + end);
  });
  BENCHMARK_THRUST(sums, reduce_by_key, v.now().keys.begin(), v.now().keys.end(), v.now().values.begin(),
                   thrust::make_discard_iterator(), v.out.begin())

  rows<T, cut_input<T, L>> const scans("segmented_scan" + of_segments,
                                       {.bytes = 2 * sizeof(T), .compared = comparison::sums});
  BENCHMARK_THRUM(scans, segmented_inclusive_scan, v.now().values.begin(), v.now().values.end(),
                  v.now().segments(), v.out.begin())
  add_one_by_one(scans, [](auto& v, std::int32_t begin, std::int32_t end, std::int32_t) {
    auto const first = v.now().values.begin();
    std::inclusive_scan(first + begin, first + end, v.out.begin() + begin);
  });
  BENCHMARK_THRUST(scans, inclusive_scan_by_key, v.now().keys.begin(), v.now().keys.end(), v.now().values.begin(),
                   v.out.begin())

  rows<T, cut_in_place<T, L>> const sorts("segmented_sort" + of_segments);
  BENCHMARK_THRUM(sorts, segmented_sort, v.in.begin(), v.in.end(), v.now().segments())
  add_one_by_one(sorts, [](auto& v, std::int32_t begin, std::int32_t end, std::int32_t) {
    std::sort(v.in.begin() + begin, v.in.begin() + end);
  });
#if defined(HAS_THRUST)
  if constexpr (thrust_sorts<T>) {
    sorts("thrust tbb", [](auto& v) {
      thrust::stable_sort_by_key(thrust::tbb::par, v.in.begin(), v.in.end(), v.keys.begin());
      thrust::stable_sort_by_key(thrust::tbb::par, v.keys.begin(), v.keys.end(), v.in.begin());
    });
  }
#endif
}

}  // namespace

void add_rows() {
  for_numbers_and_lengths([]<class T, int L>() { add_rows_of<T, L>(); });
}
