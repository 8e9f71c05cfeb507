// Properties of algorithms that select elements: the least, the greatest, those that a predicate
// accepts.
#pragma once

#include <thrum/copy.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/top_k.h>
#include <thrum/unique.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <vector>
#include "choices.h"
#include "nans.h"
#include "property.h"
#include "some_predicate.h"

namespace selections {

template <class T>
std::vector<T> until(std::vector<T> v, typename std::vector<T>::iterator const& last,
                     typename std::vector<T>::iterator const& first) {
  v.resize(static_cast<std::size_t>(last - first));
  return v;
}

/// Says whether one range is a permutation of the other.
template <class T>
bool same_elements(std::vector<T> a, std::vector<T> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

template <class T>
void least_and_greatest(choices& c) {
  auto const input = c.elements<T>(c.size());
  std::ptrdiff_t const n = std::ssize(input),
                       k = c.below(c.chance(2) ? n + 1 : std::min<std::ptrdiff_t>(n, 10) + 1);
  c.note("k", k);
  auto const rising = sorted_copy(input, false), falling = sorted_copy(input, true);
  std::vector<T> const least(rising.begin(), rising.begin() + k), greatest(falling.begin(), falling.begin() + k);
  under_some_policy<T>(c, [&](auto const& exec) {
    std::vector<T> out(greatest.size());
    auto end = thrum::top_k(exec, input.begin(), input.end(), k, out.begin());
    holds("top_k returns the end", end == out.end());
    same("top_k", out, greatest);
    std::vector<T> keys(least.size());
    std::vector<std::ptrdiff_t> places(least.size());
    thrum::top_k_by_key(exec, input.begin(), input.end(), thrum::counting_iterator<std::ptrdiff_t>(0), k,
                        keys.begin(), places.begin(), thrum::greater<>{}, thrum::unsorted);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      same("key of top_k_by_key", keys[i], input[static_cast<std::size_t>(places[i])]);
      holds("top_k_by_key, unsorted, leaves the order", i == 0 || places[i - 1] < places[i]);
    }
    same("top_k_by_key, sorted afterwards", sorted_copy(keys, false), least);

    end = thrum::partial_sort_copy(exec, input.begin(), input.end(), out.begin(), out.end());
    holds("partial_sort_copy returns the end", end == out.end());
    same("partial_sort_copy", out, least);
    auto v = input;
    thrum::partial_sort(exec, v.begin(), v.begin() + k, v.end());
    same("partial_sort", std::vector<T>(v.begin(), v.begin() + k), least);
    holds("partial_sort keeps the elements", same_elements(v, input));
    v = input;
    thrum::nth_element(exec, v.begin(), v.begin() + k, v.end());
    if (k < n) {
      T const& nth = v[static_cast<std::size_t>(k)];
      same("nth_element", nth, rising[static_cast<std::size_t>(k)]);
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        T const& x = v[static_cast<std::size_t>(i)];
        holds("nth_element parts the others", i < k ? !(nth < x) : !(x < nth));
      }
    }
    holds("nth_element keeps the elements", same_elements(v, input));
  });
}

template <class T>
void compactions(choices& c) {
  auto const v = c.elements<T>(c.size());
  auto const pred = some_predicate(c, v);
  auto const stencil = c.elements<std::int8_t>(std::ssize(v));
  std::vector<T> accepted, rejected, stenciled, runs;
  std::copy_if(v.begin(), v.end(), std::back_inserter(accepted), pred);
  std::remove_copy_if(v.begin(), v.end(), std::back_inserter(rejected), pred);
  std::unique_copy(v.begin(), v.end(), std::back_inserter(runs));
  for (std::size_t i = 0; i < v.size() && i < stencil.size(); ++i) {
    if (stencil[i] < 1) stenciled.push_back(v[i]);
  }
  std::vector<T> parted = accepted;
  parted.insert(parted.end(), rejected.begin(), rejected.end());
  bool const copies = c.chance(2);
  c.note("copies", copies);
  under_some_policy<T>(c, [&](auto const& exec) {
    auto out = v, rest = v;
    if (copies) {
      auto end = thrum::copy_if(exec, v.begin(), v.end(), out.begin(), pred);
      same("copy_if", until(out, end, out.begin()), accepted);
      end = thrum::copy_if(exec, v.begin(), v.end(), stencil.begin(), out.begin(), less_than<std::int8_t>{1});
      same("copy_if with a stencil", until(out, end, out.begin()), stenciled);
      end = thrum::remove_copy_if(exec, v.begin(), v.end(), out.begin(), pred);
      same("remove_copy_if", until(out, end, out.begin()), rejected);
      auto const ends = thrum::partition_copy(exec, v.begin(), v.end(), out.begin(), rest.begin(), pred);
      same("partition_copy, accepted", until(out, ends.first, out.begin()), accepted);
      same("partition_copy, rejected", until(rest, ends.second, rest.begin()), rejected);
      end = thrum::unique_copy(exec, v.begin(), v.end(), out.begin());
      same("unique_copy", until(out, end, out.begin()), runs);
    } else {
      auto end = thrum::remove_if(exec, out.begin(), out.end(), pred);
      same("remove_if", until(out, end, out.begin()), rejected);
      out = v;
      end = thrum::unique(exec, out.begin(), out.end());
      same("unique", until(out, end, out.begin()), runs);
      out = v;
      end = thrum::partition(exec, out.begin(), out.end(), pred);
      same("partition", out, parted);
      same("end of partition", end - out.begin(), std::ssize(accepted));
      same("partition_point", thrum::partition_point(exec, out.begin(), out.end(), pred) - out.begin(),
           std::ssize(accepted));
      same("is_partitioned", thrum::is_partitioned(exec, v.begin(), v.end(), pred), v == parted);
    }
  });
}

inline constexpr std::array properties{property{"selections, int32", least_and_greatest<std::int32_t>},
                                       property{"selections, string", least_and_greatest<std::string>},
                                       property{"compactions, int32", compactions<std::int32_t>},
                                       property{"compactions, string", compactions<std::string>}};

}  // namespace selections
