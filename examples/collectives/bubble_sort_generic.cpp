// A function template sorts every type that has an order: numbers, characters, texts. Bubble sort
// needs n^2 steps, though; thrum::sort is the same one line for every type, and sorts numbers by
// their digits.
#include <thrum/sort.h>
#include <algorithm>

#include "common/example.h"

/// Moves the largest of the remaining elements to their end. The elements after the last swap of a
/// pass are in order.
template <class T>
void bubble_sort(std::vector<T>& v) {
  for (std::size_t end = v.size(); end > 1;) {
    std::size_t last_swap = 0;
    for (std::size_t i = 1; i < end; ++i) {
      if (v[i] < v[i - 1]) std::swap(v[i - 1], v[i]), last_swap = i;
    }
    end = last_swap;
  }
}

template <class T>
std::string text_of(std::vector<T> const& v) {
  std::ostringstream text;
  for (T const& x : v) text << ' ' << x;
  return text.str();
}

template <class T>
void try_type(example::session& s, std::string const& name, std::vector<T> v) {
  std::vector<T> sorted = v;
  std::sort(sorted.begin(), sorted.end());
  std::string const before = text_of(v);
  bubble_sort(v);
  s.say(name + ":" + before + "  ->" + text_of(v));
  s.check_equal("bubble sort of ints, doubles, characters and texts", v, sorted);
}

int main(int argc, char** argv) {
  example::description const what{.id = "bubble_sort_generic",
                                  .text = "Bubble sort as a template, beside the library's sort.",
                                  .n = 5,
                                  .quick = 5,
                                  .bytes = 32,
                                  .most = 50'000};
  return example::run(argc, argv, what, [](example::session& s) {
    try_type(s, "int", std::vector{10, 50, 30, 40, 20});
    try_type(s, "double", std::vector{1.0, 0.5, -3.25, 0.5});
    try_type(s, "char", std::vector{'t', 'h', 'r', 'u', 'm'});
    try_type(s, "std::string", std::vector<std::string>{"pear", "apple", "fig"});

    std::vector<int> numbers{10, 50, 30, 40, 20};
    while (numbers.size() < s.size()) numbers.push_back(static_cast<int>((numbers.size() * 7919 + 13) % 1000));
    numbers.resize(s.size());
    std::vector<int> bubbled, sorted = numbers;
    s.time_other("template", "sort", [&] { bubble_sort(bubbled); }, {}, [&] { bubbled = numbers; });
    std::sort(sorted.begin(), sorted.end());
    s.check_equal("bubble sort is std::sort's", bubbled, sorted);
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int> v;
      s.time_prepared(policy, "sort", [&] { v = numbers; }, [&] { thrum::sort(policy, v.begin(), v.end()); });
      s.check_equal("thrum::sort is, too", example::to_host(v), sorted);
      s.check_same("the result", example::to_host(v));
    });
  });
}
