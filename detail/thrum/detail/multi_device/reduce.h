// Sums the parts of a split vector, and brings the sums to the home part of every process.
// Reductions and scans over several parts begin with this step.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/deterministic/reduce.h>
#include <thrum/detail/backends/cuda/starts.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/memory/objects.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::detail {

/// A sum or no sum, so that sums need no start value.
template <class T>
struct possible_sum {
  union {
    T value;
  };
  bool has;
  THRUM_HD possible_sum() : has(false) {
    // Not needed, but GCC cannot see that.
    if constexpr (std::is_trivial_v<T>) ::new (static_cast<void*>(__builtin_addressof(value))) T();
  }
  THRUM_HD explicit possible_sum(T const& sum) : value(sum), has(true) {}
};

/// Returns op of two sums, in their order.
template <class T, class Op>
struct possible_sum_joiner {
  mutable Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD possible_sum<T> operator()(possible_sum<T> const& a, possible_sum<T> const& b) const {
    if (!a.has) return b;
    if (!b.has) return a;
    T sum = a.value;
    T const next = b.value;
    detail::fold_into(sum, next, op);
    return possible_sum<T>(sum);
  }
};

template <class T, class I>
struct possible_sum_maker {
  I first;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD possible_sum<T> operator()(std::ptrdiff_t i) const { return possible_sum<T>(static_cast<T>(first[i])); }
};

/// Constructs the sum, if there is one.
template <class T>
struct sum_writer {
  T* to;
  THRUM_HD void operator()(std::ptrdiff_t, possible_sum<T> const& sum) const {
    if (sum.has) ::new (static_cast<void*>(to)) T(sum.value);
  }
};

/// Constructs the last of n sums.
template <class T>
struct last_sum_writer {
  T* to;
  std::ptrdiff_t last;
  THRUM_HD void operator()(std::ptrdiff_t i, T const& sum) const {
    if (i == last) ::new (static_cast<void*>(to)) T(sum);
  }
};

/// Sums the n > 0 elements of a part: sums_of_reduce by an operator that is also commutative,
/// sums_of_scan by one that need not be. If `in_tiles`, there is a sum for each tile of 16384
/// elements, so that any number of parts gives the same bits; otherwise there is one sum.
struct sums_of_reduce {
  template <class B>
  static constexpr bool in_tiles = backend_traits<B>::runs_on_host || backend_traits<B>::has_blocks;

  template <class T, class I, class Op>
  static T tile(I first, std::ptrdiff_t n, Op& op) {
    return detail::reduce_one_tile<T>(first, n, op);
  }
  template <class B, class I, class T, class Op>
  static void part(B const& exec, I first, std::ptrdiff_t n, T* to, Op op) {
    if constexpr (backend_traits<B>::has_blocks) {
      auto const elements = detail::elements_to_sum(first);
      using E = std::remove_const_t<decltype(elements)>;
      tile_reduction<whole_range, E, T, Op> const sum{{n, reduce_tile, 0}, elements, to, op};
      exec.run_blocks(sum.blocks(), sum);
    } else if constexpr (adds_numbers<Op, T>) {
      detail::reduce_into(exec, first, n, to, static_cast<T>(-0.0), op);
    } else {
      detail::reduce_into(exec, detail::computed<possible_sum<T>>(possible_sum_maker<T, I>{first}), n,
                          tabulate_output_iterator<sum_writer<T>>(sum_writer<T>{to}), possible_sum<T>(),
                          possible_sum_joiner<T, Op>{op});
    }
  }
};
struct sums_of_scan {
  template <class B>
  static constexpr bool in_tiles = backend_traits<B>::runs_on_host;

  template <class T, class I, class Op>
  static T tile(I first, std::ptrdiff_t n, Op& op) {
    return detail::sum_one_tile<T>(first, n, op);
  }
  template <class B, class I, class T, class Op>
  static void part(B const& exec, I first, std::ptrdiff_t n, T* to, Op op) {
    detail::scan(exec, first, n, tabulate_output_iterator<last_sum_writer<T>>(last_sum_writer<T>{to, n - 1}),
                 no_seed<T>{}, op, inclusive{});
  }
};

/// The sums, of type T, of the parts that have elements.
template <class T, class Group, class How>
class part_sums {
  using policy = typename Group::policy_type;
  static constexpr bool in_tiles = How::template in_tiles<policy>;

 public:
  part_sums(Group const& group, part_sizes const& sizes)
      : group_(group),
        sizes_(sizes),
        sums_(group, part_sizes::each(sizes.parts(), [&](std::ptrdiff_t p) { return sums_of(sizes.size(p)); })),
        all_(group, sums_.sizes().total()) {}

  /// Sums elements(p), the elements of each part p. Then all sums are on the home part of every
  /// process, in the order of its work.
  template <class Elements, class Op>
  void make(Elements elements, Op op) const {
    group_.run([&](std::ptrdiff_t p) {
      if (sizes_.size(p) > 0) sum_part(group_.policy(p), elements(p), sizes_.size(p), sums_.data(p), op);
    });
    group_.gather(sums_.sizes(), [&](std::ptrdiff_t p) { return sums_.data(p); }, all_.data());
  }
  /// Returns the sums of part p, which are on the home part.
  T* of_part(std::ptrdiff_t p) const { return all_.data() + sums_.sizes().begin(p); }
  std::ptrdiff_t count(std::ptrdiff_t p) const { return sums_.sizes().size(p); }
  std::ptrdiff_t total() const { return sums_.sizes().total(); }

 private:
  static std::ptrdiff_t sums_of(std::ptrdiff_t n) { return n == 0 ? 0 : in_tiles ? (n - 1) / reduce_tile + 1 : 1; }
  template <class I, class Op>
  static void sum_part(policy const& exec, I first, std::ptrdiff_t n, T* to, Op op) {
    if constexpr (backend_traits<policy>::runs_on_host) {
      exec.for_each_n((n - 1) / reduce_tile + 1,
                      [=](std::ptrdiff_t b) {
                        Op add = op;
                        std::ptrdiff_t const at = b * reduce_tile, size = detail::least(reduce_tile, n - at);
                        ::new (static_cast<void*>(to + b)) T(How::template tile<T>(first + at, size, add));
                      },
                      1);
    } else {
      How::part(exec, first, n, to, op);
    }
  }

  Group const& group_;
  part_sizes const& sizes_;
  part_arrays<T, Group> sums_;
  home_array<T, Group> all_;
};

/// Constructs op over a start value and some sums, from left to right.
template <class T, class Start, class Op>
struct sum_folder {
  Start start;
  T const* sums;
  std::ptrdiff_t n;
  Op op;
  T* to;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t) {
    T sum = start();
    for (std::ptrdiff_t i = 0; i < n; ++i) detail::fold_into(sum, sums[i], op);
    ::new (static_cast<void*>(to)) T(sum);
  }
};

/// Returns op over init and elements(p) of all parts, to the host of every process.
template <class T, class Group, class Elements, class Op>
T reduce_parts(Group const& group, part_sizes const& sizes, Elements elements, T init, Op op) {
  if (sizes.total() == 0) return init;
  part_sums<T, Group, sums_of_reduce> const sums(group, sizes);
  home_array<T, Group> const result(group, 1);
  failure_guard const failure(group);
  sums.make(elements, op);
  auto const& home = group.policy(group.home());
  if constexpr (backend_traits<typename Group::policy_type>::has_blocks) {
    using fold = tile_fold<T, known_start<T>, Op, result_maker<T>>;
    home.run_blocks(1, fold{{init}, sums.total(), sums.of_part(0), op, {result.data()}});
  } else {
    using fold = sum_folder<T, known_start<T>, Op>;
    home.for_each_n(1, fold{{init}, sums.of_part(0), sums.total(), op, result.data()}, 1);
  }
  uninitialized_array<T, 1> host;
  group.copy_out(group.home(), static_cast<T const*>(result.data()), host.items, 1);
  group.wait(group.home());
  return host.items[0];
}

}  // namespace thrum::detail
