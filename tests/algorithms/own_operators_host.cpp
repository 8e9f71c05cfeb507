// Every algorithm on elements, functors and iterators whose operators & and comma cannot be called.
// Other tests check the calls on numbers under seq; this one checks that the results are the same
// on such elements.
#include <thrum/iterator/iterator_facade.h>
#include <thrum/thrum.h>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

namespace {

struct closed {
  void operator&() const = delete;
  template <class T>
  void operator,(T const&) const = delete;
};
template <class T, class U>
  requires(std::is_base_of_v<closed, U> && !std::is_base_of_v<closed, T>)
void operator,(T const&, U const&) = delete;

/// A number whose copies are trivial, and a number whose copies are not.
struct plain_value : closed {
  std::int64_t value = 0;
};
struct owned_value : closed {
  std::int64_t value = 0;
  owned_value() = default;
  owned_value(owned_value const& other) : closed(), value(other.value) {}
  owned_value& operator=(owned_value const& other) {
    value = other.value;
    return *this;
  }
  ~owned_value() {}
};
template <class Value>
struct number : Value {
  number() = default;
  explicit number(std::int64_t v) { this->value = v; }
  explicit operator std::int64_t() const { return this->value; }
  friend bool operator==(number const& a, number const& b) { return a.value == b.value; }
  friend bool operator<(number const& a, number const& b) { return a.value < b.value; }
  friend bool operator>(number const& a, number const& b) { return a.value > b.value; }
  friend number operator+(number const& a, number const& b) { return number(a.value + b.value); }
  friend number operator-(number const& a, number const& b) { return number(a.value - b.value); }
  friend number operator*(number const& a, number const& b) { return number(a.value * b.value); }
};
using plain_number = number<plain_value>;
using owned_number = number<owned_value>;
static_assert(std::is_trivially_copyable_v<plain_number> && !std::is_trivially_copyable_v<owned_number>);

/// An iterator that is not a pointer.
template <class T>
struct place : closed, thrum::iterator_facade<place<T>, T, T&, thrum::host_space> {
  T* at = nullptr;
  place() = default;
  explicit place(T* p) : at(p) {}
  T& element(std::ptrdiff_t n) const { return at[n]; }
  void advance(std::ptrdiff_t n) { at += n; }
  std::ptrdiff_t distance_to(place const& other) const { return other.at - at; }
};

struct odd : closed {
  template <class T>
  bool operator()(T const& x) const {
    return static_cast<std::int64_t>(x) % 2 != 0;
  }
};
struct negated : closed {
  template <class T>
  T operator()(T const& x) const {
    return T(-static_cast<std::int64_t>(x));
  }
};
struct sum : closed {
  template <class T>
  T operator()(T const& x, T const& y) const {
    return x + y;
  }
};
struct before : closed {
  template <class T>
  bool operator()(T const& x, T const& y) const {
    return x < y;
  }
};
struct alike : closed {
  template <class T>
  bool operator()(T const& x, T const& y) const {
    return x == y;
  }
};
struct double_it : closed {
  template <class T>
  void operator()(T& x) const {
    x = x + x;
  }
};
template <class T>
struct numbered : closed {
  T operator()(std::ptrdiff_t i) const { return T(i); }
};
template <class T>
struct always_seven : closed {
  T operator()() const { return T(7); }
};

/// The elements that calls read and write. The test compares all of them after a call.
template <class T, bool Plainly>
struct arrays {
  using element = T;
  explicit arrays(std::ptrdiff_t n)
      : x(made(random_values<std::int64_t>(n, 0, 60, 1))),
        y(made(random_values<std::int64_t>(n, 0, 60, 2))),
        keys(runs(n)),
        s(sorted(n, 3)),
        t(sorted(n, 4)),
        a(2 * x.size()),
        b(a) {
    for (std::size_t i = 0; i < x.size(); ++i) map.push_back(static_cast<int>(x.size() - 1 - i));
    for (std::ptrdiff_t at = 0; at < n; at += 7) offsets.push_back(at);
    offsets.push_back(n);
  }
  auto begin(std::vector<T>& v) const {
    if constexpr (Plainly) return v.begin();
    else return place<T>(v.data());
  }
  auto end(std::vector<T>& v) const { return begin(v) + static_cast<std::ptrdiff_t>(v.size()); }
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(x.size()); }

  /// Overwrites the elements after a place.
  template <class I>
  void keep(std::vector<T>& v, I end) const {
    v.resize(static_cast<std::size_t>(end - begin(v)));
  }

  std::vector<T> x, y, keys, s, t, a, b;
  std::vector<std::ptrdiff_t> counts = std::vector<std::ptrdiff_t>(x.size() + 61);
  std::vector<int> map;
  std::vector<std::ptrdiff_t> offsets;

  std::vector<std::int64_t> all() const {
    std::vector<std::int64_t> values;
    for (auto const* v : {std::addressof(x), std::addressof(y), std::addressof(keys), std::addressof(s),
                          std::addressof(t), std::addressof(a), std::addressof(b)})
      for (T const& e : *v) values.push_back(static_cast<std::int64_t>(e));
    values.insert(values.end(), counts.begin(), counts.end());
    return values;
  }

 private:
  static std::vector<T> made(std::vector<std::int64_t> const& values) {
    std::vector<T> v;
    for (auto const value : values) v.push_back(T(value));
    return v;
  }
  static std::vector<T> sorted(std::ptrdiff_t n, std::uint64_t seed) {
    auto values = random_values<std::int64_t>(n, 0, n / 2, seed);
    std::sort(values.begin(), values.end());
    return made(values);
  }
  static std::vector<T> runs(std::ptrdiff_t n) {
    auto values = random_values<std::int64_t>(n, 0, 1, 5);
    for (std::size_t i = 1; i < values.size(); ++i) values[i] += values[i - 1];
    return made(values);
  }
};

/// Runs `call` on numbers under seq, and on elements of the system.
template <class S, class T, bool Plainly>
struct comparison {
  explicit comparison(std::ptrdiff_t size) : n(size), numbers(size), elements(size) {}

  std::ptrdiff_t n;
  arrays<std::int64_t, true> const numbers;
  arrays<T, Plainly> const elements;
  template <class Call>
  void operator()(char const* name, Call call) const {
    INFO(std::string(name));
    CAPTURE(n);
    auto expected = numbers;
    auto actual = elements;
    auto const run = [](auto algorithm, auto&&... args) { return S::run(algorithm, args...); };
    auto const run_seq = [](auto algorithm, auto&&... args) { return algorithm(thrum::seq, args...); };
    std::ptrdiff_t const returned = call(run_seq, expected), got = call(run, actual);
    CHECK(returned == got);
    CHECK(expected.all() == actual.all());
  }
};

#define RANGE(v) r.begin(r.v), r.end(r.v)
/// Compares the returned value too, as a number.
#define STEPS(name, ...)                                                    \
  check(name, [](auto run, [[maybe_unused]] auto& r) -> std::ptrdiff_t {    \
    using T [[maybe_unused]] = typename std::decay_t<decltype(r)>::element; \
    __VA_ARGS__;                                                            \
  })
#define CALL(name, ...) STEPS(name, return static_cast<std::ptrdiff_t>(__VA_ARGS__))
#define STEP(name, ...) STEPS(name, __VA_ARGS__; return 0)

template <class Check>
void element_wise(Check const& check) {
  STEP("for_each", run(thrum::for_each, RANGE(x), double_it{}));
  STEP("for_each_n", run(thrum::for_each_n, r.begin(r.x), r.size(), double_it{}));
  CALL("transform", run(thrum::transform, RANGE(x), r.begin(r.a), negated{}) - r.begin(r.a));
  CALL("transform of two", run(thrum::transform, RANGE(x), r.begin(r.y), r.begin(r.a), sum{}) - r.begin(r.a));
  CALL("transform_if", run(thrum::transform_if, RANGE(x), r.begin(r.a), negated{}, odd{}) - r.begin(r.a));
  STEP("fill", run(thrum::fill, RANGE(x), T(5)));
  STEP("fill_n", run(thrum::fill_n, r.begin(r.x), r.size(), T(5)));
  STEP("generate", run(thrum::generate, RANGE(x), always_seven<T>{}));
  STEP("generate_n", run(thrum::generate_n, r.begin(r.x), r.size(), always_seven<T>{}));
  STEP("tabulate", run(thrum::tabulate, RANGE(x), numbered<T>{}));
  STEP("sequence", run(thrum::sequence, RANGE(x), T(3), T(2)));
  CALL("copy", run(thrum::copy, RANGE(x), r.begin(r.a)) - r.begin(r.a));
  CALL("copy_n", run(thrum::copy_n, r.begin(r.x), r.size(), r.begin(r.a)) - r.begin(r.a));
  CALL("move", run(thrum::move, RANGE(x), r.begin(r.a)) - r.begin(r.a));
  CALL("swap_ranges", run(thrum::swap_ranges, RANGE(x), r.begin(r.y)) - r.begin(r.y));
  CALL("gather", run(thrum::gather, r.map.begin(), r.map.end(), r.begin(r.x), r.begin(r.a)) - r.begin(r.a));
  CALL("gather_if",
       run(thrum::gather_if, r.map.begin(), r.map.end(), r.begin(r.y), r.begin(r.x), r.begin(r.a), odd{}) -
           r.begin(r.a));
  STEP("scatter", run(thrum::scatter, RANGE(x), r.map.begin(), r.begin(r.a)));
  STEP("scatter_if", run(thrum::scatter_if, RANGE(x), r.map.begin(), r.begin(r.y), r.begin(r.a), odd{}));
  STEP("replace", run(thrum::replace, RANGE(x), T(5), T(100)));
  STEP("replace_if", run(thrum::replace_if, RANGE(x), odd{}, T(100)));
  CALL("replace_copy", run(thrum::replace_copy, RANGE(x), r.begin(r.a), T(5), T(100)) - r.begin(r.a));
  CALL("replace_copy_if", run(thrum::replace_copy_if, RANGE(x), r.begin(r.a), odd{}, T(100)) - r.begin(r.a));
}

template <class Check>
void rearrangements(Check const& check) {
  CALL("adjacent_difference", run(thrum::adjacent_difference, RANGE(x), r.begin(r.a)) - r.begin(r.a));
  STEP("reverse", run(thrum::reverse, RANGE(x)));
  CALL("reverse_copy", run(thrum::reverse_copy, RANGE(x), r.begin(r.a)) - r.begin(r.a));
  CALL("rotate", run(thrum::rotate, r.begin(r.x), r.begin(r.x) + r.size() / 3, r.end(r.x)) - r.begin(r.x));
  CALL(
      "rotate_copy",
      run(thrum::rotate_copy, r.begin(r.x), r.begin(r.x) + r.size() / 3, r.end(r.x), r.begin(r.a)) - r.begin(r.a));
  STEP("shift_left", r.keep(r.x, run(thrum::shift_left, RANGE(x), 30)));
  STEP("shift_right",
       r.x.erase(r.x.begin(), r.x.begin() + (run(thrum::shift_right, RANGE(x), 30) - r.begin(r.x))));
  STEP("shuffle", run(thrum::shuffle, RANGE(x), std::mt19937(1)));
  CALL("shuffle_copy", run(thrum::shuffle_copy, RANGE(x), r.begin(r.a), std::mt19937(1)) - r.begin(r.a));
  CALL("uninitialized_copy", run(thrum::uninitialized_copy, RANGE(x), r.begin(r.a)) - r.begin(r.a));
  CALL("uninitialized_move", run(thrum::uninitialized_move, RANGE(x), r.begin(r.a)) - r.begin(r.a));
  STEP("uninitialized_fill", run(thrum::uninitialized_fill, RANGE(x), T(5)));
  STEP("uninitialized_value_construct", run(thrum::uninitialized_value_construct, RANGE(x)));
  STEP("uninitialized_default_construct", run(thrum::uninitialized_default_construct, RANGE(x));
       run(thrum::fill, RANGE(x), T(5)));
  STEP("destroy", run(thrum::destroy, RANGE(x)); run(thrum::uninitialized_fill, RANGE(x), T(5)));
}

template <class Check>
void sums(Check const& check) {
  CALL("reduce", static_cast<std::int64_t>(run(thrum::reduce, RANGE(x), T(1), sum{})));
  STEP("reduce_into", run(thrum::reduce_into, RANGE(x), r.begin(r.a), T(1), sum{}));
  CALL("transform_reduce",
       static_cast<std::int64_t>(run(thrum::transform_reduce, RANGE(x), negated{}, T(1), sum{})));
  CALL("inner_product", static_cast<std::int64_t>(run(thrum::inner_product, RANGE(x), r.begin(r.y), T(1))));
  CALL("count", run(thrum::count, RANGE(x), T(5)));
  CALL("count_if", run(thrum::count_if, RANGE(x), odd{}));
  CALL("min_element", run(thrum::min_element, RANGE(x), before{}) - r.begin(r.x));
  CALL("max_element", run(thrum::max_element, RANGE(x)) - r.begin(r.x));
  CALL("minmax_element", run(thrum::minmax_element, RANGE(x)).second - r.begin(r.x));
  STEP("min_element_into", run(thrum::min_element_into, RANGE(x), r.counts.begin()));
  CALL("argmin", run(thrum::argmin, RANGE(x)).index);
  CALL("argmax", run(thrum::argmax, RANGE(x)).index);
  CALL("inclusive_scan", run(thrum::inclusive_scan, RANGE(x), r.begin(r.a), sum{}) - r.begin(r.a));
  CALL("exclusive_scan", run(thrum::exclusive_scan, RANGE(x), r.begin(r.a), T(4), sum{}) - r.begin(r.a));
  CALL("transform_inclusive_scan",
       run(thrum::transform_inclusive_scan, RANGE(x), r.begin(r.a), negated{}, sum{}) - r.begin(r.a));
  CALL("transform_exclusive_scan",
       run(thrum::transform_exclusive_scan, RANGE(x), r.begin(r.a), negated{}, T(4), sum{}) - r.begin(r.a));
  CALL("inclusive_scan_by_key",
       run(thrum::inclusive_scan_by_key, RANGE(keys), r.begin(r.x), r.begin(r.a), alike{}, sum{}) - r.begin(r.a));
  CALL("exclusive_scan_by_key",
       run(thrum::exclusive_scan_by_key, RANGE(keys), r.begin(r.x), r.begin(r.a), T(4), alike{}, sum{}) -
           r.begin(r.a));
  CALL("reduce_by_key",
       run(thrum::reduce_by_key, RANGE(keys), r.begin(r.x), r.begin(r.a), r.begin(r.b), alike{}, sum{}).second -
           r.begin(r.b));
  STEP("segmented_reduce", run(thrum::segmented_reduce, RANGE(x),
                               thrum::segments_at(r.offsets.begin(), r.offsets.end()), r.begin(r.a), T(1), sum{}));
  STEP("segmented_inclusive_scan",
       run(thrum::segmented_inclusive_scan, RANGE(x), thrum::segments_of(5), r.begin(r.a), sum{}));
  STEP("segmented_exclusive_scan",
       run(thrum::segmented_exclusive_scan, RANGE(x), thrum::segments_of(5), r.begin(r.a), T(1), sum{}));
  STEP("segmented_sort", run(thrum::segmented_sort, RANGE(x), thrum::segments_of(500), before{}));
  STEP("segmented_sort_by_key",
       run(thrum::segmented_sort_by_key, RANGE(x), r.begin(r.y), thrum::segments_of(50), before{}));
  STEPS("segmented_argmin", std::vector<thrum::indexed_value<T>> found(r.x.size());
        run(thrum::segmented_argmin, RANGE(x), thrum::segments_of(50), found.begin());
        for (std::size_t i = 0; i < found.size(); ++i) r.counts[i] = found[i].index; return 0);
}

template <class Check>
void compactions(Check const& check) {
  CALL("copy_if", run(thrum::copy_if, RANGE(x), r.begin(r.a), odd{}) - r.begin(r.a));
  STEP("copy_if_into", run(thrum::copy_if_into, RANGE(x), r.counts.begin(), r.begin(r.a), odd{}));
  STEP("remove", r.keep(r.x, run(thrum::remove, RANGE(x), T(5))));
  STEP("remove_if", r.keep(r.x, run(thrum::remove_if, RANGE(x), odd{})));
  CALL("remove_copy", run(thrum::remove_copy, RANGE(x), r.begin(r.a), T(5)) - r.begin(r.a));
  CALL("remove_copy_if", run(thrum::remove_copy_if, RANGE(x), r.begin(r.a), odd{}) - r.begin(r.a));
  STEP("unique", r.keep(r.keys, run(thrum::unique, RANGE(keys), alike{})));
  STEPS("unique_by_key", auto const ends = run(thrum::unique_by_key, RANGE(keys), r.begin(r.x), alike{});
        r.keep(r.keys, ends.first); r.keep(r.x, ends.second); return 0);
  CALL("unique_copy", run(thrum::unique_copy, RANGE(keys), r.begin(r.a), alike{}) - r.begin(r.a));
  CALL("unique_by_key_copy",
       run(thrum::unique_by_key_copy, RANGE(keys), r.begin(r.x), r.begin(r.a), r.begin(r.b), alike{}).second -
           r.begin(r.b));
  CALL("unique_count", run(thrum::unique_count, RANGE(keys), alike{}));
  CALL("run_length_encode",
       run(thrum::run_length_encode, RANGE(keys), r.begin(r.a), r.counts.begin(), alike{}).first - r.begin(r.a));
  CALL("partition", run(thrum::partition, RANGE(x), odd{}) - r.begin(r.x));
  CALL("stable_partition", run(thrum::stable_partition, RANGE(x), odd{}) - r.begin(r.x));
  CALL("partition_copy",
       run(thrum::partition_copy, RANGE(x), r.begin(r.a), r.begin(r.b), odd{}).first - r.begin(r.a));
  CALL("is_partitioned", run(thrum::is_partitioned, RANGE(x), odd{}));
  CALL("partition_point", run(thrum::partition_point, RANGE(x), [](auto const&) { return true; }) - r.begin(r.x));
}

template <class Check>
void searches(Check const& check) {
  CALL("find", run(thrum::find, RANGE(x), T(5)) - r.begin(r.x));
  CALL("find_if", run(thrum::find_if, RANGE(x), odd{}) - r.begin(r.x));
  CALL("find_if_not", run(thrum::find_if_not, RANGE(x), odd{}) - r.begin(r.x));
  CALL("all_of", run(thrum::all_of, RANGE(x), odd{}));
  CALL("any_of", run(thrum::any_of, RANGE(x), odd{}));
  CALL("none_of", run(thrum::none_of, RANGE(x), odd{}));
  CALL("equal", run(thrum::equal, RANGE(x), r.begin(r.x), alike{}));
  CALL("mismatch", run(thrum::mismatch, RANGE(x), r.begin(r.y), alike{}).first - r.begin(r.x));
  CALL("lexicographical_compare", run(thrum::lexicographical_compare, RANGE(x), RANGE(y), before{}));
  CALL("adjacent_find", run(thrum::adjacent_find, RANGE(x), alike{}) - r.begin(r.x));
  CALL("search", run(thrum::search, RANGE(x), r.begin(r.y), r.begin(r.y) + 1, alike{}) - r.begin(r.x));
  CALL("find_end", run(thrum::find_end, RANGE(x), r.begin(r.y), r.begin(r.y) + 1, alike{}) - r.begin(r.x));
  CALL("search_n", run(thrum::search_n, RANGE(x), 2, T(5), alike{}) - r.begin(r.x));
  CALL("find_first_of",
       run(thrum::find_first_of, RANGE(x), r.begin(r.y), r.begin(r.y) + 1, alike{}) - r.begin(r.x));
  CALL("lower_bound", run(thrum::lower_bound, RANGE(s), T(50), before{}) - r.begin(r.s));
  CALL("upper_bound", run(thrum::upper_bound, RANGE(s), T(50), before{}) - r.begin(r.s));
  CALL("binary_search", run(thrum::binary_search, RANGE(s), T(50), before{}));
  CALL("equal_range", run(thrum::equal_range, RANGE(s), T(50), before{}).second - r.begin(r.s));
  CALL("lower_bound of many",
       run(thrum::lower_bound, RANGE(s), RANGE(t), r.counts.begin(), before{}) - r.counts.begin());
  CALL("binary_search of many",
       run(thrum::binary_search, RANGE(s), RANGE(t), r.counts.begin(), before{}) - r.counts.begin());
}

template <class Check>
void orders(Check const& check) {
  STEP("sort", run(thrum::sort, RANGE(x)));
  STEP("stable_sort", run(thrum::stable_sort, RANGE(x), before{}));
  STEP("sort_by_key", run(thrum::sort_by_key, RANGE(x), r.begin(r.y), before{}));
  STEP("sort by a projection", run(thrum::sort, RANGE(x), thrum::less<>{}, negated{}));
  CALL("is_sorted", run(thrum::is_sorted, RANGE(s), before{}));
  CALL("is_sorted_until", run(thrum::is_sorted_until, RANGE(x), before{}) - r.begin(r.x));
  CALL("is_heap", run(thrum::is_heap, RANGE(x), before{}));
  CALL("is_heap_until", run(thrum::is_heap_until, RANGE(x), before{}) - r.begin(r.x));
  STEP("nth_element", run(thrum::nth_element, r.begin(r.s), r.begin(r.s) + r.size() / 3, r.end(r.s), before{}));
  STEP("partial_sort", run(thrum::partial_sort, r.begin(r.x), r.end(r.x), r.end(r.x), before{}));
  CALL(
      "partial_sort_copy",
      run(thrum::partial_sort_copy, RANGE(x), r.begin(r.a), r.begin(r.a) + r.size() / 3, before{}) - r.begin(r.a));
  CALL("top_k", run(thrum::top_k, RANGE(x), r.size() / 3, r.begin(r.a), before{}) - r.begin(r.a));
  STEP("top_k_by_key",
       run(thrum::top_k_by_key, RANGE(x), r.begin(r.y), r.size() / 3, r.begin(r.a), r.begin(r.b), before{}));
  CALL("merge", run(thrum::merge, RANGE(s), RANGE(t), r.begin(r.a), before{}) - r.begin(r.a));
  CALL("merge_by_key", run(thrum::merge_by_key, RANGE(s), RANGE(t), r.begin(r.x), r.begin(r.y), r.begin(r.a),
                           r.begin(r.b), before{})
                               .first -
                           r.begin(r.a));
  STEP("inplace_merge", run(thrum::copy, RANGE(s), r.begin(r.a));
       run(thrum::copy, RANGE(t), r.begin(r.a) + r.size());
       run(thrum::inplace_merge, r.begin(r.a), r.begin(r.a) + r.size(), r.end(r.a), before{}));
  CALL("includes", run(thrum::includes, RANGE(s), RANGE(t), before{}));
  CALL("set_union", run(thrum::set_union, RANGE(s), RANGE(t), r.begin(r.a), before{}) - r.begin(r.a));
  CALL("set_intersection",
       run(thrum::set_intersection, RANGE(s), RANGE(t), r.begin(r.a), before{}) - r.begin(r.a));
  CALL("set_difference", run(thrum::set_difference, RANGE(s), RANGE(t), r.begin(r.a), before{}) - r.begin(r.a));
  CALL("set_symmetric_difference",
       run(thrum::set_symmetric_difference, RANGE(s), RANGE(t), r.begin(r.a), before{}) - r.begin(r.a));
  CALL("set_union_by_key", run(thrum::set_union_by_key, RANGE(s), RANGE(t), r.begin(r.x), r.begin(r.y),
                               r.begin(r.a), r.begin(r.b), before{})
                                   .first -
                               r.begin(r.a));
}

template <class Check>
void every_algorithm(Check const& check) {
  element_wise(check);
  rearrangements(check);
  sums(check);
  compactions(check);
  searches(check);
  orders(check);
}

}  // namespace

TEST_CASE_TEMPLATE("elements whose address operator and comma are their own", S, HOST_BACKENDS) {
  for (std::ptrdiff_t const n : {1, 300, 20'000}) every_algorithm(comparison<S, plain_number, true>(n));
}

TEST_CASE("iterators and elements that own something, likewise") {
  for (std::ptrdiff_t const n : {1, 300, 20'000}) every_algorithm(comparison<with_seq, owned_number, false>(n));
}

TEST_CASE_TEMPLATE("more elements with operators of their own than are sorted at once", S, HOST_BACKENDS) {
  comparison<S, plain_number, true> const check(300'000);
  STEP("sort", run(thrum::sort, RANGE(x)));
  STEP("sort_by_key", run(thrum::sort_by_key, RANGE(x), r.begin(r.y), before{}));
}

namespace {

/// Without random access the algorithm copies elements one by one.
struct step : closed {
  using value_type = plain_number;
  using difference_type = std::ptrdiff_t;
  using reference = plain_number&;
  using pointer = plain_number*;
  using iterator_category = std::forward_iterator_tag;
  plain_number* at = nullptr;
  plain_number& operator*() const { return *at; }
  step& operator++() {
    ++at;
    return *this;
  }
  step operator++(int) {
    step const before = *this;
    ++at;
    return before;
  }
  bool operator==(step const& other) const { return at == other.at; }
};

}  // namespace

TEST_CASE("steps of iterators with a comma of their own") {
  auto const place_of = [](std::vector<plain_number>& v, std::ptrdiff_t i) {
    step s;
    s.at = v.data() + i;
    return s;
  };
  std::vector<plain_number> v(10), w(10), x(10);
  thrum::sequence(v.begin(), v.end(), plain_number(1), plain_number(1));
  thrum::copy(place_of(v, 0), place_of(v, 10), place_of(w, 0));
  thrum::copy_n(place_of(v, 0), 10, place_of(x, 0));
  CHECK((w == v && x == v));
}
