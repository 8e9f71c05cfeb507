// What a call of an algorithm takes: the primitives that it asks a backend for, the threads that work in it, and its
// scratch memory, measured.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/count_bins.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/tbb.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include "meeting.h"

/// The primitives that were asked for, each once, in the order of the first time.
struct questions {
  std::vector<std::string> names;
  bool has_result = false;  // one of them hands something to the host
  void ask(char const* name, bool result) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    has_result |= result;
  }
};

/// tbb::par with every primitive as a member of its own, as cuda::par has them, that notes what it is asked. It says that it
/// does not reach the host's memory, so that algorithms go the way of devices.
class asking_policy {
 public:
  explicit asking_policy(questions& asked) : asked_(&asked) {}

  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    asked_->ask("for_each_n", false);
    thrum::tbb::par.for_each_n(n, f, grain);
  }
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const {
    asked_->ask("reduce", true);
    return thrum::tbb::par.reduce(first, n, std::move(init), op);
  }
  template <class I, class O, class T, class Op>
  void reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const {
    asked_->ask("reduce_into", false);
    thrum::detail::reduce_into(thrum::tbb::par, first, n, out, std::move(init), op);
  }
  template <class I, class O, class Seed, class Op, class Kind>
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const {
    asked_->ask("scan", false);
    thrum::tbb::par.scan(first, n, out, std::move(seed), op, kind);
  }
  template <class P>
  std::ptrdiff_t find_first(std::ptrdiff_t n, P pred) const {
    asked_->ask("find_first", true);
    return thrum::detail::find_first(thrum::tbb::par, n, pred);
  }
  template <class P, class O>
  void find_first_into(std::ptrdiff_t n, P pred, O out) const {
    asked_->ask("find_first_into", false);
    thrum::detail::find_first_into(thrum::tbb::par, n, pred, out);
  }
  template <class I, class O, class K>
  std::ptrdiff_t compact(I first, std::ptrdiff_t n, O out, K keep) const {
    asked_->ask("compact", true);
    return thrum::detail::compact(thrum::tbb::par, first, n, out, keep);
  }
  template <class I, class O, class K, class C>
  void compact_into(I first, std::ptrdiff_t n, O out, K keep, C count) const {
    asked_->ask("compact_into", false);
    thrum::detail::compact_into(thrum::tbb::par, first, n, out, keep, count);
  }
  template <class K, class Less>
  void sort(K keys, std::ptrdiff_t n, Less less) const {
    asked_->ask("sort", false);
    thrum::detail::sort(thrum::tbb::par, keys, n, less);
  }
  template <class K, class V, class Less>
  void sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const {
    asked_->ask("sort_by_key", false);
    thrum::detail::sort_by_key(thrum::tbb::par, keys, values, n, less);
  }
  template <class A, class B, class O, class Less>
  void merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const {
    asked_->ask("merge", false);
    thrum::detail::merge(thrum::tbb::par, a, na, b, nb, out, less);
  }
  template <class K, class V, class KO, class VO, class Equal, class Op>
  std::ptrdiff_t reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                               Op op) const {
    asked_->ask("reduce_by_key", true);
    return thrum::detail::reduce_by_key(thrum::tbb::par, keys, n, values, keys_out, values_out, same, op);
  }
  template <class K, class V, class KO, class VO, class Equal, class Op, class C>
  void reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same, Op op,
                          C count) const {
    asked_->ask("reduce_by_key_into", false);
    thrum::detail::reduce_by_key_into(thrum::tbb::par, keys, n, values, keys_out, values_out, same, op, count);
  }
  template <class Bin>
  void count_bins(std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, unsigned long long* counts) const {
    asked_->ask("count_bins", false);
    thrum::detail::count_bins(thrum::tbb::par, n, bin_of, bins, counts);
  }
  template <class Space>
  static constexpr bool reaches = !std::is_same_v<Space, thrum::host_space>;
  /// No primitive, but its result is the host's.
  template <class T>
  T read(T const* p) const {
    asked_->has_result = true;
    return *p;
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    return thrum::tbb::par.allocate(bytes, alignment);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    thrum::tbb::par.deallocate(p, bytes, alignment);
  }

 private:
  questions* asked_;
};

/// The scratch memory in use now, and the most there was.
struct scratch_count {
  std::atomic<std::size_t> now = 0, peak = 0;
};

/// watched_policy, which counts scratch memory too.
class measured_policy {
 public:
  explicit measured_policy(scratch_count& scratch) : scratch_(&scratch) {}
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    watched_policy().for_each_n(n, std::move(f), grain);
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    void* const p = watched_policy().allocate(bytes, alignment);
    std::size_t const now = scratch_->now += bytes;
    std::size_t peak = scratch_->peak;
    while (peak < now && !scratch_->peak.compare_exchange_weak(peak, now)) {
    }
    return p;
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    watched_policy().deallocate(p, bytes, alignment);
    scratch_->now -= bytes;
  }

 private:
  scratch_count* scratch_;
};

/// What a call takes.
struct usage {
  std::vector<std::string> primitives;
  bool waits;           // for a result
  bool parallel;        // two threads worked in it
  std::size_t scratch;  // bytes
};

/// Measures call(policy), with prepare() before each.
template <class Prepare, class Call>
usage measure(Prepare prepare, Call call) {
  questions asked;
  prepare();
  call(asking_policy(asked));
  scratch_count scratch;
  prepare();
  bool const parallel = meets([&] { call(measured_policy(scratch)); });
  return {std::move(asked.names), asked.has_result, parallel, scratch.peak};
}
