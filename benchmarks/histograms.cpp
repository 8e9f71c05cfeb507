// histogram_even of 16, 256 and 4096 bins. "std" is a plain loop, with atomic additions if it is
// parallel; Thrust sorts the bin numbers and counts them by reduce_by_key.
#include "contenders.h"

#include <thrum/histogram.h>
#include <thrum/tbb.h>

#if defined(HAS_THRUST)
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#endif

#include <atomic>

namespace {

template <class T>
struct limits {
  static constexpr T lower = std::is_integral_v<T> ? T(-(1 << 23)) : T(-1);
  static constexpr T upper = std::is_integral_v<T> ? T(1 << 23) : T(1);
};

template <class T, int bins>
struct counted_input {
  counted_input(std::ptrdiff_t n, distribution d)
      : in(values<T>(n, d, 1, 24)),
        counts(bins),
        bin_of(in.size()),
        bins_found(bins + 1),
        counts_found(bins + 1) {}
  void results(outcome& all) const {
    auto bins_counted = counts;
    if (counts_found[0] != 0) {
      for (std::size_t i = 0; i < bins_found.size(); ++i) {
        if (counts_found[i] != 0 && bins_found[i] < bins) {
          bins_counted[static_cast<std::size_t>(bins_found[i])] = counts_found[i];
        }
      }
    }
    all.in_order(bins_counted);
  }
  std::vector<T> in;
  std::vector<std::int32_t> counts;
  // The buffers of the row of Thrust.
  std::vector<std::int32_t> bin_of, bins_found, counts_found;
};

/// Returns the bin, computed by hand; `bins` for an element in no bin.
template <class T, int bins>
struct bin_by_product {
  double scale = bins / (static_cast<double>(limits<T>::upper) - static_cast<double>(limits<T>::lower));
  int operator()(T x) const {
    if (!(x >= limits<T>::lower && x < limits<T>::upper)) return bins;
    return static_cast<int>((static_cast<double>(x) - static_cast<double>(limits<T>::lower)) * scale);
  }
};

template <class T, int bins>
void add_rows_of() {
  using limit = limits<T>;
  rows<T, counted_input<T, bins>> const row("histogram of " + std::to_string(bins) + " bins",
                                            {.bytes = sizeof(T), .distributions = true});
  BENCHMARK_THRUM(row, histogram_even, v.in.begin(), v.in.end(), v.counts.begin(), v.counts.end(), limit::lower,
                  limit::upper)
  row("std", [](auto& v) {
    bin_by_product<T, bins> const bin_of;
    std::fill(v.counts.begin(), v.counts.end(), 0);
    for (T const x : v.in) {
      int const bin = bin_of(x);
      if (bin < bins) ++v.counts[static_cast<std::size_t>(bin)];
    }
  });
#if defined(HAS_STD_PAR)
  row("std par", [](auto& v) {
    bin_by_product<T, bins> const bin_of;
    std::fill(v.counts.begin(), v.counts.end(), 0);
    std::for_each(std::execution::par, v.in.begin(), v.in.end(), [bin_of, counts = v.counts.data()](T const x) {
      int const bin = bin_of(x);
      if (bin < bins) std::atomic_ref(counts[bin]).fetch_add(1, std::memory_order_relaxed);
    });
  });
#endif
#if defined(HAS_ONEDPL)
  row("onedpl", [](auto& v) {
    return oneapi::dpl::histogram(oneapi::dpl::execution::par_unseq, v.in.begin(), v.in.end(), bins, limit::lower,
                                  limit::upper, v.counts.begin());
  });
#endif
#if defined(HAS_THRUST)
  auto const by_sort = [](auto const& policy, auto& v) {
    bin_by_product<T, bins> const bin_of;
    thrust::transform(policy, v.in.begin(), v.in.end(), v.bin_of.begin(), bin_of);
    thrust::sort(policy, v.bin_of.begin(), v.bin_of.end());
    return thrust::reduce_by_key(policy, v.bin_of.begin(), v.bin_of.end(), thrust::make_constant_iterator(1),
                                 v.bins_found.begin(), v.counts_found.begin());
  };
  row("thrust tbb", [by_sort](auto& v) { return by_sort(thrust::tbb::par, v); });
#if defined(HAS_THRUST_OMP)
  row("thrust omp", [by_sort](auto& v) { return by_sort(thrust::omp::par, v); });
#endif
#endif
}

}  // namespace

void add_rows() {
  for_types<std::int32_t, double>([]<class T>() {
    add_rows_of<T, 16>();
    add_rows_of<T, 256>();
    add_rows_of<T, 4096>();
  });
}
