// thrum_arrays: a Python module of algorithms on NumPy's arrays. It works in the arrays' own memory,
// on all processors, and without Python's lock (the GIL), so that other threads of Python go on.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <thrum/copy.h>
#include <thrum/histogram.h>
#include <thrum/host_vector.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/sort.h>
#include <thrum/tbb.h>
#include <thrum/top_k.h>
#include <thrum/transform.h>
#include <thrum/unique.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace nb = nanobind;
using namespace nb::literals;
using thrum::tbb::par;

template <class T>
using array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using new_array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

/// Hands a vector to NumPy: its elements stay where they are.
template <class T>
new_array<T> to_numpy(thrum::host_vector<T>&& v) {
  auto* const owner = new thrum::host_vector<T>(std::move(v));
  nb::capsule const destroys(owner, [](void* p) noexcept { delete static_cast<thrum::host_vector<T>*>(p); });
  return new_array<T>(owner->data(), {owner->size()}, destroys);
}

/// Calls f() without the GIL, and returns the vector that it returns as an array.
template <class F>
auto unlocked(F f) {
  auto v = [&] {
    nb::gil_scoped_release const others_run;
    return f();
  }();
  return to_numpy(std::move(v));
}

template <class T>
void sort(array<T> a) {
  nb::gil_scoped_release const others_run;
  thrum::sort(par, a.data(), a.data() + a.size());
}

template <class T>
new_array<T> unique(array<T const> a) {
  return unlocked([&] {
    thrum::host_vector<T> v(a.size(), thrum::no_init);
    thrum::copy(par, a.data(), a.data() + a.size(), v.begin());
    thrum::sort(par, v.begin(), v.end());
    v.erase(thrum::unique(par, v.begin(), v.end()), v.end());
    return v;
  });
}

template <class T>
new_array<std::int64_t> histogram(array<T const> a, std::int64_t bins, double low, double high) {
  if (bins < 1 || !(low < high)) throw std::invalid_argument("histogram: bins >= 1 and low < high");
  return unlocked([&] {
    thrum::host_vector<std::int64_t> counts(static_cast<std::size_t>(bins), thrum::no_init);
    thrum::histogram_even(par, a.data(), a.data() + a.size(), counts.begin(), counts.end(), low, high);
    return counts;
  });
}

/// The sum of some values, and their number: both are found in one pass.
struct tally {
  double sum = 0;
  std::int64_t count = 0;
  friend tally operator+(tally const& a, tally const& b) { return {a.sum + b.sum, a.count + b.count}; }
};

template <class K>
new_array<double> group_means(array<K const> keys, array<double const> values, std::int64_t groups) {
  if (keys.size() != values.size()) throw std::invalid_argument("group_means: a key for each value");
  if (groups < 1) throw std::invalid_argument("group_means: groups >= 1");
  return unlocked([&] {
    thrum::host_vector<tally> tallies(static_cast<std::size_t>(groups));
    thrum::host_vector<double> means(tallies.size(), thrum::no_init);
    thrum::transform_iterator const one(values.data(), [](double x) { return tally{x, 1}; });
    thrum::histogram_by_key(par, keys.data(), keys.data() + keys.size(), one, tallies.begin(), tallies.end());
    thrum::transform(par, tallies.begin(), tallies.end(), means.begin(),
                     [](tally const& t) { return t.sum / static_cast<double>(t.count); });
    return means;
  });
}

template <class T>
new_array<T> top_k(array<T const> a, std::int64_t k) {
  if (k < 0) throw std::invalid_argument("top_k: k >= 0");
  return unlocked([&] {
    thrum::host_vector<T> v(std::min(static_cast<std::size_t>(k), a.size()), thrum::no_init);
    thrum::top_k(par, a.data(), a.data() + a.size(), k, v.begin());
    return v;
  });
}

// noconvert: an array of another type is an error, and no copy that nobody sees.
template <class T>
void define(nb::module_& m) {
  m.def("sort", &sort<T>, "a"_a.noconvert());
  m.def("unique", &unique<T>, "a"_a.noconvert());
  m.def("histogram", &histogram<T>, "a"_a.noconvert(), "bins"_a, "low"_a, "high"_a);
  m.def("top_k", &top_k<T>, "a"_a.noconvert(), "k"_a);
}

NB_MODULE(thrum_arrays, m) {
  m.doc() =
      "Algorithms on NumPy's arrays of one dimension, of float32, float64, int32 or int64.\n"
      "sort(a): sorts in place, NaNs last. unique(a): the distinct elements, ascending.\n"
      "histogram(a, bins, low, high): how many elements are in each part of [low, high).\n"
      "group_means(keys, values, groups): the mean of the values of each key in [0, groups).\n"
      "top_k(a, k): the k greatest, the greatest first.";
  define<float>(m);
  define<double>(m);
  define<std::int32_t>(m);
  define<std::int64_t>(m);
  m.def("group_means", &group_means<std::int32_t>, "keys"_a.noconvert(), "values"_a.noconvert(), "groups"_a);
  m.def("group_means", &group_means<std::int64_t>, "keys"_a.noconvert(), "values"_a.noconvert(), "groups"_a);
}
