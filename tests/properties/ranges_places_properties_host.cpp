// Random cases of the algorithms of thrum::ranges that pick elements or put them elsewhere and that
// the standard has not: gathers, scatters, random orders and classes, beside loops.
#include <thrum/execution_policy.h>
#include <thrum/ranges/gather.h>
#include <thrum/ranges/sample.h>
#include <thrum/ranges/scatter.h>
#include <thrum/ranges/shuffle.h>
#include <thrum/ranges/split_by.h>
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

void gathers(choices& c) {
  auto const v = some_elements<numbered>(c, some_size(c) + 1);
  auto const map = c.places(some_length(c, std::ssize(v)), std::ssize(v));
  std::ptrdiff_t const room = some_room(c, std::ssize(map)), written = std::min(room, std::ssize(map));
  auto const expected = in_room(elements_at(map, v), room);
  under_some_calls(c, room >= std::ssize(map), [&](auto const& call) {
    auto out = output_of<numbered>(room);
    auto const result = call(tr::gather, map, v, to(out));
    same("result", figures_of(result, map.begin(), out.begin()), figures{written, written});
    holds("output", out == expected);
  });
}

/// Where a stencil accepts what a projection makes of its elements; without a predicate, what is
/// not zero.
std::vector<bool> accepted_by(std::vector<int> const& numbers, range_cases::less_than const& accepts,
                              bool without) {
  std::vector<bool> accepted;
  for (int const x : numbers) accepted.push_back(without ? x != 0 : accepts(x));
  return accepted;
}
void gathers_accepted(choices& c) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<numbered>(c, some_size(c) + 1);
    auto const map = c.places(some_length(c, std::ssize(v)), std::ssize(v));
    auto const stencil = some_elements<T>(c, some_length(c, std::ssize(map)));
    auto const accepts = some_bound(c);
    bool const without = c.chance(3);
    c.note("without predicate", without);
    auto const accepted = accepted_by(projected(stencil, projection), accepts, without);
    std::ptrdiff_t const all = std::min(std::ssize(map), std::ssize(stencil));
    std::ptrdiff_t const room = some_room(c, all), taken = std::min(room, all);
    auto expected = output_of<numbered>(room);
    for (std::ptrdiff_t i = 0; i < taken; ++i) {
      if (accepted.begin()[i]) expected.begin()[i] = v.begin()[map.begin()[i]];
    }
    under_some_calls(c, room >= all, [&](auto const& call) {
      auto out = output_of<numbered>(room);
      auto const result = without ? call(tr::gather_if, map, stencil, v, to(out), left_out(), projection)
                                  : call(tr::gather_if, map, stencil, v, to(out), accepts, projection);
      same("result", figures_of(result, map.begin(), stencil.begin(), out.begin()), figures{taken, taken, taken});
      holds("output", out == expected);
    });
  });
}

/// Different indices of n elements.
figures some_permutation(choices& c, std::ptrdiff_t n) {
  figures places(static_cast<std::size_t>(n));
  std::iota(places.begin(), places.end(), std::ptrdiff_t{0});
  std::ranges::shuffle(places, std::mt19937_64(c.bits()));
  return places;
}
void scatters(choices& c) {
  auto const v = some_elements<numbered>(c, some_size(c));
  std::ptrdiff_t const room = std::ssize(v) + c.below(3);
  auto map = some_permutation(c, room);
  map.resize(static_cast<std::size_t>(c.chance(2) ? room : c.below(room + 1)));
  std::ptrdiff_t const taken = std::min(std::ssize(v), std::ssize(map));
  auto expected = output_of<numbered>(room);
  for (std::ptrdiff_t i = 0; i < taken; ++i) expected.begin()[map.begin()[i]] = v.begin()[i];
  under_some_calls(c, true, [&](auto const& call) {
    auto out = output_of<numbered>(room);
    auto const result = call(tr::scatter, v, map, to(out));
    same("result", figures_of(result, v.begin(), map.begin()), figures{taken, taken});
    holds("output", out == expected);
  });
}
/// Indices that are not used may be anything.
void scatters_accepted(choices& c) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<numbered>(c, some_size(c));
    std::ptrdiff_t const n = std::ssize(v);
    auto map = some_permutation(c, n);
    auto const stencil = some_elements<T>(c, some_length(c, n));
    auto const accepts = some_bound(c);
    bool const without = c.chance(3);
    c.note("without predicate", without);
    auto const accepted = accepted_by(projected(stencil, projection), accepts, without);
    std::ptrdiff_t const taken = std::min(n, std::ssize(stencil));
    auto expected = output_of<numbered>(n);
    for (std::ptrdiff_t i = 0; i < taken; ++i) {
      if (accepted.begin()[i]) expected.begin()[map.begin()[i]] = v.begin()[i];
      else map.begin()[i] = -1;
    }
    under_some_calls(c, true, [&](auto const& call) {
      auto out = output_of<numbered>(n);
      auto const result = without ? call(tr::scatter_if, v, map, stencil, to(out), left_out(), projection)
                                  : call(tr::scatter_if, v, map, stencil, to(out), accepts, projection);
      same("result", figures_of(result, v.begin(), map.begin()), figures{taken, taken});
      holds("output", out == expected);
    });
  });
}

/// A range and the random order in which seq puts it.
struct shuffled {
  figures all, in_order;
  std::mt19937_64 engine;
  explicit shuffled(choices& c) : all(static_cast<std::size_t>(some_size(c))), engine(c.bits()) {
    std::iota(all.begin(), all.end(), std::ptrdiff_t{0});
    in_order = all;
    auto g = engine;
    tr::shuffle(thrum::seq, in_order, g);
  }
};
void shuffles(choices& c) {
  shuffled const s(c);
  auto sorted = s.in_order;
  std::ranges::sort(sorted);
  same("elements of all", sorted, s.all);
  under_some_calls(c, [&](auto const& call) {
    auto v = s.all;
    auto g = s.engine;
    same("result", figures_of(call(tr::shuffle, v, g), v.begin()), figures{std::ssize(v)});
    same("elements", v, s.in_order);
  });
}
void copies_shuffled(choices& c) {
  shuffled const s(c);
  std::ptrdiff_t const n = std::ssize(s.all), room = some_room(c, n);
  under_some_calls(c, room >= n, [&](auto const& call) {
    auto out = output_of<std::ptrdiff_t>(room);
    auto g = s.engine;
    auto const result = call(tr::shuffle_copy, s.all, to(out), g);
    same("result", figures_of(result, s.all.begin(), out.begin()), figures{n, std::min(n, room)});
    same("output", out, in_room(s.in_order, room));
  });
}
/// The first of the random order, in the order of the range.
void samples(choices& c) {
  shuffled const s(c);
  std::ptrdiff_t const n = std::ssize(s.all), k = some_room(c, n), all = std::min(n, k);
  std::ptrdiff_t const room = some_room(c, all), written = std::min(all, room);
  auto expected = s.in_order;
  std::ranges::sort(expected.begin(), expected.begin() + written);
  expected.resize(static_cast<std::size_t>(written));
  under_some_calls(c, room >= all, [&](auto const& call) {
    auto out = output_of<std::ptrdiff_t>(room);
    auto g = s.engine;
    auto const end = call(tr::sample, s.all, to(out), k, g);
    same("result", end - out.begin(), written);
    same("output", out, in_room(expected, room));
  });
}

/// Numbers the classes; those below zero, and those that have no offset, are not copied.
struct remainder_of {
  int divisor;
  int operator()(int x) const { return x % divisor; }
};
void splits(choices& c) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c));
    remainder_of const class_of{static_cast<int>(c.chance(2) ? c.between(1, 8) : c.between(1, 300))};
    std::ptrdiff_t const classes = c.chance(3) ? class_of.divisor : c.below(class_of.divisor + 3);
    c.note("classes", classes);
    auto const numbers = projected(v, projection);
    figures begins{0}, places;
    for (std::ptrdiff_t k = 0; k < classes; ++k) {
      for (std::ptrdiff_t i = 0; i < std::ssize(v); ++i) {
        if (class_of(numbers.begin()[i]) == k) places.push_back(i);
      }
      begins.push_back(std::ssize(places));
    }
    if (classes == 0 && c.below(2) == 0) begins.clear();
    std::ptrdiff_t const room = some_room(c, std::ssize(v));
    auto const expected = in_room(elements_at(places, v), room);
    under_some_calls(c, [&](auto const& call) {
      auto out = output_of<T>(room);
      auto offsets = output_of<std::ptrdiff_t>(std::ssize(begins));
      auto const result = call(tr::split_by, v, out, offsets, class_of, projection);
      same("result", figures_of(result, v.begin(), offsets.begin()), figures{std::ssize(v), std::ssize(offsets)});
      same("offsets", offsets, begins);
      holds("output", out == expected);
    });
  });
}

constexpr std::array properties{
    property{"ranges::gather", gathers},   property{"ranges::gather_if", gathers_accepted},
    property{"ranges::scatter", scatters}, property{"ranges::scatter_if", scatters_accepted},
    property{"ranges::shuffle", shuffles}, property{"ranges::shuffle_copy", copies_shuffled},
    property{"ranges::sample", samples},   property{"ranges::split_by", splits}};

}  // namespace

TEST_CASE("algorithms of ranges of places do as loops") { run_properties(properties); }
