// Shuffles over several parts, in the order of thrum::shuffle, which is a bijection that is
// computed: out[i] = in[order(i)]. Each part computes where its elements go, and where the elements
// come from that it gets; so nothing but the elements is exchanged. An element goes to another part
// at most once.
//
// A part sends the elements for another part in the order that they have. Elements from all parts
// then arrive in the order of their indices. The part knows which of its places each is for: it
// sorts its places by the indices that the elements come from.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/detail/random/bijection.h>
#include <thrum/functional.h>
#include <thrum/shuffle.h>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace thrum::detail {

/// A predicate of parts: whether a part ends after an index.
struct part_ends_after {
  std::ptrdiff_t const* ends;
  std::ptrdiff_t index;
  THRUM_HD bool operator()(std::ptrdiff_t p) const { return ends[p] > index; }
};
/// A predicate of places: whether the key is `key` or greater.
template <class K>
struct key_reaches {
  K const* keys;
  K key;
  THRUM_HD bool operator()(std::ptrdiff_t i) const { return keys[i] >= key; }
};

/// For a block of places of a part: copies the elements, and computes the parts that they go to and
/// the indices that elements come from.
template <class T, std::ptrdiff_t Length>
struct shuffle_planner {
  T const* first;
  std::ptrdiff_t n, offset;
  random_bijection order;
  std::ptrdiff_t const* ends;
  std::ptrdiff_t parts;
  std::uint32_t* targets;
  T* sent;
  std::ptrdiff_t* sources;
  std::ptrdiff_t* places;
  THRUM_HD void operator()(std::ptrdiff_t block) const {
    std::ptrdiff_t const begin = block * Length, size = detail::least(Length, n - begin);
    std::ptrdiff_t indices[Length] = {};  // not needed, but GCC cannot see that
    order.preimages(offset + begin, size, indices);
    for (std::ptrdiff_t j = 0; j < size; ++j) {
      std::ptrdiff_t const to = detail::find_between(0, parts, part_ends_after{ends, indices[j]});
      targets[begin + j] = static_cast<std::uint32_t>(to);
      ::new (static_cast<void*>(sent + begin + j)) T(first[begin + j]);
    }
    order.images(offset + begin, size, indices);
    for (std::ptrdiff_t j = 0; j < size; ++j) {
      sources[begin + j] = indices[j];
      places[begin + j] = begin + j;
    }
  }
};

/// For each part q: finds the first place whose target is q, and the first place whose source is in
/// part q or after.
struct shuffle_bounds_finder {
  std::uint32_t const* targets;
  std::ptrdiff_t const* sources;
  std::ptrdiff_t n;
  std::ptrdiff_t const* ends;
  std::ptrdiff_t parts;
  std::ptrdiff_t* to;
  THRUM_HD void operator()(std::ptrdiff_t q) const {
    to[q] = detail::find_between(0, n, key_reaches<std::uint32_t>{targets, static_cast<std::uint32_t>(q)});
    to[parts + q] = detail::find_between(0, n, key_reaches<std::ptrdiff_t>{sources, q > 0 ? ends[q - 1] : 0});
  }
};

template <class T>
struct element_placer {
  T const* from;
  std::ptrdiff_t const* places;
  T* to;
  THRUM_HD void operator()(std::ptrdiff_t i) const { to[places[i]] = from[i]; }
};

/// Sets elements(p) of all parts to what was at order(i), for each index i.
template <class T, class Group, class Elements>
void shuffle_parts(Group const& group, part_sizes const& sizes, Elements elements, random_bijection const& order) {
  std::ptrdiff_t const parts = sizes.parts();
  if (sizes.largest() == sizes.total()) {
    failure_guard const failure(group);
    group.run([&](std::ptrdiff_t p) {
      if (sizes.size(p) > 1) detail::shuffle(group.policy(p), elements(p), sizes.size(p), order);
    });
    return group.finish();
  }
  constexpr std::ptrdiff_t length =
      backend_traits<typename Group::policy_type>::runs_on_host ? random_bijection::images_at_once : 1;
  std::vector<std::ptrdiff_t> ends_of_parts;
  for (std::ptrdiff_t p = 0; p < parts; ++p) ends_of_parts.push_back(sizes.end(p));
  // For each part that is here, where in its elements, sorted by target or source, each other part
  // begins.
  std::vector<std::vector<std::ptrdiff_t>> bounds(static_cast<std::size_t>(parts));
  part_arrays<std::ptrdiff_t, Group> const ends(group, parts), found(group, 2 * parts), sources(group, sizes),
      places(group, sizes);
  part_arrays<std::uint32_t, Group> const targets(group, sizes);
  part_arrays<T, Group> const sent(group, sizes), received(group, sizes);
  for (std::ptrdiff_t p = 0; p < parts; ++p)
    if (group.here(p)) bounds[static_cast<std::size_t>(p)].resize(static_cast<std::size_t>(2 * parts));
  failure_guard const failure(group);

  group.run([&](std::ptrdiff_t p) {
    std::ptrdiff_t const n = sizes.size(p);
    if (n == 0) return;
    auto const& exec = group.policy(p);
    group.copy_in(ends_of_parts.data(), p, ends.data(p), parts);
    using planner = shuffle_planner<T, length>;
    exec.for_each_n((n - 1) / length + 1,
                    planner{elements(p), n, sizes.begin(p), order, ends.data(p), parts, targets.data(p),
                            sent.data(p), sources.data(p), places.data(p)},
                    default_grain / length);
    detail::sort_by_key(exec, targets.data(p), sent.data(p), n, less<>{});
    detail::sort_by_key(exec, sources.data(p), places.data(p), n, less<>{});
    exec.for_each_n(
        parts, shuffle_bounds_finder{targets.data(p), sources.data(p), n, ends.data(p), parts, found.data(p)}, 1);
    group.copy_out(p, static_cast<std::ptrdiff_t const*>(found.data(p)),
                   bounds[static_cast<std::size_t>(p)].data(), 2 * parts);
  });
  group.wait();
  // Of part p's elements, count_in(p, 0, q) go to part q, and count_in(p, parts, q) come from
  // there.
  auto const count_in = [&](std::ptrdiff_t p, std::ptrdiff_t which, std::ptrdiff_t q) {
    auto const& of_part = bounds[static_cast<std::size_t>(p)];
    std::ptrdiff_t const end = q + 1 < parts ? of_part[static_cast<std::size_t>(which + q + 1)] : sizes.size(p);
    return end - of_part[static_cast<std::size_t>(which + q)];
  };
  group.template exchange<T>(
      [&](std::ptrdiff_t p, std::ptrdiff_t q) {
        return group.here(p) ? count_in(p, 0, q) : count_in(q, parts, p);
      },
      [&](std::ptrdiff_t p) { return static_cast<T const*>(sent.data(p)); },
      [&](std::ptrdiff_t q) { return received.data(q); });
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) == 0) return;
    group.policy(p).for_each_n(sizes.size(p), element_placer<T>{received.data(p), places.data(p), elements(p)},
                               default_grain);
  });
  group.finish();
}

}  // namespace thrum::detail
