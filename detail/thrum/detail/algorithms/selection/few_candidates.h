// The few candidates of a selection: the indices of elements that include the k least ones. Each
// element is compared once with an element of a sorted sample that is, with enough certainty, not
// less than the last wanted one. If very few elements are wanted, each element is compared with the
// k-th least so far instead, which is kept in order by insertion.
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/selection/floyd_rivest.h>
#include <thrum/detail/algorithms/selection/selected_element.h>
#include <thrum/detail/algorithms/selection/selection_method.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/compact.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Whether element i comes before the limit, or ties with it if Ties count: by one comparison.
template <class K, class Less, bool Ties>
class limit_test {
  using T = std::iter_value_t<K>;
  static constexpr bool is_held = std::is_trivially_copyable_v<T> && std::is_copy_constructible_v<T>;
  static constexpr bool is_floating = requires(Less const& less, T const& x) { digits<T, Less>::value(less, x); };

 public:
  /// How many elements are asked about at once, if comparisons are vector instructions; otherwise
  /// 1.
#if defined(__AVX2__)
  static constexpr int lanes = std::is_arithmetic_v<T> && is_radix_key<T> ? 8 : 1, rows = lanes;
#else
  static constexpr int lanes = is_radix_key<T> && sizeof(T) <= 4 ? 4 : 1, rows = lanes;
#endif
  /// Whether a group is asked about as a search asks. The 8 greatest of 16384 floats take clang++
  /// so 3.4 us at -O2, and 6.2 lane by lane; of int32 2.7 and 3.7. g++ takes 2.0 us at -O3
  /// -march=native, and 2.2 lane by lane; but at -O2 3.3 instead of 3.0. Numbers of 8 bytes gain
  /// nothing.
#if defined(__clang__) || defined(__AVX2__)
  static constexpr bool is_search = std::is_arithmetic_v<T> && sizeof(T) == 4;
#else
  static constexpr bool is_search = false;
#endif
  static constexpr std::ptrdiff_t group = is_search ? places_of_group : lanes * rows;
  using element = T;

  /// Takes the element at `at` as the limit.
  limit_test(K keys, Less const& less, std::ptrdiff_t at) : keys_(keys), less_(less), limit_(held_at(keys, at)) {}

  /// Returns whether the limit is no NaN: nothing is less than a NaN.
  bool is_limit() const {
    if constexpr (is_floating)
      return digits<T, Less>::value(less_, limit_) == digits<T, Less>::value(less_, limit_);
    else return true;
  }
  bool operator()(std::ptrdiff_t i) const {
    if constexpr (is_floating) {
      auto const x = digits<T, Less>::value(less_, keys_[i]), limit = digits<T, Less>::value(less_, limit_);
      return Ties ? x <= limit : x < limit;
    } else {
      auto const order = detail::sorting_order<T>(less_);
      return Ties ? !detail::call(order, limit(), keys_[i])
                  : static_cast<bool>(detail::call(order, keys_[i], limit()));
    }
  }

 private:
  using held = std::conditional_t<is_held, T, K>;
  static held held_at(K keys, std::ptrdiff_t at) {
    if constexpr (is_held) return keys[at];
    else return keys + at;
  }
  decltype(auto) limit() const {
    if constexpr (is_held) return (limit_);
    else return *limit_;
  }
  K keys_;
  Less less_;
  held limit_;
};

/// Returns whether any element of a group passes the test, whose comparisons are vector
/// instructions.
template <class Test>
bool any_of_group_before(Test const& test, std::ptrdiff_t begin) {
  if constexpr (Test::is_search) {
    return detail::any_accepted<typename Test::element>(begin, begin + Test::group, test);
  } else {
    using count = count_type<typename Test::element>;
    count sums[Test::lanes], any = 0;
    for (int lane = 0; lane < Test::lanes; ++lane) {
      count sum = 0;
      THRUM_UNROLL
      for (int row = 0; row < Test::rows; ++row)
        sum += test(begin + row * Test::lanes + lane) ? count(1) : count(0);
      sums[lane] = sum;
    }
    for (int lane = 0; lane < Test::lanes; ++lane) any += sums[lane];
    return any != 0;
  }
}
/// Returns where a group of [begin, end) begins of which an element passes the test, if tests are
/// vector instructions; or where few elements are left.
template <class Test>
std::ptrdiff_t next_group_before(Test const& test, std::ptrdiff_t begin, std::ptrdiff_t end) {
  if constexpr (Test::lanes > 1) {
    while (end - begin >= Test::group && !detail::any_of_group_before(test, begin)) begin += Test::group;
  }
  return begin;
}
/// Returns the first i in [begin, end) with test(i), or end.
template <class Test>
std::ptrdiff_t next_before(Test const& test, std::ptrdiff_t begin, std::ptrdiff_t end) {
  begin = detail::next_group_before(test, begin, end);
  for (; end - begin >= 8; begin += 8) {
    THRUM_UNROLL
    for (int j = 0; j < 8; ++j) {
      if (test(begin + j)) return begin + j;
    }
  }
  while (begin < end && !test(begin)) ++begin;
  return begin;
}

/// Writes the indices of [begin, end) that come before the limit or tie with it to `to`. Returns
/// how many indices there are, or -1 if there are more than there is room for.
template <class Test>
std::ptrdiff_t indices_before(Test const& test, std::ptrdiff_t begin, std::ptrdiff_t end, std::ptrdiff_t* to,
                              std::ptrdiff_t room) {
  std::ptrdiff_t found = 0;
  while ((begin = detail::next_before(test, begin, end)) < end) {
    if (found == room) return -1;
    to[found++] = begin++;
  }
  return found;
}

/// The indices of the k least elements that the object has been shown, in the order of the
/// elements, kept by insertion.
template <class K, class Less>
class least_seen {
 public:
  /// Writes the indices to `to`. At most `most` elements may have to be inserted.
  least_seen(K keys, Less less, std::ptrdiff_t k, std::ptrdiff_t* to, std::ptrdiff_t most)
      : keys_(keys), less_(less), k_(k), to_(to), left_(most) {}

  /// Shows the object the elements of [begin, end), after all others that it has been shown.
  /// Returns false if too many had to be inserted, or if the last of the k is no limit.
  bool show(std::ptrdiff_t begin, std::ptrdiff_t end) {
    while (count_ < k_ && begin < end) insert(begin++);
    if constexpr (limit_test<K, Less, false>::lanes > 1) {
      while (end - begin >= flag_group) {
        auto const last = limit();
        if (!last.is_limit()) return false;
        begin = detail::next_group_before(last, begin, end);
        if (end - begin < flag_group) break;
        if (!show_group(begin, last)) return false;
        begin += flag_group;
      }
    }
    for (; begin < end; --left_) {
      auto const last = limit();
      if (left_ == 0 || !last.is_limit()) return false;
      begin = detail::next_before(last, begin, end);
      if (begin < end) insert(begin++);
    }
    return true;
  }

 private:
  /// The test for elements before the last of the k.
  limit_test<K, Less, false> limit() const { return {keys_, less_, to_[k_ - 1]}; }
  /// Shows the object a group of numbers. Only those before the limit that there was at the
  /// beginning are looked at one by one.
  bool show_group(std::ptrdiff_t begin, limit_test<K, Less, false> const& last) {
    unsigned char flags[flag_group];
    detail::answer_group(begin, flags, last);
    for (std::uint64_t bits = detail::flag_bits(flags); bits != 0; bits &= bits - 1) {
      std::ptrdiff_t const i = begin + detail::lowest_bit(bits);
      if (!limit()(i)) continue;
      if (left_-- == 0) return false;
      insert(i);
    }
    return true;
  }
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

template <class Comparison>
struct is_candidate_before {
  Comparison comparison;
  std::ptrdiff_t const* at;
  bool operator()(std::ptrdiff_t i) const { return comparison.before(at[i]); }
};

/// The candidates for the k + 1 least of n elements: their indices, in ascending order.
template <class B>
class few_candidates {
  static constexpr std::ptrdiff_t tile = candidates_tile;

 public:
  /// Takes memory if the method is one of those for few elements.
  few_candidates(B const& exec, std::ptrdiff_t n, std::ptrdiff_t k, selection_method method)
      : exec_(exec),
        n_(n),
        k_(k),
        method_(method),
        rank_(method == selection_method::floyd_rivest ? 0 : rank_of(n, k)),
        tiles_(rank_ == 0 ? 0 : (n + tile - 1) / tile),
        room_(3 * rank_ * std::min(n, tile) / sample_of(n) + 64),
        indices_(exec, tiles_ * room_),
        counts_(exec, tiles_) {}

  /// Searches for the candidates. Finds none, and returns false, if the method is not one for few
  /// elements, if the least elements are close together, or if the sample was a bad one.
  template <class K, class Less>
  bool find(K keys, Less less) {
    switch (method_) {
      case selection_method::insertion:
        return find_by_insertion(keys, less);
      case selection_method::sample_bound:
        return find_by_sample(keys, less);
      default:
        return false;
    }
  }

  /// Returns the index of the element that has k others before it.
  std::ptrdiff_t index() const { return index_; }
  /// Writes the indices of the chosen elements from `from` on to `to`, at most `most` of them.
  /// Returns how many there are.
  template <class Comparison>
  std::ptrdiff_t chosen(Comparison const& around, std::ptrdiff_t from, std::ptrdiff_t* to,
                        std::ptrdiff_t most) const {
    std::ptrdiff_t const* const all = indices_.data();
    std::ptrdiff_t const* const at = std::lower_bound(all, all + count_, from);
    return detail::compact_at_most(exec_, at, all + count_ - at, to, most,
                                   is_candidate_before<Comparison>{around, at});
  }
  /// Writes the k indices to `to`. If the order contradicts itself, so that there are fewer or more
  /// than k, writes some k indices.
  template <class Comparison>
  void choose(Comparison const& around, std::ptrdiff_t* to) const {
    if (chosen(around, 0, to, k_) != k_) std::copy_n(indices_.data(), k_, to);
  }

 private:
  static std::ptrdiff_t sample_of(std::ptrdiff_t n) {
    return detail::sample_root_of(n) * detail::sample_root_of(n);
  }
  /// Finds the candidates by insertion: the least elements of some stretches bound the least
  /// elements of all.
  template <class K, class Less>
  bool find_by_insertion(K keys, Less less) {
    std::ptrdiff_t least[sample_bound_minimum];
    least_seen<K, Less> some(keys, less, k_ + 1, least, n_ <= few_to_insert ? n_ : n_ / 8);
    if (n_ < 4 * tile) {
      if (!some.show(0, n_)) return false;
    } else {
      for (std::ptrdiff_t s = 0; s < bounding_stretches; ++s) {
        std::ptrdiff_t const begin = n_ / bounding_stretches * s;
        if (!some.show(begin, begin + bounding_stretch)) return false;
      }
      if (!collect(keys, less, least[k_])) return false;
      least_seen<K, Less> all(keys, less, k_ + 1, least, count_);
      for (std::ptrdiff_t i = 0; i < count_; ++i) {
        if (!all.show(indices_[i], indices_[i] + 1)) return false;
      }
    }
    index_ = least[k_];
    std::sort(least, least + k_ + 1);
    std::copy_n(least, k_ + 1, indices_.data());
    count_ = k_ + 1;
    return true;
  }

  template <class K, class Less>
  bool find_by_sample(K keys, Less less) {
    std::ptrdiff_t const size = sample_of(n_);
    if (!collect(
            keys, less,
            sorted_candidates<B, K, Less>(exec_, keys, less, {}, sample_indices{n_, size}, size).index(rank_))) {
      return false;
    }
    index_ = detail::floyd_rivest_select(exec_, candidate_indices{indices_.data()}, count_, k_, keys, less);
    return true;
  }

  /// Takes as candidates the elements that come before the element at `bound` or tie with it.
  /// Returns false if there are too many or too few.
  template <class K, class Less>
  bool collect(K keys, Less less, std::ptrdiff_t bound) {
    limit_test<K, Less, true> const near(keys, less, bound);
    if (!near.is_limit()) return false;
    exec_.for_each_n(
        tiles_,
        [=, n = n_, room = room_, indices = indices_.data(), counts = counts_.data()](std::ptrdiff_t t) {
          std::ptrdiff_t const begin = t * tile;
          counts[t] = detail::indices_before(near, begin, std::min(n, begin + tile), indices + t * room, room);
        },
        1);
    for (std::ptrdiff_t t = 0; t < tiles_; ++t) {
      if (counts_[t] < 0) return false;
      std::copy_n(indices_.data() + t * room_, counts_[t], indices_.data() + count_);
      count_ += counts_[t];
    }
    return count_ > k_;
  }

  /// Returns a rank in the sorted sample: the element of that rank is, with enough certainty, not
  /// before the k-th of the n elements. The number of elements in a sample that are less than a
  /// given one varies by the root of the expected number.
  static std::ptrdiff_t rank_of(std::ptrdiff_t n, std::ptrdiff_t k) {
    std::ptrdiff_t const sample = sample_of(n);
    std::ptrdiff_t four_roots = 1;
    while (four_roots * four_roots < 16 * k * sample / n) ++four_roots;
    return k * sample / n + four_roots + 5;
  }

  B const& exec_;
  std::ptrdiff_t n_, k_;
  selection_method method_;
  std::ptrdiff_t rank_, tiles_, room_, count_ = 0, index_ = 0;
  scratch_array<std::ptrdiff_t, B> indices_, counts_;
};

}  // namespace thrum::detail
