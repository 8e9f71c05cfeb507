// The matches of two sorted ranges of keys: where each key of the first range has its equals in the
// second, and the pairs of their indices.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/algorithms/binary_search.h>
#include <thrum/detail/algorithms/expand.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/kernels/search.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// How many keys of the second range equal key i of the first.
template <class I, class J, class Less>
struct matches_of_key {
  I keys1;
  J keys2;
  std::ptrdiff_t n2;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const {
    Less order = less;
    auto&& key = keys1[i];
    using is_after = is_bound<bound_place<true>, J, std::remove_reference_t<decltype(key)>, Less>;
    std::ptrdiff_t const begin = bound_place<false>::find(keys2, n2, key, order);
    return detail::find_forwards(begin, n2, is_after{keys2, key, order}) - begin;
  }
};

/// Keys of the first range that are looked up together.
inline constexpr std::ptrdiff_t keys_of_walk = 1024;
/// Whether keys of both ranges may be looked up without a branch on the data.
template <class I, class J, class Less>
inline constexpr bool looks_up_abreast = compares_fast<I, Less> && compares_fast<J, Less>;
/// Keys that tell how the other keys of a walk are looked up: without a branch, if a processor
/// would have to guess more than so many of them.
inline constexpr std::ptrdiff_t tried_keys = 32, guessed_keys = 12;
/// Without a branch, fewer than few_steps steps (a power of two) are made from the equals of a key
/// to those of the next, and at most few_equals equals are counted.
inline constexpr std::ptrdiff_t few_steps = 8, few_equals = 3;

/// The walks of a join on a host.
template <class I, class J, class Less>
struct join_walks {
  I keys1;
  std::ptrdiff_t n1;
  J keys2;
  std::ptrdiff_t n2;
  Less less;

  std::ptrdiff_t count() const { return (n1 + keys_of_walk - 1) / keys_of_walk; }
  static std::ptrdiff_t begin(std::ptrdiff_t walk) { return walk * keys_of_walk; }
  /// Returns the end of the keys that are tried.
  std::ptrdiff_t middle(std::ptrdiff_t walk) const { return detail::least(end(walk), begin(walk) + tried_keys); }
  std::ptrdiff_t end(std::ptrdiff_t walk) const { return detail::least(n1, begin(walk) + keys_of_walk); }

  /// Calls found(i, k, end) for key i of the first range and some of its equals [k, end) of the
  /// second, in order. There may be none, and several calls for one key.
  template <class F>
  THRUM_INLINED void operator()(std::ptrdiff_t walk, F&& found) const {
    Less order = less;
    std::ptrdiff_t const middle = this->middle(walk);
    std::ptrdiff_t first = bound_place<false>::find(keys2, n2, keys1[begin(walk)], order);
    std::ptrdiff_t const guessed = look_up_in_order(begin(walk), middle, first, found);
    if constexpr (looks_up_abreast<I, J, Less>) {
      if (guessed > guessed_keys && ascends(middle, end(walk)))
        return look_up_abreast(middle, end(walk), first, found);
    }
    look_up_in_order(middle, end(walk), first, found);
  }

  /// Calls found so for keys [i, end) of the first range. `first` is a place where the equals of
  /// key i begin, or before it; afterwards, where those of the last key begin. Some keys are looked
  /// at one by one, which a processor foresees better than strides that double. Returns how many
  /// keys the processor had to guess: the numbers of their steps and equals are small, and not
  /// those of the key before.
  template <class F>
  THRUM_INLINED std::ptrdiff_t look_up_in_order(std::ptrdiff_t i, std::ptrdiff_t end, std::ptrdiff_t& first,
                                                F& found) const {
    constexpr std::ptrdiff_t near = 32;
    Less order = less;
    std::ptrdiff_t guessed = 0, steps = 0, equals = 0, at = first;
    for (; i < end; ++i) {
      auto&& key = keys1[i];
      std::ptrdiff_t const from = at;
      std::ptrdiff_t limit = detail::least(n2, at + near);
      while (at < limit && order(keys2[at], key)) ++at;
      if (at == limit) {
        at = detail::find_forwards(at, n2, bound_of<false>(key, order));
        if (at == n2) break;  // all other keys are greater, too
      }
      std::ptrdiff_t k = at;
      for (limit = detail::least(n2, at + near); k < limit && !order(key, keys2[k]); ++k) found(i, k, k + 1);
      guessed += ((at - from != steps) | (k - at != equals)) & (at - from < few_steps) & (k - at <= few_equals);
      steps = at - from;
      equals = k - at;
      if (k == limit) found(i, k, detail::find_forwards(k, n2, bound_of<true>(key, order)));
    }
    first = at;
    return guessed;
  }
  /// Returns whether the last of keys [i, end) of the first range is greater than the first. There
  /// is no place to begin at for a NaN, which is neither greater nor less than other keys.
  bool ascends(std::ptrdiff_t i, std::ptrdiff_t end) const {
    Less order = less;
    return i < end && static_cast<bool>(order(keys1[i], keys1[end - 1]));
  }
  /// Calls found for keys that ascend, without a branch on keys that have few equals and lie near
  /// each other. Looks up the keys of four parts of the walk side by side: a search waits for the
  /// one before.
  template <class F>
  THRUM_INLINED void look_up_abreast(std::ptrdiff_t from, std::ptrdiff_t end, std::ptrdiff_t& first,
                                     F& found) const {
    constexpr std::ptrdiff_t parts = 4;
    Less order = less;
    std::ptrdiff_t const n = end - from, length = n / parts;
    auto const keys = keys1 + from;
    std::ptrdiff_t begins[keys_of_walk], at[parts] = {first};
    for (std::ptrdiff_t p = 1; p < parts; ++p)
      at[p] = detail::find_forwards(at[p - 1], n2, bound_of<false>(keys[p * length], order));
    for (std::ptrdiff_t i = 0; i < length; ++i) {
      THRUM_UNROLL
      for (std::ptrdiff_t p = 0; p < parts; ++p)
        begins[p * length + i] = at[p] = begin_of_equals(at[p], keys[p * length + i], order);
    }
    first = at[parts - 1];
    for (std::ptrdiff_t i = parts * length; i < n; ++i) begins[i] = first = begin_of_equals(first, keys[i], order);
    for (std::ptrdiff_t i = 0; i < n; ++i) found(from + i, begins[i], end_of_equals(begins[i], keys[i], order));
  }

  /// Stores how many pairs each walk makes.
  template <class B>
  void count_pairs(B const& exec, std::ptrdiff_t* pairs) const {
    exec.for_each_n(
        count(),
        [*this, pairs](std::ptrdiff_t walk) {
          std::ptrdiff_t all = 0;
          (*this)(walk, [&all](std::ptrdiff_t, std::ptrdiff_t k, std::ptrdiff_t last) { all += last - k; });
          pairs[walk] = all;
        },
        1);
  }

 private:
  template <bool After, class Key>
  auto bound_of(Key const& key, Less& order) const {
    return is_bound<bound_place<After>, J, Key const, Less>{keys2, key, order};
  }
  /// Returns where the equals of a key begin, at `from` or later. If that is not among the next
  /// places, looks at places near them first.
  template <class Key>
  std::ptrdiff_t begin_of_equals(std::ptrdiff_t from, Key const& key, Less& order) const {
    if (n2 - from < few_steps || order(keys2[from + few_steps - 1], key))
      return detail::find_forwards(from, n2, bound_of<false>(key, order));
    THRUM_UNROLL
    for (std::ptrdiff_t half_size = few_steps / 2; half_size > 0; half_size /= 2)
      from += half_size * static_cast<bool>(order(keys2[from + half_size - 1], key));
    return from;
  }
  /// Returns where the equals of a key end that begin at `from`.
  template <class Key>
  std::ptrdiff_t end_of_equals(std::ptrdiff_t from, Key const& key, Less& order) const {
    if (n2 - from <= few_equals || !order(key, keys2[from + few_equals]))
      return detail::find_forwards(from, n2, bound_of<true>(key, order));
    std::ptrdiff_t end = from;
    THRUM_UNROLL
    for (std::ptrdiff_t k = 0; k < few_equals; ++k) end += !order(key, keys2[from + k]);
    return end;
  }
};

/// The lengths of runs from their beginnings and ends.
struct length_of_run {
  std::ptrdiff_t const* begins;
  std::ptrdiff_t const* ends;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return ends[i] - begins[i]; }
};

/// Stores match p: key first + i of the first range with key begins[i] + j of the second.
template <class O1, class O2>
struct match_storer {
  std::ptrdiff_t const* begins;
  O1 out1;
  O2 out2;
  std::ptrdiff_t first = 0;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t p) {
    detail::store(out1[p], first + i);
    detail::store(out2[p], begins[i] + j);
  }
};

/// Joins on one thread without memory: one walk through both ranges. Returns -1 if there are more
/// than `most` pairs.
THRUM_EXEC_CHECK_DISABLE
template <class I, class J, class O1, class O2, class Less>
THRUM_HD std::ptrdiff_t join_in_order(I keys1, std::ptrdiff_t n1, J keys2, std::ptrdiff_t n2, O1 out1, O2 out2,
                                      Less less, std::ptrdiff_t most) {
  std::ptrdiff_t begin = 0, p = 0;
  for (std::ptrdiff_t i = 0; i < n1 && begin < n2; ++i) {
    auto&& key = keys1[i];
    while (begin < n2 && less(keys2[begin], key)) ++begin;
    for (std::ptrdiff_t k = begin; k < n2 && !less(key, keys2[k]); ++k, ++p) {
      if (p == most) return -1;
      detail::store(out1[p], i);
      detail::store(out2[p], k);
    }
  }
  return p;
}

/// A pair that a walk keeps until its place is known: the indices, counted from those at which the
/// walk begins.
struct kept_pair {
  std::uint32_t first, second;
};
/// What a walk has found.
struct walked_pairs {
  std::ptrdiff_t count, place;  // the number of its pairs, and that of those before it
  std::ptrdiff_t begin;         // the index in the second range at which it begins
  bool are_kept;
};

/// The most pairs that a walk keeps.
inline constexpr std::ptrdiff_t kept_pairs_of_walk = 2 * keys_of_walk;

/// Keeps the pairs of keys from key `from` of the first range on, if they are not too many.
struct pair_keeper {
  kept_pair* kept;
  std::ptrdiff_t from, count = 0, begin = -1;
  bool are_kept = true;

  THRUM_INLINED void operator()(std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t end) {
    begin = begin < 0 ? k : begin;
    kept_pair* const to = kept + count;
    count += end - k;
    if (count > kept_pairs_of_walk - few_equals || k < begin ||
        end - begin > std::numeric_limits<std::int32_t>::max()) {
      are_kept = false;
      return;
    }
    auto const keep = [&](std::ptrdiff_t q) {
      to[q] = {static_cast<std::uint32_t>(i - from), static_cast<std::uint32_t>(k + q - begin)};
    };
    // Of few pairs, those that are too many are overwritten.
    THRUM_UNROLL
    for (std::ptrdiff_t q = 0; q < few_equals; ++q) keep(q);
    for (std::ptrdiff_t q = few_equals; q < end - k; ++q) keep(q);
  }
};
/// Writes `count` pairs that a walk has kept.
template <class O1, class O2>
void write_kept(kept_pair const* kept, std::ptrdiff_t count, std::ptrdiff_t from, std::ptrdiff_t begin, O1 out1,
                O2 out2) {
  for (std::ptrdiff_t q = 0; q < count; ++q) detail::store(out1[q], from + kept[q].first);
  for (std::ptrdiff_t q = 0; q < count; ++q) detail::store(out2[q], begin + kept[q].second);
}
/// Stores pairs, from pair p on. If there are more than `most`, p becomes greater than `most`.
template <class O1, class O2>
struct pair_writer {
  O1 out1;
  O2 out2;
  std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max(), p = 0;
  THRUM_INLINED void operator()(std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t end) {
    if (end - k > most - p) {
      p = most + 1;
      return;
    }
    for (; k < end; ++k, ++p) {
      detail::store(out1[p], i);
      detail::store(out2[p], k);
    }
  }
};

/// Joins on one thread without scratch memory. Returns -1 if there are more than `most` pairs.
template <class I, class J, class Less, class O1, class O2>
std::ptrdiff_t join_on_one_thread(join_walks<I, J, Less> const& walks, O1 out1, O2 out2, std::ptrdiff_t most) {
  if constexpr (looks_up_abreast<I, J, Less>) {
    kept_pair kept[kept_pairs_of_walk];
    pair_writer<O1, O2> write{out1, out2, most};
    std::ptrdiff_t first = 0;
    for (std::ptrdiff_t walk = 0; walk < walks.count() && write.p <= most; ++walk) {
      std::ptrdiff_t const i = walks.middle(walk), end = walks.end(walk);
      std::ptrdiff_t const guessed = walks.look_up_in_order(walks.begin(walk), i, first, write), tried = first;
      if (guessed > guessed_keys && walks.ascends(i, end)) {
        pair_keeper keep{kept, i};
        walks.look_up_abreast(i, end, first, keep);
        if (keep.are_kept && keep.count <= most - write.p) {
          detail::write_kept(kept, keep.count, i, keep.begin, out1 + write.p, out2 + write.p);
          write.p += keep.count;
          continue;
        }
        first = tried;
      }
      walks.look_up_in_order(i, end, first, write);
    }
    return write.p <= most ? write.p : -1;
  } else {
    return detail::join_in_order(walks.keys1, walks.n1, walks.keys2, walks.n2, out1, out2, walks.less, most);
  }
}

/// Joins some walks of a join on a host. Each walk keeps its pairs aside until their places are
/// known. A walk that has too many pairs to keep is walked again.
template <class B, class Walks>
class join_stretch {
 public:
  static std::ptrdiff_t most_walks(B const& exec) {
    return std::max(walks_of_thread * backend_traits<B>::concurrency(exec), least_walks_of_stretch);
  }

  join_stretch(B const& exec, Walks const& walks)
      : exec_(exec),
        walks_(walks),
        most_(least(walks.count(), most_walks(exec))),
        found_(exec, most_),
        kept_(exec, most_ * kept_pairs_of_walk) {}

  /// Joins the walks from `from` on, behind `before` pairs. Returns the index of the next walk.
  template <class O1, class O2>
  std::ptrdiff_t join(std::ptrdiff_t from, std::ptrdiff_t& before, O1 out1, O2 out2) const {
    std::ptrdiff_t const n = least(most_, walks_.count() - from);
    exec_.for_each_n(
        n,
        [walks = walks_, from, found = found_.data(), kept = kept_.data()](std::ptrdiff_t w) {
          pair_keeper keep{kept + w * kept_pairs_of_walk, Walks::begin(from + w)};
          walks(from + w, keep);
          found[w] = {keep.count, 0, keep.begin, keep.are_kept};
        },
        1);
    std::ptrdiff_t const begin = before;
    bool are_shared = false;
    for (std::ptrdiff_t w = 0; w < n; ++w) {
      found_[w].place = before;
      before += found_[w].count;
      are_shared |= found_[w].count > pairs_of_walk;
    }
    if (are_shared) share(from, n, out1 + begin, out2 + begin);
    else write(from, n, out1, out2);
    return from + n;
  }

 private:
  /// The most pairs that a walk writes by itself.
  static constexpr std::ptrdiff_t pairs_of_walk = 64 * keys_of_walk;

  /// Writes the pairs of each walk.
  template <class O1, class O2>
  void write(std::ptrdiff_t from, std::ptrdiff_t n, O1 out1, O2 out2) const {
    exec_.for_each_n(
        n,
        [walks = walks_, from, found = found_.data(), kept = kept_.data(), out1, out2](std::ptrdiff_t w) {
          walked_pairs const& pairs = found[w];
          O1 const to1 = out1 + pairs.place;
          O2 const to2 = out2 + pairs.place;
          if (pairs.are_kept) {
            detail::write_kept(kept + w * kept_pairs_of_walk, pairs.count, Walks::begin(from + w), pairs.begin,
                               to1, to2);
          } else {
            pair_writer<O1, O2> pairs_again{to1, to2};
            walks(from + w, pairs_again);
          }
        },
        1);
  }
  /// Writes the pairs of all walks, shared evenly, because one has very many.
  template <class O1, class O2>
  void share(std::ptrdiff_t from, std::ptrdiff_t n, O1 out1, O2 out2) const {
    std::ptrdiff_t const first = Walks::begin(from), keys = walks_.end(from + n - 1) - first;
    scratch_array<std::ptrdiff_t, B> const begins(exec_, keys), ends(exec_, keys);
    exec_.for_each_n(
        n,
        [walks = walks_, from, first, begins = begins.data(), ends = ends.data()](std::ptrdiff_t w) {
          for (std::ptrdiff_t i = Walks::begin(from + w); i < walks.end(from + w); ++i) {
            begins[i - first] = ends[i - first] = 0;
          }
          walks(from + w, [=](std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t end) {
            if (begins[i - first] == ends[i - first]) begins[i - first] = k;
            ends[i - first] = end;
          });
        },
        1);
    detail::expand<true>(exec_, detail::computed<std::ptrdiff_t>(length_of_run{begins.data(), ends.data()}), keys,
                         match_storer<O1, O2>{begins.data(), out1, out2, first});
  }

  B const& exec_;
  Walks const& walks_;
  std::ptrdiff_t most_;
  scratch_array<walked_pairs, B> found_;
  scratch_array<kept_pair, B> kept_;
};

/// Joins on a host. One thread joins few keys, several join more, walk by walk.
template <class B, class I, class J, class O1, class O2, class Less>
std::ptrdiff_t join_on_host(B const& exec, join_walks<I, J, Less> const& walks, O1 out1, O2 out2) {
  // An output in memory may be written twice, if there are more pairs than one thread joins.
  if constexpr (std::is_pointer_v<O1> && std::is_pointer_v<O2>) {
    if (walks.n1 + walks.n2 <= few_joined_keys) {
      std::ptrdiff_t const pairs = detail::join_on_one_thread(walks, out1, out2, few_pairs);
      if (pairs >= 0) return pairs;
    }
  }
  join_stretch<B, join_walks<I, J, Less>> const stretch(exec, walks);
  std::ptrdiff_t pairs = 0;
  for (std::ptrdiff_t walk = 0; walk < walks.count();) walk = stretch.join(walk, pairs, out1, out2);
  return pairs;
}

/// Stores the indices of all pairs of equal keys, in order. Returns the number of pairs.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class J, class O1, class O2, class Less>
THRUM_HD std::ptrdiff_t inner_join(B const& exec, I keys1, std::ptrdiff_t n1, J keys2, std::ptrdiff_t n2, O1 out1,
                                   O2 out2, Less less) {
  if (n1 <= 0 || n2 <= 0) return 0;
  if constexpr (backend_traits<B>::is_serial) {
    constexpr auto any_number = std::numeric_limits<std::ptrdiff_t>::max();
#if defined(__CUDA_ARCH__)
    return detail::join_in_order(keys1, n1, keys2, n2, out1, out2, std::move(less), any_number);
#else
    return detail::join_on_one_thread(join_walks<I, J, Less>{keys1, n1, keys2, n2, std::move(less)}, out1, out2,
                                      any_number);
#endif
  } else if constexpr (backend_traits<B>::runs_on_host) {
    return detail::join_on_host(exec, join_walks<I, J, Less>{keys1, n1, keys2, n2, std::move(less)}, out1, out2);
  } else {
    B const step = detail::step_of(exec);
    scratch_array<std::ptrdiff_t, B> const begins(step, n1), ends(step, n1);
    detail::search_many<bound_place<false>>(step, keys2, n2, keys1, n1, begins.data(), less);
    detail::search_many<bound_place<true>>(step, keys2, n2, keys1, n1, ends.data(), less);
    return detail::expand<true>(exec, detail::computed<std::ptrdiff_t>(length_of_run{begins.data(), ends.data()}),
                                n1, match_storer<O1, O2>{begins.data(), out1, out2});
  }
}

/// Stores the number of these pairs where `to` says.
THRUM_EXEC_CHECK_DISABLE
template <class To, class B, class I, class J, class Less>
THRUM_HD auto inner_join_size_to(To to, B const& exec, I keys1, std::ptrdiff_t n1, J keys2, std::ptrdiff_t n2,
                                 Less less) {
  auto const sum = [&](auto counts, std::ptrdiff_t n) {
    return detail::reduce_to(to, as_computed<std::ptrdiff_t>{}, exec, counts, n, std::ptrdiff_t{0}, plus<>{});
  };
  if constexpr (backend_traits<B>::runs_on_host && backend_traits<B>::has_scratch) {
    join_walks<I, J, Less> const walks{keys1, n1, keys2, n2, std::move(less)};
    scratch_array<std::ptrdiff_t, B> const pairs(exec, walks.count());
    walks.count_pairs(exec, pairs.data());
    return sum(pairs.data(), walks.count());
  } else {
    return sum(detail::computed<std::ptrdiff_t>(matches_of_key<I, J, Less>{keys1, keys2, n2, std::move(less)}),
               n1);
  }
}

}  // namespace thrum::detail
