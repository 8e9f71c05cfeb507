// Random cases of algorithms that write, move, select and search elements.
#include <thrum/adjacent_find.h>
#include <thrum/contains.h>
#include <thrum/copy.h>
#include <thrum/destroy.h>
#include <thrum/equal.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/find_last.h>
#include <thrum/for_each.h>
#include <thrum/gather.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/lexicographical_compare.h>
#include <thrum/logical.h>
#include <thrum/mismatch.h>
#include <thrum/random.h>
#include <thrum/replace.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/run_length.h>
#include <thrum/scatter.h>
#include <thrum/search.h>
#include <thrum/sequence.h>
#include <thrum/shift.h>
#include <thrum/shuffle.h>
#include <thrum/starts_with.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/uninitialized_copy.h>
#include <thrum/uninitialized_fill.h>
#include <thrum/uninitialized_move.h>
#include <algorithm>
#include <memory>
#include <numeric>
#include "../counted.h"
#include "run_properties.h"
#include "some_predicate.h"

namespace {

template <class T>
void rearrangements(choices& c) {
  auto const v = c.elements<T>(c.size());
  std::ptrdiff_t const n = std::ssize(v), k = c.below(n + 1);
  auto const w = c.elements<T>(n);
  c.note("k", k);
  std::uint64_t const seed = c.bits();
  auto reversed = v, rotated = v;
  std::reverse(reversed.begin(), reversed.end());
  std::rotate(rotated.begin(), rotated.begin() + k, rotated.end());
  under_some_policy<T>(c, [&](auto const& exec) {
    auto a = v, b = v;
    thrum::reverse(exec, a.begin(), a.end());
    same("reverse", a, reversed);
    thrum::reverse_copy(exec, v.begin(), v.end(), b.begin());
    same("reverse_copy", b, reversed);
    a = v;
    auto const middle = thrum::rotate(exec, a.begin(), a.begin() + k, a.end());
    same("rotate", a, rotated);
    same("result of rotate", middle - a.begin(), n - k);
    thrum::rotate_copy(exec, v.begin(), v.begin() + k, v.end(), b.begin());
    same("rotate_copy", b, rotated);
    a = v;
    auto const end = thrum::shift_left(exec, a.begin(), a.end(), k);
    same("end of shift_left", end - a.begin(), n - k);
    holds("shift_left", std::equal(a.begin(), end, v.begin() + k));
    a = v;
    auto const first = thrum::shift_right(exec, a.begin(), a.end(), k);
    same("begin of shift_right", first - a.begin(), k);
    holds("shift_right", std::equal(first, a.end(), v.begin()));
    a = v;
    b = w;
    thrum::swap_ranges(exec, a.begin(), a.end(), b.begin());
    holds("swap_ranges", a == w && b == v);

    // A shuffle is a permutation, the same one for all ranges of a length.
    std::vector<std::ptrdiff_t> places(v.size());
    std::iota(places.begin(), places.end(), 0);
    auto ordered = places;
    thrum::philox4x32 g(static_cast<std::uint32_t>(seed)), g2 = g;
    thrum::shuffle(exec, places.begin(), places.end(), g);
    thrum::shuffle_copy(exec, v.begin(), v.end(), b.begin(), g2);
    thrum::gather(exec, places.begin(), places.end(), v.begin(), a.begin());
    same("gather by a shuffled sequence", a, b);
    thrum::scatter(exec, b.begin(), b.end(), places.begin(), a.begin());
    same("scatter after gather", a, v);
    std::sort(places.begin(), places.end());
    same("shuffled places", places, ordered);
  });
}

void element_wise(choices& c) {
  using T = std::int32_t;
  auto const v = c.small_numbers<T>(c.size());
  auto const w = c.small_numbers<T>(std::ssize(v));
  auto const pred = some_predicate(c, v);
  T const x = static_cast<T>(c.between(-100, 100));
  auto const plus_x = [x](T y) { return y + x; };
  std::vector<T> transformed(v), products(v.size()), where(w), replaced(v), sequence(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    transformed[i] = v[i] + x;
    products[i] = v[i] * w[i];
    if (v[i] < pred.pivot) where[i] = v[i] + x;
    if (v[i] == pred.pivot) replaced[i] = x;
    sequence[i] = x + static_cast<T>(i) * 3;
  }
  auto const map = c.places(std::ssize(v), std::ssize(v) + 1);
  std::vector<T> gathered(w);
  for (std::size_t i = 0; i < v.size(); ++i) {
    auto const at = static_cast<std::size_t>(map[i]);
    if (v[i] < pred.pivot) gathered[i] = at < v.size() ? v[at] : x;
  }
  std::vector<T> scattered(v.size(), x);
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i] < pred.pivot) scattered[v.size() - 1 - i] = w[i];
  }
  auto longer = v;
  longer.push_back(x);
  under_some_policy<int>(c, [&](auto const& exec) {
    auto out = v;
    thrum::transform(exec, out.begin(), out.end(), out.begin(), plus_x);
    same("transform", out, transformed);
    thrum::transform(exec, v.begin(), v.end(), w.begin(), out.begin(), thrum::multiplies<>{});
    same("transform of two ranges", out, products);
    out = w;
    thrum::transform_if(exec, v.begin(), v.end(), out.begin(), plus_x, pred);
    same("transform_if", out, where);
    out = v;
    thrum::replace(exec, out.begin(), out.end(), pred.pivot, x);
    same("replace", out, replaced);
    thrum::replace_copy(exec, v.begin(), v.end(), out.begin(), pred.pivot, x);
    same("replace_copy", out, replaced);
    thrum::sequence(exec, out.begin(), out.end(), x, 3);
    same("sequence", out, sequence);
    thrum::tabulate(exec, out.begin(), out.end(),
                    [&](std::ptrdiff_t i) { return v[static_cast<std::size_t>(i)]; });
    same("tabulate", out, v);
    thrum::fill(exec, out.begin(), out.end(), x);
    same("fill", out, std::vector<T>(v.size(), x));
    thrum::copy_n(exec, v.begin(), v.size(), out.begin());
    same("copy_n", out, v);
    out = w;
    thrum::gather_if(exec, map.begin(), map.end(), v.begin(), longer.begin(), out.begin(), pred);
    same("gather_if", out, gathered);
    out.assign(v.size(), x);
    thrum::scatter_if(exec, w.begin(), w.end(),
                      thrum::make_reverse_iterator(thrum::counting_iterator<std::ptrdiff_t>(std::ssize(v))),
                      v.begin(), out.begin(), pred);
    same("scatter_if", out, scattered);
    out = v;
    thrum::for_each(exec, out.begin(), out.end(), [x](T& y) { y += x; });
    same("for_each", out, transformed);
  });
}

void random_numbers(choices& c) {
  std::vector<double> expected(static_cast<std::size_t>(c.size()));
  auto const seed = static_cast<std::int64_t>(c.bits());
  thrum::random::generate(thrum::seq, expected.begin(), expected.end(),
                          thrum::portable_uniform_real_distribution<double>(-1, 1), seed);
  for (double const x : expected) holds("numbers are in the interval", -1 <= x && x < 1);
  under_some_policy<int>(c, [&](auto const& exec) {
    std::vector<double> out(expected.size());
    thrum::random::generate(exec, out.begin(), out.end(), thrum::portable_uniform_real_distribution<double>(-1, 1),
                            seed);
    same("random::generate", out, expected);
  });
}

void searches(choices& c) {
  auto const v = c.elements<std::int8_t>(c.size());
  std::ptrdiff_t const n = std::ssize(v), at = c.below(n + 1),
                       length = c.below(std::min<std::ptrdiff_t>(n - at, 6) + 1);
  std::vector<std::int8_t> pattern(v.begin() + at, v.begin() + at + length), changed = v;
  if (length > 0 && c.chance(4)) pattern.back() = element_from<std::int8_t>(c.bits());
  if (n > 0 && c.chance(2)) changed[static_cast<std::size_t>(c.below(n))] = element_from<std::int8_t>(c.bits());
  auto const pred = some_predicate(c, v);
  std::int8_t const x = pred.pivot;
  auto const first = v.begin(), last = v.end();
  auto const p = pattern.begin(), q = pattern.end();
  c.note("pattern of", length);
  under_some_policy<int>(c, [&](auto const& exec) {
    auto const place = [&](char const* name, auto found, auto expected) {
      same(name, found - first, expected - first);
    };
    place("find_if", thrum::find_if(exec, first, last, pred), std::find_if(first, last, pred));
    place("find_if_not", thrum::find_if_not(exec, first, last, pred), std::find_if_not(first, last, pred));
    place("find", thrum::find(exec, first, last, x), std::find(first, last, x));
    auto const from_end = [&](auto hit) { return hit == v.rend() ? last : hit.base() - 1; };
    place("find_last_if", thrum::find_last_if(exec, first, last, pred),
          from_end(std::find_if(v.rbegin(), v.rend(), pred)));
    place("find_last", thrum::find_last(exec, first, last, x), from_end(std::find(v.rbegin(), v.rend(), x)));
    same("contains", thrum::contains(exec, first, last, x), std::find(first, last, x) != last);
    same("starts_with", thrum::starts_with(exec, first, last, p, q), std::mismatch(first, last, p, q).second == q);
    same("ends_with", thrum::ends_with(exec, first, last, p, q),
         std::mismatch(v.rbegin(), v.rend(), pattern.rbegin(), pattern.rend()).second == pattern.rend());
    place("adjacent_find", thrum::adjacent_find(exec, first, last), std::adjacent_find(first, last));
    place("search", thrum::search(exec, first, last, p, q), std::search(first, last, p, q));
    place("find_end", thrum::find_end(exec, first, last, p, q), std::find_end(first, last, p, q));
    place("search_n", thrum::search_n(exec, first, last, length, x), std::search_n(first, last, length, x));
    place("find_first_of", thrum::find_first_of(exec, first, last, p, q), std::find_first_of(first, last, p, q));
    place("mismatch", thrum::mismatch(exec, first, last, changed.begin()).first,
          std::mismatch(first, last, changed.begin()).first);
    same("equal", thrum::equal(exec, first, last, changed.begin()), std::equal(first, last, changed.begin()));
    same("lexicographical_compare",
         thrum::lexicographical_compare(exec, first, last, changed.begin(), changed.end()),
         std::lexicographical_compare(first, last, changed.begin(), changed.end()));
    same("all_of", thrum::all_of(exec, first, last, pred), std::all_of(first, last, pred));
    same("any_of", thrum::any_of(exec, first, last, pred), std::any_of(first, last, pred));
  });
}

template <class T>
void run_lengths(choices& c) {
  auto const v = c.elements<T>(c.size());
  under_some_policy<T>(c, [&](auto const& exec) {
    auto values = v;
    std::vector<std::int64_t> counts(v.size());
    auto const ends = thrum::run_length_encode(exec, v.begin(), v.end(), values.begin(), counts.begin());
    values.erase(ends.first, values.end());
    counts.erase(ends.second, counts.end());
    same("numbers of runs", values.size(), counts.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      holds("runs are as long as can be", counts[i] > 0 && (i == 0 || !(values[i] == values[i - 1])));
    same("sum of the lengths", std::accumulate(counts.begin(), counts.end(), std::int64_t{0}),
         std::int64_t{std::ssize(v)});
    auto decoded = v;
    auto const end = thrum::run_length_decode(exec, values.begin(), values.end(), counts.begin(), decoded.begin());
    holds("run_length_decode returns the end", end == decoded.end());
    holds("decoded runs", decoded == v);
  });
}

void raw_memory(choices& c) {
  std::ptrdiff_t const before = alive;
  {
    auto const places = c.places(c.size(), 1000);
    std::vector<counted> v(places.begin(), places.end());
    std::size_t const n = v.size();
    under_some_policy<int>(c, [&](auto const& exec) {
      counted* const p = std::allocator<counted>().allocate(n);
      auto const ends = [&](char const* what, auto const& expected) {
        same(what, alive.load(), before + 2 * static_cast<std::ptrdiff_t>(n));
        holds(what, std::equal(p, p + n, expected.begin()));
        thrum::destroy(exec, p, p + n);
        same("elements alive after destroy", alive.load(), before + static_cast<std::ptrdiff_t>(n));
      };
      thrum::uninitialized_copy(exec, v.begin(), v.end(), p);
      ends("uninitialized_copy", v);
      thrum::uninitialized_move(exec, v.begin(), v.end(), p);
      ends("uninitialized_move", v);
      thrum::uninitialized_fill(exec, p, p + n, counted(7));
      ends("uninitialized_fill", std::vector<int>(n, 7));
      std::allocator<counted>().deallocate(p, n);
    });
  }
  same("elements alive", alive.load(), before);
}

constexpr std::array properties{property{"rearrangements, int64", rearrangements<std::int64_t>},
                                property{"rearrangements, string", rearrangements<std::string>},
                                property{"element-wise, int32", element_wise},
                                property{"random numbers", random_numbers},
                                property{"searches, int8", searches},
                                property{"run lengths, int16", run_lengths<std::int16_t>},
                                property{"run lengths, string", run_lengths<std::string>},
                                property{"raw memory", raw_memory}};

}  // namespace

TEST_CASE("moves and searches do as the standard's") { run_properties(properties); }
