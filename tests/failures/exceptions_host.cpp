// Exceptions of functors reach the caller unchanged; nothing leaks.
#include <thrum/thrum.h>
#include <algorithm>
#include <atomic>
#include "refusals.h"

namespace {

constexpr int n = refused_n;

}  // namespace

TEST_CASE_TEMPLATE("exceptions of element-wise algorithms", S, HOST_BACKENDS) {
  {
    auto v = elements<S>(true);
    counted_vector<S> out(n);
    check_refused<S>(thrum::for_each, v.begin(), v.end(), throwing_read{});
    check_refused<S>(thrum::for_each_n, v.begin(), n, throwing_read{});
    check_refused<S>(thrum::transform, v.begin(), v.end(), out.begin(), throwing_negate{});
    check_refused<S>(thrum::transform, v.begin(), v.end(), v.begin(), out.begin(), throwing_sum{});
    check_refused<S>(thrum::generate, out.begin(), out.end(), throwing_generator{});
    check_refused<S>(thrum::generate_n, out.begin(), n, throwing_generator{});
    check_refused<S>(thrum::tabulate, out.begin(), out.end(), throwing_index{});
  }
  CHECK(alive == 0);
}

TEST_CASE_TEMPLATE("exceptions of reductions and scans", S, HOST_BACKENDS) {
  {
    auto const v = elements<S>(true);
    counted_vector<S> out(n), values(n);
    check_refused<S>(thrum::reduce, v.begin(), v.end(), counted(0), throwing_sum{});
    check_refused<S>(thrum::transform_reduce, v.begin(), v.end(), throwing_negate{}, counted(0), sum{});
    check_refused<S>(thrum::transform_reduce, v.begin(), v.end(), thrum::identity<>{}, counted(0), throwing_sum{});
    check_refused<S>(thrum::inner_product, v.begin(), v.end(), v.begin(), counted(0), sum{}, throwing_sum{});
    check_refused<S>(thrum::count_if, v.begin(), v.end(), throwing_odd{});
    check_refused<S>(thrum::min_element, v.begin(), v.end(), throwing_less{});
    check_refused<S>(thrum::max_element, v.begin(), v.end(), throwing_less{});
    check_refused<S>(thrum::minmax_element, v.begin(), v.end(), throwing_less{});
    check_refused<S>(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), throwing_sum{});
    check_refused<S>(thrum::inclusive_scan, v.begin(), v.end(), out.begin(), counted(0), throwing_sum{});
    check_refused<S>(thrum::exclusive_scan, v.begin(), v.end(), out.begin(), counted(0), throwing_sum{});
    check_refused<S>(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), throwing_negate{}, sum{});
    check_refused<S>(thrum::transform_inclusive_scan, v.begin(), v.end(), out.begin(), throwing_negate{},
                     counted(0), sum{});
    check_refused<S>(thrum::transform_exclusive_scan, v.begin(), v.end(), out.begin(), throwing_negate{},
                     counted(0), sum{});
    check_refused<S>(thrum::reduce_by_key, v.begin(), v.end(), v.begin(), out.begin(), values.begin(),
                     throwing_equal{}, sum{});
    counted_vector<S> const one_key(n);
    check_refused<S>(thrum::reduce_by_key, one_key.begin(), one_key.end(), v.begin(), out.begin(), values.begin(),
                     thrum::equal_to<>{}, throwing_sum{});
  }
  CHECK(alive == 0);
}

TEST_CASE_TEMPLATE("exceptions of searches", S, HOST_BACKENDS) {
  {
    auto const v = elements<S>(true);
    counted_vector<S> const zeros(n);
    typename S::template vector<std::ptrdiff_t> places(n);
    check_refused<S>(thrum::find_if, v.begin(), v.end(),
                     thrum::not_fn([](counted const& x) { return checked(x) >= 0; }));
    check_refused<S>(thrum::find_if_not, v.begin(), v.end(), [](counted const& x) { return checked(x) >= 0; });
    check_refused<S>(thrum::all_of, v.begin(), v.end(), [](counted const& x) { return checked(x) >= 0; });
    check_refused<S>(thrum::any_of, v.begin(), v.end(), [](counted const& x) { return checked(x) < 0; });
    check_refused<S>(thrum::none_of, v.begin(), v.end(), [](counted const& x) { return checked(x) < 0; });
    check_refused<S>(thrum::equal, v.begin(), v.end(), v.begin(), throwing_equal{});
    check_refused<S>(thrum::mismatch, v.begin(), v.end(), v.begin(), throwing_equal{});
    check_refused<S>(thrum::is_sorted, v.begin(), v.end(), throwing_less{});
    check_refused<S>(thrum::lower_bound, v.begin(), v.end(), counted(poison), throwing_less{});
    check_refused<S>(thrum::upper_bound, v.begin(), v.end(), counted(poison), throwing_less{});
    check_refused<S>(thrum::binary_search, v.begin(), v.end(), counted(poison), throwing_less{});
    check_refused<S>(thrum::lower_bound, v.begin(), v.end(), v.begin(), v.end(), places.begin(), throwing_less{});
    check_refused<S>(thrum::upper_bound, v.begin(), v.end(), v.begin(), v.end(), places.begin(), throwing_less{});
    check_refused<S>(thrum::binary_search, v.begin(), v.end(), v.begin(), v.end(), places.begin(),
                     throwing_less{});
  }
  CHECK(alive == 0);
}

TEST_CASE_TEMPLATE("exceptions of compactions, sorts and merges", S, HOST_BACKENDS) {
  {
    auto const v = elements<S>(true), shuffled = elements<S>(false);
    counted_vector<S> out(2 * n);
    check_refused<S>(thrum::copy_if, v.begin(), v.end(), out.begin(), throwing_odd{});
    check_refused<S>(thrum::copy_if, v.begin(), v.end(), v.begin(), out.begin(), throwing_odd{});
    check_refused<S>(thrum::merge, v.begin(), v.end(), v.begin(), v.end(), out.begin(), throwing_less{});
    auto const in_place = [&](auto algorithm, auto... args) {
      auto w = shuffled;
      check_refused<S>(algorithm, w.begin(), w.end(), args...);
      CHECK(w.size() == n);
    };
    in_place(thrum::remove_if, throwing_odd{});
    in_place(thrum::unique, throwing_equal{});
    in_place(thrum::partition, throwing_odd{});
    in_place(thrum::stable_partition, throwing_odd{});
    in_place(thrum::sort, throwing_less{});
    in_place(thrum::stable_sort, throwing_less{});
    in_place(thrum::sort_by_key, out.begin(), throwing_less{});
    in_place(thrum::stable_sort_by_key, out.begin(), throwing_less{});
  }
  CHECK(alive == 0);
}

TEST_CASE_TEMPLATE("elements that cannot be copied", S, HOST_BACKENDS) {
  // The copy of the poisoned element throws, wherever an algorithm makes the copy.
  struct fragile : counted {
    using counted::counted;
    fragile(fragile const& other) : counted(checked(other)) {}
    fragile& operator=(fragile const& other) {
      value = checked(other);
      return *this;
    }
  };
  {
    typename S::template vector<fragile> v(n), out(n);
    thrum::for_each(thrum::seq, v.begin(), v.end(), [i = 0](fragile& x) mutable { x.value = i++; });
    check_refused<S>(thrum::copy, v.begin(), v.end(), out.begin());
    check_refused<S>(thrum::copy_if, v.begin(), v.end(), out.begin(), always{});
    check_refused<S>(thrum::reverse, v.begin(), v.end());
    check_refused<S>(thrum::partition, v.begin(), v.end(), [](counted const& x) { return x.value % 2 == 0; });
    check_refused<S>(thrum::sort, v.begin(), v.end(), [](counted const& a, counted const& b) { return b < a; });
    check_refused<S>(thrum::sort_by_key, v.begin(), v.end(), out.begin(),
                     [](counted const& a, counted const& b) { return b < a; });
    check_refused<S>(thrum::inclusive_scan, v.begin(), v.end(), out.begin(),
                     [](fragile const&, fragile const& b) -> fragile const& { return b; });
  }
  CHECK(alive == 0);
}
