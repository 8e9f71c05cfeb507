// Heartbeats in an electrocardiogram. A sample is a peak if no sample in a window around it is
// larger (non-maximum suppression). All beats are copied to the rows of a matrix, each with its
// peak in the middle. The three calls work on memory that stays where it is: a flag for each
// sample, the indices of the flags, and a window around each index.
#include <thrum/copy.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <thrum/tabulate.h>
#include <cmath>

#include "common/example.h"
#include "common/format.h"

using std::int64_t;

constexpr double rate = 360;           // samples per second
constexpr int64_t interval = 300;      // between two beats, on average
constexpr int64_t reach = 72;          // a peak is the largest sample within 0.2 s on both sides
constexpr int64_t window = 108;        // of a beat: 0.3 s on both sides
constexpr int64_t width = 2 * window;  // samples in a row of the matrix
constexpr float threshold = 0.5f;      // mV

/// Returns the index of beat b: about every `interval` samples, up to 30 earlier or later.
THRUM_HD int64_t place_of_beat(int64_t b) {
  auto x = static_cast<std::uint64_t>(b) + 1;
  x = (x ^ (x << 13)) * 0x9E3779B97F4A7C15u;
  return b * interval + interval / 2 + static_cast<int64_t>((x >> 40) % 61) - 30;
}
/// Beats whose window would leave the signal are omitted.
THRUM_HD bool is_beat(int64_t b, int64_t n) {
  return b >= 0 && place_of_beat(b) >= window && place_of_beat(b) + window <= n;
}

/// Returns a synthetic electrocardiogram: five waves per beat, a wandering baseline, and noise.
struct ecg {
  int64_t n;
  THRUM_HD float operator()(int64_t i) const {
    double const t = static_cast<double>(i) / rate;
    double x = 0.08 * std::sin(1.7 * t) + 0.01 * std::sin(static_cast<double>(i * 7919 % 10'007));
    for (int64_t b = i / interval - 1; b <= i / interval + 1; ++b) {
      if (!is_beat(b, n)) continue;
      double const since = static_cast<double>(i - place_of_beat(b)) / rate;
      x += wave(since, 0.15, -0.17, 0.020) + wave(since, -0.12, -0.03, 0.008) + wave(since, 1.2, 0, 0.010) +
           wave(since, -0.25, 0.03, 0.008) + wave(since, 0.35, 0.25, 0.045);
    }
    return static_cast<float>(x);
  }
  THRUM_HD static double wave(double since, double height, double at, double wide) {
    double const z = (since - at) / wide;
    return height * std::exp(-z * z / 2);
  }
};

/// The first of equal samples is the peak.
struct is_peak {
  float const* signal;
  int64_t n;
  THRUM_HD bool operator()(int64_t i) const {
    float const x = signal[i];
    if (x < threshold) return false;
    for (int64_t k = 1; k <= reach; ++k) {
      if (i >= k && signal[i - k] >= x) return false;
      if (i + k < n && signal[i + k] > x) return false;
    }
    return true;
  }
};

/// Row r of the matrix is the window around peak r; elements outside of the signal are 0.
struct embedded {
  float const* signal;
  int64_t n;
  int64_t const* peaks;
  THRUM_HD float operator()(int64_t i) const {
    int64_t const from = peaks[i / width] - window + i % width;
    return from < 0 || from >= n ? 0.0f : signal[from];
  }
};

template <class Policy, class Floats>
auto peaks_of(Policy const& policy, Floats const& signal) {
  auto const n = static_cast<int64_t>(signal.size());
  example::vector_of<Policy, int64_t> peaks(signal.size() / reach + 1,
                                            thrum::no_init);  // each suppresses its reach
  thrum::counting_iterator<int64_t> const first(0);
  is_peak const flag{thrum::raw_pointer_cast(signal.data()), n};
  auto const end = thrum::copy_if(policy, first, first + n, peaks.begin(), flag);
  peaks.resize(static_cast<std::size_t>(end - peaks.begin()));
  return peaks;
}

template <class Policy, class Floats, class Peaks>
auto beats_of(Policy const& policy, Floats const& signal, Peaks const& peaks) {
  example::vector_of<Policy, float> matrix(peaks.size() * width, thrum::no_init);
  thrum::tabulate(policy, matrix.begin(), matrix.end(),
                  embedded{thrum::raw_pointer_cast(signal.data()), static_cast<int64_t>(signal.size()),
                           thrum::raw_pointer_cast(peaks.data())});
  return matrix;
}

void draw(example::session& s, std::vector<float> const& signal, std::vector<int64_t> const& peaks,
          std::vector<float> const& beats) {
  example::figure trace{.title = "The first seconds, and the peaks found (red)", .x_label = "s", .y_label = "mV"};
  trace.lines = {{"", {}, {}}, {"", {}, {}, example::series::style::points}};
  std::size_t const shown = std::min<std::size_t>(signal.size(), 2160);
  for (std::size_t i = 0; i < shown; ++i) {
    trace.lines[0].x.push_back(static_cast<double>(i) / rate), trace.lines[0].y.push_back(signal[i]);
  }
  for (int64_t const p : peaks) {
    if (p >= static_cast<int64_t>(shown)) break;
    trace.lines[1].x.push_back(static_cast<double>(p) / rate);
    trace.lines[1].y.push_back(signal[static_cast<std::size_t>(p)]);
  }
  s.draw(trace);
  example::figure stacked{.title = "Beats on top of each other", .x_label = "ms from the peak", .y_label = "mV"};
  for (std::size_t r = 0; r < std::min<std::size_t>(peaks.size(), 40); ++r) {
    example::series beat{.name = "", .x = {}, .y = {}};
    for (int64_t k = 0; k < width; ++k) {
      beat.x.push_back(1e3 * static_cast<double>(k - window) / rate);
      beat.y.push_back(beats[r * width + static_cast<std::size_t>(k)]);
    }
    stacked.lines.push_back(std::move(beat));
  }
  s.draw("beats", stacked);
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "heartbeat_nms",
      .text = "Peaks of a synthetic electrocardiogram of n samples, and a matrix of the beats.",
      .n = 1'000'000,
      .quick = 20'000,
      .bytes = 24,
      .n_is = "samples",
      .least = 1,
      .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<int64_t> expected;
    for (int64_t b = 0; b <= s.n() / interval; ++b) {
      if (is_beat(b, s.n())) expected.push_back(place_of_beat(b));
    }
    bool drawn = false;
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), float> signal(s.size(), thrum::no_init);
      thrum::tabulate(policy, signal.begin(), signal.end(), ecg{s.n()});
      auto peaks = peaks_of(policy, signal);
      auto beats = beats_of(policy, signal, peaks);
      s.time(policy, "peaks", [&] { peaks = peaks_of(policy, signal); });
      s.time(policy, "matrix of beats", [&] { beats = beats_of(policy, signal, peaks); },
             {.elements = static_cast<int64_t>(beats.size())});

      auto const x = example::to_host(signal), rows = example::to_host(beats);
      auto const found = example::to_host(peaks);
      s.check_equal("every peak is where its beat was made", found, expected);
      std::vector<float> windows;
      for (int64_t const p : expected)
        windows.insert(windows.end(), x.begin() + p - window, x.begin() + p + window);
      s.check_equal("each row is the signal around its peak", rows, windows);
      s.check_same("the peaks", found);
      s.say(example::name_of(policy) + ": " + example::grouped(static_cast<int64_t>(found.size())) + " beats in " +
            example::fixed(static_cast<double>(s.n()) / rate / 60) + " minutes");
      if (!drawn && s.wants_picture()) draw(s, x, found, rows);
      drawn = true;
    });
  });
}
