// Ten threads greet. Threads that write to a common list write in the order in which they arrive.
// Threads that each write to a place of their own need no order: the host prints the places when
// all are done.
#include <thrum/atomic_ref.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <algorithm>
#include <numeric>

#include "common/example.h"

struct greeting {
  char text[28];
};

struct greet {
  greeting* places;
  int* list;    // the threads, in order of arrival
  int* number;  // the number of threads that have arrived
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    constexpr int begin = 18;  // the letters of the words, followed by the number
    char const words[] = "Hello from thread ";
    char* const text = places[i].text;
    for (int k = 0; k < begin; ++k) text[k] = words[k];
    int digits = 1;
    for (auto rest = i / 10; rest > 0; rest /= 10) ++digits;
    text[begin + digits] = '\0';
    for (auto rest = i; digits > 0; rest /= 10) text[begin + --digits] = static_cast<char>('0' + rest % 10);
    int const came = thrum::atomic_ref(*number).fetch_add(1, std::memory_order_relaxed);
    list[came] = static_cast<int>(i);
  }
};

/// Returns the policy with a task for each thread; by default one thread would run so few calls.
template <class Policy>
auto one_each(Policy const& policy) {
  if constexpr (requires { policy.grain(1); }) return policy.grain(1);
  else return policy;
}

int main(int argc, char** argv) {
  example::description const what{.id = "hello_threads",
                                  .text = "A greeting from each of n threads.",
                                  .n = 10,
                                  .quick = 10,
                                  .bytes = 128,
                                  .n_is = "threads",
                                  .least = 1,
                                  .most = 1'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), greeting> places(s.size());
      example::vector_of<decltype(policy), int> list(s.size()), number(1);
      greet const functor{thrum::raw_pointer_cast(places.data()), thrum::raw_pointer_cast(list.data()),
                          thrum::raw_pointer_cast(number.data())};
      s.time_prepared(
          policy, "all greet", [&] { number[0] = 0; },
          [&] {
            thrum::for_each_n(one_each(policy), thrum::counting_iterator<std::ptrdiff_t>(0), s.n(), functor);
          });

      auto const printed = example::to_host(places);
      auto came = example::to_host(list);
      std::string order;
      for (std::size_t i = 0; i < std::min<std::size_t>(came.size(), 20); ++i)
        order += " " + std::to_string(came[i]);
      s.say(example::name_of(policy) + ": they came as" + order + (came.size() > 20 ? " ..." : ""));
      std::vector<std::string> texts, expected;
      for (std::size_t i = 0; i < printed.size(); ++i) {
        texts.emplace_back(printed[i].text);
        expected.push_back("Hello from thread " + std::to_string(i));
        if (i < 10) s.say("  " + texts.back());
      }
      s.check_equal("n lines in order", texts, expected);
      std::sort(came.begin(), came.end());
      std::vector<int> all(s.size());
      std::iota(all.begin(), all.end(), 0);
      s.check_equal("each came once", came, all);
    });
  });
}
