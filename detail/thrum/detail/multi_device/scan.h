// Scans over several parts. The parts are summed, the sums before each part are added up on the
// home part of its process, and each part is scanned from its sum.
//
// On the host a part of whole tiles is scanned in the tiles of the whole vector. A scan without a
// start value begins its tiles at the second element (kernels/shape/scan.h). A part then borrows
// the first element of the next part, and gives back what the scan stores there.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/starts.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/reduce.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <cstddef>
#include <type_traits>
#include <vector>

#if defined(__CUDACC__)
#include <thrum/detail/backends/cuda/scan.cuh>
#endif

namespace thrum::detail {

/// The elements of a part. The first one has the sum of all elements of earlier parts added to it.
template <class T, class I, class Op>
struct carried_element {
  I first;
  T const* carry;
  mutable Op op;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD T operator()(std::ptrdiff_t i) const {
    if (i > 0) return static_cast<T>(first[i]);
    T sum = *carry;
    detail::fold_into(sum, first[i], op);
    return sum;
  }
};

/// Stores the sum before each element of a part. The first element has no sum in its part and gets
/// the carry.
template <class T, class O>
struct carried_sum_writer {
  O out;
  T const* carry;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, possible_sum<T> const& sum) const {
    out[i] = sum.has ? sum.value : *carry;
  }
};

/// Scans a part from a sum in its memory.
template <class T, class B, class I, class O, class Op, class Kind>
void scan_carried(B const& exec, I first, std::ptrdiff_t n, O out, T const* carry, Op op, Kind) {
  using element = carried_element<T, I, Op>;
  if constexpr (std::is_same_v<Kind, inclusive>) {
    detail::scan(exec, detail::computed<T>(element{first, carry, op}), n, out, no_seed<T>{}, op, inclusive{});
  } else {
    auto const sums = detail::computed<T>(element{first, carry, op});
    using sum_of = possible_sum_maker<T, std::remove_const_t<decltype(sums)>>;
    detail::scan(exec, detail::computed<possible_sum<T>>(sum_of{sums}), n,
                 tabulate_output_iterator<carried_sum_writer<T, O>>(carried_sum_writer<T, O>{out, carry}),
                 seed<possible_sum<T>>{possible_sum<T>()}, possible_sum_joiner<T, Op>{op}, exclusive{});
  }
}

#if defined(__CUDACC__)
/// Does the same by CUB, which takes the sum from memory. (The sums of deterministic() have another
/// shape: its policy takes the function above.)
template <class T, class I, class O, class Op>
void scan_carried(cuda::policy const& exec, I first, std::ptrdiff_t n, O out, T const* carry, Op op, exclusive) {
  detail::exclusive_scan_from(exec, first, n, out, carry, op);
}
#endif

/// The n elements from `first` on, and one more.
template <class T>
struct borrowed_element {
  T const* first;
  std::ptrdiff_t n;
  T const* next;
  THRUM_HD T operator()(std::ptrdiff_t i) const { return i < n ? first[i] : *next; }
};
/// Stores the sums of these elements.
template <class T, class O>
struct borrowed_sum_writer {
  O out;
  std::ptrdiff_t n;
  T* next;
  THRUM_HD void operator()(std::ptrdiff_t i, T const& sum) const {
    if (i < n) out[i] = sum;
    else *next = sum;
  }
};

/// Scans a part on the host that is not the first one, from the sum before it.
template <class B, class I, class O, class T, class Op, class Kind>
void scan_later_part(B const& exec, I first, std::ptrdiff_t n, O out, T carry, Op op, Kind kind) {
  // A tile of few elements is not scanned as few elements alone are.
  if (n > 0 && n <= scan_few_elements) detail::scan_one_tile<Kind>(first, n, out, carry, op);
  else detail::scan(exec, first, n, out, seed<T>{carry}, op, kind);
}

/// Sums or scans the elements of a part that follow the part's first one, and the borrowed element.
template <class T, class O>
struct shifted_part {
  T const* first;
  std::ptrdiff_t n;  // the elements, and after them the borrowed one
  T const* next;
  O out;
  T* next_out;

  std::ptrdiff_t tiles() const { return (n - 1) / scan_tile + 1; }
  template <class B, class Op>
  void sum(B const& exec, T* to, Op op) const {
    auto const elements = detail::computed<T>(borrowed_element<T>{first + 1, n - 1, next});
    exec.for_each_n(
        tiles(),
        [=, n = n, first = first](std::ptrdiff_t t) {
          Op add = op;
          std::ptrdiff_t const at = t * scan_tile, size = detail::least(scan_tile, n - at);
          ::new (static_cast<void*>(to + t)) T(at + size < n ? detail::sum_one_tile<T>(first + 1 + at, size, add)
                                                             : detail::sum_one_tile<T>(elements + at, size, add));
        },
        1);
  }
  /// Scans from the sum before the part; `sums` are those of the tiles.
  template <class B, class Op>
  void scan(B const& exec, T carry, T const* sums, Op op) const {
    std::ptrdiff_t const at = (tiles() - 1) * scan_tile;
    if (at > 0) detail::scan(exec, first + 1, at, out + 1, seed<T>{carry}, op, inclusive{});
    for (std::ptrdiff_t t = 0; t + 1 < tiles(); ++t) detail::fold_into(carry, sums[t], op);
    auto const elements = detail::computed<T>(borrowed_element<T>{first + 1, n - 1, next});
    tabulate_output_iterator<borrowed_sum_writer<T, O>> const to(
        borrowed_sum_writer<T, O>{out + 1, n - 1, next_out});
    detail::scan_one_tile<inclusive>(elements + at, n - at, to + at, carry, op);
  }
};

/// Does an inclusive scan without a start value over parts on the host; several have elements.
template <class T, class Group, class In, class Out, class Op>
void scan_shifted_parts(Group const& group, part_sizes const& sizes, In in, Out out, Op op) {
  std::ptrdiff_t const parts = sizes.parts(), first = sizes.first_filled(),
                       last = sizes.part_of(sizes.total() - 1);
  auto const one_if = [&](auto condition) {
    return part_sizes::each(parts, [&](std::ptrdiff_t p) { return condition(p) ? 1 : 0; });
  };
  part_sizes const filled = one_if([&](std::ptrdiff_t p) { return sizes.size(p) > 0; });
  part_sizes const not_last = one_if([&](std::ptrdiff_t p) { return sizes.size(p) > 0 && p < last; });
  part_sizes const sum_counts = part_sizes::each(
      parts, [&](std::ptrdiff_t p) { return not_last.size(p) > 0 ? (sizes.size(p) - 1) / scan_tile + 1 : 0; });
  home_array<T, Group> const heads(group, filled.total()), spilt(group, not_last.total());
  home_array<T, Group> const sums(group, sum_counts.total());
  part_arrays<T, Group> const part_sums(group, sum_counts), spills(group, not_last);
  failure_guard const failure(group);

  group.gather(filled, [&](std::ptrdiff_t p) { return in(p); }, heads.data());
  auto const part = [&](std::ptrdiff_t p) {
    return shifted_part<T, decltype(out(p))>{in(p), sizes.size(p), heads.data() + filled.end(p), out(p),
                                             spills.data(p)};
  };
  group.run([&](std::ptrdiff_t p) {
    if (not_last.size(p) > 0) part(p).sum(group.policy(p), part_sums.data(p), op);
  });
  group.gather(sum_counts, [&](std::ptrdiff_t p) { return part_sums.data(p); }, sums.data());
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) == 0) return;
    Op add = op;
    T before = heads[0];
    for (std::ptrdiff_t t = 0; t < sum_counts.begin(p); ++t) detail::fold_into(before, sums[t], add);
    if (p == first) out(p)[0] = in(p)[0];
    if (p < last) part(p).scan(group.policy(p), before, sums.data() + sum_counts.begin(p), op);
    else
      detail::scan_later_part(group.policy(p), in(p) + 1, sizes.size(p) - 1, out(p) + 1, before, op, inclusive{});
  });
  group.gather(not_last, [&](std::ptrdiff_t p) { return spills.data(p); }, spilt.data());
  group.run([&](std::ptrdiff_t p) {
    if (sizes.size(p) > 0 && p != first) out(p)[0] = spilt[filled.begin(p) - 1];
  });
}

/// Scans the elements in(p) of all parts to out(p). out(p) may be in(p).
template <class Group, class In, class Out, class Seed, class Op, class Kind>
void scan_parts(Group const& group, part_sizes const& sizes, In in, Out out, Seed init, Op op, Kind kind) {
  using T = typename Seed::type;
  using policy = typename Group::policy_type;
  constexpr bool seeded = !std::is_same_v<Seed, no_seed<T>>;
  std::ptrdiff_t const first = sizes.first_filled();
  if (first == sizes.parts()) return;
  // The parts before the last part that has elements are summed.
  std::ptrdiff_t const last = sizes.part_of(sizes.total() - 1);
  auto const scan_first = [&] {
    detail::scan(group.policy(first), in(first), sizes.size(first), out(first), init, op, kind);
  };
  if (first == last) {
    failure_guard const failure(group);
    group.run([&](std::ptrdiff_t p) {
      if (p == first) scan_first();
    });
    return group.finish();
  }
  if constexpr (backend_traits<policy>::runs_on_host && !seeded) {
    detail::scan_shifted_parts<T>(group, sizes, in, out, op);
  } else {
    part_sizes const before =
        part_sizes::each(sizes.parts(), [&](std::ptrdiff_t p) { return p < last ? sizes.size(p) : 0; });
    part_sums<T, Group, sums_of_scan> const sums(group, before);
    home_array<T, Group> const all(group, sizes.parts());
    part_arrays<T, Group> const carries(group, 1);
    failure_guard const failure(group);

    sums.make(in, op);
    // Makes the carry of the part after p.
    auto const add_up = [&](std::ptrdiff_t p, auto start, std::ptrdiff_t skipped) {
      using fold = sum_folder<T, decltype(start), Op>;
      group.policy(group.home())
          .for_each_n(1, fold{start, sums.of_part(p) + skipped, sums.count(p) - skipped, op, all.data() + p + 1},
                      1);
    };
    if constexpr (seeded) add_up(first, known_start<T>{init.value}, 0);
    else add_up(first, start_in_memory<T>{sums.of_part(first)}, 1);
    for (std::ptrdiff_t p = first + 1; p < last; ++p) add_up(p, start_in_memory<T>{all.data() + p}, 0);
    group.barrier();
    group.run([&](std::ptrdiff_t p) {
      if (p == first) return scan_first();
      if (sizes.size(p) == 0) return;
      group.copy(group.home(), static_cast<T const*>(all.data() + p), p, carries.data(p), 1);
      if constexpr (backend_traits<policy>::runs_on_host) {
        detail::scan_later_part(group.policy(p), in(p), sizes.size(p), out(p), *carries.data(p), op, kind);
      } else {
        detail::scan_carried<T>(group.policy(p), in(p), sizes.size(p), out(p),
                                static_cast<T const*>(carries.data(p)), op, kind);
      }
    });
    group.barrier();
    group.finish();
  }
}

}  // namespace thrum::detail
