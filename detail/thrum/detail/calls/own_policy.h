// Users' policies that derive from Thrust's bases, and calls under them.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/backend.h>
#include <thrum/detail/algorithms/set_operations/set_rule.h>
#include <thrum/iterator/counting_iterator.h>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace thrum {

struct adjacent_difference_fn;
struct all_of_fn;
struct any_of_fn;
struct copy_fn;
struct copy_if_fn;
struct copy_n_fn;
struct count_fn;
struct count_if_fn;
struct equal_fn;
struct exclusive_scan_fn;
struct exclusive_scan_by_key_fn;
struct fill_fn;
struct fill_n_fn;
struct find_fn;
struct find_if_fn;
struct find_if_not_fn;
struct for_each_fn;
struct for_each_n_fn;
struct gather_fn;
struct gather_if_fn;
struct generate_fn;
struct generate_n_fn;
struct inclusive_scan_fn;
struct inclusive_scan_by_key_fn;
struct inner_product_fn;
struct is_partitioned_fn;
struct is_sorted_fn;
struct is_sorted_until_fn;
struct max_element_fn;
struct merge_fn;
struct merge_by_key_fn;
struct min_element_fn;
struct minmax_element_fn;
struct mismatch_fn;
struct none_of_fn;
struct partition_fn;
struct partition_copy_fn;
struct partition_point_fn;
struct reduce_fn;
struct reduce_by_key_fn;
struct remove_fn;
struct remove_copy_fn;
struct remove_copy_if_fn;
struct remove_if_fn;
struct replace_fn;
struct replace_copy_fn;
struct replace_copy_if_fn;
struct replace_if_fn;
struct reverse_fn;
struct reverse_copy_fn;
struct scatter_fn;
struct scatter_if_fn;
struct sequence_fn;
struct shuffle_fn;
struct shuffle_copy_fn;
struct sort_fn;
struct sort_by_key_fn;
struct swap_ranges_fn;
struct tabulate_fn;
struct transform_fn;
struct transform_exclusive_scan_fn;
struct transform_if_fn;
struct transform_inclusive_scan_fn;
struct transform_reduce_fn;
struct uninitialized_copy_fn;
struct uninitialized_copy_n_fn;
struct uninitialized_fill_fn;
struct uninitialized_fill_n_fn;
struct unique_fn;
struct unique_by_key_fn;
struct unique_by_key_copy_fn;
struct unique_copy_fn;
struct unique_count_fn;
struct equal_range_fn;
struct set_intersection_by_key_fn;

namespace detail {
template <bool>
struct bound_place;
struct is_present;
template <class>
struct search_fn;
template <class>
struct set_fn;
template <class>
struct set_by_key_fn;
}  // namespace detail

/// The bases of policies of your own: `struct mine : device_execution_policy<mine> {}`. A call
/// under such a policy runs as under thrum::host or thrum::device. If the policy's namespace has a
/// function for the algorithm, as `template <class I, class F> I for_each(mine, I first, I last, F
/// f)`, that function is called instead. If there is a for_each, the loops of other algorithms call
/// it, too.
///
/// Only functions that argument-dependent lookup finds by the policy count, and only by the names
/// of Thrust's algorithms.
template <class Derived>
struct host_execution_policy : execution_policy<Derived> {};
template <class Derived>
struct device_execution_policy : execution_policy<Derived> {};

namespace detail {

template <class D>
std::type_identity<host_space> system_of_policy(host_execution_policy<D> const&);
template <class D>
std::type_identity<device_space<>> system_of_policy(device_execution_policy<D> const&);

template <class P>
concept policy_of_system_base = requires(P const& policy) { detail::system_of_policy(policy); };

/// The users' functions by the names of algorithms. The algorithms are objects. If an ordinary
/// lookup finds an object, no lookup by arguments follows. In this namespace each name is a
/// function's, so that lookup by arguments takes place.
namespace own {

template <class Algorithm>
struct of {};

/// The stable form of an algorithm, which in this library is the same object. The user's function
/// of the stable name is called if there is none of the other name.
template <class Algorithm>
struct stable {};

// As in Thrust, the policy is passed as an lvalue that is not const. A function may thus take the
// policy by reference and keep a state in it.
#define THRUM_OWN_FUNCTION_OF(name, algorithm)                                                 \
  void name(of<void>);                                                                         \
  THRUM_EXEC_CHECK_DISABLE                                                                     \
  template <class P, class... Args>                                                            \
  THRUM_HD constexpr auto call(                                                                \
      of<algorithm>, P const& policy,                                                          \
      Args&&... args) -> decltype(name(const_cast<P&>(policy), std::forward<Args>(args)...)) { \
    return name(const_cast<P&>(policy), std::forward<Args>(args)...);                          \
  }
#define THRUM_OWN_FUNCTION(name) THRUM_OWN_FUNCTION_OF(name, name##_fn)
THRUM_OWN_FUNCTION(adjacent_difference)
THRUM_OWN_FUNCTION(all_of)
THRUM_OWN_FUNCTION(any_of)
THRUM_OWN_FUNCTION_OF(binary_search, search_fn<is_present>)
THRUM_OWN_FUNCTION(copy)
THRUM_OWN_FUNCTION(copy_if)
THRUM_OWN_FUNCTION(copy_n)
THRUM_OWN_FUNCTION(count)
THRUM_OWN_FUNCTION(count_if)
THRUM_OWN_FUNCTION(equal)
THRUM_OWN_FUNCTION(equal_range)
THRUM_OWN_FUNCTION(exclusive_scan)
THRUM_OWN_FUNCTION(exclusive_scan_by_key)
THRUM_OWN_FUNCTION(fill)
THRUM_OWN_FUNCTION(fill_n)
THRUM_OWN_FUNCTION(find)
THRUM_OWN_FUNCTION(find_if)
THRUM_OWN_FUNCTION(find_if_not)
THRUM_OWN_FUNCTION(for_each)
THRUM_OWN_FUNCTION(for_each_n)
THRUM_OWN_FUNCTION(gather)
THRUM_OWN_FUNCTION(gather_if)
THRUM_OWN_FUNCTION(generate)
THRUM_OWN_FUNCTION(generate_n)
THRUM_OWN_FUNCTION(inclusive_scan)
THRUM_OWN_FUNCTION(inclusive_scan_by_key)
THRUM_OWN_FUNCTION(inner_product)
THRUM_OWN_FUNCTION(is_partitioned)
THRUM_OWN_FUNCTION(is_sorted)
THRUM_OWN_FUNCTION(is_sorted_until)
THRUM_OWN_FUNCTION_OF(lower_bound, search_fn<bound_place<false>>)
THRUM_OWN_FUNCTION(max_element)
THRUM_OWN_FUNCTION(merge)
THRUM_OWN_FUNCTION(merge_by_key)
THRUM_OWN_FUNCTION(min_element)
THRUM_OWN_FUNCTION(minmax_element)
THRUM_OWN_FUNCTION(mismatch)
THRUM_OWN_FUNCTION(none_of)
THRUM_OWN_FUNCTION(partition)
THRUM_OWN_FUNCTION(partition_copy)
THRUM_OWN_FUNCTION(partition_point)
THRUM_OWN_FUNCTION(reduce)
THRUM_OWN_FUNCTION(reduce_by_key)
THRUM_OWN_FUNCTION(remove)
THRUM_OWN_FUNCTION(remove_copy)
THRUM_OWN_FUNCTION(remove_copy_if)
THRUM_OWN_FUNCTION(remove_if)
THRUM_OWN_FUNCTION(replace)
THRUM_OWN_FUNCTION(replace_copy)
THRUM_OWN_FUNCTION(replace_copy_if)
THRUM_OWN_FUNCTION(replace_if)
THRUM_OWN_FUNCTION(reverse)
THRUM_OWN_FUNCTION(reverse_copy)
THRUM_OWN_FUNCTION(scatter)
THRUM_OWN_FUNCTION(scatter_if)
THRUM_OWN_FUNCTION(sequence)
THRUM_OWN_FUNCTION_OF(set_difference, set_fn<difference_rule>)
THRUM_OWN_FUNCTION_OF(set_difference_by_key, set_by_key_fn<difference_rule>)
THRUM_OWN_FUNCTION_OF(set_intersection, set_fn<intersection_rule>)
THRUM_OWN_FUNCTION(set_intersection_by_key)
THRUM_OWN_FUNCTION_OF(set_symmetric_difference, set_fn<symmetric_difference_rule>)
THRUM_OWN_FUNCTION_OF(set_symmetric_difference_by_key, set_by_key_fn<symmetric_difference_rule>)
THRUM_OWN_FUNCTION_OF(set_union, set_fn<union_rule>)
THRUM_OWN_FUNCTION_OF(set_union_by_key, set_by_key_fn<union_rule>)
THRUM_OWN_FUNCTION(shuffle)
THRUM_OWN_FUNCTION(shuffle_copy)
THRUM_OWN_FUNCTION(sort)
THRUM_OWN_FUNCTION(sort_by_key)
THRUM_OWN_FUNCTION_OF(stable_partition, stable<partition_fn>)
THRUM_OWN_FUNCTION_OF(stable_partition_copy, stable<partition_copy_fn>)
THRUM_OWN_FUNCTION_OF(stable_sort, stable<sort_fn>)
THRUM_OWN_FUNCTION_OF(stable_sort_by_key, stable<sort_by_key_fn>)
THRUM_OWN_FUNCTION(swap_ranges)
THRUM_OWN_FUNCTION(tabulate)
THRUM_OWN_FUNCTION(transform)
THRUM_OWN_FUNCTION(transform_exclusive_scan)
THRUM_OWN_FUNCTION(transform_if)
THRUM_OWN_FUNCTION(transform_inclusive_scan)
THRUM_OWN_FUNCTION(transform_reduce)
THRUM_OWN_FUNCTION(uninitialized_copy)
THRUM_OWN_FUNCTION(uninitialized_copy_n)
THRUM_OWN_FUNCTION(uninitialized_fill)
THRUM_OWN_FUNCTION(uninitialized_fill_n)
THRUM_OWN_FUNCTION(unique)
THRUM_OWN_FUNCTION(unique_by_key)
THRUM_OWN_FUNCTION(unique_by_key_copy)
THRUM_OWN_FUNCTION(unique_copy)
THRUM_OWN_FUNCTION(unique_count)
THRUM_OWN_FUNCTION_OF(upper_bound, search_fn<bound_place<true>>)
#undef THRUM_OWN_FUNCTION
#undef THRUM_OWN_FUNCTION_OF

}  // namespace own

template <class Algorithm, class P, class... Args>
concept has_own_function = requires(P const& policy, Args&&... args) {
  own::call(own::of<Algorithm>(), policy, std::forward<Args>(args)...);
};

/// A backend whose loops are calls of the user's for_each for P.
template <class P, class Backend>
class own_loops : public Backend {
 public:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr own_loops(P const& own, Backend const& backend) : Backend(backend), own_(own) {}
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t = 0) const {
    using index = counting_iterator<std::ptrdiff_t>;
    own::call(own::of<for_each_fn>(), own_, index(0), index(n), std::move(f));
  }

 private:
  P own_;
};

template <class P>
concept has_own_loops = has_own_function<for_each_fn, P, counting_iterator<std::ptrdiff_t>,
                                         counting_iterator<std::ptrdiff_t>, index_probe>;

THRUM_EXEC_CHECK_DISABLE
template <class Calls, class Algorithm, class P, class... Args>
THRUM_HD constexpr decltype(auto) own_call(Algorithm const& algorithm, P const& policy, Args&&... args) {
  static_assert(
      policy_of_system_base<P>,
      "thrum: a policy of your own derives from host_execution_policy or device_execution_policy, or has "
      "the members of a backend");
  if constexpr (!policy_of_system_base<P>) {
    return wrong_call{};
  } else if constexpr (has_own_function<Algorithm, P, Args...>) {
    return own::call(own::of<Algorithm>(), policy, std::forward<Args>(args)...);
  } else if constexpr (has_own_function<own::stable<Algorithm>, P, Args...>) {
    return own::call(own::of<own::stable<Algorithm>>(), policy, std::forward<Args>(args)...);
  } else {
    using space = typename decltype(detail::system_of_policy(policy))::type;
    using source = typename Calls::template source<space>;
    using system = std::remove_cvref_t<decltype(source::get())>;
    if constexpr (backend<system> && has_own_loops<P>) {
      return algorithm(own_loops<P, system>(policy, source::get()), std::forward<Args>(args)...);
    } else {
      return algorithm(space(), std::forward<Args>(args)...);
    }
  }
}

}  // namespace detail
}  // namespace thrum
