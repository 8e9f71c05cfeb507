// auto_policy: a policy that chooses for each call where it runs, by what the machine can do.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/host_facts.h>
#include <thrum/detail/calls/chosen_call.h>
#include <thrum/any_policy.h>
#include <thrum/backend.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <thrum/unified_vector.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum {

/// What auto_policy knows of the machine.
struct calibration {
  /// The policies that were measured, the processor, and the threads that the process may use.
  std::string machine;
  /// The least number of elements of a call from which threads do not cost more than they gain.
  std::ptrdiff_t threads_from = std::numeric_limits<std::ptrdiff_t>::max();
  /// Nanoseconds for a byte that a call on the host reads or writes, in memory.
  double host_byte = 0;
  /// Nanoseconds of a call on the device that has no work, and for a byte of the device's memory.
  /// Infinite if there is no device.
  double device_call = std::numeric_limits<double>::infinity(), device_byte = 0;

  /// Writes the calibration to a file, by way of another file in its directory, so that no process
  /// reads half of it. Throws std::runtime_error.
  void save(std::filesystem::path const& file) const {
    std::filesystem::path aside = file;
    aside += "." + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    {
      std::ofstream out(aside);
      out.precision(17);
      out << title << '\n' << machine << '\n';
      out << threads_from << ' ' << host_byte << ' ' << (has_device() ? device_call : 0) << ' ' << device_byte
          << '\n';
      if (!out.flush()) throw std::runtime_error("thrum: the calibration " + file.string() + " cannot be written");
    }
    std::error_code failed;
    std::filesystem::rename(aside, file, failed);
    if (!failed) return;
    std::filesystem::remove(aside, failed);
    throw std::runtime_error("thrum: the calibration " + file.string() + " cannot be written");
  }
  /// Reads the calibration of a file. Throws std::runtime_error if the file cannot be read, or
  /// holds no calibration.
  static calibration load(std::filesystem::path const& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("thrum: the calibration " + file.string() + " cannot be read");
    calibration read;
    std::string first;
    std::getline(in, first);
    std::getline(in, read.machine);
    in >> read.threads_from >> read.host_byte >> read.device_call >> read.device_byte;
    bool const is_right = in && first == title && read.threads_from > 0 && read.host_byte >= 0 &&
                          read.device_call >= 0 && read.device_byte >= 0;
    if (!is_right) throw std::runtime_error("thrum: the file " + file.string() + " holds no calibration");
    if (read.device_call == 0) read.device_call = std::numeric_limits<double>::infinity();
    return read;
  }
  /// Returns where calibrations are kept: the file that the environment variable THRUM_CALIBRATION
  /// names, or thrum/calibration in the user's directory for caches. Empty if there is none.
  static std::filesystem::path usual_file() {
    auto const variable = [](char const* name) -> std::filesystem::path {
      char const* const text = std::getenv(name);
      return text == nullptr ? "" : text;
    };
    if (auto const file = variable("THRUM_CALIBRATION"); !file.empty()) return file;
    if (auto const caches = variable("XDG_CACHE_HOME"); !caches.empty()) return caches / "thrum" / "calibration";
    if (auto const home = variable("HOME"); !home.empty()) return home / ".cache" / "thrum" / "calibration";
    return {};
  }

  bool has_device() const { return device_call != std::numeric_limits<double>::infinity(); }

 private:
  static constexpr char const* title = "thrum calibration 1";
};

namespace detail {

/// Times calls.
class stopwatch {
 public:
  /// Returns the nanoseconds of a call of f: the median of rounds.
  template <class F>
  static double of(F const& f) {
    return median(seconds(f, 1), [&](int calls) { return seconds(f, calls) / calls; }) * 1e9;
  }
  /// Returns how many times as long a call of f takes as a call of g: the median of rounds, in each
  /// of which they follow each other.
  template <class F, class G>
  static double ratio(F const& f, G const& g) {
    g();
    return median(seconds(f, 1), [&](int calls) { return seconds(f, calls) / seconds(g, calls); });
  }

 private:
  using clock = std::chrono::steady_clock;
  /// Calls round(calls) for some rounds, with so many calls that the clock does not count.
  template <class Round>
  static double median(double once, Round const& round) {
    constexpr double seconds_of_round = 2e-5, seconds_of_rounds = 2e-2;
    constexpr std::size_t least_rounds = 5, most_rounds = 51;
    int const calls = static_cast<int>(seconds_of_round / std::max(once, 1e-8)) + 1;
    std::vector<double> found;
    auto const begin = clock::now();
    while (found.size() < most_rounds) {
      found.push_back(round(calls));
      bool const is_late = std::chrono::duration<double>(clock::now() - begin).count() > seconds_of_rounds;
      if (is_late && found.size() >= least_rounds) break;
    }
    auto const middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
    std::nth_element(found.begin(), middle, found.end());
    return *middle;
  }
  template <class F>
  static double seconds(F const& f, int calls) {
    auto const begin = clock::now();
    for (int i = 0; i < calls; ++i) f();
    return std::chrono::duration<double>(clock::now() - begin).count();
  }
};

/// The calls that calibrations time, on the same numbers.
template <class Vector>
class calibrated_calls {
 public:
  explicit calibrated_calls(std::size_t n) : in_(n), out_(n) {
    std::uint32_t x = 1;
    for (std::size_t i = 0; i < n; ++i) in_[i] = static_cast<int>((x = x * 1664525U + 1013904223U) >> 1);
  }
  template <class P>
  auto sum(P const& policy, std::ptrdiff_t n) {
    return [this, policy, n] { sum_ = thrum::reduce(policy, in_.begin(), in_.begin() + n, 0U); };
  }
  template <class P>
  auto transform(P const& policy, std::ptrdiff_t n) {
    return [this, policy, n] {
      thrum::transform(policy, in_.begin(), in_.begin() + n, out_.begin(), thrum::negate<>{});
    };
  }
  /// Includes the copy that makes the numbers unsorted again.
  template <class P>
  auto sort(P const& policy, std::ptrdiff_t n) {
    return [this, policy, n] {
      std::copy_n(in_.begin(), n, out_.begin());
      thrum::sort(policy, out_.begin(), out_.begin() + n);
    };
  }

 private:
  Vector in_, out_;
  unsigned volatile sum_ = 0;
};

template <class Any>
struct auto_policy_of;
template <class... Policies>
struct auto_policy_of<basic_any_policy<Policies...>> {
  using type = basic_auto_policy<Policies...>;
};
}  // namespace detail

/// A policy that chooses a policy for each call: by where the elements are, by their number, and by
/// a calibration of the machine.
///
/// - Elements in memory of the device: the device's policy.
/// - Elements in memory of the host, or computed: threads, or the calling thread if they are so few
///   that threads would cost more than they gain.
/// - Elements in unified memory: the host as above, or the device if the time of its call and its
///   bandwidth make up for it.
///
/// The results are those of the policy that is chosen: for the host's policies the same bits. A
/// call costs a few nanoseconds more. auto_policy is the basic_auto_policy of the policies of
/// any_policy.
template <class... Policies>
class basic_auto_policy {
 public:
  /// Chooses by the calibration of this machine: see `of_machine`.
  basic_auto_policy() : basic_auto_policy(of_machine()) {}
  explicit basic_auto_policy(calibration const& known) : known_(known) {}

  /// Returns the calibration that is kept in `file`. If it is another machine's, or there is none,
  /// the machine is measured, which takes a second at most, and the file is written, if it can be.
  static calibration of_machine_in(std::filesystem::path const& file) {
    try {
      calibration known = calibration::load(file);
      if (known.machine == machine()) return known;
    } catch (std::runtime_error const&) {
    }
    calibration const measured = measure();
    if (file.empty()) return measured;
    try {
      if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
      measured.save(file);
    } catch (std::runtime_error const&) {  // the next process measures again
    }
    return measured;
  }
  /// The same for calibration::usual_file(), once in a process. Any thread may call the function.
  static calibration const& of_machine() {
    static calibration const known = of_machine_in(calibration::usual_file());
    return known;
  }

  /// Measures the machine. Takes a second at most, and 128 MiB of memory.
  static calibration measure() {
    calibration found;
    found.machine = machine();
    if constexpr (has_threads) {
      detail::calibrated_calls<std::vector<int>> calls(largest);
      serial_policy const serial;
      threads_policy const parallel;
      std::ptrdiff_t from = 1;
      for (std::ptrdiff_t n = 1; n <= largest; n *= 2) {
        using detail::stopwatch;
        double const ratios[] = {
            stopwatch::ratio(calls.sum(parallel, n), calls.sum(serial, n)),
            stopwatch::ratio(calls.transform(parallel, n), calls.transform(serial, n)),
            stopwatch::ratio(calls.sort(parallel, n), calls.sort(serial, n)),
        };
        if (*std::max_element(std::begin(ratios), std::end(ratios)) > most_loss) from = 2 * n;
      }
      found.threads_from = from;
    }
    if constexpr (has_device) {
      if (detail::policy_facts<device_policy>::present()) measure_device(found);
    }
    return found;
  }

  calibration const& known() const { return known_; }
  /// Returns the policy that a call would choose: on elements in `Space`, `n` of them, with so many
  /// bytes each, of all ranges of the call together.
  template <class Space>
  basic_any_policy<Policies...> choice(std::ptrdiff_t n, std::size_t bytes) const {
    return detail::with_choice<Space>(*this, n, bytes,
                                      [](auto const& policy) { return basic_any_policy<Policies...>(policy); });
  }

  // What detail/calls/chosen_call.h asks.
  using policies = std::tuple<Policies...>;
  std::size_t host_choice(std::ptrdiff_t n) const {
    return has_threads && n >= known_.threads_from ? threads_at : 0;
  }
  std::size_t unified_choice(std::ptrdiff_t n, std::size_t bytes) const {
    if constexpr (has_device) {
      double const moved = static_cast<double>(n) * static_cast<double>(bytes);
      if (known_.device_call + moved * known_.device_byte < moved * known_.host_byte) return device_at;
    }
    return host_choice(n);
  }
  static constexpr bool has_device = !(detail::policy_traits<Policies>::runs_on_host && ...);
  static constexpr std::size_t device_at = sizeof...(Policies) - 1, threads_at = device_at - (has_device ? 1 : 0);

 private:
  static constexpr bool has_threads = threads_at > 0;
  using serial_policy = std::tuple_element_t<0, policies>;
  using threads_policy = std::tuple_element_t<threads_at, policies>;
  using device_policy = std::tuple_element_t<device_at, policies>;
  /// The most elements that calls are timed with: with more of them, threads gain.
  static constexpr std::ptrdiff_t largest = 1 << 16;
  /// How many times as long a call may take with threads as without, where they gain nothing.
  static constexpr double most_loss = 1.05;

  static std::string machine() {
    std::string text = detail::processor_name() + ", " + std::to_string(detail::usable_threads()) + " threads";
    ((text += std::string(", ") + detail::policy_facts<Policies>::name), ...);
    if constexpr (has_device) text += detail::policy_facts<device_policy>::present() ? "" : " without a device";
    return text;
  }
  static void measure_device(calibration& found) {
    constexpr std::ptrdiff_t few = 1 << 10, many = 1 << 24;
    constexpr double bytes = 2.0 * sizeof(int);
    detail::calibrated_calls<unified_vector<int>> calls(many);
    auto const time = [&](auto const& policy, std::ptrdiff_t n) {
      return detail::stopwatch::of(calls.transform(policy, n));
    };
    found.host_byte = time(threads_policy(), many) / (many * bytes);
    found.device_call = time(device_policy(), few);
    double const work = time(device_policy(), many) - found.device_call;
    found.device_byte = std::max(0.0, work) / (many * bytes);
  }

  calibration known_;
};

/// The policies of this build, as of any_policy.
///
///     thrum::auto_policy const automatic;
///     thrum::sort(automatic, v.begin(), v.end());
using auto_policy = detail::auto_policy_of<any_policy>::type;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
