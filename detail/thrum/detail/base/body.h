// What the body of an element-wise algorithm declares about itself. Loops on the host and kernels
// ask for these declarations, and for nothing else, when they call a body for several indices at
// once.
//
// A body is the functor that an algorithm passes to for_each_n; body(i) does the work of index i. A
// body that declares nothing is called once for each index. Otherwise it declares its kind, and the
// members that the kind needs:
//
//   static constexpr auto kind = body_kind::compute;
//   using functor = F;      // what the body calls with elements of its inputs, or no_functor
//   THRUM_HD constexpr O& output() { return out; }
//   template <class V>      // visits the iterators that the body reads at i, and at no other index
//   THRUM_HD constexpr auto inputs(V visit) { return visit(first1, first2); }
//   template <class E>      // makes `to` what body(i) makes of output()[i]
//   THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) { ... }
//
// A body of any kind may have a member that loops on the host use instead of the calls; one that
// computes numbers in memory may have one for computed_group of them (loop.h), all of whose inputs
// are read before `to` is written:
//
//   void loop(std::ptrdiff_t begin, std::ptrdiff_t end);   // does the work of these indices
//   template <bool for_avx2, class E>                      // for_avx2: compiled for AVX2
//   void compute_group(std::ptrdiff_t i, E* to);           // computes the numbers from i on
//
// A backend may let the iterators of a copy of a body point to copies of the elements, unless the
// functor is a user's: a user's functor is called with the elements themselves. The names of other
// members mean nothing. is_well_declared checks a declaration, and
// tests/kernels/element_wise_words_host.cpp lists what each body declares.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The kinds of bodies. After the colon: the members that the kind needs.
enum class body_kind {
  /// Is called once for each index.
  unknown,
  /// A call may be shorter than an iteration of a loop.
  brief,
  /// Calls a functor for its effects. If inputs() is there, it has one input, and a thread of a GPU
  /// makes several calls.
  side_effects,
  /// Stores one element and reads no other element of the output: functor, output(), inputs(),
  /// compute().
  compute,
  /// Computes numbers in the same way, and may leave other elements as they are: as for compute,
  /// and `using kept = I;`, the iterator of the element that stays if none is chosen.
  choose,
  /// Computes the same value for all indices: as for compute.
  fill,
  /// Computes an element that it reads at any index: as for compute. inputs() visits what tells the
  /// index.
  gather,
  /// Stores at any index the element at i of its first input: inputs().
  scatter,
  /// Stores elements at any indices in some of the calls.
  scatter_some,
  /// Exchanges the elements i and mirror(i) of its one input: inputs(), mirror(). The sum of i and
  /// mirror(i) is the same for all i.
  reverse,
  /// Computes an element from those of its input at i and before: functor, output(), inputs(), and
  /// difference(element, before). The first element is that of the input.
  difference,
  /// Moves numbers in memory, each call other numbers.
  move_numbers,
};

/// The functor of a body that calls none.
struct no_functor {};

/// The kind of a body.
template <class F>
inline constexpr body_kind kind_of = body_kind::unknown;
template <class F>
  requires std::is_same_v<decltype(F::kind), body_kind const>
inline constexpr body_kind kind_of<F> = F::kind;

template <class F>
constexpr bool is_of_kind(auto... kinds) {
  return (... || (kind_of<F> == kinds));
}

/// Whether a body computes the element of an output at its index.
template <class F>
inline constexpr bool has_output =
    detail::is_of_kind<F>(body_kind::compute, body_kind::choose, body_kind::fill, body_kind::gather);

/// A list of the types of inputs.
template <class... I>
struct input_list {
  static constexpr int size = sizeof...(I);
};
struct list_inputs {
  template <class... I>
  THRUM_HD constexpr input_list<I...> operator()(I&...) const {
    return {};
  }
};
template <class F>
using inputs_of = decltype(std::declval<F&>().inputs(list_inputs{}));
template <class F>
using output_of = std::remove_reference_t<decltype(std::declval<F&>().output())>;

/// Whether a body declares inputs.
template <class F>
inline constexpr bool has_inputs = requires { typename inputs_of<F>; };

/// Returns whether a body has the members that its kind needs.
template <class F>
constexpr bool is_well_declared() {
  if constexpr (has_output<F>) {
    if constexpr (has_inputs<F> && requires(F& f) {
                    typename F::functor;
                    f.output();
                  }) {
      using O = output_of<F>;
      if constexpr (std::is_pointer_v<O>) {
        if constexpr (!requires(F& f, std::remove_pointer_t<O>& to) { f.compute(std::ptrdiff_t{}, to); })
          return false;
      }
      return kind_of<F> != body_kind::choose || requires { typename F::kept; };
    } else {
      return false;
    }
  } else if constexpr (kind_of<F> == body_kind::difference) {
    if constexpr (has_inputs<F>)
      return inputs_of<F>::size == 1 && requires(F& f) {
        typename F::functor;
        f.output();
      };
    else return false;
  } else if constexpr (kind_of<F> == body_kind::scatter) {
    return has_inputs<F>;
  } else if constexpr (kind_of<F> == body_kind::reverse) {
    if constexpr (has_inputs<F>) return inputs_of<F>::size == 1 && requires(F& f) { f.mirror(std::ptrdiff_t{}); };
    else return false;
  } else if constexpr (kind_of<F> == body_kind::side_effects && has_inputs<F>) {
    return inputs_of<F>::size == 1;
  } else {
    return true;
  }
}

/// Whether one call of a body may be shorter than an iteration of a loop.
template <class F>
inline constexpr bool is_short_body =
    detail::is_of_kind<F>(body_kind::brief, body_kind::side_effects, body_kind::compute, body_kind::choose,
                          body_kind::gather, body_kind::scatter, body_kind::difference);

/// Whether a body writes to places that are not near each other.
template <class F>
inline constexpr bool writes_anywhere = detail::is_of_kind<F>(body_kind::scatter, body_kind::scatter_some);

/// Whether iterators are pointers to numbers.
template <class... I>
inline constexpr bool are_numbers_in_memory =
    (... && (std::is_pointer_v<I> && std::is_arithmetic_v<std::remove_pointer_t<I>>));

/// Whether a loop on the host computes the elements of a body by compute(): for an output in
/// memory. A body that chooses reads the element that may stay in any case, so that element has to
/// be in memory too.
template <class F>
constexpr bool computes_in_memory() {
  if constexpr (kind_of<F> == body_kind::compute) return std::is_pointer_v<output_of<F>>;
  else if constexpr (kind_of<F> == body_kind::choose)
    return std::is_pointer_v<output_of<F>> && std::is_pointer_v<typename F::kept>;
  else return false;
}
template <class F>
inline constexpr bool computes_numbers = false;
template <class F>
  requires(computes_in_memory<F>())
inline constexpr bool computes_numbers<F> = are_numbers_in_memory<output_of<F>>;
template <class F>
inline constexpr bool computes_objects = detail::computes_in_memory<F>() && !computes_numbers<F>;

/// Whether a body only moves numbers in memory, each call other numbers. Even calls that are to run
/// in order may then be interleaved.
template <class I>
inline constexpr bool is_list_of_numbers = false;
template <class... I>
inline constexpr bool is_list_of_numbers<input_list<I...>> = are_numbers_in_memory<I...>;
template <class F>
inline constexpr bool moves_numbers = kind_of<F> == body_kind::move_numbers;
template <class F>
  requires(kind_of<F> == body_kind::reverse)
inline constexpr bool moves_numbers<F> = is_list_of_numbers<inputs_of<F>>;

}  // namespace thrum::detail
