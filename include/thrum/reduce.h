// reduce, reduce_into, reduce_by_key, reduce_by_key_into: the sum of a range, or of each run of
// equal keys.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/half_sums.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {

/// reduce(policy, first, last[, init[, op]]): returns op over init and all elements; the sum from
/// zero unless init and op are given.
///
/// op is associative and commutative. It is applied in the type T of init: int elements summed from
/// 0L are summed as long. Floating-point numbers of 16 bits are summed as floats, and the sum is
/// rounded once. The shape of the tree depends on n alone, so that float sums are the same
/// bits under seq, tbb::par with any number of threads, and cuda::par.deterministic(): see
/// docs/guides/determinism.md. O(n) work, O(n / 16384) scratch memory under tbb::par. Under CUDA
/// the call waits for the result. An exception of op leaves the call under seq and tbb::par.
struct reduce_fn : detail::result_algorithm<reduce_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"reduce", {in("first"), until("last"), optional("init"), optional("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I>
  THRUM_HD static detail::result_t<To, std::iter_value_t<I>> call(To to, B const& exec, I first, I last) {
    if constexpr (detail::valid_beginning<std::iter_value_t<I>>())
      return call(to, exec, first, last, std::iter_value_t<I>(), plus<>{});
    else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class T>
  THRUM_HD static detail::result_t<To, detail::value_of_t<T>> call(To to, B const& exec, I first, I last, T init) {
    return call(to, exec, first, last, std::move(init), plus<>{});
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class T, class Op>
  THRUM_HD static detail::result_t<To, detail::value_of_t<T>> call(To to, B const& exec, I first, I last, T init,
                                                                   Op op) {
    using sum = detail::value_of_t<T>;
    if constexpr (detail::adds_halves<I, sum, Op> && !detail::half_number<sum>) {
      auto const floats = detail::halves_as_floats(first);
      return call(to, exec, floats, floats + (last - first), std::move(init), std::move(op));
    } else if constexpr (detail::valid_iterators<B, I>() &&
                         detail::valid_operator<B, Op, sum, detail::element_t<I>>() &&
                         detail::valid_destination<To, B, sum>()) {
      if constexpr (detail::half_number<sum> && detail::adds_halves<I, sum, Op>)
        return detail::reduce_to(to, detail::rounded_sum<sum>{}, exec,
                                 detail::unwrap(detail::halves_as_floats(first)), last - first,
                                 static_cast<float>(static_cast<sum>(std::move(init))), plus<>{});
      else
        return detail::reduce_to(to, detail::as_computed<sum>{}, exec, detail::unwrap(first), last - first,
                                 static_cast<sum>(std::move(init)), std::move(op));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT reduce_fn reduce{};
/// reduce_into(policy, first, last, out[, init[, op]]): puts the result of reduce into *out.
///
/// The call hands nothing to the host, so that under CUDA it does not wait for the result.
/// Otherwise as reduce.
THRUM_OBJECT detail::into<reduce_fn> reduce_into{};

/// reduce_by_key(policy, keys_first, keys_last, values, keys_out, values_out[, equal[, op]]):
/// writes, for each run of adjacent equal keys, its first key and op over its values. Returns the
/// pair of the ends of the outputs.
///
/// op is associative. Sums are made in the value type of `values`; those of floating-point numbers
/// of 16 bits as floats, which the output rounds. The outputs overlap no input.
/// The result is the same bits under seq, tbb::par and cuda::par.deterministic(). O(n) work, O(n /
/// 8192) scratch memory under tbb::par. Under CUDA the call waits for the number of runs.
struct reduce_by_key_fn : detail::result_algorithm<reduce_by_key_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"reduce_by_key",
            {in("keys_first"), until("keys_last"), also("values"), up_to("keys_out"), up_to("values_out"),
             optional("equal"), optional("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class K, class V, class KO, class VO, class Equal = equal_to<>, class Op = plus<>>
  THRUM_HD static detail::result_t<To, pair<KO, VO>> call(To to, B const& exec, K keys_first, K keys_last,
                                                          V values, KO keys_out, VO values_out, Equal same = {},
                                                          Op op = {}) {
    using value = std::iter_value_t<V>;
    if constexpr (detail::valid_iterators<B, K, V, KO, VO>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<K>, detail::element_t<K>>() &&
                  detail::valid_operator<B, Op, value, detail::element_t<V>>() &&
                  detail::valid_output<B, KO, detail::element_t<K>>() && detail::valid_output<B, VO, value>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      detail::ends_of_both<KO, VO> const ends{keys_out, values_out};
      if constexpr (detail::adds_halves<V, value, Op>)
        return detail::reduce_by_key_to(to, ends, exec, detail::unwrap(keys_first), keys_last - keys_first,
                                        detail::unwrap(detail::halves_as_floats(values)), detail::unwrap(keys_out),
                                        detail::unwrap(detail::output_for_floats(values_out)), std::move(same),
                                        plus<>{});
      else
        return detail::reduce_by_key_to(to, ends, exec, detail::unwrap(keys_first), keys_last - keys_first,
                                        detail::unwrap(values), detail::unwrap(keys_out),
                                        detail::unwrap(values_out), std::move(same), std::move(op));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT reduce_by_key_fn reduce_by_key{};
/// reduce_by_key_into(policy, keys_first, keys_last, result, values, keys_out, values_out[, equal[,
/// op]]): does what reduce_by_key does, and puts the number of runs into *result. The call hands
/// nothing to the host, so that under CUDA it does not wait for the number.
THRUM_OBJECT detail::into<reduce_by_key_fn> reduce_by_key_into{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
