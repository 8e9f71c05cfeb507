// A common error: 32 threads for ten numbers, and a guard that lets number ten through. A range
// that knows its bounds reports the error under every checked policy, and reports nothing without
// the error.
#include <thrum/checked.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <cmath>
#include <limits>

#include "common/example.h"

template <class View>
struct reciprocal {
  View x;
  std::ptrdiff_t n;
  bool wrong;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if (wrong ? i > n : i >= n) return;  // n itself is no index
    x[i] = 1 / x[i];
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "oob_reciprocal",
                                  .text = "1 / x by a kernel whose guard is off by one, and how that is found.",
                                  .n = 10,
                                  .quick = 10,
                                  .bytes = 24,
                                  .least = 1,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    std::ptrdiff_t const threads = (s.n() / 32 + 1) * 32;  // whole warps: more threads than n
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), float> x(s.size(), 0.0F);
      auto const view = thrum::checked(x);
      auto const run = [&](bool wrong) {
        thrum::for_each_n(thrum::checked(policy), thrum::counting_iterator<std::ptrdiff_t>(0), threads,
                          reciprocal<std::remove_cv_t<decltype(view)>>{view, s.n(), wrong});
      };
      std::ptrdiff_t reported = -1;
      try {
        run(true);
      } catch (thrum::check_failed const& error) {
        reported = error.index();
        s.say(example::name_of(policy) + ": " + error.what());
      }
      s.check_equal("the wrong guard: element n is reported", reported, s.n());

      x.assign(s.size(), 0.0F);
      std::string report;
      s.time_prepared(
          policy, "1 / x, checked", [&] { x.assign(s.size(), 0.0F); },
          [&] {
            try {
              run(false);
            } catch (thrum::check_failed const& error) {
              report = error.what();
            }
          });
      s.check_equal("the right guard: no report", report, std::string());
      std::vector<float> const infinite(s.size(), std::numeric_limits<float>::infinity());
      s.check_equal("1 / 0 is infinite", example::to_host(x), infinite);
    });
  });
}
