// The contract between algorithms and backends. A policy is a backend: thrum::seq, thrum::tbb::par
// and thrum::cuda::par are objects with the members below. A policy of your own may be a backend,
// too (tests/thread_pool_backend.h is a complete one).
//
// Iterators reach a backend unwrapped (raw pointers if the memory is contiguous). Sizes are
// std::ptrdiff_t.
//
// Mandatory
//   void for_each_n(n, f, grain)                 calls f(i) once for each i in [0, n), in any
//                                                order, perhaps concurrently; returns when all
//                                                calls are done; an exception of f leaves
//                                                for_each_n. `grain` is how many indices are worth
//                                                a task.
//   T    reduce(first, n, T init, op)            returns op over init and the n elements; op is
//                                                associative and commutative
//   void scan(first, n, out, seed, op, kind)     prefix sums by an associative op; `kind` is
//                                                detail::inclusive or detail::exclusive, `seed` a
//                                                detail::seed<T> or detail::no_seed<T>, T the type
//                                                that sums are made in; out may be first
//   void* allocate(bytes, alignment)             returns scratch memory that f, op, ... can use;
//                                                throws std::bad_alloc
//   void  deallocate(p, bytes, alignment) noexcept
// Defaulted by detail/primitives (a backend that has such a member is asked first)
//   n    find_first(n, pred)                     returns the least i with pred(i), or n if there is
//                                                none
//   n    compact(first, n, out, keep)            copies the elements for which keep(i) holds, in
//                                                order; returns their number; the ranges do not
//                                                overlap
//   void sort(keys, n, less)                     stable; also sort_by_key(keys, values, n, less)
//   void merge(a, na, b, nb, out, less)          stable: of equal elements those of a come first
//   n    reduce_by_key(keys, n, values, keys_out, values_out, equal, op)
//                                                stores one output for each run of equal keys;
//                                                returns the number of runs
//   void reduce_into(first, n, out, init, op)    *out = reduce(first, n, init, op); the host does
//                                                not wait for the result
//   void find_first_into(n, pred, out)           find_first, compact and reduce_by_key without
//        compact_into(..., count)                waiting: the last argument says where the number
//        reduce_by_key_into(..., count)          is stored
//   void count_bins(n, bin_of, bins, counts)     counts[b] = how many i have bin_of(i) == b, for b
//                                                in [0, bins)
// Optional
//   n    concurrency()                           returns how many threads the backend has, 0 if the
//                                                backend does not know; no result depends on it
//   void enqueue(f)                              has a thread call f() at some time; f throws
//                                                nothing. thrum::async begins its work so.
//   void for_each_block<Lanes>(n, lanes, f)      calls f(block<Lanes>) for each of n blocks of
//                                                `lanes` lanes, by the backend's own blocks of
//                                                threads; Lanes is lanes if lanes is constant, 0
//                                                otherwise
//   void iterate(count, current, next, step)     calls step(policy, current, next) `count` times,
//                                                with a swap of current and next after each call
// Optional, for a backend whose code runs elsewhere
//   reaches<Space>, reads<I>, calls<F, Args...>, calls_operator<Op, T>
//                                                constants: reaches says whether the backend's code
//                                                may touch memory of a space; the others make the
//                                                backend's compiler check what iterators and
//                                                functors call there
//   T read(p)                                    returns the T at p in the backend's scratch
//                                                memory; the host waits for it
//   B step()                                     returns the policy for intermediate steps of a
//                                                longer computation, after which the host does not
//                                                wait
//   scan_runs, reduce_segments, scan_segments, sum_bins
//                                                sums of runs, of segments and by bin in a shape of
//                                                the backend's own; one scan of all elements would
//                                                have another shape
//
// detail::composed_backend implements reduce and scan on for_each_n. Its shape gives results the
// same bits under every policy. A backend of host threads derives from detail::composed_backend.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <concepts>
#include <cstddef>

namespace thrum {

template <class B>
class checked_policy;  // detail/checked/policy.h

namespace detail {

/// Says whether a type is a checked policy, which only detail::algorithm takes.
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

/// How many cheap calls are worth a task.
inline constexpr std::ptrdiff_t default_grain = 4096;

// Functors that the concept `backend` calls a backend's member templates with.
struct index_probe {
  THRUM_HD void operator()(std::ptrdiff_t) const {}
};
struct plus_probe {
  THRUM_HD int operator()(int a, int b) const { return a + b; }
};

}  // namespace detail

/// A policy: an object with the mandatory members that the head of this file lists.
template <class B>
concept backend = requires(B const& exec, std::ptrdiff_t n, int* p, void* raw, std::size_t bytes) {
  exec.for_each_n(n, detail::index_probe{}, n);
  { exec.reduce(p, n, int{}, detail::plus_probe{}) } -> std::same_as<int>;
  exec.scan(p, n, p, detail::no_seed<int>{}, detail::plus_probe{}, detail::inclusive{});
  { exec.allocate(bytes, bytes) } -> std::same_as<void*>;
  exec.deallocate(raw, bytes, bytes);
};

namespace detail {

/// Says whether a policy's code may dereference memory of a space. A backend declares this in a
/// member template `reaches<Space>`. A backend without that member runs on the host's processors.
template <class B, class Space>
THRUM_HD constexpr bool reaches() {
  if constexpr (requires { B::template reaches<Space>; }) return B::template reaches<Space>;
  else return host_reaches<Space>;
}

}  // namespace detail
}  // namespace thrum
