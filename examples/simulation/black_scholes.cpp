// Prices of European calls and puts by Black and Scholes: three numbers of an option give two
// prices, in one transform from a zip of three vectors into a zip of two. If the time or the
// volatility is 0 the price is the limit, the option's value at once.
#include <thrum/iterator/zip_iterator.h>
#include <thrum/transform.h>
#include <thrum/tuple.h>
#include <algorithm>
#include <cmath>

#include "common/example.h"

/// The normal distribution function: by erfc, or by the polynomial of Abramowitz and Stegun
/// 26.2.17, with an error of at most 7.5e-8.
struct by_erfc {
  THRUM_HD double operator()(double x) const { return 0.5 * std::erfc(-x * 0.70710678118654752440); }
};
struct by_polynomial {
  THRUM_HD double operator()(double x) const {
    double const k = 1 / (1 + 0.2316419 * std::fabs(x));
    double const series =
        k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    double const tail = 0.39894228040143267794 * std::exp(-0.5 * x * x) * series;
    return x > 0 ? 1 - tail : tail;
  }
};

template <class Normal>
struct black_scholes {
  double rate, volatility;
  Normal below;

  THRUM_HD thrum::tuple<double, double> operator()(double stock, double strike, double years) const {
    double const later = strike * std::exp(-rate * years), spread = volatility * std::sqrt(years);
    if (!(spread > 0)) return {stock > later ? stock - later : 0, later > stock ? later - stock : 0};
    double const d1 = (std::log(stock / strike) + rate * years) / spread + spread / 2, d2 = d1 - spread;
    return {stock * below(d1) - later * below(d2), later * below(-d2) - stock * below(-d1)};
  }
  template <class Option>
  THRUM_HD thrum::tuple<double, double> operator()(Option const& o) const {
    return (*this)(thrum::get<0>(o), thrum::get<1>(o), thrum::get<2>(o));
  }
};

/// Returns the difference of the prices and those in long double.
double error_of(double call, double put, long double stock, long double strike, long double years,
                long double rate, long double volatility) {
  auto const below = [](long double x) { return std::erfc(-x / std::sqrt(2.0L)) / 2; };
  long double const later = strike * std::exp(-rate * years), spread = volatility * std::sqrt(years);
  long double const d1 = (std::log(stock / strike) + (rate + volatility * volatility / 2) * years) / spread;
  long double const exact_call = stock * below(d1) - later * below(d1 - spread);
  long double const exact_put = later * below(spread - d1) - stock * below(-d1);
  return static_cast<double>(std::max(std::abs(call - exact_call), std::abs(put - exact_put)));
}

int main(int argc, char** argv) {
  example::description const what{.id = "black_scholes",
                                  .text = "Prices of n calls and n puts.",
                                  .n = 4'000'000,
                                  .quick = 20'000,
                                  .bytes = 112,
                                  .n_is = "options"};
  return example::run(argc, argv, what, [](example::session& s) {
    constexpr double rate = 0.02, volatility = 0.3;
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), double>;
      auto const stock = example::uniform<double>(policy, s.n(), 1, 5, 30),
                 strike = example::uniform<double>(policy, s.n(), 2, 1, 100),
                 years = example::uniform<double>(policy, s.n(), 3, 0.25, 10);
      auto const price = [&](std::string const& how, auto const& model, vector& call, vector& put) {
        auto const first = thrum::make_zip_iterator(stock.begin(), strike.begin(), years.begin());
        auto const out = thrum::make_zip_iterator(call.begin(), put.begin());
        s.time(policy, how, [&] { thrum::transform(policy, first, first + s.n(), out, model); },
               {.bytes = 40.0 * static_cast<double>(s.n())});
      };
      vector call(s.size()), put(s.size()), rough_call(s.size()), rough_put(s.size());
      price("by erfc", black_scholes<by_erfc>{rate, volatility, {}}, call, put);
      price("by a polynomial", black_scholes<by_polynomial>{rate, volatility, {}}, rough_call, rough_put);

      auto const S = example::to_host(stock), X = example::to_host(strike), T = example::to_host(years);
      auto const C = example::to_host(call), P = example::to_host(put), rough = example::to_host(rough_call),
                 rough_other = example::to_host(rough_put);
      double parity = 0, error = 0, rough_error = 0;
      for (std::size_t i = 0; i < S.size(); ++i) {
        double const later = X[i] * std::exp(-rate * T[i]);
        parity = std::max(parity, std::abs(C[i] - P[i] - (S[i] - later)));
        // Long double is slow: checks every 16th option.
        if (i % 16 == 0) error = std::max(error, error_of(C[i], P[i], S[i], X[i], T[i], rate, volatility));
        double const off = std::max(std::abs(rough[i] - C[i]), std::abs(rough_other[i] - P[i]));
        rough_error = std::max(rough_error, off / (S[i] + later));
      }
      s.check_close("call - put is S - X exp(-rT)", parity, 0, 1e-12);
      s.check_close("as erfc in long double", error, 0, 1e-12);
      s.check_close("the polynomial within 7.5e-8", rough_error, 0, 7.6e-8);
    });

    black_scholes<by_erfc> const model{rate, volatility, {}};
    auto const known = model(20.0, 20.0, 1.0);
    s.check_close("20 for 20 in a year: a call is 2.564316278538", thrum::get<0>(known), 2.564316278538, 5e-13);
    s.check_close("and a put 2.168289744673", thrum::get<1>(known), 2.168289744673, 5e-13);
    auto const now = model(20.0, 15.0, 0.0);
    s.check("without time, what it is worth at once", thrum::get<0>(now) == 5 && thrum::get<1>(now) == 0);
    black_scholes<by_erfc> const calm{rate, 0, {}};
    s.check_close("without volatility, S - X exp(-rT)", thrum::get<0>(calm(20.0, 15.0, 2.0)),
                  20 - 15 * std::exp(-0.04), 1e-14);
  });
}
