// A table of 256 numbers that all threads read and none writes: in the functor itself, in a vector,
// and as a constant of the program, which is __constant__ memory on a device. And data * pi, where
// the constant is part of the instructions.
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/memory.h>
#include <thrum/transform.h>
#include <cmath>

#include "common/example.h"

constexpr int entries = 256;
constexpr double pi = 3.14159265358979323846;

struct table {
  float value[entries];
};

/// Returns the squares of 0 to 255, exactly.
constexpr table squares() {
  table t{};
  for (int i = 0; i < entries; ++i) t.value[i] = static_cast<float>(i * i);
  return t;
}
constexpr table table_of_host = squares();
#if defined(__CUDACC__)
__constant__ table table_of_card = squares();
#endif

struct times_pi {
  THRUM_HD double operator()(unsigned char x) const { return x * pi; }
};
/// Each functor has a copy of the table: at most 4 KB of arguments on a device.
struct from_functor {
  table t;
  THRUM_HD float operator()(unsigned char x) const { return t.value[x]; }
};
struct from_vector {
  float const* t;
  THRUM_HD float operator()(unsigned char x) const { return t[x]; }
};
/// A device has at most 64 KB of constant memory, which is read at full speed if all threads of a
/// warp read one address.
struct from_constant {
  THRUM_HD float operator()(unsigned char x) const {
#if defined(__CUDA_ARCH__)
    return table_of_card.value[x];
#else
    return table_of_host.value[x];
#endif
  }
};

int main(int argc, char** argv) {
  example::description const what{
      .id = "constant_memory",
      .text = "A table of 256 entries in three places, read n times; and n bytes times pi.",
      .n = 10'000'000,
      .quick = 50'000,
      .bytes = 64};
  return example::run(argc, argv, what, [](example::session& s) {
    example::amount const handled{.bytes = 5.0 * static_cast<double>(s.n())};
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;
      auto const places = example::integers<int>(policy, s.n(), 1, 0, entries - 1);
      example::vector_of<policy_type, unsigned char> x(s.size());
      thrum::copy(policy, places.begin(), places.end(), x.begin());
      std::vector<unsigned char> const data = example::to_host(x);
      std::vector<float> expected;
      for (int const i : data) expected.push_back(static_cast<float>(i * i));

      example::vector_of<policy_type, float> looked_up(s.size());
      auto const look_up = [&](std::string const& where, auto const& functor) {
        thrum::fill(policy, looked_up.begin(), looked_up.end(), -1.0F);  // the output of another form
        s.time(
            policy, where, [&] { thrum::transform(policy, x.begin(), x.end(), looked_up.begin(), functor); },
            handled);
        s.check_equal("entries " + where, example::to_host(looked_up), expected);
      };
      table const all = squares();
      example::vector_of<policy_type, float> const stored(all.value, all.value + entries);
      look_up("in the functor", from_functor{all});
      look_up("in a vector", from_vector{thrum::raw_pointer_cast(stored.data())});
      look_up("in a constant", from_constant{});

      example::vector_of<policy_type, double> products(s.size());
      s.time(policy, "x * pi", [&] { thrum::transform(policy, x.begin(), x.end(), products.begin(), times_pi{}); },
             {.bytes = 9.0 * static_cast<double>(s.n())});
      std::vector<double> circles;
      for (long double const i : data) circles.push_back(static_cast<double>(i * std::acos(-1.0L)));
      s.check_ulps("x * pi within 1 ulp of long double", example::to_host(products), circles, 1);
    });
  });
}
