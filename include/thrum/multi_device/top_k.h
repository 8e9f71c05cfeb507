// Elements of split vectors by their rank: top_k, nth_element.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/multi_device/nth_element.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/order/key_order.h>
#include <thrum/functional.h>
#include <thrum/multi_device_vector.h>
#include <thrum/ordered_by.h>
#include <thrum/top_k.h>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace thrum::multi_device {

/// Returns the k greatest elements, the greatest first, to every process; all elements if there are
/// fewer than k. As in thrum::top_k, of equal elements the first ones are taken, NaNs are last, and
/// thrum::greater<> as less gives the least elements. Each part finds its own k greatest, and the
/// home part of each process finds the k greatest of those of all parts, so that a process receives
/// and keeps up to k elements for each part: sort takes less for many. Scratch memory of each part
/// in addition: that of thrum::top_k. Waits.
template <class T, class Group, class Less = less<>>
std::vector<T> top_k(multi_device_vector<T, Group> const& v, std::ptrdiff_t k, Less less = {}) {
  if constexpr (detail::order_check<typename Group::policy_type, T&, Less>::valid()) {
    return detail::call_over("top_k", v, [&] {
      Group const& group = v.group();
      detail::part_sizes const& sizes = v.sizes();
      std::ptrdiff_t const most = detail::least(detail::length_of(k), sizes.total()), home = group.home();
      auto const taken = detail::part_sizes::each(
          sizes.parts(), [&](std::ptrdiff_t p) { return detail::least(most, sizes.size(p)); });
      std::vector<T> result(static_cast<std::size_t>(most));
      if (most == 0) return result;
      detail::part_arrays<T, Group> const of_parts(group, taken);
      detail::home_array<T, Group> const all(group, taken.total()), best(group, most);
      detail::failure_guard const failure(group);
      group.run([&](std::ptrdiff_t p) {
        T const* const first = v.data(p);
        if (taken.size(p) > 0)
          thrum::top_k(group.policy(p), first, first + sizes.size(p), taken.size(p), of_parts.data(p), less);
      });
      group.gather(taken, [&](std::ptrdiff_t p) { return of_parts.data(p); }, all.data());
      T const* const first = all.data();
      thrum::top_k(group.policy(home), first, first + taken.total(), most, best.data(), less);
      group.copy_out(home, static_cast<T const*>(best.data()), result.data(), most);
      group.wait(home);
      return result;
    });
  } else return detail::wrong_call{};
}

/// Returns the element that sort would put at index k, to every process. Unlike thrum::nth_element,
/// changes no element. Of equal elements the one is returned that a stable sort puts there. Throws
/// std::out_of_range unless 0 <= k < size().
///
/// O(n) work. Up to 32768 elements are gathered. More are narrowed down in rounds first: a random
/// sample of 16384 elements, which does not depend on the number of processes but on how the vector
/// is split, goes to every process and bounds the element; a round leaves about one element in 40.
/// Each round calls less up to eight times for each element that is left, and the host waits once.
/// Scratch memory of each part: what is left of its elements after the first round, with their
/// indices; of each process: the sample. Method: Floyd and Rivest, "Expected Time Bounds for
/// Selection", 1975.
template <class T, class Group, class Less = less<>>
T nth_element(multi_device_vector<T, Group> const& v, std::ptrdiff_t k, Less less = {}) {
  if constexpr (detail::order_check<typename Group::policy_type, T&, Less>::valid()) {
    return detail::call_over("nth_element", v, [&] {
      if (k < 0 || k >= v.sizes().total()) {
        throw std::out_of_range("thrum: nth_element: a vector of " + std::to_string(v.sizes().total()) +
                                " elements has no element " + std::to_string(k));
      }
      return detail::nth_of_parts(v, k, detail::sorting_order<T>(std::move(less)));
    });
  } else return detail::wrong_call{};
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
