// auto_policy: a policy that chooses for each call where it runs, by what the machine can do.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/host_facts.h>
#include <thrum/detail/calls/chosen_call.h>
#include <thrum/any_policy.h>
#include <thrum/backend.h>
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
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
  static constexpr std::ptrdiff_t never = std::numeric_limits<std::ptrdiff_t>::max();
  /// Where calls of a kind run.
  struct limits {
    /// The least number of elements of a call from which threads do not cost more than they gain.
    std::ptrdiff_t threads_from = never;
    /// The least number of bytes that a call reads or writes from which the device takes less time
    /// than the host.
    std::ptrdiff_t device_from = never;
  };

  /// The policies that were measured, the processor, and the threads that the process may use.
  std::string machine;
  /// The limits of calls that treat each element alone; of those that sum, compare or search; of
  /// scans; of those that choose or merge elements, or sum by key; and of sorts.
  limits elements, sums, scans, selections, sorts;

  /// Writes the calibration to a file, by way of another file in its directory, so that no process
  /// reads half of it. Throws std::runtime_error.
  void save(std::filesystem::path const& file) const {
    std::filesystem::path aside = file;
    aside += "." + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    {
      std::ofstream out(aside);
      out << title << '\n' << machine << '\n';
      for (limits const* l : {&elements, &sums, &scans, &selections, &sorts}) {
        out << l->threads_from << ' ' << l->device_from << '\n';
      }
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
    bool is_right = first == title;
    for (limits* l : {&read.elements, &read.sums, &read.scans, &read.selections, &read.sorts}) {
      in >> l->threads_from >> l->device_from;
      is_right = is_right && in && l->threads_from > 0 && l->device_from > 0;
    }
    if (!is_right) throw std::runtime_error("thrum: the file " + file.string() + " holds no calibration");
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

 private:
  static constexpr char const* title = "thrum calibration 2";
};

namespace detail {

/// Times calls.
class stopwatch {
 public:
  /// Returns how many times as long a call of f takes as a call of g: that of the medians of rounds
  /// in which they follow each other. Each is first called for a while without the clock, until
  /// those threads are awake, and those asleep, that are so in a program of such calls alone.
  template <class F, class G>
  static double ratio(F const& f, G const& g) {
    std::vector<double> of_f, of_g;
    g();
    int const calls = static_cast<int>(seconds_of_round / std::max(seconds(g, 1), 1e-8)) + 1;
    for (int round = 0; round < rounds; ++round) {
      of_f.push_back(settled_seconds(f, calls));
      of_g.push_back(settled_seconds(g, calls));
    }
    return median(of_f) / median(of_g);
  }

 private:
  using clock = std::chrono::steady_clock;
  static constexpr int rounds = 5;
  static constexpr double seconds_of_round = 2e-4, seconds_before = 3e-3;

  static double median(std::vector<double>& v) {
    auto const middle = v.begin() + rounds / 2;
    std::nth_element(v.begin(), middle, v.end());
    return *middle;
  }
  template <class F>
  static double seconds(F const& f, int calls) {
    auto const begin = clock::now();
    for (int i = 0; i < calls; ++i) f();
    return std::chrono::duration<double>(clock::now() - begin).count();
  }
  template <class F>
  static double settled_seconds(F const& f, int calls) {
    for (double before = 0; before < seconds_before;) before += seconds(f, calls);
    return seconds(f, calls);
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
  template <class P>
  auto scan(P const& policy, std::ptrdiff_t n) {
    return [this, policy, n] {
      thrum::inclusive_scan(policy, in_.begin(), in_.begin() + n, out_.begin(), thrum::bit_xor<>{});
    };
  }
  template <class P>
  auto selection(P const& policy, std::ptrdiff_t n) {
    return [this, policy, n] { thrum::copy_if(policy, in_.begin(), in_.begin() + n, out_.begin(), is_odd{}); };
  }
  /// Includes the copy that makes the numbers unsorted again.
  template <class P>
  auto sort(P const& policy, std::ptrdiff_t n) {
    return [this, policy, n] {
      thrum::copy(policy, in_.begin(), in_.begin() + n, out_.begin());
      thrum::sort(policy, out_.begin(), out_.begin() + n);
    };
  }

 private:
  struct is_odd {
    THRUM_HD bool operator()(int x) const { return (x & 1) != 0; }
  };

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
/// - Elements in unified memory: the host as above, or the device if there are so many that it
///   takes less time.
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
  /// the machine is measured, which takes about a second, and the file is written, if it can be.
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

  /// Measures the machine. Takes about a second, and 1 MiB of memory, 32 MiB if there is a device.
  static calibration measure() {
    calibration found;
    found.machine = machine();
    if constexpr (has_threads) {
      detail::calibrated_calls<std::vector<int>> calls(largest);
      each_kind(found, calls, [](calibration::limits& limits, auto const& call) {
        limits.threads_from = threads_gain_from(call);
      });
    }
    if constexpr (has_device) {
      if (detail::policy_facts<device_policy>::present()) measure_device(found);
    }
    return found;
  }

  calibration const& known() const { return known_; }
  /// Returns the policy that a call would choose that treats each element alone: on elements in
  /// `Space`, `n` of them, with so many bytes each, of all ranges of the call together.
  template <class Space>
  basic_any_policy<Policies...> choice(std::ptrdiff_t n, std::size_t bytes) const {
    return detail::with_choice<Space>(*this, detail::call_kind::elements, n, bytes,
                                      [](auto const& policy) { return basic_any_policy<Policies...>(policy); });
  }

  // What detail/calls/chosen_call.h asks.
  using policies = std::tuple<Policies...>;
  std::size_t host_choice(detail::call_kind kind, std::ptrdiff_t n) const {
    return has_threads && n >= limits_of(kind).threads_from ? threads_at : 0;
  }
  std::size_t unified_choice(detail::call_kind kind, std::ptrdiff_t n, std::size_t bytes) const {
    if constexpr (has_device) {
      double const moved = static_cast<double>(n) * static_cast<double>(bytes);
      if (moved >= static_cast<double>(limits_of(kind).device_from)) return device_at;
    }
    return host_choice(kind, n);
  }
  static constexpr bool has_device = !(detail::policy_traits<Policies>::runs_on_host && ...);
  static constexpr std::size_t device_at = sizeof...(Policies) - 1, threads_at = device_at - (has_device ? 1 : 0);

 private:
  static constexpr bool has_threads = threads_at > 0;
  using serial_policy = std::tuple_element_t<0, policies>;
  using threads_policy = std::tuple_element_t<threads_at, policies>;
  using device_policy = std::tuple_element_t<device_at, policies>;
  /// The numbers of elements that calls are timed with: with fewer of them threads gain nothing,
  /// with more of them they gain. The last one is that of calls on a device.
  static constexpr std::ptrdiff_t smallest = 1 << 10, largest = 1 << 17, most_on_device = 1 << 22;
  /// How many times as long a call may take with threads as without, where they gain nothing.
  static constexpr double most_loss = 1.1;

  calibration::limits const& limits_of(detail::call_kind kind) const {
    switch (kind) {
      case detail::call_kind::sum:
        return known_.sums;
      case detail::call_kind::scan:
        return known_.scans;
      case detail::call_kind::selection:
        return known_.selections;
      case detail::call_kind::sort:
        return known_.sorts;
      default:
        return known_.elements;
    }
  }
  /// Calls f with the limits of each kind of calls and with what makes a call of this kind under a
  /// policy, on n elements.
  template <class Calls, class F>
  static void each_kind(calibration& known, Calls& calls, F const& f) {
    f(known.elements, [&](auto const& policy, std::ptrdiff_t n) { return calls.transform(policy, n); });
    f(known.sums, [&](auto const& policy, std::ptrdiff_t n) { return calls.sum(policy, n); });
    f(known.scans, [&](auto const& policy, std::ptrdiff_t n) { return calls.scan(policy, n); });
    f(known.selections, [&](auto const& policy, std::ptrdiff_t n) { return calls.selection(policy, n); });
    f(known.sorts, [&](auto const& policy, std::ptrdiff_t n) { return calls.sort(policy, n); });
  }
  /// Returns twice the greatest number of elements with which threads lose.
  template <class MakeCall>
  static std::ptrdiff_t threads_gain_from(MakeCall const& call) {
    for (std::ptrdiff_t n = largest; n >= smallest; n /= 2) {
      if (detail::stopwatch::ratio(call(threads_policy(), n), call(serial_policy(), n)) > most_loss) return 2 * n;
    }
    return smallest;
  }

  static std::string machine() {
    std::string text = detail::processor_name() + ", " + std::to_string(detail::usable_threads()) + " threads";
    ((text += std::string(", ") + detail::policy_facts<Policies>::name), ...);
    if constexpr (has_device) text += detail::policy_facts<device_policy>::present() ? "" : " without a device";
    return text;
  }
  /// Finds for each kind of calls from how many bytes on the device takes less time than the policy
  /// that the host would choose.
  static void measure_device(calibration& found) {
    detail::calibrated_calls<unified_vector<int>> calls(most_on_device);
    each_kind(found, calls, [&found](calibration::limits& limits, auto const& call) {
      std::ptrdiff_t const bytes = (&limits == &found.sums ? 1 : 2) * std::ptrdiff_t{sizeof(int)};
      for (std::ptrdiff_t n = most_on_device; n >= smallest; n /= 2) {
        auto const on_device = call(device_policy(), n);
        double const ratio = n >= limits.threads_from
                                 ? detail::stopwatch::ratio(on_device, call(threads_policy(), n))
                                 : detail::stopwatch::ratio(on_device, call(serial_policy(), n));
        if (ratio > 1) break;
        limits.device_from = n * bytes;
      }
    });
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
