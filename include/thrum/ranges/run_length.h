// ranges::run_length_encode, run_length_decode.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/projected_functors.h>
#include <thrum/detail/calls/projected_sums.h>
#include <thrum/detail/calls/range_algorithm.h>
#include <thrum/detail/calls/runs_with_room.h>
#include <thrum/detail/algorithms/truncated.h>
#include <thrum/functional.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/run_length.h>
#include <thrum/transform_reduce.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// How many copies a count stands for; `most` if they are more.
struct copies_of_count {
  std::ptrdiff_t most;
  template <std::convertible_to<std::ptrdiff_t> Count>
  THRUM_HD std::ptrdiff_t operator()(Count const& count) const {
    if constexpr (std::is_unsigned_v<Count>) {
      if (static_cast<std::uintmax_t>(count) > static_cast<std::uintmax_t>(most)) return most;
    }
    auto const copies = static_cast<std::ptrdiff_t>(count);
    return copies < 0 ? 0 : copies > most ? most : copies;
  }
};
/// Adds numbers of copies; `most` if they are more.
struct plus_up_to {
  std::ptrdiff_t most;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t a, std::ptrdiff_t b) const {
    return a > most - b ? most : a + b;
  }
};

}  // namespace detail

namespace ranges {

/// run_length_encode(policy, range, values_out, counts_out[, equal[, projection]]): writes the
/// first element and the length of each run of adjacent equal elements, until the range ends or a
/// run has no room. The projection makes what is compared of an element. Returns {in, out1, out2}:
/// the end of the range, or where the first run begins that has no room, and the ends of what was
/// written. For outputs that are shorter than the range, what fits is counted before it is written.
/// Otherwise as thrum::run_length_encode.
struct run_length_encode_fn : detail::range_algorithm<run_length_encode_fn, 3, 1> {
  template <class B, class E, class VO, class CO, class F = detail::left_out, class P = detail::left_out>
  static auto call(B const& exec, E const& in, VO const& values_out, CO const& counts_out, F same = {},
                   P projection = {}) {
    auto const alike = detail::projected_functor(std::move(same), projection, projection);
    std::ptrdiff_t const n =
        detail::runs_with_room(exec, in, in.size, std::min(values_out.size, counts_out.size), alike);
    auto const ends =
        thrum::run_length_encode(exec, in.first, in.at(n), values_out.first, counts_out.first, alike);
    if constexpr (std::is_same_v<decltype(ends), detail::wrong_call const>) return detail::wrong_call{};
    else
      return std::ranges::in_out_out_result<typename E::position, typename VO::position, typename CO::position>{
          in.result(n), values_out.result(ends.first), counts_out.result(ends.second)};
  }
};
THRUM_OBJECT run_length_encode_fn run_length_encode{};

/// run_length_decode(policy, values, counts, out[, projection1[, projection2]]): writes each value
/// as many times as its count says, until the values or the counts end or the output is full.
/// projection1 makes what is written of a value, and projection2 the number of a count. Returns
/// {in1, in2, out}: the ends of what was read, or where the value and the count are that have no
/// room for all copies, and the end of what was written. For an output with an end the counts are
/// added before. Otherwise as thrum::run_length_decode.
struct run_length_decode_fn : detail::range_algorithm<run_length_decode_fn, 3, 2> {
  template <class B, class V, class C, class O, class P = detail::left_out, class Q = detail::left_out>
  static auto call(B const& exec, V const& values, C const& counts, O const& out, P projection1 = {},
                   Q projection2 = {}) {
    std::ptrdiff_t n = std::min(values.size, counts.size), written = 0;
    if constexpr (detail::valid_projected_elements<B, typename V::iterator, P>() &&
                  detail::valid_projected_elements<B, typename C::iterator, Q>()) {
      auto const from = detail::projected_elements(values.first, std::move(projection1));
      auto const by = detail::projected_elements(counts.first, std::move(projection2));
      auto const copies = [&](std::ptrdiff_t i, std::ptrdiff_t j) -> std::ptrdiff_t {
        std::ptrdiff_t const most = out.size + 1;
        return thrum::transform_reduce(exec, by + i, by + j, detail::copies_of_count{most}, std::ptrdiff_t{0},
                                       detail::plus_up_to{most});
      };
      bool const fits = out.size == detail::no_end || copies(0, n) <= out.size;
      if (!fits) n = detail::first_without_room(n, out.size, copies);
      typename O::iterator const end = thrum::run_length_decode(exec, from, from + n, by, out.first);
      written = end - out.first;
      if (!fits) {
        thrum::run_length_decode(exec, from + n, from + n + 1,
                                 constant_iterator<std::ptrdiff_t>(out.size - written), end);
        written = out.size;
      }
    }
    return std::ranges::in_in_out_result<typename V::position, typename C::position, typename O::position>{
        values.result(n), counts.result(n), out.result(written)};
  }
};
THRUM_OBJECT run_length_decode_fn run_length_decode{};

}  // namespace ranges
}  // namespace thrum

#include <thrum/detail/public_header/end.h>
