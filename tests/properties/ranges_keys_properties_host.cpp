// Random cases of the algorithms of thrum::ranges that put equal keys together and that the standard
// has not: sums by key, runs and groups, beside loops. A call takes as many keys as there are
// values; outputs may be shorter than the results.
#include <thrum/ranges/group_reduce.h>
#include <thrum/ranges/histogram.h>
#include <thrum/ranges/reduce.h>
#include <thrum/ranges/run_length.h>
#include <thrum/ranges/scan_by_key.h>
#include <thrum/ranges/unique.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>
#include "range_calls.h"
#include "run_properties.h"

namespace tr = thrum::ranges;
using namespace range_calls;

namespace {

/// Calls check(keys, values, of_key, of_value): projections of numbers are functions, and those of
/// other elements members.
template <class Check>
void with_some_pairs(choices& c, std::ptrdiff_t most, Check check) {
  std::ptrdiff_t const n = some_size(c, most), m = some_length(c, n);
  auto const others = some_elements<numbered>(c, n);
  auto const numbers = some_elements<int>(c, m);
  times const f = some_times(c);
  bool const keys_are_numbers = c.below(2) == 0;
  c.note("keys are numbers", keys_are_numbers);
  if (keys_are_numbers) check(numbers, others, f, &numbered::key);
  else check(others, numbers, &numbered::key, f);
}
template <class Check>
void with_some_pairs(choices& c, Check check) {
  with_some_pairs(c, several_tiles, check);
}

/// Where the runs of the first n keys begin, and n.
figures runs_of(std::vector<int> const& keys, std::ptrdiff_t n, alike const& equal) {
  figures begins;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (i == 0 || !equal(keys.begin()[i - 1], keys.begin()[i])) begins.push_back(i);
  }
  begins.push_back(n);
  return begins;
}
void sums_of_runs(choices& c) {
  with_some_pairs(c, [&]<class K, class V>(std::vector<K> const& keys, std::vector<V> const& values, auto of_key,
                                           auto of_value) {
    alike const equal = some_alike(c);
    auto const begins = runs_of(projected(keys, of_key), common_size(keys, values), equal);
    auto const added = projected(values, of_value);
    figures const firsts(begins.begin(), begins.end() - 1);
    std::vector<int> sums;
    for (std::size_t r = 0; r + 1 < begins.size(); ++r) {
      sums.push_back(added.begin()[begins[r]]);
      for (std::ptrdiff_t i = begins[r] + 1; i < begins[r + 1]; ++i)
        sums.back() = composed()(sums.back(), added.begin()[i]);
    }
    two_rooms const rooms(c, std::ssize(sums));
    std::ptrdiff_t const read = begins.begin()[rooms.written];
    two_outputs<K, int> const expected(rooms, elements_at(firsts, keys), sums);
    under_some_calls(c, rooms.for_all, [&](auto const& call) {
      two_outputs<K, int> out(rooms);
      auto const result =
          call(tr::reduce_by_key, keys, values, out.first, to(out.second), equal, composed(), of_key, of_value);
      same("result", figures_of(result, keys.begin(), values.begin(), out.first.begin(), out.second.begin()),
           figures{read, read, rooms.written, rooms.written});
      holds("output", out == expected);
    });
  });
}

template <bool Inclusive>
void scans_of_runs(choices& c) {
  with_some_pairs(c, [&](auto const& keys, auto const& values, auto of_key, auto of_value) {
    alike const equal = some_alike(c);
    int const init = some_number(c);
    auto const numbers = projected(keys, of_key), added = projected(values, of_value);
    std::vector<int> sums;
    for (std::size_t i = 0; i < std::min(numbers.size(), added.size()); ++i) {
      bool const begins = i == 0 || !equal(numbers[i - 1], numbers[i]);
      if (Inclusive) sums.push_back(begins ? added[i] : composed()(sums.back(), added[i]));
      else sums.push_back(begins ? init : composed()(sums.back(), added[i - 1]));
    }
    std::ptrdiff_t const room = some_room(c, std::ssize(sums)), written = std::min(room, std::ssize(sums));
    under_some_calls(c, room >= std::ssize(sums), [&](auto const& call) {
      auto out = output_of<int>(room);
      auto const result = [&] {
        if constexpr (Inclusive)
          return call(tr::inclusive_scan_by_key, keys, values, to(out), equal, composed(), of_key, of_value);
        else
          return call(tr::exclusive_scan_by_key, keys, values, to(out), init, equal, composed(), of_key, of_value);
      }();
      same("result", figures_of(result, keys.begin(), values.begin(), out.begin()),
           figures{written, written, written});
      same("output", out, in_room(sums, room));
    });
  });
}

/// What is behind those that are left, up to the end of the shorter range, is not specified.
void keeps_first_of_runs(choices& c) {
  with_some_pairs(c, [&](auto const& keys, auto const& values, auto of_key, auto) {
    alike const equal = some_alike(c);
    std::ptrdiff_t const n = common_size(keys, values);
    auto firsts = runs_of(projected(keys, of_key), n, equal);
    firsts.pop_back();
    under_some_calls(c, [&](auto const& call) {
      auto k = keys;
      auto v = values;
      auto const result = call(tr::unique_by_key, k, v, equal, of_key);
      same("result", figures_of(result, k.begin(), v.begin()), figures{std::ssize(firsts), std::ssize(firsts)});
      auto const kept = [&](auto const& left, auto const& all) {
        return std::ranges::equal(elements_at(firsts, all), std::span(left.begin(), firsts.size())) &&
               std::equal(left.begin() + n, left.end(), all.begin() + n);
      };
      holds("keys", kept(k, keys));
      holds("values", kept(v, values));
    });
  });
}
void copies_first_of_runs(choices& c) {
  with_some_pairs(
      c, [&]<class K, class V>(std::vector<K> const& keys, std::vector<V> const& values, auto of_key, auto) {
        alike const equal = some_alike(c);
        auto const begins = runs_of(projected(keys, of_key), common_size(keys, values), equal);
        two_rooms const rooms(c, std::ssize(begins) - 1);
        std::ptrdiff_t const read = begins.begin()[rooms.written];
        auto const expected = picked(rooms, figures(begins.begin(), begins.end() - 1), keys, values);
        under_some_calls(c, rooms.for_all, [&](auto const& call) {
          two_outputs<K, V> out(rooms);
          auto const result = call(tr::unique_by_key_copy, keys, values, out.first, to(out.second), equal, of_key);
          same("result", figures_of(result, keys.begin(), values.begin(), out.first.begin(), out.second.begin()),
               figures{read, read, rooms.written, rooms.written});
          holds("output", out == expected);
        });
      });
}

void sums_of_bins(choices& c) {
  with_some_pairs(c, [&](auto const& keys, auto const& values, auto of_key, auto of_value) {
    std::ptrdiff_t const n = common_size(keys, values), bins = c.below(220);
    auto const numbers = projected(keys, of_key), added = projected(values, of_value);
    std::vector<std::int64_t> sums(static_cast<std::size_t>(bins));
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      int const key = numbers.begin()[i];
      if (0 <= key && key < bins) sums.begin()[key] += added.begin()[i];
    }
    under_some_calls(c, [&](auto const& call) {
      auto out = output_of<std::int64_t>(bins);
      auto const result = call(tr::histogram_by_key, keys, values, out, of_key, of_value);
      same("result", figures_of(result, keys.begin(), values.begin(), out.begin()), figures{n, n, bins});
      same("sums", out, sums);
    });
  });
}

struct hash_of_alike {
  int bits;
  std::size_t operator()(int x) const { return static_cast<std::size_t>((x >> bits) % 50); }
};
void sums_of_groups(choices& c) {
  with_some_pairs(c, [&](auto const& keys, auto const& values, auto of_key, auto of_value) {
    alike const equal = some_alike(c);
    std::ptrdiff_t const n = common_size(keys, values);
    auto const numbers = projected(keys, of_key), added = projected(values, of_value);
    std::vector<int> firsts, sums;
    figures group_of(1000, -1);  // of each key, from the least on
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      int const key = numbers.begin()[i], x = added.begin()[i];
      std::ptrdiff_t& group = group_of.begin()[(key >> equal.bits) + 500];
      if (group >= 0) {
        sums.begin()[group] = composed()(sums.begin()[group], x);
      } else {
        group = std::ssize(firsts);
        firsts.push_back(key);
        sums.push_back(x);
      }
    }
    two_rooms const rooms(c, std::ssize(firsts));
    two_outputs const expected(rooms, firsts, sums);
    under_some_calls(c, rooms.for_all, [&](auto const& call) {
      two_outputs<int, int> out(rooms);
      auto const result = equal.bits == 0 ? call(tr::group_reduce, keys, values, out.first, to(out.second),
                                                 composed(), of_key, of_value)
                                          : call(tr::group_reduce, keys, values, out.first, to(out.second),
                                                 composed(), of_key, of_value, hash_of_alike{equal.bits}, equal);
      same("result", figures_of(result, keys.begin(), values.begin(), out.first.begin(), out.second.begin()),
           figures{n, n, rooms.written, rooms.written});
      holds("output", out == expected);
    });
  });
}

void encodes(choices& c) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c, several_tiles));
    alike const equal = some_alike(c);
    auto const begins = runs_of(projected(v, projection), std::ssize(v), equal);
    figures const firsts(begins.begin(), begins.end() - 1);
    std::vector<int> lengths;
    for (std::size_t r = 0; r + 1 < begins.size(); ++r)
      lengths.push_back(static_cast<int>(begins[r + 1] - begins[r]));
    two_rooms const rooms(c, std::ssize(lengths));
    two_outputs<T, int> const expected(rooms, elements_at(firsts, v), lengths);
    under_some_calls(c, rooms.for_all, [&](auto const& call) {
      two_outputs<T, int> out(rooms);
      auto const result = call(tr::run_length_encode, v, out.first, to(out.second), equal, projection);
      same("result", figures_of(result, v.begin(), out.first.begin(), out.second.begin()),
           figures{begins.begin()[rooms.written], rooms.written, rooms.written});
      holds("output", out == expected);
    });
  });
}
/// Counts of zero and below make no copies.
void decodes(choices& c) {
  with_some_pairs(c, 2000, [&](auto const& values, auto const& counts, auto of_value, auto of_count) {
    auto const copied = projected(values, of_value), numbers = projected(counts, of_count);
    std::ptrdiff_t const n = common_size(values, counts);
    figures ends{0};
    std::vector<int> copies;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      for (int j = 0; j < numbers.begin()[i]; ++j) copies.push_back(copied.begin()[i]);
      ends.push_back(std::ssize(copies));
    }
    std::ptrdiff_t const room = some_room(c, std::ssize(copies));
    std::ptrdiff_t const taken = std::upper_bound(ends.begin(), ends.end(), room) - ends.begin() - 1;
    under_some_calls(c, room >= std::ssize(copies), [&](auto const& call) {
      auto out = output_of<int>(room);
      auto const result = call(tr::run_length_decode, values, counts, to(out), of_value, of_count);
      same("result", figures_of(result, values.begin(), counts.begin(), out.begin()),
           figures{taken, taken, std::min(room, std::ssize(copies))});
      same("output", out, in_room(copies, room));
    });
  });
}

constexpr std::array properties{property{"ranges::reduce_by_key", sums_of_runs},
                                property{"ranges::inclusive_scan_by_key", scans_of_runs<true>},
                                property{"ranges::exclusive_scan_by_key", scans_of_runs<false>},
                                property{"ranges::unique_by_key", keeps_first_of_runs},
                                property{"ranges::unique_by_key_copy", copies_first_of_runs},
                                property{"ranges::histogram_by_key", sums_of_bins},
                                property{"ranges::group_reduce", sums_of_groups},
                                property{"ranges::run_length_encode", encodes},
                                property{"ranges::run_length_decode", decodes}};

}  // namespace

TEST_CASE("algorithms of ranges of keys do as loops") { run_properties(properties); }
