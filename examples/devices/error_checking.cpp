// Every call is checked without a macro. A call that fails throws, with a type for the kind of
// failure, and the program continues with the next call. A user's check can know the line of its
// caller.
#include <thrum/checked.h>
#include <thrum/for_each.h>
#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <new>
#include <stdexcept>
#if defined(__CUDACC__)
#include <thrum/cuda/device.h>
#include <thrum/cuda/launch.cuh>
#endif

#include "common/example.h"

/// A failure with the location of the failed call.
struct located_error : std::runtime_error {
  located_error(std::string const& text, char const* in, int at) : runtime_error(text), file(in), line(at) {}
  char const* file;
  int line;
};
/// Does the same as the course's macro, as a function: the caller's file and line are default
/// arguments. (std::source_location consists of these builtins, but not every compiler of C++20 has
/// it.)
void require(bool right, std::string const& text, char const* file = __builtin_FILE(),
             int line = __builtin_LINE()) {
  if (!right) throw located_error(text, file, line);
}

struct refuse {
  int wrong;
  void operator()(int x) const {
    if (x == wrong) throw std::domain_error("the number " + std::to_string(x) + " is refused");
  }
};

struct nothing {
  template <class Context>
  THRUM_HD void operator()(Context const&) const {}
};

/// Says whether an action throws an Error; prints its text.
template <class Error, class Action>
bool throws(example::session& s, char const* what, Action action) {
  try {
    action();
  } catch (Error const& error) {
    s.say(std::string("  ") + what + ": " + error.what());
    return true;
  }
  return false;
}

int main(int argc, char** argv) {
  example::description const what{.id = "error_checking",
                                  .text = "Calls that fail, what they throw, and that the next call works.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 32,
                                  .least = 3,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    int const next = __LINE__ + 2;
    try {
      require(s.n() < 0, "n is not negative");
    } catch (located_error const& error) {
      std::string const file = error.file;
      s.say("error_checking.cpp:" + std::to_string(error.line) + ": " + error.what());
      s.check_equal("the line is the caller's", error.line, next);
      s.check("and the file", file.ends_with("error_checking.cpp"));
    }

    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      example::vector_of<policy_type, int> x(s.size());
      thrum::sequence(policy, x.begin(), x.end());
      auto const works = [&] {
        return thrum::reduce(policy, x.begin(), x.end(), std::int64_t{0}) == s.n() * (s.n() - 1) / 2;
      };
      s.say(example::name_of(policy) + ":");

      s.check("no memory is std::bad_alloc", throws<std::bad_alloc>(s, "memory", [] {
                example::vector_of<policy_type, double> const huge(
                    std::size_t{1} << (example::on_card<policy_type> ? 43 : 52), thrum::no_init);
              }));
      s.check("a call after it is right", works());

      s.check("a wrong call is thrum::check_failed", throws<thrum::check_failed>(s, "call", [&] {
                example::vector_of<policy_type, int> descending(2), out(s.size() + 2);
                thrum::sequence(policy, descending.begin(), descending.end(), 2, -1);
                thrum::merge(thrum::checked(policy), x.begin(), x.end(), descending.begin(), descending.end(),
                             out.begin());
              }));
      s.check("a call after it is right", works());

      if constexpr (example::on_card<policy_type>) {
#if defined(__CUDACC__)
        s.check("a bad launch is cuda_error", throws<thrum::cuda_error>(s, "launch", [&] {
                  thrum::cuda::launch(policy, thrum::cuda::grid{.blocks = {1}, .threads = {4096}}, nothing{});
                }));
        s.check("a call after it is right", works());
        s.check("a bad device is cuda_error", throws<thrum::cuda_error>(s, "device", [&] {
                  thrum::cuda::device(thrum::cuda::device::count()).make_current();
                }));
        s.check("a call after it is right", works());
#endif
      } else {
        s.check("a functor's exception leaves the call", throws<std::domain_error>(s, "functor", [&] {
                  thrum::for_each(policy, x.begin(), x.end(), refuse{static_cast<int>(s.n() / 2)});
                }));
        s.check("a call after it is right", works());
      }
      s.time(policy, "a sum, checked for failures", [&] { s.check("a call after it is right", works()); });
    });
  });
}
