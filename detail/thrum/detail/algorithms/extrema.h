// Searches for the place (the index) of the least element of a range. On the host the search is one
// pass over memory: the least element of each tile is found, and the place is in the first tile
// that has the least of these. For numbers a tile is reduced as values, which vectorises, and only
// that one tile is searched for the value. For other types the place is kept. On a device, the
// search is one reduction of candidates: of numbers and small elements with their indices, or of
// indices.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/destination.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/backends/seq/seq.h>
#include <thrum/detail/backends/threads/short_calls.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/order/projection.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/order/reversed_order.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <cstddef>
#include <iterator>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

// nvcc warns that a long double is a double on a device, but no long double is ever used on a
// device here.
#if defined(__CUDACC__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20208
#endif
/// The last number in the order Less: no number comes after it.
template <class T, class Less>
inline constexpr T last_number = [] {
  using limits = std::numeric_limits<T>;
  if constexpr (ascending_order<Less, T>) return limits::has_infinity ? limits::infinity() : (limits::max)();
  else return limits::has_infinity ? static_cast<T>(-limits::infinity()) : (limits::lowest)();
}();
#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif

/// A number that the least one so far is compared with. The number that a search begins with is no
/// NaN; after that, no NaN is ever less.
template <class T, class Less>
struct candidate {
  T value;
  THRUM_HD explicit operator T() const {
    if constexpr (std::is_floating_point_v<T>) return value == value ? value : last_number<T, Less>;
    else return value;
  }
};
template <class I, class Less>
struct candidate_at {
  using T = std::iter_value_t<I>;
  I first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD candidate<T, Less> operator()(std::ptrdiff_t i) const { return {static_cast<T>(first[i])}; }
};
template <class Less>
struct lesser_value {
  Less less;
  template <class T>
  THRUM_HD T operator()(T a, T b) {
    return less(b, a) ? b : a;
  }
  template <class T>
  THRUM_HD T operator()(T a, candidate<T, Less> b) {
    return less(b.value, a) ? b.value : a;
  }
};

/// A search for the least number of a tile, and for the beginning of the part of the tile that
/// has it. The search for the place passes over NaNs. If there is nothing else, a NaN is the
/// result.
template <class I, class Less>
struct least_number {
  using T = std::iter_value_t<I>;
  struct result {
    T value;
    std::ptrdiff_t begin;
  };
  static constexpr std::ptrdiff_t tiles_of_task = detail::tiles_of_task<I>, part = part_of_tile<T>;
  I first;
  std::ptrdiff_t n;
  Less less;

  /// Returns the result for a part of a tile, so that the place is searched for among few
  /// elements.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result of_part(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    lesser_value<Less> const lesser{less};
    if constexpr (std::is_floating_point_v<T>) {
      auto const numbers = detail::computed<candidate<T, Less>>(candidate_at<I, Less>{first + begin});
      return {detail::reduce_one_tile<T>(numbers, end - begin, lesser), begin};
    } else {
      return {detail::reduce_one_tile<T>(first + begin, end - begin, lesser), begin};
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result of_tile(std::ptrdiff_t begin, std::ptrdiff_t end) {
    result least_found = of_part(begin, detail::least(end, begin + part));
    for (std::ptrdiff_t i = begin + part; i < end; i += part) {
      keep_lesser(least_found, of_part(i, detail::least(end, i + part)));
    }
    return least_found;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void keep_lesser(result& a, result const& b) {
    if (less(b.value, a.value)) a = b;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t place(result const& least) const {
    // If the value stands in for a NaN, a later tile has the value, or none has it.
    transformed_element const is_least{first + least.begin, equals_value<T>{least.value}};
    std::ptrdiff_t const left = n - least.begin, at = seq_policy{}.find_first(left, is_least);
    return at < left ? least.begin + at : 0;
  }
};

/// A search for the place of the first least element of a tile.
template <class I, class Less>
struct least_element {
  using result = std::ptrdiff_t;
  static constexpr std::ptrdiff_t tiles_of_task = 1, part = part_of_tile<std::iter_value_t<I>>;
  I first;
  std::ptrdiff_t n;
  Less less;

  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result of_tile(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    constexpr std::ptrdiff_t group = 4;
    Less before = less;
    std::ptrdiff_t least = begin, i = begin;
    for (; end - i >= group; i += group) {
      // The branch is predicted by the processor, so that the next comparisons need not wait for
      // these.
      int any = 0;
      THRUM_UNROLL
      for (std::ptrdiff_t j = 0; j < group; ++j) any |= before(first[i + j], first[least]) ? 1 : 0;
      if (any != 0) {
        for (std::ptrdiff_t j = i; j < i + group; ++j) {
          if (before(first[j], first[least])) least = j;
        }
      }
    }
    for (; i < end; ++i) {
      if (before(first[i], first[least])) least = i;
    }
    return least;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void keep_lesser(result& a, result const& b) {
    if (less(first[b], first[a])) a = b;
  }
  THRUM_HD std::ptrdiff_t place(result at) const { return at; }
};

template <class I, class Less>
using least_in =
    std::conditional_t<orders_numbers<std::iter_value_t<I>, Less>, least_number<I, Less>, least_element<I, Less>>;

/// Two searches in one pass.
template <class A, class B>
struct both_extremes {
  struct result {
    typename A::result a;
    typename B::result b;
  };
  static constexpr std::ptrdiff_t tiles_of_task = (A::tiles_of_task + 1) / 2;
  A a;
  B b;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD result of_tile(std::ptrdiff_t begin, std::ptrdiff_t end) {
    constexpr std::ptrdiff_t part = A::part;
    result both{a.of_tile(begin, detail::least(end, begin + part)),
                b.of_tile(begin, detail::least(end, begin + part))};
    for (std::ptrdiff_t i = begin + part; i < end; i += part) {
      std::ptrdiff_t const stop = detail::least(end, i + part);
      keep_lesser(both, {a.of_tile(i, stop), b.of_tile(i, stop)});
    }
    return both;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void keep_lesser(result& x, result const& y) {
    a.keep_lesser(x.a, y.a);
    b.keep_lesser(x.b, y.b);
  }
};

/// Returns the result of a search over n > 0 elements on the calling thread.
THRUM_EXEC_CHECK_DISABLE
template <class Search>
THRUM_HD typename Search::result extreme_in_order(std::ptrdiff_t n, Search search) {
  typename Search::result least = search.of_tile(0, detail::least(n, reduce_tile));
  for (std::ptrdiff_t begin = reduce_tile; begin < n; begin += reduce_tile) {
    search.keep_lesser(least, search.of_tile(begin, detail::least(n, begin + reduce_tile)));
  }
  return least;
}

template <class B, class Search>
typename Search::result extreme_by_tasks(B const& exec, std::ptrdiff_t n, Search search) {
  using result = typename Search::result;
  std::ptrdiff_t const tiles = (n - 1) / reduce_tile + 1;
  scratch_array<result, B> const results(exec, tiles);
  exec.for_each_n(
      tiles,
      [=, out = results.data()](std::ptrdiff_t b) mutable {
        std::ptrdiff_t const begin = b * reduce_tile;
        ::new (static_cast<void*>(out + b)) result(search.of_tile(begin, detail::least(n, begin + reduce_tile)));
      },
      Search::tiles_of_task);
  result least = results[0];
  for (std::ptrdiff_t b = 1; b < tiles; ++b) search.keep_lesser(least, results[b]);
  return least;
}

/// Searches on the calling thread or by tasks.
template <class B, class Search>
typename Search::result extreme_on_threads(B const& exec, std::ptrdiff_t n, Search search) {
  auto const alone = [&] { return detail::extreme_in_order(n, search); };
  return detail::alone_or_together(exec, n, reduce_tile, alone,
                                   [&] { return detail::extreme_by_tasks(exec, n, search); });
}

/// Returns the result of a search over n > 0 elements.
THRUM_EXEC_CHECK_DISABLE
template <class B, class Search>
THRUM_HD typename Search::result find_extreme(B const& exec, std::ptrdiff_t n, Search search) {
  if constexpr (backend_traits<B>::is_serial) return detail::extreme_in_order(n, std::move(search));
  else return detail::extreme_on_threads(exec, n, std::move(search));
}

/// A search by one `reduce`: makes a candidate of each index, and returns the better one of two
/// candidates. Here a candidate is an index, whose element is read again for each comparison; -1 is
/// none.
template <class I, class Less>
struct least_candidate {
  using candidate = std::ptrdiff_t;
  static constexpr bool reads_elements = false;
  I first;
  Less less;
  THRUM_HD static candidate none() { return -1; }
  THRUM_HD static std::ptrdiff_t index(candidate i) { return i; }
  THRUM_HD candidate operator()(std::ptrdiff_t i) const { return i; }
  /// Returns the index of the lesser element; of equal elements the first.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD candidate operator()(candidate i, candidate j) {
    if (i < 0) return j;
    if (j < 0) return i;
    std::ptrdiff_t const low = i < j ? i : j, high = i < j ? j : i;
    return less(first[high], first[low]) ? high : low;
  }
};
/// Whether Less compares copies of elements, as far as the host knows.
template <class Less, class T>
inline constexpr bool orders_copies = result_is_known<Less> && callable_with<Less, T const&, T const&>;
template <class Less, class T>
inline constexpr bool orders_copies<reversed_order<Less>, T> = orders_copies<Less, T>;
/// Whether a search holds elements of a type with their indices.
template <class T, class Less>
inline constexpr bool holds_elements = sizeof(T) <= 32 && std::is_trivially_copyable_v<T> &&
                                       std::is_trivially_default_constructible_v<T> && orders_copies<Less, T>;
template <class T>
struct value_with_index {
  T value;
  std::ptrdiff_t index;
};
/// Here a candidate is a small element with its index, so that no element is read twice; index -1
/// is none.
template <class I, class Less>
  requires(holds_elements<std::iter_value_t<I>, Less> && !orders_numbers<std::iter_value_t<I>, Less>)
struct least_candidate<I, Less> {
  using T = std::iter_value_t<I>;
  using candidate = value_with_index<T>;
  static constexpr bool reads_elements = true;
  I first;
  Less less;
  THRUM_HD static candidate none() { return {T(), -1}; }
  THRUM_HD static std::ptrdiff_t index(candidate const& c) { return c.index; }
  THRUM_HD static candidate of(T const& x, std::ptrdiff_t i) { return {x, i}; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T element(std::ptrdiff_t i) const { return static_cast<T>(first[i]); }
  THRUM_HD candidate operator()(std::ptrdiff_t i) const { return {element(i), i}; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD candidate operator()(candidate const& a, candidate const& b) {
    if (a.index < 0) return b;
    if (b.index < 0) return a;
    // The order is asked as for indices: whether the later element is less.
    bool const in_order = a.index < b.index;
    bool const later_is_less = static_cast<bool>(in_order ? less(b.value, a.value) : less(a.value, b.value));
    if (in_order == later_is_less) return b;
    return a;
  }
};
/// Here the elements are numbers. A NaN counts as the last number, at an index after all others.
template <class I, class Less>
  requires orders_numbers<std::iter_value_t<I>, Less>
struct least_candidate<I, Less> {
  using T = std::iter_value_t<I>;
  using candidate = value_with_index<T>;
  static constexpr bool reads_elements = true;
  static constexpr std::ptrdiff_t no_index = std::numeric_limits<std::ptrdiff_t>::max();
  I first;
  Less less;
  THRUM_HD static candidate none() { return {last_number<T, Less>, no_index}; }
  /// Returns the first index if all elements are NaNs.
  THRUM_HD static std::ptrdiff_t index(candidate const& c) { return c.index == no_index ? 0 : c.index; }
  THRUM_HD static candidate of(T x, std::ptrdiff_t i) { return {x, i}; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T element(std::ptrdiff_t i) const { return static_cast<T>(first[i]); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD candidate operator()(std::ptrdiff_t i) const { return {element(i), i}; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD candidate operator()(candidate const& a, candidate const& b) {
    if (less(a.value, b.value)) return a;
    if (less(b.value, a.value)) return b;
    // Two equal numbers, or a NaN.
    candidate const x = number_of(a), y = number_of(b);
    if (less(x.value, y.value) || (!less(y.value, x.value) && x.index < y.index)) return x;
    return y;
  }

 private:
  THRUM_HD static candidate number_of(candidate const& c) { return c.value == c.value ? c : none(); }
};
/// Two searches by one `reduce`.
template <class A, class B>
struct both_candidates {
  struct candidate {
    typename A::candidate a;
    typename B::candidate b;
  };
  A a;
  B b;
  THRUM_HD static candidate none() { return {A::none(), B::none()}; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD candidate operator()(std::ptrdiff_t i) const {
    if constexpr (A::reads_elements) {
      auto const x = a.element(i);
      return {A::of(x, i), B::of(x, i)};
    } else {
      return {a(i), b(i)};
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD candidate operator()(candidate const& x, candidate const& y) { return {a(x.a, y.a), b(x.b, y.b)}; }
};
template <class Search>
struct index_of_candidate {
  THRUM_HD std::ptrdiff_t operator()(typename Search::candidate const& c) const { return Search::index(c); }
};

/// Returns the best candidate of n > 0 elements. The operator gives the same result in any shape.
THRUM_EXEC_CHECK_DISABLE
template <class B, class Search>
THRUM_HD typename Search::candidate best_candidate(B const& exec, std::ptrdiff_t n, Search search) {
  return detail::reduce(detail::any_shape_of(exec), detail::computed<typename Search::candidate>(search), n,
                        Search::none(), search);
}
/// Stores the best candidate of n > 0 elements in *out.
THRUM_EXEC_CHECK_DISABLE
template <class B, class Search, class O>
THRUM_HD void best_candidate_into(B const& exec, std::ptrdiff_t n, Search search, O out) {
  detail::reduce_into(detail::any_shape_of(exec), detail::computed<typename Search::candidate>(search), n, out,
                      Search::none(), search);
}

/// Whether a policy finds the least element by tiles: on the host, if the policy has no reduction
/// of its own.
template <class B>
inline constexpr bool finds_extremes_by_tiles =
    backend_traits<B>::runs_on_host && (backend_traits<B>::is_serial || !has_native<B, native::reduce>);

/// Returns the first index of a least element of n > 0.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less>
THRUM_HD std::ptrdiff_t least_place(B const& exec, I first, std::ptrdiff_t n, Less less) {
  if constexpr (finds_extremes_by_tiles<B>) {
    least_in<I, Less> const search{first, n, std::move(less)};
    return search.place(detail::find_extreme(exec, n, search));
  } else {
    using search = least_candidate<I, Less>;
    return search::index(detail::best_candidate(exec, n, search{first, std::move(less)}));
  }
}

/// Does what least_place does, and stores the index in *out.
THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class Less, class O>
THRUM_HD void least_place_into(B const& exec, I first, std::ptrdiff_t n, Less less, O out) {
  if constexpr (finds_extremes_by_tiles<B>) {
    detail::leave(exec, out, detail::least_place(exec, first, n, std::move(less)));
  } else {
    using search = least_candidate<I, Less>;
    detail::best_candidate_into(exec, n, search{first, std::move(less)},
                                thrum::make_transform_output_iterator(out, index_of_candidate<search>{}));
  }
}

/// Does least_place for any destination: see detail/base/destination.h. The index in no elements is
/// 0.
THRUM_EXEC_CHECK_DISABLE
template <class To, class Answer, class B, class I, class Less>
THRUM_HD auto least_place_to(To to, Answer answer, B const& exec, I first, std::ptrdiff_t n, Less less) {
  if constexpr (std::is_same_v<To, to_caller>) {
    return answer(n == 0 ? 0 : detail::least_place(exec, first, n, std::move(less)));
  } else {
    auto cell = to.cell(exec, answer);
    if (n == 0) detail::leave(exec, cell.out(), std::ptrdiff_t{0});
    else detail::least_place_into(exec, first, n, std::move(less), cell.out());
    return cell.close();
  }
}

}  // namespace thrum::detail
