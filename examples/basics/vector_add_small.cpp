// c = a + b of five pairs of integers. CUDA C allocates, copies, launches, copies back and frees by
// hand; here it is three vectors and one call. The same call adds any number of elements, without a
// grid to choose or memory to leak.
#include <thrum/functional.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>

#include "common/example.h"

int main(int argc, char** argv) {
  example::description const what{
      .id = "vector_add_small",
      .text = "c = a + b of five integers, and of n: more than a block of threads has.",
      .n = 100'000,
      .quick = 5'000,
      .bytes = 28,
      .least = 1,
      .most = 100'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), int>;
      vector const a{1, 2, 3, 4, 5}, b{10, 20, 30, 40, 50};
      vector c(5);
      thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), thrum::plus<>{});

      std::string line = example::name_of(policy) + ":";
      for (int const element : example::to_host(c)) line += " " + std::to_string(element);
      s.say(line);
      s.check_equal("11 22 33 44 55", example::to_host(c), std::vector<int>{11, 22, 33, 44, 55});

      vector x(s.size()), y(s.size()), z(s.size());
      thrum::sequence(policy, x.begin(), x.end(), 1);
      thrum::sequence(policy, y.begin(), y.end(), 10, 10);
      s.time(policy, "a + b",
             [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), z.begin(), thrum::plus<>{}); },
             {.bytes = 12.0 * static_cast<double>(s.n())});
      std::vector<int> expected;
      for (int i = 1; i <= static_cast<int>(s.n()); ++i) expected.push_back(11 * i);
      s.check_equal("11, 22, ... of n elements", example::to_host(z), expected);
    });
    s.say("Three lines for the vectors, one for the sum and one to read it; the program in CUDA C has 90.");
  });
}
