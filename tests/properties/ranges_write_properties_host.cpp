// Random cases of the algorithms of thrum::ranges that write to ranges, beside std::ranges or a
// loop: each name of C++26 that writes has a property here, and a row in docs/reference/ranges.md.
// Outputs may be shorter than the result: a call then ends where the next element has no room.
#include <thrum/ranges/copy.h>
#include <thrum/ranges/destroy.h>
#include <thrum/ranges/fill.h>
#include <thrum/ranges/generate.h>
#include <thrum/ranges/merge.h>
#include <thrum/ranges/move.h>
#include <thrum/ranges/nth_element.h>
#include <thrum/ranges/partial_sort.h>
#include <thrum/ranges/partition.h>
#include <thrum/ranges/remove.h>
#include <thrum/ranges/replace.h>
#include <thrum/ranges/reverse.h>
#include <thrum/ranges/rotate.h>
#include <thrum/ranges/set_operations.h>
#include <thrum/ranges/shift.h>
#include <thrum/ranges/sort.h>
#include <thrum/ranges/swap.h>
#include <thrum/ranges/transform.h>
#include <thrum/ranges/uninitialized_construct.h>
#include <thrum/ranges/uninitialized_copy.h>
#include <thrum/ranges/uninitialized_fill.h>
#include <thrum/ranges/uninitialized_move.h>
#include <thrum/ranges/unique.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include "../counted.h"
#include "range_calls.h"
#include "run_properties.h"

using namespace range_calls;

namespace {

/// Calls `on(call, algorithm, v)` for std::ranges and for thrum::ranges, each for a copy of the
/// elements: the results are the same, and what they say of the elements.
template <class T, class On, class Kept>
void in_place(choices& c, auto const& oracle, auto const& algorithm, std::vector<T> const& original, On on,
              Kept kept) {
  auto expected = original;
  auto const end = figures_of(on(calls<form::ranges>(), oracle, expected), expected.begin());
  under_some_calls(c, [&](auto const& call) {
    auto v = original;
    same("result", figures_of(on(call, algorithm, v), v.begin()), end);
    holds("elements", std::equal(v.begin() + kept(end).first, v.begin() + kept(end).second,
                                 expected.begin() + kept(end).first, expected.begin() + kept(end).second));
  });
}
template <class T, class On>
void in_place(choices& c, auto const& oracle, auto const& algorithm, std::vector<T> const& original, On on) {
  in_place(c, oracle, algorithm, original, on, [&](figures const&) { return std::pair(0, std::ssize(original)); });
}

/// Assigns to all elements, or to the first.
void all_with(choices& c, auto const& oracle, auto const& algorithm, auto const& value) {
  in_place(c, oracle, algorithm, some_elements<int>(c, some_size(c)),
           [&](auto const& call, auto const& f, auto& v) { return call(f, v, value); });
}
void first_with(choices& c, auto const& oracle, auto const& algorithm, auto const& value) {
  auto const original = some_elements<int>(c, some_size(c));
  std::ptrdiff_t const n = c.below(std::ssize(original) + 1);
  in_place(c, oracle, algorithm, original,
           [&](auto const& call, auto const& f, auto& v) { return call.as_given(f, v.begin(), n, value); });
}
struct nine {
  int operator()() const { return 9; }
};
void all_with_value(choices& c, auto const& f, auto const& g) { all_with(c, f, g, some_element<int>(c)); }
void all_with_generator(choices& c, auto const& f, auto const& g) { all_with(c, f, g, nine()); }
void first_with_value(choices& c, auto const& f, auto const& g) { first_with(c, f, g, some_element<int>(c)); }
void first_with_generator(choices& c, auto const& f, auto const& g) { first_with(c, f, g, nine()); }

void replaces(choices& c, auto const& oracle, auto const& algorithm, auto const& what) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    T const other = some_element<T>(c);
    auto const original = some_elements<T>(c, some_size(c));
    auto const of = chosen(c, what, original, projection);
    in_place(c, oracle, algorithm, original,
             [&](auto const& call, auto const& f, auto& v) { return call(f, v, of, other, projection); });
  });
}
void replaces_value(choices& c, auto const& f, auto const& g) { replaces(c, f, g, value_of_one()); }
void replaces_accepted(choices& c, auto const& f, auto const& g) { replaces(c, f, g, some_bound(c)); }

/// Keeps some elements in front; those behind are not specified.
void keeps(choices& c, auto const& oracle, auto const& algorithm, auto const& what) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const original = some_elements<T>(c, some_size(c));
    auto const of = chosen(c, what, original, projection);
    in_place(
        c, oracle, algorithm, original,
        [&](auto const& call, auto const& f, auto& v) { return call(f, v, of, projection); },
        [](figures const& end) { return std::pair(std::ptrdiff_t{0}, end[0]); });
  });
}
void keeps_but_value(choices& c, auto const& f, auto const& g) { keeps(c, f, g, value_of_one()); }
void keeps_but_accepted(choices& c, auto const& f, auto const& g) { keeps(c, f, g, some_bound(c)); }
void keeps_first_of_runs(choices& c, auto const& f, auto const& g) { keeps(c, f, g, some_alike(c)); }

/// Puts all elements into an order, by a predicate or a comparison.
void orders(choices& c, auto const& oracle, auto const& algorithm, auto const& what) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    in_place(c, oracle, algorithm, some_elements<T>(c, some_size(c)),
             [&](auto const& call, auto const& f, auto& v) { return call(f, v, what, projection); });
  });
}
void orders_by_predicate(choices& c, auto const& f, auto const& g) { orders(c, f, g, some_bound(c)); }
void orders_by_less(choices& c, auto const& f, auto const& g) { orders(c, f, g, std::ranges::less()); }

void turns_around(choices& c, auto const& oracle, auto const& algorithm) {
  in_place(c, oracle, algorithm, some_elements<numbered>(c, some_size(c)),
           [](auto const& call, auto const& f, auto& v) { return call(f, v); });
}
void turns(choices& c, auto const& oracle, auto const& algorithm) {
  auto const original = some_elements<numbered>(c, some_size(c));
  std::ptrdiff_t const middle = c.below(std::ssize(original) + 1);
  in_place(c, oracle, algorithm, original,
           [&](auto const& call, auto const& f, auto& v) { return call.divided(f, v, middle); });
}
/// Keeps what the result encloses.
void shifts(choices& c, auto const& oracle, auto const& algorithm) {
  auto const original = some_elements<numbered>(c, some_size(c));
  std::ptrdiff_t const n = c.below(std::ssize(original) + 3);
  in_place(
      c, oracle, algorithm, original, [&](auto const& call, auto const& f, auto& v) { return call(f, v, n); },
      [](figures const& ends) { return std::pair(ends[0], ends[1]); });
}
void swaps(choices& c, auto const& oracle, auto const& algorithm) {
  auto const v = some_elements<int>(c, some_size(c)), w = some_elements<int>(c, some_size(c));
  auto expected1 = v, expected2 = w;
  auto const ends = figures_of(oracle(expected1, expected2), expected1.begin(), expected2.begin());
  under_some_calls(c, [&](auto const& call) {
    auto v1 = v, w1 = w;
    same("result", figures_of(call(algorithm, v1, w1), v1.begin(), w1.begin()), ends);
    same("first", v1, expected1);
    same("second", w1, expected2);
  });
}

/// Sorted parts of a range, merged.
void merges_parts(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto original = some_elements<T>(c, some_size(c));
    std::ptrdiff_t const middle = c.below(std::ssize(original) + 1);
    std::ranges::stable_sort(original.begin(), original.begin() + middle, {}, projection);
    std::ranges::stable_sort(original.begin() + middle, original.end(), {}, projection);
    in_place(c, oracle, algorithm, original, [&](auto const& call, auto const& f, auto& v) {
      return call.divided(f, v, middle, std::ranges::less(), projection);
    });
  });
}
/// What is in front of a position, or at it, is what a sort has there. The order of the others is
/// not specified.
void selects(choices& c, auto const& oracle, auto const& algorithm, bool in_order) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const original = some_elements<T>(c, some_size(c));
    std::ptrdiff_t const n = std::ssize(original), middle = c.below(n + 1);
    auto const key = [&](T const& x) { return std::invoke(projection, x); };
    auto const keys_of = [&](std::vector<T> const& v) {
      std::vector<int> keys;
      for (T const& x : v) keys.push_back(key(x));
      if (!in_order) std::ranges::sort(keys.begin(), keys.begin() + middle);
      return keys;
    };
    auto expected = original;
    auto const end =
        figures_of(calls<form::ranges>().divided(oracle, expected, middle, std::ranges::less(), projection),
                   expected.begin());
    under_some_calls(c, [&](auto const& call) {
      auto v = original;
      auto const result = call.divided(algorithm, v, middle, std::ranges::less(), projection);
      same("result", figures_of(result, v.begin()), end);
      auto keys = keys_of(v), expected_keys = keys_of(expected);
      std::ptrdiff_t const specified = in_order ? middle : std::min(middle + 1, n);
      holds("elements in front", std::equal(keys.begin(), keys.begin() + specified, expected_keys.begin()));
      auto elements = v, all = original;
      auto const by_all = [&](T const& x, T const& y) {
        if constexpr (std::is_same_v<T, int>) return x < y;
        else return x.place < y.place;
      };
      std::ranges::sort(elements, by_all);
      std::ranges::sort(all, by_all);
      holds("elements", elements == all);
    });
  });
}
void selects_sorted(choices& c, auto const& f, auto const& g) { selects(c, f, g, true); }
void selects_one(choices& c, auto const& f, auto const& g) { selects(c, f, g, false); }

/// Calls `on(call, algorithm, v, out)` for an output of some length. What std::ranges writes for
/// the longest beginning of the range whose result has room is what the call has to write.
template <class U, class T, class On>
void to_output(choices& c, auto const& oracle, auto const& algorithm, std::vector<T> const& v, On on) {
  auto const written = [&](std::ptrdiff_t n) {
    std::vector<T> const beginning(v.begin(), v.begin() + n);
    auto out = output_of<U>(n);
    out.erase(on(calls<form::ranges>(), oracle, beginning, out).out, out.end());
    return out;
  };
  std::ptrdiff_t const n = std::ssize(v), room = some_room(c, std::ssize(written(n)));
  std::ptrdiff_t fits = 0, too_many = n + 1;
  while (too_many - fits > 1) {
    std::ptrdiff_t const tried = fits + (too_many - fits) / 2;
    (std::ssize(written(tried)) <= room ? fits : too_many) = tried;
  }
  auto expected = written(fits);
  figures const ends{fits, std::ssize(expected)};
  expected.resize(static_cast<std::size_t>(room), untouched<U>());
  under_some_calls(c, [&](auto const& call) {
    auto out = output_of<U>(room);
    same("result", figures_of(on(call, algorithm, v, out), v.begin(), out.begin()), ends);
    holds("output", out == expected);
  });
}
/// A call of algorithms for std::ranges, whose outputs are iterators.
template <class A>
struct unbounded {
  A algorithm;
  template <class V, class O, class... Args>
    requires requires(O& out) { out.begin(); }
  auto operator()(V const& v, O& out, Args const&... args) const {
    return algorithm(v, out.begin(), args...);
  }
};
template <class A>
unbounded(A) -> unbounded<A>;

void copies_all(choices& c, auto const& oracle, auto const& algorithm) {
  to_output<numbered>(c, unbounded{oracle}, algorithm, some_elements<numbered>(c, some_size(c)),
                      [](auto const& call, auto const& f, auto const& v, auto& out) { return call(f, v, out); });
}
void copies(choices& c, auto const& oracle, auto const& algorithm, auto const& what) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const all = some_elements<T>(c, some_size(c));
    auto const of = chosen(c, what, all, projection);
    to_output<T>(c, unbounded{oracle}, algorithm, all,
                 [&](auto const& call, auto const& f, auto const& v, auto& out) {
                   return call(f, v, out, of, projection);
                 });
  });
}
void copies_accepted(choices& c, auto const& f, auto const& g) { copies(c, f, g, some_bound(c)); }
void copies_but_value(choices& c, auto const& f, auto const& g) { copies(c, f, g, value_of_one()); }
void copies_first_of_runs(choices& c, auto const& f, auto const& g) { copies(c, f, g, some_alike(c)); }
void copies_replaced(choices& c, auto const& oracle, auto const& algorithm, auto const& what) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    T const other = some_element<T>(c);
    auto const all = some_elements<T>(c, some_size(c));
    auto const of = chosen(c, what, all, projection);
    to_output<T>(c, unbounded{oracle}, algorithm, all,
                 [&](auto const& call, auto const& f, auto const& v, auto& out) {
                   return call(f, v, out, of, other, projection);
                 });
  });
}
void copies_but_for_value(choices& c, auto const& f, auto const& g) { copies_replaced(c, f, g, value_of_one()); }
void copies_but_for_accepted(choices& c, auto const& f, auto const& g) { copies_replaced(c, f, g, some_bound(c)); }

void copies_first(choices& c, auto const& oracle, auto const& algorithm) {
  auto const v = some_elements<int>(c, some_size(c));
  std::ptrdiff_t const n = c.below(std::ssize(v) + 1), room = some_room(c, n);
  auto expected = output_of<int>(room);
  auto const ends =
      figures_of(oracle(v.begin(), std::min(n, room), expected.begin()), v.begin(), expected.begin());
  under_some_calls(c, [&](auto const& call) {
    auto out = output_of<int>(room);
    auto const result = call.as_given(algorithm, v.begin(), n, out.begin(), out.end());
    same("result", figures_of(result, v.begin(), out.begin()), ends);
    same("output", out, expected);
  });
}

void transforms(choices& c, auto const& oracle, auto const& algorithm) {
  times const f = some_times(c);
  if (c.below(2) == 0) {
    with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
      to_output<int>(c, unbounded{oracle}, algorithm, some_elements<T>(c, some_size(c)),
                     [&](auto const& call, auto const& a, auto const& v, auto& out) {
                       return call(a, v, out, f, projection);
                     });
    });
    return;
  }
  auto const v = some_elements<numbered>(c, some_size(c));
  auto const w = some_elements<int>(c, some_size(c));
  std::ptrdiff_t const shorter = std::min(std::ssize(v), std::ssize(w)), room = some_room(c, shorter);
  std::ptrdiff_t const n = std::min(shorter, room);
  auto expected = output_of<int>(room);
  oracle(v.begin(), v.begin() + n, w.begin(), w.begin() + n, expected.begin(), std::minus<>(), &numbered::key, f);
  under_some_calls(c, [&](auto const& call) {
    auto out = output_of<int>(room);
    auto const result = call(algorithm, v, w, out, std::minus<>(), &numbered::key, f);
    same("result", figures_of(result, v.begin(), w.begin(), out.begin()), figures{n, n, n});
    same("output", out, expected);
  });
}

void divides(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c));
    auto const accepts = some_bound(c);
    std::ptrdiff_t const n = std::ssize(v), accepted = std::ranges::count_if(v, accepts, projection);
    std::ptrdiff_t const room1 = some_room(c, accepted), room2 = some_room(c, n - accepted);
    // The longest beginning whose parts have room.
    std::ptrdiff_t fits = 0, taken = 0;
    for (; fits < n; ++fits) {
      bool const first = accepts(std::invoke(projection, v[static_cast<std::size_t>(fits)]));
      if (first ? taken == room1 : fits - taken == room2) break;
      taken += first ? 1 : 0;
    }
    auto expected1 = output_of<T>(room1), expected2 = output_of<T>(room2);
    auto const ends =
        figures_of(oracle(v.begin(), v.begin() + fits, expected1.begin(), expected2.begin(), accepts, projection),
                   v.begin(), expected1.begin(), expected2.begin());
    under_some_calls(c, [&](auto const& call) {
      auto out1 = output_of<T>(room1), out2 = output_of<T>(room2);
      auto const result = call(algorithm, v, out1, out2, accepts, projection);
      same("result", figures_of(result, v.begin(), out1.begin(), out2.begin()), ends);
      holds("first output", out1 == expected1);
      holds("second output", out2 == expected2);
    });
  });
}

/// {in1, in2, out} of reverse_copy and rotate_copy: the end of the range, and where the elements
/// begin that have no room; or where the copies of both parts end.
void copies_backwards(choices& c, auto const& oracle, auto const& algorithm) {
  auto const v = some_elements<numbered>(c, some_size(c));
  std::ptrdiff_t const n = std::ssize(v), room = some_room(c, n), written = std::min(n, room);
  auto expected = output_of<numbered>(room);
  oracle(v.end() - written, v.end(), expected.begin());
  under_some_calls(c, [&](auto const& call) {
    auto out = output_of<numbered>(room);
    auto const result = call(algorithm, v, out);
    same("result", figures_of(result, v.begin(), v.begin(), out.begin()), figures{n, n - written, written});
    holds("output", out == expected);
  });
}
void copies_turned(choices& c, auto const& oracle, auto const& algorithm) {
  auto const v = some_elements<numbered>(c, some_size(c));
  std::ptrdiff_t const n = std::ssize(v), middle = c.below(n + 1), room = some_room(c, n);
  std::ptrdiff_t const written = std::min(n, room), first = std::min(written, n - middle);
  auto expected = output_of<numbered>(n);
  oracle(v, v.begin() + middle, expected.begin());
  expected.resize(static_cast<std::size_t>(room), untouched<numbered>());
  under_some_calls(c, [&](auto const& call) {
    auto out = output_of<numbered>(room);
    auto const at = v.begin() + middle;
    auto const ends = [&](auto const& result) { return figures_of(result, v.begin(), v.begin(), out.begin()); };
    figures const right{middle + first, written - first, written};
    if (c.below(2) == 0) same("result", ends(call.as_given(algorithm, v, at, out)), right);
    else same("result", ends(call.as_given(algorithm, v.begin(), at, v.end(), out.begin(), out.end())), right);
    holds("output", out == expected);
  });
}

void copies_least(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto const v = some_elements<T>(c, some_size(c));
    auto expected = output_of<T>(some_room(c, std::ssize(v)));
    auto const order = std::ranges::less();
    auto const ends = figures_of(oracle(v, expected, order, projection, projection), v.begin(), expected.begin());
    under_some_calls(c, [&](auto const& call) {
      auto out = output_of<T>(std::ssize(expected));
      auto const result = call(algorithm, v, out, order, projection, projection);
      same("result", figures_of(result, v.begin(), out.begin()), ends);
      holds("output", std::ranges::equal(out, expected, {}, projection, projection));
    });
  });
}

/// What an operation on two sorted ranges takes in a step: an element of the first alone, of the
/// second alone, of both that are equal. A merge takes one of the first in a step of both.
struct taken {
  bool first, second, both, one_by_one;
};
constexpr taken by_merge{true, true, true, true}, by_union{true, true, true, false},
    by_intersection{false, false, true, false}, by_difference{true, false, false, false},
    by_symmetric_difference{true, true, false, false};

template <taken const& Takes>
void joins(choices& c, auto const& oracle, auto const& algorithm) {
  with_some_projection(c, [&]<class T>(std::type_identity<T>, auto projection) {
    auto v = some_elements<T>(c, some_size(c)), w = some_elements<T>(c, some_size(c));
    if (c.chance(3)) std::copy_n(w.begin(), std::min(v.size(), w.size()), v.begin());
    auto const order = std::ranges::less();
    std::ranges::stable_sort(v, order, projection);
    std::ranges::stable_sort(w, order, projection);
    std::vector<T> all;
    oracle(v, w, std::back_inserter(all), order, projection, projection);
    std::ptrdiff_t const n = std::ssize(v), m = std::ssize(w), room = some_room(c, std::ssize(all));
    // The steps before the first that has no room.
    std::ptrdiff_t i = 0, j = 0, written = 0;
    while (i < n || j < m) {
      auto const before = [&](T const& x, T const& y) {
        return std::invoke(projection, x) < std::invoke(projection, y);
      };
      bool const first =
          j == m || (i < n && before(v[static_cast<std::size_t>(i)], w[static_cast<std::size_t>(j)]));
      bool const second =
          i == n || (j < m && before(w[static_cast<std::size_t>(j)], v[static_cast<std::size_t>(i)]));
      if (first ? Takes.first : second ? Takes.second : Takes.both) {
        if (written == room) break;
        ++written;
      }
      i += second ? 0 : 1;
      j += first || (!second && Takes.one_by_one) ? 0 : 1;
    }
    all.resize(static_cast<std::size_t>(written));
    all.resize(static_cast<std::size_t>(room), untouched<T>());
    under_some_calls(c, [&](auto const& call) {
      auto out = output_of<T>(room);
      auto const result = call(algorithm, v, w, out, order, projection, projection);
      if constexpr (two_inputs<decltype(result)>) {
        same("result", figures_of(result, v.begin(), w.begin(), out.begin()), figures{i, j, written});
      } else same("result", figures_of(result, v.begin(), out.begin()), figures{i, written});
      holds("output", out == all);
    });
  });
}

/// Memory for n strings, and none in it.
class raw_strings {
 public:
  explicit raw_strings(std::ptrdiff_t n)
      : size_(static_cast<std::size_t>(n)),
        bytes_(std::make_unique<std::byte[]>(size_ * sizeof(std::string) + 1)) {}
  std::span<std::string> objects() const { return {reinterpret_cast<std::string*>(bytes_.get()), size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::byte[]> bytes_;
};

/// Calls `on(call, algorithm, memory)`, which makes as many objects as the position in its result
/// says, beside std::ranges.
template <class On>
void in_memory(choices& c, auto const& oracle, auto const& algorithm, std::ptrdiff_t room, On on) {
  auto const made = [&](auto const& call, auto const& f) {
    raw_strings const memory(room);
    auto const objects = memory.objects();
    figures ends = on(call, f, objects);
    auto const alive_ones = objects.first(static_cast<std::size_t>(ends.back()));
    std::vector<std::string> const values(alive_ones.begin(), alive_ones.end());
    std::ranges::destroy(alive_ones);
    return std::pair(std::move(ends), values);
  };
  auto const expected = made(calls<form::ranges>(), oracle);
  under_some_calls(c, [&](auto const& call) {
    auto const [ends, values] = made(call, algorithm);
    same("result", ends, expected.first);
    same("objects", values, expected.second);
  });
}
void makes(choices& c, auto const& oracle, auto const& algorithm, auto const&... value) {
  in_memory(c, oracle, algorithm, some_size(c, 2000), [&](auto const& call, auto const& f, auto objects) {
    return figures_of(call(f, objects, value...), objects.begin());
  });
}
void makes_first(choices& c, auto const& oracle, auto const& algorithm, auto const&... value) {
  std::ptrdiff_t const room = some_size(c, 2000), n = c.below(room + 1);
  in_memory(c, oracle, algorithm, room, [&](auto const& call, auto const& f, auto objects) {
    return figures_of(call.as_given(f, objects.begin(), n, value...), objects.begin());
  });
}
void makes_of_value(choices& c, auto const& f, auto const& g) { makes(c, f, g, c.elements<std::string>(1)[0]); }
void makes_first_of_value(choices& c, auto const& f, auto const& g) {
  makes_first(c, f, g, c.elements<std::string>(1)[0]);
}
void makes_of_range(choices& c, auto const& oracle, auto const& algorithm) {
  auto const v = c.elements<std::string>(some_size(c, 2000));
  in_memory(c, oracle, algorithm, some_room(c, std::ssize(v)), [&](auto const& call, auto const& f, auto objects) {
    auto from = v;
    return figures_of(call(f, from, objects), from.begin(), objects.begin());
  });
}
void makes_of_first(choices& c, auto const& oracle, auto const& algorithm) {
  auto const v = c.elements<std::string>(some_size(c, 2000));
  std::ptrdiff_t const n = c.below(std::ssize(v) + 1);
  in_memory(c, oracle, algorithm, some_room(c, n), [&](auto const& call, auto const& f, auto objects) {
    auto from = v;
    auto const result = call.as_given(f, from.begin(), n, objects.begin(), objects.end());
    return figures_of(result, from.begin(), objects.begin());
  });
}
/// Calls `on(call, algorithm, objects)`, which ends the lives of the first n.
template <class On>
void ends_lives(choices& c, auto const& oracle, auto const& algorithm, std::ptrdiff_t room, std::ptrdiff_t n,
                On on) {
  std::allocator<counted> memory;
  auto const left = [&](auto const& call, auto const& f) {
    std::ptrdiff_t const before = alive;
    counted* const p = memory.allocate(static_cast<std::size_t>(room));
    std::span<counted> const objects(p, static_cast<std::size_t>(room));
    std::ranges::uninitialized_default_construct(objects);
    figures result = on(call, f, objects);
    result.push_back(alive - before);
    std::ranges::destroy(objects.subspan(static_cast<std::size_t>(n)));
    memory.deallocate(p, static_cast<std::size_t>(room));
    return result;
  };
  auto const expected = left(calls<form::ranges>(), oracle);
  under_some_calls(c, [&](auto const& call) { same("result", left(call, algorithm), expected); });
}
void ends_all(choices& c, auto const& oracle, auto const& algorithm) {
  std::ptrdiff_t const n = some_size(c);
  ends_lives(c, oracle, algorithm, n, n, [](auto const& call, auto const& f, auto objects) {
    return figures_of(call(f, objects), objects.begin());
  });
}
void ends_first(choices& c, auto const& oracle, auto const& algorithm) {
  std::ptrdiff_t const room = some_size(c), n = c.below(room + 1);
  ends_lives(c, oracle, algorithm, room, n, [&](auto const& call, auto const& f, auto objects) {
    return figures_of(call.as_given(f, objects.begin(), n), objects.begin());
  });
}

}  // namespace

/// What std::ranges of C++20 has not; what returns subranges there, which clang before version 16
/// cannot compile; and the stable sort, which that of thrum is, too.
namespace loops {

inline constexpr auto remove_if = [](auto& v, auto const& accepts, auto projection) {
  auto const removed = [&](auto const& x) { return accepts(std::invoke(projection, x)); };
  return part{std::remove_if(v.begin(), v.end(), removed), v.end()};
};
inline constexpr auto remove = [](auto& v, int value, auto projection) {
  return remove_if(v, [=](int x) { return x == value; }, projection);
};
inline constexpr auto unique = [](auto& v, auto const& equal, auto projection) {
  auto const same_run = [&](auto const& x, auto const& y) {
    return equal(std::invoke(projection, x), std::invoke(projection, y));
  };
  return part{std::unique(v.begin(), v.end(), same_run), v.end()};
};
inline constexpr auto stable_partition = [](auto& v, auto const& accepts, auto projection) {
  auto const first = [&](auto const& x) { return accepts(std::invoke(projection, x)); };
  return part{std::stable_partition(v.begin(), v.end(), first), v.end()};
};
inline constexpr auto const& partition = stable_partition;
inline constexpr auto rotate = [](auto& v, auto middle) {
  return part{std::rotate(v.begin(), middle, v.end()), v.end()};
};
inline constexpr auto shift_left = [](auto& v, std::ptrdiff_t n) {
  return part{v.begin(), std::shift_left(v.begin(), v.end(), n)};
};
inline constexpr auto shift_right = [](auto& v, std::ptrdiff_t n) {
  return part{std::shift_right(v.begin(), v.end(), n), v.end()};
};
inline constexpr auto const& sort = std::ranges::stable_sort;

}  // namespace loops

namespace {

#define BESIDE(oracle, name, shape)                                                   \
  property {                                                                          \
    "ranges::" #name, [](choices& c) { shape(c, oracle::name, thrum::ranges::name); } \
  }
constexpr std::array properties{BESIDE(std::ranges, fill, all_with_value),
                                BESIDE(std::ranges, fill_n, first_with_value),
                                BESIDE(std::ranges, generate, all_with_generator),
                                BESIDE(std::ranges, generate_n, first_with_generator),
                                BESIDE(std::ranges, replace, replaces_value),
                                BESIDE(std::ranges, replace_if, replaces_accepted),
                                BESIDE(std::ranges, replace_copy, copies_but_for_value),
                                BESIDE(std::ranges, replace_copy_if, copies_but_for_accepted),
                                BESIDE(loops, remove, keeps_but_value),
                                BESIDE(loops, remove_if, keeps_but_accepted),
                                BESIDE(std::ranges, remove_copy, copies_but_value),
                                BESIDE(std::ranges, remove_copy_if, copies_accepted),
                                BESIDE(loops, unique, keeps_first_of_runs),
                                BESIDE(std::ranges, unique_copy, copies_first_of_runs),
                                BESIDE(loops, partition, orders_by_predicate),
                                BESIDE(loops, stable_partition, orders_by_predicate),
                                BESIDE(std::ranges, partition_copy, divides),
                                BESIDE(loops, sort, orders_by_less),
                                BESIDE(std::ranges, stable_sort, orders_by_less),
                                BESIDE(std::ranges, nth_element, selects_one),
                                BESIDE(std::ranges, partial_sort, selects_sorted),
                                BESIDE(std::ranges, partial_sort_copy, copies_least),
                                BESIDE(std::ranges, merge, joins<by_merge>),
                                BESIDE(std::ranges, inplace_merge, merges_parts),
                                BESIDE(std::ranges, set_union, joins<by_union>),
                                BESIDE(std::ranges, set_intersection, joins<by_intersection>),
                                BESIDE(std::ranges, set_difference, joins<by_difference>),
                                BESIDE(std::ranges, set_symmetric_difference, joins<by_symmetric_difference>),
                                BESIDE(std::ranges, reverse, turns_around),
                                BESIDE(std::ranges, reverse_copy, copies_backwards),
                                BESIDE(loops, rotate, turns),
                                BESIDE(std::ranges, rotate_copy, copies_turned),
                                BESIDE(loops, shift_left, shifts),
                                BESIDE(loops, shift_right, shifts),
                                BESIDE(std::ranges, swap_ranges, swaps),
                                BESIDE(std::ranges, copy, copies_all),
                                BESIDE(std::ranges, copy_n, copies_first),
                                BESIDE(std::ranges, copy_if, copies_accepted),
                                BESIDE(std::ranges, move, copies_all),
                                BESIDE(std::ranges, transform, transforms),
                                BESIDE(std::ranges, uninitialized_copy, makes_of_range),
                                BESIDE(std::ranges, uninitialized_copy_n, makes_of_first),
                                BESIDE(std::ranges, uninitialized_move, makes_of_range),
                                BESIDE(std::ranges, uninitialized_move_n, makes_of_first),
                                BESIDE(std::ranges, uninitialized_fill, makes_of_value),
                                BESIDE(std::ranges, uninitialized_fill_n, makes_first_of_value),
                                BESIDE(std::ranges, uninitialized_default_construct, makes),
                                BESIDE(std::ranges, uninitialized_default_construct_n, makes_first),
                                BESIDE(std::ranges, uninitialized_value_construct, makes),
                                BESIDE(std::ranges, uninitialized_value_construct_n, makes_first),
                                BESIDE(std::ranges, destroy, ends_all),
                                BESIDE(std::ranges, destroy_n, ends_first)};
#undef BESIDE

}  // namespace

TEST_CASE("algorithms that write to ranges do as std::ranges") { run_properties(properties); }
