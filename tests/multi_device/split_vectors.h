// Compares algorithms over split vectors with std::, for any group of parts: in one process, on
// devices, or on ranks. Every process of the group calls the same function.
#pragma once

#include <doctest/doctest.h>

#include <thrum/execution_policy.h>
#include <thrum/functional.h>
#include <thrum/multi_device.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

namespace split_vectors {

namespace md = thrum::multi_device;
using sizes = std::vector<std::ptrdiff_t>;

inline std::vector<int> random_ints(std::ptrdiff_t n, int bound, unsigned start = 1) {
  std::mt19937 random(start);
  std::vector<int> v(static_cast<std::size_t>(n));
  for (int& x : v) x = static_cast<int>(random() % static_cast<unsigned>(bound));
  return v;
}

/// Returns some ways to cut n elements into parts: all in one part, all but some in one part, and
/// random sizes.
inline std::vector<sizes> splits(std::ptrdiff_t n, std::ptrdiff_t parts) {
  auto const count = static_cast<std::size_t>(parts);
  std::vector<sizes> all;
  sizes one(count, 0);
  one.back() = n;
  all.push_back(one);
  for (unsigned start : {1U, 2U}) {
    sizes ends;
    for (int x : random_ints(parts, static_cast<int>(n) + 1, start)) ends.push_back(x);
    ends.back() = n;
    std::sort(ends.begin(), ends.end());
    std::adjacent_difference(ends.begin(), ends.end(), ends.begin());
    all.push_back(ends);
  }
  sizes equal(count, n / parts);
  equal.front() += n % parts;
  all.push_back(equal);
  return all;
}

// Composition of the maps x -> a x + b, modulo 2^32: associative, not commutative.
struct line {
  std::uint32_t a, b;
  friend THRUM_HD bool operator==(line x, line y) { return x.a == y.a && x.b == y.b; }
};
struct compose {
  THRUM_HD line operator()(line f, line g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
struct tagged {
  int key, tag;
  friend THRUM_HD bool operator==(tagged x, tagged y) { return x.key == y.key && x.tag == y.tag; }
};
struct less_key {
  THRUM_HD bool operator()(tagged x, tagged y) const { return x.key < y.key; }
};
struct twice {
  THRUM_HD long operator()(int x) const { return 2L * x; }
};
struct is_multiple_of_3 {
  THRUM_HD bool operator()(int x) const { return x % 3 == 0; }
};
struct is_odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};
struct next {
  THRUM_HD int operator()(int x) const { return x + 1; }
};
struct decrement {
  THRUM_HD void operator()(int& x) const { x -= 1; }
};
struct times_3 {
  THRUM_HD int operator()(std::ptrdiff_t i) const { return static_cast<int>(3 * i); }
};

/// Compares element-wise algorithms, sums and extrema for one split.
template <class Group>
void check_sums(Group const& group, std::vector<int> const& h, sizes const& split) {
  using vector = thrum::multi_device_vector<int, Group>;
  vector v(group, split, h);
  REQUIRE(v.size() == h.size());
  CHECK(v.to_host() == h);
  CHECK(md::reduce(v, 7L) == std::accumulate(h.begin(), h.end(), 7L));
  CHECK(md::transform_reduce(v, twice{}, 0L, thrum::plus<>{}) == 2 * std::accumulate(h.begin(), h.end(), 0L));
  CHECK(md::count_if(v, is_multiple_of_3{}) == std::count_if(h.begin(), h.end(), is_multiple_of_3{}));
  std::vector<int> odd;
  std::copy_if(h.begin(), h.end(), std::back_inserter(odd), is_odd{});
  vector const kept = md::copy_if(v, is_odd{});
  CHECK(kept.to_host() == odd);
  CHECK(md::min_element(v) == std::min_element(h.begin(), h.end()) - h.begin());
  CHECK(md::max_element(v) == std::max_element(h.begin(), h.end()) - h.begin());

  vector w(v);
  md::transform(v, w, next{});
  md::transform(v, w, w, thrum::plus<>{});
  md::for_each(w, decrement{});
  std::vector<int> doubled(h);
  for (int& x : doubled) x *= 2;
  CHECK(w.to_host() == doubled);
  md::tabulate(w, times_3{});
  vector counted(group, split, thrum::no_init);
  md::sequence(counted, 0, 3);
  CHECK(w.to_host() == counted.to_host());
  vector elsewhere(group, h.size(), -1);
  md::copy(v, elsewhere);
  CHECK(elsewhere.to_host() == h);
  md::fill(elsewhere, 4);
  CHECK(elsewhere.to_host() == std::vector<int>(h.size(), 4));
}

template <class Group>
void check_scans(Group const& group, std::vector<int> const& h, sizes const& split) {
  std::vector<line> lines;
  for (int x : h) lines.push_back({static_cast<std::uint32_t>(2 * x + 1), static_cast<std::uint32_t>(x)});
  std::vector<line> expected(lines.size());
  thrum::multi_device_vector<line, Group> v(group, split, lines), out(group, split, thrum::no_init);
  std::inclusive_scan(lines.begin(), lines.end(), expected.begin(), compose{});
  md::inclusive_scan(v, out, compose{});
  CHECK(out.to_host() == expected);
  line const init{3, 5};
  std::inclusive_scan(lines.begin(), lines.end(), expected.begin(), compose{}, init);
  md::inclusive_scan(v, out, init, compose{});
  CHECK(out.to_host() == expected);
  std::exclusive_scan(lines.begin(), lines.end(), expected.begin(), init, compose{});
  md::exclusive_scan(v, v, init, compose{});
  CHECK(v.to_host() == expected);

  thrum::multi_device_vector<int, Group> numbers(group, split, h);
  std::vector<int> greatest(h.size());
  std::inclusive_scan(h.begin(), h.end(), greatest.begin(), thrum::maximum<>{});
  md::inclusive_scan(numbers, numbers, thrum::maximum<>{});
  CHECK(numbers.to_host() == greatest);
}

template <class Group>
void check_sorts(Group const& group, std::vector<int> const& h, sizes const& split) {
  std::vector<tagged> records;
  std::vector<int> places(h.size());
  for (std::size_t i = 0; i < h.size(); ++i) records.push_back({h[i], places[i] = static_cast<int>(i)});
  thrum::multi_device_vector<tagged, Group> v(group, split, records);
  thrum::multi_device_vector<int, Group> keys(group, split, h), values(group, split, places);
  md::sort(v, less_key{});
  std::stable_sort(records.begin(), records.end(), less_key{});
  CHECK(v.to_host() == records);
  md::sort_by_key(keys, values);
  std::vector<tagged> pairs;
  auto const sorted_keys = keys.to_host(), sorted_values = values.to_host();
  for (std::size_t i = 0; i < h.size(); ++i) pairs.push_back({sorted_keys[i], sorted_values[i]});
  CHECK(pairs == records);
}

template <class Group>
void check_all(Group const& group, std::ptrdiff_t n) {
  for (int const bound : {1, 10, 1 << 20}) {
    auto h = random_ints(n, bound);
    if (bound == 10) std::sort(h.begin(), h.begin() + n / 2);
    for (sizes const& split : splits(n, group.parts())) {
      CAPTURE(n);
      CAPTURE(bound);
      CAPTURE(group.parts());
      check_sums(group, h, split);
      check_scans(group, h, split);
      check_sorts(group, h, split);
    }
  }
}

/// Expects the bits of seq from sums and scans of floats, over parts of whole tiles.
template <class Group>
void check_bits(Group const& group) {
  for (std::ptrdiff_t const n :
       {1, 16'385, 16'384 * 3, 16'384 * 3 + 1, 16'384 * 3 + 2, 16'384 * 3 + 17, 200'001}) {
    CAPTURE(n);
    CAPTURE(group.parts());
    std::vector<float> h;
    for (int x : random_ints(n, 1 << 24)) h.push_back(static_cast<float>(x) * 1e-3F);
    std::vector<float> open(h.size()), seeded(h.size()), before(h.size());
    thrum::inclusive_scan(thrum::seq, h.begin(), h.end(), open.begin());
    thrum::inclusive_scan(thrum::seq, h.begin(), h.end(), seeded.begin(), 0.3F, thrum::plus<>{});
    thrum::exclusive_scan(thrum::seq, h.begin(), h.end(), before.begin(), 0.3F);
    using vector = thrum::multi_device_vector<float, Group>;
    vector const v(group, h);
    for (std::ptrdiff_t p = 0; p < group.parts(); ++p) CHECK((v.offset(p) % 16384 == 0 || v.sizes().size(p) == 0));
    CHECK(md::reduce(v, 0.5F) == thrum::reduce(thrum::seq, h.begin(), h.end(), 0.5F));
    vector out(group, h.size(), thrum::no_init), in_place(v);
    md::inclusive_scan(v, out);
    CHECK(out.to_host() == open);
    md::inclusive_scan(in_place, in_place);
    CHECK(in_place.to_host() == open);
    md::inclusive_scan(v, out, 0.3F, thrum::plus<>{});
    CHECK(out.to_host() == seeded);
    md::exclusive_scan(v, out, 0.3F);
    CHECK(out.to_host() == before);
  }
}

}  // namespace split_vectors
