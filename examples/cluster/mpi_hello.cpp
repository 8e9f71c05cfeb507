// Each rank but the first sends a greeting, and the first receives them: in the order of ranks, so
// that they are printed in this order, whichever comes first; and as they come.
#include <algorithm>
#include <numeric>

#include "common/ranks.h"

std::string greeting_of(int rank, int ranks) {
  return "Greetings from rank " + std::to_string(rank) + " of " + std::to_string(ranks) + "!";
}

/// Sends this rank's greeting to rank 0. Returns there the greetings received, one from each other
/// rank: from `sender(r)`, which is r for the order of ranks or any_rank for that of arrival.
template <class Communicator, class Sender>
std::vector<std::string> greet(Communicator const& c, Sender sender) {
  std::vector<std::string> received;
  if (c.rank() != 0) {
    std::string const greeting = greeting_of(c.rank(), c.size());
    c.send(greeting, 0);
  } else {
    for (int r = 1; r < c.size(); ++r) {
      // The message says how long it is: no buffer that might be too short.
      std::vector<char> const text = c.template recv_vector<char>(sender(r));
      received.emplace_back(text.begin(), text.end());
    }
  }
  c.barrier();  // no rank greets again while the first still receives from any rank
  return received;
}

int main(int argc, char** argv) {
  example::description const what{.id = "mpi_hello",
                                  .text = "A greeting from each rank to the first one.",
                                  .n_is = "greetings of each rank",
                                  .least = 1,
                                  .most = 100'000};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    std::vector<std::string> expected;
    if (c.rank() == 0) {
      for (int r = 1; r < c.size(); ++r) expected.push_back(greeting_of(r, c.size()));
    }
    std::vector<std::string> lines, arrived;
    s.time_other(example::name_of_ranks(c), "in the order of ranks", [&] {
      for (std::int64_t i = 0; i < s.n(); ++i) lines = greet(c, [](int r) { return r; });
    });
    s.time_other(example::name_of_ranks(c), "as they come", [&] {
      for (std::int64_t i = 0; i < s.n(); ++i) arrived = greet(c, [](int) { return thrum::ranks::any_rank; });
    });
    for (std::string const& line : lines) s.say(line);
    s.check_equal("a line from each rank but the first, in order", lines, expected);
    std::sort(arrived.begin(), arrived.end());
    std::sort(expected.begin(), expected.end());
    s.check_equal("as they come: the same lines", arrived, expected);
    std::vector<int> numbers(static_cast<std::size_t>(c.size()));
    std::iota(numbers.begin(), numbers.end(), 0);
    s.check_equal("each number has one rank", c.all_gather(c.rank()), numbers);
  });
}
