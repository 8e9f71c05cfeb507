// Checks which types are policies, and which natives each policy has. Each native that a policy
// declares can be called, and each that can be called is declared.
#include <thrum/detail/base/backend_traits.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <concepts>
#include <functional>
#include "policies.h"

namespace {

using thrum::native;
template <class B>
inline constexpr native natives_of = thrum::detail::backend_traits<B>::natives;
template <class B, unsigned... Bit>
constexpr bool members_are_declared(std::integer_sequence<unsigned, Bit...>) {
  return ((thrum::detail::has_member<B, static_cast<native>(1U << Bit)>() ==
           ((natives_of<B> & static_cast<native>(1U << Bit)) != native::none)) &&
          ...);
}
template <class B>
constexpr bool declares_its_natives() {
  constexpr unsigned all = 23;
  static_assert(static_cast<native>(1U << (all - 1)) == native::divide_into, "divide_into is the last native");
  return thrum::backend<B> && members_are_declared<B>(std::make_integer_sequence<unsigned, all>{});
}

constexpr native natives_of_seq = native::reduce | native::scan | native::find_first | native::compact |
                                  native::sort | native::sort_by_key | native::merge | native::reduce_by_key;
static_assert(declares_its_natives<thrum::seq_policy>() && natives_of<thrum::seq_policy> == natives_of_seq);
static_assert(declares_its_natives<pool_policy>() && natives_of<pool_policy> == native::none);
#if defined(THRUM_WITH_TBB)
static_assert(declares_its_natives<thrum::tbb::policy>() && natives_of<thrum::tbb::policy> == native::none);
static_assert(std::same_as<decltype(thrum::par), decltype(thrum::tbb::par)>);
static_assert(std::same_as<decltype(thrum::device), thrum::tbb::policy const>);
#else
static_assert(std::same_as<decltype(thrum::device), thrum::seq_policy const>);
#endif
static_assert(std::same_as<decltype(thrum::host), thrum::seq_policy const>);
static_assert(thrum::detail::backend_traits<thrum::seq_policy>::is_serial);
static_assert(!thrum::detail::backend_traits<pool_policy>::is_serial);
static_assert(thrum::detail::backend_traits<pool_policy>::runs_on_host);

// Types of arguments that a call may have where its policy could be, and that are no policies.
static_assert(!thrum::backend<int> && !thrum::backend<int*> && !thrum::backend<std::vector<int>>);
static_assert(!thrum::backend<std::vector<int>::iterator>);
static_assert(!thrum::backend<thrum::device_vector<int>::iterator>);
static_assert(!thrum::backend<thrum::counting_iterator<int>>);
static_assert(!thrum::backend<thrum::plus<>> && !thrum::backend<std::function<int(int)>>);
static_assert(thrum::is_execution_policy_v<thrum::seq_policy const&>);
static_assert(!thrum::is_execution_policy_v<int*>);

/// A type that lacks one member of a policy.
struct without_deallocate {
  template <class F>
  void for_each_n(std::ptrdiff_t, F, std::ptrdiff_t) const;
  void* allocate(std::size_t, std::size_t) const;
};
static_assert(!thrum::backend<without_deallocate>);

// Policies of the host reach all memory of this build.
static_assert(thrum::detail::backend_traits<thrum::seq_policy>::reaches<thrum::host_space>);
static_assert(thrum::detail::backend_traits<thrum::seq_policy>::reaches<thrum::device_space<>>);
static_assert(thrum::detail::backend_traits<pool_policy>::reaches<thrum::unified_space<>>);
static_assert(
    !thrum::detail::backend_traits<thrum::seq_policy>::reaches<thrum::device_space<thrum::device_system::cuda>>);

}  // namespace

TEST_CASE("natives") {
  // The compiler has checked everything above; the test only runs the pool's policy.
  int calls = 0;
  with_pool::policy().for_each_n(100, [&](std::ptrdiff_t) { ++calls; }, 1000);
  CHECK(calls == 100);
}
