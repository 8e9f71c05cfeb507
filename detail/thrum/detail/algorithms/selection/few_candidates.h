// The few places (indices of elements) of a range that include the places of its k least elements.
// Each element is compared once with an element of a sorted sample that is, with enough certainty,
// not less than the last wanted one. In small ranges, each element is compared with the k-th least
// so far instead.
#pragma once

#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/before_limit.h>
#include <thrum/detail/algorithms/selection/select.h>
#include <thrum/detail/algorithms/selection/selected_places.h>
#include <thrum/detail/primitives/compact.h>
#include <algorithm>
#include <cstddef>
#include <iterator>

namespace thrum::detail {

/// Writes the places of [begin, end) that come before the limit or tie with it to `to`. Returns how
/// many places there are, or -1 if there are more than there is room for.
template <class Test>
std::ptrdiff_t places_before(Test const& test, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t* to,
                             std::ptrdiff_t room) {
  std::ptrdiff_t found = 0;
  while ((begin = detail::next_before(test, begin, end)) < end) {
    if (found == room) return -1;
    to[found++] = begin++;
  }
  return found;
}

/// The places of the k least elements that the object has been shown, in the order of the elements,
/// kept by insertion.
template <class K, class Less>
class least_seen {
 public:
  /// Writes the places to `to`. At most `most` elements may have to be inserted.
  least_seen(K keys, Less less, std::ptrdiff_t k, std::ptrdiff_t* to, std::ptrdiff_t most)
      : keys_(keys), less_(less), k_(k), to_(to), left_(most) {}

  /// Shows the object the elements of [begin, end), after all others that it has been shown.
  /// Returns false if too many had to be inserted, or if the last of the k is no limit.
  bool show(std::ptrdiff_t begin, std::ptrdiff_t end) {
    while (count_ < k_ && begin < end) insert(begin++);
    for (; begin < end; --left_) {
      before_limit<K, Less, false> const last(keys_, less_, to_[k_ - 1]);
      if (left_ == 0 || !last.is_limit()) return false;
      begin = detail::next_before(last, begin, end);
      if (begin < end) insert(begin++);
    }
    return true;
  }

 private:
  void insert(std::ptrdiff_t i) {
    auto order = detail::sorting_order<std::iter_value_t<K>>(less_);
    std::ptrdiff_t j = count_ < k_ ? count_++ : k_ - 1;
    for (; j > 0 && order(keys_[i], keys_[to_[j - 1]]); --j) to_[j] = to_[j - 1];
    to_[j] = i;
  }
  K keys_;
  Less less_;
  std::ptrdiff_t k_, count_ = 0;
  std::ptrdiff_t* to_;
  std::ptrdiff_t left_;
};

template <class Places>
struct chosen_before {
  Places places;
  std::ptrdiff_t const* at;
  bool operator()(std::ptrdiff_t i) const { return places.before(at[i]); }
};

/// The candidates for the k + 1 least of n elements: their places, in ascending order.
template <class B>
class few_candidates {
  static constexpr std::ptrdiff_t tile = 16384, most_inserted = 16;

 public:
  few_candidates(B const& exec, std::ptrdiff_t n, std::ptrdiff_t k)
      : exec_(exec),
        n_(n),
        k_(k),
        rank_(rank_of(n, k)),
        tiles_(rank_ == 0 ? 0 : (n + tile - 1) / tile),
        room_(3 * rank_ * std::min(n, tile) / sample_of(n) + 64),
        places_(exec, tiles_ * room_),
        counts_(exec, tiles_) {}

  /// Searches for the candidates. Finds none, and returns false, if k is not small, if the least
  /// elements are close together, or if the sample was a bad one.
  template <class K, class Less>
  bool find(K keys, Less less) {
    if (rank_ == 0) return false;
    return k_ < most_inserted ? find_by_insertion(keys, less) : find_by_sample(keys, less);
  }

  /// Returns the place of the element that has k others before it.
  std::ptrdiff_t place() const { return place_; }
  /// Writes the places of the chosen elements from `from` on to `to`, at most `most` of them.
  /// Returns how many there are.
  template <class Places>
  std::ptrdiff_t chosen(Places const& around, std::ptrdiff_t from, std::ptrdiff_t* to, std::ptrdiff_t most) const {
    std::ptrdiff_t const* const all = places_.data();
    std::ptrdiff_t const* const at = std::lower_bound(all, all + count_, from);
    return detail::compact_at_most(exec_, at, all + count_ - at, to, most, chosen_before<Places>{around, at});
  }
  /// Writes the k places to `to`. If the order contradicts itself, so that there are fewer or more
  /// than k, writes some k places.
  template <class Places>
  void choose(Places const& around, std::ptrdiff_t* to) const {
    if (chosen(around, 0, to, k_) != k_) std::copy_n(places_.data(), k_, to);
  }

 private:
  static std::ptrdiff_t sample_of(std::ptrdiff_t n) {
    return detail::sample_root_of(n) * detail::sample_root_of(n);
  }
  /// Finds the candidates by insertion: the least elements of some blocks bound the least elements
  /// of all.
  template <class K, class Less>
  bool find_by_insertion(K keys, Less less) {
    constexpr std::ptrdiff_t blocks = 256, block = 64;
    std::ptrdiff_t least[most_inserted];
    least_seen<K, Less> some(keys, less, k_ + 1, least, n_ / 16);
    if (n_ < 4 * tile) {
      if (!some.show(0, n_)) return false;
    } else {
      for (std::ptrdiff_t b = 0; b < blocks; ++b) {
        if (!some.show(n_ / blocks * b, n_ / blocks * b + block)) return false;
      }
      if (!collect(keys, less, least[k_])) return false;
      least_seen<K, Less> all(keys, less, k_ + 1, least, count_);
      for (std::ptrdiff_t i = 0; i < count_; ++i) {
        if (!all.show(places_[i], places_[i] + 1)) return false;
      }
    }
    place_ = least[k_];
    std::sort(least, least + k_ + 1);
    std::copy_n(least, k_ + 1, places_.data());
    count_ = k_ + 1;
    return true;
  }

  template <class K, class Less>
  bool find_by_sample(K keys, Less less) {
    std::ptrdiff_t const size = sample_of(n_);
    if (!collect(
            keys, less,
            sorted_candidates<B, K, Less>(exec_, keys, less, {}, sample_indices{n_, size}, size).place(rank_))) {
      return false;
    }
    place_ = detail::select_among(exec_, candidate_places{places_.data()}, count_, k_, keys, less);
    return true;
  }

  /// Takes as candidates the elements that come before the element at `bound` or tie with it.
  /// Returns false if there are too many or too few.
  template <class K, class Less>
  bool collect(K keys, Less less, std::ptrdiff_t bound) {
    before_limit<K, Less, true> const near(keys, less, bound);
    if (!near.is_limit()) return false;
    exec_.for_each_n(
        tiles_,
        [=, n = n_, room = room_, places = places_.data(), counts = counts_.data()](std::ptrdiff_t t) {
          std::ptrdiff_t const begin = t * tile;
          counts[t] = detail::places_before(near, begin, std::min(n, begin + tile), places + t * room, room);
        },
        1);
    for (std::ptrdiff_t t = 0; t < tiles_; ++t) {
      if (counts_[t] < 0) return false;
      std::copy_n(places_.data() + t * room_, counts_[t], places_.data() + count_);
      count_ += counts_[t];
    }
    return count_ > k_;
  }

  /// Returns a rank in the sorted sample: the element of that rank is, with enough certainty, not
  /// before the k-th of the n elements. Returns 0 if too many elements would come before it. The
  /// number of elements in a sample that are less than a given one varies by the root of the
  /// expected number.
  static std::ptrdiff_t rank_of(std::ptrdiff_t n, std::ptrdiff_t k) {
    if (n < 512 || k > n / 32) return 0;
    std::ptrdiff_t const sample = sample_of(n);
    std::ptrdiff_t four_roots = 1;
    while (four_roots * four_roots < 16 * k * sample / n) ++four_roots;
    return k * sample / n + four_roots + 5;
  }

  B const& exec_;
  std::ptrdiff_t n_, k_, rank_, tiles_, room_, count_ = 0, place_ = 0;
  scratch_array<std::ptrdiff_t, B> places_, counts_;
};

}  // namespace thrum::detail
