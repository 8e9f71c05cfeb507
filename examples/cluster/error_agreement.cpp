// One rank fails, and all report it. A maximum of flags tells the others that there was an error;
// thrum::ranks::agree tells them which rank failed, and why, and throws on every rank. No rank goes
// on, or waits for one that has left, and all can go on together with the next call.
#include <thrum/find.h>
#include <thrum/functional.h>
#include <thrum/memory_resource.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <cmath>
#include <stdexcept>

#include "common/ranks.h"
#include "common/spaces.h"

struct negative {
  THRUM_HD bool operator()(double x) const { return x < 0; }
};
struct root {
  THRUM_HD double operator()(double x) const { return std::sqrt(x); }
};

/// Returns the sum of the roots. Throws std::domain_error if a number is negative, and
/// std::bad_alloc if `memory` has none.
template <class Policy, class V, class Resource>
double sum_of_roots(Policy const& policy, V const& x, Resource& memory) {
  auto const wrong = thrum::find_if(policy, x.begin(), x.end(), negative{});
  if (wrong != x.end()) throw std::domain_error("number " + std::to_string(wrong - x.begin()) + " is negative");
  example::vector_from<Policy, double> roots(x.size(), thrum::no_init, &memory);
  thrum::transform(policy, x.begin(), x.end(), roots.begin(), root{});
  return thrum::reduce(policy, roots.begin(), roots.end(), 0.0);
}

/// What a rank has seen of a call on all ranks.
struct report {
  enum { result, own_exception, remote } what = result;
  int failed_rank = -1;
  std::string text;
};

/// Calls work() on all ranks, which agree on its end.
template <class Communicator, class Work>
report agreed(Communicator const& c, Work work) {
  try {
    thrum::ranks::agree(c, work);
    return {};
  } catch (thrum::ranks::remote_error const& error) {
    return {report::remote, error.rank(), error.what()};
  } catch (std::exception const& error) {
    return {report::own_exception, c.rank(), error.what()};
  }
}

int main(int argc, char** argv) {
  example::description const what{.id = "error_agreement",
                                  .text = "The sum of n roots on each rank, where one rank after the other fails.",
                                  .n = 100'000,
                                  .quick = 10'000,
                                  .bytes = 64,
                                  .n_is = "numbers of a rank",
                                  .counted = "numbers",
                                  .least = 1,
                                  .ranks = 4};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    auto const ranks = std::to_string(c.size());
    auto const on_all = [&](bool mine) { return c.all_reduce(mine ? 1 : 0, thrum::plus<>{}) == c.size(); };

    s.each_policy([&](auto const& policy) {
      using space = example::space_of<decltype(policy)>;
      auto& memory = thrum::default_resource<space>();
      auto const x = example::uniform<double>(policy, s.n(), static_cast<std::uint64_t>(c.rank()) + 1);
      auto spoilt = x;
      auto const place = s.n() / 2;
      spoilt[static_cast<std::size_t>(place)] = -1;
      double sum = 0;

      s.time(policy, "alone", [&] { sum = sum_of_roots(policy, x, memory); });
      double agreed_sum = 0;
      s.time(policy, "with an agreement",
             [&] { thrum::ranks::agree(c, [&] { agreed_sum = sum_of_roots(policy, x, memory); }); });
      s.check_equal("without an error the result comes back", agreed_sum, sum);

      std::string const wrong_number = "number " + std::to_string(place) + " is negative";
      for (int failing = 0; failing < c.size(); ++failing) {
        bool const mine = c.rank() == failing;
        // What a maximum of flags can say.
        int flag = 0;
        try {
          sum_of_roots(policy, mine ? spoilt : x, memory);
        } catch (std::domain_error const&) {
          flag = 1;
        }
        s.check_equal("the greatest flag tells all ranks that one failed", c.all_reduce(flag, thrum::maximum<>{}),
                      1);

        report const seen = agreed(c, [&] { sum_of_roots(policy, mine ? spoilt : x, memory); });
        s.check("all ranks report", on_all(seen.what != report::result));
        s.check("the failing rank throws its own exception",
                !mine || (seen.what == report::own_exception && seen.text == wrong_number));
        s.check("the others name it", mine || (seen.what == report::remote && seen.failed_rank == failing));
        s.check("and tell its message", mine || seen.text.find(wrong_number) != std::string::npos);
        if (failing == 1) s.say(example::name_of(policy) + ", rank 0 reports: " + seen.text);

        // The only allocation of this rank fails.
        thrum::fail_on_kth_allocation<space> none(1, memory);
        thrum::memory_resource<space>& source = mine ? static_cast<thrum::memory_resource<space>&>(none) : memory;
        report const without_memory = agreed(c, [&] { sum_of_roots(policy, x, source); });
        s.check("no memory: all ranks report", on_all(without_memory.what != report::result));
        s.check("no memory: the others name the rank",
                mine ? without_memory.what == report::own_exception : without_memory.failed_rank == failing);
        s.check_equal("all go on after it", c.all_reduce(1, thrum::plus<>{}), c.size());
      }

      // All ranks but the last fail, each with its own message.
      bool const fails = c.rank() + 1 < c.size() || c.size() == 1;
      report const seen = agreed(c, [&] {
        if (fails) throw std::runtime_error("error of rank " + std::to_string(c.rank()));
      });
      s.check("of several the lowest is named",
              fails ? seen.what == report::own_exception : seen.what == report::remote && seen.failed_rank == 0);
      s.check("each that failed throws its own",
              !fails || seen.text == "error of rank " + std::to_string(c.rank()));
    });
  });
}
