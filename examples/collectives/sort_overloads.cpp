// One name, several calls: sort with or without a policy, with a user's order, stable, and with
// values that follow their keys. The compiler knows all types and inlines the order into the loop;
// C's qsort takes void pointers, a size and a function, whose casts are unchecked.
#include <thrum/functional.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "common/example.h"

/// Returns a negative number, zero or a positive one, as qsort expects; a difference could
/// overflow.
int compare_ints(void const* a, void const* b) {
  int const x = *static_cast<int const*>(a), y = *static_cast<int const*>(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

struct by_last_digit {
  THRUM_HD bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

int main(int argc, char** argv) {
  example::description const what{.id = "sort_overloads",
                                  .text = "n integers of [0, 2^30), sorted by each overload of sort and by qsort.",
                                  .n = 1'000'000,
                                  .quick = 20'000,
                                  .bytes = 64,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<int> const numbers =
        example::to_host(example::integers<int>(thrum::seq, s.n(), 1, 0, (1 << 30) - 1));
    std::vector<int> ascending, by_c, by_digit = numbers, places(s.size());
    auto const again = [&](std::vector<int>& v) { return [&] { v = numbers; }; };
    s.time_other(
        "qsort", "sort",
        [&] {
          if (!by_c.empty()) std::qsort(by_c.data(), by_c.size(), sizeof(int), compare_ints);
        },
        {}, again(by_c));
    s.time_other("std", "sort", [&] { std::sort(ascending.begin(), ascending.end()); }, {}, again(ascending));
    s.check_equal("qsort is std::sort's", by_c, ascending);
    std::vector<int> const descending(ascending.rbegin(), ascending.rend());
    std::stable_sort(by_digit.begin(), by_digit.end(), by_last_digit{});
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
      return numbers[static_cast<std::size_t>(a)] < numbers[static_cast<std::size_t>(b)];
    });

    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int> v, values(s.size());
      auto const load = [&] { v = numbers; };
      auto const first = [&] { return v.begin(); };
      auto const last = [&] { return v.end(); };
      auto const is = [&](char const* name, std::vector<int> const& expected) {
        s.check_equal(name, example::to_host(v), expected);
      };
      load();
      thrum::sort(first(), last());
      is("sort(first, last)", ascending);
      s.time_prepared(policy, "sort", load, [&] { thrum::sort(policy, first(), last()); });
      is("sort(policy, first, last)", ascending);
      s.time_prepared(policy, "sort, greater", load,
                      [&] { thrum::sort(policy, first(), last(), thrum::greater<>{}); });
      is("with greater", descending);
      s.time_prepared(policy, "stable_sort, by last digit", load,
                      [&] { thrum::stable_sort(policy, first(), last(), by_last_digit{}); });
      is("stable_sort with an order of our own", by_digit);
      s.time_prepared(
          policy, "sort_by_key", [&] { load(), thrum::sequence(policy, values.begin(), values.end()); },
          [&] { thrum::sort_by_key(policy, first(), last(), values.begin()); });
      is("sort_by_key: keys", ascending);
      s.check_equal("and values", example::to_host(values), places);
      s.check_same("all results", example::to_host(values));
    });
  });
}
