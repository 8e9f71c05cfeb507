// A few of Thrust's algorithms, on its own kernels and CUB's, against the standard library's.
#include <doctest/doctest.h>
#include <thrust/device_vector.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/partition.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "cub.h"

namespace {

using namespace cub_tests;
using on_card = thrust::device_vector<int>;

template <class T>
std::vector<T> to_host(thrust::device_vector<T> const& values) {
  std::vector<T> result(values.size());
  thrust::copy(values.begin(), values.end(), result.begin());
  return result;
}

// No order that digits have: odd numbers first.
struct odd_first {
  __host__ __device__ bool operator()(int a, int b) const { return a % 2 != b % 2 ? a % 2 > b % 2 : a < b; }
};
struct square {
  __host__ __device__ int operator()(int number) const { return number * number; }
};
struct is_small {
  __host__ __device__ bool operator()(int number) const { return number < 300; }
};
struct is_beyond_all {
  __host__ __device__ bool operator()(int number) const { return number > 1000; }
};

void check_sorts(int count) {
  CAPTURE(count);
  std::vector<int> values = random_numbers<int>(count, 0, 1000), places = numbers(count);
  on_card sorted(values.begin(), values.end()), keys = sorted, places_on_card(places.begin(), places.end());
  thrust::sort(sorted.begin(), sorted.end(), odd_first{});
  thrust::stable_sort_by_key(keys.begin(), keys.end(), places_on_card.begin());
  auto const key = [&](int place) { return values[static_cast<std::size_t>(place)]; };
  std::stable_sort(places.begin(), places.end(), [&](int a, int b) { return key(a) < key(b); });
  CHECK(to_host(places_on_card) == places);
  std::sort(values.begin(), values.end(), odd_first{});
  CHECK(to_host(sorted) == values);
}

void check_sums(int count) {
  CAPTURE(count);
  std::vector<int> values = random_numbers<int>(count, -10, 10);
  on_card scanned(values.begin(), values.end());
  int const squares = thrust::transform_reduce(scanned.begin(), scanned.end(), square{}, 0, thrust::plus<int>{});
  CHECK(squares == std::transform_reduce(values.begin(), values.end(), 0, std::plus<>{}, square{}));
  thrust::inclusive_scan(scanned.begin(), scanned.end(), scanned.begin(), thrust::maximum<int>{});
  std::inclusive_scan(values.begin(), values.end(), values.begin(), [](int a, int b) { return std::max(a, b); });
  CHECK(to_host(scanned) == values);
}

void check_union_and_partition(int count) {
  CAPTURE(count);
  std::vector<int> first = random_numbers<int>(count, 0, 1000),
                   second = random_numbers<int>(count / 2 + 1, 0, 600);
  on_card parted(first.begin(), first.end());
  auto const middle = thrust::stable_partition(parted.begin(), parted.end(), is_small{});
  std::vector<int> right = first;
  CHECK(middle - parted.begin() == std::stable_partition(right.begin(), right.end(), is_small{}) - right.begin());
  CHECK(to_host(parted) == right);

  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  on_card const a(first.begin(), first.end()), b(second.begin(), second.end());
  on_card both(first.size() + second.size());
  both.erase(thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), both.begin()), both.end());
  right.clear();
  std::set_union(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(right));
  CHECK(to_host(both) == right);
}

void check_find(int count) {
  CAPTURE(count);
  std::vector<int> values = random_numbers<int>(count, 0, 1000);
  if (count > 40) values[static_cast<std::size_t>(count) - 7] = values[static_cast<std::size_t>(count) - 3] = 1001;
  on_card const in(values.begin(), values.end());
  auto const found = thrust::find_if(in.begin(), in.end(), is_beyond_all{});
  CHECK(found - in.begin() == std::find_if(values.begin(), values.end(), is_beyond_all{}) - values.begin());
}

TEST_CASE("Thrust's algorithms") {
  for (int const size : sizes) {
    check_sorts(size);
    check_sums(size);
    check_union_and_partition(size);
    check_find(size);
  }
}

}  // namespace
