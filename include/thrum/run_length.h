// run_length_encode, run_length_encode_into, run_length_decode: turn runs of equal elements into
// elements with counts, and back.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/run_length.h>
#include <thrum/functional.h>
#include <thrum/pair.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

/// run_length_encode(policy, first, last, values_out, counts_out[, equal]): writes the first
/// element and the length of each run of adjacent equal elements.
///
/// equal is an equivalence. Returns the ends of both outputs. The outputs overlap neither the input
/// nor each other; nothing after their ends is written. O(n) work: equal is called once for each
/// pair of neighbours under seq and tbb::par. Scratch memory: at most 2^20 bytes under tbb::par.
/// Under CUDA the call waits for the result. An exception of equal leaves the call.
struct run_length_encode_fn : detail::result_algorithm<run_length_encode_fn> {
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"run_length_encode",
            {in("first"), until("last"), up_to("values_out"), up_to("counts_out"), optional("equal")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class To, backend B, class I, class V, class C, class Equal = equal_to<>>
  THRUM_HD static detail::result_t<To, pair<V, C>> call(To to, B const& exec, I first, I last, V values_out,
                                                        C counts_out, Equal same = {}) {
    if constexpr (detail::valid_iterators<B, I, V, C>() &&
                  detail::valid_predicate<B, Equal, detail::element_t<I>, detail::element_t<I>>() &&
                  detail::valid_output<B, V, detail::element_t<I>>() &&
                  detail::valid_output<B, C, std::ptrdiff_t>() &&
                  detail::valid_destination<To, B, std::ptrdiff_t>()) {
      return detail::encode_runs_to(to, detail::ends_of_both<V, C>{values_out, counts_out}, exec,
                                    detail::unwrap(first), last - first, detail::unwrap(values_out),
                                    detail::unwrap(counts_out), std::move(same));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT run_length_encode_fn run_length_encode{};
/// run_length_encode_into(policy, first, last, result, values_out, counts_out[, equal]): does what
/// run_length_encode does, and puts the number of runs into *result. The call hands nothing to the
/// host, so that under CUDA it does not wait for the number.
THRUM_OBJECT detail::into<run_length_encode_fn> run_length_encode_into{};

/// run_length_decode(policy, values_first, values_last, counts_first, out): writes each value as
/// many times as its count says, in order. A value whose count is zero or negative is left out.
///
/// Returns the end of the output. The output overlaps no input. O(n + m) work for n values and m
/// outputs, split evenly even if one run is nearly the whole output; under CUDA O(n + m log n).
/// Counts are read more than once. Scratch memory: 8 bytes for every 256 values and that of a scan
/// of these under tbb::par, none for up to 4096 values; 8 bytes for each value under CUDA; none
/// under seq. Under CUDA the call waits for the result.
struct run_length_decode_fn : detail::algorithm<run_length_decode_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"run_length_decode",
            {in("values_first"), until("values_last"), also("counts_first"), up_to("out", unknown_length)}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class V, class C, class O>
  THRUM_HD O operator()(B const& exec, V values_first, V values_last, C counts_first, O out) const {
    constexpr bool counts_are_numbers = std::is_convertible_v<std::iter_value_t<C>, std::ptrdiff_t>;
    static_assert(counts_are_numbers, "thrum: the counts of run_length_decode have to be integers");
    if constexpr (counts_are_numbers && detail::valid_iterators<B, V, C, O>() &&
                  detail::valid_output<B, O, detail::element_t<V>>()) {
      return out + detail::decode_runs(exec, detail::unwrap(values_first), values_last - values_first,
                                       detail::unwrap(counts_first), detail::unwrap(out));
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT run_length_decode_fn run_length_decode{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
