// unique, unique_copy, unique_by_key, unique_by_key_copy, unique_count and their _into forms: the
// first element of each run of equal elements.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/functional.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/pair.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// unique(policy, first, last[, equal]): moves the first element of each run of adjacent equal
/// elements to the front, in order.
///
/// equal is an equivalence. Returns the end of the elements that are left; the elements after it
/// are valid but unspecified. equal is called once for each pair of neighbours. O(n) work. Scratch
/// memory: at most 2^20 elements and bytes under tbb::par; a few bytes for each thread block under
/// CUDA, or n elements and bytes if the elements are not plain, have more than 32 bytes or lie
/// behind an iterator of a class; none under seq. If allocation fails, no element has moved. Under
/// CUDA the call waits for the result.
struct unique_fn : detail::result_algorithm<unique_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"unique", {inout("first"), until("last"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class Equal = equal_to<>>
  THRUM_HD static detail::result_t<To, I> call(To to, B const& exec, I first, I last, Equal same = {}) {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_in_place<B, I>() && detail::valid_destination<To, B, std::ptrdiff_t>()) {
      auto const base = detail::unwrap(first);
      detail::run_starts<detail::unwrapped_t<I>, Equal> const keep{base, std::move(same)};
      return detail::compact_in_place_to(to, detail::offset_from<I>{first}, exec, base, last - first, keep);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT unique_fn unique{};
/// unique_into(policy, first, last, result[, equal]): does what unique does, and puts the number of
/// elements that are left into *result. The call hands nothing to the host, so that under CUDA it
/// does not wait for the number.
THRUM_OBJECT detail::into<unique_fn> unique_into{};

/// unique_copy(policy, first, last, out[, equal]): copies the first element of each run of adjacent
/// equal elements, in order.
///
/// Returns the end of the output. The output overlaps no input; nothing after its end is written.
/// Otherwise as unique, except for scratch memory: at most 2^20 bytes under tbb::par.
struct unique_copy_fn : detail::result_algorithm<unique_copy_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"unique_copy", {in("first"), until("last"), up_to("out"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class O, class Equal = equal_to<>>
  THRUM_HD static detail::result_t<To, O> call(To to, B const& exec, I first, I last, O out, Equal same = {}) {
    if constexpr (detail::valid_iterators<B, I, O>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      auto const base = detail::unwrap(first);
      detail::run_starts<detail::unwrapped_t<I>, Equal> const keep{base, std::move(same)};
      return detail::compact_to(to, detail::offset_from<O>{out}, exec, base, last - first, detail::unwrap(out),
                                detail::predicate_for<B, true>(keep));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT unique_copy_fn unique_copy{};
/// unique_copy_into(policy, first, last, result, out[, equal]): does what unique_copy does, and
/// puts the number of elements that are copied into *result, without a wait.
THRUM_OBJECT detail::into<unique_copy_fn> unique_copy_into{};

/// unique_by_key(policy, keys_first, keys_last, values[, equal]): does what unique does with the
/// keys; each value moves with its key.
///
/// Returns the ends of the keys and the values that are left. Otherwise as unique, with pairs as
/// elements.
struct unique_by_key_fn : detail::algorithm<unique_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"unique_by_key", {inout("keys_first"), until("keys_last"), also_inout("values"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class Equal = equal_to<>>
  THRUM_HD pair<K, V> operator()(B const& exec, K keys_first, K keys_last, V values, Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, K, V>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<K>, detail::element_t<K>>() &&
                  detail::valid_in_place<B, K>() && detail::valid_in_place<B, V>()) {
      auto const keys = detail::unwrap(keys_first);
      detail::run_starts<detail::unwrapped_t<K>, Equal> const keep{keys, std::move(same)};
      std::ptrdiff_t const left = detail::compact_in_place(
          exec, thrum::make_zip_iterator(keys, detail::unwrap(values)), keys_last - keys_first, keep);
      return {keys_first + left, values + left};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT unique_by_key_fn unique_by_key{};

/// unique_by_key_copy(policy, keys_first, keys_last, values, keys_out, values_out[, equal]): copies
/// the first key of each run of adjacent equal keys and its value, in order. Returns the ends of
/// both outputs. Otherwise as unique_copy.
struct unique_by_key_copy_fn : detail::algorithm<unique_by_key_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"unique_by_key_copy",
            {in("keys_first"), until("keys_last"), also("values"), up_to("keys_out"), up_to("values_out"),
             optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class KO, class VO, class Equal = equal_to<>>
  THRUM_HD pair<KO, VO> operator()(B const& exec, K keys_first, K keys_last, V values, KO keys_out, VO values_out,
                                   Equal same = {}) const {
    if constexpr (detail::valid_iterators<B, K, V, KO, VO>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<K>, detail::element_t<K>>() &&
                  detail::valid_output<B, KO, detail::element_t<K>>() &&
                  detail::valid_output<B, VO, detail::element_t<V>>()) {
      auto const keys = detail::unwrap(keys_first);
      detail::run_starts<detail::unwrapped_t<K>, Equal> const keep{keys, std::move(same)};
      std::ptrdiff_t const left =
          detail::compact(exec, thrum::make_zip_iterator(keys, detail::unwrap(values)), keys_last - keys_first,
                          thrum::make_zip_iterator(detail::unwrap(keys_out), detail::unwrap(values_out)), keep);
      return {keys_out + left, values_out + left};
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT unique_by_key_copy_fn unique_by_key_copy{};

namespace detail {
/// Returns 1 if a run begins at an index, otherwise 0.
template <class I, class Equal>
struct counted_run {
  run_starts<I, Equal> begins;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return begins(i) ? 1 : 0; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t count(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    if (begin == 0) return 1 + count(1, end);
    transformed_elements const same{begins.keys, begins.keys + 1, begins.equal};
    not_fn_t<decltype(same)> differ{same};
    return detail::count_accepted<looked_at_t<I>>(begin - 1, end - 1, differ);
  }
};
}  // namespace detail

/// unique_count(policy, first, last[, equal]): returns the number of runs of adjacent equal
/// elements. O(n) work: equal is called once for each pair of neighbours. O(n / 16384) scratch
/// memory under tbb::par. Under CUDA the call waits for the result.
struct unique_count_fn : detail::result_algorithm<unique_count_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"unique_count", {in("first"), until("last"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class Equal = equal_to<>>
  THRUM_HD static detail::result_t<To, std::ptrdiff_t> call(To to, B const& exec, I first, I last,
                                                            Equal same = {}) {
    if constexpr (detail::valid_iterators<B, I>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      using run = detail::counted_run<detail::unwrapped_t<I>, Equal>;
      return detail::reduce_to(to, detail::as_computed<std::ptrdiff_t>{}, exec,
                               detail::computed<std::ptrdiff_t>(run{{detail::unwrap(first), std::move(same)}}),
                               last - first, std::ptrdiff_t{0}, plus<>{});
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT unique_count_fn unique_count{};
/// unique_count_into(policy, first, last, result[, equal]): puts the result of unique_count into
/// *result, without a wait.
THRUM_OBJECT detail::into<unique_count_fn> unique_count_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
