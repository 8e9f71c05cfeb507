// Sample sort: elements are distributed over buckets between the elements of a sorted sample, and
// each bucket is sorted within a cache. The bucket of an element is looked up without a branch, for
// several elements at once (Sanders and Winkel: Super Scalar Sample Sort, 2004). Elements that
// equal a bound have a bucket of their own, which is already in order (Axtmann, Witt, Ferizovic and
// Sanders: In-Place Parallel Super Scalar Samplesort, 2017). Elements keep their order within a
// bucket, so the sort is stable. A bucket that is still large is sorted by all tasks, by merges.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/host/merge_sort.h>
#include <thrum/detail/backends/host/order_of_neighbours.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/merge/sort_run.h>
#include <thrum/detail/kernels/sample.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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

  /// Copies the elements in the order of their buckets to `to`.
  template <class Less>
  void distribute(T const* records, T* to, Less less) const {
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
          for (std::ptrdiff_t i = begin; i < end; ++i) {
            T* const next = to + at[found[i]]++;
            *next = records[i];
            detail::expect_stores_after(next);
          }
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
  T* const in_buckets = buffer.data();
  by_bucket.distribute(records, in_buckets, less);
  std::ptrdiff_t const large = n / large_bucket_part;
  std::ptrdiff_t const* const begins = by_bucket.begins();
  exec.for_each_n(
      sorter::buckets,
      [=](std::ptrdiff_t bucket) {
        std::ptrdiff_t const begin = begins[bucket], size = begins[bucket + 1] - begin;
        T *const from = in_buckets + begin, *const to = records + begin;
        if (size > large) return;
        if (sorter::differ(bucket)) detail::sort_run(from, to, size, less, to);
        else std::copy_n(from, size, to);
      },
      1);
  for (std::ptrdiff_t bucket = 0; bucket < sorter::buckets; ++bucket) {
    std::ptrdiff_t const begin = begins[bucket], size = begins[bucket + 1] - begin;
    if (size <= large) continue;
    T *const from = in_buckets + begin, *const to = records + begin;
    exec.for_each_n(size, [=](std::ptrdiff_t i) { to[i] = from[i]; }, default_grain);
    if (sorter::differ(bucket)) detail::sort_by_merges(exec, to, from, size, splits.data(), less);
  }
}

/// The least number of elements for sample sorts, and that of elements most of which are equal to
/// others.
inline constexpr std::ptrdiff_t sample_sort_minimum = 1 << 16, sample_sort_minimum_of_equal = 4096;

/// The most threads for which one thread sorts records that are nearly in order.
inline constexpr std::ptrdiff_t most_threads_of_nearly_sorted = 3;

/// A record that was taken out of a range, and its place.
template <class T>
struct taken_record {
  T record;
  std::uint32_t place;
};

/// Merges records that were taken out, in order, into the kept ones that were before them, from the
/// last to the first. If less throws, the end of the object leaves all records in the range.
template <class T>
class taken_records_merge {
 public:
  /// The kept records are at the beginning of `records`.
  taken_records_merge(T* records, std::ptrdiff_t kept, taken_record<T> const* taken, std::ptrdiff_t taken_size)
      : records_(records), taken_(taken), kept_(kept), left_(taken_size) {}
  taken_records_merge(taken_records_merge const&) = delete;
  taken_records_merge& operator=(taken_records_merge const&) = delete;
  ~taken_records_merge() {
    while (left_ > 0) put_taken();
  }
  template <class Less>
  void merge(std::uint32_t const* places, Less& less) {
    while (left_ > 0 && kept_ > 0) {
      T const& kept = records_[kept_ - 1];
      taken_record<T> const& taken = taken_[left_ - 1];
      bool const kept_is_last =
          less(taken.record, kept) || (places[kept_ - 1] > taken.place && !less(kept, taken.record));
      if (kept_is_last) {
        records_[kept_ - 1 + left_] = kept;
        --kept_;
      } else {
        put_taken();
      }
    }
  }

 private:
  void put_taken() {
    --left_;
    records_[kept_ + left_] = taken_[left_].record;
  }

  T* const records_;
  taken_record<T> const* const taken_;
  std::ptrdiff_t kept_, left_;
};

/// Returns the bytes of the scratch memory of sort_nearly_sorted.
template <class T>
std::size_t scratch_of_nearly_sorted(std::ptrdiff_t n) {
  return static_cast<std::size_t>(n) * sizeof(std::uint32_t) +
         static_cast<std::size_t>(n / part_out_of_order * 2) * sizeof(taken_record<T>);
}
/// Sorts n plain records on the calling thread if they are nearly in order, unless there are so
/// many threads that these sort them sooner. Returns whether it sorted.
template <class B, class T, class Less>
bool sort_nearly_sorted(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  using place = std::uint32_t;
  if constexpr (sizeof(T) < sizeof(place)) {
    return false;
  } else {
    if (n < sample_sort_minimum_of_equal || n > std::numeric_limits<place>::max()) return false;
    bool const are_many =
        !backend_traits<B>::is_serial && backend_traits<B>::concurrency(exec) > most_threads_of_nearly_sorted;
    if (are_many || !detail::may_be_nearly_in_order(records, n, less)) return false;
    scratch_array<place, B> const kept(exec, n);
    scratch_array<taken_record<T>, B> const memory(exec, n / part_out_of_order * 2);
    std::ptrdiff_t const size = detail::keep_in_order(records, n, kept.data(), less), taken_size = n - size;
    if (size < 0) return false;
    taken_record<T>* const taken = memory.data();
    std::ptrdiff_t t = 0;
    detail::for_each_taken_out(kept.data(), size, n, [&](place i) { taken[t++] = {records[i], i}; });
    auto by_record = [&less](taken_record<T> const& x, taken_record<T> const& y) {
      return static_cast<bool>(less(x.record, y.record));
    };
    detail::sort_by_doubling(taken, taken + taken_size, taken_size, by_record, taken);
    for (std::ptrdiff_t j = 0; j < size; ++j) records[j] = records[kept[j]];
    taken_records_merge<T>(records, size, taken, taken_size).merge(kept.data(), less);
    return true;
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

/// Sorts n plain records stably, by merges or by a sample. Returns whether they were already in
/// order. Nothing is allocated once a record has moved.
template <class B, class T, class Less>
bool merge_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  order_of_neighbours const found = detail::sort_ordered(exec, records, n, less);
  if (found.ascending || found.descending) return found.ascending;
  if (detail::sort_nearly_sorted(exec, records, n, less)) return false;
  if (n >= sample_sort_minimum_of_equal && detail::has_many_equal(records, n, less))
    detail::sample_sort_unordered(exec, records, n, less);
  else detail::merge_sort_unordered(exec, records, n, less);
  return false;
}
template <class B, class T, class Less>
bool sample_sort(B const& exec, T* records, std::ptrdiff_t n, Less less) {
  order_of_neighbours const found = detail::sort_ordered(exec, records, n, less);
  if (found.ascending || found.descending) return found.ascending;
  if (detail::sort_nearly_sorted(exec, records, n, less)) return false;
  detail::sample_sort_unordered(exec, records, n, less);
  return false;
}

}  // namespace thrum::detail
