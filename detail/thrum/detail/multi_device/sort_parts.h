// Sorts over several devices. Every part is sorted, then cut where the shares of the other parts
// begin. Each part then merges the pieces of its share, which come from all parts. An element goes
// from one device to another at most once.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/detail/algorithms/merge_by_key.h>
#include <thrum/detail/multi_device/part_arrays.h>
#include <thrum/detail/multi_device/part_cuts.h>
#include <thrum/detail/multi_device/part_sizes.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/detail/primitives/sort.h>
#include <cstddef>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Keys without values in the memory of a part, and the steps of a sort on them.
template <class K>
struct sorted_keys {
  K* keys;

  template <class B, class Less>
  void sort(B const& exec, std::ptrdiff_t n, Less less) const {
    detail::sort(exec, keys, n, less);
  }
  template <class B, class Order>
  void merge(B const& exec, std::ptrdiff_t begin, std::ptrdiff_t middle, std::ptrdiff_t end, sorted_keys to,
             Order order) const {
    detail::merge(exec, keys + begin, middle - begin, keys + middle, end - middle, to.keys + begin, order);
  }
  template <class Group>
  void copy(Group const& group, std::ptrdiff_t from, std::ptrdiff_t at, std::ptrdiff_t to, sorted_keys out,
            std::ptrdiff_t out_at, std::ptrdiff_t n) const {
    group.copy(from, static_cast<K const*>(keys + at), to, out.keys + out_at, n);
  }
};

/// Keys with values in the memory of a part, and the steps of a sort on them.
template <class K, class V>
struct sorted_pairs_of_part {
  K* keys;
  V* values;

  template <class B, class Less>
  void sort(B const& exec, std::ptrdiff_t n, Less less) const {
    detail::sort_by_key(exec, keys, values, n, less);
  }
  template <class B, class Order>
  void merge(B const& exec, std::ptrdiff_t begin, std::ptrdiff_t middle, std::ptrdiff_t end,
             sorted_pairs_of_part to, Order order) const {
    detail::merge_by_key(exec, keys + begin, middle - begin, keys + middle, end - middle, values + begin,
                         values + middle, to.keys + begin, to.values + begin, order);
  }
  template <class Group>
  void copy(Group const& group, std::ptrdiff_t from, std::ptrdiff_t at, std::ptrdiff_t to,
            sorted_pairs_of_part out, std::ptrdiff_t out_at, std::ptrdiff_t n) const {
    group.copy(from, static_cast<K const*>(keys + at), to, out.keys + out_at, n);
    group.copy(from, static_cast<V const*>(values + at), to, out.values + out_at, n);
  }
};

/// Merges the sorted pieces of a part, which end at `ends` in `spare`, into one piece in
/// `elements`. If a merge fails, all elements of the pieces are in `elements` too, in the order
/// that they had.
template <class Group, class Elements, class Order>
void merge_pieces(Group const& group, std::ptrdiff_t p, std::vector<std::ptrdiff_t> ends, Elements spare,
                  Elements elements, Order order) {
  Elements from = spare, to = elements;
  auto const keep = [&] {
    if (from.keys != elements.keys && !ends.empty()) from.copy(group, p, 0, p, elements, 0, ends.back());
  };
  try {
    while (ends.size() > 1) {
      std::vector<std::ptrdiff_t> merged;
      std::ptrdiff_t begin = 0;
      for (std::size_t r = 0; r < ends.size(); r += 2) {
        std::ptrdiff_t const end = ends[r + 1 < ends.size() ? r + 1 : r];
        if (r + 1 < ends.size()) from.merge(group.policy(p), begin, ends[r], end, to, order);
        else from.copy(group, p, begin, p, to, begin, end - begin);
        merged.push_back(begin = end);
      }
      ends = std::move(merged);
      std::swap(from, to);
    }
  } catch (...) {
    keep();
    throw;
  }
  keep();
}

/// Sorts elements(p) of all parts; spare(p) has room for as many elements. Each part keeps its
/// size.
template <class K, class Group, class Elements, class Spare, class Less>
void sort_parts(Group const& group, part_sizes const& sizes, Elements elements, Spare spare, Less less) {
  settled_on_failure const failure(group);
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 1) elements(p).sort(group.policy(p), sizes.size(p), less);
  });
  std::ptrdiff_t const parts = sizes.parts();
  if (sizes.largest() == sizes.total()) return group.finish();
  auto const order = detail::sorting_order<K>(less);
  auto const keys = [&](std::ptrdiff_t p) { return static_cast<K const*>(elements(p).keys); };
  std::vector<std::ptrdiff_t> const cuts = detail::cut_parts<K>(group, sizes, keys, order);
  auto const cut = [&](std::ptrdiff_t c, std::ptrdiff_t p) {
    return c < 0 ? 0 : c == parts - 1 ? sizes.size(p) : cuts[static_cast<std::size_t>(c * parts + p)];
  };
  group.barrier();
  group.run([&](std::ptrdiff_t p) {
    std::ptrdiff_t end = 0;
    for (std::ptrdiff_t q = 0; q < parts; ++q) {
      std::ptrdiff_t const begin = cut(p - 1, q), n = cut(p, q) - begin;
      if (n > 0) elements(q).copy(group, q, begin, p, spare(p), end, n);
      end += n;
    }
  });
  group.barrier();
  std::vector<char> merges(static_cast<std::size_t>(parts));
  try {
    group.run([&](std::ptrdiff_t p) {
      std::vector<std::ptrdiff_t> ends;
      ends.reserve(static_cast<std::size_t>(parts));
      std::ptrdiff_t end = 0;
      for (std::ptrdiff_t q = 0; q < parts; ++q) {
        std::ptrdiff_t const n = cut(p, q) - cut(p - 1, q);
        if (n > 0) ends.push_back(end += n);
      }
      merges[static_cast<std::size_t>(p)] = 1;
      detail::merge_pieces(group, p, std::move(ends), spare(p), elements(p), order);
    });
  } catch (...) {  // memory ran out: the shares of the parts that did not begin to merge have arrived too
    for (std::ptrdiff_t p = 0; p < parts; ++p) {
      if (merges[static_cast<std::size_t>(p)] == 0) spare(p).copy(group, p, 0, p, elements(p), 0, sizes.size(p));
    }
    throw;
  }
  group.finish();
}

}  // namespace thrum::detail
