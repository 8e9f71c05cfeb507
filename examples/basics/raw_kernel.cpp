// Adds two matrices, flat in memory, by a handwritten kernel and by one call of the library on the
// same data. Handwritten code for each kind of machine, a loop, threads or a launch, is not faster.
#include <thrum/functional.h>
#include <thrum/memory.h>
#include <thrum/transform.h>
#include <algorithm>
#include <thread>

#include "common/example.h"

/// The work of one thread of the host: the elements of [begin, end).
inline void add_part(float const* a, float const* b, float* c, std::ptrdiff_t begin, std::ptrdiff_t end) {
  for (std::ptrdiff_t i = begin; i < end; ++i) c[i] = a[i] + b[i];
}

#if defined(__CUDACC__)
extern "C" __global__ void matrix_add(float const* a, float const* b, float* c, std::ptrdiff_t n) {
  std::ptrdiff_t const i = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
#endif

/// Adds the matrices by hand, in the way of the machine that the policy runs on.
template <class Policy>
void add_by_hand(Policy const& policy, float const* a, float const* b, float* c, std::ptrdiff_t n) {
#if defined(__CUDACC__)
  if constexpr (example::on_card<Policy>) {
    if (n == 0) return;
    matrix_add<<<static_cast<unsigned>((n + 255) / 256), 256, 0, policy.stream()>>>(a, b, c, n);
    if (cudaGetLastError() != cudaSuccess) throw std::runtime_error("matrix_add could not be launched");
    policy.sync();
    return;
  }
#endif
  if constexpr (requires { policy.concurrency(); }) {
    std::ptrdiff_t const threads = policy.concurrency(), part = n / threads + 1;
    std::vector<std::thread> running;
    for (std::ptrdiff_t begin = 0; begin < n; begin += part) {
      running.emplace_back(add_part, a, b, c, begin, std::min(begin + part, n));
    }
    for (std::thread& thread : running) thread.join();
  } else {
    add_part(a, b, c, 0, n);
  }
}

int main(int argc, char** argv) {
  example::description const what{.id = "raw_kernel",
                                  .text = "c = a + b of flat matrices of n floats, by hand and by the library.",
                                  .n = 1'000'000,
                                  .quick = 100'000,
                                  .bytes = 40};
  return example::run(argc, argv, what, [](example::session& s) {
    example::amount const handled{.bytes = 12.0 * static_cast<double>(s.n())};
    s.each_policy([&](auto const& policy) {
      auto const a = example::uniform<float>(policy, s.n(), 1), b = example::uniform<float>(policy, s.n(), 2);
      example::vector_of<decltype(policy), float> hand(s.size()), library(s.size());
      float const *const x = thrum::raw_pointer_cast(a.data()), *const y = thrum::raw_pointer_cast(b.data());
      float* const c = thrum::raw_pointer_cast(hand.data());
      s.time(policy, "by hand", [&] { add_by_hand(policy, x, y, c, s.n()); }, handled);
      s.time(
          policy, "transform",
          [&] { thrum::transform(policy, a.begin(), a.end(), b.begin(), library.begin(), thrum::plus<>{}); },
          handled);
      s.check_equal("by hand: every bit is transform's", example::to_host(hand), example::to_host(library));

      auto const first = example::to_host(a), second = example::to_host(b);
      std::vector<float> expected;
      for (std::size_t i = 0; i < first.size(); ++i) expected.push_back(first[i] + second[i]);
      s.check_equal("and the host's", example::to_host(library), expected);
    });
  });
}
