// The innermost loop of element-wise algorithms on the host, and helpers of loops over tiles.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/nontemporal.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/read_ahead.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Returns the lesser of two sizes. Unlike std::min, device code can call it, and it needs no
/// <algorithm>.
THRUM_HD constexpr std::ptrdiff_t least(std::ptrdiff_t a, std::ptrdiff_t b) { return b < a ? b : a; }

/// The number of indices that an inner loop of constant length computes.
inline constexpr std::ptrdiff_t computed_group = 64;

/// Computes the elements of a group of indices, from i on, in order. (An int counts them: functors
/// of which 32 bits of an index are wanted take half of the time.) A body may compute a group of
/// computed_group numbers by itself. See THRUM_INDEPENDENT for why no pragma is here.
THRUM_EXEC_CHECK_DISABLE
template <bool for_avx2, class F, class T>
THRUM_INLINED THRUM_HD constexpr void compute_each(std::ptrdiff_t i, F& f, T* out) {
  if constexpr (requires { f.template compute_group<for_avx2>(i, out); }) {
    f.template compute_group<for_avx2>(i, out);
  } else {
    THRUM_UNROLL_BY_4
    for (int j = 0; j < static_cast<int>(computed_group); ++j) f.compute(i + j, out[j]);
  }
}
/// Does so. Compilers vectorise this loop at plain -O2, because __restrict says that no store to
/// the output changes what a later call reads. That is true even if the output is an input, because
/// each call reads its element before it stores it. What else a functor stores is stored in order.
/// `out` has to be a parameter of a function that is not inlined by force: GCC ignores __restrict
/// on a local variable. The store has to be in that function before other functions are inlined:
/// compute() of a body, and what it calls, are inlined by force.
THRUM_EXEC_CHECK_DISABLE
template <class F, class T>
THRUM_HD constexpr void compute_group(std::ptrdiff_t i, F& f, T* __restrict out) {
  detail::compute_each<compiled_for_avx2>(i, f, out);
}
template <class F, class T>
THRUM_TARGET_AVX2 THRUM_NOT_INLINED void compute_wide_group(std::ptrdiff_t i, F& f, T* __restrict out) {
  detail::compute_each<true>(i, f, out);
}

/// Whether the functor of a body asks for all that it calls to be a part of the loop, by
/// `static constexpr bool inlines_all = true`: because it is made of many short functions. GCC
/// calls long functors, and a call keeps the loop from vectors. What other functors call may be a
/// long program.
template <class F>
inline constexpr bool inlines_all = false;
template <class F>
  requires(F::functor::inlines_all)
inline constexpr bool inlines_all<F> = true;

/// Does as compute_group for such a functor.
THRUM_EXEC_CHECK_DISABLE
template <class F, class T>
#if defined(__GNUC__)
[[gnu::flatten]]
#endif
THRUM_HD constexpr void compute_group_inlined(std::ptrdiff_t i, F& f, T* __restrict out) {
  THRUM_UNROLL_BY_4
  for (int j = 0; j < static_cast<int>(computed_group); ++j) f.compute(i + j, out[j]);
}

/// Asks for the inputs behind a group of indices from i on.
template <class O>
struct read_inputs_ahead {
  std::ptrdiff_t i;
  O out;
  template <class... I>
  THRUM_INLINED THRUM_HD void operator()(I const&... first) const {
    (detail::read_ahead_besides<computed_group>(out, first, i), ...);
  }
};
/// Asks for what is read and written behind a group of indices from i on, unless that lies behind
/// `end`, where another thread may be writing.
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_INLINED THRUM_HD void ask_ahead_of_group(std::ptrdiff_t i, std::ptrdiff_t end, F& f) {
  auto const out = f.output();
  constexpr std::ptrdiff_t distance = read_ahead_distance / sizeof *out;
  if (end - i <= computed_group + distance) return;
  f.inputs(read_inputs_ahead<output_of<F>>{i, out});
  detail::write_ahead<computed_group>(out, i);
}
/// Computes numbers from i on in vectors for AVX2, as long as a group is left before `end`. Returns
/// the index after the last one computed.
template <class F>
THRUM_TARGET_AVX2 std::ptrdiff_t compute_wide_groups(std::ptrdiff_t i, std::ptrdiff_t end, F& f) {
  THRUM_ITERATIONS_APART
  for (; end - i >= computed_group; i += computed_group) {
    detail::ask_ahead_of_group(i, end, f);
    detail::compute_wide_group(i, f, f.output() + i);
  }
  return i;
}

/// Computes numbers from i on, as long as a group is left before `end`. Returns the index after the
/// last one computed. (Inlined by GCC, each group would ask whether its input and output overlap:
/// 4000 floats 163 -> 197 ns.)
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_NOT_INLINED_BY_GCC THRUM_HD constexpr std::ptrdiff_t compute_groups(std::ptrdiff_t i, std::ptrdiff_t end,
                                                                          F& f) {
  if constexpr (has_avx2_version && !inlines_all<F>) {
    if (detail::takes_wide_vectors(end - i)) return detail::compute_wide_groups(i, end, f);
  }
  THRUM_ITERATIONS_APART
  for (; end - i >= computed_group; i += computed_group) {
#if !defined(__CUDA_ARCH__)
    if (!std::is_constant_evaluated()) detail::ask_ahead_of_group(i, end, f);
#endif
    if constexpr (inlines_all<F>) detail::compute_group_inlined(i, f, f.output() + i);
    else detail::compute_group(i, f, f.output() + i);
  }
  return i;
}

/// A body whose numbers are stored non-temporally, without its type: the loop over groups is then
/// compiled once for all bodies.
struct group_calls {
  void* body;
  /// Does the work of some indices.
  void (*handle)(void* body, std::ptrdiff_t begin, std::ptrdiff_t end);
  /// Computes the numbers of a group of indices, from i on.
  void (*compute)(void* body, std::ptrdiff_t i, void* to);
  void* out;
  std::size_t width;  // of a number, in bytes

  template <class F>
  static void handle_each(void* body, std::ptrdiff_t begin, std::ptrdiff_t end) {
    for (; begin < end; ++begin) (*static_cast<F*>(body))(begin);
  }
  template <class F>
  static void compute_numbers(void* body, std::ptrdiff_t i, void* to) {
    F& f = *static_cast<F*>(body);
    auto const out = static_cast<std::remove_pointer_t<output_of<F>>*>(to);
    if constexpr (inlines_all<F>) detail::compute_group_inlined(i, f, out);
    else if constexpr (has_avx2_version) detail::compute_wide_group(i, f, out);
    else detail::compute_group(i, f, out);
  }
};
/// Does the work of the indices in [begin, end). Each group is computed in the first cache.
THRUM_TARGET_AVX2 THRUM_NOT_INLINED inline void compute_nontemporally(std::ptrdiff_t begin, std::ptrdiff_t end,
                                                                      group_calls calls) {
  nontemporal_stores const stores;
  alignas(line_bytes) char group[computed_group * largest_number];
  char* out = static_cast<char*>(calls.out) + begin * static_cast<std::ptrdiff_t>(calls.width);
  std::size_t const before_line = detail::bytes_before_line(out);
  std::ptrdiff_t i = detail::least(end, begin + static_cast<std::ptrdiff_t>(before_line / calls.width));
  calls.handle(calls.body, begin, i);
  out += before_line;
  std::size_t const bytes = computed_group * calls.width;
  for (; end - i >= computed_group; i += computed_group, out += bytes) {
    calls.compute(calls.body, i, group);
    for (std::size_t b = 0; b < bytes; b += line_bytes) detail::store_line(out + b, group + b);
  }
  calls.handle(calls.body, i, end);
}
/// Does so for a body, which is a copy.
template <class F>
THRUM_NOT_INLINED void compute_nontemporally(std::ptrdiff_t begin, std::ptrdiff_t end, F f) {
  using T = std::remove_pointer_t<output_of<F>>;
  detail::compute_nontemporally(begin, end,
                                group_calls{__builtin_addressof(f), &group_calls::handle_each<F>,
                                            &group_calls::compute_numbers<F>, f.output(), sizeof(T)});
}

/// Calls f(i) for each i in [begin, end), which has fewer indices than a group. Written with %,
/// this tells GCC that few iterations are left. GCC then warns neither of an endless loop nor of a
/// loop that runs too far.
THRUM_EXEC_CHECK_DISABLE
template <std::ptrdiff_t group, class F>
THRUM_HD constexpr void rest_of_groups(std::ptrdiff_t begin, std::ptrdiff_t end, F& f) {
  std::ptrdiff_t const rest = (end - begin) % group;
  for (std::ptrdiff_t j = 0; j < rest; ++j) f(begin + j);
}

/// Bytes from which on groups begin with a line of the cache. A vector that lies in two lines takes
/// twice as long to be stored. 2^14 int32, ns an element, plain -O2 by g++ and clang++: generate
/// 0.056 -> 0.041, 0.058 -> 0.041; adjacent_difference 0.118 -> 0.072, 0.114 -> 0.084; replace_if
/// 0.074 -> 0.055, 0.087 -> 0.069. Fewer take as long as before.
inline constexpr std::ptrdiff_t least_bytes_in_lines = 4096;

/// A visitor of inputs that returns the first one.
struct first_input {
  template <class I>
  THRUM_HD constexpr I operator()(I& first) const {
    return first;
  }
};
/// Whether a body calls a functor with numbers in memory, which it may change.
template <class F>
inline constexpr bool visits_numbers = false;
template <class F>
  requires(kind_of<F> == body_kind::side_effects && has_inputs<F>)
inline constexpr bool visits_numbers<F> = is_list_of_numbers<inputs_of<F>>;

/// Returns the first of the numbers that the calls of a body store or change, in the order of the
/// indices; nullptr if that is not known.
template <class F>
auto stored_numbers(F& f) {
  if constexpr (computes_numbers<F>) return f.output();
  else if constexpr (visits_numbers<F>) return f.inputs(first_input{});
  else return nullptr;
}
/// Calls f(i) for each i in [begin, end), until a number that f stores begins a line. Returns the
/// index of that number; `begin` if there are few numbers, or other elements.
template <class F>
std::ptrdiff_t call_to_line(std::ptrdiff_t begin, std::ptrdiff_t end, F& f) {
  auto const numbers = detail::stored_numbers(f);
  if constexpr (std::is_pointer_v<decltype(numbers)>) {
    constexpr auto width = static_cast<std::ptrdiff_t>(sizeof *numbers);
    static_assert(static_cast<std::ptrdiff_t>(line_bytes) / width <= computed_group);
    if ((end - begin) * width >= least_bytes_in_lines) {
      auto const before_line = static_cast<std::ptrdiff_t>(detail::bytes_before_line(numbers + begin));
      std::ptrdiff_t const line = begin + before_line / width;
      detail::rest_of_groups<computed_group>(begin, line, f);
      return line;
    }
  }
  return begin;
}

/// Bodies that have a loop of their own for the host, which does the work of f(i) for each i in
/// [begin, end).
template <class F>
concept has_loop = requires(F& f, std::ptrdiff_t i) { f.loop(i, i); };

/// Calls f for a group of indices, from i on. GCC unrolls the outermost loop of a function alone.
template <class F>
THRUM_TARGET_AVX2 THRUM_NOT_INLINED_BY_GCC void call_wide_group(std::ptrdiff_t i, F& __restrict f) {
  if constexpr (moves_numbers<F>) {
    THRUM_INDEPENDENT
    THRUM_UNROLL_BY_4
    for (int j = 0; j < static_cast<int>(computed_group); ++j) f(i + j);
  } else {
    THRUM_UNROLL_BY_4
    for (int j = 0; j < static_cast<int>(computed_group); ++j) f(i + j);
  }
}
/// Does so for some groups. Returns the index after the last call.
template <class F>
THRUM_TARGET_AVX2 std::ptrdiff_t call_wide_groups(std::ptrdiff_t begin, std::ptrdiff_t end, F& f) {
  THRUM_ITERATIONS_APART
  for (; end - begin >= computed_group; begin += computed_group) detail::call_wide_group(begin, f);
  return begin;
}
/// Whether groups of a body's calls have a version for AVX2: if the body moves numbers, or visits
/// numbers of more than a byte. (A group of bytes is two vectors, which are not worth a call.)
template <class F>
inline constexpr bool has_wide_groups = moves_numbers<F>;
template <class F>
  requires visits_numbers<F>
inline constexpr bool has_wide_groups<F> = sizeof(*detail::stored_numbers(std::declval<F&>())) > 1;

/// Calls f for some groups if the processor has wider vectors than the program. Returns the index
/// after the last call, or `begin`.
template <class F>
std::ptrdiff_t call_groups(std::ptrdiff_t begin, std::ptrdiff_t end, F& f) {
  if constexpr (has_avx2_version && has_wide_groups<F>) {
    if (detail::takes_wide_vectors(end - begin)) return detail::call_wide_groups(begin, end, f);
  }
  return begin;
}

/// Calls f(i) for each i in [begin, end), in groups of calls, where f computes no numbers. The copy
/// of the body stays in registers.
template <class F>
void call_in_groups(std::ptrdiff_t begin, std::ptrdiff_t end, F f) {
  std::ptrdiff_t i = detail::call_groups(detail::call_to_line(begin, end, f), end, f);
  THRUM_ITERATIONS_APART
  for (; end - i >= computed_group; i += computed_group) {
    if constexpr (computes_objects<F>) detail::ask_ahead_of_group(i, end, f);
    if constexpr (is_short_body<F>) {
      THRUM_UNROLL_BY_4
      for (std::ptrdiff_t j = 0; j < computed_group; ++j) f(i + j);
    } else {
      for (std::ptrdiff_t j = 0; j < computed_group; ++j) f(i + j);
    }
  }
  detail::rest_of_groups<computed_group>(i, end, f);
}

/// Calls f(i) for each i in [begin, end). The calls are independent of each other and may be
/// interleaved, unless F has side effects. The inner loop has a constant length, because compilers
/// need one in order to vectorise it at plain -O2.
///
/// The body is this thread's own. A body that computes numbers is not copied: a copy loads 16 bytes
/// where 8 were just stored, which waits for all stores before. (-O3 -march=native, transform of 64
/// floats 22 -> 6 ns, of 1000 72 -> 47.)
template <class F>
void loop_of_own_body(std::ptrdiff_t begin, std::ptrdiff_t end, F& f) {
  static_assert(detail::is_well_declared<F>(),
                "thrum: a body lacks a member that its kind needs: see base/body.h");
  if constexpr (has_loop<F>) {
    f.loop(begin, end);
  } else if constexpr (computes_numbers<F>) {
    std::ptrdiff_t i = detail::call_to_line(begin, end, f);
    if (end - i >= computed_group) i = detail::compute_groups(i, end, f);
    detail::rest_of_groups<computed_group>(i, end, f);
  } else {
    detail::call_in_groups(begin, end, f);
  }
}

/// Does so with a copy of a body, which several threads may share.
template <class F>
void independent_loop(std::ptrdiff_t begin, std::ptrdiff_t end, F const& body) {
  F own = body;
  detail::loop_of_own_body(begin, end, own);
}

/// The body of a call whose numbers are stored non-temporally.
template <class F>
struct nontemporal_body {
  F f;
  void operator()(std::ptrdiff_t i) { f(i); }
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end) { detail::compute_nontemporally(begin, end, f); }
};

/// Calls f(i) for each i in [0, n), in order. If f computes or moves numbers, the calls are made in
/// groups that compilers vectorise. Other short bodies are called four times in each iteration of
/// the loop. Calls that compute objects are made so that GCC still sees one object, whose members
/// GCC stores together.
THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_HD constexpr void ordered_loop(std::ptrdiff_t n, F& f) {
  static_assert(detail::is_well_declared<F>(),
                "thrum: a body lacks a member that its kind needs: see base/body.h");
  std::ptrdiff_t i = 0;
#if !defined(__CUDA_ARCH__)
  if constexpr (computes_numbers<F>) {
    if constexpr (may_store_nontemporally<F>) {
      if (!std::is_constant_evaluated() && detail::stores_nontemporally(f, n, [] { return 1; }))
        return detail::compute_nontemporally(0, n, f);
    }
    if (!std::is_constant_evaluated()) i = detail::call_to_line(i, n, f);
    if (n - i >= computed_group) i = detail::compute_groups(i, n, f);
    return detail::rest_of_groups<computed_group>(i, n, f);
  } else if constexpr (has_loop<F>) {
    return f.loop(0, n);
  } else if constexpr (moves_numbers<F>) {
    return detail::independent_loop(0, n, f);
  } else if constexpr (is_short_body<F> && !computes_objects<F> && kind_of<F> != body_kind::side_effects) {
    for (; n - i >= 4; i += 4) {
      THRUM_UNROLL
      for (std::ptrdiff_t j = 0; j < 4; ++j) f(i + j);
    }
    // Written with j < 3, this tells GCC that at most three iterations are left. GCC then does not
    // warn of a loop that runs too far.
    for (std::ptrdiff_t j = 0; j < 3 && i + j < n; ++j) f(i + j);
    return;
  }
#endif
  if constexpr (computes_objects<F> || kind_of<F> == body_kind::side_effects) {
#if !defined(__CUDA_ARCH__)
    if (!std::is_constant_evaluated()) i = detail::call_groups(detail::call_to_line(i, n, f), n, f);
#endif
    THRUM_ITERATIONS_APART
    for (; n - i >= 64; i += 64) {
#if !defined(__CUDA_ARCH__)
      if constexpr (computes_objects<F>) {
        if (!std::is_constant_evaluated()) detail::ask_ahead_of_group(i, n, f);
      }
#endif
      THRUM_UNROLL_BY_4
      for (std::ptrdiff_t j = 0; j < 64; ++j) f(i + j);
    }
  }
  for (; i < n; ++i) f(i);
}

}  // namespace thrum::detail
