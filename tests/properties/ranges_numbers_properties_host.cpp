// Random cases of the algorithms of thrum::ranges that compute with numbers and that the standard
// has not: sums, scans, means, histograms and what makes numbers, beside loops.
#include <thrum/ranges/adjacent_difference.h>
#include <thrum/ranges/for_each_expanded.h>
#include <thrum/ranges/histogram.h>
#include <thrum/ranges/mean.h>
#include <thrum/ranges/reduce.h>
#include <thrum/ranges/scan.h>
#include <thrum/ranges/sequence.h>
#include <thrum/ranges/tabulate.h>
#include <thrum/ranges/transform_reduce.h>
#include <thrum/ranges/variance.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>
#include "range_calls.h"
#include "run_properties.h"

namespace tr = thrum::ranges;
using namespace range_calls;

namespace {

using range_cases::difference;
using range_cases::doubled;
using thrum::detail::left_out;

/// Calls check(elements, projection, what the projection makes of the elements).
template <class Check>
void with_some_numbers(choices& c, Check check) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    check(v, projection, projected(v, projection));
  });
}
/// Numbers whose sums are too large for their type.
std::vector<std::int8_t> some_bytes(choices& c) {
  return c.small_numbers<std::int8_t>(some_size(c, several_tiles));
}

void sums(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    int const init = some_number(c);
    int const sum = std::accumulate(numbers.begin(), numbers.end(), init, multiplied());
    under_some_calls(
        c, [&](auto const& call) { same("sum", call(tr::reduce, v, init, multiplied(), projection), sum); });
  });
}
void sums_of_bytes(choices& c) {
  auto const v = some_bytes(c);
  int const sum = std::accumulate(v.begin(), v.end(), 3);
  under_some_calls(c, [&](auto const& call) {
    same("sum in the type of init", call(tr::reduce, v, 3), sum);
    same("sum in the type of the elements", call(tr::reduce, v), static_cast<std::int8_t>(sum - 3));
  });
}

void transformed_sums(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    int const init = some_number(c);
    int sum = init;
    for (int const x : numbers) sum = multiplied()(sum, 2 * x);
    under_some_calls(c, [&](auto const& call) {
      same("sum", call(tr::transform_reduce, v, init, multiplied(), doubled(), projection), sum);
    });
  });
}
void sums_of_pairs(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto of_one, std::vector<int> const& numbers) {
    auto const w = some_elements<numbered>(c, some_room(c, std::ssize(v)));
    auto const others = projected(w, &numbered::key);
    int const init = some_number(c);
    int sum = init, product = init;
    for (std::size_t i = 0; i < std::min(numbers.size(), others.size()); ++i) {
      sum = multiplied()(sum, numbers[i] - others[i]);
      product += numbers[i] * others[i];
    }
    under_some_calls(c, [&](auto const& call) {
      int const result =
          call(tr::transform_reduce, v, w, init, multiplied(), difference(), of_one, &numbered::key);
      same("sum of differences", result, sum);
      same("sum of products", call(tr::transform_reduce, numbers, others, init), product);
    });
  });
}

/// Calls `scan(call, out)` for an output of some length.
template <class Scan>
void scans(choices& c, auto const& v, std::vector<int> const& sums, Scan scan) {
  std::ptrdiff_t const room = some_room(c, std::ssize(sums)), written = std::min(room, std::ssize(sums));
  under_some_calls(c, written == std::ssize(sums), [&](auto const& call) {
    auto out = output_of<int>(room);
    auto const result = scan(call, out);
    same("result", figures_of(result, v.begin(), out.begin()), figures{written, written});
    same("output", out, in_room(sums, room));
  });
}
void inclusive_scans(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    auto sums = numbers;
    if (c.below(2) == 0) {
      std::inclusive_scan(numbers.begin(), numbers.end(), sums.begin(), composed());
      return scans(c, v, sums, [&](auto const& call, auto& out) {
        return call(tr::inclusive_scan, v, to(out), composed(), left_out(), projection);
      });
    }
    int const init = some_number(c);
    c.note("init", init);
    std::inclusive_scan(numbers.begin(), numbers.end(), sums.begin(), composed(), init);
    scans(c, v, sums, [&](auto const& call, auto& out) {
      return call(tr::inclusive_scan, v, to(out), composed(), init, projection);
    });
  });
}
void exclusive_scans(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    int const init = some_number(c);
    auto sums = numbers;
    std::exclusive_scan(numbers.begin(), numbers.end(), sums.begin(), init, composed());
    scans(c, v, sums, [&](auto const& call, auto& out) {
      return call(tr::exclusive_scan, v, to(out), init, composed(), projection);
    });
  });
}
/// Sums are made in the type of the elements or of init, also in place.
void scans_of_bytes(choices& c) {
  auto const v = some_bytes(c);
  std::vector<int> sums(v.size()), inclusive(v.size()), exclusive(v.size()), from_init(v.size());
  std::inclusive_scan(v.begin(), v.end(), sums.begin(), std::plus<>(), 0);
  for (std::size_t i = 0; i < v.size(); ++i) {
    inclusive[i] = static_cast<std::int8_t>(sums[i]);
    exclusive[i] = i == 0 ? 0 : inclusive[i - 1];
    from_init[i] = i == 0 ? 3 : sums[i - 1] + 3;
  }
  bool const in_place = c.chance(3);
  c.note("in place", in_place);
  under_some_calls(c, [&](auto const& call) {
    auto const check = [&](char const* what, auto const& expected, auto scan) {
      if (in_place) {
        auto out = v;
        scan(out, out);
        same(what, out, std::vector<std::int8_t>(expected.begin(), expected.end()));
      } else {
        std::vector<int> out(v.size());
        scan(v, out);
        same(what, out, expected);
      }
    };
    check("inclusive_scan", inclusive, [&](auto& from, auto& out) { call(tr::inclusive_scan, from, out); });
    check("exclusive_scan", exclusive, [&](auto& from, auto& out) { call(tr::exclusive_scan, from, out); });
    auto out = output_of<int>(std::ssize(v));
    call(tr::exclusive_scan, v, out, 3);
    same("exclusive_scan from init", out, from_init);
  });
}

void differences(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    auto expected = numbers;
    if (c.below(2) == 0) {
      std::adjacent_difference(numbers.begin(), numbers.end(), expected.begin());
      return scans(c, numbers, expected,
                   [&](auto const& call, auto& out) { return call(tr::adjacent_difference, numbers, to(out)); });
    }
    std::adjacent_difference(numbers.begin(), numbers.end(), expected.begin(), composed());
    scans(c, v, expected, [&](auto const& call, auto& out) {
      return call(tr::adjacent_difference, v, to(out), composed(), projection);
    });
  });
}

/// Compares numbers but for a rounding.
void close(double result, double expected) {
  if (std::isnan(result) && std::isnan(expected)) return;
  if (!(std::abs(result - expected) <= 1e-12 * expected)) same("result", result, expected);
}
/// Compares with what the exact sums of numbers and of their squares give.
void moments(choices& c, auto const& algorithm, auto const& of_sums) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    auto const sum = std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
    auto const squares = std::inner_product(numbers.begin(), numbers.end(), numbers.begin(), std::int64_t{0});
    double const expected = of_sums(std::ssize(numbers), sum, squares);
    under_some_calls(c, [&](auto const& call) { close(call(algorithm, v, projection), expected); });
  });
}
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
void means(choices& c) {
  moments(c, tr::mean, [](std::int64_t n, std::int64_t sum, std::int64_t) {
    return n == 0 ? nan : static_cast<double>(sum) / static_cast<double>(n);
  });
}
void variances(choices& c) {
  moments(c, tr::variance, [](std::int64_t n, std::int64_t sum, std::int64_t squares) {
    return n == 0 ? nan : static_cast<double>(n * squares - sum * sum) / static_cast<double>(n * n);
  });
}
void sample_variances(choices& c) {
  moments(c, tr::sample_variance, [](std::int64_t n, std::int64_t sum, std::int64_t squares) {
    return n < 2 ? nan : static_cast<double>(n * squares - sum * sum) / static_cast<double>(n * (n - 1));
  });
}

std::ptrdiff_t some_bins(choices& c) {
  std::ptrdiff_t const bins = c.chance(4) ? c.between(1, 1000) : c.between(1, 40);
  c.note("bins", bins);
  return bins;
}
void even_histograms(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    std::ptrdiff_t const bins = some_bins(c), lower = c.between(-210, 200), upper = c.between(lower + 1, 210);
    std::vector<std::ptrdiff_t> counts(static_cast<std::size_t>(bins));
    for (int const x : numbers) {
      if (lower <= x && x < upper) ++counts.begin()[(x - lower) * bins / (upper - lower)];
    }
    under_some_calls(c, [&](auto const& call) {
      auto out = output_of<std::ptrdiff_t>(bins);
      auto const result = call(tr::histogram_even, v, out, lower, upper, projection);
      same("result", figures_of(result, v.begin(), out.begin()), figures{std::ssize(v), bins});
      same("counts", out, counts);
    });
  });
}
/// Fewer bins than the bounds have intervals, as many, or more.
void histograms(choices& c) {
  with_some_numbers(c, [&](auto const& v, auto projection, std::vector<int> const& numbers) {
    auto bounds = c.small_numbers<int>(some_bins(c) - 1);
    std::sort(bounds.begin(), bounds.end());
    std::ptrdiff_t const intervals = std::max(std::ssize(bounds), std::ptrdiff_t{1}) - 1;
    std::ptrdiff_t const room = some_room(c, intervals), filled = std::min(room, intervals);
    std::vector<std::ptrdiff_t> counts(static_cast<std::size_t>(intervals));
    for (int const x : numbers) {
      auto const above = std::upper_bound(bounds.begin(), bounds.end(), x);
      if (above != bounds.begin() && above != bounds.end()) ++counts.begin()[above - bounds.begin() - 1];
    }
    under_some_calls(c, [&](auto const& call) {
      auto out = output_of<std::ptrdiff_t>(room);
      auto const result = call(tr::histogram, v, out, bounds, projection);
      same("result", figures_of(result, v.begin(), out.begin()), figures{std::ssize(v), filled});
      same("counts", out, in_room(counts, room));
    });
  });
}

/// Makes numbers of the indices of a range.
void makes(choices& c, auto const& algorithm, auto const& number_at, auto const&... arguments) {
  std::vector<std::int64_t> expected(static_cast<std::size_t>(some_size(c)));
  for (std::ptrdiff_t i = 0; i < std::ssize(expected); ++i) expected.begin()[i] = number_at(i);
  under_some_calls(c, [&](auto const& call) {
    auto out = output_of<std::int64_t>(std::ssize(expected));
    same("result", figures_of(call(algorithm, out, arguments...), out.begin()), figures{std::ssize(out)});
    same("output", out, expected);
  });
}
void tabulates(choices& c) {
  std::int64_t const factor = some_number(c);
  auto const number_at = [=](std::ptrdiff_t i) { return factor * i * i; };
  makes(c, tr::tabulate, number_at, number_at);
}
void sequences(choices& c) {
  std::int64_t const init = some_number(c), step = some_number(c);
  std::ptrdiff_t const numbers = c.below(3);
  if (numbers == 0) makes(c, tr::sequence, [](std::ptrdiff_t i) { return i; });
  else if (numbers == 1) makes(c, tr::sequence, [=](std::ptrdiff_t i) { return init + i; }, init);
  else makes(c, tr::sequence, [=](std::ptrdiff_t i) { return init + i * step; }, init, step);
}

/// Counts the calls for each pair.
struct calls_counted {
  std::ptrdiff_t const* begins;
  int* calls;
  void operator()(std::ptrdiff_t i, std::ptrdiff_t j) const { ++calls[begins[i] + j]; }
};
void expands(choices& c) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, 2000));
    figures begins{0};
    for (int const count : projected(v, projection)) begins.push_back(begins.back() + std::max(count, 0));
    std::vector<int> const once(static_cast<std::size_t>(begins.back()), 1);
    under_some_calls(c, [&](auto const& call) {
      std::vector<int> counted(once.size());
      calls_counted const f{begins.data(), counted.data()};
      auto const result = call(tr::for_each_expanded, v, f, projection);
      same("result", figures_of(result, v.begin()), figures{std::ssize(v)});
      holds("functor", result.fun.calls == counted.data());
      same("calls", counted, once);
    });
  });
}

constexpr std::array properties{property{"ranges::reduce", sums},
                                property{"ranges::reduce, bytes", sums_of_bytes},
                                property{"ranges::transform_reduce", transformed_sums},
                                property{"ranges::transform_reduce, pairs", sums_of_pairs},
                                property{"ranges::inclusive_scan", inclusive_scans},
                                property{"ranges::exclusive_scan", exclusive_scans},
                                property{"ranges::exclusive_scan, inclusive_scan, bytes", scans_of_bytes},
                                property{"ranges::adjacent_difference", differences},
                                property{"ranges::mean", means},
                                property{"ranges::variance", variances},
                                property{"ranges::sample_variance", sample_variances},
                                property{"ranges::histogram_even", even_histograms},
                                property{"ranges::histogram", histograms},
                                property{"ranges::tabulate", tabulates},
                                property{"ranges::sequence", sequences},
                                property{"ranges::for_each_expanded", expands}};

}  // namespace

TEST_CASE("algorithms of ranges of numbers do as loops") { run_properties(properties); }
