// split_by.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segments.h>
#include <thrum/split_by.h>
#include <thrum/tabulate.h>
#include <algorithm>
#include <atomic>
#include <string>
#include "data.h"
#include "policies.h"

namespace {

/// The numbers of classes: few, as many as one byte holds, more, and more than the elements.
std::vector<std::int64_t> const numbers_of_classes{0, 1, 2, 7, 255, 256, 3000, 70'000};

/// A number from 0 to classes - 1, and now and then one beside them.
struct class_of_number {
  std::int64_t classes;
  THRUM_HD std::int64_t operator()(int x) const {
    auto const number = static_cast<std::uint32_t>(x) * 2654435761U >> 7;
    return static_cast<std::int64_t>(number) % (classes + 2) - 1;
  }
};
struct class_of_record {
  std::int64_t classes;
  THRUM_HD std::uint64_t operator()(record const& x) const {
    return static_cast<std::uint64_t>(x.key % (classes + 1));
  }
};
struct is_odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};

template <class T>
struct expected_split {
  std::vector<T> elements;
  std::vector<std::ptrdiff_t> offsets;
};
/// Splits by the standard library.
template <class T, class F>
expected_split<T> split_of(std::vector<T> const& v, std::ptrdiff_t classes, F class_of) {
  auto const number = [&](T const& x) { return static_cast<std::ptrdiff_t>(class_of(x)); };
  expected_split<T> split{v, {}};
  std::erase_if(split.elements, [&](T const& x) { return number(x) < 0 || number(x) >= classes; });
  std::stable_sort(split.elements.begin(), split.elements.end(),
                   [&](T const& a, T const& b) { return number(a) < number(b); });
  auto const& sorted = split.elements;
  for (std::ptrdiff_t c = 0; c <= classes; ++c) {
    split.offsets.push_back(
        std::partition_point(sorted.begin(), sorted.end(), [&](T const& x) { return number(x) < c; }) -
        sorted.begin());
  }
  return split;
}

template <class S, class Offset, class T, class F>
void check_split(std::vector<T> const& host, std::ptrdiff_t classes, F class_of) {
  CAPTURE(host.size());
  CAPTURE(classes);
  auto const expected = split_of(host, classes, class_of);
  auto const v = vector_of<S>(host);
  T const beside = T(-7);
  auto out = vector_of<S>(std::vector<T>(host.size() + 1, beside));
  auto offsets = vector_of<S>(std::vector<Offset>(static_cast<std::size_t>(classes) + 1, Offset(-1)));
  CHECK(S::run(thrum::split_by, v.begin(), v.end(), out.begin(), offsets.begin(), offsets.end(), class_of) ==
        offsets.end());
  auto const ends = host_copy(offsets);
  CHECK(std::equal(ends.begin(), ends.end(), expected.offsets.begin(), expected.offsets.end(),
                   [](Offset a, std::ptrdiff_t b) { return a == static_cast<Offset>(b); }));
  auto elements = host_copy(out);
  CHECK(std::all_of(elements.begin() + std::ssize(expected.elements), elements.end(),
                    [&](T const& x) { return x == beside; }));
  elements.resize(expected.elements.size());
  CHECK(elements == expected.elements);
}

/// Splits ten numbers within a functor, sequentially.
struct split_of_ten {
  THRUM_HD int operator()(std::ptrdiff_t i) const {
    int v[10], out[10] = {}, offsets[4] = {};
    for (int k = 0; k < 10; ++k) v[k] = static_cast<int>(i) + 3 * k;
    thrum::split_by(thrum::seq, v, v + 10, out, offsets, offsets + 4, class_of_number{3});
    unsigned code = 0;
    for (int k = 0; k < offsets[3]; ++k) code = code * 31 + static_cast<unsigned>(out[k]);
    return static_cast<int>(code & 0xFFFF) * 1000 + offsets[1] * 100 + offsets[2] * 10 + offsets[3];
  }
};

}  // namespace

TEST_CASE_TEMPLATE("split_by of int", S, ALL_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({8192, 32768})) {
    auto const v = random_values<int>(n, -100'000, 100'000);
    for (std::int64_t const classes : numbers_of_classes)
      check_split<S, int>(v, classes, class_of_number{classes});
  }
}
TEST_CASE_TEMPLATE("split_by of records", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 2, 3000, 40'000}) {
    auto const v = random_records(n, 100'000);
    for (std::int64_t const classes : {1, 3, 300, 5000})
      check_split<S, std::uint64_t>(v, classes, class_of_record{classes});
  }
}
TEST_CASE_TEMPLATE("split_by of many elements", S, MORE_SYSTEMS) {
  auto const v = random_values<int>(large_size(300'000), -100'000, 100'000);
  for (std::int64_t const classes : {5, 1000, 65'535, 65'536})
    check_split<S, std::int64_t>(v, classes, class_of_number{classes});
}
TEST_CASE_TEMPLATE("split_by of most elements in one class", S, MAIN_SYSTEMS) {
  auto v = random_values<int>(60'000, 0, 1000);
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (i % 1000 != 0) v[i] = 4;
  }
  check_split<S, std::uint16_t>(v, 16, class_of_number{16});
  check_split<S, std::uint16_t>(v, 5000, class_of_number{5000});
}

TEST_CASE_TEMPLATE("split_by without offsets, and by a bool", S, MAIN_SYSTEMS) {
  auto const host = random_values<int>(5000, 0, 1000);
  auto const v = vector_of<S>(host);
  auto out = vector_of<S>(std::vector<int>(host.size(), -1));
  typename S::template vector<int> offsets(3);
  CHECK(S::run(thrum::split_by, v.begin(), v.end(), out.begin(), offsets.begin(), offsets.begin(), is_odd{}) ==
        offsets.begin());
  CHECK(host_copy(out) == std::vector<int>(host.size(), -1));
  S::run(thrum::split_by, v.begin(), v.end(), out.begin(), offsets.begin(), offsets.end(), is_odd{});
  auto expected = host;
  auto const middle = std::stable_partition(expected.begin(), expected.end(), [](int x) { return x % 2 == 0; });
  CHECK(host_copy(out) == expected);
  CHECK(host_copy(offsets) == std::vector<int>{0, static_cast<int>(middle - expected.begin()), 5000});
}

TEST_CASE_TEMPLATE("split_by of iterators that compute", S, MAIN_SYSTEMS) {
  int const n = 20'000, classes = 10;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[static_cast<std::size_t>(i)] = i;
  auto const expected = split_of(host, classes, class_of_number{classes});
  thrum::counting_iterator<int> const first(0);
  typename S::template vector<int> out(n), offsets(classes + 1);
  S::run(thrum::split_by, first, first + n, thrum::make_reverse_iterator(out.end()), offsets.begin(),
         offsets.end(), class_of_number{classes});
  auto turned = host_copy(out);
  std::reverse(turned.begin(), turned.end());
  turned.resize(expected.elements.size());
  CHECK(turned == expected.elements);
  S::run(thrum::split_by, first, first + n, thrum::discard_iterator{}, offsets.begin(), offsets.end(),
         class_of_number{classes});
  CHECK(host_copy(offsets) == std::vector<int>(expected.offsets.begin(), expected.offsets.end()));
}

TEST_CASE_TEMPLATE("the segmented algorithms take the classes", S, MAIN_SYSTEMS) {
  int const n = 20'000, classes = 10;
  thrum::counting_iterator<int> const first(0);
  typename S::template vector<int> out(n), offsets(classes + 1), sums(classes);
  S::run(thrum::split_by, first, first + n, out.begin(), offsets.begin(), offsets.end(), class_of_number{classes});
  S::run(thrum::segmented_reduce, out.begin(), out.end(), thrum::segments_at(offsets.begin(), offsets.end()),
         sums.begin());
  std::vector<int> expected(classes);
  for (int i = 0; i < n; ++i) {
    auto const c = class_of_number{classes}(i);
    if (c >= 0 && c < classes) expected[static_cast<std::size_t>(c)] += i;
  }
  CHECK(host_copy(sums) == expected);
}

TEST_CASE_TEMPLATE("seq splits within a functor", S, MAIN_SYSTEMS) {
  std::ptrdiff_t const n = 300;
  typename S::template vector<int> codes(n);
  S::run(thrum::tabulate, codes.begin(), codes.end(), split_of_ten{});
  std::vector<int> expected(n);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = split_of_ten{}(static_cast<std::ptrdiff_t>(i));
  CHECK(host_copy(codes) == expected);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE_TEMPLATE("split_by of strings, and by a functor that counts its calls", S, HOST_BACKENDS) {
  std::vector<std::string> v;
  for (int const x : random_values<int>(9000, 0, 1000)) v.push_back("the string " + std::to_string(x));
  auto const length = [](std::string const& x) { return x.size() - 12; };
  auto const expected = split_of(v, 4, length);
  std::vector<std::string> out(v.size());
  std::vector<std::size_t> offsets(5);
  std::atomic<int> calls = 0;
  S::run(thrum::split_by, v.begin(), v.end(), out.begin(), offsets.begin(), offsets.end(), [&](auto const& x) {
    ++calls;
    return length(x);
  });
  CHECK(calls == 9000);
  CHECK(out == expected.elements);
  CHECK(std::equal(offsets.begin(), offsets.end(), expected.offsets.begin(),
                   [](std::size_t a, std::ptrdiff_t b) { return a == static_cast<std::size_t>(b); }));
}
#endif
