// The matrix of algorithms on a device. Each call, on elements of each type and at each size, has
// to give the results of seq on the host, to write nowhere else, and to lose no element if
// allocations fail.
#pragma once

#include <doctest/doctest.h>

#include <thrum/copy.h>
#include <thrum/cuda.cuh>
#include <thrum/cuda/graph.cuh>
#include <thrum/cuda/stream.h>
#include <thrum/device_vector.h>
#include <thrum/memory_resource.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include "data.h"

namespace matrix {

using thrum::cuda::par;
using thrum::cuda::par_nosync;

/// Adds two elements of any of the types.
template <class T>
THRUM_HD T sum_of(T const& a, T const& b) {
  if constexpr (std::is_same_v<T, record>) return record(a.key + b.key, a.payload + b.payload);
  else return static_cast<T>(a + b);
}

// Functors of elements of any type.
struct add {
  template <class T>
  THRUM_HD T operator()(T const& a, T const& b) const {
    return matrix::sum_of(a, b);
  }
};
struct twice {
  template <class T>
  THRUM_HD T operator()(T const& x) const {
    return matrix::sum_of(x, x);
  }
};
struct increment {
  template <class T>
  THRUM_HD void operator()(T& x) const {
    x = matrix::sum_of(x, T(1));
  }
};
struct is_low {
  template <class T>
  THRUM_HD bool operator()(T const& x) const {
    return x < T(3);
  }
};
struct is_set {
  THRUM_HD bool operator()(int flag) const { return flag != 0; }
};
/// An order that is not the library's: the greatest element first.
struct comes_first {
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) const {
    return b < a;
  }
};
struct alike {
  template <class T>
  THRUM_HD bool operator()(T const& a, T const& b) const {
    return !(a < b) && !(b < a);
  }
};
/// Returns the last of two elements that is not 0: associative, but not commutative.
struct last_of_two {
  template <class T>
  THRUM_HD T operator()(T const& a, T const& b) const {
    return b == T(0) ? a : b;
  }
};

/// The ranges that a call works on, in the memory of a host or of a device: two unsorted ranges of
/// n elements, two sorted ones; runs of keys, a permutation, flags of 0 and 1, the offsets of
/// segments; and outputs of 2 n elements.
template <class T>
struct ranges {
  std::ptrdiff_t n;
  std::ptrdiff_t segments;
  T *a, *b, *low, *high, *out, *more;
  int *keys, *map, *flags, *cuts, *numbers, *more_numbers;
  std::vector<std::ptrdiff_t>* results;

  /// Keeps the results that the call has returned.
  void note(std::ptrdiff_t result) const { results->push_back(result); }
};

/// Makes elements of random bits.
template <class T>
T small_number(std::uint64_t bits, [[maybe_unused]] std::ptrdiff_t place) {
  auto const value = static_cast<int>(bits % 101) - 50;
  if constexpr (std::is_same_v<T, record>) return record(value, place);
  else return static_cast<T>(value);
}

template <class T>
using host_vector = std::vector<T>;

/// Owns the same ranges. They begin `offset` elements after an aligned address; no call may write
/// to the elements before and after them.
template <class T, template <class> class Vector>
class memory {
 public:
  using maker = T (*)(std::uint64_t bits, std::ptrdiff_t place);

  explicit memory(std::ptrdiff_t n, std::ptrdiff_t offset = 0, maker make = small_number<T>)
      : memory(memory<T, host_vector>::made_once(n, offset, make)) {}

  ranges<T> get() {
    auto const at = [this](auto& v) { return thrum::raw_pointer_cast(v.data()) + offset_; };
    return {n_,
            segments_,
            at(elements_[0]),
            at(elements_[1]),
            at(elements_[2]),
            at(elements_[3]),
            at(elements_[4]),
            at(elements_[5]),
            at(integers_[0]),
            at(integers_[1]),
            at(integers_[2]),
            at(integers_[3]),
            at(integers_[4]),
            at(integers_[5]),
            &results_};
  }

  /// Says whether two memories have the same elements, before and after the ranges too, and whether
  /// the calls returned the same results.
  template <template <class> class Other>
  bool operator==(memory<T, Other> const& other) const {
    auto const same = [](auto const& x, auto const& y) {
      auto const u = on_host(x), v = on_host(y);
      return std::equal(u.begin(), u.end(), v.begin(), v.end());
    };
    for (std::size_t k = 0; k < elements_.size(); ++k) {
      if (!same(elements_[k], other.elements_[k]) || !same(integers_[k], other.integers_[k])) return false;
    }
    return results_ == other.results_;
  }
  /// Copies the elements of all ranges from another memory.
  template <template <class> class Other>
  void refill(memory<T, Other> const& other) {
    for (std::size_t k = 0; k < elements_.size(); ++k) {
      thrum::copy(other.elements_[k].begin(), other.elements_[k].end(), elements_[k].begin());
      thrum::copy(other.integers_[k].begin(), other.integers_[k].end(), integers_[k].begin());
    }
  }
  /// Says whether the first range has the elements of another memory's first range, in any order.
  template <template <class> class Other>
  bool has_elements_of(memory<T, Other> const& other) const {
    auto mine = on_host(elements_[0]), its = on_host(other.elements_[0]);
    sort_wholly(mine);
    sort_wholly(its);
    return mine == its;
  }

 private:
  template <class, template <class> class>
  friend class memory;

  /// Caches elements: generating them takes longer than most calls on them.
  static memory const& made_once(std::ptrdiff_t n, std::ptrdiff_t offset, maker make) {
    static std::map<std::tuple<std::ptrdiff_t, std::ptrdiff_t, maker>, memory> all;
    auto const key = std::tuple(n, offset, make);
    auto found = all.find(key);
    if (found == all.end()) found = all.emplace(key, memory(n, offset, make, made_now())).first;
    return found->second;
  }
  struct made_now {};
  memory(std::ptrdiff_t n, std::ptrdiff_t offset, maker make, made_now)
      : n_(n), offset_(offset), elements_(6), integers_(6) {
    for (std::size_t k = 0; k < 4; ++k) {
      auto v = filled(n, make, k + 1);
      if (k >= 2) sort_stably(v);
      elements_[k] = guarded(v, T(77));
    }
    elements_[4] = elements_[5] = guarded(std::vector<T>(static_cast<std::size_t>(2 * n), T(66)), T(77));
    std::vector<int> keys(static_cast<std::size_t>(n)), map(keys), flags(keys), cuts;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      keys[i] = (i == 0 ? 0 : keys[i - 1]) + (random_bits(i) % 5 == 0 ? 1 : 0);
      map[i] = static_cast<int>(static_cast<std::ptrdiff_t>(i) * 7919 % n);
      flags[i] = static_cast<int>(random_bits(i + 99) % 2);
    }
    for (std::ptrdiff_t at = 0; at <= n; at += 1 + static_cast<std::ptrdiff_t>(random_bits(cuts.size()) % 70)) {
      cuts.push_back(static_cast<int>(at));
      if (random_bits(cuts.size()) % 7 == 0) cuts.push_back(static_cast<int>(at));  // an empty range
    }
    segments_ = static_cast<std::ptrdiff_t>(cuts.size()) - 1;
    integers_[0] = guarded(keys, 77);
    integers_[1] = guarded(map, 0);
    integers_[2] = guarded(flags, 77);
    integers_[3] = guarded(cuts, static_cast<int>(n));
    integers_[4] = integers_[5] = guarded(std::vector<int>(static_cast<std::size_t>(2 * n + 2), 66), 77);
  }
  template <template <class> class Other>
  explicit memory(memory<T, Other> const& other)
      : n_(other.n_), offset_(other.offset_), segments_(other.segments_) {
    for (auto const& v : other.elements_) elements_.emplace_back(v.begin(), v.end());
    for (auto const& v : other.integers_) integers_.emplace_back(v.begin(), v.end());
  }

  static std::vector<T> filled(std::ptrdiff_t n, T (*make)(std::uint64_t, std::ptrdiff_t), std::size_t seed) {
    std::vector<T> v;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      v.push_back(make(random_bits(seed * 0x1000000U + static_cast<std::uint64_t>(i)), i));
    }
    return v;
  }
  static void sort_stably(std::vector<T>& v) { std::stable_sort(v.begin(), v.end()); }
  static void sort_wholly(std::vector<T>& v) {
    if constexpr (std::is_same_v<T, record>) {
      std::sort(v.begin(), v.end(),
                [](T const& x, T const& y) { return x.key < y.key || (x.key == y.key && x.payload < y.payload); });
    } else {
      std::sort(v.begin(), v.end());
    }
  }
  template <class U>
  std::vector<U> guarded(std::vector<U> const& v, U guard) const {
    std::vector<U> all(static_cast<std::size_t>(offset_), guard);
    all.insert(all.end(), v.begin(), v.end());
    all.insert(all.end(), 5, guard);
    return all;
  }
  template <class U>
  static std::vector<U> on_host(std::vector<U> const& v) {
    return v;
  }
  template <class U>
  static std::vector<U> on_host(thrum::device_vector<U> const& v) {
    return v.to_host();
  }

  std::ptrdiff_t n_, offset_, segments_ = 0;
  std::vector<Vector<T>> elements_;
  std::vector<Vector<int>> integers_;
  std::vector<std::ptrdiff_t> results_;
};

template <class T>
using card_vector = thrum::device_vector<T>;
template <class T>
using on_host = memory<T, host_vector>;
template <class T>
using on_card = memory<T, card_vector>;

/// A call of an algorithm, under seq and on a device.
template <class T>
struct call {
  std::string name;
  void (*on_host)(ranges<T> const&);
  void (*on_card)(thrum::cuda::policy const&, ranges<T> const&);
};

/// Generates a call for any policy: made(policy, ranges).
template <class T, class Made>
call<T> named(std::string name, Made) {
  return {std::move(name), [](ranges<T> const& r) { Made{}(thrum::seq, r); },
          [](thrum::cuda::policy const& exec, ranges<T> const& r) { Made{}(exec, r); }};
}

/// Sizes around those of warps, of thread blocks, and of the ranges that one thread block sorts or
/// scans by itself.
inline std::vector<std::ptrdiff_t> const small_sizes{0,   1,   2,    31,   32,   33,   255, 256,
                                                     257, 511, 1023, 2048, 2049, 4096, 4097};
inline constexpr std::ptrdiff_t many = (std::ptrdiff_t{1} << 17) + 3;

/// Runs a call under seq and under a policy of the device, each on ranges of its own.
template <class T>
void check_call(call<T> const& c, thrum::cuda::policy const& exec, std::ptrdiff_t n, std::ptrdiff_t offset) {
  CAPTURE(c.name);
  CAPTURE(n);
  CAPTURE(offset);
  on_host<T> expected(n, offset);
  on_card<T> found(n, offset);
  c.on_host(expected.get());
  c.on_card(exec, found.get());
  exec.sync();
  CHECK(found == expected);
}

/// Runs each call at each size: under par on aligned memory, and under par_nosync in a stream on
/// memory that begins one element later.
template <class T>
void check_sizes(std::vector<call<T>> const& calls, std::vector<std::ptrdiff_t> const& sizes) {
  thrum::cuda::stream const s;
  for (auto const& c : calls) {
    for (std::ptrdiff_t const n : sizes) {
      matrix::check_call(c, par, n, 0);
      matrix::check_call(c, par_nosync.on(s), n, 1);
    }
  }
}

/// Runs each call on many elements.
template <class T>
void check_many(std::vector<call<T>> const& calls, std::ptrdiff_t n = many) {
  for (auto const& c : calls) matrix::check_call(c, par, n, 1);
}

/// Runs each call in two streams at once, without a wait in between.
template <class T>
void check_two_streams(std::vector<call<T>> const& calls, std::ptrdiff_t n) {
  thrum::cuda::stream const s, t;
  for (auto const& c : calls) {
    CAPTURE(c.name);
    on_host<T> expected(n), expected_less(n / 2);
    on_card<T> found(n), found_less(n / 2);
    c.on_card(par_nosync.on(s), found.get());
    c.on_card(par_nosync.on(t), found_less.get());
    c.on_host(expected.get());
    c.on_host(expected_less.get());
    s.synchronize();
    t.synchronize();
    CHECK(found == expected);
    CHECK(found_less == expected_less);
  }
}

/// Captures each call that returns no result to the host into a graph, and replays the graph three
/// times. Returns how many calls could be captured.
template <class T>
std::size_t check_replays(std::vector<call<T>> const& calls, std::ptrdiff_t n) {
  std::size_t captured = 0;
  for (auto const& c : calls) {
    CAPTURE(c.name);
    on_host<T> const original(n);
    on_host<T> expected(n);
    on_card<T> found(n);
    c.on_host(expected.get());
    thrum::cuda::graph replayed;
    try {
      replayed =
          thrum::cuda::graph::capture([&](thrum::cuda::policy const& exec) { c.on_card(exec, found.get()); });
    } catch (thrum::cuda_error const&) {
      continue;
    }
    ++captured;
    for (int replay = 0; replay < 3; ++replay) {
      found.refill(original);
      replayed.launch(par);
      CHECK(found == expected);
    }
  }
  return captured;
}

/// Runs each call with scratch memory whose first, second, ... allocation fails. The call throws
/// std::bad_alloc, no element is lost, all scratch memory is deallocated, and the call succeeds
/// when there is memory again.
template <class T>
void check_failures(std::vector<call<T>> const& calls, std::ptrdiff_t n) {
  using space = thrum::device_space<thrum::device_system::cuda>;
  for (auto const& c : calls) {
    CAPTURE(c.name);
    on_host<T> expected(n);
    c.on_host(expected.get());
    for (std::size_t k = 1;; ++k) {
      CAPTURE(k);
      on_host<T> const original(n);
      on_card<T> found(n);
      thrum::counting_resource<space> counting;
      thrum::fail_on_kth_allocation<space> failing(k, counting);
      bool threw = false;
      try {
        c.on_card(par.with(failing), found.get());
      } catch (std::bad_alloc const&) {
        threw = true;
      }
      CHECK(counting.blocks_in_use() == 0);
      CHECK(threw == failing.failed());
      if (!threw) {
        CHECK(found == expected);
        break;
      }
      CHECK(cudaDeviceSynchronize() == cudaSuccess);
      CHECK(found.has_elements_of(original));
      on_card<T> again(n);
      c.on_card(par.with(counting), again.get());
      REQUIRE(again == expected);
    }
  }
}

}  // namespace matrix
