// replace, replace_if, replace_copy, replace_copy_if: one value in place of others.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/flags/flag_words.h>
#include <thrum/detail/kernels/flags/flagged_tile.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/order/radix_key.h>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {
/// Whether a value is chosen without a branch and written in any case. This holds for numbers,
/// because the loops are then vectorised, and for other trivially copyable elements of at most 16
/// bytes.
template <class E, class T>
inline constexpr bool is_chosen = (std::is_arithmetic_v<E> && std::is_arithmetic_v<T>) ||
                                  (std::is_same_v<E, T> && std::is_trivially_copyable_v<E> &&
                                   std::is_trivially_copy_assignable_v<E> && sizeof(E) <= 16);

/// Returns one of two elements for which is_chosen holds, y if `second` is 1. Their bits are chosen
/// by a mask, word by word, because of `second ? y : x` GCC makes a branch where it makes no
/// vectors of the condition.
template <class E>
THRUM_HD E choose(unsigned char second, E const& x, E const& y) {
  if constexpr (std::is_floating_point_v<E> && sizeof(E) > 8) {
    return second != 0 ? y : x;
  } else {
    // The widest words that an element consists of.
    using word = uint_of_size<sizeof(E) % 8 == 0 ? 8 : (sizeof(E) & (0 - sizeof(E)))>;
    constexpr std::size_t words = sizeof(E) / sizeof(word);
    word of_x[words], of_y[words];
    std::memcpy(of_x, __builtin_addressof(x), sizeof(E));
    std::memcpy(of_y, __builtin_addressof(y), sizeof(E));
    word const mask = static_cast<word>(word{0} - static_cast<word>(second));
    for (std::size_t k = 0; k < words; ++k) of_x[k] = static_cast<word>(of_x[k] ^ ((of_x[k] ^ of_y[k]) & mask));
    E chosen = x;
    std::memcpy(static_cast<void*>(__builtin_addressof(chosen)), of_x, sizeof(E));
    return chosen;
  }
}

/// Chooses computed_group elements, from i on: the value of a body where it accepts, else from[i].
template <bool for_avx2, class Body, class I, class E>
THRUM_INLINED void choose_group(std::ptrdiff_t i, Body& body, I const& from, E* to) {
  static_assert(computed_group == flag_group);
  accepted_by<Body> accept{__builtin_addressof(body)};
  unsigned char answers[flag_group];
  detail::answer_group<for_avx2>(i, answers, accept);
  auto const value = static_cast<E>(body.value);
  for (std::ptrdiff_t j = 0; j < flag_group; ++j)
    to[j] = detail::choose(answers[j], static_cast<E>(from[i + j]), value);
}
/// Whether a body asks about a group of elements of S before it chooses: if these are
/// floating-point numbers. Where each is chosen at once, GCC makes vectors of fewer predicates:
/// 2^15 random floats within two limits take 5 ns an element at -O2, and 0.2 so. (Those below a
/// limit 0.08 and 0.18; if P is known to compare once, nothing is asked first.)
template <class S, class P>
inline constexpr bool asks_first = std::is_floating_point_v<looked_at_t<S>> && !only_compares<P>;

/// Assigns value to out[i] if pred accepts stencil[i].
template <class O, class S, class P, class T>
struct replace_body {
  static constexpr auto kind = body_kind::choose;
  using functor = P;
  using kept = O;
  O out;
  S stencil;
  P pred;
  T value;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(stencil, out);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E& to) {
    bool const replaced = static_cast<bool>(pred(stencil[i]));
    to = detail::choose(replaced, static_cast<E>(out[i]), static_cast<E>(value));
  }
  THRUM_HD S const& asked() const { return stencil; }
  template <bool for_avx2, class E>
    requires asks_first<S, P>
  THRUM_INLINED void compute_group(std::ptrdiff_t i, E* to) {
    detail::choose_group<for_avx2>(i, *this, out, to);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
#if !defined(__CUDA_ARCH__)
    if constexpr (std::is_pointer_v<O> && is_chosen<std::iter_value_t<O>, T>) return compute(i, out[i]);
#endif
    if (static_cast<bool>(pred(stencil[i]))) detail::store(out[i], value);
  }
};
/// Assigns value to out[i] if pred accepts stencil[i], otherwise first[i].
template <class I, class S, class O, class P, class T>
struct replace_copy_body {
  static constexpr auto kind = body_kind::choose;
  using functor = P;
  using kept = I;
  I first;
  S stencil;
  O out;
  P pred;
  T value;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first, stencil);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E& to) {
    bool const replaced = static_cast<bool>(pred(stencil[i]));
    E const element = static_cast<E>(first[i]);
    to = detail::choose(replaced, element, static_cast<E>(value));
  }
  THRUM_HD S const& asked() const { return stencil; }
  template <bool for_avx2, class E>
    requires asks_first<S, P>
  THRUM_INLINED void compute_group(std::ptrdiff_t i, E* to) {
    detail::choose_group<for_avx2>(i, *this, first, to);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    using to = std::iter_value_t<O>;
    if constexpr (std::is_pointer_v<I> && std::is_pointer_v<O> && is_chosen<std::iter_value_t<I>, to> &&
                  is_chosen<to, T>) {
      compute(i, out[i]);
    } else {
      if (static_cast<bool>(pred(stencil[i]))) detail::store(out[i], value);
      else detail::store(out[i], first[i]);
    }
  }
};
}  // namespace detail

/// replace_if(policy, first, last, pred, value): assigns value to the elements that pred accepts.
/// replace_if(policy, first, last, stencil, pred, value): assigns value to the elements whose
/// stencil pred accepts.
///
/// Parallel policies call copies of pred in any order; under no policy does pred itself read the
/// output. On the host, numbers and plain elements of at most 16 bytes are written back even if
/// they are not replaced. O(n) work; no scratch memory. An exception of pred leaves the call under
/// seq and tbb::par.
struct replace_if_fn : detail::algorithm<replace_if_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"replace_if",
            {inout("first"), until("last"), value("pred"), value("value")},
            {inout("first"), until("last"), also("stencil").or_input(), value("pred"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P, class T>
  THRUM_HD void operator()(B const& exec, I first, I last, P pred, T const& value) const {
    (*this)(exec, first, last, first, std::move(pred), value);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class P, class T>
  THRUM_HD void operator()(B const& exec, I first, I last, S stencil, P pred, T const& value) const {
    using value_type = detail::value_of_t<T const>;
    if constexpr (detail::valid_iterators<B, I, S>() && detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_output<B, I, value_type const&>()) {
      using body = detail::replace_body<detail::unwrapped_t<I>, detail::unwrapped_t<S>, P, value_type>;
      exec.for_each_n(last - first, body{detail::unwrap(first), detail::unwrap(stencil), std::move(pred), value},
                      detail::default_grain);
    }
  }
};
THRUM_OBJECT replace_if_fn replace_if{};

/// replace(policy, first, last, old_value, new_value): assigns new_value to the elements that equal
/// old_value. Otherwise as replace_if.
struct replace_fn : detail::algorithm<replace_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"replace", {inout("first"), until("last"), value("old_value"), value("new_value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class T, class U>
  THRUM_HD void operator()(B const& exec, I first, I last, T const& old_value, U const& new_value) const {
    replace_if_fn{}(exec, first, last, first, detail::equals_value<detail::value_of_t<T const>>{old_value},
                    new_value);
  }
};
THRUM_OBJECT replace_fn replace{};

/// replace_copy_if(policy, first, last, out, pred, value): assigns value to out[i] if pred accepts
/// first[i], otherwise first[i].
/// replace_copy_if(policy, first, last, stencil, out, pred, value): the same, but pred decides by
/// stencil[i].
///
/// Returns the end of the output. The output may be an input, but does not overlap one otherwise.
/// Parallel policies call copies of pred in any order. O(n) work; no scratch memory. An exception
/// of pred leaves the call under seq and tbb::par.
struct replace_copy_if_fn : detail::algorithm<replace_copy_if_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"replace_copy_if",
            {in("first"), until("last"), out("out").or_input(), value("pred"), value("value")},
            {in("first"), until("last"), also("stencil"), out("out").or_input(), value("pred"), value("value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class P, class T>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, P pred, T const& value) const {
    return (*this)(exec, first, last, first, out, std::move(pred), value);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O, class P, class T>
  THRUM_HD O operator()(B const& exec, I first, I last, S stencil, O out, P pred, T const& value) const {
    using value_type = detail::value_of_t<T const>;
    if constexpr (detail::valid_iterators<B, I, S, O>() && detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>() &&
                  detail::valid_output<B, O, value_type const&>()) {
      using body = detail::replace_copy_body<detail::unwrapped_t<I>, detail::unwrapped_t<S>,
                                             detail::unwrapped_t<O>, P, value_type>;
      exec.for_each_n(
          last - first,
          body{detail::unwrap(first), detail::unwrap(stencil), detail::unwrap(out), std::move(pred), value},
          detail::default_grain);
      return out + (last - first);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT replace_copy_if_fn replace_copy_if{};

/// replace_copy(policy, first, last, out, old_value, new_value): assigns new_value to out[i] if
/// first[i] equals old_value, otherwise first[i]. Otherwise as replace_copy_if.
struct replace_copy_fn : detail::algorithm<replace_copy_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"replace_copy",
            {in("first"), until("last"), out("out").or_input(), value("old_value"), value("new_value")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class T, class U>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, T const& old_value, U const& new_value) const {
    return replace_copy_if_fn{}(exec, first, last, first, out,
                                detail::equals_value<detail::value_of_t<T const>>{old_value}, new_value);
  }
};
THRUM_OBJECT replace_copy_fn replace_copy{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
