// Sums of runs of equal keys over several parts. Each part reduces the runs that begin in it. Then
// the sums of the heads of the next parts, which are gathered, are added to the sum of its last
// run.
//
// On the host a head is summed in the tiles of reduce_by_key (kernels/shape/reduce_by_key.h), so
// that the sums have the bits of one vector if the parts are whole tiles.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/backends/cuda/starts.h>
#include <thrum/detail/backends/host/reduce_by_key.h>
#include <thrum/detail/backends/seq/reduce_by_key.h>
#include <thrum/detail/containers/vector.h>
#include <thrum/detail/kernels/shape/reduce_by_key.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/reduce.h>
#include <thrum/detail/multi_device/runs.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <cstddef>
#include <new>
#include <utility>

namespace thrum::detail {

/// Returns how many sums sum_head makes of n values: one for each tile on the host, otherwise one.
template <class B>
constexpr std::ptrdiff_t sums_of_head(std::ptrdiff_t n) {
  if (n == 0) return 0;
  return backend_traits<B>::runs_on_host ? (n - 1) / reduce_by_key_tile + 1 : 1;
}
template <class T, class B, class Op>
void sum_head(B const& exec, T const* values, std::ptrdiff_t n, T* to, Op op) {
  if constexpr (backend_traits<B>::runs_on_host) {
    exec.for_each_n(
        detail::sums_of_head<B>(n),
        [=](std::ptrdiff_t t) {
          Op add = op;
          std::ptrdiff_t const begin = t * reduce_by_key_tile, end = detail::least(n, begin + reduce_by_key_tile);
          ::new (static_cast<void*>(to + t)) T(detail::sum_part<T>(values, begin, end, add));
        },
        1);
  } else {
    sums_of_scan::part(exec, values, n, to, op);
  }
}

/// Reduces the runs of n keys from place `from` on, where a run begins.
template <class B, class K, class V, class Equal, class Op>
void reduce_runs_from(B const& exec, std::ptrdiff_t from, K const* keys, std::ptrdiff_t n, V const* values,
                      K* keys_out, V* sums, Equal same, Op op) {
  if constexpr (backend_traits<B>::runs_on_host) {
    std::ptrdiff_t const left_out = from / reduce_by_key_tile * reduce_by_key_tile;
    from -= left_out, keys += left_out, values += left_out, n -= left_out;
    if constexpr (backend_traits<B>::is_serial)
      detail::reduce_by_key_in_order(from, keys, n, values, keys_out, sums, std::move(same), std::move(op));
    else detail::tiled_reduce_by_key(exec, keys, n, values, keys_out, sums, std::move(same), std::move(op), from);
  } else {
    scratch_array<std::ptrdiff_t, B> const count(exec, 1);
    detail::reduce_by_key_into(exec, keys + from, n - from, values + from, keys_out, sums, std::move(same),
                               std::move(op), count.data());
  }
}

/// Returns the first key and the sum of the values of each run of equal keys.
template <class K, class V, class Equal, class Op>
auto reduce_vectors_by_key(K const& keys, V const& values, Equal same, Op op) {
  using Group = typename K::group_type;
  using policy = typename Group::policy_type;
  using T = typename V::value_type;
  detail::require_alike(keys, values);
  Group const& group = keys.group();
  part_sizes const& sizes = keys.sizes();
  std::ptrdiff_t const parts = sizes.parts();
  runs_of_parts const runs(keys, same);
  part_sizes const counts = runs.counts(), heads = runs.heads();
  part_sizes const head_sums =
      part_sizes::each(parts, [&](std::ptrdiff_t p) { return detail::sums_of_head<policy>(heads.size(p)); });
  // The head sums after those of part p, up to those of the next part in which a run begins, belong
  // to the last run of part p.
  part_sizes const following = part_sizes::each(parts, [&](std::ptrdiff_t p) -> std::ptrdiff_t {
    if (counts.size(p) == 0) return 0;
    return head_sums.end(detail::least(counts.next_filled(p), parts - 1)) - head_sums.end(p);
  });
  std::pair<K, V> out(K(group, counts.all(), no_init), V(group, counts.all(), no_init));
  part_arrays<T, Group> const own_sums(group, head_sums), rests(group, following);
  home_array<T, Group> const all_sums(group, head_sums.total());
  failure_guard const failure(group);

  group.run([&](std::ptrdiff_t p) {
    T const* const of_part = values.data(p);
    if (heads.size(p) > 0) detail::sum_head(group.policy(p), of_part, heads.size(p), own_sums.data(p), op);
    if (counts.size(p) > 0) {
      detail::reduce_runs_from(group.policy(p), heads.size(p),
                               static_cast<typename K::value_type const*>(keys.data(p)), sizes.size(p), of_part,
                               out.first.data(p), out.second.data(p), same, op);
    }
  });
  if (head_sums.total() > 0) {
    group.gather(head_sums, [&](std::ptrdiff_t p) { return own_sums.data(p); }, all_sums.data());
    group.barrier();
    group.run([&](std::ptrdiff_t p) {
      std::ptrdiff_t const n = following.size(p);
      if (n == 0) return;
      group.copy(group.home(), static_cast<T const*>(all_sums.data() + head_sums.end(p)), p, rests.data(p), n);
      T* const last = out.second.data(p) + (counts.size(p) - 1);
      using fold = sum_folder<T, start_in_memory<T>, Op>;
      group.policy(p).for_each_n(1, fold{{last}, rests.data(p), n, op, last}, 1);
    });
    group.barrier();
  }
  group.finish();
  return out;
}

}  // namespace thrum::detail
