// The matches of two sorted ranges of keys: where each key of the first range has its equals in the
// second, and the pairs of their indices.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
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
  std::ptrdiff_t end(std::ptrdiff_t walk) const { return detail::least(n1, begin(walk) + keys_of_walk); }

  /// Calls found(i, k, end) for pairs of key i of the first range and its equals [k, end) of the
  /// second, in order. Each search begins where the one before has begun. Some keys are looked at
  /// one by one, which a processor foresees better than strides that double.
  template <class F>
  void operator()(std::ptrdiff_t walk, F found) const {
    constexpr std::ptrdiff_t near = 8;
    Less order = less;
    std::ptrdiff_t first = bound_place<false>::find(keys2, n2, keys1[begin(walk)], order);
    for (std::ptrdiff_t i = begin(walk); i < end(walk); ++i) {
      auto&& key = keys1[i];
      using element = std::remove_reference_t<decltype(key)>;
      std::ptrdiff_t limit = detail::least(n2, first + near);
      while (first < limit && order(keys2[first], key)) ++first;
      if (first == limit) {
        first =
            detail::find_forwards(first, n2, is_bound<bound_place<false>, J, element, Less>{keys2, key, order});
      }
      std::ptrdiff_t k = first;
      for (limit = detail::least(n2, first + near); k < limit && !order(key, keys2[k]); ++k) found(i, k, k + 1);
      if (k == limit) {
        found(i, k,
              detail::find_forwards(k, n2, is_bound<bound_place<true>, J, element, Less>{keys2, key, order}));
      }
    }
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
          found[w] = find(walks, from + w, kept + w * kept_pairs_of_walk);
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
  /// The most pairs that a walk keeps, and that it writes by itself.
  static constexpr std::ptrdiff_t kept_pairs_of_walk = 2 * keys_of_walk, pairs_of_walk = 64 * keys_of_walk;

  static walked_pairs find(Walks const& walks, std::ptrdiff_t walk, kept_pair* kept) {
    std::ptrdiff_t const from = Walks::begin(walk);
    walked_pairs pairs{0, 0, -1, true};
    walks(walk, [&](std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t end) {
      if (pairs.begin < 0) pairs.begin = k;
      std::ptrdiff_t p = pairs.count;
      pairs.count += end - k;
      if (pairs.count > kept_pairs_of_walk || end - pairs.begin > std::numeric_limits<std::int32_t>::max()) {
        pairs.are_kept = false;
        return;
      }
      for (; k < end; ++k, ++p) {
        kept[p] = {static_cast<std::uint32_t>(i - from), static_cast<std::uint32_t>(k - pairs.begin)};
      }
    });
    return pairs;
  }
  /// Writes the pairs of each walk.
  template <class O1, class O2>
  void write(std::ptrdiff_t from, std::ptrdiff_t n, O1 out1, O2 out2) const {
    exec_.for_each_n(
        n,
        [walks = walks_, from, found = found_.data(), kept = kept_.data(), out1, out2](std::ptrdiff_t w) {
          walked_pairs const pairs = found[w];
          std::ptrdiff_t p = pairs.place;
          if (!pairs.are_kept) {
            walks(from + w, [&](std::ptrdiff_t i, std::ptrdiff_t k, std::ptrdiff_t end) {
              for (; k < end; ++k, ++p) {
                detail::store(out1[p], i);
                detail::store(out2[p], k);
              }
            });
            return;
          }
          std::ptrdiff_t const i = Walks::begin(from + w);
          kept_pair const* const pair = kept + w * kept_pairs_of_walk;
          for (std::ptrdiff_t q = 0; q < pairs.count; ++q) detail::store(out1[p + q], i + pair[q].first);
          for (std::ptrdiff_t q = 0; q < pairs.count; ++q) {
            detail::store(out2[p + q], pairs.begin + pair[q].second);
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

/// Joins on a host. Few keys are joined in order, more by walks.
template <class B, class I, class J, class O1, class O2, class Less>
std::ptrdiff_t join_on_host(B const& exec, join_walks<I, J, Less> const& walks, O1 out1, O2 out2) {
  // An output in memory may be written twice, if there are more pairs than one thread joins.
  if constexpr (std::is_pointer_v<O1> && std::is_pointer_v<O2>) {
    if (walks.n1 + walks.n2 <= few_joined_keys) {
      std::ptrdiff_t const pairs =
          detail::join_in_order(walks.keys1, walks.n1, walks.keys2, walks.n2, out1, out2, walks.less, few_pairs);
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
    return detail::join_in_order(keys1, n1, keys2, n2, out1, out2, std::move(less),
                                 std::numeric_limits<std::ptrdiff_t>::max());
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
