// Times one piece of work, and takes the median of several runs.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

namespace example {

/// Measures the seconds since its construction.
class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Returns the seconds that work() takes.
template <class Work>
double seconds_of(Work work) {
  stopwatch const watch;
  work();
  return watch.seconds();
}

/// Returns the median time of `repeat` runs of work(), after one that does not count; prepare()
/// before each run is not timed. If the runs take longer than `patience` seconds together there are
/// fewer runs, or the first one counts. Each time t counts as agree(t).
template <class Prepare, class Work, class Agree = std::identity>
double median_seconds(int repeat, Prepare prepare, Work work,
                      double patience = std::numeric_limits<double>::infinity(), Agree agree = {}) {
  std::vector<double> times;
  double spent = 0;
  for (int run = 0; run <= repeat && (run == 0 || spent < patience); ++run) {
    prepare();
    double const seconds = agree(seconds_of(work));
    spent += seconds;
    if (run > 0) times.push_back(seconds);
  }
  if (times.empty()) return spent;
  auto const middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

}  // namespace example
