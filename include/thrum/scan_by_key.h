// inclusive_scan_by_key, exclusive_scan_by_key: prefix sums of each run of equal keys.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/calls/half_sums.h>
#include <thrum/detail/algorithms/scan_by_key.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum {
namespace detail {

/// Runs the scan that all forms share.
THRUM_EXEC_CHECK_DISABLE
template <class B, class K, class V, class O, class Equal, class Seed, class Op, class Kind>
THRUM_HD O valid_scan_by_key(B const& exec, K keys_first, K keys_last, V values, O out, Equal same, Seed init,
                             Op op, Kind kind) {
  using T = typename Seed::type;
  if constexpr (adds_halves<V, T, Op>) {
    detail::valid_scan_by_key(exec, keys_first, keys_last, detail::halves_as_floats(values),
                              detail::output_for_floats(out), std::move(same), detail::float_seed(std::move(init)),
                              detail::float_sum<T>(std::move(op)), kind);
    return out + (keys_last - keys_first);
  } else if constexpr (detail::valid_iterators<B, K, V, O>() &&
                       detail::valid_predicate<B, Equal, element_t<K>, element_t<K>>() &&
                       detail::valid_operator<B, Op, T, element_t<V>>() && detail::valid_output<B, O, T>()) {
    detail::scan_by_key(exec, detail::unwrap(keys_first), keys_last - keys_first, detail::unwrap(values),
                        detail::unwrap(out), std::move(same), std::move(init), std::move(op), kind);
    return out + (keys_last - keys_first);
  } else return detail::wrong_call{};
}

}  // namespace detail

/// inclusive_scan_by_key(policy, keys_first, keys_last, values, out[, equal[, op]]): does an
/// inclusive_scan of the values of each run of adjacent equal keys. A run begins at each key that
/// is not equal to the key before it.
///
/// op is associative; it need not be commutative. Sums are made in the value type of `values`;
/// those of floating-point numbers of 16 bits as floats, which the output rounds. The output may be
/// the values. The output may also be the keys, if they are in memory and the call
/// does not run in device code under seq. Returns the end of the output. The result is the same
/// bits under seq, tbb::par and cuda::par.deterministic(). O(n) work: up to three calls of op, and
/// two of equal, for each element. Scratch memory under tbb::par: O(n / 8192) sums; n bytes more,
/// under any policy, if the output is the keys. An exception of equal or op leaves the call under
/// seq and tbb::par.
struct inclusive_scan_by_key_fn : detail::algorithm<inclusive_scan_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"inclusive_scan_by_key",
            {in("keys_first"), until("keys_last"), also("values"), out("out").or_input(), optional("equal"),
             optional("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class O, class Equal = equal_to<>, class Op = plus<>>
  THRUM_HD O operator()(B const& exec, K keys_first, K keys_last, V values, O out, Equal same = {},
                        Op op = {}) const {
    return detail::valid_scan_by_key(exec, keys_first, keys_last, values, out, std::move(same),
                                     detail::no_seed<std::iter_value_t<V>>{}, std::move(op), detail::inclusive{});
  }
};
THRUM_OBJECT inclusive_scan_by_key_fn inclusive_scan_by_key{};

/// exclusive_scan_by_key(policy, keys_first, keys_last, values, out[, init[, equal[, op]]]): does
/// an exclusive_scan of the values of each run of adjacent equal keys, each from init; from zero
/// unless init is given.
///
/// Sums are made in the type of init. Otherwise as inclusive_scan_by_key.
struct exclusive_scan_by_key_fn : detail::algorithm<exclusive_scan_by_key_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"exclusive_scan_by_key",
            {in("keys_first"), until("keys_last"), also("values"), out("out").or_input(), optional("init"),
             optional("equal"), optional("op")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class O>
  THRUM_HD O operator()(B const& exec, K keys_first, K keys_last, V values, O out) const {
    if constexpr (detail::valid_beginning<std::iter_value_t<V>>())
      return (*this)(exec, keys_first, keys_last, values, out, std::iter_value_t<V>());
    else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class K, class V, class O, class T, class Equal = equal_to<>, class Op = plus<>>
  THRUM_HD O operator()(B const& exec, K keys_first, K keys_last, V values, O out, T init, Equal same = {},
                        Op op = {}) const {
    using sum = detail::value_of_t<T>;
    return detail::valid_scan_by_key(exec, keys_first, keys_last, values, out, std::move(same),
                                     detail::seed<sum>{static_cast<sum>(std::move(init))}, std::move(op),
                                     detail::exclusive{});
  }
};
THRUM_OBJECT exclusive_scan_by_key_fn exclusive_scan_by_key{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
