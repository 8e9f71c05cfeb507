// The few places of a range among which its k least elements are: by one look at each element against an element of a sorted
// sample that is certain enough to be no less than the last wanted one, or, of small ranges, than the k-th least so far.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/compose/compact.h>
#include <thrum/detail/compose/select.h>
#include <thrum/detail/compose/selected_places.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/seq.h>
#include <algorithm>
#include <cstddef>
#include <iterator>

namespace thrum::detail {

/// Whether any place of [begin, begin + 32) comes before the selected one: a comparison for each and no branch.
template <class Places>
bool any_before(Places const& places, std::ptrdiff_t begin, bool wins_ties) {
  int any = 0;
  for (std::ptrdiff_t j = 0; j < 32; ++j) any |= static_cast<int>(places.before(begin + j, wins_ties));
  return any != 0;
}

/// Writes the places of [begin, end) that come before the selected one to `to`; returns how many they are, -1 if there are
/// more than there is room for.
template <class Places>
std::ptrdiff_t places_before(Places const& places, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t* to,
                             std::ptrdiff_t room) {
  std::ptrdiff_t found = 0;
  for (; begin < end; begin += 32) {
    std::ptrdiff_t const size = std::min<std::ptrdiff_t>(32, end - begin);
    if (size == 32 && !detail::any_before(places, begin, true)) continue;
    if (room - found < size) return -1;
    for (std::ptrdiff_t j = 0; j < size; ++j) {
      to[found] = begin + j;
      found += places.before(begin + j, true);
    }
  }
  return found;
}

/// Writes the places of the k least of n elements, in the order of these, to `to`, by insertion; false where many had to be
/// inserted.
template <class K, class Less>
bool insert_least(K keys, std::ptrdiff_t n, std::ptrdiff_t k, std::ptrdiff_t* to, Less less) {
  auto order = detail::sorting_order<std::iter_value_t<K>>(less);
  std::ptrdiff_t count = 0, left = k + n / 16;
  auto const insert = [&](std::ptrdiff_t i) {
    std::ptrdiff_t j = count < k ? count++ : k - 1;
    for (; j > 0 && order(keys[i], keys[to[j - 1]]); --j) to[j] = to[j - 1];
    to[j] = i;
    --left;
  };
  std::ptrdiff_t i = 0;
  while (i < k) insert(i++);
  auto last = detail::places_around(seq_policy{}, keys, less, to[k - 1]);
  while (i < n && left > 0) {
    std::ptrdiff_t const size = std::min<std::ptrdiff_t>(32, n - i);
    if (size < 32 || detail::any_before(last, i, false)) {
      for (std::ptrdiff_t const end = i + size; i < end; ++i) {
        if (!last.before(i, false)) continue;
        insert(i);
        last = detail::places_around(seq_policy{}, keys, less, to[k - 1]);
      }
    } else {
      i += size;
    }
  }
  return left > 0;
}

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

  /// Looks for them. It finds none where k is not small, where the least elements are close together, or the sample was a
  /// bad one.
  template <class K, class Less>
  bool find(K keys, Less less) {
    if (rank_ == 0) return false;
    if (k_ < most_inserted && n_ < 4 * tile && detail::insert_least(keys, n_, k_ + 1, places_.data(), less)) {
      count_ = k_ + 1;
      place_ = places_[k_];
      std::sort(places_.data(), places_.data() + count_);
      return true;
    }
    std::ptrdiff_t const size = sample_of(n_);
    std::ptrdiff_t const bound =
        sorted_candidates<B, K, Less>(exec_, keys, less, {}, sampled{n_, size}, size).place(rank_);
    auto const near = detail::places_around(exec_, keys, less, bound);
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
    if (count_ <= k_) return false;
    place_ = detail::select_among(exec_, candidate_places{places_.data()}, count_, k_, keys, less);
    return true;
  }

  /// The place of the element that has k others before it.
  std::ptrdiff_t place() const { return place_; }
  /// Writes the places of those from `from` on to `to`; returns how many they are.
  template <class Places>
  std::ptrdiff_t chosen(Places const& around, std::ptrdiff_t from, std::ptrdiff_t* to) const {
    std::ptrdiff_t const* const all = places_.data();
    std::ptrdiff_t const* const at = std::lower_bound(all, all + count_, from);
    return detail::compact(exec_, at, all + count_ - at, to, chosen_before<Places>{around, at});
  }

 private:
  static std::ptrdiff_t sample_of(std::ptrdiff_t n) {
    return detail::sample_root_of(n) * detail::sample_root_of(n);
  }
  /// How many of a sample come before one behind which the k-th of n is certain enough not to be; 0 where it would be behind
  /// too many. The number of elements in a sample that are less varies by the root of what is expected.
  static std::ptrdiff_t rank_of(std::ptrdiff_t n, std::ptrdiff_t k) {
    if (n < 512 || k > n / 32) return 0;
    std::ptrdiff_t const expected = k * sample_of(n) / n + 1;
    std::ptrdiff_t root = 1;
    while (root * root < expected) ++root;
    return expected + 4 * root + 4;
  }

  B const& exec_;
  std::ptrdiff_t n_, k_, rank_, tiles_, room_, count_ = 0, place_ = 0;
  scratch_array<std::ptrdiff_t, B> places_, counts_;
};

}  // namespace thrum::detail
