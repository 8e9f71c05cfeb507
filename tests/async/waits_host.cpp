// Counts how often a call waits for a device. The host poses as a device that counts the primitives
// that wait. Under a policy like cuda::par each call waits once, at its end; under a policy like
// cuda::par_nosync a call waits once if it has a result, and otherwise not at all.
#include <doctest/doctest.h>
#include <thrum/thrum.h>
#include <algorithm>
#include <cstddef>
#include <limits>
#include <new>
#include <numeric>
#include <string>
#include <vector>
#include "forwarding_backend.h"

namespace {

/// A device that has every primitive natively, as cuda::par has. It stores results in the host's
/// memory, where device code would store them in the device's.
class counting_device : public forwarding_backend<counting_device, thrum::seq_policy, all_native>,
                        public poses_as_device {
 public:
  counting_device(int& waits, bool synchronous) : waits_(&waits), synchronous_(synchronous) {}
  void after(primitive p) const { *waits_ += synchronous_ || returns_value(p) ? 1 : 0; }
  counting_device step() const { return {*waits_, false}; }

 private:
  int* waits_;
  bool synchronous_;
};

std::ptrdiff_t const n = 5000;

/// The ranges that a call works on, new for each call. Calls take raw pointers, as for device
/// memory.
struct data {
  std::vector<int> numbers = make([](std::ptrdiff_t i) { return static_cast<int>(i * 7919 % 1009); });
  std::vector<int> other = make([](std::ptrdiff_t i) { return static_cast<int>(i * 104729 % 1013); });
  std::vector<int> ascending = make([](std::ptrdiff_t i) { return static_cast<int>(i / 3); });
  std::vector<int> few = make([](std::ptrdiff_t i) { return static_cast<int>(i / 100 % 7); });
  std::vector<int> map = make([](std::ptrdiff_t i) { return static_cast<int>(i * 7 % n); });
  std::vector<int> out = std::vector<int>(8 * n), out2 = std::vector<int>(8 * n);
  std::vector<std::ptrdiff_t> places = std::vector<std::ptrdiff_t>(4, -1);
  bool answer = false;

  int* a = numbers.data();
  int* b = other.data();
  int* s = ascending.data();
  int* f = few.data();
  int* m = map.data();
  int* o = out.data();
  int* o2 = out2.data();
  std::ptrdiff_t* r = places.data();

 private:
  template <class F>
  static std::vector<int> make(F at) {
    std::vector<int> v(static_cast<std::size_t>(n));
    for (std::ptrdiff_t i = 0; i < n; ++i) v[static_cast<std::size_t>(i)] = at(i);
    return v;
  }
};

struct odd {
  bool operator()(int x) const { return x % 2 != 0; }
};
struct halved {
  int operator()(int x) const { return x / 2; }
};
struct before {  // an order for which no radix sort is used
  bool operator()(int x, int y) const { return x < y; }
};

struct outcome {
  std::vector<int> out, out2, numbers;
  std::vector<std::ptrdiff_t> places;
  bool answer;
  friend bool operator==(outcome const&, outcome const&) = default;
};

/// Runs call(policy, data) under seq and under both policies of the device. The results are to be
/// the same, and the numbers of waits those that are documented.
template <class Call>
void check(char const* name, int results, Call call) {
  CAPTURE(std::string(name));
  auto const run = [&](auto const& policy) {
    data d;
    call(policy, d);
    return outcome{d.out, d.out2, d.numbers, d.places, d.answer};
  };
  auto const expected = run(thrum::seq);
  int waits = 0;
  CHECK(run(counting_device(waits, true)) == expected);
  CHECK(waits == 1);
  waits = 0;
  CHECK(run(counting_device(waits, false)) == expected);
  CHECK(waits == results);
}

/// A device that has memory for a number of compactions only, of which it makes partitions.
class nearly_full_device
    : public forwarding_backend<nearly_full_device, counting_device, device_natives | native::compact_into>,
      public poses_as_device {
 public:
  nearly_full_device(int& waits, int& left) : forwarding_backend(counting_device(waits, false)), left_(&left) {}
  void before(primitive p) const {
    if ((p == primitive::compact || p == primitive::compact_into) && --*left_ < 0) throw std::bad_alloc();
  }
  nearly_full_device step() const { return *this; }

 private:
  int* left_;
};

#define WAITS_ONCE(...) check(#__VA_ARGS__, 1, [](auto const& exec, data& d) { __VA_ARGS__; })
#define WAITS_FOR_NOTHING(...) check(#__VA_ARGS__, 0, [](auto const& exec, data& d) { __VA_ARGS__; })

}  // namespace

TEST_CASE("calls with a result for the host wait for it, once") {
  WAITS_ONCE(d.r[0] = thrum::reduce(exec, d.a, d.a + n));
  WAITS_ONCE(d.r[0] = thrum::transform_reduce(exec, d.a, d.a + n, halved{}, 0, thrum::plus<>{}));
  WAITS_ONCE(d.r[0] = thrum::inner_product(exec, d.a, d.a + n, d.b, 0L));
  WAITS_ONCE(d.r[0] = thrum::count(exec, d.a, d.a + n, 7));
  WAITS_ONCE(d.r[0] = thrum::count_if(exec, d.a, d.a + n, odd{}));
  WAITS_ONCE(d.r[0] = static_cast<std::ptrdiff_t>(thrum::mean(exec, d.a, d.a + n)));
  WAITS_ONCE(d.r[0] = static_cast<std::ptrdiff_t>(thrum::variance(exec, d.a, d.a + n)));
  WAITS_ONCE(d.r[0] = thrum::min_element(exec, d.a, d.a + n) - d.a);
  WAITS_ONCE(d.r[0] = thrum::max_element(exec, d.a, d.a + n) - d.a);
  WAITS_ONCE(d.r[0] = thrum::max_element(exec, d.a, d.a + n, before{}) - d.a);
  WAITS_ONCE(auto const p = thrum::minmax_element(exec, d.a, d.a + n); d.r[0] = p.first - d.a;
             d.r[1] = p.second - d.a);
  WAITS_ONCE(auto const p = thrum::minmax_element(exec, d.a, d.a + n, before{}); d.r[0] = p.first - d.a;
             d.r[1] = p.second - d.a);
  WAITS_ONCE(auto const p = thrum::argmin(exec, d.a, d.a + n); d.r[0] = p.index; d.r[1] = p.value);
  WAITS_ONCE(auto const p = thrum::argmax(exec, d.a, d.a + n); d.r[0] = p.index; d.r[1] = p.value);
  WAITS_ONCE(d.r[0] = thrum::find(exec, d.a, d.a + n, 400) - d.a);
  WAITS_ONCE(d.r[0] = thrum::find_last(exec, d.a, d.a + n, 400) - d.a);
  WAITS_ONCE(d.answer = thrum::contains(exec, d.a, d.a + n, 400));
  WAITS_ONCE(d.answer = thrum::contains_subrange(exec, d.a, d.a + n, d.a + 100, d.a + 110));
  WAITS_ONCE(d.answer = thrum::starts_with(exec, d.a, d.a + n, d.a, d.a + 110));
  WAITS_ONCE(d.answer = thrum::ends_with(exec, d.a, d.a + n, d.a, d.a + 110));
  WAITS_ONCE(d.answer = thrum::any_of(exec, d.a, d.a + n, odd{}));
  WAITS_ONCE(d.answer = thrum::equal(exec, d.a, d.a + n, d.a));
  WAITS_ONCE(d.r[0] = thrum::mismatch(exec, d.s, d.s + n, d.f).first - d.s);
  WAITS_ONCE(d.answer = thrum::lexicographical_compare(exec, d.s, d.s + n, d.f, d.f + n));
  WAITS_ONCE(d.answer = thrum::lexicographical_compare(exec, d.s, d.s + n - 1, d.s, d.s + n));
  WAITS_ONCE(d.r[0] = thrum::adjacent_find(exec, d.s, d.s + n) - d.s);
  WAITS_ONCE(d.r[0] = thrum::find_first_of(exec, d.a, d.a + n, d.b, d.b + 3) - d.a);
  WAITS_ONCE(d.r[0] = thrum::search(exec, d.a, d.a + n, d.a + 100, d.a + 110) - d.a);
  WAITS_ONCE(d.r[0] = thrum::search(exec, d.s, d.s + n, d.s + 3, d.s + n - 3) - d.s);
  WAITS_ONCE(d.r[0] = thrum::find_end(exec, d.f, d.f + n, d.f, d.f + 10) - d.f);
  WAITS_ONCE(d.r[0] = thrum::find_end(exec, d.f, d.f + n, d.f, d.f + n - 10) - d.f);
  WAITS_ONCE(d.r[0] = thrum::search_n(exec, d.s, d.s + n, 3, 1000) - d.s);
  WAITS_ONCE(d.r[0] = thrum::search_n(exec, d.f, d.f + n, 100, 5) - d.f);
  WAITS_ONCE(d.r[0] = thrum::search_n(exec, d.f, d.f + n, 101, 5) - d.f);
  WAITS_ONCE(d.answer = thrum::is_sorted(exec, d.s, d.s + n));
  WAITS_ONCE(d.answer = thrum::is_heap(exec, d.s, d.s + n));
  WAITS_ONCE(d.answer = thrum::is_partitioned(exec, d.s, d.s + n, odd{}));
  WAITS_ONCE(d.answer = thrum::is_partitioned(exec, d.s, d.s + n, [](int x) { return x < 77; }));
  WAITS_ONCE(d.r[0] = thrum::partition_point(exec, d.s, d.s + n, [](int x) { return x < 77; }) - d.s);
  WAITS_ONCE(d.r[0] = thrum::lower_bound(exec, d.s, d.s + n, 77) - d.s);
  WAITS_ONCE(auto const p = thrum::equal_range(exec, d.s, d.s + n, 77); d.r[0] = p.first - d.s;
             d.r[1] = p.second - d.s);
  WAITS_ONCE(d.answer = thrum::binary_search(exec, d.s, d.s + n, 77));
  WAITS_ONCE(d.r[0] = thrum::inner_join_size(exec, d.s, d.s + n, d.s + 9, d.s + 99));
  WAITS_ONCE(d.answer = thrum::includes(exec, d.s, d.s + n, d.s + 9, d.s + 99));
  WAITS_ONCE(d.r[0] = thrum::copy_if(exec, d.a, d.a + n, d.o, odd{}) - d.o);
  WAITS_ONCE(d.r[0] = thrum::remove_if(exec, d.a, d.a + n, odd{}) - d.a; std::fill(d.a + d.r[0], d.a + n, 0));
  WAITS_ONCE(d.r[0] = thrum::remove_copy(exec, d.a, d.a + n, d.o, 3) - d.o);
  WAITS_ONCE(d.r[0] = thrum::unique(exec, d.a, d.a + n) - d.a; std::fill(d.a + d.r[0], d.a + n, 0));
  WAITS_ONCE(d.r[0] = thrum::unique_copy(exec, d.s, d.s + n, d.o) - d.o);
  WAITS_ONCE(d.r[0] = thrum::unique_by_key_copy(exec, d.s, d.s + n, d.a, d.o, d.o2).first - d.o);
  WAITS_ONCE(d.r[0] = thrum::unique_count(exec, d.s, d.s + n));
  WAITS_ONCE(d.r[0] = thrum::partition(exec, d.a, d.a + n, odd{}) - d.a);
  WAITS_ONCE(d.r[0] = thrum::partition_copy(exec, d.a, d.a + n, d.o, d.o2, odd{}).first - d.o);
  WAITS_ONCE(d.r[0] = thrum::reduce_by_key(exec, d.f, d.f + n, d.a, d.o, d.o2).first - d.o);
  WAITS_ONCE(d.r[0] = thrum::run_length_encode(exec, d.f, d.f + n, d.o, d.o2).first - d.o);
  WAITS_ONCE(d.r[0] = thrum::run_length_decode(exec, d.a, d.a + n, d.f, d.o) - d.o);
  WAITS_ONCE(d.r[0] = thrum::set_union(exec, d.s, d.s + n, d.s + 7, d.s + n / 2, d.o) - d.o);
  WAITS_ONCE(d.r[0] = thrum::set_intersection(exec, d.s, d.s + n, d.s + 7, d.s + n / 2, d.o) - d.o);
  WAITS_ONCE(d.r[0] =
                 thrum::set_difference_by_key(exec, d.s, d.s + n, d.s, d.s + n / 2, d.a, d.b, d.o, d.o2).first -
                 d.o);
}

TEST_CASE("calls without a result for the host wait for nothing") {
  WAITS_FOR_NOTHING(thrum::for_each(exec, d.a, d.a + n, [](int& x) { ++x; }));
  WAITS_FOR_NOTHING(thrum::transform(exec, d.a, d.a + n, d.b, d.o, thrum::plus<>{}));
  WAITS_FOR_NOTHING(thrum::transform_if(exec, d.a, d.a + n, d.b, d.o, halved{}, odd{}));
  WAITS_FOR_NOTHING(thrum::fill(exec, d.a, d.a + n, 3));
  WAITS_FOR_NOTHING(thrum::sequence(exec, d.a, d.a + n));
  WAITS_FOR_NOTHING(thrum::tabulate(exec, d.a, d.a + n, [](std::ptrdiff_t i) { return static_cast<int>(i); }));
  WAITS_FOR_NOTHING(thrum::copy(exec, d.a, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::swap_ranges(exec, d.a, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::gather(exec, d.m, d.m + n, d.a, d.o));
  WAITS_FOR_NOTHING(thrum::scatter(exec, d.a, d.a + n, d.m, d.o));
  WAITS_FOR_NOTHING(thrum::replace_if(exec, d.a, d.a + n, odd{}, 4));
  WAITS_FOR_NOTHING(thrum::adjacent_difference(exec, d.a, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::adjacent_difference(exec, d.a, d.a + n, d.a));
  WAITS_FOR_NOTHING(thrum::reverse(exec, d.a, d.a + n));
  WAITS_FOR_NOTHING(thrum::reverse_copy(exec, d.a, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::rotate(exec, d.a, d.a + n / 3, d.a + n));
  WAITS_FOR_NOTHING(thrum::rotate_copy(exec, d.a, d.a + n / 3, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::shift_left(exec, d.a, d.a + n, 10); std::fill(d.a + n - 10, d.a + n, 0));
  WAITS_FOR_NOTHING(thrum::shift_right(exec, d.a, d.a + n, 10); std::fill(d.a, d.a + 10, 0));
  WAITS_FOR_NOTHING(thrum::default_random_engine engine; thrum::shuffle(exec, d.a, d.a + n, engine));
  WAITS_FOR_NOTHING(thrum::default_random_engine engine; thrum::sample(exec, d.a, d.a + n, d.o, 100, engine));
  WAITS_FOR_NOTHING(thrum::inclusive_scan(exec, d.a, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::exclusive_scan_by_key(exec, d.f, d.f + n, d.a, d.o));
  WAITS_FOR_NOTHING(thrum::inclusive_scan_by_key(exec, d.f, d.f + n, d.a, d.f); d.r[0] = d.f[n - 1]);
  WAITS_FOR_NOTHING(thrum::segmented_reduce(exec, d.a, d.a + n, thrum::segments_of(100), d.o));
  WAITS_FOR_NOTHING(thrum::segmented_inclusive_scan(exec, d.a, d.a + n, thrum::segments_of(100), d.o));
  WAITS_FOR_NOTHING(thrum::for_each_expanded(exec, d.f, d.f + n, [](std::ptrdiff_t, std::ptrdiff_t) {}));
  WAITS_FOR_NOTHING(thrum::split_by(exec, d.a, d.a + n, d.o, d.f, d.f + 3, odd{}));
  WAITS_FOR_NOTHING(thrum::segmented_copy(exec, d.s + 300, d.s + 301, d.f + 300, d.a, d.o, d.s));
  WAITS_FOR_NOTHING(thrum::segmented_top_k(exec, d.a, d.a + n, thrum::segments_of(100), 3, d.o));
  WAITS_FOR_NOTHING(thrum::segmented_sort(exec, d.a, d.a + n, thrum::segments_of(100)));
  WAITS_FOR_NOTHING(thrum::nth_element(exec, d.a, d.a + n / 3, d.a + n));
  WAITS_FOR_NOTHING(thrum::nth_element(exec, d.a, d.a, d.a + n, before{}));
  WAITS_FOR_NOTHING(thrum::nth_element(exec, d.a, d.a + n - 1, d.a + n, thrum::greater<>{}));
  WAITS_FOR_NOTHING(thrum::partial_sort(exec, d.a, d.a + 10, d.a + n));
  WAITS_FOR_NOTHING(thrum::partial_sort(exec, d.a, d.a + 1, d.a + n, before{}));
  WAITS_FOR_NOTHING(thrum::partial_sort_copy(exec, d.a, d.a + n, d.o, d.o + n / 2));
  WAITS_FOR_NOTHING(thrum::top_k(exec, d.a, d.a + n, 10, d.o));
  WAITS_FOR_NOTHING(thrum::top_k(exec, d.a, d.a + n, 1, d.o, before{}));
  WAITS_FOR_NOTHING(thrum::top_k(exec, d.a, d.a + n, n, d.o, thrum::unsorted));
  WAITS_FOR_NOTHING(thrum::top_k_by_key(exec, d.a, d.a + n, d.b, n / 2, d.o, d.o2));
  WAITS_FOR_NOTHING(thrum::histogram_even(exec, d.a, d.a + n, d.o, d.o + 10, 0, 1009));
  WAITS_FOR_NOTHING(thrum::histogram_by_key(exec, d.f, d.f + n, d.a, d.o, d.o + 7));
  WAITS_FOR_NOTHING(thrum::lower_bound(exec, d.s, d.s + n, d.a, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::merge(exec, d.s, d.s + n, d.s, d.s + n / 2, d.o));
  WAITS_FOR_NOTHING(thrum::merge_by_key(exec, d.s, d.s + n, d.s, d.s + n / 2, d.a, d.b, d.o, d.o2));
  WAITS_FOR_NOTHING(std::sort(d.a, d.a + n / 3); std::sort(d.a + n / 3, d.a + n);
                    thrum::inplace_merge(exec, d.a, d.a + n / 3, d.a + n));
  WAITS_FOR_NOTHING(thrum::sort(exec, d.a, d.a + n));
  WAITS_FOR_NOTHING(thrum::argsort(exec, d.a, d.a + n, d.o));
  WAITS_FOR_NOTHING(thrum::argsort(exec, d.a, d.a + n, d.o, before{}));
  WAITS_FOR_NOTHING(thrum::sort_by_key(exec, d.b, d.b + n, d.a));
}

TEST_CASE("calls that leave their result wait for nothing") {
  WAITS_FOR_NOTHING(thrum::reduce_into(exec, d.a, d.a + n, d.r));
  WAITS_FOR_NOTHING(thrum::transform_reduce_into(exec, d.a, d.a + n, d.r, halved{}, 0, thrum::plus<>{}));
  WAITS_FOR_NOTHING(thrum::transform_reduce_into(exec, d.a, d.a + n, d.r, d.b, 0L));
  WAITS_FOR_NOTHING(thrum::inner_product_into(exec, d.a, d.a + n, d.r, d.b, 0L));
  WAITS_FOR_NOTHING(thrum::count_into(exec, d.a, d.a + n, d.r, 7));
  WAITS_FOR_NOTHING(thrum::count_if_into(exec, d.a, d.a + n, d.r, odd{}));
  WAITS_FOR_NOTHING(thrum::min_element_into(exec, d.a, d.a + n, d.r));
  WAITS_FOR_NOTHING(thrum::max_element_into(exec, d.a, d.a + n, d.r, before{}));
  WAITS_FOR_NOTHING(thrum::minmax_element_into(exec, d.a, d.a + n, d.r));
  WAITS_FOR_NOTHING(thrum::minmax_element_into(exec, d.a, d.a, d.r));
  WAITS_FOR_NOTHING(thrum::find_into(exec, d.a, d.a + n, d.r, 400));
  WAITS_FOR_NOTHING(double mean = 0; thrum::mean_into(exec, d.a, d.a + n, &mean);
                    d.r[0] = static_cast<std::ptrdiff_t>(mean));
  WAITS_FOR_NOTHING(double variance = 0; thrum::sample_variance_into(exec, d.a, d.a + n, &variance);
                    d.r[0] = static_cast<std::ptrdiff_t>(variance));
  WAITS_FOR_NOTHING(thrum::find_last_into(exec, d.a, d.a + n, d.r, 400));
  WAITS_FOR_NOTHING(thrum::contains_into(exec, d.a, d.a + n, d.r, 400));
  WAITS_FOR_NOTHING(thrum::find_if_not_into(exec, d.a, d.a + n, d.r, odd{}));
  WAITS_FOR_NOTHING(thrum::all_of_into(exec, d.a, d.a + n, &d.answer, odd{}));
  WAITS_FOR_NOTHING(thrum::any_of_into(exec, d.a, d.a + n, &d.answer, odd{}));
  WAITS_FOR_NOTHING(thrum::none_of_into(exec, d.a, d.a, &d.answer, odd{}));
  WAITS_FOR_NOTHING(thrum::copy_if_into(exec, d.a, d.a + n, d.r, d.o, odd{}));
  WAITS_FOR_NOTHING(thrum::copy_if_into(exec, d.a, d.a + n, d.r, d.b, d.o, odd{}));
  WAITS_FOR_NOTHING(thrum::remove_into(exec, d.a, d.a + n, d.r, 3); std::fill(d.a + d.r[0], d.a + n, 0));
  WAITS_FOR_NOTHING(thrum::remove_if_into(exec, d.a, d.a + n, d.r, d.b, odd{});
                    std::fill(d.a + d.r[0], d.a + n, 0));
  WAITS_FOR_NOTHING(thrum::remove_copy_into(exec, d.a, d.a + n, d.r, d.o, 3));
  WAITS_FOR_NOTHING(thrum::unique_into(exec, d.a, d.a + n, d.r); std::fill(d.a + d.r[0], d.a + n, 0));
  WAITS_FOR_NOTHING(thrum::unique_copy_into(exec, d.s, d.s + n, d.r, d.o));
  WAITS_FOR_NOTHING(thrum::unique_count_into(exec, d.s, d.s + n, d.r));
  WAITS_FOR_NOTHING(thrum::partition_into(exec, d.a, d.a + n, d.r, odd{}));
  WAITS_FOR_NOTHING(thrum::partition_copy_into(exec, d.a, d.a + n, d.r, d.o, d.o2, odd{}));
  WAITS_FOR_NOTHING(thrum::reduce_by_key_into(exec, d.f, d.f + n, d.r, d.a, d.o, d.o2));
  WAITS_FOR_NOTHING(thrum::run_length_encode_into(exec, d.f, d.f + n, d.r, d.o, d.o2));
  WAITS_FOR_NOTHING(thrum::partition_into(exec, d.a, d.a, d.r, odd{}));
}

TEST_CASE("places of extremes where all elements are NaNs, and of the first of several") {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> const all(100, nan);
  std::vector<double> some(100, nan);
  some[40] = some[60] = -1;
  some[50] = some[70] = 2;
  int waits = 0;
  counting_device const exec(waits, false);
  CHECK(thrum::min_element(exec, all.data(), all.data() + 100) == all.data());
  CHECK(thrum::max_element(exec, some.data(), some.data() + 100) == some.data() + 50);
  std::ptrdiff_t place[2] = {-1, -1};
  thrum::minmax_element_into(exec, some.data(), some.data() + 100, place);
  CHECK(place[0] == 40);
  CHECK(place[1] == 50);
  thrum::min_element_into(exec, all.data(), all.data() + 100, place);
  CHECK(place[0] == 0);
  CHECK(waits == 2);
}

TEST_CASE("a partition that runs out of memory in the middle puts all elements back") {
  for (int const memory : {0, 1, 2}) {
    CAPTURE(memory);
    for (bool const into : {false, true}) {
      data d;
      auto const before_call = d.numbers;
      int waits = 0, left = memory;
      nearly_full_device const device(waits, left);
      bool thrown = false;
      try {
        if (into) thrum::partition_into(device, d.a, d.a + n, d.r, odd{});
        else thrum::partition(device, d.a, d.a + n, odd{});
      } catch (std::bad_alloc const&) {
        thrown = true;
      }
      CHECK(thrown == (memory < 2));
      if (thrown) CHECK(d.numbers == before_call);
      else CHECK(std::is_partitioned(d.a, d.a + n, odd{}));
    }
  }
}
