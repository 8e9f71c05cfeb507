// The frame of every example of the course: its command line, its measurements, its checks, its
// table and its figure.
//
//   int main(int argc, char** argv) {
//     return example::run(argc, argv, {.id = "square", .text = "Squares.", .n = 1'000'000, .quick = 1000, .bytes = 16},
//                         [](example::session& s) {
//       s.each_policy([&](auto const& policy) {
//         example::vector_of<decltype(policy), double> x = ..., r(x.size(), thrum::no_init);
//         s.time(policy, "r = x * x", [&] { thrum::transform(policy, x.begin(), x.end(), r.begin(), square{}); });
//         s.check_equal("the squares", example::to_host(r), expected);
//       });
//     });
//   }
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "figure.h"
#include "image.h"
#include "options.h"
#include "report.h"
#include "timing.h"

namespace example {

/// The description of an example: for its help, its limits and its row in the table.
struct description {
  enum class picture { times, figure, image };

  char const* id;          ///< its name, as in examples/index.csv
  char const* text;        ///< its computation, in a sentence
  std::int64_t n = 1;      ///< the number of elements, unless --n gives another
  std::int64_t quick = 1;  ///< the number of elements with --quick, which takes less than a second
  double bytes = 0;        ///< the memory of one element, of all vectors together
  char const* n_is = "elements";
  char const* counted = nullptr;  ///< what the table counts, if not the number that --n sets
  std::int64_t least = 0;         ///< the least and the greatest sensible number of elements
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  /// The memory of n elements, if it is not n times that of one.
  double (*bytes_of)(double n) = nullptr;
  /// What --plot draws: the times, the example's own figure (.svg), or an image (.png, .ppm).
  picture draws = picture::times;
  /// The number of ranks, unless --ranks or mpiexec gives another; 0 for an example without ranks.
  int ranks = 0;
};

/// The amount of work of a measurement, for the rates in the table.
struct amount {
  std::int64_t elements = -1;  ///< by default n of the session
  double bytes = 0;            ///< read and written
  double flops = 0;
};

/// A row of the table.
struct measure {
  std::string what;
  std::string policy;
  double seconds;
  amount of;
};

/// One run of an example, for all requested policies.
class session {
 public:
  session(description const& d, options const& o, bool quick, std::string plot, std::string csv, bool spoilt);

  std::int64_t n() const { return options_.n; }
  std::size_t size() const { return static_cast<std::size_t>(options_.n); }
  bool quick() const { return quick_; }
  options const& asked() const { return options_; }
  example::progress& progress() { return progress_; }
  example::checks& verdict() { return verdict_; }

  /// Makes this the session of one of several ranks, as common/ranks.h does. Only the session of
  /// rank 0 prints, draws and writes. A time is that of the slowest rank: slowest(t) returns the
  /// maximum of all ranks' t, so that all ranks have to measure the same.
  void set_rank(int rank, std::function<double(double)> slowest);
  /// Returns a session without results, for another rank of the same run.
  session of_another_rank() const { return {description_, options_, quick_, plot_, csv_, spoilt_}; }

  /// Calls work(policy) for each policy of the command line, the build and the machine. (In example.h.)
  template <class Work>
  void each_policy(Work work);

  /// Measures work() under a policy: the median of --repeat runs after one that does not count;
  /// fewer runs if these take longer than two seconds together. prepare() runs before each, and is
  /// not measured. Returns seconds. (In example.h.)
  template <class Policy, class Work>
  double time(Policy const& policy, std::string const& what, Work work, amount const& of = {});
  template <class Policy, class Prepare, class Work>
  double time_prepared(Policy const& policy, std::string const& what, Prepare prepare, Work work,
                       amount const& of = {});
  /// Does the same for code that is not thrum's: `who` takes the place of the policy ("std",
  /// "qsort", ...).
  double time_other(std::string const& who, std::string const& what, std::function<void()> const& work,
                    amount const& of = {}, std::function<void()> const& prepare = {});
  /// Adds a row that was measured in another way.
  void add(measure m);
  std::vector<measure> const& measures() const { return measures_; }

  /// Adds a line of results, printed above the table of times.
  void say(std::string const& line);

  // Checks. The verdict lists their names; a failed check also prints the error.

  void check(std::string const& name, bool right);
  /// Checks |value - expected| <= tolerance.
  void check_close(std::string const& name, double value, double expected, double tolerance);
  /// Checks that the values, or the elements, are the same; prints the first difference.
  template <class A, class B>
  void check_equal(std::string const& name, A const& got, B const& expected);
  /// Checks that the elements differ from the expected ones by at most `ulps` units in the last
  /// place.
  template <class A, class B>
  void check_ulps(std::string const& name, A const& got, B const& expected, double ulps);
  /// Checks that a result is the same under all policies: the first policy sets the expected
  /// result. The result is a printable value, or a range of numbers, for which a hash of the bits
  /// is compared.
  template <class T>
  void check_same(std::string const& name, T const& value);

  // Figures, which are drawn only if --plot is given.

  bool wants_picture() const { return !plot_.empty(); }
  void draw(figure const& f);
  void draw(image const& i);
  /// Draws a further figure, beside the first: FILE-name.svg or FILE-name.png.
  void draw(std::string const& name, figure const& f) const;
  void draw(std::string const& name, image const& i) const;

  /// Prints the table and the verdict, writes the files of --csv and --plot, and returns the exit
  /// status.
  int finish();

 private:
  template <class Prepare, class Work>
  double measured(Prepare prepare, Work work) const;
  template <class T>
  static std::string text_of(T const& value);
  /// Returns what distinguishes one value of check_same from another.
  template <class T>
  static std::string identity_of(T const& value);
  std::string beside(std::string const& name, char const* extension) const;
  void print_table() const;
  void write_csv() const;
  figure figure_of_times() const;

  description description_;
  options options_;
  bool quick_;
  std::string plot_, csv_;
  bool spoilt_;
  bool drawn_ = false, told_ = false, silent_ = false;
  std::function<double(double)> slowest_;
  example::progress progress_;
  example::checks verdict_;
  std::vector<measure> measures_;
  std::map<std::string, std::string> same_;
};

/// Parses the command line, and runs the body. `available` has the policies of the build.
int run_with(int argc, char** argv, description const& d, std::vector<std::string> const& built,
             std::function<void(session&)> const& body);

// ---------------------------------------------------------------------------------------------------------------------

template <class Prepare, class Work>
double session::measured(Prepare prepare, Work work) const {
  if (!slowest_) return median_seconds(options_.repeat, prepare, work, 2);
  // The ranks begin together, and make as many runs as each other.
  auto const begin = [&] {
    prepare();
    slowest_(0);
  };
  return median_seconds(options_.repeat, begin, work, 2, slowest_);
}

template <class T>
std::string session::text_of(T const& value) {
  if constexpr (requires(std::ostream& out) { out << value; }) {
    std::ostringstream text;
    text.precision(17);
    text << value;
    return text.str();
  } else {
    return "another";
  }
}

template <class T>
std::string session::identity_of(T const& value) {
  if constexpr (
      requires { value.begin(), value.end(), value.size(); } && !requires(std::ostream& out) { out << value; }) {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (auto const& element : value) {
      static_assert(std::is_arithmetic_v<std::remove_cvref_t<decltype(element)>>,
                    "check_same takes ranges of numbers");
      unsigned char bytes[sizeof element];
      std::memcpy(bytes, &element, sizeof element);
      for (unsigned char const byte : bytes) hash = (hash ^ byte) * 1099511628211u;
    }
    return std::to_string(value.size()) + " elements with the hash " + std::to_string(hash);
  } else {
    static_assert(
        requires(std::ostream& out) { out << value; }, "check_same takes what can be printed, or numbers");
    return text_of(value);
  }
}

template <class A, class B>
void session::check_equal(std::string const& name, A const& got, B const& expected) {
  if constexpr (requires { got.begin(), got.size(), expected.size(); }) {
    if (got.size() != expected.size()) {
      return verdict_.expect(
          false, name, std::to_string(got.size()) + " elements instead of " + std::to_string(expected.size()));
    }
    std::size_t place = 0;
    auto e = expected.begin();
    for (auto const& element : got) {
      if (!(element == *e) || (spoilt_ && place == got.size() / 2)) {
        return verdict_.expect(false, name,
                               "element " + std::to_string(place) + " is " + text_of(element) + " instead of " +
                                   text_of(*e) + (spoilt_ ? " (spoilt)" : ""));
      }
      ++place, ++e;
    }
    verdict_.expect(!spoilt_, name, "spoilt");
  } else {
    verdict_.expect(got == expected && !spoilt_, name, text_of(got) + " instead of " + text_of(expected));
  }
}

template <class A, class B>
void session::check_ulps(std::string const& name, A const& got, B const& expected, double ulps) {
  if (got.size() != expected.size() || spoilt_) {
    return verdict_.expect(false, name, spoilt_ ? "spoilt" : "wrong number of elements");
  }
  auto e = expected.begin();
  std::size_t place = 0;
  for (auto const element : got) {
    using real = decltype(element + 0);
    auto const right = static_cast<real>(*e);
    auto const unit = std::nextafter(std::abs(right), std::numeric_limits<real>::infinity()) - std::abs(right);
    bool const same = element == right || (std::isnan(element) && std::isnan(right));
    if (!same && !(std::abs(element - right) <= ulps * unit)) {
      return verdict_.expect(
          false, name,
          "element " + std::to_string(place) + " is " + text_of(element) + " instead of " + text_of(right));
    }
    ++place, ++e;
  }
  verdict_.expect(true, name);
}

template <class T>
void session::check_same(std::string const& name, T const& value) {
  std::string const text = identity_of(value);
  auto const place = same_.emplace(name, text).first;
  verdict_.expect(place->second == text && !spoilt_, name + " under all policies", text + " and " + place->second);
}

}  // namespace example
