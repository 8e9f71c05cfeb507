// Sums, scans, extrema, searches, histograms and element-wise algorithms, with allocations that
// fail and with functors and elements that throw.
#include <thrum/adjacent_difference.h>
#include <thrum/count.h>
#include <thrum/equal.h>
#include <thrum/extrema.h>
#include <thrum/extrema_into.h>
#include <thrum/find.h>
#include <thrum/find_last.h>
#include <thrum/functional.h>
#include <thrum/group_reduce.h>
#include <thrum/histogram.h>
#include <thrum/inner_product.h>
#include <thrum/lazy.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/logical.h>
#include <thrum/mismatch.h>
#include <thrum/reduce.h>
#include <thrum/replace.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/search.h>
#include <thrum/segmented_extrema.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/transform.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include "failing_calls.h"

namespace {

using enum failure_promise;

template <class R>
using element_of = std::remove_cvref_t<decltype(std::declval<R&>().a[0])>;

struct hash_or_throw {
  template <class T>
  std::size_t operator()(T const& x) const {
    acts(action::call);
    return static_cast<std::size_t>(value_of(x));
  }
};

template <class Check>
void calls_of_sums(Check const& check) {
  constexpr add_or_throw add;
  constexpr double_or_throw twice;
  check("reduce", out_of_place, [=](auto const& p, auto& r) {
    r.note(value_of(thrum::reduce(p, r.in->b.begin(), r.in->b.end(), element_of<decltype(r)>(3), add)));
  });
  check("reduce_into", out_of_place, [=](auto const& p, auto& r) {
    thrum::reduce_into(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), element_of<decltype(r)>(3), add);
  });
  check("transform_reduce", out_of_place, [=](auto const& p, auto& r) {
    r.note(value_of(
        thrum::transform_reduce(p, r.in->b.begin(), r.in->b.end(), twice, element_of<decltype(r)>(3), add)));
  });
  check("filter and sum of a pipeline", out_of_place, [=](auto const& p, auto& r) {
    r.note(value_of(r.in->b | thrum::lazy::transform(twice) | thrum::lazy::filter(accept_or_throw()) |
                    thrum::lazy::reduce(p, element_of<decltype(r)>(3), add)));
  });
  check("scan and filter of a pipeline", out_of_place, [=](auto const& p, auto& r) {
    r.in->b | thrum::lazy::inclusive_scan(add) | thrum::lazy::filter(accept_or_throw()) |
        thrum::lazy::transform(twice) | thrum::lazy::to(p, r.out);
  });
  check("inner_product", out_of_place, [=](auto const& p, auto& r) {
    r.note(value_of(thrum::inner_product(p, r.in->b.begin(), r.in->b.end(), r.in->low.begin(),
                                         element_of<decltype(r)>(3), add, add)));
  });
  check("count_if", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::count_if(p, r.in->b.begin(), r.in->b.end(), accept_or_throw()));
  });
  check("count_into", out_of_place, [](auto const& p, auto& r) {
    thrum::count_into(p, r.in->b.begin(), r.in->b.end(), r.numbers.begin(), r.in->low.front());
  });
  check("min_element", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::min_element(p, r.in->b.begin(), r.in->b.end()) - r.in->b.begin());
  });
  check("minmax_element", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::minmax_element(p, r.in->b.begin(), r.in->b.end()).second - r.in->b.begin());
  });
  check("max_element_into", out_of_place, [](auto const& p, auto& r) {
    thrum::max_element_into(p, r.in->b.begin(), r.in->b.end(), r.numbers.begin());
  });
  check("argmin", out_of_place,
        [](auto const& p, auto& r) { r.note(thrum::argmin(p, r.in->b.begin(), r.in->b.end()).index); });
  check("reduce_by_key", out_of_place, [=](auto const& p, auto& r) {
    auto const ends = thrum::reduce_by_key(p, r.in->low.begin(), r.in->low.end(), r.in->b.begin(), r.out.begin(),
                                           r.more.begin(), thrum::equal_to<>{}, add);
    r.note(ends.first - r.out.begin());
  });
  check("reduce_by_key_into", out_of_place, [=](auto const& p, auto& r) {
    thrum::reduce_by_key_into(p, r.in->low.begin(), r.in->low.end(), r.numbers.begin(), r.in->b.begin(),
                              r.out.begin(), r.more.begin(), thrum::equal_to<>{}, add);
  });
  check("group_reduce", out_of_place, [=](auto const& p, auto& r) {
    auto const ends = thrum::group_reduce(p, r.in->b.begin(), r.in->b.end(), r.in->b.begin(), r.out.begin(),
                                          r.more.begin(), add, hash_or_throw());
    r.note(ends.first - r.out.begin());
  });
  check("segmented_reduce", out_of_place, [=](auto const& p, auto& r) {
    thrum::segmented_reduce(p, r.in->b.begin(), r.in->b.end(),
                            thrum::segments_at(r.in->cuts.begin(), r.in->cuts.end()), r.out.begin(),
                            element_of<decltype(r)>(3), add);
  });
  check("segmented_argmax", out_of_place, [](auto const& p, auto& r) {
    std::vector<thrum::indexed_value<element_of<decltype(r)>>> found(r.in->cuts.size() - 1);
    thrum::segmented_argmax(p, r.in->b.begin(), r.in->b.end(),
                            thrum::segments_at(r.in->cuts.begin(), r.in->cuts.end()), found.begin());
    for (auto const& x : found) r.note(x.index);
  });
}
template <class Check>
void calls_of_scans(Check const& check) {
  constexpr add_or_throw add;
  check("inclusive_scan", out_of_place, [=](auto const& p, auto& r) {
    thrum::inclusive_scan(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), add);
  });
  check("exclusive_scan", out_of_place, [=](auto const& p, auto& r) {
    thrum::exclusive_scan(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), element_of<decltype(r)>(3), add);
  });
  check("transform_inclusive_scan", out_of_place, [=](auto const& p, auto& r) {
    thrum::transform_inclusive_scan(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), double_or_throw(), add);
  });
  check("inclusive_scan_by_key", out_of_place, [=](auto const& p, auto& r) {
    thrum::inclusive_scan_by_key(p, r.in->low.begin(), r.in->low.end(), r.in->b.begin(), r.out.begin(),
                                 thrum::equal_to<>{}, add);
  });
  check("exclusive_scan_by_key", out_of_place, [=](auto const& p, auto& r) {
    thrum::exclusive_scan_by_key(p, r.in->low.begin(), r.in->low.end(), r.in->b.begin(), r.out.begin(),
                                 element_of<decltype(r)>(3), thrum::equal_to<>{}, add);
  });
  check("segmented_inclusive_scan", out_of_place, [=](auto const& p, auto& r) {
    thrum::segmented_inclusive_scan(p, r.in->b.begin(), r.in->b.end(),
                                    thrum::segments_at(r.in->cuts.begin(), r.in->cuts.end()), r.out.begin(), add);
  });
  check("segmented_exclusive_scan", out_of_place, [=](auto const& p, auto& r) {
    thrum::segmented_exclusive_scan(p, r.in->b.begin(), r.in->b.end(), thrum::segments_of(70), r.out.begin(),
                                    element_of<decltype(r)>(3), add);
  });
  check("adjacent_difference in place", kept_by_memory,
        [=](auto const& p, auto& r) { thrum::adjacent_difference(p, r.a.begin(), r.a.end(), r.a.begin(), add); });
}
template <class Check>
void calls_of_histograms(Check const& check) {
  check("histogram_even", out_of_place, [](auto const& p, auto& r) {
    thrum::histogram_even(p, r.in->b.begin(), r.in->b.end(), r.numbers.begin(), r.numbers.begin() + 100, 0, 900);
  });
  check("histogram", out_of_place, [](auto const& p, auto& r) {
    thrum::histogram(p, r.in->b.begin(), r.in->b.end(), r.numbers.begin(), r.numbers.begin() + 100,
                     r.in->low.begin());
  });
  check("histogram_by_key", out_of_place, [](auto const& p, auto& r) {
    thrum::histogram_by_key(p, r.in->keys.begin(), r.in->keys.end(), r.in->b.begin(), r.out.begin(),
                            r.out.begin() + 41);
  });
}
template <class Check>
void calls_of_searches(Check const& check) {
  constexpr reject_or_throw reject;
  check.without_memory("lexicographical_compare", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::lexicographical_compare(p, r.in->b.begin(), r.in->b.end(), r.in->b.begin(), r.in->b.end()));
  });
  check.without_memory("find_if", out_of_place, [=](auto const& p, auto& r) {
    r.note(thrum::find_if(p, r.in->b.begin(), r.in->b.end(), reject) - r.in->b.begin());
  });
  check.without_memory("find_last_if", out_of_place, [=](auto const& p, auto& r) {
    r.note(thrum::find_last_if(p, r.in->b.begin(), r.in->b.end(), reject) - r.in->b.begin());
  });
  check.without_memory("any_of", out_of_place, [=](auto const& p, auto& r) {
    r.note(thrum::any_of(p, r.in->b.begin(), r.in->b.end(), reject));
  });
  check.without_memory("equal", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::equal(p, r.in->b.begin(), r.in->b.end(), r.in->b.begin()));
  });
  check.without_memory("mismatch", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::mismatch(p, r.in->b.begin(), r.in->b.end(), r.in->b.begin()).first - r.in->b.begin());
  });
  check.without_memory("search_n", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::search_n(p, r.in->b.begin(), r.in->b.end(), 2000, r.in->b.front()) - r.in->b.begin());
  });
  check.without_memory("search", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::search(p, r.in->b.begin(), r.in->b.end(), r.in->b.end() - 9, r.in->b.end()) - r.in->b.begin());
  });
  check.without_memory("transform", out_of_place, [](auto const& p, auto& r) {
    thrum::transform(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), double_or_throw());
  });
  check.without_memory("replace_copy_if", out_of_place, [](auto const& p, auto& r) {
    thrum::replace_copy_if(p, r.in->b.begin(), r.in->b.end(), r.out.begin(), accept_or_throw(), r.in->low.front());
  });
}

constexpr std::initializer_list<action> all_actions = {action::copy, action::move, action::compare, action::call};
constexpr std::initializer_list<std::ptrdiff_t> spread = {1, 8'000, 39'000};
/// Elements of a scan by tasks: two tiles are scanned by one thread.
constexpr std::ptrdiff_t of_three_tiles = 33'000;

}  // namespace

TEST_CASE_TEMPLATE("sums: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_sums(memory_fails<B, tracked>{17'000});
}
TEST_CASE_TEMPLATE("scans: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_scans(memory_fails<B, tracked>{of_three_tiles});
}
TEST_CASE_TEMPLATE("histograms: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_histograms(memory_fails<B, int>{90'000});
}
TEST_CASE_TEMPLATE("searches: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_searches(memory_fails<B, tracked>{17'000});
}
TEST_CASE_TEMPLATE("sums: something throws", B, FAILURE_BACKENDS) {
  calls_of_sums(something_throws<B>{17'000, all_actions, spread});
}
TEST_CASE_TEMPLATE("scans: something throws", B, FAILURE_BACKENDS) {
  calls_of_scans(something_throws<B>{of_three_tiles, all_actions, spread});
}
TEST_CASE_TEMPLATE("searches: something throws", B, FAILURE_BACKENDS) {
  calls_of_searches(something_throws<B>{17'000, all_actions, spread});
}
