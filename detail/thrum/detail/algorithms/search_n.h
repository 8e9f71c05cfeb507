// search_n_run: finds the first run of a given length of consecutive indices that a predicate
// accepts. Every run of `count` indices contains exactly one of the indices count - 1, 2 count - 1,
// ... Only these are looked at, and from one that is accepted the search goes on to both sides.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/called_output.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/backends/host/tuning.h>
#include <thrum/detail/memory/bytes.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/functional.h>
#include <cstddef>
#include <utility>

namespace thrum::detail {

/// Returns how many indices are worth a task if each takes `calls` calls of a functor.
THRUM_HD constexpr std::ptrdiff_t indices_a_task(std::ptrdiff_t calls) {
  return calls < default_grain ? default_grain / (calls < 1 ? 1 : calls) : 1;
}

/// Whether element i equals a value.
template <class I, class T, class Equal>
struct equals_at {
  I first;
  T value;
  Equal same;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) { return static_cast<bool>(same(first[i], value)); }
};

/// Whether the k-th of the indices that are looked at is in a run of `count` accepted indices.
template <class P>
struct is_in_run {
  std::ptrdiff_t n, count;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool may_accept(std::ptrdiff_t k) { return static_cast<bool>(pred(k * count + count - 1)); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t k) {
    std::ptrdiff_t const at = k * count + count - 1;
    std::ptrdiff_t length = 0;
    while (length < count && pred(at - length)) ++length;
    if (length == 0) return false;
    for (std::ptrdiff_t i = at + 1; length < count && i < n && pred(i); ++i) ++length;
    return length == count;
  }
};

/// Whether pred rejects the i-th index from `at`, in steps of one to either side.
template <class P>
struct rejects_from {
  std::ptrdiff_t at, step;
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD bool operator()(std::ptrdiff_t i) { return !pred(at + i * step); }
};

/// Returns how many of the `limit` indices from `at`, in steps of one to either side, are accepted
/// without a break.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P>
THRUM_HD std::ptrdiff_t accepted_in_a_row(B const& exec, std::ptrdiff_t at, std::ptrdiff_t step,
                                          std::ptrdiff_t limit, P pred) {
  return detail::find_first(exec, limit, rejects_from<P>{at, step, std::move(pred)});
}

/// Returns the beginning of the run that contains index *k of those that are looked at; n if there
/// is none.
template <class P>
struct begin_of_run {
  std::ptrdiff_t n, count;
  P pred;
  std::ptrdiff_t const* k;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t) const {
    if (*k >= n / count) return n;
    std::ptrdiff_t at = *k * count + count - 1;
    std::ptrdiff_t const least = at - count + 1;
    while (at > least && detail::call(pred, at - 1)) --at;
    return at;
  }
};

/// How many indices at the end of a stretch are accepted, and whether all indices of the stretch
/// are.
struct accepted_tail {
  std::ptrdiff_t length;
  bool is_whole;
};
struct tail_addition {
  THRUM_HD accepted_tail operator()(accepted_tail const& a, accepted_tail const& b) const {
    return b.is_whole ? accepted_tail{a.length + b.length, a.is_whole} : b;
  }
};
template <class P>
struct tail_of_one {
  P pred;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD accepted_tail operator()(std::ptrdiff_t i) const {
    bool const accepted = static_cast<bool>(detail::call(pred, i));
    return {accepted ? 1 : 0, accepted};
  }
};
/// Notes a run when `count` accepted indices in a row are reached. Stores the beginning of a run in
/// begins[k], where k is the number of the one looked-at index in the run.
struct run_note {
  std::ptrdiff_t count;
  std::ptrdiff_t* begins;
  THRUM_HD void operator()(std::ptrdiff_t i, accepted_tail const& tail) const {
    std::ptrdiff_t const begin = i - count + 1;
    if (tail.length == count) begins[begin / count] = begin;
  }
};

/// Does what search_n_run does, for a policy whose results the host does not see. Waits once.
template <class B, class P>
std::ptrdiff_t search_n_run_on_device(B const& exec, std::ptrdiff_t n, std::ptrdiff_t count, P pred,
                                      bool are_few) {
  B const step = detail::step_of(exec);
  std::ptrdiff_t const places = n / count;
  if (!are_few) {
    scratch_array<std::ptrdiff_t, B> const k(exec, 1);
    detail::find_first_into(step, places, is_in_run<P>{n, count, pred}, k.data());
    return detail::read_computed<std::ptrdiff_t>(exec, begin_of_run<P>{n, count, pred, k.data()});
  }
  scratch_array<std::ptrdiff_t, B> const begins(exec, places);
  step.for_each_n(places, assign_element<std::ptrdiff_t>{begins.data(), n}, default_grain);
  detail::scan(step, detail::computed<accepted_tail>(tail_of_one<P>{pred}), n,
               called_output<run_note>(run_note{count, begins.data()}), no_seed<accepted_tail>{}, tail_addition{},
               inclusive{});
  return detail::reduce(exec, begins.data(), places, n, minimum<>{});
}

/// Returns the least i such that pred accepts the `count` indices of [0, n) from i on, or n if
/// there is none; 0 if count is not positive.
THRUM_EXEC_CHECK_DISABLE
template <class B, class P>
THRUM_HD std::ptrdiff_t search_n_run(B const& exec, std::ptrdiff_t n, std::ptrdiff_t count, P pred) {
  if (count <= 0) return 0;
  std::ptrdiff_t const places = n / count;
  // If there are few indices to look at, the tasks share the run of each.
  if constexpr (!backend_traits<B>::runs_on_host) {
    return places > 0 ? detail::search_n_run_on_device(exec, n, count, std::move(pred), places < few_looked_at)
                      : n;
  } else {
    std::ptrdiff_t k = 0;
    if (places >= few_looked_at) {
      k = detail::find_first(exec, places, is_in_run<P>{n, count, pred}, detail::indices_a_task(count));
    }
    for (; k < places; ++k) {
      std::ptrdiff_t const at = k * count + count - 1;
      std::ptrdiff_t const before = detail::accepted_in_a_row(exec, at, -1, count, pred);
      if (before == 0) continue;
      std::ptrdiff_t const missing = count - before;
      if (missing == 0) return at - before + 1;
      std::ptrdiff_t const after =
          detail::accepted_in_a_row(exec, at + 1, 1, detail::least(missing, n - at - 1), pred);
      if (after == missing) return at - before + 1;
    }
    return n;
  }
}

}  // namespace thrum::detail
