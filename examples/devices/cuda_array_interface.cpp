// Arrays of another library that are described by the CUDA array interface: doubled in place, in
// the order of the array's stream, with and without strides.
#include <thrum/cuda_array_interface.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "common/example.h"

struct doubled {
  template <class T>
  THRUM_HD T operator()(T x) const {
    return 2 * x;
  }
};

/// What the other library gives: an array of its own and the description of it.
template <class Policy, class T>
struct foreign_array {
  example::vector_of<Policy, T> memory;
  thrum::cuda_array_interface interface;

  foreign_array(Policy const& policy, std::vector<std::ptrdiff_t> shape) : interface{.shape = std::move(shape)} {
    std::ptrdiff_t size = 1;
    for (std::ptrdiff_t const extent : interface.shape) size *= extent;
    memory.resize(static_cast<std::size_t>(size));
    thrum::sequence(policy, memory.begin(), memory.end());
    interface.typestr = sizeof(T) == 8 ? "<f8" : "<f4";
    interface.data = reinterpret_cast<std::uintptr_t>(thrum::strided_view(memory).data());
    interface.stream = 1;  // the legacy default stream
  }
};

/// Returns the policy in the order of the array's stream.
template <class Policy>
auto in_order_of(Policy const& policy, thrum::cuda_array_interface const& array) {
  if constexpr (example::on_card<Policy>) return policy.on(thrum::cuda_stream_of(array));
  else return policy;
}

/// Doubles a foreign array in place.
template <class T, std::size_t Rank, class Policy>
void double_in_place(Policy const& policy, thrum::cuda_array_interface const& array) {
  auto const a = thrum::view_cuda_array<T, Rank, thrum::unspecified_space>(array);
  auto const order = in_order_of(policy, array);
  if (a.is_contiguous()) {
    auto const all = a.contiguous();
    thrum::transform(order, all.begin(), all.end(), all.begin(), doubled{});
  } else {
    thrum::transform(order, a.begin(), a.end(), a.begin(), doubled{});
  }
}

template <class T>
std::vector<T> multiples(std::size_t n, T of) {
  std::vector<T> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = of * static_cast<T>(i);
  return result;
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "cuda_array_interface",
      .text = "Twice each element of an array that is described by the CUDA array interface.",
      .n = 1'000'000,
      .quick = 10'000,
      .bytes = 4,
      .least = 10,
      .most = 8'000'000};  // floats are exact up to twice that
  return example::run(argc, argv, what, [](example::session& s) {
    s.each_policy([&](auto const& policy) {
      using policy_type = std::remove_cvref_t<decltype(policy)>;

      foreign_array<policy_type, float> ten(policy, {10});
      double_in_place<float, 1>(policy, ten.interface);
      s.check_equal("0 2 4 6 ... 18", example::to_host(ten.memory), multiples(10, 2.0F));

      foreign_array<policy_type, double> table(policy, {100, 2});
      double_in_place<double, 2>(policy, table.interface);
      s.check_equal("100 x 2 without strides are row by row", example::to_host(table.memory), multiples(200, 2.0));

      // The second column of the table, backwards: strides are bytes.
      auto column = table.interface;
      column.shape = {100};
      column.strides = {-16};
      column.data += 199 * 8;
      double_in_place<double, 1>(policy, column);
      auto expected = multiples(200, 2.0);
      for (std::size_t i = 1; i < 200; i += 2) expected[i] *= 2;
      s.check_equal("of a column with strides only the column", example::to_host(table.memory), expected);

      // The way back: a view as the other library gets it.
      auto const ours = thrum::view_cuda_array<double, 1, thrum::unspecified_space>(column);
      auto const theirs = thrum::make_cuda_array_interface(ours, 1);
      s.check("the description of the view is the same",
              theirs.data == column.data && theirs.strides == column.strides && theirs.typestr == "<f8" &&
                  theirs.shape == column.shape && theirs.stream == column.stream && theirs.version == 3);

      auto locked = table.interface;
      locked.read_only = true;
      bool refused = false;
      try {
        double_in_place<double, 2>(policy, locked);
      } catch (std::invalid_argument const&) {
        refused = true;
      }
      s.check("an array that is read-only is not written", refused);

      foreign_array<policy_type, float> large(policy, {s.n()});
      double_in_place<float, 1>(policy, large.interface);
      s.check_equal("twice each of n elements", example::to_host(large.memory), multiples(s.size(), 2.0F));
      thrum::sequence(policy, large.memory.begin(), large.memory.end());
      s.time(policy, "x = 2x", [&] { double_in_place<float, 1>(policy, large.interface); },
             {.bytes = 8.0 * static_cast<double>(s.n())});
    });
  });
}
