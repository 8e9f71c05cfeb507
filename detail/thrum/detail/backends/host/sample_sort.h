// Sample sort: elements are distributed over buckets between the elements of a sorted sample, and
// each bucket is sorted within a cache. The bucket of an element is looked up without a branch, for
// several elements at once (Sanders and Winkel: Super Scalar Sample Sort, 2004). Elements that
// equal a bound have a bucket of their own, which is already in order (Axtmann, Witt, Ferizovic and
// Sanders: In-Place Parallel Super Scalar Samplesort, 2017). Elements keep their order within a
// bucket, so the sort is stable. A bucket that is still large is sorted by all tasks, by merges.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/merge_sort.h>
#include <thrum/detail/backends/host/order_of_neighbours.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/merge/sort_run.h>
#include <thrum/detail/kernels/sample.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Bounds that divide elements into buckets. Bucket 2 b holds the elements that equal bound b,
/// bucket 2 b + 1 those between bound b and the next bound. Bound 0 is the same as bound 1; bucket
/// 0 holds the elements before it.
template <class T>
struct bucket_bounds {
  static constexpr int levels = 7;
  static constexpr std::ptrdiff_t bounds = 1 << levels, buckets = 2 * bounds, sample_size = 8 * bounds;
  /// Tells whether bounds are copies: small ones are. Others are pointers to elements of a range
  /// that does not change meanwhile.
  static constexpr bool copied = std::is_trivially_copyable_v<T> && sizeof(T) <= 32;
  using bound = std::conditional_t<copied, T, T const*>;
  static T const& value(bound const& b) {
    if constexpr (copied) return b;
    else return *b;
  }

  /// The bounds in ascending order, and as a tree: the children of node i are nodes 2 i and 2 i +
  /// 1.
  bound *ascending, *tree;

  /// Chooses the bounds. `sample` has room for twice the sample.
  template <class Less>
  void choose(T const* records, std::ptrdiff_t n, T const** sample, Less less) const {
    sample_indices const place{n, sample_size};
    for (std::ptrdiff_t j = 0; j < sample_size; ++j) sample[j] = records + place(j);
    auto by_value = [&less](T const* a, T const* b) { return static_cast<bool>(less(*a, *b)); };
    detail::sort_run(sample, sample + sample_size, sample_size, by_value);
    auto const put = [](bound* to, T const* element) {
      if constexpr (copied) ::new (static_cast<void*>(to)) T(*element);
      else *to = element;
    };
    for (std::ptrdiff_t b = 0; b < bounds; ++b)
      put(ascending + b, sample[std::max<std::ptrdiff_t>(b, 1) * (sample_size / bounds)]);
    for (int level = 0; level < levels; ++level) {
      for (std::ptrdiff_t i = 0; i < 1 << level; ++i) {
        put(tree + (1 << level) + i, __builtin_addressof(value(ascending[(2 * i + 1) << (levels - 1 - level)])));
      }
    }
  }

  /// Writes the buckets of Many elements to `found`, and counts them. No look-up waits for another
  /// look-up.
  template <std::ptrdiff_t Many, class Less>
  void find_buckets(T const* x, unsigned char* found, std::ptrdiff_t* counts, Less& less) const {
    unsigned at[Many];
    for (std::ptrdiff_t j = 0; j < Many; ++j) at[j] = 1;
    for (int level = 0; level < levels; ++level) {
      THRUM_UNROLL
      for (std::ptrdiff_t j = 0; j < Many; ++j)
        at[j] = 2 * at[j] + !static_cast<bool>(less(x[j], value(tree[at[j]])));
    }
    for (std::ptrdiff_t j = 0; j < Many; ++j) {
      unsigned const b = at[j] - static_cast<unsigned>(bounds);
      unsigned const bucket = 2 * b + static_cast<bool>(less(value(ascending[b]), x[j]));
      found[j] = static_cast<unsigned char>(bucket);
      ++counts[bucket];
    }
  }
};

/// An object that distributes a range over buckets.
template <class B, class T>
class bucket_sorter {
  using bounds_type = bucket_bounds<T>;

 public:
  static constexpr std::ptrdiff_t buckets = bounds_type::buckets;

  bucket_sorter(B const& exec, std::ptrdiff_t n)
      : exec_(exec),
        n_(n),
        tile_(tile_of(n)),
        tiles_((n + tile_ - 1) / tile_),
        sample_(exec, 2 * bounds_type::sample_size),
        bounds_(exec, 2 * bounds_type::bounds),
        found_(exec, n),
        places_(exec, (tiles_ + 1) * buckets + 1) {}

  /// Returns the bytes of the scratch memory.
  static std::size_t scratch_bytes(std::ptrdiff_t n) {
    std::ptrdiff_t const tiles = (n - 1) / tile_of(n) + 1;
    return static_cast<std::size_t>(n) + 2 * bounds_type::sample_size * sizeof(T const*) +
           2 * bounds_type::bounds * sizeof(typename bounds_type::bound) +
           static_cast<std::size_t>((tiles + 1) * buckets + 1) * sizeof(std::ptrdiff_t);
  }

  /// Returns the array of bucket begins: bucket b is [begins()[b], begins()[b + 1]).
  std::ptrdiff_t const* begins() const { return places_.data() + tiles_ * buckets; }
  /// Returns whether the elements of a bucket may differ.
  static bool differ(std::ptrdiff_t bucket) { return bucket == 0 || bucket % 2 != 0; }

  /// Brings the elements into the order of their buckets, and leaves a copy of the original
  /// elements at `buffer`.
  template <class Less>
  void distribute(T* records, T* buffer, Less less) const {
    bounds_type const bounds{bounds_.data(), bounds_.data() + bounds_type::bounds};
    bounds.choose(records, n_, sample_.data(), less);
    exec_.for_each_n(
        tiles_,
        [=, n = n_, tile = tile_, found = found_.data(), places = places_.data()](std::ptrdiff_t t) {
          constexpr std::ptrdiff_t abreast = 8;
          Less own = less;
          std::ptrdiff_t counts[buckets] = {};
          std::ptrdiff_t const begin = t * tile, end = std::min(n, begin + tile);
          std::ptrdiff_t i = begin;
          for (; end - i >= abreast; i += abreast)
            bounds.template find_buckets<abreast>(records + i, found + i, counts, own);
          for (; i < end; ++i) bounds.template find_buckets<1>(records + i, found + i, counts, own);
          std::copy_n(counts, buckets, places + t * buckets);
          std::copy(records + begin, records + end, buffer + begin);
        },
        1);
    std::ptrdiff_t place = 0;
    for (std::ptrdiff_t b = 0; b < buckets; ++b) {
      places_[tiles_ * buckets + b] = place;
      for (std::ptrdiff_t t = 0; t < tiles_; ++t) place += std::exchange(places_[t * buckets + b], place);
    }
    places_[(tiles_ + 1) * buckets] = n_;
    exec_.for_each_n(
        tiles_,
        [=, n = n_, tile = tile_, found = static_cast<unsigned char const*>(found_.data()),
         places = places_.data()](std::ptrdiff_t t) {
          std::ptrdiff_t at[buckets];
          std::copy_n(places + t * buckets, buckets, at);
          std::ptrdiff_t const begin = t * tile, end = std::min(n, begin + tile);
          for (std::ptrdiff_t i = begin; i < end; ++i) records[at[found[i]]++] = buffer[i];
        },
        1);
  }

 private:
  static constexpr std::ptrdiff_t tile_of(std::ptrdiff_t n) {
    return std::max(n < few_to_sample_sort ? few_sample_sort_tile : least_sample_sort_tile,
                    (n - 1) / most_sample_sort_tiles + 1);
  }

  B const& exec_;
  std::ptrdiff_t n_, tile_, tiles_;
  scratch_array<T const*, B> sample_;
  scratch_array<typename bounds_type::bound, B> bounds_;
  scratch_array<unsigned char, B> found_;
  scratch_array<std::ptrdiff_t, B> places_;
};

/// Sorts n plain records that are in no order by a sample. Nothing is allocated once a record has
/// moved.
template <class B, class T, class Less>
void sample_sort_unordered(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  static_assert(std::is_trivially_copyable_v<T>);
  // A bucket is shorter than the whole range, but may be cut into more pieces.
  scratch_array<std::ptrdiff_t, B> const splits(exec, detail::splits_for(n));
  scratch_array<T, B> const buffer(exec, n);
  using sorter = bucket_sorter<B, T>;
  sorter const by_bucket(exec, n);
  by_bucket.distribute(records, buffer.data(), less);
  std::ptrdiff_t const large = n / large_bucket_part;
  std::ptrdiff_t const* const begins = by_bucket.begins();
  exec.for_each_n(
      sorter::buckets,
      [=, b = buffer.data()](std::ptrdiff_t bucket) {
        std::ptrdiff_t const begin = begins[bucket], size = begins[bucket + 1] - begin;
        if (sorter::differ(bucket) && size <= large) detail::sort_run(records + begin, b + begin, size, less);
      },
      1);
  for (std::ptrdiff_t bucket = 0; bucket < sorter::buckets; ++bucket) {
    std::ptrdiff_t const begin = begins[bucket], size = begins[bucket + 1] - begin;
    if (sorter::differ(bucket) && size > large)
      detail::sort_by_merges(exec, records + begin, buffer.data() + begin, size, splits.data(), less);
  }
}

/// Returns whether most records of a small sample are equal to others.
template <class T, class Less>
bool has_many_equal(T const* records, std::ptrdiff_t n, Less less) {
  constexpr std::ptrdiff_t size = 64;
  T const* sample[2 * size];
  sample_indices const place{n, size};
  for (std::ptrdiff_t i = 0; i < size; ++i) sample[i] = records + place(i);
  auto by_value = [&less](T const* a, T const* b) { return static_cast<bool>(less(*a, *b)); };
  detail::sort_run(sample, sample + size, size, by_value);
  std::ptrdiff_t equal = 0;
  for (std::ptrdiff_t i = 1; i < size; ++i) equal += !by_value(sample[i - 1], sample[i]);
  return equal > size / 2;
}

/// The least number of elements for sample sorts, and that of elements most of which are equal to
/// others.
inline constexpr std::ptrdiff_t sample_sort_minimum = 1 << 16, sample_sort_minimum_of_equal = 4096;

/// Sorts n plain records stably, by merges or by a sample. Returns whether they were already in
/// order. Nothing is allocated once a record has moved.
template <class B, class T, class Less>
bool merge_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  order_of_neighbours const found = detail::sort_ordered(exec, records, n, less);
  if (found.ascending || found.descending) return found.ascending;
  if (n >= sample_sort_minimum_of_equal && detail::has_many_equal(records, n, less))
    detail::sample_sort_unordered(exec, records, n, less);
  else detail::merge_sort_unordered(exec, records, n, less);
  return false;
}
template <class B, class T, class Less>
bool sample_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  order_of_neighbours const found = detail::sort_ordered(exec, records, n, less);
  if (found.ascending || found.descending) return found.ascending;
  detail::sample_sort_unordered(exec, records, n, less);
  return false;
}

}  // namespace thrum::detail
