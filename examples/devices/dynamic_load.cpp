// A function that the program finds at run time: sin in the mathematics library, by its name. In
// the same way a program can look for a device's driver, and choose another policy if there is
// none, instead of failing to start.
#include <dlfcn.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "common/example.h"

/// A shared library; open as long as the object lives.
class library {
 public:
  explicit library(std::string const& name) : handle_(dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
    if (!handle_) throw std::runtime_error(dlerror());
  }
  template <class F>
  F* function(char const* name) const {
    dlerror();
    void* const address = dlsym(handle_.get(), name);
    if (char const* const error = dlerror()) throw std::runtime_error(error);
    return reinterpret_cast<F*>(address);
  }

 private:
  struct close {
    void operator()(void* handle) const { dlclose(handle); }
  };
  std::unique_ptr<void, close> handle_;
};

/// Returns the message that an action throws; empty if it throws nothing.
template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (std::runtime_error const& error) {
    return error.what();
  }
  return {};
}

/// Returns the policy for the first backend whose library can be loaded and started: cuda by its
/// driver, otherwise that of this build.
std::string chosen_backend(char const* driver) {
  try {
    library const cuda(driver);
    if (cuda.function<int(unsigned)>("cuInit")(0) == 0) return "cuda";
  } catch (std::runtime_error const&) {
  }
  auto const built = example::policies_of_build();
  return built.size() > 2 ? "par" : "seq";
}

int main(int argc, char** argv) {
  example::description const what{.id = "dynamic_load",
                                  .text = "sin, loaded while the program runs, and a backend chosen so.",
                                  .n = 10'000'000,
                                  .quick = 100'000,
                                  .bytes = 24};
  return example::run(argc, argv, what, [](example::session& s) {
#if defined(__APPLE__)
    library const mathematics("libm.dylib");
#else
    library const mathematics("libm.so.6");
#endif
    auto* const sine = mathematics.function<double(double)>("sin");
    s.say("sin(4) = " + std::to_string(sine(4)));
    s.check_close("sin(4) is -0.756802", sine(4), -0.756802, 5e-7);

    std::string const no_library = message_of([] { library("libthrum_that_is_not.so"); });
    std::string const no_function = message_of([&] { mathematics.function<void()>("cosinus"); });
    s.say(no_library);
    s.check("no such library is an error that names it",
            no_library.find("libthrum_that_is_not") != std::string::npos);
    s.check("no such function too", no_function.find("cosinus") != std::string::npos);

    std::string const backend = chosen_backend("libcuda.so.1");
    s.say("The backend for this machine: " + backend);
    s.check("no driver, no card: another backend", chosen_backend("libthrum_that_is_not.so") != "cuda");
    if (example::card_present()) s.check_equal("a card is found", backend, std::string("cuda"));

    // A function in the host's memory: policies of the host can call it, a device cannot.
    s.each_policy([&](auto const& policy) {
      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        auto const x = example::uniform<double>(policy, s.n(), 1, 0, 10);
        thrum::host_vector<double> y(s.size(), thrum::no_init);
        s.time(policy, "the loaded sin", [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), sine); });
        std::vector<double> expected(s.size());
        std::transform(x.begin(), x.end(), expected.begin(), [](double v) { return std::sin(v); });
        s.check_equal("the loaded sin is the linked one, bit by bit", y, expected);
      }
    });
  });
}
