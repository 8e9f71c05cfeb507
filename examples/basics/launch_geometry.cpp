// The element that a thread takes: block * threads + thread, in as many thread blocks as cover all
// elements. Threads of the last thread block without an element are idle, and each element is taken
// once, for any number of elements.
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <algorithm>

#include "common/example.h"
#if defined(__CUDACC__)
#include <thrum/cuda/launch.cuh>
#endif

std::int64_t ceil_div(std::int64_t n, std::int64_t parts) { return (n + parts - 1) / parts; }

inline constexpr std::int64_t idle = -1;

/// Writes for each thread of the grid, numbered by thread block, which element it takes.
struct take_element {
  std::int64_t* taken;
  std::int64_t n, threads;
  THRUM_HD void operator()(std::int64_t number) const {
    std::int64_t const block = number / threads, thread = number % threads;
    std::int64_t const i = block * threads + thread;
    taken[number] = i < n ? i : idle;
  }
  /// Computes the same from the device's own coordinates.
  template <class Context>
  THRUM_HD void operator()(Context const& here) const {
    taken[here.grid_rank()] = here.x() < n ? here.x() : idle;
  }
};

/// Returns the elements of the threads of a grid that covers n elements.
template <class Policy>
std::vector<std::int64_t> elements_of_threads(Policy const& policy, std::int64_t n, std::int64_t threads) {
  std::int64_t const all = ceil_div(n, threads) * threads;
  example::vector_of<Policy, std::int64_t> taken(static_cast<std::size_t>(all));
  take_element const kernel{thrum::raw_pointer_cast(taken.data()), n, threads};
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    thrum::cuda::launch(policy, thrum::cuda::grid{{ceil_div(n, threads)}, {threads}}, kernel);
    return example::to_host(taken);
  }
#endif
  thrum::for_each_n(policy, thrum::counting_iterator<std::int64_t>(0), all, kernel);
  return example::to_host(taken);
}

bool each_once(std::vector<std::int64_t> const& taken, std::int64_t n) {
  std::vector<int> times(static_cast<std::size_t>(n));
  for (std::int64_t const i : taken) {
    if (i >= n) return false;
    if (i != idle) ++times[static_cast<std::size_t>(i)];
  }
  return std::count(times.begin(), times.end(), 1) == n;
}

/// Prints a line for each thread block: the elements of its threads.
void say_map(example::session& s, std::vector<std::int64_t> const& taken, std::int64_t threads) {
  for (std::size_t at = 0; at < taken.size(); at += static_cast<std::size_t>(threads)) {
    std::string line = "block " + std::to_string(at / static_cast<std::size_t>(threads)) + ":";
    for (std::size_t t = at; t < at + static_cast<std::size_t>(threads); ++t) {
      line += ' ' + (taken[t] == idle ? std::string("-") : std::to_string(taken[t]));
    }
    s.say(line);
  }
}

int main(int argc, char** argv) {
  example::description const what{.id = "launch_geometry",
                                  .text = "Which of n elements each thread of a grid of blocks of 256 takes.",
                                  .n = 1000,
                                  .quick = 1000,
                                  .bytes = 28};
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      auto const small = elements_of_threads(policy, 12, 4);
      std::vector<std::int64_t> const twelve{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
      s.check_equal("3 blocks of 4 take 0..11", small, twelve);
      auto const ragged = elements_of_threads(policy, 10, 4);
      if (example::name_of(policy) == "seq") {
        s.say("10 elements in blocks of 4 threads:");
        say_map(s, ragged, 4);
      }
      s.check("10 elements leave 2 of 12 threads idle", std::count(ragged.begin(), ragged.end(), idle) == 2);

      auto const thousand = elements_of_threads(policy, 1000, 256);
      s.check("1000 elements leave 24 of 1024 threads idle",
              thousand.size() == 1024 && std::count(thousand.begin(), thousand.end(), idle) == 24);
      for (std::int64_t const n : {0, 1, 255, 256, 257, 1000, 1023, 1024, 1025}) {
        s.check("each element once, of 0 to 1025", each_once(elements_of_threads(policy, n, 256), n));
      }
      std::vector<std::int64_t> all;
      s.time(policy, "n elements", [&] { all = elements_of_threads(policy, s.n(), 256); });
      s.check("and of n", each_once(all, s.n()));
    });
  });
}
