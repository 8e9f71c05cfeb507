// Captures calls of every algorithm that returns no result to the host, and replays them; and
// captures that cannot succeed.
#include <doctest/doctest.h>

#include <thrum/adjacent_difference.h>
#include <thrum/binary_search.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/cuda.cuh>
#include <thrum/cuda/counters.h>
#include <thrum/cuda/device.h>
#include <thrum/cuda/graph.cuh>
#include <thrum/cuda/launch.cuh>
#include <thrum/cuda/stream.h>
#include <thrum/cuda/workspace.h>
#include <thrum/device_vector.h>
#include <thrum/extrema_into.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/generate.h>
#include <thrum/histogram.h>
#include <thrum/inner_product.h>
#include <thrum/logical.h>
#include <thrum/memory_resource.h>
#include <thrum/merge.h>
#include <thrum/move.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/partition.h>
#include <thrum/random.h>
#include <thrum/random/generate.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/replace.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/scatter.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/segmented_sort.h>
#include <thrum/sequence.h>
#include <thrum/shift.h>
#include <thrum/shuffle.h>
#include <thrum/sort.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <thrum/top_k.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <thrum/uninitialized_construct.h>
#include <thrum/uninitialized_copy.h>
#include <thrum/uninitialized_fill.h>
#include <thrum/uninitialized_move.h>
#include <thrum/unique.h>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using thrum::cuda::graph;
using thrum::cuda::par;
using thrum::cuda::par_nosync;
using thrum::cuda::policy;
using space = thrum::device_space<thrum::device_system::cuda>;
using numbers = thrum::device_vector<int>;

__global__ void keep_busy(long long cycles) {
  long long const start = clock64();
  while (clock64() - start < cycles) {
  }
}

constexpr std::ptrdiff_t n = 5000;

struct is_even {
  THRUM_HD bool operator()(int x) const { return x % 2 == 0; }
};
struct add_7 {
  THRUM_HD void operator()(int& x) const { x += 7; }
};
struct always_3 {
  THRUM_HD int operator()() const { return 3; }
};
struct by_last_digit {
  THRUM_HD bool operator()(int a, int b) const { return a % 10 < b % 10; }
};
struct store_square {
  __device__ void operator()(std::ptrdiff_t i, int* to) const { to[i] = static_cast<int>(i * i % 1000); }
};
struct store_rank {
  __device__ void operator()(thrum::cuda::cooperative_context const& here, int* to) const {
    for (std::ptrdiff_t i = here.grid_rank(); i < n; i += here.grid_size()) to[i] += 1;
    here.sync_grid();
    for (std::ptrdiff_t i = here.grid_rank(); i < n / 2; i += here.grid_size()) to[i] += to[n - 1 - i];
  }
};

/// The ranges that the calls work on: unsorted, two sorted ranges, a permutation, runs of keys,
/// offsets, and outputs.
struct room {
  numbers a, low, high, map, keys, offsets, out, more;
  thrum::device_vector<thrum::indexed_value<int>> extrema;

  room() : a(n), low(n), high(n), map(n), keys(n), offsets(101), out(2 * n, -1), more(2 * n, -1), extrema(100) {
    std::vector<int> h(static_cast<std::size_t>(n));
    auto const make = [&](numbers& to, auto value) {
      for (std::ptrdiff_t i = 0; i < n; ++i) h[static_cast<std::size_t>(i)] = static_cast<int>(value(i));
      to = h;
    };
    make(a, [](std::ptrdiff_t i) { return i * 7919 % 1009; });
    make(low, [](std::ptrdiff_t i) { return i * i / 2000; });
    make(high, [](std::ptrdiff_t i) { return i * 3; });
    make(map, [](std::ptrdiff_t i) { return i * 3331 % n; });
    make(keys, [](std::ptrdiff_t i) { return i * i / 40'000; });
    std::vector<int> cuts(101);
    for (std::size_t s = 0; s < cuts.size(); ++s) cuts[s] = static_cast<int>(s * s / 2);
    offsets = cuts;
  }

  bool operator==(room const& other) const {
    auto const same = [](auto const& x, auto const& y) { return x.to_host() == y.to_host(); };
    auto const places = extrema.to_host(), others = other.extrema.to_host();
    bool equal = true;
    for (std::size_t i = 0; i < places.size(); ++i) {
      equal = equal && places[i].index == others[i].index && places[i].value == others[i].value;
    }
    return equal && same(a, other.a) && same(low, other.low) && same(high, other.high) && same(map, other.map) &&
           same(keys, other.keys) && same(offsets, other.offsets) && same(out, other.out) &&
           same(more, other.more);
  }
};

struct call {
  char const* name;
  void (*make)(policy const& exec, room& r);
};

using exec_t = policy const&;
auto cut(room& r) { return thrum::segments_at(r.offsets.begin(), r.offsets.end()); }
auto end(numbers& v) { return v.begin() + n; }

std::vector<call> const element_wise = {
    {"for_each", [](exec_t e, room& r) { thrum::for_each(e, r.a.begin(), r.a.end(), add_7{}); }},
    {"for_each_n", [](exec_t e, room& r) { thrum::for_each_n(e, r.a.begin(), n / 2, add_7{}); }},
    {"transform",
     [](exec_t e, room& r) { thrum::transform(e, r.a.begin(), r.a.end(), r.out.begin(), thrum::negate<>{}); }},
    {"transform of two",
     [](exec_t e, room& r) {
       thrum::transform(e, r.a.begin(), r.a.end(), r.low.begin(), r.out.begin(), thrum::plus<>{});
     }},
    {"transform_if",
     [](exec_t e, room& r) {
       thrum::transform_if(e, r.a.begin(), r.a.end(), r.out.begin(), thrum::negate<>{}, is_even{});
     }},
    {"fill", [](exec_t e, room& r) { thrum::fill(e, r.out.begin(), r.out.end(), 4); }},
    {"fill_n", [](exec_t e, room& r) { thrum::fill_n(e, r.out.begin(), 9, 4); }},
    {"generate", [](exec_t e, room& r) { thrum::generate(e, r.out.begin(), r.out.end(), always_3{}); }},
    {"generate_n", [](exec_t e, room& r) { thrum::generate_n(e, r.out.begin(), 9, always_3{}); }},
    {"tabulate", [](exec_t e, room& r) { thrum::tabulate(e, r.out.begin(), r.out.end(), thrum::negate<>{}); }},
    {"sequence", [](exec_t e, room& r) { thrum::sequence(e, r.out.begin(), r.out.end(), 3, 2); }},
    {"copy", [](exec_t e, room& r) { thrum::copy(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"copy_n", [](exec_t e, room& r) { thrum::copy_n(e, r.a.begin(), n / 3, r.out.begin()); }},
    {"move", [](exec_t e, room& r) { thrum::move(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"swap_ranges", [](exec_t e, room& r) { thrum::swap_ranges(e, r.a.begin(), r.a.end(), r.low.begin()); }},
    {"gather",
     [](exec_t e, room& r) { thrum::gather(e, r.map.begin(), r.map.end(), r.a.begin(), r.out.begin()); }},
    {"gather_if",
     [](exec_t e, room& r) {
       thrum::gather_if(e, r.map.begin(), r.map.end(), r.a.begin(), r.low.begin(), r.out.begin(), is_even{});
     }},
    {"scatter",
     [](exec_t e, room& r) { thrum::scatter(e, r.a.begin(), r.a.end(), r.map.begin(), r.out.begin()); }},
    {"scatter_if",
     [](exec_t e, room& r) {
       thrum::scatter_if(e, r.a.begin(), r.a.end(), r.map.begin(), r.low.begin(), r.out.begin(), is_even{});
     }},
    {"replace", [](exec_t e, room& r) { thrum::replace(e, r.a.begin(), r.a.end(), 5, -5); }},
    {"replace_if", [](exec_t e, room& r) { thrum::replace_if(e, r.a.begin(), r.a.end(), is_even{}, -5); }},
    {"replace_copy",
     [](exec_t e, room& r) { thrum::replace_copy(e, r.a.begin(), r.a.end(), r.out.begin(), 5, -5); }},
    {"replace_copy_if",
     [](exec_t e, room& r) { thrum::replace_copy_if(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}, -5); }},
    {"uninitialized_copy",
     [](exec_t e, room& r) { thrum::uninitialized_copy(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"uninitialized_copy_n",
     [](exec_t e, room& r) { thrum::uninitialized_copy_n(e, r.a.begin(), 9, r.out.begin()); }},
    {"uninitialized_move",
     [](exec_t e, room& r) { thrum::uninitialized_move(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"uninitialized_fill", [](exec_t e, room& r) { thrum::uninitialized_fill(e, r.out.begin(), r.out.end(), 6); }},
    {"uninitialized_value_construct",
     [](exec_t e, room& r) { thrum::uninitialized_value_construct(e, r.out.begin(), r.out.end()); }},
    {"random::generate",
     [](exec_t e, room& r) {
       thrum::random::generate(e, r.out.begin(), r.out.end(),
                               thrum::random::portable_uniform_int_distribution<int>(1, 6), 3);
     }},
};

std::vector<call> const rearrangements_and_scans = {
    {"adjacent_difference",
     [](exec_t e, room& r) { thrum::adjacent_difference(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"adjacent_difference in place",
     [](exec_t e, room& r) { thrum::adjacent_difference(e, r.a.begin(), r.a.end(), r.a.begin()); }},
    {"reverse", [](exec_t e, room& r) { thrum::reverse(e, r.a.begin(), r.a.end()); }},
    {"reverse_copy", [](exec_t e, room& r) { thrum::reverse_copy(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"rotate", [](exec_t e, room& r) { thrum::rotate(e, r.a.begin(), r.a.begin() + n / 3, r.a.end()); }},
    {"rotate_copy",
     [](exec_t e, room& r) { thrum::rotate_copy(e, r.a.begin(), r.a.begin() + 9, r.a.end(), r.out.begin()); }},
    {"shift_left", [](exec_t e, room& r) { thrum::shift_left(e, r.a.begin(), r.a.end(), 100); }},
    {"shift_right", [](exec_t e, room& r) { thrum::shift_right(e, r.a.begin(), r.a.end(), n / 2 + 100); }},
    {"shuffle",
     [](exec_t e, room& r) {
       thrum::shuffle(e, r.a.begin(), r.a.end(), thrum::random::default_random_engine(5));
     }},
    {"shuffle_copy",
     [](exec_t e, room& r) {
       thrum::shuffle_copy(e, r.a.begin(), r.a.end(), r.out.begin(), thrum::random::default_random_engine(5));
     }},
    {"inclusive_scan", [](exec_t e, room& r) { thrum::inclusive_scan(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"exclusive_scan",
     [](exec_t e, room& r) { thrum::exclusive_scan(e, r.a.begin(), r.a.end(), r.a.begin(), 3, thrum::plus<>{}); }},
    {"transform_inclusive_scan",
     [](exec_t e, room& r) {
       thrum::transform_inclusive_scan(e, r.a.begin(), r.a.end(), r.out.begin(), thrum::negate<>{},
                                       thrum::plus<>{});
     }},
    {"transform_exclusive_scan",
     [](exec_t e, room& r) {
       thrum::transform_exclusive_scan(e, r.a.begin(), r.a.end(), r.out.begin(), thrum::negate<>{}, 1,
                                       thrum::plus<>{});
     }},
    {"inclusive_scan_by_key",
     [](exec_t e, room& r) {
       thrum::inclusive_scan_by_key(e, r.keys.begin(), r.keys.end(), r.a.begin(), r.out.begin());
     }},
    {"exclusive_scan_by_key",
     [](exec_t e, room& r) {
       thrum::exclusive_scan_by_key(e, r.keys.begin(), r.keys.end(), r.a.begin(), r.out.begin());
     }},
    {"segmented_reduce",
     [](exec_t e, room& r) { thrum::segmented_reduce(e, r.a.begin(), r.a.end(), cut(r), r.out.begin()); }},
    {"segmented_inclusive_scan",
     [](exec_t e, room& r) { thrum::segmented_inclusive_scan(e, r.a.begin(), r.a.end(), cut(r), r.out.begin()); }},
    {"segmented_exclusive_scan",
     [](exec_t e, room& r) {
       thrum::segmented_exclusive_scan(e, r.a.begin(), r.a.end(), thrum::segments_of(77), r.out.begin(), 3);
     }},
    {"segmented_argmin",
     [](exec_t e, room& r) { thrum::segmented_argmin(e, r.a.begin(), r.a.end(), cut(r), r.extrema.begin()); }},
    {"segmented_argmax",
     [](exec_t e, room& r) {
       thrum::segmented_argmax(e, r.a.begin(), r.a.end(), thrum::segments_of(77), r.extrema.begin());
     }},
    {"histogram_even, few bins",
     [](exec_t e, room& r) {
       thrum::histogram_even(e, r.a.begin(), r.a.end(), r.out.begin(), r.out.begin() + 50, 0, 1009);
     }},
    {"histogram_even, many bins",
     [](exec_t e, room& r) {
       thrum::histogram_even(e, r.a.begin(), r.a.end(), r.out.begin(), r.out.end(), 0, 1009);
     }},
    {"histogram_by_key",
     [](exec_t e, room& r) {
       thrum::histogram_by_key(e, r.map.begin(), r.map.end(), r.a.begin(), r.out.begin(), r.out.begin() + 90);
     }},
    {"histogram",
     [](exec_t e, room& r) {
       thrum::histogram(e, r.a.begin(), r.a.end(), r.out.begin(), r.out.begin() + 100, r.offsets.begin());
     }},
};

std::vector<call> const searches_and_sorts = {
    {"lower_bound",
     [](exec_t e, room& r) {
       thrum::lower_bound(e, r.low.begin(), r.low.end(), r.a.begin(), r.a.end(), r.out.begin());
     }},
    {"upper_bound",
     [](exec_t e, room& r) {
       thrum::upper_bound(e, r.low.begin(), r.low.end(), r.a.begin(), r.a.end(), r.out.begin());
     }},
    {"binary_search",
     [](exec_t e, room& r) {
       thrum::binary_search(e, r.low.begin(), r.low.end(), r.a.begin(), r.a.end(), r.out.begin());
     }},
    {"merge",
     [](exec_t e, room& r) {
       thrum::merge(e, r.low.begin(), r.low.end(), r.high.begin(), r.high.end(), r.out.begin());
     }},
    {"merge_by_key",
     [](exec_t e, room& r) {
       thrum::merge_by_key(e, r.low.begin(), r.low.end(), r.high.begin(), r.high.end(), r.a.begin(), r.map.begin(),
                           r.out.begin(), r.more.begin());
     }},
    {"inplace_merge",
     [](exec_t e, room& r) {
       thrum::copy(e, r.low.begin(), r.low.end(), r.out.begin());
       thrum::copy(e, r.high.begin(), r.high.end(), end(r.out));
       thrum::inplace_merge(e, r.out.begin(), end(r.out), r.out.end());
     }},
    {"sort", [](exec_t e, room& r) { thrum::sort(e, r.a.begin(), r.a.end()); }},
    {"sort by a comparison", [](exec_t e, room& r) { thrum::sort(e, r.a.begin(), r.a.end(), by_last_digit{}); }},
    {"stable_sort", [](exec_t e, room& r) { thrum::stable_sort(e, r.a.begin(), r.a.end(), thrum::greater<>{}); }},
    {"sort_by_key", [](exec_t e, room& r) { thrum::sort_by_key(e, r.a.begin(), r.a.end(), r.map.begin()); }},
    {"stable_sort_by_key",
     [](exec_t e, room& r) {
       thrum::stable_sort_by_key(e, r.a.begin(), r.a.end(), r.map.begin(), by_last_digit{});
     }},
    {"nth_element", [](exec_t e, room& r) { thrum::nth_element(e, r.a.begin(), r.a.begin() + n / 3, r.a.end()); }},
    {"nth_element by a comparison",
     [](exec_t e, room& r) {
       thrum::nth_element(e, r.a.begin(), r.a.begin() + n / 2, r.a.end(), by_last_digit{});
     }},
    {"partial_sort", [](exec_t e, room& r) { thrum::partial_sort(e, r.a.begin(), r.a.begin() + 100, r.a.end()); }},
    {"partial_sort_copy",
     [](exec_t e, room& r) {
       thrum::partial_sort_copy(e, r.a.begin(), r.a.end(), r.out.begin(), r.out.begin() + 100, thrum::greater<>{});
     }},
    {"top_k", [](exec_t e, room& r) { thrum::top_k(e, r.a.begin(), r.a.end(), 10, r.out.begin()); }},
    {"top_k_by_key",
     [](exec_t e, room& r) {
       thrum::top_k_by_key(e, r.a.begin(), r.a.end(), r.map.begin(), n / 2, r.out.begin(), r.more.begin());
     }},
    {"segmented_sort", [](exec_t e, room& r) { thrum::segmented_sort(e, r.a.begin(), r.a.end(), cut(r)); }},
    {"segmented_sort_by_key",
     [](exec_t e, room& r) {
       thrum::segmented_sort_by_key(e, r.a.begin(), r.a.end(), r.map.begin(), thrum::segments_of(300));
     }},
    {"cuda::launch",
     [](exec_t e, room& r) { thrum::cuda::launch(e, n, store_square{}, thrum::raw_pointer_cast(r.out.data())); }},
    {"cuda::launch_cooperative",
     [](exec_t e, room& r) {
       thrum::cuda::launch_cooperative(e, n, store_rank{}, thrum::raw_pointer_cast(r.a.data()));
     }},
    {"several calls",
     [](exec_t e, room& r) {
       thrum::transform(e, r.a.begin(), r.a.end(), r.out.begin(), thrum::negate<>{});
       thrum::sort(e, r.out.begin(), end(r.out));
       thrum::inclusive_scan(e, r.out.begin(), end(r.out), r.more.begin());
       thrum::reduce_into(e, r.more.begin(), end(r.more), r.out.begin());
     }},
};

std::vector<call> const results_left_on_the_device = {
    {"reduce_into", [](exec_t e, room& r) { thrum::reduce_into(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"reduce_into by an operator",
     [](exec_t e, room& r) {
       thrum::reduce_into(e, r.a.begin(), r.a.end(), r.out.begin(), -1, thrum::maximum<>{});
     }},
    {"transform_reduce_into",
     [](exec_t e, room& r) {
       thrum::transform_reduce_into(e, r.a.begin(), r.a.end(), r.out.begin(), thrum::negate<>{}, 0,
                                    thrum::plus<>{});
     }},
    {"inner_product_into",
     [](exec_t e, room& r) {
       thrum::inner_product_into(e, r.a.begin(), r.a.end(), r.out.begin(), r.map.begin(), 0L);
     }},
    {"count_into", [](exec_t e, room& r) { thrum::count_into(e, r.a.begin(), r.a.end(), r.out.begin(), 5); }},
    {"count_if_into",
     [](exec_t e, room& r) { thrum::count_if_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"min_element_into",
     [](exec_t e, room& r) { thrum::min_element_into(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"max_element_into",
     [](exec_t e, room& r) { thrum::max_element_into(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"minmax_element_into",
     [](exec_t e, room& r) { thrum::minmax_element_into(e, r.a.begin(), r.a.end(), r.out.begin()); }},
    {"find_into", [](exec_t e, room& r) { thrum::find_into(e, r.a.begin(), r.a.end(), r.out.begin(), 8); }},
    {"find_if_into",
     [](exec_t e, room& r) { thrum::find_if_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"find_if_not_into",
     [](exec_t e, room& r) { thrum::find_if_not_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"all_of_into",
     [](exec_t e, room& r) { thrum::all_of_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"any_of_into",
     [](exec_t e, room& r) { thrum::any_of_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"none_of_into",
     [](exec_t e, room& r) { thrum::none_of_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"copy_if_into",
     [](exec_t e, room& r) {
       thrum::copy_if_into(e, r.a.begin(), r.a.end(), r.more.begin(), r.out.begin(), is_even{});
     }},
    {"remove_into", [](exec_t e, room& r) { thrum::remove_into(e, r.a.begin(), r.a.end(), r.out.begin(), 5); }},
    {"remove_if_into",
     [](exec_t e, room& r) { thrum::remove_if_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"remove_copy_into",
     [](exec_t e, room& r) {
       thrum::remove_copy_into(e, r.a.begin(), r.a.end(), r.more.begin(), r.out.begin(), 5);
     }},
    {"remove_copy_if_into",
     [](exec_t e, room& r) {
       thrum::remove_copy_if_into(e, r.a.begin(), r.a.end(), r.more.begin(), r.out.begin(), is_even{});
     }},
    {"unique_into", [](exec_t e, room& r) { thrum::unique_into(e, r.keys.begin(), r.keys.end(), r.out.begin()); }},
    {"unique_copy_into",
     [](exec_t e, room& r) {
       thrum::unique_copy_into(e, r.keys.begin(), r.keys.end(), r.more.begin(), r.out.begin());
     }},
    {"unique_count_into",
     [](exec_t e, room& r) { thrum::unique_count_into(e, r.keys.begin(), r.keys.end(), r.out.begin()); }},
    {"partition_into",
     [](exec_t e, room& r) { thrum::partition_into(e, r.a.begin(), r.a.end(), r.out.begin(), is_even{}); }},
    {"partition_copy_into",
     [](exec_t e, room& r) {
       thrum::partition_copy_into(e, r.a.begin(), r.a.end(), r.keys.begin(), r.out.begin(), r.more.begin(),
                                  is_even{});
     }},
    {"reduce_by_key_into",
     [](exec_t e, room& r) {
       thrum::reduce_by_key_into(e, r.keys.begin(), r.keys.end(), r.low.begin(), r.a.begin(), r.out.begin(),
                                 r.more.begin());
     }},
    {"run_length_encode_into",
     [](exec_t e, room& r) {
       thrum::run_length_encode_into(e, r.keys.begin(), r.keys.end(), r.low.begin(), r.out.begin(),
                                     r.more.begin());
     }},
};

/// Captures each of the calls, which executes nothing. The first launch does what the call does; a
/// second launch, in another stream, does the same again. Scratch memory belongs to the graph or
/// comes from a resource.
void check_replays(std::vector<call> const& calls) {
  thrum::cuda::stream s, other;
  for (call const& c : calls) {
    CAPTURE(c.name);
    room const fresh;
    room expected, once;
    c.make(par, expected);
    room twice = expected;
    c.make(par, twice);
    // The kernels and the pool exist now, so that a launch waits for nothing and calls no driver
    // function.
    room again = expected;
    auto const before = thrum::cuda::counters::now();
    c.make(par_nosync, again);
    auto const spent = thrum::cuda::counters::now() - before;
    CHECK(spent.allocations + spent.frees + spent.synchronisations == 0);
    CHECK(again == twice);
    for (bool const of_resource : {false, true}) {
      CAPTURE(of_resource);
      thrum::counting_resource<space> counting;
      {
        room r;
        graph g = graph::capture([&](policy const& exec) {
          if (of_resource) c.make(exec.with(counting), r);
          else c.make(exec, r);
        });
        CHECK(g.size() > 0);
        CHECK(r == fresh);
        g.launch(s);
        s.synchronize();
        CHECK(r == expected);
        g.launch(par.on(other));
        CHECK(r == twice);
      }
      CHECK(counting.blocks_in_use() == 0);
    }
  }
}

/// A sort of fewer elements takes no scratch memory.
constexpr int enough_for_scratch = 10'000;

struct set_to {
  int value;
  THRUM_HD int operator()(int) const { return value; }
};

}  // namespace

TEST_CASE("element-wise algorithms are captured") { check_replays(element_wise); }
TEST_CASE("rearrangements, scans and what works by segments are captured") {
  check_replays(rearrangements_and_scans);
}
TEST_CASE("searches for many values, merges and sorts are captured") { check_replays(searches_and_sorts); }

TEST_CASE("algorithms that leave their result on the device are captured") {
  check_replays(results_left_on_the_device);
}

TEST_CASE("a launch does not wait unless its policy does, and comes after the launches before") {
  numbers v(1000, 0);
  graph g = graph::capture([&](policy const& exec) { thrum::for_each(exec, v.begin(), v.end(), add_7{}); });
  thrum::cuda::stream s, other;
  g.launch(s);
  g.launch(par.on(s));
  keep_busy<<<1, 1, 0, s>>>(50'000'000);
  g.launch(s);
  CHECK_FALSE(s.idle());
  g.launch(other);  // after the work in s
  CHECK_FALSE(other.idle());
  other.synchronize();
  CHECK(s.idle());
  for (int k = 0; k < 100; ++k) g.launch(par_nosync.on(s));
  g.launch(par.on(s));
  CHECK(v.to_host() == std::vector<int>(1000, 105 * 7));
}

TEST_CASE("calls that wait cannot be captured; nothing is left behind, and the device works on") {
  numbers v(1000, 1), out(1000);
  auto const refused = [&](auto calls) {
    try {
      graph const g = graph::capture(calls);
    } catch (thrum::cuda_error const& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  auto const says_why = [](std::string const& text) {
    CAPTURE(text);
    CHECK(text.find("hands a result to the host") != std::string::npos);
    CHECK(text.find("_into") != std::string::npos);
  };
  says_why(refused([&](policy const& e) { static_cast<void>(thrum::reduce(e, v.begin(), v.end())); }));
  says_why(refused([&](policy const& e) { static_cast<void>(thrum::find(e, v.begin(), v.end(), 3)); }));
  says_why(refused([&](policy const& e) { thrum::copy_if(e, v.begin(), v.end(), out.begin(), is_even{}); }));
  says_why(refused([&](policy const& e) { e.sync(); }));
  says_why(refused([&](policy const& e) {
    thrum::counting_resource<space> counting;
    static_cast<void>(thrum::reduce(e.with(counting), v.begin(), v.end()));
  }));
  CHECK(cudaGetLastError() == cudaSuccess);

  // The runtime refuses to wait, and the capture becomes invalid.
  CHECK(refused([&](policy const& e) { static_cast<void>(cudaStreamSynchronize(e.stream())); }) != "no error");
  CHECK(cudaGetLastError() == cudaSuccess);

  CHECK_THROWS_AS(graph::capture([](policy const&) { throw std::runtime_error("not this time"); }),
                  std::runtime_error);
  CHECK(thrum::reduce(v.begin(), v.end()) == 1000);
  graph g = graph::capture([&](policy const& e) { thrum::reduce_into(e, v.begin(), v.end(), out.begin()); });
  g.launch(par);
  CHECK(out[0] == 1000);
}

TEST_CASE("a user's resource gives memory to a graph, and gets it back when the graph has gone") {
  numbers v(enough_for_scratch);
  auto const sort_twice = [&](policy const& e) {
    thrum::sequence(e, v.begin(), v.end());
    thrum::sort(e, v.begin(), v.end(), thrum::greater<>{});
    thrum::sort(e, v.begin(), v.end(), thrum::greater<>{});
  };
  thrum::counting_resource<space> counting;
  thrum::sort(par.with(counting), v.begin(), v.end(), thrum::greater<>{});
  std::size_t const for_one = counting.allocations();
  thrum::cuda::stream s;
  {
    graph g = graph::capture([&](policy const& e) { sort_twice(e.with(counting)); });
    CHECK(counting.allocations() <= 2 * for_one);  // the second sort uses the memory of the first
    CHECK(counting.blocks_in_use() > 0);
    keep_busy<<<1, 1, 0, s>>>(50'000'000);
    g.launch(s);
    graph const moved = std::move(g);
    CHECK(counting.blocks_in_use() > 0);
  }
  CHECK(s.idle());  // the graph waited, since memory of its work was deallocated
  CHECK(counting.blocks_in_use() == 0);
  CHECK(v[0] == enough_for_scratch - 1);

  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<space> under;
    thrum::fail_on_kth_allocation<space> failing(k, under);
    bool threw = false;
    try {
      graph const g = graph::capture([&](policy const& e) { sort_twice(e.with(failing)); });
    } catch (std::bad_alloc const&) {
      threw = true;
    }
    CHECK(under.blocks_in_use() == 0);
    CHECK(threw == failing.failed());
    if (!threw) break;
  }
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a graph is updated, with the same shape or another, and stays as it was where that fails") {
  numbers v(1000, 0), w(1000, 0), many(enough_for_scratch);
  graph g;
  CHECK(g.size() == 0);
  CHECK_NOTHROW(g.launch(par));
  auto const set = [&](numbers& to, int value) {
    return [&to, value](policy const& e) { thrum::transform(e, to.begin(), to.end(), to.begin(), set_to{value}); };
  };
  auto const all_are = [](numbers const& x, int value) { return x.to_host() == std::vector<int>(1000, value); };
  g.update(set(v, 1));
  g.launch(par);
  CHECK(all_are(v, 1));
  g.update(set(w, 2));
  g.launch(par);
  CHECK(all_are(v, 1));
  CHECK(all_are(w, 2));

  CHECK_THROWS_AS(g.update([&](policy const& e) { static_cast<void>(thrum::reduce(e, v.begin(), v.end())); }),
                  thrum::cuda_error);
  thrum::fill(w.begin(), w.end(), 0);
  g.launch(par);
  CHECK(all_are(w, 2));

  g.update([&](policy const& e) {  // with memory of its own
    thrum::sequence(e, many.begin(), many.end());
    thrum::sort(e, many.begin(), many.end(), thrum::greater<>{});
  });
  g.launch(par);
  CHECK(many[0] == enough_for_scratch - 1);
  g.update(set(v, 8));
  g.launch(par);
  CHECK(all_are(v, 8));
}

TEST_CASE("captures by a stream of the caller's, and of a named device") {
  numbers v(1000, 0), many(enough_for_scratch);
  auto const calls = [&](policy const& e) {
    thrum::for_each(e, v.begin(), v.end(), add_7{});
    thrum::inclusive_scan(e, v.begin(), v.end(), v.begin());
  };
  thrum::cuda::stream s;
  cudaStream_t seen = nullptr;
  graph g = graph::capture(s, [&](policy const& e) {
    seen = e.stream();
    calls(e);
  });
  CHECK(seen == s);
  g.launch(s);
  s.synchronize();
  CHECK(v[9] == 70);
  thrum::cuda::workspace scratch(1 << 20, s);
  graph sorts = graph::capture(s, [&](policy const& e) {
    thrum::sequence(e, many.begin(), many.end());
    thrum::sort(e.with(scratch), many.begin(), many.end(), thrum::greater<>{});
  });
  sorts.launch(par.on(s));
  CHECK(many[0] == enough_for_scratch - 1);
  CHECK(scratch.used() == 0);
  CHECK(scratch.high_water() > 0);
  graph on_current = graph::capture(thrum::cuda::device::current(), calls);
  thrum::fill(v.begin(), v.end(), 0);
  on_current.launch(par.on(s));
  CHECK(v[9] == 70);
  CHECK_THROWS_AS(graph::capture(cudaStreamLegacy, calls), thrum::cuda_error);
  CHECK_THROWS_AS(graph::capture(cudaStream_t{}, calls), thrum::cuda_error);
  CHECK(cudaGetLastError() == cudaSuccess);
}
