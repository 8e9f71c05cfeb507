// Random cases for the device's own kernels: vectors of the device, functors that device code can
// call. In a build without CUDA the device is the other backend of the build.
#include <thrum/binary_search.h>
#include <thrum/copy.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/reverse.h>
#include <thrum/scan.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/unique.h>
#include <algorithm>
#include <numeric>
#include "../policies.h"
#include "run_properties.h"

namespace {

/// A size that also takes the emulated card little time.
std::ptrdiff_t device_size(choices& c) { return std::min<std::ptrdiff_t>(c.size(), 100'003); }

template <class T>
thrum::device_vector<T> on_device(std::vector<T> const& v) {
  return thrum::device_vector<T>(v.begin(), v.end());
}

/// Compares the last two bits, so that many elements are equal.
struct by_last_bits {
  template <class T>
  THRUM_HD bool operator()(T a, T b) const {
    return (a & 3) < (b & 3);
  }
};
struct is_odd {
  template <class T>
  THRUM_HD bool operator()(T x) const {
    return (x & 1) != 0;
  }
};

template <class T>
void sums_and_scans(choices& c) {
  auto const v = c.small_numbers<T>(device_size(c));
  T const init = T(c.between(-5, 5));
  auto const d = on_device(v);
  same("reduce", thrum::reduce(d.begin(), d.end(), init), std::accumulate(v.begin(), v.end(), init));
  std::vector<T> expected(v.size());
  thrum::device_vector<T> out(v.size());
  std::inclusive_scan(v.begin(), v.end(), expected.begin());
  thrum::inclusive_scan(d.begin(), d.end(), out.begin());
  same("inclusive_scan", out.to_host(), expected);
  std::exclusive_scan(v.begin(), v.end(), expected.begin(), init);
  thrum::exclusive_scan(d.begin(), d.end(), out.begin(), init);
  same("exclusive_scan", out.to_host(), expected);
}

template <class T>
void sorts(choices& c) {
  auto v = c.elements<T>(device_size(c));
  std::vector<std::int32_t> places(v.size());
  std::iota(places.begin(), places.end(), 0);
  auto d = on_device(v);
  auto values = on_device(places);
  thrum::stable_sort_by_key(d.begin(), d.end(), values.begin());
  std::stable_sort(places.begin(), places.end(), [&](auto a, auto b) {
    return v[static_cast<std::size_t>(a)] < v[static_cast<std::size_t>(b)];
  });
  same("values of stable_sort_by_key", values.to_host(), places);
  std::stable_sort(v.begin(), v.end());
  same("keys of stable_sort_by_key", d.to_host(), v);
}

void sorts_by_an_order(choices& c) {
  auto v = c.elements<std::uint32_t>(device_size(c));
  auto d = on_device(v);
  auto smallest = on_device(v);
  thrum::stable_sort(d.begin(), d.end(), by_last_bits{});
  std::stable_sort(v.begin(), v.end(), by_last_bits{});
  same("stable_sort by an order", d.to_host(), v);
  if (v.empty()) return;
  std::ptrdiff_t const nth = c.below(std::ssize(v));
  std::sort(v.begin(), v.end());
  thrum::nth_element(smallest.begin(), smallest.begin() + nth, smallest.end());
  same("nth_element", std::uint32_t(smallest[static_cast<std::size_t>(nth)]), v[static_cast<std::size_t>(nth)]);
}

void compactions(choices& c) {
  auto const v = c.elements<std::int32_t>(device_size(c));
  auto const d = on_device(v);
  std::vector<std::int32_t> expected;
  std::copy_if(v.begin(), v.end(), std::back_inserter(expected), is_odd{});
  thrum::device_vector<std::int32_t> out(v.size());
  out.erase(thrum::copy_if(d.begin(), d.end(), out.begin(), is_odd{}), out.end());
  same("copy_if", out.to_host(), expected);
  auto changed = d;
  changed.erase(thrum::unique(changed.begin(), changed.end()), changed.end());
  expected = v;
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  same("unique", changed.to_host(), expected);
  changed = d;
  thrum::stable_partition(changed.begin(), changed.end(), is_odd{});
  expected = v;
  std::stable_partition(expected.begin(), expected.end(), is_odd{});
  same("stable_partition", changed.to_host(), expected);
  thrum::reverse(changed.begin(), changed.end());
  std::reverse(expected.begin(), expected.end());
  same("reverse", changed.to_host(), expected);
}

void sums_by_key(choices& c) {
  auto const keys = c.elements<std::int8_t>(device_size(c));
  auto const values = c.small_numbers<double>(std::ssize(keys));
  std::vector<std::int8_t> expected_keys;
  std::vector<double> expected;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] != keys[i - 1]) {
      expected_keys.push_back(keys[i]);
      expected.push_back(0);
    }
    expected.back() += values[i];
  }
  auto const dk = on_device(keys);
  auto const dv = on_device(values);
  thrum::device_vector<std::int8_t> out_keys(keys.size());
  thrum::device_vector<double> out(keys.size());
  auto const ends = thrum::reduce_by_key(dk.begin(), dk.end(), dv.begin(), out_keys.begin(), out.begin());
  out_keys.erase(ends.first, out_keys.end());
  out.erase(ends.second, out.end());
  same("keys of reduce_by_key", out_keys.to_host(), expected_keys);
  same("sums of reduce_by_key", out.to_host(), expected);
}

void sorted_ranges(choices& c) {
  auto const a = c.sorted_elements<std::int16_t>(device_size(c));
  auto const b = c.sorted_elements<std::int16_t>(device_size(c));
  auto const da = on_device(a);
  auto const db = on_device(b);
  std::vector<std::int16_t> expected;
  thrum::device_vector<std::int16_t> out(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  thrum::merge(da.begin(), da.end(), db.begin(), db.end(), out.begin());
  same("merge", out.to_host(), expected);
  expected.clear();
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  out.erase(thrum::set_difference(da.begin(), da.end(), db.begin(), db.end(), out.begin()), out.end());
  same("set_difference", out.to_host(), expected);
  std::vector<std::ptrdiff_t> bounds;
  for (auto const x : b) bounds.push_back(std::lower_bound(a.begin(), a.end(), x) - a.begin());
  thrum::device_vector<std::ptrdiff_t> found(b.size());
  thrum::lower_bound(da.begin(), da.end(), db.begin(), db.end(), found.begin());
  same("lower_bound", found.to_host(), bounds);
}

constexpr std::array properties{property{"sums and scans, int32", sums_and_scans<std::int32_t>},
                                property{"sums and scans, int64", sums_and_scans<std::int64_t>},
                                property{"sums and scans, double", sums_and_scans<double>},
                                property{"sorts, float", sorts<float>},
                                property{"sorts, int64", sorts<std::int64_t>},
                                property{"sorts, uint8", sorts<std::uint8_t>},
                                property{"sorts by an order", sorts_by_an_order},
                                property{"compactions", compactions},
                                property{"sums by key", sums_by_key},
                                property{"sorted ranges", sorted_ranges}};

}  // namespace

TEST_CASE("the device does as the standard's algorithms") { run_properties(properties); }
