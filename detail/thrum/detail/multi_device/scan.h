// Scans over several devices. The parts are summed, the sums before each part are added up on the
// first part, and each part is scanned from its sum.
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
void scan_carried(B const& exec, I first, std::ptrdiff_t n, O out, T const* carry, Op op, Kind kind) {
  using element = carried_element<T, I, Op>;
  if constexpr (backend_traits<B>::runs_on_host) {
    detail::scan(exec, first, n, out, seed<T>{*carry}, op, kind);
  } else if constexpr (std::is_same_v<Kind, inclusive>) {
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

/// Scans the elements in(p) of all parts to out(p). out(p) may be in(p).
template <class Group, class In, class Out, class Seed, class Op, class Kind>
void scan_parts(Group const& group, part_sizes const& sizes, In in, Out out, Seed init, Op op, Kind kind) {
  using T = typename Seed::type;
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
  std::vector<std::ptrdiff_t> summed;
  for (std::ptrdiff_t p = 0; p < sizes.parts(); ++p) summed.push_back(p < last ? sizes.size(p) : 0);
  part_sizes const before(std::move(summed));
  part_sums<T, Group, sums_of_scan> const sums(group, before);
  scratch_array<T, typename Group::policy_type> const all(group.policy(0), sizes.parts());
  part_arrays<T, Group> const carries(group, 1);
  failure_guard const failure(group);

  sums.make(in, op);
  // Makes the carry of the part after p.
  auto const add_up = [&](std::ptrdiff_t p, auto start, std::ptrdiff_t skipped) {
    using fold = sum_folder<T, decltype(start), Op>;
    group.policy(0).for_each_n(
        1, fold{start, sums.of_part(p) + skipped, sums.count(p) - skipped, op, all.data() + p + 1}, 1);
  };
  if constexpr (seeded) add_up(first, known_start<T>{init.value}, 0);
  else add_up(first, start_in_memory<T>{sums.of_part(first)}, 1);
  for (std::ptrdiff_t p = first + 1; p < last; ++p) add_up(p, start_in_memory<T>{all.data() + p}, 0);
  group.barrier();
  group.run([&](std::ptrdiff_t p) {
    if (p == first) return scan_first();
    if (sizes.size(p) == 0) return;
    group.copy(0, static_cast<T const*>(all.data() + p), p, carries.data(p), 1);
    detail::scan_carried<T>(group.policy(p), in(p), sizes.size(p), out(p), static_cast<T const*>(carries.data(p)),
                            op, kind);
  });
  group.barrier();
  group.finish();
}

}  // namespace thrum::detail
