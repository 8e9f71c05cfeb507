// CUB's most used algorithms against the standard library's. They are right on every card.
#include <doctest/doctest.h>

#include <algorithm>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <numeric>
#include <vector>

#include "cub.h"

namespace {

using namespace cub_tests;

void check_sort_keys(int count) {
  CAPTURE(count);
  std::vector<unsigned> keys = random_numbers<unsigned>(count, 0, 1 << 30);
  for (std::size_t i = 0; i < keys.size(); i += 3) keys[i] *= 4;
  device_array<unsigned> const in{keys}, out{keys.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, in.data(), out.data(), count);
  });
  std::sort(keys.begin(), keys.end());
  CHECK(out.to_host() == keys);
}

// The values say where the keys were: equal keys keep their order.
void check_sort_pairs(int count) {
  CAPTURE(count);
  std::vector<int> keys = random_numbers<int>(count, -50, 50), places = numbers(count);
  device_array<int> const keys_in{keys}, keys_out{keys.size()}, values_in{places}, values_out{keys.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_in.data(), keys_out.data(), values_in.data(),
                                           values_out.data(), count);
  });
  auto const key = [&](int place) { return keys[static_cast<std::size_t>(place)]; };
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return key(a) < key(b); });
  CHECK(values_out.to_host() == places);
  std::sort(keys.begin(), keys.end());
  CHECK(keys_out.to_host() == keys);
}

void check_exclusive_sum(int count) {
  CAPTURE(count);
  std::vector<int> values = random_numbers<int>(count, -9, 9);
  device_array<int> const in{values}, out{values.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(scratch, bytes, in.data(), out.data(), count);
  });
  std::exclusive_scan(values.begin(), values.end(), values.begin(), 0);
  CHECK(out.to_host() == values);
}

// x -> factor * x + term. The composition is associative and not commutative.
struct line {
  unsigned factor, term;
  bool operator==(line const&) const = default;
};
struct compose {
  __host__ __device__ line operator()(line first, line second) const {
    return {first.factor * second.factor, first.term * second.factor + second.term};
  }
};

void check_inclusive_scan(int count) {
  CAPTURE(count);
  std::vector<line> lines;
  for (unsigned const number : random_numbers<unsigned>(count, 0, 999)) lines.push_back({number * 2 + 1, number});
  device_array<line> const in{lines}, out{lines.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveScan(scratch, bytes, in.data(), out.data(), compose{}, count);
  });
  std::inclusive_scan(lines.begin(), lines.end(), lines.begin(), compose{});
  CHECK(out.to_host() == lines);
}

void check_reduce(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, -1000, 1000);
  device_array<int> const in{values}, sum{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceReduce::Sum(scratch, bytes, in.data(), sum.data(), count);
  });
  CHECK(sum.to_host()[0] == std::accumulate(values.begin(), values.end(), 0));
}

struct is_even {
  __host__ __device__ bool operator()(int number) const { return number % 2 == 0; }
};

void check_select(int count) {
  CAPTURE(count);
  std::vector<int> const values = random_numbers<int>(count, 0, 1000);
  device_array<int> const in{values}, out{values.size()}, selected{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceSelect::If(scratch, bytes, in.data(), out.data(), selected.data(), count, is_even{});
  });
  std::vector<int> right;
  std::copy_if(values.begin(), values.end(), std::back_inserter(right), is_even{});
  int const number = selected.to_host()[0];
  REQUIRE(number == static_cast<int>(right.size()));
  CHECK(first_of(out, number) == right);
}

void check_run_lengths(int count) {
  CAPTURE(count);
  std::vector<int> values = random_numbers<int>(count, 0, 40);
  if (count > 1000) std::sort(values.begin(), values.end() - 100);
  device_array<int> const in{values}, keys{values.size()}, lengths{values.size()}, runs{std::size_t{1}};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(scratch, bytes, in.data(), keys.data(), lengths.data(), runs.data(),
                                              count);
  });
  std::vector<int> right_keys, right_lengths;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || values[i] != values[i - 1]) {
      right_keys.push_back(values[i]);
      right_lengths.push_back(0);
    }
    ++right_lengths.back();
  }
  int const number = runs.to_host()[0];
  REQUIRE(number == static_cast<int>(right_keys.size()));
  CHECK(first_of(keys, number) == right_keys);
  CHECK(first_of(lengths, number) == right_lengths);
}

using algorithm = void (*)(int);
struct named_algorithm {
  char const* name;
  algorithm test;
};
named_algorithm const algorithms[] = {{"sort of keys", check_sort_keys},
                                      {"sort of pairs", check_sort_pairs},
                                      {"exclusive sum", check_exclusive_sum},
                                      {"inclusive scan", check_inclusive_scan},
                                      {"reduce", check_reduce},
                                      {"select", check_select},
                                      {"run lengths", check_run_lengths}};

TEST_CASE("CUB's core at all sizes") {
  for (named_algorithm const& one : algorithms) {
    SUBCASE(one.name) {
      for (int const size : sizes) one.test(size);
    }
  }
}

TEST_CASE("CUB's core at 2^20") {
  for (named_algorithm const& one : algorithms) {
    SUBCASE(one.name) { one.test(million); }
  }
}

}  // namespace
