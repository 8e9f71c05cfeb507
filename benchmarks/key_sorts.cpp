// Sorts other than of ascending numbers: keys with values, descending numbers, records by one of
// their members. Libraries without a sort_by_key sort an array of pairs, which has as many bytes.
#include "contenders.h"

#include <oneapi/tbb/parallel_sort.h>
#include <thrum/functional.h>
#include <thrum/sort.h>
#include <thrum/tbb.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#if defined(HAS_THRUST)
#include <thrust/functional.h>
#include <thrust/sort.h>
#endif
#if defined(HAS_BOOST_SORT)
#include <boost/sort/sort.hpp>
#endif
#if defined(HAS_IPS4O)
#include <ips4o.hpp>
#endif
#if defined(HAS_VQSORT)
#include <hwy/contrib/sort/vqsort.h>
#endif

namespace {

// ---- sort_by_key ----------------------------------------------------------------------------------------------------

/// Keys whose values, of the same size, are their indices: in two arrays, and in one array of
/// pairs.
template <class K>
struct keys_and_values {
  using V = std::conditional_t<sizeof(K) == 8, std::int64_t, std::int32_t>;
  struct alignas(2 * sizeof(K)) pair {
    V value;
    K key;
  };
  keys_and_values(std::ptrdiff_t n, distribution d)
      : originals(n, [=](std::uint64_t stream) { return ::values<K>(n, d, stream); }) {}
  void restore() {
    originals.restore();
    keys = originals.now();
    values.resize(keys.size());
    pairs.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      values[i] = static_cast<V>(i);
      pairs[i] = {values[i], keys[i]};
    }
  }
  /// A call has sorted the keys with their values, or the pairs; vqsort has those of negative keys at
  /// the end.
  void results(outcome& all) const {
    auto sorted = pairs;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (values[i] != static_cast<V>(i)) sorted[i] = {values[i], keys[i]};
    }
    auto const least =
        std::min_element(sorted.begin(), sorted.end(), [](auto a, auto b) { return a.key < b.key; });
    std::rotate(sorted.begin(), least, sorted.end());
    all.in_order(sorted, [](pair x) { return x.key; });
    all.as_set(sorted, [](pair x) { return random_word(word_of(x.key), word_of(x.value)); });
  }
  std::vector<K> keys;
  std::vector<V> values;
  std::vector<pair> pairs;

 private:
  in_turn<std::vector<K>> originals;
};

template <class K>
void sort_by_key_rows() {
  rows<K, keys_and_values<K>> const row("sort_by_key", {.distributions = true});
  BENCHMARK_THRUM(row, sort_by_key, v.keys.begin(), v.keys.end(), v.values.begin())
  BENCHMARK_ONEDPL(row, sort_by_key, v.keys.begin(), v.keys.end(), v.values.begin())
  if constexpr (thrust_sorts<K>) {
    BENCHMARK_THRUST(row, sort_by_key, v.keys.begin(), v.keys.end(), v.values.begin())
  }
  [[maybe_unused]] auto const by_key = [](auto const& a, auto const& b) { return a.key < b.key; };
  BENCHMARK_STD(row, sort, v.pairs.begin(), v.pairs.end(), by_key)
  row("std stable", [=](auto& v) { std::stable_sort(v.pairs.begin(), v.pairs.end(), by_key); });
  BENCHMARK_STD_PAR(row, sort, v.pairs.begin(), v.pairs.end(), by_key)
  row("tbb", [=](auto& v) { ::tbb::parallel_sort(v.pairs.begin(), v.pairs.end(), by_key); });
#if defined(HAS_BOOST_SORT)
  row("boost spinsort", [=](auto& v) { boost::sort::spinsort(v.pairs.begin(), v.pairs.end(), by_key); });
  row("boost sample_sort", [=](auto& v) { boost::sort::sample_sort(v.pairs.begin(), v.pairs.end(), by_key); });
  row("boost block_indirect_sort",
      [=](auto& v) { boost::sort::block_indirect_sort(v.pairs.begin(), v.pairs.end(), by_key); });
#endif
#if defined(HAS_IPS4O)
  row("ips4o", [=](auto& v) { ips4o::parallel::sort(v.pairs.begin(), v.pairs.end(), by_key); });
#endif
#if defined(HAS_VQSORT)
  // The library takes unsigned keys. These have the same bits and another order, which is as much
  // work.
  if constexpr (std::is_integral_v<K>) {
    using element = std::conditional_t<sizeof(K) == 8, hwy::K64V64, hwy::K32V32>;
    row("vqsort", [sort = std::make_shared<hwy::Sorter>()](auto& v) {
      (*sort)(reinterpret_cast<element*>(v.pairs.data()), v.pairs.size(), hwy::SortAscending{});
    });
  }
#endif
}

// ---- sort, descending -----------------------------------------------------------------------------------------------

template <class T>
void sort_descending_rows() {
  rows<T, in_place<T>> const row("sort_descending", {.distributions = true});
  BENCHMARK_THRUM(row, sort, v.in.begin(), v.in.end(), thrum::greater<>{})
  BENCHMARK_STD(row, sort, v.in.begin(), v.in.end(), std::greater<>{})
  BENCHMARK_STD_PAR(row, sort, v.in.begin(), v.in.end(), std::greater<>{})
  BENCHMARK_ONEDPL(row, sort, v.in.begin(), v.in.end(), std::greater<>{})
#if defined(HAS_THRUST)
  if constexpr (thrust_sorts<T>) {
    BENCHMARK_THRUST(row, sort, v.in.begin(), v.in.end(), thrust::greater<T>{})
  }
#endif
  row("tbb", [](auto& v) { ::tbb::parallel_sort(v.in.begin(), v.in.end(), std::greater<>{}); });
#if defined(HAS_IPS4O)
  row("ips4o", [](auto& v) { ips4o::parallel::sort(v.in.begin(), v.in.end(), std::greater<>{}); });
#endif
#if defined(HAS_VQSORT)
  row("vqsort", [sort = std::make_shared<hwy::Sorter>()](auto& v) {
    (*sort)(v.in.data(), v.in.size(), hwy::SortDescending{});
  });
#endif
}

// ---- sort by a projection -------------------------------------------------------------------------------------------

void sort_by_projection_rows() {
  rows<record, in_place<record>> const row("sort_by_projection",
                                           {.distributions = true, .compared = comparison::sorted});
  BENCHMARK_THRUM(row, sort, v.in.begin(), v.in.end(), thrum::less<>{}, &record::key)
  row("std", [](auto& v) { std::ranges::sort(v.in, {}, &record::key); });
  row("std stable", [](auto& v) { std::ranges::stable_sort(v.in, {}, &record::key); });
  [[maybe_unused]] auto const by_key = [](record const& a, record const& b) { return a.key < b.key; };
  BENCHMARK_STD_PAR(row, sort, v.in.begin(), v.in.end(), by_key)
  BENCHMARK_ONEDPL(row, sort, v.in.begin(), v.in.end(), by_key)
  BENCHMARK_THRUST(row, sort, v.in.begin(), v.in.end(), by_key)
  row("tbb", [=](auto& v) { ::tbb::parallel_sort(v.in.begin(), v.in.end(), by_key); });
#if defined(HAS_BOOST_SORT)
  row("boost spinsort", [=](auto& v) { boost::sort::spinsort(v.in.begin(), v.in.end(), by_key); });
  row("boost sample_sort", [=](auto& v) { boost::sort::sample_sort(v.in.begin(), v.in.end(), by_key); });
  row("boost block_indirect_sort",
      [=](auto& v) { boost::sort::block_indirect_sort(v.in.begin(), v.in.end(), by_key); });
#endif
#if defined(HAS_IPS4O)
  row("ips4o", [=](auto& v) { ips4o::parallel::sort(v.in.begin(), v.in.end(), by_key); });
#endif
}

}  // namespace

void add_rows() {
  for_types<std::int32_t, float, std::int64_t>([]<class K>() { sort_by_key_rows<K>(); });
  for_types<std::int32_t, std::int64_t, double, float, std::uint64_t>(
      []<class T>() { sort_descending_rows<T>(); });
  sort_by_projection_rows();
}
