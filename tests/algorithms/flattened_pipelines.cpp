// Pipelines over ranges of ranges beside plain loops, on every policy.
#include <thrum/functional.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/lazy.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>
#include "data.h"
#include "policies.h"

namespace lazy = thrum::lazy;

namespace {

struct is_odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};
struct has_even_size {
  template <class R>
  THRUM_HD bool operator()(R const& r) const {
    return r.size() % 2 == 0;
  }
};
/// The first half of a range.
struct front_half {
  template <class I>
  THRUM_HD thrum::iterator_range<I> operator()(thrum::iterator_range<I> const& r) const {
    return {r.begin(), r.size() / 2};
  }
};
struct add_seven {
  THRUM_HD void operator()(int& x) const { x += 7; }
};

/// How long some ranges are: few long ones, many short ones, many that are empty.
std::vector<std::vector<std::ptrdiff_t>> lengths() {
  std::vector<std::vector<std::ptrdiff_t>> all{
      {}, {0}, {1}, {0, 0, 0}, {5, 0, 3}, {64}, {63, 1, 64, 1}, {20'000, 1}, {0, 4096}};
  all.emplace_back(3000, 0);
  all.back()[1234] = 7;
  all.emplace_back();
  for (std::ptrdiff_t i = 0; i < large_size(20'000, 2000); ++i)
    all.back().push_back(static_cast<std::ptrdiff_t>(random_bits(static_cast<std::uint64_t>(i)) % 12));
  return all;
}

template <class S>
struct ranges_in_memory {
  typename S::template vector<int> elements;
  typename S::template vector<thrum::iterator_range<int*>> ranges;
  explicit ranges_in_memory(std::vector<std::ptrdiff_t> const& sizes)
      : elements(
            vector_of<S>(random_values<int>(std::accumulate(sizes.begin(), sizes.end(), std::ptrdiff_t{0})))) {
    std::vector<thrum::iterator_range<int*>> parts;
    int* first = raw(elements);
    for (std::ptrdiff_t const n : sizes) {
      parts.emplace_back(first, n);
      first += n;
    }
    ranges = vector_of<S>(parts);
  }
};

}  // namespace

TEST_CASE_TEMPLATE("flatten", S, BACKENDS) {
  auto const exec = S::policy();
  for (auto const& sizes : lengths()) {
    CAPTURE(sizes.size());
    ranges_in_memory<S> in(sizes);
    auto const host = host_copy(in.elements);
    std::vector<int> odd, halves;
    std::copy_if(host.begin(), host.end(), std::back_inserter(odd), is_odd{});
    std::vector<int> of_even;
    auto first = host.begin();
    for (std::ptrdiff_t const n : sizes) {
      halves.insert(halves.end(), first, first + n / 2);
      if (n % 2 == 0) of_even.insert(of_even.end(), first, first + n);
      first += n;
    }
    std::vector<int> sums(host.size());
    std::partial_sum(host.begin(), host.end(), sums.begin());

    auto const flat = in.ranges | lazy::flatten();
    typename S::template vector<int> out(host.size() + 1, 77);
    CHECK(written(out, flat | lazy::to(exec, out)) == host);
    CHECK(static_cast<int>(out[host.size()]) == 77);
    CHECK((flat | lazy::count(exec)) == std::ssize(host));
    CHECK((flat | lazy::reduce(exec)) == std::accumulate(host.begin(), host.end(), 0));
    CHECK(written(out, flat | lazy::filter(is_odd{}) | lazy::to(exec, out)) == odd);
    CHECK(written(out, flat | lazy::inclusive_scan() | lazy::to(exec, out)) == sums);
    CHECK((flat | lazy::drop(1) | lazy::take(3) | lazy::reduce(exec)) ==
          std::accumulate(host.begin() + std::min<std::ptrdiff_t>(1, std::ssize(host)),
                          host.begin() + std::min<std::ptrdiff_t>(4, std::ssize(host)), 0));

    // Ranges that a function returns, and ranges behind a filter.
    CHECK(written(out, in.ranges | lazy::transform(front_half{}) | lazy::flatten() | lazy::to(exec, out)) ==
          halves);
    CHECK(written(out, in.ranges | lazy::filter(has_even_size{}) | lazy::flatten() | lazy::to(exec, out)) ==
          of_even);

    flat | lazy::for_each(exec, add_seven{});
    auto changed = host;
    for (int& x : changed) x += 7;
    CHECK(host_copy(in.elements) == changed);
  }
}

TEST_CASE_TEMPLATE("flatten: containers, spans and elements that cannot be copied", S, HOST_BACKENDS) {
  auto const exec = S::policy();
  std::vector<std::vector<std::string>> const words{{"a", "bc"}, {}, {"def"}};
  std::vector<std::string> out(3);
  words | lazy::flatten() | lazy::to(exec, out);
  CHECK(out == std::vector<std::string>{"a", "bc", "def"});
  CHECK((words | lazy::filter([](auto const& w) { return w.size() == 1; }) | lazy::flatten() |
         lazy::reduce(exec, std::string())) == "def");

  std::vector<std::vector<std::unique_ptr<int>>> owners(3);
  for (int i = 0; i < 4; ++i) owners[i < 3 ? 0 : 2].push_back(std::make_unique<int>(i));
  CHECK((owners | lazy::flatten() | lazy::transform([](std::unique_ptr<int> const& p) { return *p; }) |
         lazy::reduce(exec)) == 6);

  std::vector<float> numbers(50'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = 1.0F / static_cast<float>(i + 1);
  std::vector<std::span<float const>> const spans{
      {numbers.data(), 70}, {numbers.data() + 70, 49'000}, {numbers.data() + 49'070, 930}};
  CHECK((spans | lazy::flatten() | lazy::reduce(exec, 0.0F)) ==
        thrum::reduce(exec, numbers.begin(), numbers.end(), 0.0F));

  // Ranges of ranges of ranges.
  std::vector<std::vector<std::vector<int>>> const deep{{{1}, {2, 3}}, {}, {{}, {4}}};
  std::vector<int> flat(4);
  deep | lazy::flatten() | lazy::flatten() | lazy::to(exec, flat);
  CHECK(flat == std::vector<int>{1, 2, 3, 4});
}
