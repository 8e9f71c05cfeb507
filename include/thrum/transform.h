// transform, transform_if, inputs: apply a function to each element, or to the elements of several
// ranges.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/flags/work_where_accepted.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {

namespace detail {
template <class I, class J, class O, class F>
struct binary_transform_body {
  static constexpr auto kind = body_kind::compute;
  using functor = F;
  I first1;
  J first2;
  O out;
  F f;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first1, first2);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) {
    detail::store(std::forward<E>(to), f(first1[i], first2[i]));
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};
/// One of several inputs.
template <std::size_t K, class I>
struct input_leaf {
  I first;
};
/// The beginnings of several ranges of the same length: what inputs(...) returns.
template <class Indices, class... I>
struct input_leaves;
template <std::size_t... K, class... I>
struct input_leaves<std::index_sequence<K...>, I...> : input_leaf<K, I>... {};
template <class... I>
using input_iterators = input_leaves<std::index_sequence_for<I...>, I...>;

template <class Indices, class... I>
struct argument_space<input_leaves<Indices, I...>> : common_space<memory_space_t<I>...> {};

template <class Indices, class O, class F, class... I>
struct transform_body_of_inputs;
template <std::size_t... K, class O, class F, class... I>
struct transform_body_of_inputs<std::index_sequence<K...>, O, F, I...> : input_leaf<K, I>... {
  static constexpr auto kind = body_kind::compute;
  using functor = F;
  O out;
  F f;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(static_cast<input_leaf<K, I>&>(*this).first...);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) {
    detail::store(std::forward<E>(to), f(static_cast<input_leaf<K, I>&>(*this).first[i]...));
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};

/// Stands for a stencil where each element is its own.
struct no_stencil {};

template <class I, class S, class O, class F, class P>
struct transform_if_body {
  static constexpr auto kind = body_kind::brief;
  I first;
  S stencil;
  O out;
  F f;
  P pred;
  THRUM_HD S const& asked() const { return stencil; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void work(std::ptrdiff_t i) {
    if constexpr (takes_by_name<F, std::iter_reference_t<I>>) {
      auto element = first[i];
      detail::store(out[i], f(element));
    } else {
      detail::store(out[i], f(first[i]));
    }
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (static_cast<bool>(pred(stencil[i]))) work(i);
  }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end) { detail::work_where_accepted(begin, end, *this); }
};
/// The same where an element is its own stencil. It has one name, so that compilers read it once.
template <class T, class O, class F, class P>
struct transform_if_body<T*, no_stencil, O, F, P> {
  static constexpr auto kind = body_kind::brief;
  T* first;
  no_stencil stencil;
  O out;
  F f;
  P pred;
  THRUM_HD T* asked() const { return first; }
  void work(std::ptrdiff_t i) { detail::store(out[i], f(first[i])); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    T& element = first[i];
    if (static_cast<bool>(pred(element))) detail::store(out[i], f(element));
  }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end) { detail::work_where_accepted(begin, end, *this); }
};
template <class I, class J, class S, class O, class F, class P>
struct binary_transform_if_body {
  static constexpr auto kind = body_kind::brief;
  I first1;
  J first2;
  S stencil;
  O out;
  F f;
  P pred;
  THRUM_HD S const& asked() const { return stencil; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void work(std::ptrdiff_t i) { detail::store(out[i], f(first1[i], first2[i])); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (static_cast<bool>(pred(stencil[i]))) work(i);
  }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end) { detail::work_where_accepted(begin, end, *this); }
};
}  // namespace detail

/// inputs(first1, first2, ...): the beginnings of any number of ranges, for transform. Copies the
/// iterators.
template <class... I>
THRUM_HD constexpr detail::input_iterators<I...> inputs(I... first) {
  static_assert(sizeof...(I) > 0, "thrum: inputs takes the iterators that ranges begin with");
  return {{std::move(first)}...};
}

/// transform(policy, first, last, out, f): assigns f(first[i]) to out[i].
/// transform(policy, first1, last1, first2, out, f): assigns f(first1[i], first2[i]) to out[i].
/// transform(policy, inputs(first1, first2, ...), n, out, f): assigns f(first1[i], first2[i], ...)
/// to out[i] for n elements of each input. Checked mode does not look at these ranges.
///
/// Returns the end of the output. The output may be an input, but does not overlap one otherwise.
/// seq calls f in order. Parallel policies call copies of f in any order and interleaved: f writes
/// nothing that other calls of f read or write. Under no policy does f itself read the output,
/// because results are stored several at a time. O(n) work; no scratch memory. An exception of f
/// leaves the call under seq and tbb::par.
struct transform_fn : detail::algorithm<transform_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"transform",
            {in("first"), until("last"), out("out").or_input(), value("f")},
            {in("first1"), until("last1"), also("first2"), out("out").or_input(), value("f")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f) const {
    if constexpr (detail::valid_iterators<B, I, O>() &&
                  detail::valid_functor<B, F, detail::named_if_needed<F, detail::element_t<I>>>() &&
                  detail::valid_result<B, O, F, detail::named_if_needed<F, detail::element_t<I>>>()) {
      using body = detail::transform_body<detail::unwrapped_t<I>, detail::unwrapped_t<O>, F>;
      exec.for_each_n(last - first, body{detail::unwrap(first), detail::unwrap(out), std::move(f)},
                      detail::default_grain);
      return out + (last - first);
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class O, class F>
  THRUM_HD O operator()(B const& exec, I first1, I last1, J first2, O out, F f) const {
    if constexpr (detail::valid_iterators<B, I, J, O>() &&
                  detail::valid_functor<B, F, detail::element_t<I>, detail::element_t<J>>() &&
                  detail::valid_result<B, O, F, detail::element_t<I>, detail::element_t<J>>()) {
      using body =
          detail::binary_transform_body<detail::unwrapped_t<I>, detail::unwrapped_t<J>, detail::unwrapped_t<O>, F>;
      exec.for_each_n(last1 - first1,
                      body{detail::unwrap(first1), detail::unwrap(first2), detail::unwrap(out), std::move(f)},
                      detail::default_grain);
      return out + (last1 - first1);
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, std::size_t... K, class... I, class Size, class O, class F>
  THRUM_HD O operator()(B const& exec, detail::input_leaves<std::index_sequence<K...>, I...> from, Size n, O out,
                        F f) const {
    if constexpr (detail::valid_count<Size>() && detail::valid_iterators<B, I..., O>() &&
                  detail::valid_functor<B, F, detail::element_t<I>...>() &&
                  detail::valid_result<B, O, F, detail::element_t<I>...>()) {
      using body = detail::transform_body_of_inputs<std::index_sequence<K...>, detail::unwrapped_t<O>, F,
                                                    detail::unwrapped_t<I>...>;
      std::ptrdiff_t const length = detail::range_length(n);
      exec.for_each_n(length,
                      body{{detail::unwrap(static_cast<detail::input_leaf<K, I>&>(from).first)}...,
                           detail::unwrap(out),
                           std::move(f)},
                      detail::default_grain);
      return out + length;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT transform_fn transform{};

/// transform_if(policy, first, last, out, f, pred): assigns f(first[i]) to out[i] if pred accepts
/// first[i].
/// transform_if(policy, first, last, stencil, out, f, pred): does so if pred accepts stencil[i].
/// transform_if(policy, first1, last1, first2, stencil, out, f, pred): assigns f(first1[i],
/// first2[i]) to out[i] if pred accepts stencil[i].
///
/// If pred rejects, f is not called and the element of the output is not changed. The output may be
/// one of the inputs. On the host, pred is called for up to 512 elements before f is called for the
/// first of them: f changes nothing that pred reads but the element of its own call. Otherwise as
/// transform.
struct transform_if_fn : detail::algorithm<transform_if_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"transform_if",
            {in("first"), until("last"), out("out").or_input(), value("f"), value("pred")},
            {in("first"), until("last"), also("stencil"), out("out").or_input(), value("f"), value("pred")},
            {in("first1"), until("last1"), also("first2"), also("stencil"), out("out").or_input(), value("f"),
             value("pred")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class F, class P>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, F f, P pred) const {
    using from = detail::unwrapped_t<I>;
    if constexpr (!std::is_pointer_v<from>) {
      return (*this)(exec, first, last, first, out, std::move(f), std::move(pred));
    } else if constexpr (is_valid<B, I, I, O, F, P>()) {
      using body = detail::transform_if_body<from, detail::no_stencil, detail::unwrapped_t<O>, F, P>;
      exec.for_each_n(last - first,
                      body{detail::unwrap(first), {}, detail::unwrap(out), std::move(f), std::move(pred)},
                      detail::default_grain);
      return out + (last - first);
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class S, class O, class F, class P>
  THRUM_HD O operator()(B const& exec, I first, I last, S stencil, O out, F f, P pred) const {
    if constexpr (is_valid<B, I, S, O, F, P>()) {
      using body =
          detail::transform_if_body<detail::unwrapped_t<I>, detail::unwrapped_t<S>, detail::unwrapped_t<O>, F, P>;
      exec.for_each_n(
          last - first,
          body{detail::unwrap(first), detail::unwrap(stencil), detail::unwrap(out), std::move(f), std::move(pred)},
          detail::default_grain);
      return out + (last - first);
    } else return detail::wrong_call{};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class J, class S, class O, class F, class P>
  THRUM_HD O operator()(B const& exec, I first1, I last1, J first2, S stencil, O out, F f, P pred) const {
    if constexpr (detail::valid_iterators<B, I, J, S, O>() &&
                  detail::valid_predicate<B, P, detail::element_t<S>>() &&
                  detail::valid_functor<B, F, detail::element_t<I>, detail::element_t<J>>() &&
                  detail::valid_result<B, O, F, detail::element_t<I>, detail::element_t<J>>()) {
      using body = detail::binary_transform_if_body<detail::unwrapped_t<I>, detail::unwrapped_t<J>,
                                                    detail::unwrapped_t<S>, detail::unwrapped_t<O>, F, P>;
      exec.for_each_n(last1 - first1,
                      body{detail::unwrap(first1), detail::unwrap(first2), detail::unwrap(stencil),
                           detail::unwrap(out), std::move(f), std::move(pred)},
                      detail::default_grain);
      return out + (last1 - first1);
    } else return detail::wrong_call{};
  }

 private:
  template <class B, class I, class S, class O, class F, class P>
  THRUM_HD static constexpr bool is_valid() {
    return detail::valid_iterators<B, I, S, O>() && detail::valid_predicate<B, P, detail::element_t<S>>() &&
           detail::valid_functor<B, F, detail::named_if_needed<F, detail::element_t<I>>>() &&
           detail::valid_result<B, O, F, detail::named_if_needed<F, detail::element_t<I>>>();
  }
};
THRUM_OBJECT transform_if_fn transform_if{};

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
