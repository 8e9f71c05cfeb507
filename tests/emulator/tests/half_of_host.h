// Formats of few bits on the host, by a search in the table of all their values: a reference for
// conversions and halves.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace opcodes {

// The finite values of a format that are not negative, in ascending order: encoding k has
// values[k].
class small_format {
 public:
  small_format(int exponent_bits, int fraction_bits, bool has_infinity = true)
      : bits_(1 + exponent_bits + fraction_bits), has_infinity_(has_infinity) {
    int const bias = (1 << (exponent_bits - 1)) - 1, top = (1 << exponent_bits) - 1;
    int const fractions = 1 << fraction_bits;
    for (int exponent = 0; exponent <= top; ++exponent) {
      for (int fraction = 0; fraction < fractions; ++fraction) {
        bool const is_number = exponent < top || (!has_infinity && fraction < fractions - 1);
        if (!is_number) continue;
        int const significand = exponent ? fractions + fraction : fraction;
        values_.push_back(std::ldexp(double(significand), std::max(exponent, 1) - bias - fraction_bits));
      }
    }
  }

  unsigned sign() const { return 1u << (bits_ - 1); }
  unsigned nan() const { return sign() - 1; }
  unsigned greatest() const { return unsigned(values_.size()) - 1; }
  unsigned infinity() const { return has_infinity_ ? greatest() + 1 : nan(); }

  double value(unsigned bits) const {
    unsigned const magnitude = bits & (sign() - 1);
    double const x = magnitude <= greatest()                        ? values_[magnitude]
                     : has_infinity_ && magnitude == greatest() + 1 ? double(INFINITY)
                                                                    : double(NAN);
    return bits & sign() ? -x : x;
  }

  // word: rn, rz, rm, rp or rna. Real: a type that holds the exact value.
  template <class Real>
  unsigned rounded(Real exact, std::string_view word, bool saturate = false) const {
    if (std::isnan(exact)) return nan();
    bool const negative = std::signbit(exact);
    unsigned const sign_bits = negative ? sign() : 0;
    Real const magnitude = std::fabs(exact);
    bool const away = word == (negative ? "rm" : "rp");
    if (magnitude > Real(values_.back())) return sign_bits | beyond(magnitude, word, away, saturate);
    auto const above = std::lower_bound(values_.begin(), values_.end(), magnitude,
                                        [](double value, Real x) { return Real(value) < x; });
    unsigned const upper = unsigned(above - values_.begin());
    if (Real(*above) == magnitude) return sign_bits | upper;
    unsigned const lower = upper - 1;
    if (away) return sign_bits | upper;
    if (!word.starts_with("rn")) return sign_bits | lower;
    Real const to_lower = magnitude - Real(values_[lower]), to_upper = Real(values_[upper]) - magnitude;
    bool const takes_upper = to_upper < to_lower || (to_upper == to_lower && (word == "rna" || lower % 2 == 1));
    return sign_bits | (takes_upper ? upper : lower);
  }

 private:
  // Numbers past the greatest one: those below its successor's middle are rounded to it.
  template <class Real>
  unsigned beyond(Real magnitude, std::string_view word, bool away, bool saturate) const {
    if (saturate) return greatest();
    if (std::isinf(magnitude)) return infinity();
    if (away) return infinity();
    if (!word.starts_with("rn")) return greatest();
    Real const step = Real(values_.back()) - Real(values_[values_.size() - 2]);
    Real const middle = Real(values_.back()) + step / 2;
    bool const stays = magnitude < middle || (magnitude == middle && word == "rn" && greatest() % 2 == 0);
    return stays ? greatest() : infinity();
  }

  int bits_;
  bool has_infinity_;
  std::vector<double> values_;
};

inline small_format const& half_values() {
  static small_format const format(5, 10);
  return format;
}
inline small_format const& bfloat_values() {
  static small_format const format(8, 7);
  return format;
}

}  // namespace opcodes
