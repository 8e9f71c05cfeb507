// Policies that derive from Thrust's bases, functions that take any policy, and temporary
// allocators that policies keep.
#include <doctest/doctest.h>

#include <thrum/binary_search.h>
#include <thrum/checked.h>
#include <thrum/copy.h>
#include <thrum/device_vector.h>
#include <thrum/execution_policy.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/host_vector.h>
#include <thrum/iterator/retag.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/reduce.h>
#include <thrum/reverse.h>
#include <thrum/sequence.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <thrum/tuple.h>
#include <thrum/type_traits/is_execution_policy.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <vector>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

struct on_device : thrum::device_execution_policy<on_device> {};
struct on_host : thrum::host_execution_policy<on_host> {};

static_assert(!thrum::backend<on_device> && thrum::is_execution_policy_v<on_device>);
static_assert(thrum::is_execution_policy_v<thrum::execution_policy<thrum::seq_policy>>);
static_assert(!thrum::detail::own_policy<thrum::seq_policy> && !thrum::detail::own_policy<std::vector<int>>);

}  // namespace

namespace elsewhere {

/// A policy whose functions count their calls.
struct watched : thrum::device_execution_policy<watched> {
  explicit watched(int* calls) : loops(calls) {}
  int* loops;
};

template <class I, class F>
static I for_each(watched const& policy, I first, I last, F f) {
  ++*policy.loops;
  for (; first != last; ++first) f(*first);
  return first;
}
template <class I>
static void sort(watched const& policy, I first, I last) {
  *policy.loops += 100;
  thrum::sort(thrum::device, first, last, thrum::greater<>());
}

/// A policy whose functions record the calls in it, and take it by a reference that is not const.
struct counting : thrum::device_execution_policy<counting> {
  counting() = default;
  counting(counting const&) = delete;
  int sorts = 0, searches = 0, unions = 0, transforms = 0;
};

template <class I>
static void stable_sort(counting& policy, I, I) {
  ++policy.sorts;
}
template <class I, class T>
static I lower_bound(counting& policy, I, I last, T const&) {
  ++policy.searches;
  return last;
}
template <class I, class J, class O>
static O set_union(counting& policy, I, I, J, J, O out) {
  ++policy.unions;
  return out;
}
template <class I, class J, class O>
static O transform(counting& policy, I, I, J, O out, int) {
  ++policy.transforms;
  return out;
}

/// A policy that iterators have as their tag.
struct tag : thrum::device_execution_policy<tag> {};

template <class I>
static void reverse(tag, I first, I) {
  *first = 5;
}
template <class I, class O>
static O copy(tag, I, I, O out) {
  *out = 13;
  return out;
}
template <class I, class Size, class O>
static O copy_n(tag, I, Size n, O out) {
  *out = static_cast<int>(n);
  return out;
}

}  // namespace elsewhere

template <class P, class V>
static int sorted_sum(thrum::execution_policy<P> const& policy, V v) {
  thrum::sort(policy, v.begin(), v.end());
  CHECK(std::is_sorted(v.begin(), v.end()));
  return thrum::reduce(policy, v.begin(), v.end(), 1);
}

TEST_CASE("a function of any policy runs under the one that it is given") {
  thrum::device_vector<int> d(1000);
  thrum::sequence(on_device(), d.begin(), d.end());
  thrum::transform(on_device(), d.begin(), d.end(), d.begin(), thrum::negate<>());
  thrum::host_vector<int> const h = d;
  int const expected = 1 - 999 * 500;
  CHECK(sorted_sum(on_device(), d) == expected);
  CHECK(sorted_sum(on_host(), h) == expected);
  CHECK(sorted_sum(thrum::seq, h) == expected);
  CHECK(sorted_sum(thrum::device, d) == expected);
  CHECK(sorted_sum(thrum::checked(thrum::seq), h) == expected);
  thrum::counting_resource<thrum::host_space> memory;
  CHECK(sorted_sum(thrum::seq.with(memory), thrum::host_vector<double>(h)) == expected);
#if defined(THRUM_WITH_TBB)
  CHECK(sorted_sum(thrum::tbb::par.threads(2).grain(1).with(memory), h) == expected);
  CHECK(memory.allocations() != 0);
#endif
}

TEST_CASE("a policy's own functions are called in place of algorithms") {
  int calls = 0;
  elsewhere::watched const policy(&calls);
  thrum::device_vector<int> v{3, 1, 2}, out(3);
  auto const end = thrum::for_each(policy, v.begin(), v.end(), [](auto&& x) { ++x; });
  CHECK(calls == 1);
  CHECK(end == v.end());
  thrum::transform(policy, v.begin(), v.end(), out.begin(), thrum::negate<>());
  CHECK(calls == 2);
  CHECK(out.to_host() == std::vector<int>{-4, -2, -3});
  thrum::sort(policy, v.begin(), v.end());
  CHECK(calls == 102);
  CHECK(v.to_host() == std::vector<int>{4, 3, 2});
  // For arguments that the policy's function does not take, the device's algorithm is called.
  thrum::sort(policy, v.begin(), v.end(), thrum::less<>());
  CHECK(v.to_host() == std::vector<int>{2, 3, 4});
  CHECK(thrum::reduce(policy, v.begin(), v.end()) == 9);
}

TEST_CASE("functions take a policy of the user's by a reference that is not const") {
  elsewhere::counting policy;
  thrum::device_vector<int> v{3, 1, 2};
  auto const first = v.begin(), last = v.end();
  thrum::sort(policy, first, last);
  thrum::stable_sort(policy, first, last);
  CHECK(policy.sorts == 2);
  CHECK(v.to_host() == std::vector<int>{3, 1, 2});
  CHECK(thrum::lower_bound(policy, first, last, 0) == last);
  CHECK(policy.searches == 1);
  CHECK(thrum::upper_bound(policy, first, first + 1, 3) == first + 1);
  CHECK(thrum::set_union(policy, first, last, first, last, first) == first);
  CHECK(policy.unions == 1);
  CHECK(thrum::transform(policy, first, last, first, first, 0) == first);
  CHECK(policy.transforms == 1);
}

TEST_CASE("iterators with the tag of a policy of the user's are its calls") {
  thrum::device_vector<int> v{3, 1, 2};
  auto const first = thrum::retag<elsewhere::tag>(v.begin()), last = thrum::retag<elsewhere::tag>(v.end());
  thrum::copy(first, last, first);
  CHECK(v[0] == 13);
  thrum::copy_n(first, 2, first);
  CHECK(v[0] == 2);
  thrum::reverse(first, last);
  CHECK(v.to_host() == std::vector<int>{5, 1, 2});
  // An algorithm for which the policy has no function runs as under the base.
  thrum::sort(first, last);
  CHECK(v.to_host() == std::vector<int>{1, 2, 5});
  CHECK(thrum::reduce(first, last) == 8);
}

TEST_CASE("a temporary allocator of the size of a pointer is copied") {
  std::pmr::unsynchronized_pool_resource upstream;
  thrum::counting_resource<thrum::host_space> memory;
  using allocator = thrum::resource_allocator<char, thrum::host_space>;
  auto const policy = thrum::seq.with(allocator(memory));
  std::vector<double> v(5000);
  thrum::sequence(v.rbegin(), v.rend());
  thrum::sort(policy, v.begin(), v.end());
  CHECK(std::is_sorted(v.begin(), v.end()));
  CHECK(memory.allocations() != 0);
  CHECK(memory.blocks_in_use() == 0);
#if defined(THRUM_WITH_TBB)
  std::size_t const before = memory.allocations();
  std::reverse(v.begin(), v.end());
  thrum::sort(thrum::tbb::par(allocator(memory)), v.begin(), v.end());
  CHECK(std::is_sorted(v.begin(), v.end()));
  CHECK(memory.allocations() != before);
#endif
  std::reverse(v.begin(), v.end());
  thrum::sort(thrum::seq(std::pmr::polymorphic_allocator<std::max_align_t>(&upstream)), v.begin(), v.end());
  CHECK(std::is_sorted(v.begin(), v.end()));
}

namespace {

struct sum_into_first {
  template <class Tuple>
  int operator()(Tuple& t) const {
    return thrum::get<0>(t) += thrum::get<1>(t);
  }
};
struct by_reference {
  thrum::tuple<int&, int&>& operator()(thrum::tuple<int&, int&>& t) const { return t; }
};

}  // namespace

TEST_CASE("functors take the tuples of a zip by references that are not const") {
  std::vector<int> a{1, 2, 3}, b{10, 20, 30}, out(3), c(3), d(3);
  auto const zipped = thrum::make_zip_iterator(a.begin(), b.begin());
  thrum::for_each(thrum::seq, zipped, zipped + 3, sum_into_first());
  CHECK(a == std::vector<int>{11, 22, 33});
  thrum::for_each_n(zipped, 2, sum_into_first());
  CHECK(a == std::vector<int>{21, 42, 33});
  thrum::transform(zipped, zipped + 3, out.begin(), sum_into_first());
  CHECK(out == std::vector<int>{31, 62, 63});
  CHECK(a == out);
  thrum::transform_if(zipped, zipped + 3, b.begin(), out.begin(), sum_into_first(), [](int x) { return x == 20; });
  CHECK(out == std::vector<int>{31, 82, 63});
  // The functor may return the tuple.
  thrum::transform(zipped, zipped + 3, thrum::make_zip_iterator(c.begin(), d.begin()), by_reference());
  CHECK(c == a);
  CHECK(d == b);
#if defined(THRUM_WITH_TBB)
  thrum::for_each(thrum::tbb::par.grain(1), zipped, zipped + 3, sum_into_first());
  CHECK(a == std::vector<int>{41, 102, 93});
#endif
}
