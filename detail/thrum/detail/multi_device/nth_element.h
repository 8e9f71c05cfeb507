// The element of a rank among the elements of several parts, which keep their places. In each round
// two elements of a random sample bound the element that is looked for; the elements are counted
// below, between and above the bounds; and those of one of the three classes are the candidates of
// the next round (Floyd and Rivest, "Expected Time Bounds for Selection", 1975). Few candidates are
// gathered.
//
// Equal elements are ordered by their indices, so that no two elements are equal, and a round
// always leaves fewer candidates.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/reduce.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/nth_element.h>
#include <thrum/sort.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace thrum::detail {

/// So many candidates are gathered, and so many samples are taken, except that each part with
/// candidates gives one sample at least.
inline constexpr std::ptrdiff_t most_gathered_candidates = 32768;
inline constexpr std::ptrdiff_t samples_for_nth = 16384;
/// After so many rounds candidates are gathered however many there are. Only an order that
/// contradicts itself comes so far.
inline constexpr int most_nth_rounds = 64;

/// A copy of an element, and the element's index in the vector.
template <class T>
struct nth_candidate {
  T value;
  std::ptrdiff_t index;
};
template <class T>
struct placed_element_at {
  T const* first;
  std::ptrdiff_t offset;
  THRUM_HD nth_candidate<T> operator()(std::ptrdiff_t i) const { return {first[i], offset + i}; }
};
template <class T, class Order>
struct order_of_candidates {
  mutable Order order;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(nth_candidate<T> const& a, nth_candidate<T> const& b) const {
    if (order(a.value, b.value)) return true;
    return !order(b.value, a.value) && a.index < b.index;
  }
};

/// Copies element i of a range.
template <class I, class T>
struct placed_copier {
  I first;
  T* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const { ::new (static_cast<void*>(to + i)) T(first[i]); }
};
/// Copies one element of each group of `step` elements, which is chosen at random (by the finaliser
/// of SplitMix64).
template <class I, class T>
struct random_sampler {
  I first;
  std::ptrdiff_t n, step;
  std::uint64_t seed;
  T* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    std::uint64_t x = (static_cast<std::uint64_t>(i) + seed) * 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    x ^= x >> 31;
    std::ptrdiff_t const begin = i * step, size = detail::least(step, n - begin);
    auto const place = static_cast<std::ptrdiff_t>(x % static_cast<std::uint64_t>(size));
    ::new (static_cast<void*>(to + i)) T(first[begin + place]);
  }
};

struct counts_by_bounds {
  std::ptrdiff_t below, between;
};
struct bounds_counts_joiner {
  THRUM_HD counts_by_bounds operator()(counts_by_bounds a, counts_by_bounds b) const {
    return {a.below + b.below, a.between + b.between};
  }
};
/// Tells whether elements are below two bounds (0), between them (1) or above (2).
template <class I, class T, class Order>
struct classes_by_bounds {
  I first;
  T const* bounds;
  Order order;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD int of(std::ptrdiff_t i) const {
    T const x = first[i];
    return order(x, bounds[0]) ? 0 : order(bounds[1], x) ? 2 : 1;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD counts_by_bounds operator()(std::ptrdiff_t i) const {
    int const found = of(i);
    return {found == 0 ? 1 : 0, found == 1 ? 1 : 0};
  }
};
template <class Classes>
struct is_of_class {
  Classes classes;
  int wanted;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return classes.of(i) == wanted; }
};

template <class T, class Group>
using placed_candidates = std::unique_ptr<part_arrays<nth_candidate<T>, Group>>;

/// Returns the candidates among elements(p) of all parts for the one of rank `rank`, which becomes
/// its rank among the candidates. Waits.
template <class T, class Group, class Elements, class Order>
placed_candidates<T, Group> narrow_candidates(Group const& group, part_sizes const& sizes, Elements elements,
                                              Order order, std::ptrdiff_t& rank, int round) {
  using placed = nth_candidate<T>;
  using policy = typename Group::policy_type;
  using classes = classes_by_bounds<decltype(elements(0)), placed, Order>;
  std::ptrdiff_t const n = sizes.total(), parts = sizes.parts(), step = n / samples_for_nth;
  part_sizes const counts =
      part_sizes::each(parts, [&](std::ptrdiff_t p) { return (sizes.size(p) + step - 1) / step; });
  std::ptrdiff_t const sampled = counts.total();
  auto const near = static_cast<std::ptrdiff_t>(static_cast<double>(rank) / static_cast<double>(n) *
                                                static_cast<double>(sampled));
  // Three standard deviations of the rank in the sample.
  auto const margin = static_cast<std::ptrdiff_t>(1.5 * std::sqrt(static_cast<double>(sampled))) + 1;
  std::ptrdiff_t const low = std::max<std::ptrdiff_t>(near - margin, 0),
                       high = std::min(near + margin, sampled - 1);
  part_arrays<placed, Group> const samples(group, counts), bounds(group, 2);
  home_array<placed, Group> const all(group, sampled);
  part_sums<counts_by_bounds, Group, sums_of_reduce> const sums(group, sizes);
  std::vector<counts_by_bounds> found(static_cast<std::size_t>(sums.total()));
  placed_candidates<T, Group> candidates;
  failure_guard const failure(group);

  group.run([&](std::ptrdiff_t p) {
    if (counts.size(p) == 0) return;
    auto const seed = static_cast<std::uint64_t>(counts.begin(p) + round * sampled);
    using sampler = random_sampler<decltype(elements(p)), placed>;
    group.policy(p).for_each_n(counts.size(p), sampler{elements(p), sizes.size(p), step, seed, samples.data(p)},
                               default_grain);
  });
  group.gather(counts, [&](std::ptrdiff_t p) { return samples.data(p); }, all.data());
  thrum::sort(group.policy(group.home()), all.data(), all.data() + sampled, order);
  group.barrier();
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) == 0) return;
    group.copy(group.home(), static_cast<placed const*>(all.data() + low), p, bounds.data(p), 1);
    group.copy(group.home(), static_cast<placed const*>(all.data() + high), p, bounds.data(p) + 1, 1);
  });
  auto const classes_of = [&](std::ptrdiff_t p) { return classes{elements(p), bounds.data(p), order}; };
  sums.make([&](std::ptrdiff_t p) { return detail::computed<counts_by_bounds>(classes_of(p)); },
            bounds_counts_joiner{});
  group.copy_out(group.home(), static_cast<counts_by_bounds const*>(sums.of_part(0)), found.data(), sums.total());
  group.wait(group.home());

  auto next = found.begin();
  std::vector<counts_by_bounds> in_parts(static_cast<std::size_t>(parts));
  counts_by_bounds in_all{0, 0};
  for (std::ptrdiff_t p = 0; p < parts; ++p) {
    counts_by_bounds& sum = in_parts[static_cast<std::size_t>(p)];
    for (std::ptrdiff_t k = 0; k < sums.count(p); ++k) sum = bounds_counts_joiner{}(sum, *next++);
    in_all = bounds_counts_joiner{}(in_all, sum);
  }
  int const wanted = rank < in_all.below ? 0 : rank < in_all.below + in_all.between ? 1 : 2;
  if (wanted > 0) rank -= in_all.below;
  if (wanted > 1) rank -= in_all.between;
  candidates = std::make_unique<part_arrays<placed, Group>>(
      group, part_sizes::each(parts, [&](std::ptrdiff_t p) {
        counts_by_bounds const& of_part = in_parts[static_cast<std::size_t>(p)];
        return wanted == 0   ? of_part.below
               : wanted == 1 ? of_part.between
                             : sizes.size(p) - of_part.below - of_part.between;
      }));
  group.run([&](std::ptrdiff_t p) {
    if (candidates->sizes().size(p) == 0) return;
    scratch_array<std::ptrdiff_t, policy> const count(group.policy(p), 1);
    detail::compact_into(group.policy(p), elements(p), sizes.size(p), candidates->data(p),
                         is_of_class<classes>{classes_of(p), wanted}, count.data());
  });
  return candidates;
}

/// Returns the element that a stable sort would put at index `rank`, to the host of every process.
template <class V, class Order>
typename V::value_type nth_of_parts(V const& v, std::ptrdiff_t rank, Order by) {
  using T = typename V::value_type;
  using Group = typename V::group_type;
  using placed = nth_candidate<T>;
  Group const& group = v.group();
  order_of_candidates<T, Order> const order{std::move(by)};
  auto const of_vector = [&](std::ptrdiff_t p) {
    return detail::computed<placed>(placed_element_at<T>{v.data(p), v.offset(p)});
  };
  placed_candidates<T, Group> candidates;
  if (v.sizes().total() > most_gathered_candidates) {
    candidates = detail::narrow_candidates<T>(group, v.sizes(), of_vector, order, rank, 0);
  } else {
    candidates = std::make_unique<part_arrays<placed, Group>>(group, v.sizes());
    failure_guard const failure(group);
    group.run([&](std::ptrdiff_t p) {
      if (v.sizes().size(p) == 0) return;
      using copier = placed_copier<decltype(of_vector(p)), placed>;
      group.policy(p).for_each_n(v.sizes().size(p), copier{of_vector(p), candidates->data(p)}, default_grain);
    });
  }
  for (int round = 1; candidates->sizes().total() > most_gathered_candidates && round < most_nth_rounds; ++round) {
    auto const of_arrays = [&](std::ptrdiff_t p) { return static_cast<placed const*>(candidates->data(p)); };
    candidates = detail::narrow_candidates<T>(group, candidates->sizes(), of_arrays, order, rank, round);
  }

  std::ptrdiff_t const n = candidates->sizes().total(), home = group.home();
  home_array<placed, Group> const all(group, n);
  uninitialized_array<placed, 1> result;
  failure_guard const failure(group);
  group.gather(candidates->sizes(), [&](std::ptrdiff_t p) { return candidates->data(p); }, all.data());
  thrum::nth_element(group.policy(home), all.data(), all.data() + rank, all.data() + n, order);
  group.copy_out(home, static_cast<placed const*>(all.data() + rank), result.items, 1);
  group.wait(home);
  return result.items[0].value;
}

}  // namespace thrum::detail
