// The model in five lines: generate numbers on the host, copy them to where the policy works, sort
// them there, and copy them back. A thread, all cores and a device differ only in the type of one
// vector and the policy.
#include <thrum/copy.h>
#include <thrum/generate.h>
#include <thrum/sort.h>
#include <algorithm>
#include <random>

#include "common/example.h"

/// Returns random ints from 0 to 2^31 - 1, the same ones in each run.
class random_ints {
 public:
  int operator()() { return distribution_(engine_); }

 private:
  std::mt19937 engine_{1337};
  std::uniform_int_distribution<int> distribution_;
};

/// Returns a sum that depends on the numbers and how often each occurs, but not on their order.
std::uint64_t content_of(thrum::host_vector<int> const& numbers) {
  std::uint64_t sum = 0;
  for (int const number : numbers) {
    std::uint64_t x = static_cast<std::uint64_t>(number) + 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    sum += x ^ (x >> 31);
  }
  return sum;
}

int main(int argc, char** argv) {
  example::description const what{.id = "thrust_sort_32m",
                                  .text = "n random integers, generated, copied, sorted and copied back.",
                                  .n = 32 << 20,
                                  .quick = 200'000,
                                  .bytes = 24,
                                  .n_is = "keys"};
  return example::run(argc, argv, what, [](example::session& s) {
    thrum::host_vector<int> numbers(s.size(), thrum::no_init);
    s.progress().show("making keys");
    thrum::generate(thrum::seq, numbers.begin(), numbers.end(), random_ints());
    std::uint64_t const content = content_of(numbers);
    {
      thrum::host_vector<int> copy;
      s.time_other("std", "sort", [&] { std::sort(copy.begin(), copy.end()); }, {}, [&] { copy = numbers; });
    }
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int> v;
      thrum::host_vector<int> sorted(s.size(), thrum::no_init);
      auto const load = [&] { v = numbers; };
      auto const sort = [&] { thrum::sort(policy, v.begin(), v.end()); };
      auto const unload = [&] { thrum::copy(v.begin(), v.end(), sorted.begin()); };
      s.time_prepared(policy, "sort", load, sort);
      s.time(policy, "copy, sort, copy back", [&] { load(), sort(), unload(); });
      s.check("ascending", std::is_sorted(sorted.begin(), sorted.end()));
      s.check("the same keys as before", content_of(sorted) == content);
      s.check_same("the keys", sorted);
    });
  });
}
