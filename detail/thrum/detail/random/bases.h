// The bases of random engines and distributions, and how their state is written to streams, read
// from streams and compared.
#pragma once

#include <thrum/detail/base/config.h>
#include <iosfwd>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The type as which a number is written: characters are written as numbers.
template <class T>
using written_as = std::conditional_t<std::is_floating_point_v<T>, T,
                                      std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>;

/// A writer of numbers in decimal, with a space between them. Numbers that are not integers are
/// written so that the same numbers are read again.
template <class C, class Traits>
class state_writer {
 public:
  explicit state_writer(std::basic_ostream<C, Traits>& os)
      : os_(os), flags_(os.flags()), fill_(os.fill()), precision_(os.precision()) {
    os_.flags(os_.dec | os_.scientific | os_.left);
    os_.fill(os_.widen(' '));
  }
  ~state_writer() {
    os_.flags(flags_);
    os_.fill(fill_);
    os_.precision(precision_);
  }
  state_writer(state_writer const&) = delete;
  state_writer& operator=(state_writer const&) = delete;

  template <class T>
  void operator()(T const& value) {
    if (!first_) os_ << os_.widen(' ');
    first_ = false;
    if constexpr (std::is_arithmetic_v<T>) {
      os_.precision(std::numeric_limits<T>::max_digits10);
      os_ << static_cast<written_as<T>>(value);
    } else {
      os_ << value;
    }
  }

 private:
  using stream = std::basic_ostream<C, Traits>;
  stream& os_;
  decltype(std::declval<stream&>().flags()) flags_;
  C fill_;
  decltype(std::declval<stream&>().precision()) precision_;
  bool first_ = true;
};

/// A reader of the numbers that a state_writer wrote.
template <class C, class Traits>
class state_reader {
 public:
  explicit state_reader(std::basic_istream<C, Traits>& is) : is_(is), flags_(is.flags()) {
    is_.flags(is_.dec | is_.skipws);
  }
  ~state_reader() { is_.flags(flags_); }
  state_reader(state_reader const&) = delete;
  state_reader& operator=(state_reader const&) = delete;

  template <class T>
  void operator()(T& value) {
    if constexpr (std::is_arithmetic_v<T>) {
      written_as<T> read{};
      is_ >> read;
      value = static_cast<T>(read);
    } else {
      is_ >> value;
    }
  }
  explicit operator bool() const { return !is_.fail(); }

 private:
  std::basic_istream<C, Traits>& is_;
  decltype(std::declval<std::basic_istream<C, Traits>&>().flags()) flags_;
};

struct state_comparison {
  bool same = true;
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr void operator()(T const& x, T const& y) {
    same = same && x == y;
  }
};

/// The base of a class S that is compared by its state, written to streams and read from streams. S
/// tells its state by
///
///   template <class Visit, class... T>
///   THRUM_HD static constexpr void visit_state(Visit& visit, T&... x)
///
/// visit_state calls visit(x.number...) for each number of the state, in the order in which the
/// numbers are written. The x are one object that is written or read, or two objects that are
/// compared. If an S has numbers that follow from those of the state, S computes them in
/// complete_state(). S declares this class as a friend after visit_state, because nvcc loses a
/// pragma that stands after a friend.
template <class S>
class random_state {
 public:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD friend constexpr bool operator==(S const& x, S const& y) {
    state_comparison compare;
    random_state::visit(compare, x, y);
    return compare.same;
  }
  template <class C, class Traits>
  friend std::basic_ostream<C, Traits>& operator<<(std::basic_ostream<C, Traits>& os, S const& x) {
    state_writer<C, Traits> write(os);
    random_state::visit(write, x);
    return os;
  }
  /// Reads the state of x. If not all of it can be read, x does not change.
  template <class C, class Traits>
  friend std::basic_istream<C, Traits>& operator>>(std::basic_istream<C, Traits>& is, S& x) {
    state_reader<C, Traits> read(is);
    S y;
    random_state::visit(read, y);
    if (read) {
      random_state::complete(y);
      x = y;
    }
    return is;
  }

 private:
  // The friends of this class are not friends of S, so that they call S through these functions.
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... T>
  THRUM_HD static constexpr void visit(Visit& visitor, T&... x) {
    S::visit_state(visitor, x...);
  }
  static void complete(S& x) {
    if constexpr (requires { x.complete_state(); }) x.complete_state();
  }
};

/// A bound of an engine's values as a static member. The standard writes `E::min()`, Thrust
/// `E::min`.
template <class T, T Value>
struct engine_bound {
  THRUM_HD constexpr operator T() const { return Value; }
  THRUM_HD constexpr T operator()() const { return Value; }
};

/// A type that fills arrays of 32-bit words, as std::seed_seq does.
template <class Q>
concept seed_sequence = requires(Q& q, unsigned* p) { q.generate(p, p); };

/// The base of an engine E: see random_state.
template <class E>
class random_engine : public random_state<E> {
 public:
  /// Does the same as z calls, in O(z). Engines that can jump have their own discard.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr void discard(unsigned long long z) {
    for (; z != 0; --z) static_cast<E&>(*this)();
  }
};

/// The base of a distribution D of values of type Result. D has the formula:
///
///   template <class Engine>
///   THRUM_HD result_type operator()(Engine& g, param_type const& parm) const
///
/// Param is a pair, or a class of one parameter that is also a random_state.
template <class D, class Result, class Param>
class random_distribution : public random_state<D> {
 public:
  using result_type = Result;
  using param_type = Param;

  random_distribution() = default;
  THRUM_HD explicit random_distribution(param_type const& parm) : param_(parm) {}

  /// Does nothing: each value is independent of earlier ones.
  THRUM_HD void reset() {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Engine>
  THRUM_HD result_type operator()(Engine& g) const {
    return static_cast<D const&>(*this)(g, param_);
  }

  THRUM_HD param_type param() const { return param_; }
  THRUM_HD void param(param_type const& parm) { static_cast<D&>(*this) = D(parm); }

 protected:
  param_type param_;

 private:
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... T>
  THRUM_HD static constexpr void visit_state(Visit& visit, T&... d) {
    if constexpr (requires(param_type parm) { parm.first; }) {
      visit(d.param_.first...);
      visit(d.param_.second...);
    } else {
      visit(d.param_...);
    }
  }
  friend random_state<D>;
};

}  // namespace thrum::detail
