// Compaction and partition within one range. A sequential policy moves elements to the front as it goes; a parallel one
// takes the answers of the predicate first, then moves the elements out and back. All scratch memory is there before the
// first element moves, so that none is lost if it gives out.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/backend.h>
#include <thrum/detail/compose/compact.h>
#include <thrum/detail/compose/find_first.h>
#include <thrum/detail/config.h>
#include <thrum/detail/gathered.h>
#include <thrum/detail/moved_element.h>
#include <thrum/detail/predicates.h>
#include <thrum/detail/scratch.h>
#include <thrum/detail/seq/device_sort.h>
#include <thrum/detail/seq/seq.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A policy for the steps of a longer work: one that would wait after each step does not.
THRUM_EXEC_CHECK_DISABLE
template <class B>
THRUM_HD B step_of(B const& exec) {
  if constexpr (requires { exec.step(); }) return exec.step();
  else return exec;
}

/// The elements at p as a source to move from.
template <class T>
THRUM_HD auto moved_from(T* p) {
  if constexpr (std::is_trivially_copyable_v<T>) return p;
  else return std::make_move_iterator(p);
}

/// Moves the elements with keep(i) to the front, in order; returns their number. keep(i) may look at elements i - 1 and
/// i: it is asked about i + 1 before element i moves.
THRUM_EXEC_CHECK_DISABLE
template <class I, class K>
THRUM_HD std::ptrdiff_t compact_in_order(I first, std::ptrdiff_t n, K keep) {
  std::ptrdiff_t kept = 0;
  bool next = n > 0 && keep(std::ptrdiff_t{0});
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    bool const now = next;
    next = i + 1 < n && keep(i + 1);
    if (!now) continue;
    if (kept != i) first[kept] = detail::moved_element(first, i);
    ++kept;
  }
  return kept;
}

/// Whether a backend has a compact of its own.
template <class B>
concept compacts_natively = requires(B const& exec, int* p, std::ptrdiff_t n, flag_is keep) {
  { exec.compact(p, n, p, keep) } -> std::same_as<std::ptrdiff_t>;
};

/// Which elements of a range are accepted, and where those of each tile go. Composed of for_each_n.
template <class B>
class flagged_tiles {
 public:
  template <class K>
  flagged_tiles(B const& exec, std::ptrdiff_t n, K accept)
      : exec_(exec), n_(n), tiles_((n + tile - 1) / tile), flags_(exec, n), places_(exec, tiles_ + 1) {
    exec.for_each_n(
        tiles_,
        [=, flags = flags_.data(), count = places_.data() + 1](std::ptrdiff_t t) {
          std::ptrdiff_t const at = t * tile;
          count[t] = detail::set_flags(at, detail::least(tile, n - at), flags + at, accept);
        },
        1);
    places_[0] = 0;
    for (std::ptrdiff_t t = 0; t < tiles_; ++t) places_[t + 1] += places_[t];
  }
  std::ptrdiff_t accepted() const { return places_[tiles_]; }

  /// Copies the accepted elements of [first, first + n) to out, in order.
  template <class I, class O>
  void copy_accepted(I first, O out) const {
    exec_.for_each_n(
        tiles_,
        [=, flags = flags(), place = places()](std::ptrdiff_t t) {
          std::ptrdiff_t const at = t * tile;
          detail::copy_flagged(first + at, flags + at, place[t + 1] - place[t], out + place[t]);
        },
        1);
  }
  /// Copies all elements to out, the accepted ones before the others, each in order.
  template <class I, class O>
  void copy_accepted_first(I first, O out) const {
    exec_.for_each_n(
        tiles_,
        [=, n = n_, accepted = accepted(), flags = flags(), place = places()](std::ptrdiff_t t) {
          std::ptrdiff_t const begin = t * tile, end = detail::least(n, begin + tile);
          std::ptrdiff_t next = place[t], next_other = accepted + begin - next;
          for (std::ptrdiff_t i = begin; i < end; ++i) {
            bool const is_accepted = flags[i] != 0;
            out[is_accepted ? next : next_other] = first[i];
            next += is_accepted;
            next_other += !is_accepted;
          }
        },
        1);
  }

 private:
  static constexpr std::ptrdiff_t tile = 16384;
  unsigned char const* flags() const { return flags_.data(); }
  std::ptrdiff_t const* places() const { return places_.data(); }

  B const& exec_;
  std::ptrdiff_t n_, tiles_;
  scratch_array<unsigned char, B> flags_;
  scratch_array<std::ptrdiff_t, B> places_;
};

THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class K>
THRUM_HD std::ptrdiff_t compact_in_place(B const& exec, I first, std::ptrdiff_t n, K keep) {
  if constexpr (std::same_as<B, seq_policy>) {
    if constexpr (detail::plain_assignment<I, I>()) return exec.compact(first, n, first, keep);
    else return detail::compact_in_order(first, n, keep);
  } else {
    using T = std::iter_value_t<I>;
    if (n == 0) return 0;
    if constexpr (compacts_natively<B>) {
      B const step = detail::step_of(exec);
      scratch_array<unsigned char, B> const flags(exec, n);
      step.for_each_n(n, set_flag<K>{flags.data(), keep}, default_grain);
      gathered<T, B> const source(step, n, move_out<T, I>{first});
      return exec.compact(detail::moved_from(source.data()), n, first, flag_is{flags.data(), true});
    } else {
      flagged_tiles<B> const tiles(exec, n, keep);
      gathered<T, B> const source(exec, n, move_out<T, I>{first});
      tiles.copy_accepted(detail::moved_from(source.data()), first);
      return tiles.accepted();
    }
  }
}

/// Orders elements by whether they are accepted.
template <class P>
struct accepted_first {
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  template <class T, class U>
  THRUM_HD bool operator()(T const& a, U const& b) {
    return pred(a) && !pred(b);
  }
};

/// Whether pred accepts element i.
template <class I, class P>
using accepted_at = transformed_element<I, P>;

THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class P>
THRUM_HD std::ptrdiff_t partition_in_place(B const& exec, I first, std::ptrdiff_t n, P pred) {
#if defined(__CUDA_ARCH__)
  sorted_range<I> const range{first};
  detail::sort_in_place(range, n, accepted_first<P>{pred});
  return seq_policy{}.find_first(n, rejected_at<I, P>{first, pred});
#else
  using T = std::iter_value_t<I>;
  if (n == 0) return 0;
  accepted_at<I, P> const accept{first, pred};
  if constexpr (compacts_natively<B>) {
    B const step = detail::step_of(exec);
    scratch_array<unsigned char, B> const flags(exec, n);
    step.for_each_n(n, set_flag<accepted_at<I, P>>{flags.data(), accept}, default_grain);
    gathered<T, B> const source(step, n, move_out<T, I>{first});
    auto const from = detail::moved_from(source.data());
    std::ptrdiff_t const accepted = step.compact(from, n, first, flag_is{flags.data(), true});
    exec.compact(from, n, first + accepted, flag_is{flags.data(), false});
    return accepted;
  } else {
    flagged_tiles<B> const tiles(exec, n, accept);
    gathered<T, B> const source(exec, n, move_out<T, I>{first});
    tiles.copy_accepted_first(detail::moved_from(source.data()), first);
    return tiles.accepted();
  }
#endif
}

}  // namespace thrum::detail
