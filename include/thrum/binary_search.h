// lower_bound, upper_bound, binary_search: places in a sorted range, of one value or of many.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/compose/reduce.h>
#include <thrum/detail/computed_iterator.h>
#include <thrum/detail/config.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {

/// The first place whose element is not less than the value.
struct lower_place {
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class T, class Less>
  THRUM_HD static std::ptrdiff_t find(I first, std::ptrdiff_t n, T const& value, Less& less) {
    std::ptrdiff_t low = 0;
    while (n > 0) {
      std::ptrdiff_t const half = n / 2;
      bool const right = less(first[low + half], value);
      low = right ? low + half + 1 : low;
      n = right ? n - half - 1 : half;
    }
    return low;
  }
};
/// The first place whose element the value is less than.
struct upper_place {
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class T, class Less>
  THRUM_HD static std::ptrdiff_t find(I first, std::ptrdiff_t n, T const& value, Less& less) {
    std::ptrdiff_t low = 0;
    while (n > 0) {
      std::ptrdiff_t const half = n / 2;
      bool const right = !less(value, first[low + half]);
      low = right ? low + half + 1 : low;
      n = right ? n - half - 1 : half;
    }
    return low;
  }
};
/// Whether there is an element that is neither less than the value nor greater.
struct is_present {
  THRUM_EXEC_CHECK_DISABLE
  template <class I, class T, class Less>
  THRUM_HD static bool find(I first, std::ptrdiff_t n, T const& value, Less& less) {
    std::ptrdiff_t const at = lower_place::find(first, n, value, less);
    return at < n && !less(value, first[at]);
  }
};

/// The search for one value, as the function of an index that a policy can run where the range is.
template <class Search, class I, class T, class Less>
struct one_search {
  I first;
  std::ptrdiff_t n;
  T value;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t) const {
    Less order = less;
    return static_cast<std::ptrdiff_t>(Search::find(first, n, value, order));
  }
};
template <class Search, class I, class V, class O, class Less>
struct many_searches {
  I first;
  std::ptrdiff_t n;
  V values;
  O out;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    auto const found = Search::find(first, n, values[i], less);
    // Places may be asked for as int, or as whatever else holds them.
    if constexpr (std::is_arithmetic_v<std::iter_value_t<O>>) out[i] = static_cast<std::iter_value_t<O>>(found);
    else out[i] = found;
  }
};

template <class Search>
struct bound_search {
  THRUM_EXEC_CHECK_DISABLE
  template <class B, class I, class T, class Less>
  THRUM_HD static std::ptrdiff_t one(B const& exec, I first, std::ptrdiff_t n, T const& value, Less less) {
    one_search<Search, I, std::decay_t<T const>, Less> const search{first, n, value, std::move(less)};
    return exec.reduce(detail::computed<std::ptrdiff_t>(search), 1, std::ptrdiff_t{0}, plus<>{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class B, class I, class V, class O, class Less>
  THRUM_HD static void many(B const& exec, I first, std::ptrdiff_t n, V values, std::ptrdiff_t count, O out,
                            Less less) {
    exec.for_each_n(count, many_searches<Search, I, V, O, Less>{first, n, values, out, std::move(less)}, 512);
  }
};

}  // namespace detail

/// lower_bound(policy, first, last, value[, less]): the first element that is not less than value, else last.
/// lower_bound(policy, first, last, values_first, values_last, out[, less]): the same for each value: the distance from first.
/// Returns the end of the output.
///
/// The range is sorted by less. O(log n) work a value; no scratch memory. Under CUDA the first form waits for the result.
struct lower_bound_fn : detail::algorithm<lower_bound_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class T, class Less = less<>>
  THRUM_HD I operator()(B const& exec, I first, I last, T const& value, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_functor<Less, detail::element_t<I>, T const&>()) {
      std::ptrdiff_t const found = detail::bound_search<detail::lower_place>::one(
          exec, detail::unwrap(first), last - first, value, std::move(less));
      return first + found;
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class V, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, V values_first, V values_last, O out,
                        Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, V, O>() &&
                  detail::valid_functor<Less, detail::element_t<I>, detail::element_t<V>>()) {
      detail::bound_search<detail::lower_place>::many(exec, detail::unwrap(first), last - first,
                                                      detail::unwrap(values_first), values_last - values_first,
                                                      detail::unwrap(out), std::move(less));
      return out + (values_last - values_first);
    }
  }
};
THRUM_OBJECT lower_bound_fn lower_bound{};

/// upper_bound(policy, first, last, value[, less]): the first element that value is less than, else last.
/// upper_bound(policy, first, last, values_first, values_last, out[, less]): the same for each value: the distance from first.
/// Returns the end of the output.
///
/// The range is sorted by less. O(log n) work a value; no scratch memory. Under CUDA the first form waits for the result.
struct upper_bound_fn : detail::algorithm<upper_bound_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class T, class Less = less<>>
  THRUM_HD I operator()(B const& exec, I first, I last, T const& value, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_functor<Less, detail::element_t<I>, T const&>()) {
      std::ptrdiff_t const found = detail::bound_search<detail::upper_place>::one(
          exec, detail::unwrap(first), last - first, value, std::move(less));
      return first + found;
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class V, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, V values_first, V values_last, O out,
                        Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, V, O>() &&
                  detail::valid_functor<Less, detail::element_t<I>, detail::element_t<V>>()) {
      detail::bound_search<detail::upper_place>::many(exec, detail::unwrap(first), last - first,
                                                      detail::unwrap(values_first), values_last - values_first,
                                                      detail::unwrap(out), std::move(less));
      return out + (values_last - values_first);
    }
  }
};
THRUM_OBJECT upper_bound_fn upper_bound{};

/// binary_search(policy, first, last, value[, less]): whether there is an element equal to value.
/// binary_search(policy, first, last, values_first, values_last, out[, less]): the same for each value: whether it is there.
/// Returns the end of the output.
///
/// The range is sorted by less. O(log n) work a value; no scratch memory. Under CUDA the first form waits for the result.
struct binary_search_fn : detail::algorithm<binary_search_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class T, class Less = less<>>
  THRUM_HD bool operator()(B const& exec, I first, I last, T const& value, Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_functor<Less, detail::element_t<I>, T const&>()) {
      std::ptrdiff_t const found = detail::bound_search<detail::is_present>::one(
          exec, detail::unwrap(first), last - first, value, std::move(less));
      return found != 0;
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class V, class O, class Less = less<>>
  THRUM_HD O operator()(B const& exec, I first, I last, V values_first, V values_last, O out,
                        Less less = {}) const {
    if constexpr (detail::valid_iterators<B, I, V, O>() &&
                  detail::valid_functor<Less, detail::element_t<I>, detail::element_t<V>>()) {
      detail::bound_search<detail::is_present>::many(exec, detail::unwrap(first), last - first,
                                                     detail::unwrap(values_first), values_last - values_first,
                                                     detail::unwrap(out), std::move(less));
      return out + (values_last - values_first);
    }
  }
};
THRUM_OBJECT binary_search_fn binary_search{};

}  // namespace thrum
