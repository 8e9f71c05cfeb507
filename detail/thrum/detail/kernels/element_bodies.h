// What a thread does with one element, in bodies of several algorithms and primitives.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/swap.h>
#include <cstddef>
#include <iterator>
#include <utility>

namespace thrum::detail {

/// Stores first[from] in out[to].
template <class I, class O>
struct element_storer {
  I first;
  O out;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t to, std::ptrdiff_t from) { detail::store(out[to], first[from]); }
};

/// Copies from[i] to to[i].
template <class S, class I>
struct element_restorer {
  static constexpr auto kind = body_kind::compute;
  using functor = no_functor;
  S from;
  I to;
  THRUM_HD constexpr I& output() { return to; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(from);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& element) {
    detail::store(std::forward<E>(element), from[i]);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, to[i]); }
};

/// Stores f(first[i]) in out[i].
template <class I, class O, class F>
struct transform_body {
  static constexpr auto kind = body_kind::compute;
  using functor = F;
  I first;
  O out;
  F f;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) {
    if constexpr (takes_by_name<F, std::iter_reference_t<I>>) {
      auto element = first[i];
      detail::store(std::forward<E>(to), f(element));
    } else {
      detail::store(std::forward<E>(to), f(first[i]));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};

/// Stores i in indices[i].
struct index_filler {
  static constexpr auto kind = body_kind::compute;
  using functor = no_functor;
  std::ptrdiff_t* indices;
  THRUM_HD constexpr std::ptrdiff_t*& output() { return indices; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit();
  }
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, std::ptrdiff_t& to) const { to = i; }
  THRUM_HD void operator()(std::ptrdiff_t i) const { indices[i] = i; }
};

/// Exchanges first1[i] and first2[i].
template <class I, class J>
struct swap_body {
  static constexpr auto kind = are_numbers_in_memory<I, J> ? body_kind::move_numbers : body_kind::brief;
  I first1;
  J first2;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    using swap_fn = swap_lookup::swap_fn;
    if constexpr (requires { swap_fn{}(first1[i], first2[i]); }) {
      swap_fn{}(first1[i], first2[i]);
    } else {
      std::iter_value_t<I> held = detail::moved_element(first1, i);
      first1[i] = detail::moved_element(first2, i);
      first2[i] = std::move(held);
    }
  }
};

inline constexpr std::ptrdiff_t mirrored_group = 64;
/// Exchanges the numbers of two groups: the first of one with the last of the other, and so on.
template <class T>
THRUM_INLINED void exchange_each_mirrored(T* front, T* back) {
  THRUM_UNROLL_BY_4
  for (std::ptrdiff_t j = 0; j < mirrored_group; ++j) {
    T const held = front[j];
    front[j] = back[mirrored_group - 1 - j];
    back[mirrored_group - 1 - j] = held;
  }
}
/// Does so. Compilers make vectors of this loop, because __restrict says that the groups do not
/// overlap.
template <class T>
void exchange_mirrored(T* __restrict front, T* __restrict back) {
  detail::exchange_each_mirrored(front, back);
}
template <class T>
THRUM_TARGET_AVX2 THRUM_NOT_INLINED void exchange_mirrored_wide(T* __restrict front, T* __restrict back) {
  detail::exchange_each_mirrored(front, back);
}

/// Exchanges elements i and last - i.
template <class I>
struct reverse_body {
  static constexpr auto kind = body_kind::reverse;
  I first;
  std::ptrdiff_t last;
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first);
  }
  THRUM_HD constexpr std::ptrdiff_t mirror(std::ptrdiff_t i) const { return last - i; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    std::iter_value_t<I> held = detail::moved_element(first, i);
    first[i] = detail::moved_element(first, last - i);
    first[last - i] = std::move(held);
  }
  void loop(std::ptrdiff_t i, std::ptrdiff_t end)
    requires are_numbers_in_memory<I>
  {
    bool const wide = has_avx2_version && detail::takes_wide_vectors(end - i);
    for (; end - i >= mirrored_group; i += mirrored_group) {
      auto const front = first + i, back = first + (mirror(i) - mirrored_group + 1);
      if (wide) detail::exchange_mirrored_wide(front, back);
      else detail::exchange_mirrored(front, back);
    }
    for (; i < end; ++i) (*this)(i);
  }
};

}  // namespace thrum::detail
