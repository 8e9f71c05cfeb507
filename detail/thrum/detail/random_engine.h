// What random engines and distributions have in common: their bounds and how they are written to streams and read.
#pragma once

#include <thrum/detail/config.h>
#include <iosfwd>
#include <limits>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A bound of an engine's values as a static member. `E::min()` is the standard's spelling of it, `E::min` Thrust's.
template <class T, T Value>
struct engine_bound {
  THRUM_HD constexpr operator T() const { return Value; }
  THRUM_HD constexpr T operator()() const { return Value; }
};

/// Whether Q fills arrays of 32-bit words, as std::seed_seq does.
template <class Q>
concept seed_sequence = requires(Q& q, unsigned* p) { q.generate(p, p); };

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
  void put(T const& value) {
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
  void get(T& value) {
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

/// Parameters of a distribution that are a pair.
template <class C, class Traits, class Param>
std::basic_ostream<C, Traits>& write_param(std::basic_ostream<C, Traits>& os, Param const& param) {
  state_writer out(os);
  out.put(param.first);
  out.put(param.second);
  return os;
}
template <class C, class Traits, class Param>
std::basic_istream<C, Traits>& read_param(std::basic_istream<C, Traits>& is, Param& param) {
  state_reader in(is);
  Param read;
  in.get(read.first);
  in.get(read.second);
  if (in) param = read;
  return is;
}

}  // namespace thrum::detail
