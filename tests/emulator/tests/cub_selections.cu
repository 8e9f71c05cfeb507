// CUB's selections, partitions, histograms, differences, and reductions and scans by key and by
// segment.
#include <doctest/doctest.h>

#include <algorithm>
#include <cub/device/device_adjacent_difference.cuh>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <numeric>
#include <vector>

#include "cub.h"

namespace {

using namespace cub_tests;

struct is_multiple_of_three {
  __host__ __device__ bool operator()(int number) const { return number % 3 == 0; }
};
struct is_large {
  __host__ __device__ bool operator()(int number) const { return number > 600; }
};

void check_select_flagged(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, 0, 1000);
  std::vector<char> const flags = random_numbers<char>(count, 0, 1);
  device_array<int> const in{values}, out{values.size()}, selected{std::size_t{1}};
  device_array<char> const flags_in{flags};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::Flagged(scratch, bytes, in.data(), flags_in.data(), out.data(), selected.data(),
                                      count);
  });
  std::vector<int> right;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (flags[i] != 0) right.push_back(values[i]);
  }
  REQUIRE(selected.to_host()[0] == static_cast<int>(right.size()));
  CHECK(first_of(out, static_cast<int>(right.size())) == right);
}

void check_unique(int count) {
  CAPTURE(count);
  std::vector<int> values = random_numbers<int>(count, 0, 3);
  device_array<int> const in{values}, out{values.size()}, selected{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::Unique(scratch, bytes, in.data(), out.data(), selected.data(), count);
  });
  values.erase(std::unique(values.begin(), values.end()), values.end());
  REQUIRE(selected.to_host()[0] == static_cast<int>(values.size()));
  CHECK(first_of(out, static_cast<int>(values.size())) == values);
}

// What is selected is in front, and the rest behind it in reverse.
void check_partition(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, 0, 1000);
  device_array<int> const in{values}, out{values.size()}, selected{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DevicePartition::If(scratch, bytes, in.data(), out.data(), selected.data(), count,
                                    is_multiple_of_three{});
  });
  std::vector<int> right(values.size());
  auto const ends =
      std::partition_copy(values.begin(), values.end(), right.begin(), right.rbegin(), is_multiple_of_three{});
  CHECK(selected.to_host()[0] == ends.first - right.begin());
  CHECK(out.to_host() == right);
}

void check_three_way_partition(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, 0, 1000);
  device_array<int> const in{values}, large{values.size()}, multiples{values.size()}, rest{values.size()};
  device_array<int> const selected{std::size_t{2}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DevicePartition::If(scratch, bytes, in.data(), large.data(), multiples.data(), rest.data(),
                                    selected.data(), count, is_large{}, is_multiple_of_three{});
  });
  std::vector<int> right[3];
  for (int const value : values)
    right[is_large{}(value) ? 0 : is_multiple_of_three{}(value) ? 1 : 2].push_back(value);
  std::vector<int> const sizes_of = selected.to_host();
  REQUIRE(sizes_of[0] == static_cast<int>(right[0].size()));
  REQUIRE(sizes_of[1] == static_cast<int>(right[1].size()));
  CHECK(first_of(large, sizes_of[0]) == right[0]);
  CHECK(first_of(multiples, sizes_of[1]) == right[1]);
  CHECK(first_of(rest, count - sizes_of[0] - sizes_of[1]) == right[2]);
}

// Bins of equal width; numbers below and above them are not counted.
void check_histogram(int count) {
  CAPTURE(count);
  std::vector<float> const values = random_numbers<float>(count, -100, 900);
  device_array<float> const in{values};
  device_array<int> const bins{std::size_t{80}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(scratch, bytes, in.data(), bins.data(), 81, 0.0f, 800.0f, count);
  });
  std::vector<int> right(80, 0);
  for (float const value : values) {
    if (value >= 0 && value < 800) ++right[static_cast<std::size_t>(value / 10)];
  }
  CHECK(bins.to_host() == right);
}

// Bins of any width, more than a block's shared memory is used for.
void check_histogram_of_ranges(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, -100, 9000);
  std::vector<int> borders;
  for (int i = 0; i < 400; ++i) borders.push_back(i * (i + 1) / 20 + i);
  device_array<int> const in{values}, levels{borders}, bins{borders.size() - 1};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramRange(scratch, bytes, in.data(), bins.data(),
                                                static_cast<int>(borders.size()), levels.data(), count);
  });
  std::vector<int> right(borders.size() - 1, 0);
  for (int const value : values) {
    auto const above = std::upper_bound(borders.begin(), borders.end(), value);
    if (above != borders.begin() && above != borders.end())
      ++right[static_cast<std::size_t>(above - borders.begin() - 1)];
  }
  CHECK(bins.to_host() == right);
}

void check_differences(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, 0, 1000);
  device_array<int> const left{values}, in{values}, right{values.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceAdjacentDifference::SubtractLeft(scratch, bytes, left.data(), count);
  });
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceAdjacentDifference::SubtractRightCopy(scratch, bytes, in.data(), right.data(), count);
  });
  std::vector<int> with_previous(values.size()), with_next = values;
  std::adjacent_difference(values.begin(), values.end(), with_previous.begin());
  for (std::size_t i = 0; i + 1 < values.size(); ++i) with_next[i] -= values[i + 1];
  CHECK(left.to_host() == with_previous);
  CHECK(right.to_host() == with_next);
}

// Sums and prefix sums of the runs of equal keys.
void check_by_key(int count) {
  CAPTURE(count);
  std::vector<int> keys = random_numbers<int>(count, 0, 99), values = random_numbers<int>(count, -5, 5);
  std::sort(keys.begin(), keys.end());
  device_array<int> const keys_in{keys}, values_in{values}, keys_out{keys.size()}, sums{keys.size()};
  device_array<int> const scanned{keys.size()}, runs{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::ReduceByKey(scratch, bytes, keys_in.data(), keys_out.data(), values_in.data(),
                                          sums.data(), runs.data(), cuda::std::plus<>{}, count);
  });
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSumByKey(scratch, bytes, keys_in.data(), values_in.data(), scanned.data(),
                                              count);
  });
  std::vector<int> right_keys, right_sums, right_scan;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] != keys[i - 1]) {
      right_keys.push_back(keys[i]);
      right_sums.push_back(0);
    }
    right_sums.back() += values[i];
    right_scan.push_back(right_sums.back());
  }
  int const number = runs.to_host()[0];
  REQUIRE(number == static_cast<int>(right_keys.size()));
  CHECK(first_of(keys_out, number) == right_keys);
  CHECK(first_of(sums, number) == right_sums);
  CHECK(scanned.to_host() == right_scan);
}

// The places and lengths of the runs that are longer than one. Lanes write elements that are none
// into the place of the next run in one and the same instruction; cards let the last lane win.
void check_non_trivial_runs(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, 0, 4);
  device_array<int> const in{values}, places{values.size()}, lengths{values.size()}, runs{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRunLengthEncode::NonTrivialRuns(scratch, bytes, in.data(), places.data(), lengths.data(),
                                                      runs.data(), count);
  });
  std::vector<int> right_places, right_lengths;
  for (int begin = 0, end = 0; begin < count; begin = end) {
    auto const value = [&](int place) { return values[static_cast<std::size_t>(place)]; };
    while (end < count && value(end) == value(begin)) ++end;
    if (end - begin == 1) continue;
    right_places.push_back(begin);
    right_lengths.push_back(end - begin);
  }
  int const number = runs.to_host()[0];
  REQUIRE(number == static_cast<int>(right_places.size()));
  CHECK(first_of(places, number) == right_places);
  CHECK(first_of(lengths, number) == right_lengths);
}

// Sums and maxima of segments of many lengths, among them empty ones; doubles whose sums are exact.
void check_segments(int count) {
  CAPTURE(count);
  std::vector<double> const values = random_numbers<double>(count, -1000, 1000);
  std::vector<int> offsets{0};
  for (int length = 0; offsets.back() < count; length = (length * 5 + 1) % 1009) {
    offsets.push_back(std::min(count, offsets.back() + length));
  }
  int const segments = static_cast<int>(offsets.size()) - 1;
  std::size_t const number = offsets.size() - 1;
  device_array<double> const in{values}, sums{number}, maxima{number};
  device_array<int> const begins{offsets};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Sum(scratch, bytes, in.data(), sums.data(), segments, begins.data(),
                                           begins.data() + 1);
  });
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, in.data(), maxima.data(), segments, begins.data(),
                                              begins.data() + 1, cuda::maximum<>{}, -5000.0);
  });
  std::vector<double> right_sums(number, 0.0), right_maxima(number, -5000.0);
  for (std::size_t segment = 0; segment < number; ++segment) {
    for (int i = offsets[segment]; i < offsets[segment + 1]; ++i) {
      right_sums[segment] += values[static_cast<std::size_t>(i)];
      right_maxima[segment] = std::max(right_maxima[segment], values[static_cast<std::size_t>(i)]);
    }
  }
  CHECK(sums.to_host() == right_sums);
  CHECK(maxima.to_host() == right_maxima);
}

// The first place of the least number.
void check_least_place(int count) {
  CAPTURE(count);
  if (count == 0) return;  // it has none
  std::vector<int> const values = random_numbers<int>(count, 0, 5000);
  device_array<int> const in{values}, least{std::size_t{1}};
  device_array<cuda::std::int64_t> const place{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::ArgMin(scratch, bytes, in.data(), least.data(), place.data(), count);
  });
  auto const right = std::min_element(values.begin(), values.end());
  CHECK(least.to_host()[0] == *right);
  CHECK(place.to_host()[0] == right - values.begin());
}

struct named_algorithm {
  char const* name;
  void (*test)(int);
};
named_algorithm const algorithms[] = {{"select by flags", check_select_flagged},
                                      {"unique", check_unique},
                                      {"partition", check_partition},
                                      {"three-way partition", check_three_way_partition},
                                      {"histogram", check_histogram},
                                      {"histogram of ranges", check_histogram_of_ranges},
                                      {"adjacent differences", check_differences},
                                      {"sums and scans by key", check_by_key},
                                      {"segments", check_segments},
                                      {"least place", check_least_place}};

TEST_CASE("CUB's selections and sums of segments at all sizes") {
  for (named_algorithm const& one : algorithms) {
    SUBCASE(one.name) {
      for (int const size : sizes) one.test(size);
    }
  }
}

TEST_CASE("CUB's runs longer than one, whose lanes write one place") {
  for (int const size : sizes) check_non_trivial_runs(size);
}

TEST_CASE("CUB's selections and sums of segments at 2^20") {
  for (named_algorithm const& one : algorithms) {
    SUBCASE(one.name) { one.test(million); }
  }
}

}  // namespace
