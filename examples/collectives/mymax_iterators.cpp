// A template for the greater of two values of any type; and algorithms that know containers only by
// their iterators. The operations of an iterator decide its uses: parallel algorithms split a
// range, and so need random access, which the iterators of a list do not have.
#include <thrum/extrema.h>
#include <thrum/for_each.h>
#include <algorithm>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>

#include "common/example.h"

template <class T>
THRUM_HD T my_max(T a, T b) {
  return b > a ? b : a;
}

struct at_least_three {
  THRUM_HD void operator()(int& x) const { x = my_max(x, 3); }
};

template <class I>
constexpr char const* category() {
  if constexpr (std::contiguous_iterator<I>) return "contiguous";
  else if constexpr (std::random_access_iterator<I>) return "random access";
  else if constexpr (std::bidirectional_iterator<I>) return "bidirectional";
  else return "forward";
}

/// Random-access iterators. nvcc warns about class iterators with functions for the host alone,
/// such as those of a deque.
template <class I>
#if defined(__CUDACC__)
inline constexpr bool splits = std::contiguous_iterator<I>;
#else
inline constexpr bool splits = std::random_access_iterator<I>;
#endif

/// Returns the greatest element of a range and its index: by thrum if the iterators are
/// random-access and the policy reaches the range, otherwise from a copy in a vector.
template <class Policy, class C>
std::pair<int, std::ptrdiff_t> greatest(Policy const& policy, C const& c) {
  if constexpr (splits<typename C::const_iterator> && !example::on_card<Policy>) {
    auto const place = thrum::max_element(policy, c.begin(), c.end());
    return {*place, place - c.begin()};
  } else {
    example::vector_of<Policy, int> const v(c.begin(), c.end());
    auto const place = thrum::max_element(policy, v.begin(), v.end());
    return {static_cast<int>(*place), place - v.begin()};
  }
}

template <class C>
void row(example::session& s, std::string const& name, C const& c) {
  using iterator = typename C::const_iterator;
  auto const found = std::max_element(c.begin(), c.end());
  std::pair<int, std::ptrdiff_t> const expected{*found, std::distance(c.begin(), found)};
  s.say("  " + name + category<iterator>() + (splits<iterator> ? ", thrum splits it" : ", thrum needs a copy"));
  s.each_policy([&](auto const& policy) {
    s.check("the greatest element and its place are std::max_element's", greatest(policy, c) == expected);
  });
}

int main(int argc, char** argv) {
  example::description const what{.id = "mymax_iterators",
                                  .text = "The greater of two, and the greatest of n elements of any container.",
                                  .n = 5,
                                  .quick = 5,
                                  .bytes = 80,
                                  .least = 1,
                                  .most = 100'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    s.check_equal("my_max(3, 7)", my_max<int>(3, 7), 7);
    s.check_equal("my_max(3.0, 7.0)", my_max<double>(3.0, 7.0), 7.0);
    s.check_equal("my_max('g', 'e')", my_max<char>('g', 'e'), 'g');

    std::vector<int> numbers{1, 4, 2, 3, 5};
    while (numbers.size() < s.size()) numbers.push_back(static_cast<int>(numbers.size() * 7919 % 100'003));
    numbers.resize(s.size());
    std::string printed;
    thrum::for_each_n(thrum::seq, numbers.begin(), std::min<std::ptrdiff_t>(s.n(), 16),
                      [&](int x) { printed += ' ' + std::to_string(x); });
    s.say("the numbers:" + printed);
    row(s, "std::vector           ", numbers);
    row(s, "std::deque            ", std::deque<int>(numbers.begin(), numbers.end()));
    row(s, "std::list             ", std::list<int>(numbers.begin(), numbers.end()));
    row(s, "std::forward_list     ", std::forward_list<int>(numbers.begin(), numbers.end()));
    s.say(std::string("  thrum::device_vector  ") + category<thrum::device_vector<int>::const_iterator>());

    std::vector<int> raised = numbers;
    for (int& x : raised) x = std::max(x, 3);
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int> v = numbers;
      std::ptrdiff_t place = 0;
      s.time(policy, "max_element", [&] { place = thrum::max_element(policy, v.begin(), v.end()) - v.begin(); });
      s.check_equal("and in the policy's own memory", place,
                    std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
      thrum::for_each(policy, v.begin(), v.end(), at_least_three{});
      s.check_equal("for_each with my_max(x, 3)", example::to_host(v), raised);
    });
  });
}
