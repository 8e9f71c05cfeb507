// shuffle, shuffle_copy: a range in random order.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/random/bijection.h>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// The elements of a range, to copy or to move from.
template <class I>
struct copied_elements {
  I first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD decltype(auto) operator()(std::ptrdiff_t i) const { return first[i]; }
};
template <class T>
struct moved_elements {
  T* first;
  THRUM_HD T&& operator()(std::ptrdiff_t i) const { return std::move(first[i]); }
};

/// out[i] = from(order(i)).
template <class From, class O>
struct permute_element {
  static constexpr auto kind = body_kind::brief;
  From from;
  O out;
  random_bijection order;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) const { detail::store(out[i], from(order(i))); }
};

/// Does the same for a group of indices. All source indices are computed first: many are computed
/// side by side, and the processor then waits for many elements at once.
template <class From, class O>
struct permute_block {
  static constexpr std::ptrdiff_t length = random_bijection::images_at_once;
  From from;
  O out;
  std::ptrdiff_t n;
  random_bijection order;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t block) const {
    std::ptrdiff_t const begin = block * length, size = detail::least(length, n - begin);
    std::ptrdiff_t places[length];
    order.images(begin, size, places);
    for (std::ptrdiff_t j = 0; j < size; ++j) detail::store(out[begin + j], from(places[j]));
  }
};

THRUM_EXEC_CHECK_DISABLE
template <class B, class From, class O>
THRUM_HD void permute(B const& exec, From from, O out, random_bijection const& order) {
  if constexpr (detail::backend_traits<B>::runs_on_host) {
    using block = permute_block<From, O>;
    std::ptrdiff_t const n = order.size();
    exec.for_each_n((n + block::length - 1) / block::length, block{from, out, n, order},
                    default_grain / block::length);
  } else {
    exec.for_each_n(order.size(), permute_element<From, O>{from, out, order}, default_grain);
  }
}

/// Does the same in place and without memory. Each cycle of the permutation is followed from its
/// least index, which takes O(n log n) steps on average to find.
THRUM_EXEC_CHECK_DISABLE
template <class I>
THRUM_HD void shuffle_by_cycles(I first, std::ptrdiff_t n, random_bijection const& order) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    std::ptrdiff_t from = order(i);
    while (from > i) from = order(from);
    if (from < i || order(i) == i) continue;
    std::iter_value_t<I> held = detail::moved_element(first, i);
    std::ptrdiff_t to = i;
    for (from = order(i); from != i; from = order(to)) {
      first[to] = detail::moved_element(first, from);
      to = from;
    }
    first[to] = std::move(held);
  }
}

/// Checks the source of randomness of a shuffle.
template <class G>
THRUM_HD constexpr bool valid_engine() {
  using engine = std::remove_reference_t<G>;
  constexpr bool callable = requires(engine& g) { static_cast<std::uint64_t>(g()); };
  constexpr bool bounded = requires { engine::min; } && requires { engine::max; };
  static_assert(
      callable && bounded,
      "thrum: a shuffle needs a random engine that it may call (is it const?), with the bounds of its numbers "
      "in min and max");
  return callable && bounded;
}

/// Moves to first[i] what was at first[order(i)].
THRUM_EXEC_CHECK_DISABLE
template <class B, class I>
THRUM_HD void shuffle(B const& exec, I first, std::ptrdiff_t n, random_bijection const& order) {
  if constexpr (!detail::backend_traits<B>::has_scratch) {
    detail::shuffle_by_cycles(first, n, order);
  } else {
    using T = std::iter_value_t<I>;
    if (n < 2) return;
    B const step = detail::step_of(exec);
    if constexpr (std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>) {
      scratch_array<T, B> const source(step, n);
      step.for_each_n(n, element_restorer<I, T*>{first, source.data()}, default_grain);
      detail::permute(exec, moved_elements<T>{source.data()}, first, order);
    } else {
      object_buffer<T, B> const source(step, n, object_mover<T, I>{first});
      detail::permute(exec, moved_elements<T>{source.data()}, first, order);
    }
  }
}

}  // namespace detail

/// shuffle_copy(policy, first, last, out, g): copies the elements in random order. Returns the end
/// of the output. The output does not overlap the input.
///
/// g is a random engine, of thrum::random or of the standard; 800 bits are taken from it. Every
/// order is as likely as any other, as far as 800 bits allow. The order depends on the state of g
/// and the number of elements alone: it is the same under every policy, and it is the order of
/// shuffle. O(n) work; no scratch memory. Under CUDA g stays on the host.
///
/// The order is computed for each index on its own (Mitchell, Stokes, Frank, Holmes,
/// "Bandwidth-Optimal Random Shuffling for GPUs", 2022), so that the only cost of the copy is that
/// it reads all over the input.
struct shuffle_copy_fn : detail::algorithm<shuffle_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"shuffle_copy", {in("first"), until("last"), out("out"), value("g")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class G>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, G&& g) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_output<B, O, detail::element_t<I>>() &&
                  detail::valid_engine<G>()) {
      std::ptrdiff_t const n = last - first;
      using source = detail::copied_elements<detail::unwrapped_t<I>>;
      detail::permute(exec, source{detail::unwrap(first)}, detail::unwrap(out), detail::random_bijection(n, g));
      return out + n;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT shuffle_copy_fn shuffle_copy{};

/// shuffle(policy, first, last, g): puts the elements in the random order of shuffle_copy. The
/// elements are only moved. If allocation fails, none is lost. O(n) work; scratch memory: n
/// elements (none for seq in device code, which takes O(n log n) work).
struct shuffle_fn : detail::algorithm<shuffle_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"shuffle", {inout("first"), until("last"), value("g")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class G>
  THRUM_HD void operator()(B const& exec, I first, I last, G&& g) const {
    if constexpr (detail::valid_iterators<B, I>() && detail::valid_in_place<B, I>() && detail::valid_engine<G>()) {
      detail::shuffle(exec, detail::unwrap(first), last - first, detail::random_bijection(last - first, g));
    }
  }
};
THRUM_OBJECT shuffle_fn shuffle{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
