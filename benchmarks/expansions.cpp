// Work of many lengths: segmented_copy and for_each_expanded of segments of 1 to 15 elements, of
// 10000, and of lengths from 1 to 20000; the 8 greatest elements of each segment of the last two;
// and inner_join of sorted keys, of which each occurs once or twice. "std" is a loop over the
// segments, "std par" the same by std::for_each(par), and for the join a merge by hand.
#include "contenders.h"

#include "frame/lengths.h"

#include <thrum/for_each_expanded.h>
#include <thrum/inner_join.h>
#include <thrum/segmented_copy.h>
#include <thrum/segmented_top_k.h>
#include <thrum/tbb.h>

#include <algorithm>
#include <numeric>

namespace {

constexpr lengths all_lengths[] = {{"short", 1, 15}, {"long", 5000, 15000}, {"mixed", 1, 20000, true}};

/// Segments of an input, and where each is copied to: in the opposite order.
template <class T, int L>
struct cut {
  cut(std::ptrdiff_t n, std::uint64_t stream) : values(::values<T>(n, distribution::uniform, stream)), offsets{0} {
    for (std::ptrdiff_t const length : draw(all_lengths[L], n, stream + 1)) {
      numbers.push_back(static_cast<std::int32_t>(numbers.size()));
      sizes.push_back(static_cast<std::int32_t>(length));
      offsets.push_back(static_cast<std::int32_t>(offsets.back() + length));
      targets.push_back(static_cast<std::int32_t>(n - offsets.back()));
    }
  }
  std::vector<T> values;
  std::vector<std::int32_t> offsets, sizes, targets, numbers;
  auto segments() const { return thrum::segments_at(offsets.begin(), offsets.end()); }
};
template <class T, int L>
struct cut_input : in_turn<cut<T, L>> {
  cut_input(std::ptrdiff_t n, distribution) : in_turn<cut<T, L>>(n), out(static_cast<std::size_t>(n)) {}
  std::vector<T> out;
};

constexpr std::ptrdiff_t wanted = 8;
template <class T, int L>
struct cut_top : in_turn<cut<T, L>> {
  cut_top(std::ptrdiff_t n, distribution) : in_turn<cut<T, L>>(n), out(static_cast<std::size_t>(wanted * n)) {}
  void restore() {
    in_turn<cut<T, L>>::restore();
    // Segments with fewer elements leave places as they are.
    std::fill_n(out.begin(), wanted * std::ssize(this->now().numbers), T(0));
  }
  void results(outcome& all) const {
    all.in_order(std::span(out).first(static_cast<std::size_t>(wanted * std::ssize(this->now().numbers))));
  }
  std::vector<T> out;
};

/// Adds rows in which call(v, s) does the work of segment s.
template <class Rows, class Call>
void add_one_by_one(Rows const& row, Call call) {
  auto const work = [call](auto& v) {
    return [call, &v](std::int32_t s) { call(v, static_cast<std::size_t>(s)); };
  };
  row("std", [work](auto& v) { std::for_each(v.now().numbers.begin(), v.now().numbers.end(), work(v)); });
#if defined(HAS_STD_PAR)
  row("std par", [work](auto& v) {
    std::for_each(std::execution::par, v.now().numbers.begin(), v.now().numbers.end(), work(v));
  });
#endif
}

/// Stores i + j for the j-th element of segment i.
template <class T>
struct store_sum {
  std::int32_t const* begins;
  T* out;
  void operator()(std::ptrdiff_t i, std::ptrdiff_t j) const { out[begins[i] + j] = static_cast<T>(i + j); }
};

template <class T, int L>
void add_rows_of() {
  auto const of_segments = std::string(" of ") + all_lengths[L].name + " segments";

  rows<T, cut_input<T, L>> const copies("segmented_copy" + of_segments, {.bytes = 2 * sizeof(T)});
  BENCHMARK_THRUM(copies, segmented_copy, v.now().offsets.begin(), v.now().offsets.end() - 1,
                  v.now().sizes.begin(), v.now().values.begin(), v.out.begin(), v.now().targets.begin())
  add_one_by_one(copies, [](auto& v, std::size_t s) {
    auto const& in = v.now();
    std::copy_n(in.values.begin() + in.offsets[s], in.sizes[s], v.out.begin() + in.targets[s]);
  });

  rows<T, cut_input<T, L>> const pairs("for_each_expanded" + of_segments, {.bytes = sizeof(T)});
  auto const expand = [](auto const& policy, auto& v) {
    auto const& in = v.now();
    thrum::for_each_expanded(policy, in.sizes.begin(), in.sizes.end(),
                             store_sum<T>{in.offsets.data(), v.out.data()});
  };
  pairs("thrum seq", [expand](auto& v) { expand(thrum::seq, v); });
  pairs("thrum tbb", [expand](auto& v) { expand(thrum::tbb::par, v); });
  add_one_by_one(pairs, [](auto& v, std::size_t s) {
    auto const& in = v.now();
    store_sum<T> const store{in.offsets.data(), v.out.data()};
    for (std::ptrdiff_t j = 0; j < in.sizes[s]; ++j) store(static_cast<std::ptrdiff_t>(s), j);
  });

  if constexpr (L != 0) {
    rows<T, cut_top<T, L>> const tops("segmented_top_k" + of_segments, {.bytes = sizeof(T)});
    BENCHMARK_THRUM(tops, segmented_top_k, v.now().values.begin(), v.now().values.end(), v.now().segments(),
                    wanted, v.out.begin())
    add_one_by_one(tops, [](auto& v, std::size_t s) {
      auto const first = v.now().values.begin();
      auto const& at = v.now().offsets;
      auto const to = v.out.begin() + wanted * static_cast<std::ptrdiff_t>(s);
      std::partial_sort_copy(first + at[s], first + at[s + 1], to, to + wanted, std::greater<>());
    });
  }
}

/// Returns n sorted keys, of which each occurs once or twice, and of which one of two is in other
/// such ranges.
template <class T>
std::vector<T> sorted_keys(std::ptrdiff_t n, std::uint64_t stream) {
  std::vector<T> keys;
  keys.reserve(static_cast<std::size_t>(n) + 1);
  T key = 0;
  for (std::uint64_t i = 0; std::ssize(keys) < n; ++i) {
    std::uint64_t const word = random_word(stream, i);
    key = static_cast<T>(key + 1 + static_cast<T>(word % 3));
    keys.insert(keys.end(), 1 + (word >> 32) % 2, key);
  }
  keys.resize(static_cast<std::size_t>(n));
  return keys;
}
/// Two sorted ranges of n keys.
template <class T>
struct both_keys {
  both_keys(std::ptrdiff_t n, std::uint64_t stream)
      : first(sorted_keys<T>(n, stream)), second(sorted_keys<T>(n, stream + 1)) {}
  std::vector<T> first, second;
};
template <class T>
struct joined : in_turn<both_keys<T>> {
  joined(std::ptrdiff_t n, distribution)
      : in_turn<both_keys<T>>(n), indices(2 * static_cast<std::size_t>(n)), places(indices) {}
  void results(outcome& all) const {
    all.in_order(std::span(indices).first(pairs));
    all.in_order(std::span(places).first(pairs));
  }
  std::vector<std::int32_t> indices, places;
  std::size_t pairs = 0;
};

template <class T>
void join_rows() {
  rows<T, joined<T>> const row("inner_join", {.bytes = 2 * sizeof(T)});
  auto const join = [](auto const& policy, auto& v) {
    auto const& [first, second] = v.now();
    auto const ends = thrum::inner_join(policy, first.begin(), first.end(), second.begin(), second.end(),
                                        v.indices.begin(), v.places.begin());
    v.pairs = static_cast<std::size_t>(ends.first - v.indices.begin());
  };
  row("thrum seq", [join](auto& v) { join(thrum::seq, v); });
  row("thrum tbb", [join](auto& v) { join(thrum::tbb::par, v); });
  row("std", [](auto& v) {
    auto const& [first, second] = v.now();
    std::size_t j = 0, pair = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
      while (j < second.size() && second[j] < first[i]) ++j;
      for (std::size_t k = j; k < second.size() && second[k] == first[i]; ++k) {
        v.indices[pair] = static_cast<std::int32_t>(i);
        v.places[pair++] = static_cast<std::int32_t>(k);
      }
    }
    v.pairs = pair;
  });
}

}  // namespace

void add_rows() {
  for_numbers_and_lengths([]<class T, int L>() { add_rows_of<T, L>(); });
  for_types<std::int32_t, std::int64_t>([]<class T>() { join_rows<T>(); });
}
