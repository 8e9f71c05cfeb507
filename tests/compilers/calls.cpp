// Calls every family under seq and, with numbers and a struct, on the device. scripts/compilers.sh
// compiles this file with each compiler. The program returns 0 if all results are right.
#include <thrum/thrum.h>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

struct record {
  int key;
  double value;
  THRUM_HD friend bool operator==(record const& a, record const& b) { return a.key == b.key; }
  THRUM_HD friend bool operator<(record const& a, record const& b) { return a.key < b.key; }
  THRUM_HD friend bool operator>(record const& a, record const& b) { return a.key > b.key; }
  THRUM_HD friend record operator+(record const& a, record const& b) { return {a.key + b.key, a.value + b.value}; }
};

template <class T>
struct from_index {
  THRUM_HD T operator()(std::ptrdiff_t i) const {
    if constexpr (requires { T{1, 1.0}; }) return T{static_cast<int>(i), 0.5};
    else return static_cast<T>(i);
  }
};
template <class T>
struct not_below {
  T bound;
  THRUM_HD bool operator()(T const& x) const { return !(x < bound); }
};
template <class T>
struct doubled {
  THRUM_HD T operator()(T const& x) const { return x + x; }
};
template <class T>
struct add_to_itself {
  THRUM_HD void operator()(T& x) const { x = x + x; }
};
struct index_of_reverse {
  std::ptrdiff_t n;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return n - 1 - i; }
};

int wrong = 0;
void expect(bool right, char const* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  ++wrong;
}

constexpr std::ptrdiff_t n = 1000;

/// Calls under a policy, on vectors in its memory: one of elements and one of indices.
template <class Vector, class Indices, class Policy>
void call_families(Policy const& policy) {
  using T = typename Vector::value_type;
  from_index<T> const nth;
  T const middle = nth(n / 2);
  not_below<T> const upper{middle};
  Vector v(n), out(n), other(n);
  Indices indices(n), counts(n);

  // Element-wise, rearrangements and raw memory.
  thrum::tabulate(policy, v.begin(), v.end(), nth);
  thrum::sequence(policy, indices.begin(), indices.end());
  thrum::transform(policy, v.begin(), v.end(), out.begin(), doubled<T>{});
  thrum::transform(policy, v.begin(), v.end(), v.begin(), other.begin(), thrum::plus<T>{});
  expect(thrum::equal(policy, out.begin(), out.end(), other.begin()), "transform");
  thrum::for_each(policy, other.begin(), other.end(), add_to_itself<T>{});
  thrum::fill(policy, other.begin(), other.end(), middle);
  thrum::replace_if(policy, other.begin(), other.end(), upper, nth(0));
  thrum::copy(policy, v.begin(), v.end(), out.begin());
  auto const reversed =
      thrum::make_transform_iterator(thrum::make_counting_iterator<std::ptrdiff_t>(0), index_of_reverse{n});
  thrum::gather(policy, reversed, reversed + n, v.begin(), out.begin());
  thrum::scatter(policy, out.begin(), out.end(), reversed, other.begin());
  expect(thrum::equal(policy, v.begin(), v.end(), other.begin()), "gather, scatter");
  thrum::reverse(policy, out.begin(), out.end());
  thrum::rotate(policy, out.begin(), out.begin() + 7, out.end());
  thrum::swap_ranges(policy, out.begin(), out.end(), other.begin());
  thrum::adjacent_difference(policy, indices.begin(), indices.end(), counts.begin());
  thrum::uninitialized_copy(policy, v.begin(), v.end(), out.begin());

  // Reductions, scans, by key and by segment.
  expect(thrum::reduce(policy, indices.begin(), indices.end()) == n * (n - 1) / 2, "reduce");
  T const sum = thrum::reduce(policy, v.begin(), v.begin() + 10, nth(0), thrum::plus<T>{});
  expect(sum == nth(45), "reduce of a few");
  expect(thrum::count_if(policy, v.begin(), v.end(), upper) == n / 2, "count_if");
  expect(thrum::max_element(policy, v.begin(), v.end()) - v.begin() == n - 1, "max_element");
  expect(thrum::argmin(policy, v.begin(), v.end()).index == 0, "argmin");
  thrum::inclusive_scan(policy, v.begin(), v.begin() + 10, out.begin(), thrum::plus<T>{});
  thrum::exclusive_scan(policy, indices.begin(), indices.end(), counts.begin());
  expect(counts[n - 1] == (n - 1) * (n - 2) / 2, "exclusive_scan");
  thrum::inclusive_scan_by_key(policy, v.begin(), v.begin() + 10, v.begin(), out.begin(), thrum::equal_to<T>{},
                               thrum::plus<T>{});
  auto const keys_end = thrum::reduce_by_key(
      policy, v.begin(), v.end(), thrum::make_constant_iterator(std::ptrdiff_t{1}), other.begin(), counts.begin());
  expect(keys_end.first - other.begin() == n, "reduce_by_key");
  thrum::segmented_reduce(policy, v.begin(), v.begin() + 10, thrum::segments_of(5), out.begin(), nth(0),
                          thrum::plus<T>{});
  expect(T(out[0]) == nth(10) && T(out[1]) == nth(35), "segmented_reduce");
  thrum::segmented_sort(policy, v.begin(), v.end(), thrum::segments_of(10));
  thrum::histogram_even(policy, indices.begin(), indices.end(), counts.begin(), counts.begin() + 10,
                        std::ptrdiff_t{0}, static_cast<std::ptrdiff_t>(n));
  expect(counts[9] == n / 10, "histogram_even");

  // Compactions and partitions.
  expect(thrum::copy_if(policy, v.begin(), v.end(), out.begin(), upper) - out.begin() == n / 2, "copy_if");
  thrum::copy(policy, v.begin(), v.end(), out.begin());
  expect(thrum::remove_if(policy, out.begin(), out.end(), upper) - out.begin() == n / 2, "remove_if");
  expect(thrum::unique(policy, out.begin(), out.begin() + n / 2) - out.begin() == n / 2, "unique");
  thrum::copy(policy, v.begin(), v.end(), out.begin());
  expect(thrum::stable_partition(policy, out.begin(), out.end(), upper) - out.begin() == n / 2,
         "stable_partition");
  expect(thrum::is_partitioned(policy, out.begin(), out.end(), upper), "is_partitioned");

  // Sorts and selections.
  thrum::sort(policy, out.begin(), out.end());
  expect(thrum::equal(policy, v.begin(), v.end(), out.begin()), "sort");
  thrum::sort_by_key(policy, out.begin(), out.end(), indices.begin(), thrum::greater<T>{});
  expect(indices[0] == n - 1, "sort_by_key");
  thrum::sort(policy, indices.begin(), indices.end());
  thrum::nth_element(policy, out.begin(), out.begin() + n / 2, out.end());
  expect(T(out[n / 2]) == middle, "nth_element");
  thrum::partial_sort(policy, out.begin(), out.begin() + 10, out.end());
  thrum::top_k(policy, v.begin(), v.end(), 3, out.begin());
  expect(T(out[0]) == nth(n - 1), "top_k");

  // Merges, sets and searches.
  Vector both(2 * n);
  thrum::merge(policy, v.begin(), v.end(), v.begin(), v.end(), both.begin());
  expect(thrum::is_sorted(policy, both.begin(), both.end()), "merge");
  expect(thrum::set_union(policy, v.begin(), v.end(), v.begin(), v.end(), both.begin()) - both.begin() == n,
         "set_union");
  thrum::set_difference(policy, v.begin(), v.end(), v.begin() + 5, v.end(), both.begin());
  thrum::copy(policy, v.begin(), v.end(), out.begin());
  thrum::inplace_merge(policy, out.begin(), out.begin() + n / 2, out.end());
  expect(thrum::find(policy, v.begin(), v.end(), middle) - v.begin() == n / 2, "find");
  expect(thrum::find_if(policy, v.begin(), v.end(), upper) - v.begin() == n / 2, "find_if");
  expect(thrum::all_of(policy, v.begin() + n / 2, v.end(), upper), "all_of");
  expect(thrum::search(policy, v.begin(), v.end(), v.begin() + 3, v.begin() + 6) - v.begin() == 3, "search");
  expect(thrum::lower_bound(policy, v.begin(), v.end(), middle) - v.begin() == n / 2, "lower_bound");
  thrum::upper_bound(policy, v.begin(), v.end(), v.begin(), v.end(), counts.begin());
  expect(counts[n - 1] == n, "upper_bound of many");

  // Iterators that compute, and random numbers.
  auto const zipped = thrum::make_zip_iterator(v.begin(), indices.begin());
  thrum::sort(policy, zipped, zipped + n);
  auto const permuted = thrum::make_permutation_iterator(v.begin(), indices.begin());
  expect(thrum::equal(policy, permuted, permuted + n, v.begin()), "permutation_iterator");
  thrum::strided_range const every(v.begin(), v.end(), 2);
  expect(thrum::count_if(policy, every.begin(), every.end(), upper) == n / 4, "strided_range");
  thrum::shuffle(policy, indices.begin(), indices.end(), thrum::default_random_engine(1));
  thrum::sort(policy, indices.begin(), indices.end());
  expect(indices[n - 1] == n - 1, "shuffle");
}

template <class T>
void call_on_device() {
  call_families<thrum::device_vector<T>, thrum::device_vector<std::ptrdiff_t>>(thrum::device);
}

/// Calls without a policy, and calls that have no type of elements.
void call_the_rest() {
  std::vector<float> const numbers{3, 1, 2};
  thrum::device_vector<float> v(numbers);
  thrum::sort(v.begin(), v.end());
  expect(thrum::reduce(v.begin(), v.end()) == 6 && v[0] == 1, "without a policy");
  expect(thrum::async::reduce(v.begin(), v.end()).get() == 6, "async");
  thrum::device_vector<float> const copy = v;
  thrum::universal_vector<float> shared(copy.begin(), copy.end());
  shared.insert(shared.begin(), 5.0F);
  shared.resize(2);
  expect(shared.size() == 2 && shared[1] == 1, "universal_vector");
  thrum::complex<double> const z(3, 4);
  expect(thrum::abs(z) == 5, "complex");
  thrum::minstd_rand engine(1);
  thrum::uniform_real_distribution<float> uniform(0, 1);
  thrum::normal_distribution<float> normal(0, 1);
  float const number = uniform(engine);
  expect(number >= 0 && number < 1 && normal(engine) < 10, "distributions");
  auto const three = thrum::make_tuple(1, 2.0, 'c');
  expect(thrum::get<0>(three) == 1 && thrum::get<2>(three) == 'c', "tuple");
}

}  // namespace

int main() {
  call_families<thrum::host_vector<int>, thrum::host_vector<std::ptrdiff_t>>(thrum::seq);
  call_on_device<int>();
  call_on_device<double>();
  call_on_device<record>();
  call_the_rest();
  return wrong == 0 ? 0 : 1;
}
