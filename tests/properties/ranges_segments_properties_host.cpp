// Random cases of the algorithms of thrum::ranges that take segments, beside loops over the
// segments: sums, scans, sorts, extrema, selections and copies. Outputs may be shorter than the
// results.
#include <thrum/extrema.h>
#include <thrum/ranges/segmented_copy.h>
#include <thrum/ranges/segmented_extrema.h>
#include <thrum/ranges/segmented_reduce.h>
#include <thrum/ranges/segmented_scan.h>
#include <thrum/ranges/segmented_sort.h>
#include <thrum/ranges/segmented_top_k.h>
#include <thrum/segments.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>
#include "range_calls.h"
#include "run_properties.h"

namespace tr = thrum::ranges;
using namespace range_calls;

namespace {

using thrum::detail::left_out;

/// Calls check(segments, their offsets), for n elements. Of segments of one size the offsets are
/// computed.
template <class Check>
void with_some_segments(choices& c, std::ptrdiff_t n, Check check) {
  if (c.below(2) == 0) {
    auto const offsets = c.offsets(n);
    return check(thrum::segments_at(offsets.begin(), offsets.end()), offsets);
  }
  std::ptrdiff_t const length = c.chance(2) ? c.between(1, 100) : c.between(1, n + 1);
  c.note("segments of", length);
  figures offsets{0};
  while (offsets.back() < n) offsets.push_back(std::min(n, offsets.back() + length));
  check(thrum::segments_of(length), offsets);
}
std::ptrdiff_t segments_between(figures const& offsets) { return offsets.empty() ? 0 : std::ssize(offsets) - 1; }

void sums(choices& c) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    auto const numbers = projected(v, projection);
    int const init = some_number(c);
    with_some_segments(c, std::ssize(v), [&](auto segments, figures const& offsets) {
      std::vector<int> sums;
      for (std::size_t s = 1; s < offsets.size(); ++s)
        sums.push_back(
            std::accumulate(numbers.begin() + offsets[s - 1], numbers.begin() + offsets[s], init, multiplied()));
      std::ptrdiff_t const room = some_room(c, std::ssize(sums)), written = std::min(room, std::ssize(sums));
      under_some_calls(c, room >= std::ssize(sums), [&](auto const& call) {
        auto out = output_of<int>(room);
        auto const result = call(tr::segmented_reduce, v, segments, to(out), init, multiplied(), projection);
        same("result", figures_of(result, v.begin(), out.begin()), figures{std::ssize(v), written});
        same("sums", out, in_room(sums, room));
      });
    });
  });
}

/// Nothing is written for elements that are in no segment.
void scans(choices& c, auto const& scanned, auto const& scan) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    auto const numbers = projected(v, projection);
    int const init = some_number(c);
    with_some_segments(c, std::ssize(v), [&](auto segments, figures const& offsets) {
      auto sums = output_of<int>(std::ssize(v));
      for (std::size_t s = 1; s < offsets.size(); ++s)
        scanned(numbers.begin() + offsets[s - 1], numbers.begin() + offsets[s], sums.begin() + offsets[s - 1],
                init);
      std::ptrdiff_t const room = some_room(c, std::ssize(v)), written = std::min(room, std::ssize(v));
      under_some_calls(c, room >= std::ssize(v), [&](auto const& call) {
        auto out = output_of<int>(room);
        auto const result = scan(call, v, segments, to(out), init, projection);
        same("result", figures_of(result, v.begin(), out.begin()), figures{written, written});
        same("output", out, in_room(sums, room));
      });
    });
  });
}
void inclusive_scans(choices& c) {
  scans(
      c, [](auto first, auto last, auto out, int) { std::inclusive_scan(first, last, out, composed()); },
      [](auto const& call, auto const& v, auto segments, auto out, int, auto projection) {
        return call(tr::segmented_inclusive_scan, v, segments, out, composed(), left_out(), projection);
      });
}
void inclusive_scans_from_init(choices& c) {
  scans(
      c,
      [](auto first, auto last, auto out, int init) { std::inclusive_scan(first, last, out, composed(), init); },
      [](auto const& call, auto const& v, auto segments, auto out, int init, auto projection) {
        return call(tr::segmented_inclusive_scan, v, segments, out, composed(), init, projection);
      });
}
void exclusive_scans(choices& c) {
  scans(
      c,
      [](auto first, auto last, auto out, int init) { std::exclusive_scan(first, last, out, init, composed()); },
      [](auto const& call, auto const& v, auto segments, auto out, int init, auto projection) {
        return call(tr::segmented_exclusive_scan, v, segments, out, init, composed(), projection);
      });
}

/// Elements that are in no segment stay.
void sorts(choices& c) {
  with_some_order(c, [&]<class T>(std::type_identity<T>, auto less, auto projection) {
    auto const original = some_elements<T>(c, some_size(c, several_tiles));
    with_some_segments(c, std::ssize(original), [&](auto segments, figures const& offsets) {
      auto expected = original;
      for (std::size_t s = 1; s < offsets.size(); ++s)
        std::ranges::stable_sort(expected.begin() + offsets[s - 1], expected.begin() + offsets[s], less,
                                 projection);
      under_some_calls(c, [&](auto const& call) {
        auto v = original;
        auto const result = call(tr::segmented_sort, v, segments, less, projection);
        same("result", figures_of(result, v.begin()), figures{std::ssize(v)});
        holds("elements", v == expected);
      });
    });
  });
}
void sorts_by_key(choices& c) {
  with_some_order(c, [&]<class K>(std::type_identity<K>, auto less, auto projection) {
    auto const keys = some_elements<K>(c, some_size(c, several_tiles));
    auto const values = some_elements<numbered>(c, some_length(c, std::ssize(keys)));
    std::ptrdiff_t const n = common_size(keys, values);
    auto const numbers = projected(keys, projection);
    with_some_segments(c, n, [&](auto segments, figures const& offsets) {
      auto sorted_keys = keys;
      auto sorted_values = values;
      for (std::size_t s = 1; s < offsets.size(); ++s) {
        std::vector<int> const part(numbers.begin() + offsets[s - 1], numbers.begin() + offsets[s]);
        auto places = places_in_order(part, less);
        for (std::ptrdiff_t& i : places) i += offsets[s - 1];
        std::ranges::copy(elements_at(places, keys), sorted_keys.begin() + offsets[s - 1]);
        std::ranges::copy(elements_at(places, values), sorted_values.begin() + offsets[s - 1]);
      }
      under_some_calls(c, [&](auto const& call) {
        auto k = keys;
        auto v = values;
        auto const result = call(tr::segmented_sort_by_key, k, v, segments, less, projection);
        same("result", figures_of(result, k.begin(), v.begin()), figures{n, n});
        holds("keys", k == sorted_keys);
        holds("values", v == sorted_values);
      });
    });
  });
}

/// The first of the least elements of each segment, or of the greatest.
void extrema(choices& c, auto const& algorithm, auto const& first_of) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    using found = thrum::indexed_value<T>;
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    with_some_segments(c, std::ssize(v), [&](auto segments, figures const& offsets) {
      std::vector<found> all;
      for (std::size_t s = 1; s < offsets.size(); ++s) {
        auto const first = v.begin() + offsets[s - 1], last = v.begin() + offsets[s];
        auto const at = first_of(first, last, std::ranges::less(), projection);
        all.push_back(first == last ? found{} : found{*at, at - first});
      }
      std::ptrdiff_t const room = some_room(c, std::ssize(all)), written = std::min(room, std::ssize(all));
      std::vector<found> expected(static_cast<std::size_t>(room), found{untouched<T>(), -2});
      std::copy_n(all.begin(), written, expected.begin());
      under_some_calls(c, room >= std::ssize(all), [&](auto const& call) {
        std::vector<found> out(expected.size(), found{untouched<T>(), -2});
        auto const result = call(algorithm, v, segments, to(out), std::ranges::less(), projection);
        same("result", figures_of(result, v.begin(), out.begin()), figures{std::ssize(v), written});
        holds("output", out == expected);
      });
    });
  });
}

/// Each segment has k places, of which some are not written if it is shorter.
void selects(choices& c) {
  with_some_order(c, [&]<class T>(std::type_identity<T>, auto less, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    auto const numbers = projected(v, projection);
    with_some_segments(c, std::ssize(v), [&](auto segments, figures const& offsets) {
      std::ptrdiff_t const all = segments_between(offsets);
      std::ptrdiff_t const k = c.chance(2) ? c.below(5) : c.below(std::ssize(v) * 2 / (all + 1) + 3);
      c.note("k", k);
      std::ptrdiff_t const room = some_room(c, all * k), taken = std::min(all, k == 0 ? room : room / k);
      auto expected = output_of<T>(room);
      for (std::ptrdiff_t s = 0; s < taken && k > 0; ++s) {
        std::ptrdiff_t const begin = offsets.begin()[s], end = offsets.begin()[s + 1];
        std::vector<int> const part(numbers.begin() + begin, numbers.begin() + end);
        auto const places = places_in_order(part, [&](int x, int y) { return less(y, x); });
        for (std::ptrdiff_t i = 0; i < std::min(k, end - begin); ++i)
          expected.begin()[s * k + i] = v.begin()[begin + places.begin()[i]];
      }
      under_some_calls(c, room >= all * k, [&](auto const& call) {
        auto out = output_of<T>(room);
        auto const result = call(tr::segmented_top_k, v, segments, k, to(out), less, projection);
        same("result", figures_of(result, v.begin(), out.begin()), figures{std::ssize(v), taken * k});
        holds("output", out == expected);
      });
    });
  });
}

/// Copies overlap in the range, and lie in any order in the output, with places between them.
void copies(choices& c) {
  auto const v = some_elements<numbered>(c, some_size(c, several_tiles));
  std::ptrdiff_t const n = std::ssize(v), most = c.below(c.chance(2) ? 4 : n + 1) + 1;
  std::ptrdiff_t const count = c.below(c.chance(2) ? 5 : std::min<std::ptrdiff_t>(n, 20'000 / most) + 5);
  c.note("copies", count);
  auto const begins = c.places(count, n + 1), wanted = c.places(count, most);
  figures order(begins.size()), sizes, out_begins(begins.size());
  for (std::size_t s = 0; s < begins.size(); ++s) sizes.push_back(std::min(wanted[s] - 1, n - begins[s]));
  std::iota(order.begin(), order.end(), std::ptrdiff_t{0});
  std::ranges::shuffle(order, std::mt19937_64(c.bits()));
  std::ptrdiff_t room = 1;
  for (std::ptrdiff_t const s : order) {
    out_begins.begin()[s] = room;
    room += std::max(sizes.begin()[s], std::ptrdiff_t{0}) + s % 2;
  }
  if (count > 0 && c.chance(3)) (c.below(2) == 0 ? sizes : out_begins).pop_back();
  std::ptrdiff_t const taken = std::min(std::ssize(sizes), std::ssize(out_begins));
  auto expected = output_of<numbered>(room);
  for (std::ptrdiff_t s = 0; s < taken; ++s) {
    for (std::ptrdiff_t j = 0; j < sizes.begin()[s]; ++j)
      expected.begin()[out_begins.begin()[s] + j] = v.begin()[begins.begin()[s] + j];
  }
  under_some_calls(c, [&](auto const& call) {
    auto out = output_of<numbered>(room);
    auto const end = call(tr::segmented_copy, begins, sizes, v, out, out_begins);
    same("result", end - begins.begin(), taken);
    holds("output", out == expected);
  });
}

constexpr std::array properties{
    property{"ranges::segmented_reduce", sums},
    property{"ranges::segmented_inclusive_scan", inclusive_scans},
    property{"ranges::segmented_inclusive_scan, init", inclusive_scans_from_init},
    property{"ranges::segmented_exclusive_scan", exclusive_scans},
    property{"ranges::segmented_sort", sorts},
    property{"ranges::segmented_sort_by_key", sorts_by_key},
    property{"ranges::segmented_argmin",
             [](choices& c) { extrema(c, tr::segmented_argmin, std::ranges::min_element); }},
    property{"ranges::segmented_argmax",
             [](choices& c) { extrema(c, tr::segmented_argmax, std::ranges::max_element); }},
    property{"ranges::segmented_top_k", selects},
    property{"ranges::segmented_copy", copies}};

}  // namespace

TEST_CASE("algorithms of ranges with segments do as loops") { run_properties(properties); }
