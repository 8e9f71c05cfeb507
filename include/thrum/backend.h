// The contract between algorithms and backends. A policy is a backend: thrum::seq, thrum::tbb::par
// and thrum::cuda::par are objects with the members below. A policy of your own may be a backend,
// too (docs/guides/backend.md; tests/thread_pool_backend.h is a complete one).
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
//   void* allocate(bytes, alignment)             returns scratch memory that f can use; throws
//                                                std::bad_alloc
//   void  deallocate(p, bytes, alignment) noexcept
//
// Native. All else is composed of for_each_n, unless the backend says that it has a member of its
// own, a native one:
//   static constexpr thrum::native natives = thrum::native::sort | thrum::native::merge;
// The library compares this declaration with the members: a native member that is declared but not
// there, or is there but not declared, is an error at compile time.
//   T    reduce(first, n, T init, op)            returns op over init and the n elements; op is
//                                                associative and commutative
//   void scan(first, n, out, seed, op, kind)     prefix sums by an associative op; `kind` is
//                                                scans::inclusive or scans::exclusive, `seed` a
//                                                scans::seed<T> or scans::no_seed<T>, T the type
//                                                that sums are made in; out may be first
//   n    find_first(n, pred)                     returns the least i with pred(i), or n if there is
//                                                none
//   n    compact(first, n, out, keep)            copies the elements for which keep(i) holds, in
//                                                order; returns their number; the ranges do not
//                                                overlap
//   n    compact_in_place(first, n, keep)        moves the elements for which keep(i) holds to the
//                                                front, in order; returns their number; first is a
//                                                pointer to elements that may be copied as bytes;
//                                                of this range keep(i) looks at first[i] alone, and
//                                                it may look at a range that overlaps it nowhere
//   n    divide(first, n, out, rest, keep)       compact, and copies the other elements to rest, in
//                                                order
//   void sort(keys, n, less)                     stable
//   void sort_by_key(keys, values, n, less)      stable
//   void merge(a, na, b, nb, out, less)          stable: of equal elements those of a come first
//   n    reduce_by_key(keys, n, values, keys_out, values_out, equal, op)
//                                                stores one output for each run of equal keys;
//                                                returns the number of runs
//   void reduce_into(first, n, out, init, op)    *out = reduce(first, n, init, op); the host does
//                                                not wait for the result
//   void find_first_into(n, pred, out)           find_first, compact, compact_in_place, divide and
//        compact_into(..., count)                reduce_by_key without waiting: the last argument
//        compact_in_place_into(..., count)       says where the number is stored
//        divide_into(..., count)
//        reduce_by_key_into(..., count)
//   void count_bins(n, bin_of, bins, counts)     counts[b] = how many i have bin_of(i) == b, for b
//                                                in [0, bins)
//   scan_runs, reduce_segments, scan_segments, sum_bins
//                                                sums of runs, of segments and by bin in a shape of
//                                                the backend's own; one scan of all elements would
//                                                have another shape
//   void for_each_block<Lanes>(n, lanes, f)      calls f(block<Lanes>) for each of n blocks of
//                                                `lanes` lanes, by the backend's own blocks of
//                                                threads; Lanes is lanes if lanes is constant, 0
//                                                otherwise
//   void iterate(count, current, next, step)     calls step(policy, current, next) `count` times,
//                                                with a swap of current and next after each call
//
// Traits. backend_traits<B> (detail/base/backend_traits.h) reads these members; a backend of host
// threads needs none of them.
//   static constexpr bool is_serial              true if the calling thread calls all functors, in
//                                                order
//   n    concurrency()                           returns how many threads the backend has, 0 if the
//                                                backend does not know; no result depends on it
//   void enqueue(f)                              has a thread call f() at some time; f throws
//                                                nothing. thrum::async begins its work so.
//   bool compares_short_calls()                  returns whether the calling thread is to handle a
//                                                short call alone if that took less time in the last
//                                                calls; needs concurrency()
// A backend whose code runs elsewhere declares reduce, scan, find_first, compact, sort,
// sort_by_key, merge and reduce_by_key as natives, because the defaults run on the host: a call
// that needs a native that is missing does not compile. This backend has reaches and read, and may
// have the others:
//   reaches<Space>                               a constant: whether the backend's code may touch
//                                                memory of a space
//   T read(p)                                    returns the T at p in the backend's scratch
//                                                memory; the host waits for it
//   reads<I>, calls<F, Args...>, calls_operator<Op, T>
//                                                constants: make the backend's compiler check what
//                                                iterators and functors call there
//   B step()                                     returns the policy for intermediate steps of a
//                                                longer computation, after which the host does not
//                                                wait
//   B any_shape()                                returns the policy for sums that are the same in
//                                                any shape, if the backend fixes the shape of sums
//   compacts_runs_in_place<T>                    a constant: whether compact_in_place takes the first
//                                                elements of runs of elements of type T
//   void run_blocks(blocks, body)                runs a body of cuda/launch/team.h for each of some
//                                                blocks of threads; does not wait
// Algorithms look for these members, too. They are not declared, because a backend may have them
// for some types alone:
//   merge_by_key(a, na, b, nb, rows, less)       merge of rows of keys and values
//   sort_segments(segments, less, keys[, values])
//                                                a stable sort of each segment
//   set_operation<Rule>(a, na, b, nb, rows, less)
//                                                the rows that a rule of set operations takes
//   select<Sorts>(first, n, nth, less)           brings the nth least elements to the front, sorted
//                                                if Sorts is true
// A backend whose calls work in the order of a stream has, in addition:
//   stream()                                     returns the stream
//   void sync()                                  waits for the work in the stream
//   on_its_device()                              returns an object that makes the stream's device
//                                                the current one as long as the object lives
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <concepts>
#include <cstddef>

namespace thrum {

/// The members that a backend may have of its own: see the head of this file. A backend declares
/// the set of those that it has.
enum class native : unsigned {
  none = 0,
  reduce = 1U << 0,
  scan = 1U << 1,
  find_first = 1U << 2,
  compact = 1U << 3,
  sort = 1U << 4,
  sort_by_key = 1U << 5,
  merge = 1U << 6,
  reduce_by_key = 1U << 7,
  reduce_into = 1U << 8,
  find_first_into = 1U << 9,
  compact_into = 1U << 10,
  reduce_by_key_into = 1U << 11,
  count_bins = 1U << 12,
  scan_runs = 1U << 13,
  reduce_segments = 1U << 14,
  scan_segments = 1U << 15,
  sum_bins = 1U << 16,
  for_each_block = 1U << 17,
  iterate = 1U << 18,
  compact_in_place = 1U << 19,
  compact_in_place_into = 1U << 20,
  divide = 1U << 21,
  divide_into = 1U << 22,
};
/// Returns the union of two sets of natives.
THRUM_HD constexpr native operator|(native a, native b) {
  return static_cast<native>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// Returns what two sets of natives have in common.
THRUM_HD constexpr native operator&(native a, native b) {
  return static_cast<native>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

/// What a backend's scan is told about the scan.
namespace scans {

/// A start value, or none. T is the type that sums are made in.
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

}  // namespace scans

template <class B>
class checked_policy;  // detail/base/checked_policy.h

namespace detail {

using scans::exclusive;
using scans::inclusive;
using scans::no_seed;
using scans::seed;

/// Says whether a type is a checked policy, which only detail::algorithm takes.
template <class P>
inline constexpr bool is_checked_policy = false;
template <class B>
inline constexpr bool is_checked_policy<checked_policy<B>> = true;

/// How many cheap calls are worth a task.
inline constexpr std::ptrdiff_t default_grain = 4096;

/// The functor that the concept `backend` calls for_each_n with.
struct index_probe {
  THRUM_HD void operator()(std::ptrdiff_t) const {}
};

}  // namespace detail

/// A policy: an object with the mandatory members that the head of this file lists.
template <class B>
concept backend = requires(B const& exec, std::ptrdiff_t n, void* raw, std::size_t bytes) {
  exec.for_each_n(n, detail::index_probe{}, n);
  { exec.allocate(bytes, bytes) } -> std::same_as<void*>;
  exec.deallocate(raw, bytes, bytes);
};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
