// group_reduce of unsorted keys, split_by of 256 classes, and argsort. "std" is a loop over a
// std::unordered_map, a loop that counts and then moves, and std::stable_sort of indices. Thrust
// sorts: keys and values, class numbers and elements, keys and indices.
#include "contenders.h"

#include <thrum/argsort.h>
#include <thrum/group_reduce.h>
#include <thrum/split_by.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#endif

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace {

/// Keys that take `different` values, or n / -different if that is negative, far apart.
template <class T, int different>
struct grouped {
  grouped(std::ptrdiff_t n, distribution d)
      : keys(values<T>(n, d, 1, 31)),
        summands(values<T>(n, distribution::uniform, 2, 8)),
        keys_of_groups(keys),
        sums(keys),
        sorted_keys(keys),
        sorted_summands(keys) {
    auto const all = static_cast<T>(different > 0 ? different : std::max<std::ptrdiff_t>(1, n / -different));
    for (T& key : keys) key = static_cast<T>(static_cast<T>(static_cast<T>(key % all + all) % all) * 1009);
  }
  void results(outcome& all) const {
    std::vector<std::pair<T, T>> groups;
    for (std::size_t i = 0; i < count; ++i) groups.emplace_back(keys_of_groups[i], sums[i]);
    std::sort(groups.begin(), groups.end());
    for (auto const& [key, sum] : groups) all.in_order(std::vector<T>{key, sum});
  }
  template <class I>
  void found(I end) {
    count = static_cast<std::size_t>(end - keys_of_groups.begin());
  }
  std::vector<T> keys, summands, keys_of_groups, sums;
  std::size_t count = 0;
  std::vector<T> sorted_keys, sorted_summands;  // the buffers of the row of Thrust
};

template <class T, int different>
void group_rows(std::string const& of_keys) {
  rows<T, grouped<T, different>> const row("group_reduce of " + of_keys + " keys",
                                           {.bytes = 2 * sizeof(T), .distributions = true});
  auto const by = [](auto const& policy, auto& v) {
    v.found(thrum::group_reduce(policy, v.keys.begin(), v.keys.end(), v.summands.begin(), v.keys_of_groups.begin(),
                                v.sums.begin())
                .first);
  };
  row("thrum seq", [by](auto& v) { by(thrum::seq, v); });
  row("thrum tbb", [by](auto& v) { by(thrum::tbb::par, v); });
  row("std", [](auto& v) {
    std::unordered_map<T, std::size_t> group_of;
    for (std::size_t i = 0; i < v.keys.size(); ++i) {
      auto const [found, is_new] = group_of.try_emplace(v.keys[i], group_of.size());
      std::size_t const g = found->second;
      v.keys_of_groups[g] = v.keys[i];
      v.sums[g] = is_new ? v.summands[i] : static_cast<T>(v.sums[g] + v.summands[i]);
    }
    v.count = group_of.size();
  });
#if defined(HAS_THRUST)
  auto const by_sort = [](auto const& policy, auto& v) {
    v.sorted_keys = v.keys;
    v.sorted_summands = v.summands;
    thrust::sort_by_key(policy, v.sorted_keys.begin(), v.sorted_keys.end(), v.sorted_summands.begin());
    v.found(thrust::reduce_by_key(policy, v.sorted_keys.begin(), v.sorted_keys.end(), v.sorted_summands.begin(),
                                  v.keys_of_groups.begin(), v.sums.begin())
                .first);
  };
  row("thrust tbb", [by_sort](auto& v) { by_sort(thrust::tbb::par, v); });
#if defined(HAS_THRUST_OMP)
  row("thrust omp", [by_sort](auto& v) { by_sort(thrust::omp::par, v); });
#endif
#endif
}

constexpr int classes = 256;
/// The class of an element: bits from the middle of the bytes, which differ from one to the next.
struct class_of {
  template <class T>
  std::int32_t operator()(T const& x) const {
    return static_cast<std::int32_t>(static_cast<std::uint64_t>(x) >> 8 & (classes - 1));
  }
};

template <class T>
struct classified : input_output<T> {
  classified(std::ptrdiff_t n, distribution d)
      : input_output<T>(n, d), offsets(classes + 1), numbers(static_cast<std::size_t>(n)) {}
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> numbers;  // the buffer of the row of Thrust
};

template <class T>
void split_rows() {
  rows<T, classified<T>> const row("split_by of 256 classes", {.bytes = 2 * sizeof(T), .distributions = true});
  auto const by = [](auto const& policy, auto& v) {
    thrum::split_by(policy, v.in.begin(), v.in.end(), v.out.begin(), v.offsets.begin(), v.offsets.end(),
                    class_of{});
  };
  row("thrum seq", [by](auto& v) { by(thrum::seq, v); });
  row("thrum tbb", [by](auto& v) { by(thrum::tbb::par, v); });
  row("std", [](auto& v) {
    std::size_t begins[classes + 1] = {};
    for (T const& x : v.in) ++begins[class_of{}(x) + 1];
    std::partial_sum(begins, begins + classes, begins);
    for (T const& x : v.in) v.out[begins[class_of{}(x)]++] = x;
  });
#if defined(HAS_THRUST)
  auto const by_sort = [](auto const& policy, auto& v) {
    thrust::transform(policy, v.in.begin(), v.in.end(), v.numbers.begin(), class_of{});
    v.out = v.in;
    thrust::stable_sort_by_key(policy, v.numbers.begin(), v.numbers.end(), v.out.begin());
  };
  row("thrust tbb", [by_sort](auto& v) { by_sort(thrust::tbb::par, v); });
#if defined(HAS_THRUST_OMP)
  row("thrust omp", [by_sort](auto& v) { by_sort(thrust::omp::par, v); });
#endif
#endif
}

template <class T>
struct ordered {
  ordered(std::ptrdiff_t n, distribution d) : in(values<T>(n, d)), counts(in.size()), sorted_keys(in) {}
  void results(outcome& all) const { all.in_order(counts); }
  std::vector<T> in;
  std::vector<std::int32_t> counts;
  std::vector<T> sorted_keys;  // the buffer of the row of Thrust
};

template <class T>
void argsort_rows() {
  rows<T, ordered<T>> const row("argsort", {.bytes = sizeof(T) + 4.0, .distributions = true});
  BENCHMARK_THRUM(row, argsort, v.in.begin(), v.in.end(), v.counts.begin())
  row("std", [](auto& v) {
    std::iota(v.counts.begin(), v.counts.end(), 0);
    std::stable_sort(v.counts.begin(), v.counts.end(),
                     [keys = v.in.data()](std::int32_t a, std::int32_t b) { return keys[a] < keys[b]; });
  });
#if defined(HAS_STD_PAR)
  row("std par", [](auto& v) {
    std::iota(v.counts.begin(), v.counts.end(), 0);
    std::stable_sort(std::execution::par, v.counts.begin(), v.counts.end(),
                     [keys = v.in.data()](std::int32_t a, std::int32_t b) { return keys[a] < keys[b]; });
  });
#endif
#if defined(HAS_THRUST)
  if constexpr (!thrust_sorts<T>) return;
  auto const by_key = [](auto const& policy, auto& v) {
    v.sorted_keys = v.in;
    thrust::sequence(policy, v.counts.begin(), v.counts.end());
    thrust::stable_sort_by_key(policy, v.sorted_keys.begin(), v.sorted_keys.end(), v.counts.begin());
  };
  row("thrust tbb", [by_key](auto& v) { by_key(thrust::tbb::par, v); });
#if defined(HAS_THRUST_OMP)
  row("thrust omp", [by_key](auto& v) { by_key(thrust::omp::par, v); });
#endif
#endif
}

}  // namespace

void add_rows() {
  for_types<std::int32_t, std::int64_t>([]<class T>() {
    group_rows<T, 100>("100");
    group_rows<T, -10>("many");
    split_rows<T>();
  });
  for_numbers([]<class T>() { argsort_rows<T>(); });
}
