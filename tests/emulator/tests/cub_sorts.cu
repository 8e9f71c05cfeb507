// CUB's sorts: of other types and orders, by comparison, of segments.
#include <doctest/doctest.h>

#include <algorithm>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <functional>
#include <vector>

#include "cub.h"

namespace {

using namespace cub_tests;

template <class T>
std::vector<T> quarters(int count) {
  std::vector<T> numbers = random_numbers<T>(count, -2000, 2000);
  for (T& number : numbers) number /= 4;
  return numbers;
}

void check_floats_descending(int count) {
  CAPTURE(count);
  std::vector<float> keys = quarters<float>(count);
  device_array<float> const in{keys}, out{keys.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeysDescending(scratch, bytes, in.data(), out.data(), count);
  });
  std::sort(keys.begin(), keys.end(), std::greater<>{});
  CHECK(out.to_host() == keys);
}

// Doubles with where they were, descending: equal ones keep their order.
void check_doubles_with_places(int count) {
  CAPTURE(count);
  std::vector<double> const keys = quarters<double>(count);
  std::vector<int> places = numbers(count);
  device_array<double> const keys_in{keys}, keys_out{keys.size()};
  device_array<int> const values_in{places}, values_out{places.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairsDescending(scratch, bytes, keys_in.data(), keys_out.data(),
                                                     values_in.data(), values_out.data(), count);
  });
  auto const key = [&](int place) { return keys[static_cast<std::size_t>(place)]; };
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return key(a) > key(b); });
  CHECK(values_out.to_host() == places);
}

// Some bits alone, of bytes.
void check_bytes_by_bits(int count) {
  CAPTURE(count);
  using byte = unsigned char;
  std::vector<byte> keys = random_numbers<byte>(count, 0, 255);
  device_array<byte> const in{keys}, out{keys.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, in.data(), out.data(), count, 2, 6);
  });
  std::stable_sort(keys.begin(), keys.end(), [](byte a, byte b) { return (a >> 2 & 15) < (b >> 2 & 15); });
  CHECK(out.to_host() == keys);
}

// By comparison: a record of 12 bytes, by one member.
struct record {
  int key, place, copy;
  bool operator==(record const&) const = default;
};
struct by_key {
  __host__ __device__ bool operator()(record const& a, record const& b) const { return a.key < b.key; }
};

void check_merge_sort(int count) {
  CAPTURE(count);
  std::vector<record> records;
  for (int const key : random_numbers<int>(count, 0, 300)) {
    records.push_back({key, static_cast<int>(records.size()), -key});
  }
  device_array<record> const sorted{records};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceMergeSort::StableSortKeys(scratch, bytes, sorted.data(), count, by_key{});
  });
  std::stable_sort(records.begin(), records.end(), by_key{});
  CHECK(sorted.to_host() == records);
}

void check_merge(int count) {
  CAPTURE(count);
  std::vector<int> first = random_numbers<int>(count, 0, 1000), second = random_numbers<int>(count / 3, 200, 500);
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  std::vector<int> merged(first.size() + second.size());
  device_array<int> const first_in{first}, second_in{second}, out{merged.size()};
  call([&](void* scratch, std::size_t& bytes) {
    return cub::DeviceMerge::MergeKeys(scratch, bytes, first_in.data(), count, second_in.data(), count / 3,
                                       out.data());
  });
  std::merge(first.begin(), first.end(), second.begin(), second.end(), merged.begin());
  CHECK(out.to_host() == merged);
}

// Segments of many lengths, among them empty ones; longer ones where there are many elements.
std::vector<int> offsets_of_segments(int count) {
  int const unit = 1 + count / 20'000;
  std::vector<int> offsets{0};
  for (int length = 0; offsets.back() < count; length = (length * 7 + 3) % 701) {
    offsets.push_back(std::min(count, offsets.back() + length * unit));
  }
  return offsets;
}

enum class way { radix, comparison };

template <way how>
void check_segmented_sort(int count) {
  CAPTURE(count);
  std::vector<int> keys = random_numbers<int>(count, -1000, 1000);
  std::vector<int> const offsets = offsets_of_segments(count);
  int const segments = static_cast<int>(offsets.size()) - 1;
  device_array<int> const in{keys}, out{keys.size()}, begins{offsets};
  call([&](void* scratch, std::size_t& bytes) {
    if constexpr (how == way::radix) {
      return cub::DeviceSegmentedRadixSort::SortKeys(scratch, bytes, in.data(), out.data(), count, segments,
                                                     begins.data(), begins.data() + 1);
    } else {
      return cub::DeviceSegmentedSort::SortKeys(scratch, bytes, in.data(), out.data(), count, segments,
                                                begins.data(), begins.data() + 1);
    }
  });
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    std::sort(keys.begin() + offsets[i], keys.begin() + offsets[i + 1]);
  CHECK(out.to_host() == keys);
}

struct named_algorithm {
  char const* name;
  void (*test)(int);
};
named_algorithm const algorithms[] = {{"floats, descending", check_floats_descending},
                                      {"doubles with places, descending", check_doubles_with_places},
                                      {"bytes by some bits", check_bytes_by_bits},
                                      {"merge sort of records", check_merge_sort},
                                      {"merge", check_merge},
                                      {"segments by comparison", check_segmented_sort<way::comparison>}};

TEST_CASE("CUB's other sorts at all sizes") {
  for (named_algorithm const& one : algorithms) {
    SUBCASE(one.name) {
      for (int const size : sizes) one.test(size);
    }
  }
}

// A block for each segment, however short, so that a million elements take long.
TEST_CASE("CUB's sort of segments by digits") {
  for (int const size : sizes) check_segmented_sort<way::radix>(size);
}

TEST_CASE("CUB's other sorts at 2^20") {
  for (named_algorithm const& one : algorithms) {
    SUBCASE(one.name) { one.test(million); }
  }
}

}  // namespace
