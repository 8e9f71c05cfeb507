// The checks of elements. They run under the policy of the call, on for_each_n, the one primitive
// that every policy has on the side where it runs.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <cstddef>
#include <cstdint>
#include <string>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
#include <thrum/detail/backends/cuda/memory/error.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#endif

namespace thrum::detail::contracts {

/// A number that code of a policy leaves for the host.
using word = unsigned long long;

THRUM_HD inline void keep_least(word* least, word i) {
#if defined(__CUDA_ARCH__)
  atomicMin(least, i);
#else
  word held = __atomic_load_n(least, __ATOMIC_RELAXED);
  while (i < held && !__atomic_compare_exchange_n(least, &held, i, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

/// Stores f(i), for a single i, to *to.
template <class F>
struct leave_number {
  F f;
  std::ptrdiff_t i;
  word* to;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) { *to = static_cast<word>(f(i)); }
};
struct same_number {
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return i; }
};

/// Keeps the least i for which `fails` holds.
template <class F>
struct note_failure {
  using has_side_effects = void;
  F fails;
  word* least;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) {
    if (fails(i)) contracts::keep_least(least, static_cast<word>(i));
  }
};

/// Reads a word that work of the policy has left.
template <class B>
std::ptrdiff_t read_word([[maybe_unused]] B const& exec, word const* from) {
#if defined(__CUDACC__)
  if constexpr (backend_traits<B>::has_stream) {
    auto const guard = exec.on_its_device();
    word result = 0;
    detail::cuda_check(
        detail::runtime::memcpy_async(&result, from, sizeof(word), cudaMemcpyDeviceToHost, exec.stream()),
        "cudaMemcpyAsync");
    exec.sync();
    return static_cast<std::ptrdiff_t>(result);
  }
#endif
  return static_cast<std::ptrdiff_t>(*from);
}

/// Returns the least i < n for which `fails` holds, or n if there is none.
template <class B, class F>
std::ptrdiff_t first_failure(B const& exec, std::ptrdiff_t n, F fails) {
  if (n <= 0) return n;
  B const steps = detail::step_of(exec);
  scratch_array<word, B> const least(steps, 1);
  steps.for_each_n(1, leave_number<same_number>{{}, n, least.data()}, 1);
  steps.for_each_n(n, note_failure<F>{fails, least.data()}, detail::default_grain);
  return contracts::read_word(steps, least.data());
}

/// Returns f(i), called where the policy runs.
template <class B, class F>
std::ptrdiff_t number_at(B const& exec, std::ptrdiff_t i, F f) {
  B const steps = detail::step_of(exec);
  scratch_array<word, B> const number(steps, 1);
  steps.for_each_n(1, leave_number<F>{f, i, number.data()}, 1);
  return contracts::read_word(steps, number.data());
}

/// Returns whether element i + 1 is less than element i.
template <class I, class Less>
struct descends {
  I first;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return static_cast<bool>(detail::call(less, first[i + 1], first[i]));
  }
};

/// Returns whether element i + 1 is accepted and element i is not.
template <class I, class P>
struct accepts_behind {
  I first;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return static_cast<bool>(detail::call(pred, first[i + 1])) && !static_cast<bool>(detail::call(pred, first[i]));
  }
};

/// Returns element i as an index.
template <class I>
struct index_at {
  I first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return static_cast<std::ptrdiff_t>(first[i]); }
};

/// Returns whether index i of a map lies outside of [0, size).
template <class I>
struct leaves_range {
  index_at<I> map;
  std::ptrdiff_t size;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const at = map(i);
    return at < 0 || at >= size;
  }
};
/// Returns what an element of a stencil says without a predicate.
struct is_true {
  template <class X>
  THRUM_HD bool operator()(X const& x) const {
    return static_cast<bool>(x);
  }
};

/// Returns whether index i of a map is used and lies outside of the range.
template <class I, class S, class P>
struct leaves_range_if {
  leaves_range<I> leaves;
  S stencil;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    return static_cast<bool>(detail::call(pred, stencil[i])) && leaves(i);
  }
};

/// Returns whether offset i of segments is less than the offset before it, or is no place of n
/// elements.
template <class I>
struct wrong_offset {
  index_at<I> offset;
  std::ptrdiff_t n;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    std::ptrdiff_t const at = offset(i);
    return at < 0 || at > n || (i > 0 && at < offset(i - 1));
  }
};

/// Three of n places. A short range gives all triples; a long range gives some triples that seem to
/// be random and are always the same.
struct triple {
  static constexpr std::ptrdiff_t few = 8, tested = few * few * few;
  std::ptrdiff_t a, b, c;
  THRUM_HD triple(std::ptrdiff_t t, std::ptrdiff_t n) : a(pick(t, 0, n)), b(pick(t, 1, n)), c(pick(t, 2, n)) {}
  THRUM_HD static std::ptrdiff_t count(std::ptrdiff_t n) { return n <= few ? n * n * n : tested; }

 private:
  THRUM_HD static std::ptrdiff_t pick(std::ptrdiff_t t, int which, std::ptrdiff_t n) {
    if (n <= few) return (which == 0 ? t / (n * n) : which == 1 ? t / n : t) % n;
    // One step of SplitMix (Steele, Lea, Flood, 2014).
    auto x = (static_cast<std::uint64_t>(t) * 3 + static_cast<std::uint64_t>(which) + 1) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return static_cast<std::ptrdiff_t>((x ^ (x >> 31)) % static_cast<std::uint64_t>(n));
  }
};

/// Returns whether a comparison breaks rule i % 4 of a strict weak order on triple i / 4.
template <class I, class Less>
struct breaks_order {
  static constexpr std::ptrdiff_t rules = 4;
  enum rule : std::ptrdiff_t { irreflexive, asymmetric, transitive, equivalence };
  I first;
  std::ptrdiff_t n;
  Less less;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) const {
    triple const t(i / rules, n);
    switch (i % rules) {
      case irreflexive:
        return before(t.a, t.a);
      case asymmetric:
        return before(t.a, t.b) && before(t.b, t.a);
      case transitive:
        return before(t.a, t.b) && before(t.b, t.c) && !before(t.a, t.c);
      default:
        return alike(t.a, t.b) && alike(t.b, t.c) && !alike(t.a, t.c);
    }
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool before(std::ptrdiff_t i, std::ptrdiff_t j) const {
    return static_cast<bool>(detail::call(less, first[i], first[j]));
  }
  THRUM_HD bool alike(std::ptrdiff_t i, std::ptrdiff_t j) const { return !before(i, j) && !before(j, i); }
};

/// Returns a text that says how a comparison breaks the order in test i on n elements.
inline std::string broken_rule(std::ptrdiff_t i, std::ptrdiff_t n) {
  triple const t(i / 4, n);
  std::string const a = "element " + std::to_string(t.a), b = "element " + std::to_string(t.b),
                    c = "element " + std::to_string(t.c), text = "it is no strict weak order: " + a;
  switch (i % 4) {
    case 0:
      return text + " is less than itself";
    case 1:
      return text + " is less than " + b + ", and that less than it";
    case 2:
      return text + " is less than " + b + " and that less than " + c + ", but it is not less than " + c;
    default:
      return text + " is neither less nor greater than " + b + ", nor that than " + c + ", but it is than " + c;
  }
}

}  // namespace thrum::detail::contracts
