// thrum::checked reports wrong calls, each with its exact message, and lets right calls of every
// algorithm pass.
#include <doctest/doctest.h>

#include <thrum/async/sort.h>
#include <thrum/checked.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/offset_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/retag.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/sliding_window_iterator.h>
#include <thrum/iterator/strided_iterator.h>
#include <thrum/iterator/transform_input_output_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/random/generate.h>
#include <thrum/thrum.h>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <list>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>
#include "thread_pool_backend.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

using ints = std::vector<int>;
using thrum::checked;

struct seq_row {
  static constexpr auto policy() { return thrum::seq; }
};
#if defined(THRUM_WITH_TBB)
struct parallel_row {
  static auto policy() { return thrum::tbb::par.threads(2).grain(1); }
};
#else
struct parallel_row {
  static auto policy() {
    static thread_pool pool(2);
    return pool_policy(pool);
  }
};
#endif

struct point {
  int x, y;
  friend bool operator<(point const& a, point const& b) { return a.x < b.y; }  // compares different members
};

/// Rock, paper, scissors: a circular relation.
bool beats(int a, int b) { return (a - b + 3) % 3 == 1; }
/// Numbers that are close to each other count as equal.
bool well_below(int a, int b) { return a + 2 <= b; }

namespace table {

ints const rising{1, 3, 5, 7, 9}, broken{2, 4, 8, 6, 9}, any{4, 1, 3, 2, 5};
ints work = any, out(5), few(3), map{0, 4, 2, 5, 1}, negative{0, 1, -2}, offsets{0, 2, 1, 5}, far{0, 2, 9};
auto const a = checked(rising), b = checked(broken);
auto const to = checked(out), short_out = checked(few);

bool odd(int x) { return x % 2 != 0; }

struct defect {
  std::string message;
  std::ptrdiff_t index;
  std::function<void()> call;
};

/// Every kind of wrong call that checked mode knows.
template <class P>
std::vector<defect> defects(P const& exec) {
  return {
      // Sorted ranges.
      {"thrum::merge: argument 3 (first2): the range is not sorted: element 3 is less than element 2", 3,
       [=] {
         ints all(10);
         thrum::merge(exec, a.begin(), a.end(), broken.begin(), broken.end(), all.begin());
       }},
      {"thrum::lower_bound: argument 1 (first): the range is not sorted: element 3 is less than element 2", 3,
       [=] { thrum::lower_bound(exec, broken.begin(), broken.end(), 6); }},
      // Orders.
      {"thrum::sort: argument 3 (less): it is no strict weak order: element 0 is less than itself", 0,
       [=] { thrum::sort(exec, work.begin(), work.end(), std::less_equal<>{}); }},
      {"thrum::max_element: argument 3 (less): it is no strict weak order: element 0 is less than element 1, and "
       "that less than it",
       0, [=] { thrum::max_element(exec, a.begin(), a.end(), [](int x, int y) { return x != y; }); }},
      // Bounds.
      {"thrum::tabulate: element 5 of a checked range of 5 elements was accessed by ", 5,
       [=] {
         thrum::tabulate(exec, out.begin(), out.end(), [view = a](std::ptrdiff_t i) { return view[i + 1]; });
       }},
      {"thrum::count_if: element -1 of a checked range of 5 elements was accessed by ", -1,
       [=] {
         thrum::count_if(exec, thrum::counting_iterator<int>(0), thrum::counting_iterator<int>(5),
                         [=](int i) { return *(a.begin() + i - 1) > 3; });
       }},
      {"thrum::transform: argument 3 (out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::transform(exec, a.begin(), a.end(), short_out.begin(), thrum::negate<>{}); }},
      {"thrum::transform: argument 3 (first2): 5 elements are read, and there are 3", 3,
       [=] { thrum::transform(exec, a.begin(), a.end(), short_out.begin(), out.begin(), thrum::plus<>{}); }},
      {"thrum::sort_by_key: argument 3 (values): 5 elements are used, and there are 3", 3,
       [=] { thrum::sort_by_key(exec, work.begin(), work.end(), short_out.begin()); }},
      {"thrum::copy_n: argument 1 (first): 6 elements are read, and there are 5", 5,
       [=] { thrum::copy_n(exec, a.begin(), 6, out.begin()); }},
      {"thrum::inclusive_scan: argument 3 (out): 5 elements are written, and there is room for 4", 4,
       [=] { thrum::inclusive_scan(exec, a.begin(), a.end(), to.begin() + 1); }},
      {"thrum::merge: argument 5 (out): 10 elements are written, and there is room for 5", 5,
       [=] { thrum::merge(exec, a.begin(), a.end(), a.begin(), a.end(), to.begin()); }},
      {"thrum::fill: argument 2 (last): place 6 is outside of a checked range of 5 elements", 6,
       [=] { thrum::fill(exec, to.begin(), to.end() + 1, 1); }},
      {"thrum::reduce: argument 1 (first): place -1 is outside of a checked range of 5 elements", -1,
       [=] { thrum::reduce(exec, a.begin() - 1, a.end()); }},
      // Outputs whose length the call finds out: a call with too short an output writes nothing.
      {"thrum::copy_if: argument 3 (out): 5 elements are written, and there is room for 3", 3,
       [=] {
         few = {-1, -1, -1};
         try {
           thrum::copy_if(exec, a.begin(), a.end(), short_out.begin(), odd);
         } catch (...) {
           CHECK(few == ints{-1, -1, -1});
           throw;
         }
       }},
      // Ranges.
      {"thrum::sort: argument 2 (last): it is 5 elements before argument 1 (first)", -5,
       [=] { thrum::sort(exec, work.end(), work.begin()); }},
      {"thrum::find: argument 2 (last): it ends another range than argument 1 (first) begins", -1,
       [=] { thrum::find(exec, a.begin(), b.end(), 3); }},
      {"thrum::rotate: argument 2 (middle): it is place 6 of a range of 5 elements", 6,
       [=] { thrum::rotate(exec, work.data(), work.data() + 6, work.data() + 5); }},
      {"thrum::copy: argument 3 (out): it is a null pointer, and 5 elements are asked for", -1,
       [=] { thrum::copy(exec, a.begin(), a.end(), static_cast<int*>(nullptr)); }},
      // Overlaps.
      {"thrum::copy_if: argument 3 (out): it overlaps argument 1 (first): its element 0 is in both", 0,
       [=] { thrum::copy_if(exec, work.begin(), work.end(), work.begin() + 1, odd); }},
      {"thrum::transform: argument 3 (out): it overlaps argument 1 (first): its element 0 is in both", 0,
       [=] { thrum::transform(exec, work.begin(), work.end() - 1, work.begin() + 1, thrum::negate<>{}); }},
      // Maps and segments.
      {"thrum::gather: argument 1 (map_first): element 3 is 5, outside of argument 3 (first), where there are 5 "
       "elements",
       3, [=] { thrum::gather(exec, map.begin(), map.end(), a.begin(), out.begin()); }},
      {"thrum::scatter: argument 3 (map): element 2 is -2, outside of argument 4 (out)", 2,
       [=] { thrum::scatter(exec, any.begin(), any.begin() + 3, negative.begin(), out.begin()); }},
  };
}

/// The same wrong calls in other algorithms. The checks do not depend on the policy.
std::vector<defect> more_defects() {
  auto const exec = checked(thrum::seq);
  return {
      {"thrum::merge_by_key: argument 1 (keys_first1): the range is not sorted: element 3 is less than element 2",
       3,
       [=] {
         ints keys(10), values(10);
         thrum::merge_by_key(exec, broken.begin(), broken.end(), rising.begin(), rising.end(), any.begin(),
                             any.begin(), keys.begin(), values.begin());
       }},
      {"thrum::inplace_merge: argument 1 (first): the range is not sorted: element 1 is less than element 0", 1,
       [=] { thrum::inplace_merge(exec, work.begin(), work.begin() + 2, work.end()); }},
      {"thrum::set_union: argument 1 (first1): the range is not sorted: element 1 is less than element 0", 1,
       [=] {
         thrum::set_union(exec, a.begin(), a.end(), a.begin(), a.end(), out.begin(), thrum::greater<int>{});
       }},
      {"thrum::set_difference_by_key: argument 3 (keys_first2): the range is not sorted: element 3 is less than "
       "element 2",
       3,
       [=] {
         thrum::set_difference_by_key(exec, rising.begin(), rising.end(), b.begin(), b.end(), any.begin(),
                                      any.begin(), out.begin(), work.begin());
       }},
      {"thrum::includes: argument 3 (first2): the range is not sorted: element 3 is less than element 2", 3,
       [=] { thrum::includes(exec, a.begin(), a.end(), b.begin(), b.end()); }},
      {"thrum::binary_search: argument 1 (first): the range is not sorted: element 3 is less than element 2", 3,
       [=] { thrum::binary_search(exec, broken.begin(), broken.end(), any.begin(), any.end(), out.begin()); }},
      {"thrum::equal_range: argument 1 (first): the range is not sorted: element 1 is less than element 0", 1,
       [=] { thrum::equal_range(exec, a.begin(), a.end(), 6, [](int x, int y) { return x > y; }); }},
      {"thrum::partition_point: argument 1 (first): the range is not partitioned: element 4 is accepted, and "
       "element 3 is not",
       4, [=] { thrum::partition_point(exec, broken.begin(), broken.end(), [](int x) { return x != 6; }); }},
      {"thrum::histogram: argument 5 (bounds): the range is not sorted: element 3 is less than element 2", 3,
       [=] { thrum::histogram(exec, a.begin(), a.end(), out.begin(), out.begin() + 4, broken.begin()); }},
      {"thrum::sort_by_key: argument 4 (less): it is no strict weak order: element 0 is less than element 1 and "
       "that "
       "less than element 2, but it is not less than element 2",
       0,
       [=] {
         ints keys{1, 0, 2};
         thrum::sort_by_key(exec, keys.begin(), keys.end(), work.begin(), beats);
       }},
      {"thrum::nth_element: argument 4 (less): it is no strict weak order: element 0 is neither less nor greater "
       "than "
       "element 1, nor that than element 2, but it is than element 2",
       0,
       [=] {
         ints near{1, 2, 3};
         thrum::nth_element(exec, near.begin(), near.begin(), near.end(), well_below);
       }},
      {"thrum::partial_sort: argument 4 (less): it is no strict weak order: element 1 is less than itself", 1,
       [=] {
         std::vector<point> points{{4, 3}, {5, 9}};
         thrum::partial_sort(exec, points.begin(), points.begin() + 1, points.end());
       }},
      {"thrum::reverse_copy: argument 3 (out): 5 elements are written, and there is room for 1", 1,
       [=] { thrum::reverse_copy(exec, a.begin(), a.end(), thrum::make_reverse_iterator(to.begin() + 1)); }},
      {"thrum::equal: argument 3 (first2): 5 elements are read, and there are 3", 3,
       [=] {
         auto const pairs = thrum::make_zip_iterator(a.begin(), short_out.begin());
         thrum::equal(exec, thrum::make_zip_iterator(a.begin(), a.begin()),
                      thrum::make_zip_iterator(a.end(), a.end()), pairs,
                      [](auto const&, auto const&) { return true; });
       }},
      {"thrum::top_k: argument 4 (out): 4 elements are written, and there is room for 3", 3,
       [=] { thrum::top_k(exec, a.begin(), a.end(), 4, short_out.begin()); }},
      {"thrum::segmented_reduce: argument 4 (out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::segmented_reduce(exec, a.begin(), a.end(), thrum::segments_of(1), short_out.begin()); }},
      {"thrum::partition_copy: argument 4 (out_false): 4 elements are written, and there is room for 3", 3,
       [=] { thrum::partition_copy(exec, broken.begin(), broken.end(), to.begin(), short_out.begin(), odd); }},
      {"thrum::copy_if_into: argument 4 (out): 5 elements are written, and there is room for 3", 3,
       [=] {
         std::vector<long> n(1);
         thrum::copy_if_into(exec, a.begin(), a.end(), n.begin(), short_out.begin(), odd);
       }},
      {"thrum::partition_copy_into: argument 5 (out_false): 4 elements are written, and there is room for 3", 3,
       [=] {
         std::vector<long> n(1);
         thrum::partition_copy_into(exec, broken.begin(), broken.end(), n.begin(), to.begin(), short_out.begin(),
                                    odd);
       }},
      {"thrum::count_into: argument 3 (result): it overlaps argument 1 (first): its element 0 is in both", 0,
       [=] { thrum::count_into(exec, work.begin(), work.end(), work.begin() + 2, 3); }},
      {"thrum::set_union: argument 5 (out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::set_union(exec, a.begin(), a.end(), a.begin(), a.end(), short_out.begin()); }},
      {"thrum::reduce_by_key: argument 5 (values_out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::reduce_by_key(exec, a.begin(), a.end(), any.begin(), out.begin(), short_out.begin()); }},
      {"thrum::run_length_decode: argument 4 (out): 15 elements are written, and there is room for 3", 3,
       [=] { thrum::run_length_decode(exec, a.begin(), a.end(), any.begin(), short_out.begin()); }},
      {"thrum::partial_sort: argument 2 (middle): it is place -1 of a range of 4 elements", -1,
       [=] { thrum::partial_sort(exec, work.begin() + 1, work.begin(), work.end()); }},
      {"thrum::nth_element: argument 2 (nth): it is place 4 of a range of 3 elements", 4,
       [=] { thrum::nth_element(exec, work.begin(), work.begin() + 4, work.begin() + 3); }},
      {"thrum::histogram_even: argument 5 (lower): it is not less than argument 6 (upper)", -1,
       [=] { thrum::histogram_even(exec, a.begin(), a.end(), out.begin(), out.end(), 3, 3); }},
      {"thrum::exclusive_scan: argument 3 (out): it overlaps argument 1 (first): its element 1 is in both", 1,
       [=] { thrum::exclusive_scan(exec, work.begin() + 1, work.end(), work.begin()); }},
      {"thrum::merge: argument 5 (out): it overlaps argument 3 (first2): its element 2 is in both", 2,
       [=] {
         ints all{1, 2, 3, 4, 5, 6};
         thrum::merge(exec, rising.begin(), rising.begin() + 2, all.begin() + 2, all.begin() + 4, all.begin());
       }},
      {"thrum::sort_by_key: argument 3 (values): it overlaps argument 1 (keys_first): its element 0 is in both", 0,
       [=] { thrum::sort_by_key(exec, work.begin(), work.end(), work.begin()); }},
      {"thrum::copy: argument 3 (out): it overlaps argument 1 (first): its element 0 is in both", 0,
       [=] {
         thrum::copy(exec, thrum::make_zip_iterator(any.begin(), work.begin()),
                     thrum::make_zip_iterator(any.begin() + 2, work.begin() + 2),
                     thrum::make_zip_iterator(out.begin(), work.begin() + 1));
       }},
      {"thrum::gather_if: argument 1 (map_first): element 3 is 5, outside of argument 4 (first), where there are "
       "5 "
       "elements",
       3, [=] { thrum::gather_if(exec, map.begin(), map.end(), any.begin(), a.begin(), out.begin()); }},
      {"thrum::scatter_if: argument 3 (map): element 1 is 4, outside of argument 5 (out), where there are 3 "
       "elements",
       1,
       [=] {
         thrum::scatter_if(exec, any.begin(), any.end(), map.begin(), any.begin(), short_out.begin(),
                           [](int x) { return x == 1; });
       }},
      {"thrum::segmented_sort: argument 3 (segments): offset 2 is less than offset 1", 2,
       [=] {
         thrum::segmented_sort(exec, work.begin(), work.end(), thrum::segments_at(offsets.begin(), offsets.end()));
       }},
      {"thrum::segmented_inclusive_scan: argument 3 (segments): offset 2 is 9, and there are 5 elements", 2,
       [=] {
         thrum::segmented_inclusive_scan(exec, a.begin(), a.end(), thrum::segments_at(far.begin(), far.end()),
                                         out.begin());
       }},
      {"thrum::segmented_argmin: argument 3 (segments): segments of 0 elements", -1,
       [=] {
         std::vector<thrum::indexed_value<int>> least(5);
         thrum::segmented_argmin(exec, a.begin(), a.end(), thrum::segments_of(0), least.begin());
       }},
  };
}

}  // namespace table

void check_messages(std::vector<table::defect> const& defects) {
  for (table::defect const& d : defects) {
    CAPTURE(d.message);
    try {
      d.call();
      FAIL("nothing was found");
    } catch (thrum::check_failed const& found) {
      CHECK(std::string(found.what()) == d.message + found.thread());
      CHECK(found.index() == d.index);
      CHECK(std::string(found.what()).find(std::string("thrum::") + found.algorithm() + ": ") == 0);
      bool const access = d.message.ends_with("accessed by ");
      CHECK((found.number() == 0) == access);
      CHECK((*found.argument() == 0) == access);
      CHECK((*found.thread() != 0) == access);
    }
  }
}

}  // namespace

TEST_CASE_TEMPLATE("a wrong call gets its message", Row, seq_row, parallel_row) {
  check_messages(table::defects(checked(Row::policy())));
}

TEST_CASE("a wrong call of any family gets its message") { check_messages(table::more_defects()); }

TEST_CASE("what a functor throws arrives, and so do the results of right calls") {
  auto const exec = checked(parallel_row::policy());
  ints v(1000, 1), out(1000);
  CHECK_THROWS_AS(thrum::for_each(exec, v.begin(), v.end(),
                                  [](int x) {
                                    if (x == 1) throw std::runtime_error("from a functor");
                                  }),
                  std::runtime_error);
  auto const view = checked(v);
  CHECK(thrum::inclusive_scan(exec, view.begin(), view.end(), out.begin()) == out.end());
  CHECK(out[999] == 1000);
  CHECK(thrum::reduce(exec, out.begin(), out.end(), 0L) == 500500L);
  // Outputs that are long enough only because few elements are selected.
  ints few(3);
  auto const to = checked(few);
  auto const end = thrum::copy_if(exec, out.begin(), out.end(), to.begin(), [](int x) { return x % 400 == 0; });
  CHECK(end == to.begin() + 2);
  CHECK(few == ints{400, 800, 0});
  // A comparison of two types is not called with arguments that it does not take.
  std::vector<point> const points{{1, 1}, {2, 2}, {5, 5}};
  auto const at =
      thrum::lower_bound(exec, points.begin(), points.end(), 3, [](point const& p, int x) { return p.x < x; });
  CHECK(at == points.begin() + 2);
  // An asynchronous call is checked when it begins.
  CHECK_THROWS_WITH_AS(thrum::async::sort(exec, v.end(), v.begin()),
                       "thrum::async::sort: argument 2 (last): it is 1000 elements before argument 1 (first)",
                       thrum::check_failed);
  thrum::async::sort(exec, v.begin(), v.end()).get();
  // The library's orders define a place for NaNs.
  std::vector<double> numbers{2, std::nan(""), 1};
  thrum::sort(exec, numbers.begin(), numbers.end());
  CHECK(numbers[1] == 2);
}

TEST_CASE("results that are none need no room, and a count that is too large is not left") {
  auto const exec = checked(parallel_row::policy());
  ints v(100, 1), map(100), stencil(100), none, out(2);
  auto const never = [](int) { return false; };
  CHECK(thrum::copy_if(exec, v.begin(), v.end(), none.begin(), never) == none.begin());
  CHECK_NOTHROW(thrum::scatter_if(exec, v.begin(), v.end(), map.begin(), stencil.begin(), none.begin(),
                                  thrum::identity<>{}));
  auto const ends = thrum::partition_copy(exec, v.begin(), v.end(), map.begin(), map.begin(), never);
  CHECK(ends.second == map.end());
  std::ptrdiff_t count = -7;
  auto const always = [](int) { return true; };
  CHECK_THROWS_AS(thrum::copy_if_into(exec, v.begin(), v.end(), &count, checked(out).begin(), always),
                  thrum::check_failed);
  CHECK(count == -7);
  CHECK_THROWS_AS(thrum::lexicographical_compare(exec, v.begin(), v.end(), map.begin(), map.end(),
                                                 [](int x, int y) { return x <= y; }),
                  thrum::check_failed);
}

TEST_CASE("sampled orders: a long range, and each rule") {
  ints v(100000);
  thrum::sequence(thrum::seq, v.begin(), v.end());
  auto const refused = [&](auto less) {
    try {
      thrum::sort(checked(thrum::seq), v.begin(), v.end(), less);
      return std::string("sorted");
    } catch (thrum::check_failed const& found) {
      return std::string(found.what());
    }
  };
  CHECK(refused([](int a, int b) { return a < b; }) == "sorted");
  CHECK(refused([](int a, int b) { return a / 7 < b / 7; }) == "sorted");
  CHECK(refused([](int a, int b) { return (a - b + 300000) % 3 == 1; }).find("but it is not less than") !=
        std::string::npos);
  CHECK(refused([](int a, int b) { return a != b; }).find("and that less than it") != std::string::npos);
  CHECK(refused([](int a, int b) { return a <= b; }).find("less than itself") != std::string::npos);
  CHECK(refused([](int a, int b) { return a + 40000 < b; }).find("neither less nor greater") != std::string::npos);
}

TEST_CASE("a checked policy is asked for what its policy has") {
  ints v{3, 1, 2};
  auto const exec = checked(checked(thrum::seq)).with(std::allocator<int>());
  static_assert(std::is_same_v<decltype(exec), thrum::checked_policy<thrum::seq_policy> const>);
  static_assert(thrum::is_execution_policy_v<decltype(exec)>);
  static_assert(!thrum::backend<decltype(exec)>);
  thrum::sort(exec, v.begin(), v.end());
  CHECK(v == ints{1, 2, 3});
#if defined(THRUM_WITH_TBB)
  tbb::task_arena arena(1);
  thrum::sort(checked(thrum::tbb::par).on(arena).grain(1), v.begin(), v.end(), thrum::greater<>{});
  CHECK(v == ints{3, 2, 1});
  CHECK(checked(thrum::tbb::par).threads(3).unchecked().concurrency() == 3);
#endif
}

TEST_CASE("checked iterators") {
  int plain[] = {1, 2, 3};
  auto const range = checked(plain);
  static_assert(std::contiguous_iterator<decltype(range.begin())>);
  static_assert(std::random_access_iterator<thrum::checked_iterator<thrum::counting_iterator<int>>>);
  CHECK(range.size() == 3);
  CHECK(range[2] == 3);
  CHECK(std::to_address(range.end()) == plain + 3);
  CHECK(range.end() - range.begin() == 3);
  CHECK(*(range.end() - 1) == 3);
  thrum::checked_iterator<int const*> const first = range.begin();
  CHECK(first == range.begin());
  CHECK(first + 1 > range.begin());
  CHECK_THROWS_AS(*range.end(), thrum::check_failed);
  CHECK_THROWS_AS(range[3u], thrum::check_failed);
  CHECK_THROWS_AS(range[-1], thrum::check_failed);
  CHECK_THROWS_AS(range.begin()[-1], thrum::check_failed);
  CHECK_THROWS_WITH(
      checked(plain, plain)[0],
      doctest::Contains("thrum: element 0 of a checked range of 0 elements was accessed by thread "));
  range[0] = 7;
  CHECK(plain[0] == 7);
  CHECK(checked(range.begin(), range.end()).size() == 3);
}

// Every algorithm of the headers has a contract. An algorithm without a contract does not compile
// under a checked policy.
namespace {

/// Calls f. Returns the index of the failure, or -2 if there is none.
template <class F>
std::ptrdiff_t failed_index(F f) {
  try {
    f();
  } catch (thrum::check_failed const& found) {
    return found.index();
  }
  return -2;
}

}  // namespace

TEST_CASE_TEMPLATE("checked elements behind iterators that find them elsewhere", Row, seq_row, parallel_row) {
  auto const exec = Row::policy();
  auto const safe = checked(exec);
  ints memory(20), inside{0, 3, 9, 5}, outside{0, 3, 10, 5}, below{0, -1, 2, 5};
  // The memory outside of the checked range exists, and has to stay unchanged.
  auto const v = checked(memory.begin() + 5, memory.begin() + 15);
  auto const set = [](int& x) { x = 7; };
  auto const at = [](auto elements, ints const& map) {
    return thrum::make_permutation_iterator(elements, map.begin());
  };
  auto const for_four = [&](auto const& policy, auto first) {
    return failed_index([&] { thrum::for_each(policy, first, first + 4, set); });
  };
  CHECK(for_four(safe, at(v.begin(), inside)) == -2);
  CHECK(std::count(memory.begin(), memory.end(), 7) == 4);
  CHECK(for_four(safe, at(v.begin(), outside)) == 10);
  CHECK(for_four(exec, at(v.begin(), outside)) == 10);
  CHECK(for_four(exec, at(v.begin(), below)) == -1);
  // The element 10 of the reversed range is the element -1 of the range.
  CHECK(for_four(exec, at(thrum::make_reverse_iterator(v.end()), outside)) == -1);
  CHECK(for_four(exec, at(at(v.begin(), outside), inside)) != -2);
  std::ptrdiff_t const shift = 9;
  CHECK(for_four(exec, thrum::make_offset_iterator(v.begin(), &shift)) == 10);
  auto const pairs = thrum::make_zip_iterator(at(v.begin(), outside), inside.begin());
  CHECK(failed_index([&] {
          thrum::for_each(exec, pairs, pairs + 4, [](auto const& pair) { thrum::get<0>(pair) = 7; });
        }) == 10);
  CHECK(failed_index([&] { thrum::copy(exec, inside.begin(), inside.end(), at(v.begin(), outside)); }) == 10);
  CHECK(failed_index([&] { thrum::fill_n(exec, at(v.begin(), outside), 4, 3); }) == 10);
  CHECK(failed_index([&] { thrum::sort(exec, at(v.begin(), outside), at(v.begin(), outside) + 4); }) == 10);
  CHECK(failed_index([&] {
          auto const doubled = thrum::make_transform_iterator(at(v.begin(), outside), [](int x) { return 2 * x; });
          thrum::reduce(exec, doubled, doubled + 4);
        }) == 10);
  CHECK(failed_index([&] {
          auto const doubled = thrum::make_transform_iterator(v.begin(), [](int x) { return 2 * x; });
          static_cast<void>(doubled[10]);
        }) == 10);

  // If the indices are known the lengths are compared.
  auto const every_third = thrum::make_strided_iterator(v.begin(), 3);
  CHECK(for_four(safe, every_third) == -2);
  CHECK(failed_index([&] { thrum::fill(safe, every_third, every_third + 5, 1); }) == 5);
  CHECK(failed_index([&] { thrum::fill(safe, every_third + 2, every_third + 5, 1); }) == 5);
  auto const backwards = thrum::make_strided_iterator(v.begin() + 9, -4);
  CHECK(failed_index([&] { thrum::fill(safe, backwards, backwards + 3, 1); }) == -2);
  CHECK(failed_index([&] { thrum::fill(safe, backwards, backwards + 4, 1); }) == 4);
  CHECK(failed_index([&] { thrum::fill(safe, backwards - 1, backwards + 3, 1); }) == -1);
  thrum::strided_range const columns(v.begin(), v.end(), 3);
  CHECK(failed_index([&] { thrum::fill(safe, columns.begin(), columns.end(), 1); }) == -2);
  auto const shifted = thrum::make_offset_iterator(v.begin(), 8);
  CHECK(failed_index([&] { thrum::fill(safe, shifted, shifted + 2, 1); }) == -2);
  CHECK(failed_index([&] { thrum::fill(safe, shifted, shifted + 3, 1); }) == 11);
  auto const windows = thrum::make_sliding_window_iterator(v.begin(), 4);
  auto const first_of = [](auto const& window) { return window[0]; };
  ints firsts(20);
  CHECK(failed_index([&] { thrum::transform(safe, windows, windows + 7, firsts.begin(), first_of); }) == -2);
  CHECK(failed_index([&] { thrum::transform(safe, windows, windows + 8, firsts.begin(), first_of); }) == 8);
  auto const same = [](int x) { return x; };
  auto const seen = thrum::make_transform_input_output_iterator(v.begin(), same, same);
  CHECK(failed_index([&] { thrum::fill(safe, seen, seen + 11, 1); }) == 11);
  auto const tagged = thrum::retag<thrum::host_system_tag>(v.begin());
  CHECK(failed_index([&] { thrum::fill(safe, tagged, tagged + 11, 1); }) == 11);

  for (std::size_t i = 0; i < 5; ++i) CHECK((memory[i] == 0 && memory[15 + i] == 0));
}

TEST_CASE("two ranges with an end each may be of any lengths") {
  ints const longer{1, 2, 3, 4, 5}, shorter{1, 2, 3};
  auto const a = checked(longer), b = checked(shorter);
  auto const exec = checked(thrum::seq);
  CHECK_FALSE(thrum::equal(exec, a.begin(), a.end(), b.begin(), b.end()));
  CHECK(thrum::equal(exec, a.begin(), a.begin() + 3, b.begin(), b.end(), std::equal_to<>{}));
  CHECK(thrum::mismatch(exec, a.begin(), a.end(), b.begin(), b.end()).second == b.end());
  CHECK(failed_index([&] { thrum::equal(exec, a.begin(), a.end(), b.begin()); }) == 3);
  CHECK(failed_index([&] { thrum::equal(exec, a.begin(), a.end(), b.begin(), b.end() + 1); }) == 4);
}

TEST_CASE("no algorithm is without a contract") {
  namespace fs = std::filesystem;
  fs::path const root = fs::path(__FILE__).parent_path().parent_path().parent_path();
  std::regex const declared("struct (\\w+) : (detail::)?(result_)?algorithm<");
  int found = 0;
  for (auto const& entry : fs::recursive_directory_iterator(root / "include" / "thrum")) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    std::string const text(std::istreambuf_iterator<char>(file), {});
    for (std::sregex_iterator it(text.begin(), text.end(), declared), end; it != end; ++it, ++found) {
      std::string const name = (*it)[1];
      CAPTURE(name);
      auto const begin = static_cast<std::size_t>(it->position());
      std::string const algorithm = text.substr(begin, text.find("\n};", begin) - begin);
      CHECK(algorithm.find("\n  static constexpr detail::contract contract() {") != std::string::npos);
    }
  }
  CHECK(found > 100);
}
