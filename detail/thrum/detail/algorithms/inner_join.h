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
#include <cstddef>
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

/// Returns the first place from `begin` on at which `passed` holds, or end. Looks at some places
/// one by one, which a processor foresees better than strides that double.
template <class P>
THRUM_INLINED std::ptrdiff_t find_near(std::ptrdiff_t begin, std::ptrdiff_t end, P passed) {
  constexpr std::ptrdiff_t near = 8;
  for (std::ptrdiff_t k = begin;; ++k) {
    if (k == end || passed(k)) return k;
    if (k - begin == near) return detail::find_forwards(k, end, passed);
  }
}

/// Calls found(i, begin, end) for each key i in [from, to) of the first range: its equals are the
/// keys [begin, end) of the second. Each search begins where the one before has begun.
template <class I, class J, class Less, class F>
THRUM_INLINED void for_each_match(I keys1, std::ptrdiff_t from, std::ptrdiff_t to, J keys2, std::ptrdiff_t n2,
                                  Less less, F found) {
  std::ptrdiff_t begin = 0;
  for (std::ptrdiff_t i = from; i < to; ++i) {
    auto&& key = keys1[i];
    using element = std::remove_reference_t<decltype(key)>;
    if (i == from) begin = bound_place<false>::find(keys2, n2, key, less);
    else begin = detail::find_near(begin, n2, is_bound<bound_place<false>, J, element, Less>{keys2, key, less});
    found(i, begin, detail::find_near(begin, n2, is_bound<bound_place<true>, J, element, Less>{keys2, key, less}));
  }
}

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
  template <class F>
  void operator()(std::ptrdiff_t walk, F found) const {
    std::ptrdiff_t const from = walk * keys_of_walk;
    detail::for_each_match(keys1, from, detail::least(n1, from + keys_of_walk), keys2, n2, less, found);
  }
  /// Stores how many pairs each walk makes.
  template <class B>
  void count_pairs(B const& exec, std::ptrdiff_t* pairs) const {
    exec.for_each_n(
        count(),
        [*this, pairs](std::ptrdiff_t walk) {
          std::ptrdiff_t all = 0;
          (*this)(walk, [&all](std::ptrdiff_t, std::ptrdiff_t begin, std::ptrdiff_t end) { all += end - begin; });
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

/// Stores match p: key i of the first range with key begins[i] + j of the second.
template <class O1, class O2>
struct match_storer {
  std::ptrdiff_t const* begins;
  O1 out1;
  O2 out2;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t p) {
    detail::store(out1[p], i);
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

/// The most pairs that a walk writes by itself.
inline constexpr std::ptrdiff_t pairs_of_walk = 64 * keys_of_walk;

/// Joins on a host. Few keys are joined in order. Otherwise walks count their pairs, and then write
/// them. If one has very many, all pairs are shared evenly.
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
  scratch_array<std::ptrdiff_t, B> const places(exec, walks.count());
  walks.count_pairs(exec, places.data());
  std::ptrdiff_t all = 0, most = 0;
  for (std::ptrdiff_t walk = 0; walk < walks.count(); ++walk) {
    std::ptrdiff_t const pairs = std::exchange(places[walk], all);
    all += pairs;
    if (pairs > most) most = pairs;
  }
  if (most <= pairs_of_walk) {
    exec.for_each_n(
        walks.count(),
        [walks, out1, out2, places = places.data()](std::ptrdiff_t walk) {
          std::ptrdiff_t p = places[walk];
          walks(walk, [&](std::ptrdiff_t i, std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t k = begin; k < end; ++k, ++p) {
              detail::store(out1[p], i);
              detail::store(out2[p], k);
            }
          });
        },
        1);
    return all;
  }
  scratch_array<std::ptrdiff_t, B> const begins(exec, walks.n1), ends(exec, walks.n1);
  exec.for_each_n(
      walks.count(),
      [walks, begins = begins.data(), ends = ends.data()](std::ptrdiff_t walk) {
        walks(walk, [=](std::ptrdiff_t i, std::ptrdiff_t begin, std::ptrdiff_t end) {
          begins[i] = begin;
          ends[i] = end;
        });
      },
      1);
  return detail::expand<true>(exec, detail::computed<std::ptrdiff_t>(length_of_run{begins.data(), ends.data()}),
                              walks.n1, match_storer<O1, O2>{begins.data(), out1, out2});
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
