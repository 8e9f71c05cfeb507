// The contract between algorithms and backends. A policy is a backend: thrum::seq, thrum::tbb::par and thrum::cuda::par
// are objects with the members below, and so is a policy of your own (tests/thread_pool_backend.h is a whole one).
//
// Iterators reach a backend unwrapped (raw pointers where the memory is contiguous); sizes are std::ptrdiff_t.
//
// Mandatory
//   void for_each_n(n, f, grain)                 calls f(i) once for each i in [0, n), in any order, perhaps
//                                                concurrently; returns when all are done; an exception of f leaves
//                                                it. `grain` indices are worth a task of their own.
//   T    reduce(first, n, T init, op)            op over init and the n elements; op is associative and commutative
//   void scan(first, n, out, seed, op, kind)     prefix sums by an associative op; `kind` is detail::inclusive or
//                                                detail::exclusive, `seed` a detail::seed<T> or detail::no_seed<T>,
//                                                where T is the type sums are made in; out may be first
//   void* allocate(bytes, alignment)             scratch memory that f, op, ... can use; throws std::bad_alloc
//   void  deallocate(p, bytes, alignment) noexcept
// Defaulted by detail/compose (a backend that has one natively is asked first)
//   n    find_first(n, pred)                     least i with pred(i), else n
//   n    compact(first, n, out, keep)            copies the elements whose keep(i) holds, in order; returns their
//                                                number; the ranges do not overlap
//   void sort(keys, n, less)                     stable; also sort_by_key(keys, values, n, less)
//   void merge(a, na, b, nb, out, less)          stable: of equal elements those of a come first
//   n    reduce_by_key(keys, n, values, keys_out, values_out, equal, op)
//                                                one output for each run of equal keys; returns the number of runs
//   void reduce_into(first, n, out, init, op)    *out = reduce(first, n, init, op), with nobody waiting for it
//   void find_first_into(n, pred, out)           the same of find_first, of compact and of reduce_by_key, whose last
//        compact_into(..., count)                argument is where their number goes
//        reduce_by_key_into(..., count)
//   void count_bins(n, bin_of, bins, counts)     counts[b] = how many i have bin_of(i) == b, for b in [0, bins)
// Optional
//   n    concurrency()                           how many threads it has, 0 where it does not know; no result depends on
//                                                it
//   void enqueue(f)                              has a thread call f() some time, which throws nothing: what thrum::async
//                                                begins
//   void for_each_block<Lanes>(n, lanes, f)      calls f(block<Lanes>) for each of n blocks of so many lanes, by blocks of
//                                                threads of its own; Lanes is lanes where that is constant, else 0
//   void iterate(count, current, next, step)     step(policy, current, next) so often, with a swap after each
// Optional, for a backend whose code runs elsewhere
//   reaches<Space>, reads<I>, calls<F, Args...>, calls_operator<Op, T>
//                                                constants: whether its code may touch memory of a space; and what makes
//                                                its compiler check there what iterators and functors call
//   T read(p)                                    the T at p in its scratch memory, for which the host waits
//   B step()                                     the policy for a step of a longer work, after which nobody waits
//   scan_runs, reduce_segments, scan_segments, sum_bins
//                                                sums of runs, of segments and by bin in a shape of its own, where one scan
//                                                of all elements would have another
//
// detail::composed_backend implements reduce and scan on for_each_n, with the shape that makes their results the same bits
// under every policy: a backend of host threads derives from it.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <concepts>
#include <cstddef>

namespace thrum {

template <class B>
class checked_policy;  // detail/checked/policy.h

namespace detail {

/// Whether a type is a checked policy, which only detail::algorithm takes.
template <class P>
inline constexpr bool is_checked_policy = false;
template <class B>
inline constexpr bool is_checked_policy<checked_policy<B>> = true;

/// A start value of a scan, or none. T is the type that sums are made in.
template <class T>
struct seed {
  using type = T;
  T value;
};
template <class T>
struct no_seed {
  using type = T;
};

struct inclusive {};
struct exclusive {};

/// How many cheap calls are worth a task of their own.
inline constexpr std::ptrdiff_t default_grain = 4096;

// What the concept calls a backend's templates with.
struct index_probe {
  THRUM_HD void operator()(std::ptrdiff_t) const {}
};
struct plus_probe {
  THRUM_HD int operator()(int a, int b) const { return a + b; }
};

}  // namespace detail

/// A policy: an object with the mandatory members above.
template <class B>
concept backend = requires(B const& exec, std::ptrdiff_t n, int* p, void* raw, std::size_t bytes) {
  exec.for_each_n(n, detail::index_probe{}, n);
  { exec.reduce(p, n, int{}, detail::plus_probe{}) } -> std::same_as<int>;
  exec.scan(p, n, p, detail::no_seed<int>{}, detail::plus_probe{}, detail::inclusive{});
  { exec.allocate(bytes, bytes) } -> std::same_as<void*>;
  exec.deallocate(raw, bytes, bytes);
};

namespace detail {

/// Whether a policy's code may dereference memory of a space. A backend says so with a member template
/// `reaches<Space>`; without one it runs on the host's processors.
template <class B, class Space>
THRUM_HD constexpr bool reaches() {
  if constexpr (requires { B::template reaches<Space>; }) return B::template reaches<Space>;
  else return host_reaches<Space>;
}

}  // namespace detail
}  // namespace thrum
