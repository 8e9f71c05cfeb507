// nth_element in the middle; partial_sort of the first thousand and of the first tenth; top_k of
// ten and of a thousand, for which the others call partial_sort_copy.
#include "contenders.h"

#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/tbb.h>
#include <thrum/top_k.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace {

/// The middle one alone.
template <class T>
struct middle_of : in_place<T> {
  middle_of(std::ptrdiff_t n, distribution d) : in_place<T>(n, d) {}
  void results(outcome& all) const { all.keys_in_order(std::span(this->in).subspan(this->in.size() / 2, 1)); }
};

template <class T>
void nth_element_rows() {
  rows<T, middle_of<T>> const row("nth_element", {.distributions = true});
  auto const middle = [](auto& v) { return v.in.begin() + static_cast<std::ptrdiff_t>(v.in.size()) / 2; };
  BENCHMARK_THRUM(row, nth_element, v.in.begin(), middle(v), v.in.end())
  BENCHMARK_STD(row, nth_element, v.in.begin(), middle(v), v.in.end())
  BENCHMARK_STD_PAR(row, nth_element, v.in.begin(), middle(v), v.in.end())
  BENCHMARK_ONEDPL(row, nth_element, v.in.begin(), middle(v), v.in.end())
}

template <class T, class Count>
struct first_of : in_place<T> {
  first_of(std::ptrdiff_t n, distribution d) : in_place<T>(n, d) {}
  void results(outcome& all) const {
    all.keys_in_order(std::span(this->in).first(static_cast<std::size_t>(Count{}(std::ssize(this->in)))));
  }
};

template <class T, class Count>
void partial_sort_rows(std::string const& family, Count count) {
  rows<T, first_of<T, Count>> const row(family, {.distributions = true});
  auto const middle = [=](auto& v) { return v.in.begin() + count(static_cast<std::ptrdiff_t>(v.in.size())); };
  BENCHMARK_THRUM(row, partial_sort, v.in.begin(), middle(v), v.in.end())
  BENCHMARK_STD(row, partial_sort, v.in.begin(), middle(v), v.in.end())
  BENCHMARK_STD_PAR(row, partial_sort, v.in.begin(), middle(v), v.in.end())
  BENCHMARK_ONEDPL(row, partial_sort, v.in.begin(), middle(v), v.in.end())
}

/// An input, and an output for the results.
template <class T>
struct input_and_few : in_place<T> {
  input_and_few(std::ptrdiff_t n, distribution d) : in_place<T>(n, d), out(1024) {}
  void results(outcome& all) const { all.keys_in_order(out); }
  std::vector<T> out;
};

template <class T>
void top_k_rows(std::ptrdiff_t k) {
  rows<T, input_and_few<T>> const row("top_" + std::to_string(k), {.distributions = true});
  BENCHMARK_THRUM(row, top_k, v.in.begin(), v.in.end(), k, v.out.begin())
  BENCHMARK_STD(row, partial_sort_copy, v.in.begin(), v.in.end(), v.out.begin(), v.out.begin() + k,
                std::greater<>{})
  BENCHMARK_STD_PAR(row, partial_sort_copy, v.in.begin(), v.in.end(), v.out.begin(), v.out.begin() + k,
                    std::greater<>{})
  BENCHMARK_ONEDPL(row, partial_sort_copy, v.in.begin(), v.in.end(), v.out.begin(), v.out.begin() + k,
                   std::greater<>{})
}

}  // namespace

void add_rows() {
  for_all_types([]<class T>() {
    nth_element_rows<T>();
    partial_sort_rows<T>("partial_sort_1000", [](std::ptrdiff_t n) { return std::min(n, std::ptrdiff_t{1000}); });
    partial_sort_rows<T>("partial_sort_tenth", [](std::ptrdiff_t n) { return n / 10; });
    top_k_rows<T>(10);
    top_k_rows<T>(1000);
  });
}
