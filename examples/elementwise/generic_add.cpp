// One functor adds all types that have a +. The compiler instantiates it for each pair of types,
// and the types determine the type of the result.
#include <thrum/complex.h>
#include <thrum/transform.h>
#include <cstdint>
#include <type_traits>

#include "common/example.h"

struct add {
  template <class X, class Y>
  THRUM_HD constexpr auto operator()(X x, Y y) const {
    return x + y;
  }
};

static_assert(std::is_same_v<decltype(add{}(1.0F, 1.0)), double>);
static_assert(std::is_same_v<decltype(add{}(1, 1.0)), std::common_type_t<int, double>>);
static_assert(std::is_same_v<decltype(add{}(std::int32_t{1}, std::int64_t{1})), std::int64_t>);
static_assert(add{}(1, 2) == 3);

/// Adds 0, 1, 2, ... as X to the same as Y: exact in each of the types.
template <class X, class Y, class Policy>
void add_numbers(example::session& s, Policy const& policy, std::string const& types) {
  std::vector<X> x(s.size());
  std::vector<Y> y(s.size());
  using sum = decltype(add{}(X{}, Y{}));
  std::vector<sum> expected(s.size());
  for (std::size_t i = 0; i < s.size(); ++i) {
    x[i] = static_cast<X>(static_cast<float>(i));
    y[i] = static_cast<Y>(static_cast<float>(i));
    expected[i] = static_cast<sum>(static_cast<float>(2 * i));
  }
  example::vector_of<Policy, X> const a(x.begin(), x.end());
  example::vector_of<Policy, Y> const b(y.begin(), y.end());
  example::vector_of<Policy, sum> c(s.size(), thrum::no_init);
  s.time(policy, types, [&] { thrum::transform(policy, a.begin(), a.end(), b.begin(), c.begin(), add{}); },
         {.bytes = static_cast<double>(sizeof(X) + sizeof(Y) + sizeof(sum)) * static_cast<double>(s.n())});
  s.check_equal(types, example::to_host(c), expected);
}

int main(int argc, char** argv) {
  example::description const what{.id = "generic_add",
                                  .text = "x + y of numbers of several types, by one functor.",
                                  .n = 1'000'000,
                                  .quick = 10'000,
                                  .bytes = 112,
                                  .most = 1 << 23};  // up to here floats represent all integers
  return example::run(argc, argv, what, [](example::session& s) {
    using complex = thrum::complex<double>;
    complex const z = add{}(complex(0, 1), 2);
    s.say("add(1, 2) = " + std::to_string(add{}(1, 2)) + ", add(i, 2) = " + example::fixed(z.real(), 0) + " + " +
          example::fixed(z.imag(), 0) + "i");
    s.check_equal("1 + 2 = 3", add{}(1, 2), 3);
    s.check_equal("i + 2 = 2 + i", z, complex(2, 1));
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int> const a{1, 2, 3};
      example::vector_of<decltype(policy), int> c(3);
      thrum::transform(policy, a.begin(), a.end(), a.begin(), c.begin(), add{});
      s.check_equal("{1, 2, 3} twice is {2, 4, 6}", example::to_host(c), std::vector<int>{2, 4, 6});

      add_numbers<std::int32_t, std::int32_t>(s, policy, "int32 + int32 is int32");
      add_numbers<float, float>(s, policy, "float + float is float");
      add_numbers<float, double>(s, policy, "float + double is double");
      add_numbers<complex, complex>(s, policy, "complex + complex is complex");
    });
  });
}
