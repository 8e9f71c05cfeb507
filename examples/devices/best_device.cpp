// Chooses the device with the highest compute capability. Pairs compare by their first members,
// then by their second members, and max_element returns the first of equal elements, so that a tie
// goes to the lowest number.
#include <thrum/extrema.h>
#include <thrum/pair.h>
#include <algorithm>
#include <stdexcept>
#if defined(__CUDACC__)
#include <thrum/cuda/device.h>
#endif

#include "common/example.h"

using capability = thrum::pair<int, int>;

/// Returns the number of the best device; prints a clear message if there is none.
template <class Policy>
std::ptrdiff_t best_device(Policy const& policy, std::vector<capability> const& devices) {
  if (devices.empty()) throw std::runtime_error("there is no CUDA device to choose: is a driver installed?");
  example::vector_of<Policy, capability> const d(devices.begin(), devices.end());
  return thrum::max_element(policy, d.begin(), d.end()) - d.begin();
}

/// Prints the devices of this machine.
std::vector<capability> present() {
  std::vector<capability> found;
#if defined(__CUDACC__)
  for (auto const device : thrum::cuda::device::all()) {
    auto const c = device.compute_capability();
    found.emplace_back(c.major, c.minor);
  }
#endif
  return found;
}

int main(int argc, char** argv) {
  example::description const what{.id = "best_device",
                                  .text =
                                      "The device of the highest compute capability, of n made-up ones and of "
                                      "those present.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 40,
                                  .n_is = "devices",
                                  .least = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    // Capabilities of 5.0 to 9.9 for n devices, most of which have an equal.
    auto const numbers = example::integers<int>(thrum::seq, s.n(), 7, 50, 99);
    std::vector<capability> made_up;
    for (int const c : numbers) made_up.emplace_back(c / 10, c % 10);
    auto const expected = std::max_element(made_up.begin(), made_up.end()) - made_up.begin();
    std::vector<capability> const here = present();

    s.each_policy([&](auto const& policy) {
      std::vector<capability> const pascal_ada_turing{{6, 1}, {8, 9}, {7, 5}};
      s.check_equal("8.9 is better than 6.1 and 7.5", best_device(policy, pascal_ada_turing), 1);
      std::vector<capability> const minors{{8, 0}, {8, 9}, {8, 6}};
      s.check_equal("equal major numbers are told by minor ones", best_device(policy, minors), 1);
      std::vector<capability> const twins{{7, 5}, {9, 0}, {8, 9}, {9, 0}};
      s.check_equal("a tie goes to the lowest number", best_device(policy, twins), 1);

      std::ptrdiff_t found = -1;
      s.time(policy, "the best of n", [&] { found = best_device(policy, made_up); });
      s.check_equal("as std::max_element", found, expected);

      std::string message;
      try {
        static_cast<void>(best_device(policy, {}));
      } catch (std::runtime_error const& none) {
        message = none.what();
      }
      s.check("none is a clear message", message.find("no CUDA device") != std::string::npos);
    });

    if (here.empty()) return s.say("This program sees no CUDA device.");
    std::ptrdiff_t const best = best_device(thrum::seq, here);
    auto const chosen = here[static_cast<std::size_t>(best)];
    s.say("Device " + std::to_string(best) + " of " + std::to_string(here.size()) + ", with compute capability " +
          std::to_string(chosen.first) + "." + std::to_string(chosen.second));
  });
}
