// Sorts, selections, and algorithms on sorted ranges, with allocations that fail and with functors
// and elements that throw.
#include <thrum/binary_search.h>
#include <thrum/is_heap.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/segmented_sort.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/top_k.h>
#include <deque>
#include "failing_calls.h"

namespace {

using enum failure_promise;

template <class Check>
void calls_of_sorts(Check const& check) {
  check("sort", kept_by_memory, [](auto const& p, auto& r) { thrum::sort(p, r.a.begin(), r.a.end()); });
  check("sort_by_key", kept_by_memory,
        [](auto const& p, auto& r) { thrum::sort_by_key(p, r.a.begin(), r.a.end(), r.values.begin()); });
  check("segmented_sort", kept_by_memory, [](auto const& p, auto& r) {
    thrum::segmented_sort(p, r.a.begin(), r.a.end(), thrum::segments_at(r.in->cuts.begin(), r.in->cuts.end()));
  });
  check("segmented_sort, long segments", kept_by_memory, [](auto const& p, auto& r) {
    thrum::segmented_sort(p, r.a.begin(), r.a.end(), thrum::segments_of(r.n - r.n / 8));
  });
  check("segmented_sort_by_key", kept_by_memory, [](auto const& p, auto& r) {
    thrum::segmented_sort_by_key(p, r.a.begin(), r.a.end(), r.values.begin(), thrum::segments_of(50));
  });
  check("segmented_sort_by_key, long segments", kept_by_memory, [](auto const& p, auto& r) {
    thrum::segmented_sort_by_key(p, r.a.begin(), r.a.end(), r.values.begin(), thrum::segments_of(r.n - r.n / 8));
  });
}
template <class Check>
void calls_of_selections(Check const& check) {
  check("nth_element", unmoved, [](auto const& p, auto& r) {
    thrum::nth_element(p, r.a.begin(), r.a.begin() + r.n / 3, r.a.end());
    nothing_throws();
    std::sort(r.a.begin(), r.a.begin() + r.n / 3);  // the order is not specified
    std::sort(r.a.begin() + r.n / 3, r.a.end());
  });
  check("partial_sort", kept_by_functors, [](auto const& p, auto& r) {
    thrum::partial_sort(p, r.a.begin(), r.a.begin() + r.n / 9, r.a.end());
    nothing_throws();
    std::sort(r.a.begin() + r.n / 9, r.a.end());  // the order is not specified
  });
  check("partial_sort_copy", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::partial_sort_copy(p, r.a.begin(), r.a.end(), r.out.begin(), r.out.begin() + r.n / 9) -
           r.out.begin());
  });
  check("top_k", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::top_k(p, r.a.begin(), r.a.end(), r.n / 5, r.out.begin()) - r.out.begin());
  });
  check("top_k_by_key", out_of_place, [](auto const& p, auto& r) {
    thrum::top_k_by_key(p, r.a.begin(), r.a.end(), r.values.begin(), 9, r.out.begin(), r.more.begin());
  });
}
template <class Check>
void calls_of_sorted_ranges(Check const& check) {
  check("inplace_merge", kept_by_memory, [](auto const& p, auto& r) {
    thrum::inplace_merge(p, r.halves.begin(), r.halves.begin() + r.n / 2, r.halves.end());
  });
  auto const set = [&](char const* name, auto algorithm) {
    check(name, out_of_place, [algorithm](auto const& p, auto& r) {
      r.note(
          algorithm(p, r.in->low.begin(), r.in->low.end(), r.in->high.begin(), r.in->high.end(), r.out.begin()) -
          r.out.begin());
    });
  };
  set("set_union", thrum::set_union);
  set("set_intersection", thrum::set_intersection);
  set("set_difference", thrum::set_difference);
  set("set_symmetric_difference", thrum::set_symmetric_difference);
  auto const set_by_key = [&](char const* name, auto algorithm) {
    check(name, out_of_place, [algorithm](auto const& p, auto& r) {
      auto const ends = algorithm(p, r.in->low.begin(), r.in->low.end(), r.in->high.begin(), r.in->high.end(),
                                  r.values.begin(), r.in->b.begin(), r.out.begin(), r.more.begin());
      r.note(ends.first - r.out.begin());
    });
  };
  set_by_key("set_union_by_key", thrum::set_union_by_key);
  set_by_key("set_difference_by_key", thrum::set_difference_by_key);
  set_by_key("set_symmetric_difference_by_key", thrum::set_symmetric_difference_by_key);
  check("set_intersection_by_key", out_of_place, [](auto const& p, auto& r) {
    auto const ends =
        thrum::set_intersection_by_key(p, r.in->low.begin(), r.in->low.end(), r.in->high.begin(), r.in->high.end(),
                                       r.values.begin(), r.out.begin(), r.more.begin());
    r.note(ends.first - r.out.begin());
  });
  check.without_memory("merge", out_of_place, [](auto const& p, auto& r) {
    thrum::merge(p, r.in->low.begin(), r.in->low.end(), r.in->high.begin(), r.in->high.end(), r.out.begin());
  });
  check.without_memory("merge_by_key", out_of_place, [](auto const& p, auto& r) {
    thrum::merge_by_key(p, r.in->low.begin(), r.in->low.end(), r.in->high.begin(), r.in->high.end(),
                        r.values.begin(), r.in->b.begin(), r.out.begin(), r.more.begin());
  });
  check.without_memory("includes", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::includes(p, r.in->low.begin(), r.in->low.end(), r.in->low.begin() + 9, r.in->low.end() - 9));
  });
  check.without_memory("is_sorted_until", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::is_sorted_until(p, r.in->low.begin(), r.in->low.end()) - r.in->low.begin());
  });
  check.without_memory("is_heap_until", out_of_place, [](auto const& p, auto& r) {
    r.note(thrum::is_heap_until(p, r.in->low.rbegin(), r.in->low.rend()) - r.in->low.rbegin());
  });
  check.without_memory("lower_bound", out_of_place, [](auto const& p, auto& r) {
    thrum::lower_bound(p, r.in->low.begin(), r.in->low.end(), r.in->b.begin(), r.in->b.end(), r.numbers.begin());
  });
}

/// A backend whose loops have no memory for tasks after an allocation of scratch memory has failed.
class out_of_memory : public forwarding_backend<out_of_memory, thrum::seq_policy> {
 public:
  explicit out_of_memory(thrum::fail_on_kth_allocation<thrum::host_space>& memory)
      : forwarding_backend(thrum::seq, &memory), memory_(&memory) {}
  void before(primitive p) const {
    if (p == primitive::for_each_n && memory_->failed()) throw std::bad_alloc();
  }

 private:
  thrum::fail_on_kth_allocation<thrum::host_space>* memory_;
};

constexpr std::initializer_list<action> all_actions = {action::copy, action::move, action::compare};
constexpr std::initializer_list<std::ptrdiff_t> spread = {1, 16'999, 130'000};

}  // namespace

TEST_CASE_TEMPLATE("sorts: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_sorts(memory_fails<B, int>{17'000});
  calls_of_sorts(memory_fails<B, tracked>{17'000});
}
TEST_CASE_TEMPLATE("selections: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_selections(memory_fails<B, int>{17'000});
  calls_of_selections(memory_fails<B, tracked>{17'000});
}
TEST_CASE_TEMPLATE("sorted ranges: memory gives out", B, FAILURE_BACKENDS) {
  calls_of_sorted_ranges(memory_fails<B, tracked>{9'000});
}
TEST_CASE_TEMPLATE("sorts: something throws", B, FAILURE_BACKENDS) {
  calls_of_sorts(something_throws<B>{17'000, all_actions, spread});
}
TEST_CASE_TEMPLATE("selections: something throws", B, FAILURE_BACKENDS) {
  calls_of_selections(something_throws<B>{17'000, all_actions, spread});
}
TEST_CASE_TEMPLATE("sorted ranges: something throws", B, FAILURE_BACKENDS) {
  calls_of_sorted_ranges(something_throws<B>{9'000, all_actions, spread});
}

TEST_CASE("segmented_sort puts elements back without memory for tasks") {
  auto const elements = failure_inputs<tracked>::elements(100, 1, 900);
  std::deque<tracked> const original(elements.begin(), elements.end());
  bool threw = true;
  std::size_t k = 1;
  for (; threw; ++k) {
    CAPTURE(k);
    thrum::fail_on_kth_allocation<thrum::host_space> memory(k);
    auto found = original;
    threw = false;
    try {
      thrum::segmented_sort(out_of_memory(memory), found.begin(), found.end(), thrum::segments_of(30));
    } catch (std::bad_alloc const&) {
      threw = true;
      CHECK(found == original);
    }
  }
  CHECK(k > 3);
}
