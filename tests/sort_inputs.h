// The inputs of the tests of sorts, and checks of the results.
#pragma once

#include <thrum/sort.h>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>
#include "data.h"
#include "policies.h"

/// The inputs that are hard for sorts.
template <class T>
std::vector<std::vector<T>> inputs(std::ptrdiff_t n) {
  std::vector<std::vector<T>> result;
  if constexpr (std::is_integral_v<T>) result.push_back(random_patterns<T>(n));
  else result.push_back(random_values<T>(n, -1'000'000, 1'000'000));
  result.push_back(random_values<T>(n, -2, 2));
  result.push_back(std::vector<T>(static_cast<std::size_t>(n), T(5)));
  auto sorted = result.front();
  std::sort(sorted.begin(), sorted.end());
  result.push_back(sorted);
  std::reverse(sorted.begin(), sorted.end());
  result.push_back(sorted);
  return result;
}

template <class S, class T, class Less>
void check_sorts(std::vector<std::ptrdiff_t> const& lengths, Less less) {
  for (std::ptrdiff_t const n : lengths) {
    for (auto const& input : inputs<T>(n)) {
      CAPTURE(n);
      auto expected = input;
      auto v = vector_of<S>(input);
      std::sort(expected.begin(), expected.end(), less);
      S::run(thrum::sort, v.begin(), v.end(), less);
      CHECK(host_copy(v) == expected);
    }
  }
}
