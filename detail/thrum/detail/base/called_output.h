// An output whose stores are calls of a functor.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <utility>

namespace thrum::detail {

/// An output that calls f(i, x) when x is written at i.
template <class F>
class called_output {
 public:
  class reference {
   public:
    THRUM_HD reference(F const& f, std::ptrdiff_t i) : f_(f), i_(i) {}
    THRUM_EXEC_CHECK_DISABLE
    template <class X>
    THRUM_HD reference const& operator=(X&& x) const {
      f_(i_, std::forward<X>(x));
      return *this;
    }

   private:
    F const& f_;
    std::ptrdiff_t i_;
  };

  THRUM_HD explicit called_output(F f, std::ptrdiff_t at = 0) : f_(std::move(f)), at_(at) {}
  THRUM_HD reference operator[](std::ptrdiff_t i) const { return {f_, at_ + i}; }
  THRUM_HD called_output operator+(std::ptrdiff_t n) const { return called_output(f_, at_ + n); }
  THRUM_HD called_output& operator+=(std::ptrdiff_t n) {
    at_ += n;
    return *this;
  }
  /// Returns what stores n elements from `begin` on in the same way, for a functor that has such a
  /// member.
  THRUM_HD auto of_tile(std::ptrdiff_t begin, int n) const
    requires requires(F const& f) { f.of_tile(begin, n); }
  {
    return called_output<decltype(f_.of_tile(begin, n))>(f_.of_tile(begin + at_, n), at_);
  }

 private:
  F f_;
  std::ptrdiff_t at_;
};

}  // namespace thrum::detail
