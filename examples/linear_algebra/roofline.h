// The roofs of a machine: the speed of its processors and of its memory; given, or measured under a
// policy.
#pragma once

#include <thrum/for_each_block.h>
#include <thrum/transform.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "common/data.h"
#include "common/example.h"
#include "linear_algebra/matrix_product.h"

namespace example {

/// The two roofs, in operations and bytes per second.
struct machine {
  std::string name;
  double flops, bytes;
  double ridge() const { return flops / bytes; }
  double bound(double intensity) const { return std::min(flops, bytes * intensity); }
};

/// A product has 2 n^3 operations, and 3 n^2 floats.
struct square_product {
  double n;
  double flops() const { return 2 * n * n * n; }
  double bytes() const { return 12 * n * n; }
  double intensity() const { return flops() / bytes(); }
};

/// Multiplies the same two small tiles repeatedly, which are in a cache or in shared memory:
/// arithmetic alone.
template <class Shape>
struct arithmetic_alone {
  float* out;
  int times;
  struct part {
    float sums[Shape::high * Shape::wide];
  };
  THRUM_HD void operator()(thrum::block<Shape::lanes> const& block) const {
    auto& left = block.template shared<float[Shape::rows][Shape::depth], 0>();
    auto& right = block.template shared<float[Shape::depth][Shape::columns], 1>();
    auto parts = block.template values<part>();
    block.deal(Shape::rows, Shape::depth, [&](int i, int j) { left[i][j] = 0.5F; });
    block.deal(Shape::depth, Shape::columns, [&](int i, int j) { right[i][j] = 0.25F; });
    block.each([&](int lane) {
      int const i = lane / Shape::across * Shape::high, j = lane % Shape::across * Shape::wide;
      for (int k = 0; k < times; ++k) multiply_add<float, Shape>(left[i], right[0] + j, parts[lane].sums);
      out[block.index() * Shape::lanes + lane] = parts[lane].sums[0];
    });
  }
};

struct triad {
  THRUM_HD float operator()(float x, float y) const { return 2 * x + y; }
};

/// Measures the roofs of the machine that a policy runs on.
template <class Policy>
machine measured(session& s, Policy const& policy) {
  using shape = std::conditional_t<on_card<Policy>, shape_of_device, shape_of_host<float>>;
  std::ptrdiff_t const blocks = on_card<Policy> ? 4096 : 64;
  int const times = s.quick() ? 2 : 100;
  vector_of<Policy, float> out(static_cast<std::size_t>(blocks * shape::lanes));
  double const flops = 2.0 * shape::rows * shape::columns * shape::depth * static_cast<double>(blocks) * times;
  double const arithmetic =
      s.time(policy, "arithmetic alone",
             [&] {
               thrum::for_each_block(policy, blocks, thrum::lanes<shape::lanes>,
                                     arithmetic_alone<shape>{thrum::raw_pointer_cast(out.data()), times});
             },
             {.elements = blocks, .flops = flops});
  s.check("what is computed alone is right",
          to_host(out) == std::vector<float>(out.size(), static_cast<float>(0.125 * shape::depth * times)));

  std::int64_t const n = s.quick() ? 100'000 : 50'000'000;
  auto const x = uniform<float>(policy, n, 1), y = uniform<float>(policy, n, 2);
  vector_of<Policy, float> z(x.size(), thrum::no_init);
  double const bytes = 12.0 * static_cast<double>(n);
  double const moving = s.time(
      policy, "2 x + y", [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), z.begin(), triad{}); },
      {.elements = n, .bytes = bytes, .flops = 2.0 * static_cast<double>(n)});
  return {name_of(policy), flops / arithmetic, bytes / moving};
}

inline series roof_of(machine const& m) {
  series roof{m.name + " can do", {}, {}};
  for (double e = -4; e <= 12; e += 0.0625) {
    roof.x.push_back(std::exp2(e)), roof.y.push_back(m.bound(std::exp2(e)) / 1e9);
  }
  return roof;
}

}  // namespace example
