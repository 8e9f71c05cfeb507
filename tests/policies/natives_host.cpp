// Checks which types are policies, and which primitives each policy has natively. A primitive with
// a misspelt name or signature would silently fall back to the default.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <concepts>
#include <functional>
#include "policies.h"

namespace {

using thrum::detail::exclusive;
using thrum::detail::inclusive;
using thrum::detail::no_seed;
using thrum::detail::seed;

struct predicate {
  bool operator()(std::ptrdiff_t i) const { return i == 3; }
};

template <class B>
concept has_mandatory = requires(B const& exec, std::ptrdiff_t n, int* p, float* q, thrum::plus<> add, void* raw) {
  exec.for_each_n(n, thrum::detail::index_probe{}, n);
  { exec.reduce(p, n, 0L, add) } -> std::same_as<long>;
  exec.scan(p, n, q, no_seed<int>{}, add, inclusive{});
  exec.scan(p, n, q, seed<int>{0}, add, inclusive{});
  exec.scan(p, n, q, seed<int>{0}, add, exclusive{});
  { exec.allocate(std::size_t{1}, std::size_t{1}) } -> std::same_as<void*>;
  { exec.deallocate(raw, std::size_t{1}, std::size_t{1}) } noexcept;
};
template <class B>
concept has_find_first = requires(B const& exec, std::ptrdiff_t n, predicate pred) {
  { exec.find_first(n, pred) } -> std::same_as<std::ptrdiff_t>;
};
template <class B>
concept has_compact = requires(B const& exec, std::ptrdiff_t n, int* p, float* q, predicate keep) {
  { exec.compact(p, n, q, keep) } -> std::same_as<std::ptrdiff_t>;
};
template <class B>
concept has_sort =
    requires(B const& exec, std::ptrdiff_t n, int* p, thrum::less<> less) { exec.sort(p, n, less); };
template <class B>
concept has_sort_by_key = requires(B const& exec, std::ptrdiff_t n, int* p, float* q, thrum::less<> less) {
  exec.sort_by_key(p, q, n, less);
};
template <class B>
concept has_merge = requires(B const& exec, std::ptrdiff_t n, int* p, float* q, thrum::less<> less) {
  exec.merge(p, n, q, n, p, less);
};
template <class B>
concept has_reduce_by_key =
    requires(B const& exec, std::ptrdiff_t n, int* p, float* q, thrum::equal_to<> same, thrum::plus<> add) {
      { exec.reduce_by_key(p, n, q, p, q, same, add) } -> std::same_as<std::ptrdiff_t>;
    };
template <class B>
concept has_reduce_into = requires(B const& exec, std::ptrdiff_t n, int* p, long* q, thrum::plus<> add) {
  exec.reduce_into(p, n, q, 0L, add);
};
template <class B>
concept has_count_bins =
    requires(B const& exec, std::ptrdiff_t n, unsigned long long* counts,
             std::ptrdiff_t (*bin_of)(std::ptrdiff_t)) { exec.count_bins(n, bin_of, n, counts); };

template <class B>
constexpr int natives() {
  return has_find_first<B> + has_compact<B> + has_sort<B> + has_sort_by_key<B> + has_merge<B> +
         has_reduce_by_key<B> + has_reduce_into<B> + has_count_bins<B>;
}

static_assert(thrum::backend<thrum::seq_policy> && has_mandatory<thrum::seq_policy>);
static_assert(natives<thrum::seq_policy>() == 6);
static_assert(thrum::backend<pool_policy> && has_mandatory<pool_policy>);
static_assert(natives<pool_policy>() == 0);
#if defined(THRUM_WITH_TBB)
static_assert(thrum::backend<thrum::tbb::policy> && has_mandatory<thrum::tbb::policy>);
static_assert(natives<thrum::tbb::policy>() == 0);
static_assert(std::same_as<decltype(thrum::par), decltype(thrum::tbb::par)>);
static_assert(std::same_as<decltype(thrum::device), thrum::tbb::policy const>);
#else
static_assert(std::same_as<decltype(thrum::device), thrum::seq_policy const>);
#endif
static_assert(std::same_as<decltype(thrum::host), thrum::seq_policy const>);

// Types of arguments that may stand in the place of a policy, and are none.
static_assert(!thrum::backend<int> && !thrum::backend<int*> && !thrum::backend<std::vector<int>>);
static_assert(!thrum::backend<std::vector<int>::iterator>);
static_assert(!thrum::backend<thrum::device_vector<int>::iterator>);
static_assert(!thrum::backend<thrum::counting_iterator<int>>);
static_assert(!thrum::backend<thrum::plus<>> && !thrum::backend<std::function<int(int)>>);
static_assert(thrum::is_execution_policy_v<thrum::seq_policy const&>);
static_assert(!thrum::is_execution_policy_v<int*>);

/// A type that lacks one member of a policy.
struct without_scan {
  template <class F>
  void for_each_n(std::ptrdiff_t, F, std::ptrdiff_t) const;
  template <class I, class T, class Op>
  T reduce(I, std::ptrdiff_t, T, Op) const;
  void* allocate(std::size_t, std::size_t) const;
  void deallocate(void*, std::size_t, std::size_t) const noexcept;
};
static_assert(!thrum::backend<without_scan> && !has_mandatory<without_scan>);

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
