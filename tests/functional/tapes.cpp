// Tapes: each function against JAX, their memory, checkpoints; gradients of many variables, and in
// functors under every policy.
#include <thrum/gradients.h>
#include <thrum/iterator/strided_iterator.h>
#include <thrum/memory_resource.h>
#include <thrum/tabulate.h>
#include <thrum/tape.h>
#include <array>
#include <cmath>
#include <cstddef>
#include <new>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <vector>
#include "compared_with_jax.h"
#include "policies.h"

namespace {

using thrum::dual;
using thrum::var;

static_assert(std::is_trivially_copyable_v<var<double>> && !std::is_copy_constructible_v<thrum::tape<double>>);
static_assert(sizeof(thrum::tape_node<double>) == 32);

/// The sum of 100 (x[i+1] - x[i]^2)^2 + (1 - x[i])^2.
struct rosenbrock {
  THRUM_EXEC_CHECK_DISABLE
  template <class X>
  THRUM_HD auto operator()(X const& x) const {
    using value = std::remove_cvref_t<decltype(x[0])>;
    value sum = 0;
    for (std::ptrdiff_t i = 0; i + 1 < static_cast<std::ptrdiff_t>(x.size()); ++i) {
      auto const k = static_cast<decltype(x.size())>(i);
      auto const a = 1 - x[k], b = x[k + 1] - x[k] * x[k];
      sum += a * a + 100 * b * b;
    }
    return sum;
  }
};

/// Element i of the gradient at x[k] = (k + i) / 8, on a tape of the thread's own.
template <std::size_t Capacity>
struct gradient_at {
  THRUM_HD double operator()(std::ptrdiff_t i) const {
    double x[4], gradient[4];
    for (int k = 0; k < 4; ++k) x[k] = static_cast<double>(k + i % 10) / 8;
    thrum::fixed_tape<double, Capacity> tape;
    thrum::value_and_grad(tape, rosenbrock{}, x, x + 4, gradient);
    return gradient[i % 4];
  }
};
double expected_gradient(std::ptrdiff_t i) {
  std::array<double, 4> x{};
  for (std::size_t k = 0; k < 4; ++k) x[k] = static_cast<double>(static_cast<std::ptrdiff_t>(k) + i % 10) / 8;
  return thrum::grad(rosenbrock{})(x)[static_cast<std::size_t>(i % 4)];
}

struct too_long {
  THRUM_HD double operator()(std::ptrdiff_t) const { return gradient_at<8>{}(0); }
};

}  // namespace

TEST_CASE("first and second derivatives backward are those of JAX") {
  thrum::tape<dual<double>> tape;
  auto const first_and_second = [&](auto f, auto... x) {
    tape.rewind();
    std::array const variables{tape.variable(x)...};
    auto const y = std::apply(f, variables);
    tape.backward(y);
    std::array<dual<double>, sizeof...(x)> derivatives{};
    for (std::size_t i = 0; i < sizeof...(x); ++i) derivatives[i] = tape.derivative(variables[i]);
    return derivatives;
  };
  auto const variable = [](double x) { return dual<double>::variable(x); };
  compare_with_jax(
      [&](auto f, jax_unary_row const& row) {
        auto const [by_x] = first_and_second(f, variable(row.x));
        CHECK(as_jax(by_x.value(), row.first));
        CHECK(as_jax(by_x.derivative(), row.second));
      },
      [&](auto f, jax_binary_row const& row) {
        auto const along_x = first_and_second(f, variable(row.x), dual<double>(row.y));
        CHECK(as_jax(along_x[0].value(), row.by_x));
        CHECK(as_jax(along_x[1].value(), row.by_y));
        CHECK(as_jax(along_x[0].derivative(), row.by_xx));
        CHECK(as_jax(along_x[1].derivative(), row.by_xy));
        auto const along_y = first_and_second(f, dual<double>(row.x), variable(row.y));
        CHECK(as_jax(along_y[0].derivative(), row.by_xy));
        CHECK(as_jax(along_y[1].derivative(), row.by_yy));
      });
}

TEST_CASE("variables, constants and operators") {
  thrum::tape tape;
  auto const x = tape.variable(2), y = tape.variable(3);
  CHECK(tape.size() == 2);
  auto z = x * y + sin(x);
  CHECK(tape.size() == 5);
  tape.backward(z);
  CHECK(tape.derivative(x) == 3 + std::cos(2.0));
  CHECK(tape.derivative(y) == 2);
  tape.backward(z);  // once more: not added
  CHECK(tape.derivative(y) == 2);
  z += 1;
  z *= 2;
  z -= y;
  z /= 4;
  tape.backward(-z);
  CHECK(tape.derivative(y) == -0.75);
  tape.backward(fma(x, y, x));
  CHECK(tape.derivative(x) == 4);
  CHECK(tape.derivative(y) == 2);
  auto const size = tape.size();
  var const constant = 5.0;
  CHECK((constant * 2 + constant).value() == 15);
  CHECK(tape.size() == size);
  CHECK(tape.derivative(constant) == 0);
  tape.backward(constant);
  CHECK(tape.derivative(x) == 0);
  CHECK(x < y);
  CHECK(x == 2);
  CHECK(4 > y);
  std::ostringstream text;
  text << y;
  CHECK(text.str() == "3");
  tape.backward(pow(x, 3) + pow(2, y));
  CHECK(tape.derivative(x) == 12);
  CHECK(tape.derivative(y) == doctest::Approx(8 * std::log(2)));
}

TEST_CASE("the memory of a tape is from its resource, and is given back") {
  thrum::counting_resource<thrum::host_space> memory;
  {
    thrum::tape<double> tape(memory);
    CHECK(memory.allocations() == 0);
    auto x = tape.variable(1);
    CHECK(memory.bytes_in_use() == tape.capacity() * 32);
    auto y = x;
    for (int i = 1; i < 1000; ++i) y = y * 1.001;
    CHECK(tape.size() == 1000);
    CHECK(tape.capacity() >= 1000);
    CHECK(memory.blocks_in_use() == 1);
    auto const allocations = memory.allocations();
    tape.backward(y);
    CHECK(tape.derivative(x) == doctest::Approx(std::pow(1.001, 999)));
    tape.rewind();
    CHECK(tape.size() == 0);
    x = tape.variable(2);
    for (int i = 1; i < 1000; ++i) x = x * x;
    CHECK(memory.allocations() == allocations);
  }
  CHECK(memory.blocks_in_use() == 0);
  thrum::tape<double> reserved(memory, 5000);
  CHECK(reserved.capacity() == 5000);
}

TEST_CASE("a tape without memory throws, and is as before") {
  thrum::fail_on_kth_allocation<thrum::host_space> memory(2);
  thrum::tape<double> tape(memory);
  auto const x = tape.variable(3);
  auto y = x;
  auto const grow = [&] {
    for (;;) y = y + x;
  };
  CHECK_THROWS_AS(grow(), std::bad_alloc);
  CHECK(tape.size() == tape.capacity());
  tape.backward(y);
  CHECK(tape.derivative(x) == static_cast<double>(tape.size()));
  thrum::fixed_tape<double, 3> small;
  auto const a = small.variable(1), b = a + a;
  CHECK_NOTHROW(a * b);
  CHECK_THROWS_AS(b * b, std::length_error);
  small.backward(b);
  CHECK(small.derivative(a) == 2);
}

TEST_CASE("checkpoints: a sum of many terms in the memory of one") {
  thrum::tape tape;
  auto const a = tape.variable(0.5), b = tape.variable(-1);
  auto const model = [&](double x) { return exp(a * x) * b; };
  auto const checkpoint = tape.size();
  double by_a = 0, by_b = 0;
  for (int i = 0; i < 100; ++i) {
    double const x = 0.01 * i;
    tape.backward(model(x), checkpoint);
    tape.rewind(checkpoint);
    by_a += x * std::exp(0.5 * x) * -1;
    by_b += std::exp(0.5 * x);
  }
  CHECK(tape.size() == 2);
  CHECK(tape.capacity() < 1000);
  CHECK(tape.derivative(a) == doctest::Approx(by_a));
  CHECK(tape.derivative(b) == doctest::Approx(by_b));
  tape.clear_derivatives();
  CHECK(tape.derivative(a) == 0);
  tape.backward(b, checkpoint);
  CHECK(tape.derivative(b) == 1);
}

TEST_CASE("gradients of many variables, and products with second derivatives") {
  std::vector<double> x(500), direction(500), gradient(500), product(500);
  for (std::size_t i = 0; i < 500; ++i) {
    x[i] = std::sin(static_cast<double>(i));
    direction[i] = std::cos(static_cast<double>(i));
  }
  thrum::tape<> tape;
  double const value = thrum::value_and_grad(tape, rosenbrock{}, x.begin(), x.end(), gradient.begin());
  CHECK(value == doctest::Approx(rosenbrock{}(x)).epsilon(1e-14));
  CHECK(tape.size() == 0);
  thrum::tape<dual<double>> of_duals;
  double const slope = thrum::hvp(of_duals, rosenbrock{}, x.begin(), x.end(), direction.begin(), product.begin());
  double expected_slope = 0;
  for (std::size_t i = 0; i < 500; ++i) {
    double by_x = 0, second = 0;
    auto const d = direction[i];
    expected_slope += gradient[i] * d;
    if (i < 499) {
      by_x += -2 * (1 - x[i]) - 400 * x[i] * (x[i + 1] - x[i] * x[i]);
      second += (2 - 400 * (x[i + 1] - 3 * x[i] * x[i])) * d - 400 * x[i] * direction[i + 1];
    }
    if (i > 0) {
      by_x += 200 * (x[i] - x[i - 1] * x[i - 1]);
      second += 200 * d - 400 * x[i - 1] * direction[i - 1];
    }
    CHECK(gradient[i] == doctest::Approx(by_x).epsilon(1e-11));
    CHECK(product[i] == doctest::Approx(second).epsilon(1e-11));
  }
  CHECK(slope == doctest::Approx(expected_slope));
  CHECK(thrum::value_and_grad(tape, [](auto const&) { return 7.0; }, x.begin(), x.end(), gradient.begin()) == 7);
  CHECK(gradient[3] == 0);
  // Every other element of a range.
  thrum::strided_iterator const every_other(x.begin(), 2);
  thrum::value_and_grad(
      tape, [](auto const& v) { return v[1] * v[1]; }, every_other, every_other + 2, gradient.begin());
  CHECK(gradient[0] == 0);
  CHECK(gradient[1] == 2 * x[2]);
}

TEST_CASE("the tape of the thread, in functors") {
  auto& tape = thrum::tape<double>::of_thread();
  CHECK(&tape == &thrum::tape<double>::of_thread());
  CHECK(tape.size() == 0);
  std::vector<double> result(1000);
  auto const by_thread_tape = [](std::ptrdiff_t i) {
    std::array<double, 4> x{}, gradient{};
    for (std::size_t k = 0; k < 4; ++k) x[k] = static_cast<double>(static_cast<std::ptrdiff_t>(k) + i % 10) / 8;
    thrum::value_and_grad(thrum::tape<double>::of_thread(), rosenbrock{}, x.begin(), x.end(), gradient.begin());
    return gradient[static_cast<std::size_t>(i % 4)];
  };
#if defined(THRUM_WITH_TBB)
  thrum::tabulate(thrum::tbb::par, result.begin(), result.end(), by_thread_tape);
#else
  thrum::tabulate(thrum::seq, result.begin(), result.end(), by_thread_tape);
#endif
  for (std::size_t i = 0; i < 1000; ++i) {
    CHECK(result[i] == doctest::Approx(expected_gradient(static_cast<std::ptrdiff_t>(i))));
  }
  CHECK(tape.size() == 0);
}

TEST_CASE_TEMPLATE("tapes of fixed length in functors under every policy", S, MAIN_SYSTEMS) {
  typename S::template vector<double> result(1000);
  S::run(thrum::tabulate, result.begin(), result.end(), gradient_at<64>{});
  auto const on_host = host_copy(result);
  for (std::size_t i = 0; i < 1000; ++i) {
    CHECK(on_host[i] == doctest::Approx(expected_gradient(static_cast<std::ptrdiff_t>(i))));
  }
#if defined(THRUM_WITH_CUDA)
  if constexpr (std::is_same_v<S, with_cuda>) {
    S::run(thrum::tabulate, result.begin(), result.end(), too_long{});
    CHECK(std::isnan(host_copy(result)[0]));
    return;
  }
#endif
  CHECK_THROWS_AS(S::run(thrum::tabulate, result.begin(), result.end(), too_long{}), std::length_error);
}
