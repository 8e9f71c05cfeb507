// Elements of split vectors that meet a condition: copy_if, unique.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/copy.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/runs.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <cstddef>
#include <utility>

namespace thrum::multi_device {

/// Returns a vector of the elements that pred accepts, in their order. Each element stays on its
/// part; copy() to another vector makes the parts even. The host waits once more, for the number of
/// accepted elements. Calls pred twice for each element.
template <class T, class Group, class P>
multi_device_vector<T, Group> copy_if(multi_device_vector<T, Group> const& in, P pred) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, P, T const&>()) {
    return detail::call_over("copy_if", in, [&] {
      auto const counts = detail::count_in_parts(in.group(), in.sizes(), detail::accepted_elements(in, pred));
      multi_device_vector<T, Group> out(in.group(), counts.all(), no_init);
      detail::for_filled_parts(in.group(), in.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
        detail::scratch_array<std::ptrdiff_t, typename Group::policy_type> const count(exec, 1);
        T const* const first = in.data(p);
        thrum::copy_if_into(exec, first, first + in.sizes().size(p), count.data(), out.data(p), pred);
      });
      return out;
    });
  } else return detail::wrong_call{};
}

/// Returns a vector of the first element of each run of adjacent equal elements, in their order. A
/// run that spans several parts has one first element, which stays on its part. The host waits once
/// more, for the number of runs. Calls equal twice for each pair of neighbours.
template <class T, class Group, class Equal = equal_to<>>
multi_device_vector<T, Group> unique(multi_device_vector<T, Group> const& in, Equal equal = {}) {
  if constexpr (detail::valid_predicate<typename Group::policy_type, Equal, T const&, T const&>()) {
    return detail::call_over("unique", in, [&] {
      detail::runs_of_parts const runs(in, std::move(equal));
      multi_device_vector<T, Group> out(in.group(), runs.counts().all(), no_init);
      detail::for_filled_parts(in.group(), in.sizes(), [&](auto const& exec, std::ptrdiff_t p) {
        detail::scratch_array<std::ptrdiff_t, typename Group::policy_type> const count(exec, 1);
        detail::compact_into(exec, static_cast<T const*>(in.data(p)), in.sizes().size(p), out.data(p),
                             runs.starts(p), count.data());
      });
      return out;
    });
  } else return detail::wrong_call{};
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
