// How the state of a random engine or distribution is written to streams, read from them and compared.
#pragma once

#include <thrum/detail/base/config.h>
#include <iosfwd>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// The type that a number is written as: characters are numbers here.
template <class T>
using written_as = std::conditional_t<std::is_floating_point_v<T>, T,
                                      std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>;

/// Writes numbers with a space between them, in decimal; those that are no integers so that the same are read again.
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

/// Reads what a state_writer wrote.
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

/// The base of a class S that is compared by its state, written to streams and read from them. S says what its state is:
///
///   template <class Visit, class... T>
///   THRUM_HD static constexpr void visit_state(Visit& visit, T&... x)
///
/// calls visit(x.number...) for each number of the state, in the order that they are written in. The x are one object that
/// is written or read, or two that are compared. An S with numbers that follow from these computes them in complete_state().
/// This class is a friend, declared after that function: nvcc loses a pragma that stands behind a friend.
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
  /// Where not all of the state can be read, x stays as it is.
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
  // Friends of this class are none of S, so that they call S from here.
  THRUM_EXEC_CHECK_DISABLE
  template <class Visit, class... T>
  THRUM_HD static constexpr void visit(Visit& visitor, T&... x) {
    S::visit_state(visitor, x...);
  }
  static void complete(S& x) {
    if constexpr (requires { x.complete_state(); }) x.complete_state();
  }
};

}  // namespace thrum::detail
