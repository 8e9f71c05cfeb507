// x += 1 with the same wrong guard, found by tools that do not know the program: protected memory
// after the array (as compute-sanitizer and the address sanitizer protect all memory). They report
// only the wrong kernel, and its thread is number n.
#include <thrum/checked.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>

#include "common/example.h"
#include "devices/fenced_array.h"

template <class X>
struct add_one {
  X x;
  std::ptrdiff_t n;
  bool wrong;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if (wrong ? i > n : i >= n) return;
    x[i] += 1;
  }
};

int main(int argc, char** argv) {
  // So few elements that no other thread is needed, since a forked process has none.
  example::description const what{.id = "oob_add_one",
                                  .text = "x += 1 by a kernel whose guard is off by one, under a memory checker.",
                                  .n = 10,
                                  .quick = 10,
                                  .bytes = 24,
                                  .least = 1,
                                  .most = 4000};
  return example::run(argc, argv, what, [](example::session& s) {
    std::ptrdiff_t const threads = (s.n() / 32 + 1) * 32;
    thrum::counting_iterator<std::ptrdiff_t> const first(0);
    s.each_policy([&](auto const& policy) {
      std::string const name = example::name_of(policy);
      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        fenced_array const fenced(s.size());
        auto const run = [&](bool wrong) {
          thrum::for_each_n(policy, first, threads, add_one<float*>{fenced.data(), s.n(), wrong});
        };
        std::ptrdiff_t const index = refused_access(fenced.data(), [&] { run(true); });
        s.say(name + ": Invalid access of element " + std::to_string(index) + " of " + std::to_string(s.n()));
        s.check_equal("the memory behind the array is refused to thread n", index, s.n());
        std::ptrdiff_t const none = refused_access(fenced.data(), [&] { run(false); });
        s.check_equal("nothing is refused to the right kernel", none, std::ptrdiff_t{-1});
      }

      example::vector_of<decltype(policy), float> x(s.size(), 1.0F);
      auto const view = thrum::checked(x);
      auto const run = [&](bool wrong) {
        thrum::for_each_n(thrum::checked(policy), first, threads,
                          add_one<std::remove_cv_t<decltype(view)>>{view, s.n(), wrong});
      };
      std::ptrdiff_t reported = -1;
      try {
        run(true);
      } catch (thrum::check_failed const& error) {
        reported = error.index();
        s.say(name + ": " + error.what());
      }
      s.check_equal("a checked range names it too", reported, s.n());
      s.time_prepared(policy, "x += 1, checked", [&] { x.assign(s.size(), 1.0F); }, [&] { run(false); });
      s.check_equal("the right kernel adds one to each", example::to_host(x), std::vector<float>(s.size(), 2.0F));
    });
    s.say("\nThe same by tools, without a change of the program:");
    s.say("  on the host    g++ -fsanitize=address -g ..., then run it");
    s.say("  on the device  nvcc -lineinfo ..., then compute-sanitizer ./program");
    s.say("  step by step   cuda-gdb ./program, set cuda memcheck on, run, info cuda kernels, print i");
  });
}
