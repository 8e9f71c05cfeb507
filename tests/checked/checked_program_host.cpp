// A program that is built with THRUM_CHECKED. Right calls of every algorithm, on vectors with
// checked iterators and under checked policies, have the same results as without; wrong calls are
// reported.
#define THRUM_CHECKED
#include <doctest/doctest.h>

#include <thrum/functional.h>
#include <thrum/random/generate.h>
#include <thrum/thrum.h>
#include <list>
#include <random>
#include <string>
#include <type_traits>
#include <vector>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

static_assert(!thrum::backend<decltype(thrum::seq)> && thrum::is_execution_policy_v<decltype(thrum::seq)>);
static_assert(!std::is_base_of_v<thrum::detail::vector<int, std::allocator<int>>, thrum::host_vector<int>>);

/// Calls on checked vectors, without a policy.
struct checked_calls {
  template <class T>
  using vector = thrum::host_vector<T>;
  template <class Algorithm, class... Args>
  auto operator()(Algorithm const& algorithm, Args&&... args) const {
    return algorithm(std::forward<Args>(args)...);
  }
};
/// Calls on plain vectors, under a policy that is not checked.
struct plain_calls {
  template <class T>
  using vector = std::vector<T>;
  template <class Algorithm, class... Args>
  auto operator()(Algorithm const& algorithm, Args&&... args) const {
    return algorithm(thrum::seq.unchecked(), std::forward<Args>(args)...);
  }
};

template <class Calls>
struct data {
  using ints = typename Calls::template vector<int>;
  ints v{5, 3, 9, 1, 3, 3, 8, 2}, sorted{1, 2, 2, 4, 6, 6, 7, 9}, other{0, 2, 3, 4, 5, 6, 6, 8},
      keys{1, 1, 2, 2, 2, 5, 5, 7};
  ints map{7, 2, 5, 0, 1, 6, 4, 3}, flags{1, 0, 0, 1, 1, 0, 1, 0}, offsets{0, 3, 3, 8}, two{3, 3};
  ints out = ints(16), out2 = ints(16), out3 = ints(16);
  typename Calls::template vector<thrum::indexed_value<int>> least =
      typename Calls::template vector<thrum::indexed_value<int>>(8);
  typename Calls::template vector<long> counts = typename Calls::template vector<long>(16);
  std::vector<long> results;
};

bool odd(int x) { return x % 2 != 0; }
bool above_four(int x) { return x > 4; }
bool greater_than(int a, int b) { return a > b; }

/// The result of a call as numbers: indices in `in`, or values.
template <class D>
struct noted {
  D& d;
  template <class I>
  void operator()(I const& result, typename D::ints& in) const {
    if constexpr (requires { result.first; }) {
      d.results.push_back(result.first - in.begin());
    } else d.results.push_back(result - in.begin());
  }
  void operator()(long result) const { d.results.push_back(result); }
};

template <class Calls>
void element_wise(Calls const& call, data<Calls>& d) {
  noted<data<Calls>> const note{d};
  auto const b = d.v.begin(), e = d.v.end();
  auto const out = d.out.begin(), out2 = d.out2.begin();
  auto const add = [](int& x) { x += 1; };
  note(call(thrum::for_each, b, e, add), d.v);
  note(call(thrum::for_each_n, b, 3, add), d.v);
  note(call(thrum::transform, b, e, out, thrum::negate<>{}), d.out);
  note(call(thrum::transform, b, e, d.sorted.begin(), out, thrum::plus<>{}), d.out);
  note(call(thrum::transform_if, b, e, out, thrum::negate<>{}, odd), d.out);
  note(call(thrum::transform_if, b, e, d.flags.begin(), out, thrum::negate<>{}, odd), d.out);
  note(call(thrum::transform_if, b, e, d.keys.begin(), d.flags.begin(), out, thrum::plus<>{}, odd), d.out);
  call(thrum::fill, out2, out2 + 3, 7);
  note(call(thrum::fill_n, out2 + 3, 3, 6), d.out2);
  call(thrum::generate, out2, out2 + 2, [] { return 4; });
  note(call(thrum::generate_n, out2 + 9, 2, [] { return 3; }), d.out2);
  call(thrum::tabulate, out2 + 11, out2 + 13, [](long i) { return static_cast<int>(i * i); });
  call(thrum::sequence, out2 + 13, out2 + 16, 5, 2);
  note(call(thrum::copy, b, e, out), d.out);
  note(call(thrum::copy_n, b, 5, out + 8), d.out);
  note(call(thrum::move, b, b + 2, out + 13), d.out);
  note(call(thrum::swap_ranges, out, out + 4, out2), d.out2);
  note(call(thrum::gather, d.map.begin(), d.map.end(), b, out), d.out);
  note(call(thrum::gather_if, d.map.begin(), d.map.end(), d.flags.begin(), b, out2), d.out2);
  call(thrum::scatter, b, e, d.map.begin(), out);
  call(thrum::scatter_if, b, e, d.map.begin(), d.flags.begin(), out2);
  call(thrum::replace, out, out + 8, 3, 30);
  call(thrum::replace_if, out, out + 8, odd, 31);
  call(thrum::replace_if, out, out + 8, d.flags.begin(), odd, 32);
  note(call(thrum::replace_copy, b, e, out2, 3, 33), d.out2);
  note(call(thrum::replace_copy_if, b, e, out2, odd, 34), d.out2);
  note(call(thrum::replace_copy_if, b, e, d.flags.begin(), out2, odd, 35), d.out2);
  note(call(thrum::adjacent_difference, b, e, out), d.out);
  call(thrum::reverse, b, e);
  note(call(thrum::reverse_copy, b, e, out), d.out);
  note(call(thrum::rotate, b, b + 3, e), d.v);
  note(call(thrum::rotate_copy, b, b + 3, e, out2), d.out2);
  std::mt19937 engine;
  call(thrum::shuffle, b, e, engine);
  note(call(thrum::shuffle_copy, b, e, out, engine), d.out);
  note(call(thrum::sample, b, e, out, 3, engine), d.out);
  note(call(thrum::shift_left, b, e, 2), d.v);
  note(call(thrum::shift_right, b, e, 2), d.v);
  std::fill_n(out2, 16, 0);
  call(thrum::random::generate, out2, out2 + 4, thrum::random::portable_uniform_int_distribution<int>(0, 9), 1);
  note(call(thrum::uninitialized_copy, b + 2, b + 4, out), d.out);
  note(call(thrum::uninitialized_copy_n, b + 2, 2, out), d.out);
  note(call(thrum::uninitialized_move, b + 2, b + 4, out), d.out);
  call(thrum::uninitialized_move_n, b + 2, 2, out);
  call(thrum::uninitialized_fill, out, out + 2, 1);
  note(call(thrum::uninitialized_fill_n, out, 2, 1), d.out);
  call(thrum::uninitialized_value_construct, out, out + 2);
  note(call(thrum::uninitialized_value_construct_n, out, 2), d.out);
  call(thrum::uninitialized_default_construct, out, out + 2);
  note(call(thrum::uninitialized_default_construct_n, out, 2), d.out);
  call(thrum::destroy, out, out + 2);
  note(call(thrum::destroy_n, out, 2), d.out);
  call(thrum::fill, b, e, 2);  // the elements after the end of a left shift are unspecified
}

template <class Calls>
void reductions(Calls const& call, data<Calls>& d) {
  noted<data<Calls>> const note{d};
  auto const b = d.v.begin(), e = d.v.end(), k = d.keys.begin(), ke = d.keys.end();
  auto const out = d.out.begin(), out2 = d.out2.begin();
  auto const cut = thrum::segments_at(d.offsets.begin(), d.offsets.end());
  note(call(thrum::reduce, b, e));
  note(call(thrum::reduce, b, e, 5L, thrum::plus<>{}));
  call(thrum::reduce_into, b, e, out);
  note(call(thrum::reduce_by_key, k, ke, b, out, out2), d.out);
  note(call(thrum::group_reduce, b, e, k, out, out2), d.out);
  note(call(thrum::transform_reduce, b, e, thrum::negate<>{}, 0, thrum::plus<>{}));
  note(call(thrum::transform_reduce, b, e, k, 0));
  note(call(thrum::inner_product, b, e, k, 0));
  note(static_cast<long>(1000 * call(thrum::mean, b, e)));
  note(static_cast<long>(1000 * call(thrum::variance, b, e)));
  note(static_cast<long>(1000 * call(thrum::sample_variance, b, e)));
  note(call(thrum::count, b, e, 3));
  note(call(thrum::count_if, b, e, odd));
  note(call(thrum::min_element, b, e), d.v);
  note(call(thrum::max_element, b, e, greater_than), d.v);
  note(call(thrum::minmax_element, b, e), d.v);
  auto const r = d.counts.begin();
  call(thrum::transform_reduce_into, b, e, r, thrum::negate<>{}, 0L, thrum::plus<>{});
  call(thrum::transform_reduce_into, b, e, r + 1, k, 0L);
  call(thrum::inner_product_into, b, e, r + 2, k, 0L);
  typename Calls::template vector<double> moments(3);
  call(thrum::mean_into, b, e, moments.begin());
  call(thrum::variance_into, b, e, moments.begin() + 1);
  call(thrum::sample_variance_into, b, e, moments.begin() + 2);
  for (double const x : moments) note(static_cast<long>(1000 * x));
  call(thrum::count_into, b, e, r + 3, 3);
  call(thrum::count_if_into, b, e, r + 4, odd);
  call(thrum::min_element_into, b, e, r + 5);
  call(thrum::max_element_into, b, e, r + 6, greater_than);
  call(thrum::minmax_element_into, b, e, r + 7);
  call(thrum::reduce_by_key_into, k, ke, r + 9, b, out, out2);
  note(call(thrum::argmin, b, e).index);
  note(call(thrum::argmax, b, e).index);
  note(call(thrum::inclusive_scan, b, e, out), d.out);
  note(call(thrum::inclusive_scan, b, e, b, 1, thrum::plus<>{}), d.v);
  note(call(thrum::exclusive_scan, b, e, out2), d.out2);
  note(call(thrum::transform_inclusive_scan, b, e, out, thrum::negate<>{}, thrum::plus<>{}), d.out);
  note(call(thrum::transform_exclusive_scan, b, e, out2, thrum::negate<>{}, 0, thrum::plus<>{}), d.out2);
  note(call(thrum::inclusive_scan_by_key, k, ke, b, out + 8), d.out);
  note(call(thrum::exclusive_scan_by_key, k, ke, b, out2 + 8), d.out2);
  note(call(thrum::segmented_reduce, b, e, cut, d.out3.begin()), d.out3);
  note(call(thrum::segmented_inclusive_scan, b, e, cut, out), d.out);
  note(call(thrum::segmented_exclusive_scan, b, e, thrum::segments_of(3), out2), d.out2);
  call(thrum::segmented_argmin, b, e, cut, d.least.begin());
  call(thrum::segmented_argmax, b, e, cut, d.least.begin() + 3);
  call(thrum::split_by, b, e, out, out + 8, out + 12, [](int x) { return x % 3; });
  call(thrum::segmented_copy, out + 8, out + 11, k, b, out2, d.map.begin());
  call(thrum::for_each_expanded, k, ke, [](std::ptrdiff_t, std::ptrdiff_t) {});
  call(thrum::segmented_top_k, b, e, cut, 2, out2);
  call(thrum::segmented_sort, b, e, cut);
  call(thrum::segmented_sort_by_key, d.other.begin(), d.other.end(), b, cut, greater_than);
  call(thrum::histogram, k, ke, out, out + 7, d.sorted.begin());
  call(thrum::histogram_even, k, ke, out + 8, out + 12, 0, 8);
  call(thrum::histogram_by_key, k, ke, b, out2, out2 + 8);
}

template <class Calls>
void compactions(Calls const& call, data<Calls>& d) {
  noted<data<Calls>> const note{d};
  auto const b = d.v.begin(), e = d.v.end(), k = d.keys.begin(), ke = d.keys.end();
  auto const out = d.out.begin(), out2 = d.out2.begin(), s = d.other.begin();
  note(call(thrum::copy_if, b, e, out, odd), d.out);
  note(call(thrum::copy_if, b, e, d.flags.begin(), d.out3.end() - 4, odd), d.out3);  // no more room
  note(call(thrum::remove_copy, b, e, out + 8, 3), d.out);
  note(call(thrum::remove_copy_if, b, e, out2, odd), d.out2);
  note(call(thrum::remove_copy_if, b, e, d.flags.begin(), out2 + 8, odd), d.out2);
  note(call(thrum::unique_copy, b, e, out), d.out);
  note(call(thrum::unique_by_key_copy, k, ke, b, out, out2), d.out);
  note(call(thrum::unique_count, b, e));
  note(call(thrum::run_length_encode, k, ke, d.out3.begin(), d.out3.end() - 4), d.out3);
  note(call(thrum::run_length_decode, d.two.begin(), d.two.end(), d.two.begin(), d.out3.end() - 6), d.out3);
  note(call(thrum::partition_copy, b, e, out, out2, odd), d.out);
  note(call(thrum::partition_copy, b, e, d.flags.begin(), d.out.end() - 4, d.out2.end() - 4, odd), d.out);
  auto const r = d.counts.begin();
  call(thrum::copy_if_into, b, e, r, out, odd);
  call(thrum::copy_if_into, b, e, r + 1, d.flags.begin(), d.out3.end() - 4, odd);
  call(thrum::remove_copy_into, b, e, r + 2, out + 8, 3);
  call(thrum::remove_copy_if_into, b, e, r + 3, out2, odd);
  call(thrum::unique_copy_into, b, e, r + 4, out);
  call(thrum::unique_count_into, b, e, r + 5);
  call(thrum::run_length_encode_into, k, ke, r + 6, d.out3.begin(), d.out3.end() - 4);
  call(thrum::partition_copy_into, b, e, r + 7, out, d.out2.end() - 3, odd);
  call(thrum::partition_into, b, e, r + 8, odd);
  call(thrum::remove_into, b, e, r + 9, 77);
  call(thrum::remove_if_into, b, e, r + 10, [](int x) { return x == 78; });
  call(thrum::unique_into, s, s + 5, r + 11);
  note(call(thrum::partition, b, e, above_four), d.v);
  note(call(thrum::is_partitioned, b, e, above_four));
  note(call(thrum::partition_point, b, e, above_four), d.v);
  note(call(thrum::partition, k, ke, d.flags.begin(), odd), d.keys);
  auto const ue = call(thrum::unique, b, e);
  auto const re = call(thrum::remove, b, ue, 9);
  auto const ie = call(thrum::remove_if, b, re, [](int x) { return x == 1; });
  auto const se = call(thrum::remove_if, b, ie, d.flags.begin(), odd);
  d.v.erase(se, d.v.end());
  auto const ke2 = call(thrum::unique_by_key, k, ke, d.out3.begin()).first;
  d.keys.erase(ke2, d.keys.end());
}

template <class Calls>
void searches(Calls const& call, data<Calls>& d) {
  noted<data<Calls>> const note{d};
  auto const b = d.v.begin(), e = d.v.end(), s = d.sorted.begin(), se = d.sorted.end();
  auto const t = d.two.begin(), te = d.two.end();
  note(call(thrum::find, b, e, 3), d.v);
  note(call(thrum::find_if, b, e, odd), d.v);
  note(call(thrum::find_if_not, b, e, odd), d.v);
  note(call(thrum::find_last, b, e, 3), d.v);
  note(call(thrum::find_last_if, b, e, odd), d.v);
  note(call(thrum::find_last_if_not, b, e, odd), d.v);
  note(call(thrum::contains, b, e, 3));
  note(call(thrum::contains_subrange, b, e, t, te));
  note(call(thrum::starts_with, b, e, t, te));
  note(call(thrum::ends_with, b, e, t, te));
  note(call(thrum::all_of, b, e, odd));
  note(call(thrum::any_of, b, e, odd));
  note(call(thrum::none_of, b, e, odd));
  auto const r = d.counts.begin();
  call(thrum::find_into, b, e, r, 3);
  call(thrum::find_if_into, b, e, r + 1, odd);
  call(thrum::find_if_not_into, b, e, r + 2, odd);
  call(thrum::find_last_into, b, e, r + 3, 3);
  call(thrum::find_last_if_into, b, e, r + 4, odd);
  call(thrum::find_last_if_not_into, b, e, r + 5, odd);
  call(thrum::contains_into, b, e, r + 6, 3);
  call(thrum::all_of_into, b, e, d.flags.begin(), odd);
  call(thrum::any_of_into, b, e, d.flags.begin() + 1, odd);
  call(thrum::none_of_into, b, e, d.flags.begin() + 2, odd);
  note(call(thrum::equal, b, e, s));
  note(call(thrum::mismatch, b, e, s), d.v);
  note(call(thrum::lexicographical_compare, b, e, s, se));
  note(call(thrum::adjacent_find, b, e), d.v);
  note(call(thrum::find_first_of, b, e, t, te), d.v);
  note(call(thrum::search, b, e, t, te), d.v);
  note(call(thrum::find_end, b, e, t, te), d.v);
  note(call(thrum::search_n, b, e, 2, 3), d.v);
  note(call(thrum::is_heap, b, e));
  note(call(thrum::is_heap_until, b, e), d.v);
  note(call(thrum::is_sorted, s, se));
  note(call(thrum::is_sorted_until, b, e, thrum::less<>{}, thrum::negate<>{}), d.v);
  note(call(thrum::lower_bound, s, se, 6), d.sorted);
  note(call(thrum::upper_bound, s, se, 6), d.sorted);
  note(call(thrum::binary_search, s, se, 6));
  note(call(thrum::equal_range, s, se, 6), d.sorted);
  note(call(thrum::lower_bound, s, se, b, e, d.out.begin()), d.out);
  note(call(thrum::upper_bound, s, se, b, e, d.out2.begin()), d.out2);
  note(call(thrum::binary_search, s, se, b, e, d.out3.begin()), d.out3);
}

template <class Calls>
void sorted_ranges(Calls const& call, data<Calls>& d) {
  noted<data<Calls>> const note{d};
  auto const b = d.v.begin(), e = d.v.end(), s = d.sorted.begin(), se = d.sorted.end(), o = d.other.begin(),
             oe = d.other.end();
  auto const out = d.out.begin(), out2 = d.out2.begin(), out3 = d.out3.begin();
  note(call(thrum::merge, s, se, o, oe, out), d.out);
  call(thrum::inplace_merge, out, out + 16, out + 16);
  note(call(thrum::merge_by_key, s, se, o, oe, b, d.keys.begin(), out2, out3), d.out2);
  note(call(thrum::includes, s, se, o, oe));
  note(call(thrum::inner_join, s, se, o, oe, out, out2).first, d.out);
  note(call(thrum::inner_join_size, s, se, o, oe));
  note(call(thrum::set_union, s, se, o, oe, out), d.out);
  note(call(thrum::set_intersection, s, se, o, oe, d.out.end() - 4), d.out);
  note(call(thrum::set_difference, s, se, o, oe, out2), d.out2);
  note(call(thrum::set_symmetric_difference, s, se, o, oe, out3), d.out3);
  note(call(thrum::set_union_by_key, s, se, o, oe, b, d.keys.begin(), out, out2), d.out);
  note(call(thrum::set_intersection_by_key, s, se, o, oe, b, out2, out3), d.out2);
  note(call(thrum::set_difference_by_key, s, se, o, oe, b, d.keys.begin(), d.out.end() - 4, d.out3.end() - 4),
       d.out);
  note(call(thrum::set_symmetric_difference_by_key, s, se, o, oe, b, d.keys.begin(), out, out3), d.out);
  note(call(thrum::partial_sort_copy, b, e, out, out + 3), d.out);
  note(call(thrum::top_k, b, e, 3, d.out3.end() - 3), d.out3);
  note(call(thrum::top_k, b, e, 3, d.out2.end() - 3, thrum::unsorted), d.out2);
  note(call(thrum::top_k_by_key, d.keys.begin(), d.keys.end(), b, 3, out2, out3), d.out2);
  call(thrum::nth_element, b, b + 3, e);
  call(thrum::partial_sort, b, b + 3, e);
  note(call(thrum::argsort, b, e, d.map.begin(), greater_than), d.map);
  call(thrum::sort_by_key, b, e, d.keys.begin(), greater_than);
  call(thrum::sort, d.map.begin(), d.map.end(), thrum::less<>{}, thrum::negate<>{});
}

template <class T, class V>
std::vector<T> plain(V const& v) {
  return std::vector<T>(v.begin(), v.end());
}

template <class F, class G>
void same_results(F run_checked, G run_plain) {
  data<checked_calls> a;
  data<plain_calls> b;
  run_checked(checked_calls{}, a);
  run_plain(plain_calls{}, b);
  CHECK(a.results == b.results);
  CHECK(plain<long>(a.counts) == b.counts);
  CHECK(plain<int>(a.v) == b.v);
  CHECK(plain<int>(a.keys) == b.keys);
  CHECK(plain<int>(a.flags) == b.flags);
  CHECK(plain<int>(a.map) == b.map);
  CHECK(plain<int>(a.out) == b.out);
  CHECK(plain<int>(a.out2) == b.out2);
  CHECK(plain<int>(a.out3) == b.out3);
  for (std::size_t i = 0; i < b.least.size(); ++i) CHECK(a.least[i].index == b.least[i].index);
}

}  // namespace

TEST_CASE("right calls of every algorithm have their results") {
  same_results(element_wise<checked_calls>, element_wise<plain_calls>);
  same_results(reductions<checked_calls>, reductions<plain_calls>);
  same_results(compactions<checked_calls>, compactions<plain_calls>);
  same_results(searches<checked_calls>, searches<plain_calls>);
  same_results(sorted_ranges<checked_calls>, sorted_ranges<plain_calls>);
}

TEST_CASE("wrong calls are found: without a policy, under one by name, in elements of vectors") {
  thrum::host_vector<int> v{1, 3, 2}, small(2);
  thrum::device_vector<int> d(v);
  CHECK_THROWS_WITH(thrum::copy(v.begin(), v.end(), small.begin()),
                    "thrum::copy: argument 3 (out): 3 elements are written, and there is room for 2");
  CHECK_THROWS_WITH(thrum::copy(d.begin(), d.end(), small.begin()),
                    "thrum::copy: argument 3 (out): 3 elements are written, and there is room for 2");
  CHECK_THROWS_WITH(
      thrum::binary_search(thrum::device, d.begin(), d.end(), 1),
      "thrum::binary_search: argument 1 (first): the range is not sorted: element 2 is less than element 1");
  CHECK_THROWS_WITH(thrum::inclusive_scan(thrum::host, v.begin(), v.end(), small.begin()),
                    "thrum::inclusive_scan: argument 3 (out): 3 elements are written, and there is room for 2");
  CHECK_THROWS_WITH(thrum::sort(thrum::seq, v.end(), v.begin()),
                    "thrum::sort: argument 2 (last): it is 3 elements before argument 1 (first)");
#if defined(THRUM_WITH_TBB)
  CHECK_THROWS_WITH(thrum::for_each_n(thrum::par.threads(2), v.begin(), 4, [](int&) {}),
                    "thrum::for_each_n: argument 1 (first): 4 elements are used, and there are 3");
#endif
  CHECK_THROWS_AS(v[3], thrum::check_failed);
  CHECK_THROWS_AS(*v.end(), thrum::check_failed);
  CHECK_THROWS_AS(static_cast<void>(static_cast<int>(d[3])), thrum::check_failed);
  CHECK_THROWS_AS(static_cast<void>(v.rbegin()[3]), thrum::check_failed);
}

TEST_CASE("checked vectors are vectors") {
  std::list<int> const list{1, 2, 3};
  thrum::host_vector<int> v(list.begin(), list.end());
  v.insert(v.begin() + 1, 9);
  v.erase(v.begin());
  v.insert(v.end(), list.begin(), list.end());
  CHECK(v == std::vector<int>{9, 2, 3, 1, 2, 3});
  thrum::device_vector<int> d = v;
  thrum::sort(d.rbegin(), d.rend());
  CHECK(d == std::vector<int>{9, 3, 3, 2, 2, 1});
  d.resize(7, 4);
  thrum::unified_vector<int> u(d);
  CHECK(u == d);
  CHECK(u.data() + 7 == std::to_address(u.end()));
  thrum::host_vector<int> moved = std::move(v);
  swap(moved, v);
  CHECK(v.size() == 6);
  auto const allocator = v.get_allocator();
  thrum::host_vector<int> const again(3, 1, allocator);
  CHECK(again < thrum::host_vector<int>{2});
  auto const stored = thrum::malloc<int>(thrum::seq, 2);
  thrum::free(thrum::seq, stored);
}
