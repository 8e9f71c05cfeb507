// Algorithms on short and on long segments. Thrust has none: its rows are reduce_by_key and
// inclusive_scan_by_key with the segment number of each element.
#include "frame/peers.cuh"

#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>

#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <thrum/segments.h>
#include <string>

namespace {

/// Elements for sums have few bits, others all; Result is the type of a segment's result.
template <class T, int length, class Result = T>
class segmented {
 public:
  static constexpr double bytes =
      2 * sizeof(T) + sizeof(std::int32_t) + (1.0 / length) * (sizeof(Result) + sizeof(std::ptrdiff_t));
  struct view {
    std::ptrdiff_t n, segments;
    T *in, *out;
    std::int32_t* numbers;
    std::ptrdiff_t* offsets;
    Result* results;
    auto cut() const { return thrum::segments_at(offsets, offsets + segments + 1); }
  };
  segmented(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        in_(n, turns, uniform<T>{1, 3}),
        out_(n, turns),
        numbers_(n, turns, segment_numbers{{n, length}}),
        offsets_(n / length + 1, turns, segment_offsets{n, length}),
        results_(n / length, turns) {}
  void clear() {
    out_.clear();
    results_.clear();
  }
  view of(std::ptrdiff_t turn) {
    return {n_, n_ / length, in_.of(turn), out_.of(turn), numbers_.of(turn), offsets_.of(turn), results_.of(turn)};
  }

 private:
  std::ptrdiff_t n_;
  array<T> in_, out_;
  array<std::int32_t> numbers_;
  array<std::ptrdiff_t> offsets_;
  array<Result> results_;
};

/// Elements that are sorted in place, or by CUB into the output.
template <class T, int length>
class unsorted {
 public:
  static constexpr double bytes = 3 * sizeof(T) + 8.0 / length;
  struct view {
    std::ptrdiff_t n, segments;
    T *in, *out;
    std::ptrdiff_t* offsets;
    auto cut() const { return thrum::segments_at(offsets, offsets + segments + 1); }
  };
  unsorted(std::ptrdiff_t n, std::ptrdiff_t turns)
      : n_(n),
        original_(n, turns, uniform<T>{1}),
        in_(n, turns),
        out_(n, turns),
        offsets_(n / length + 1, turns, segment_offsets{n, length}) {}
  void restore() { in_.copy_from(original_); }
  void clear() { out_.clear(); }
  view of(std::ptrdiff_t turn) { return {n_, n_ / length, in_.of(turn), out_.of(turn), offsets_.of(turn)}; }

 private:
  std::ptrdiff_t n_;
  array<T> original_, in_, out_;
  array<std::ptrdiff_t> offsets_;
};

struct all_results {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(v.results, v.segments);
  }
};
struct sorted_segments {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    return outcome().elements(std::is_same_v<Returned, by_cub> ? v.out : v.in, v.n);
  }
};

/// The greatest element of each segment. CUB stores a pair of another type.
struct greatest_of {
  template <class Pair>
  THRUM_HD auto operator()(Pair const& x) const {
    return x.value;
  }
};
struct all_greatest {
  template <class View, class Returned>
  outcome operator()(View const& v, Returned const&) const {
    if constexpr (std::is_same_v<Returned, by_cub>) {
      auto const* const pairs = reinterpret_cast<pair_of_cub<View> const*>(v.results);
      return outcome().elements(thrust::make_transform_iterator(pairs, greatest_of{}), v.segments);
    } else {
      return outcome().elements(thrust::make_transform_iterator(v.results, greatest_of{}), v.segments);
    }
  }
  template <class View>
  using pair_of_cub = cub::KeyValuePair<int, std::remove_pointer_t<decltype(View::in)>>;
};

template <class T, int length>
void sum_rows(std::string const& kind) {
  auto const sums =
      rows<T, segmented<T, length>>("segmented_reduce of " + kind, {.bytes = sizeof(T)}, all_results{});
  BENCHMARK_THRUM(sums, segmented_reduce, v.in, v.in + v.n, v.cut(), v.results, T{}, thrum::plus<T>{})
  sums("thrust cuda", [](auto const& v) {
    return thrust::reduce_by_key(thrust::cuda::par_nosync, v.numbers, v.numbers + v.n, v.in,
                                 thrust::make_discard_iterator(), v.results);
  });
  sums("thrust cuda pool", [](auto const& v) {
    return thrust::reduce_by_key(thrust::cuda::par_nosync(thrust_pool), v.numbers, v.numbers + v.n, v.in,
                                 thrust::make_discard_iterator(), v.results);
  });
  sums("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceSegmentedReduce::Sum(p, bytes, v.in, v.results, v.segments, v.offsets, v.offsets + 1);
       }));

  auto const scan = rows<T, segmented<T, length>>("segmented_inclusive_scan of " + kind, {.bytes = 2 * sizeof(T)});
  BENCHMARK_THRUM(scan, segmented_inclusive_scan, v.in, v.in + v.n, v.cut(), v.out)
  BENCHMARK_THRUST(scan, inclusive_scan_by_key, v.numbers, v.numbers + v.n, v.in, v.out)
  BENCHMARK_THRUST_POOL(scan, inclusive_scan_by_key, v.numbers, v.numbers + v.n, v.in, v.out)
}

template <class T, int length>
void number_rows(std::string const& kind) {
  // Elements are read and written once, and offsets are read.
  constexpr double least = 2 * sizeof(T) + static_cast<double>(sizeof(std::ptrdiff_t)) / length;
  auto const sort = rows<T, unsorted<T, length>>("segmented_sort of " + kind, {.bytes = least}, sorted_segments{});
  BENCHMARK_THRUM(sort, segmented_sort, v.in, v.in + v.n, v.cut())
  sort("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
         return cub::DeviceSegmentedSort::SortKeys(p, bytes, v.in, v.out, v.n, v.segments, v.offsets,
                                                   v.offsets + 1);
       }));

  auto const greatest = rows<T, segmented<T, length, thrum::indexed_value<T>>>(
      "segmented_argmax of " + kind, {.bytes = sizeof(T)}, all_greatest{});
  BENCHMARK_THRUM(greatest, segmented_argmax, v.in, v.in + v.n, v.cut(), v.results)
  greatest("cub", cub_call([](void* p, std::size_t& bytes, auto const& v) {
             static_assert(sizeof(cub::KeyValuePair<int, T>) <= sizeof(*v.results));
             auto* const pairs = reinterpret_cast<cub::KeyValuePair<int, T>*>(v.results);
             return cub::DeviceSegmentedReduce::ArgMax(p, bytes, v.in, pairs, v.segments, v.offsets,
                                                       v.offsets + 1);
           }));
}

}  // namespace

void add_rows() {
  for_all_sums([](auto type) {
    sum_rows<type_of<decltype(type)>, 16>("short segments");
    sum_rows<type_of<decltype(type)>, 1024>("long segments");
  });
  for_numbers([](auto type) {
    number_rows<type_of<decltype(type)>, 16>("short segments");
    number_rows<type_of<decltype(type)>, 1024>("long segments");
  });
}
