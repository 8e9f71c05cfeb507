// c = a + b of a million normal numbers, step by step: the allocation, the copy to where the policy
// works, the addition, and the copy back. On a device the copies take most of the time; on the host
// they are superfluous.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/memory.h>
#include <thrum/transform.h>

#include "common/example.h"
#if defined(__CUDACC__)
#include <thrum/cuda/launch.cuh>

/// The handwritten kernel: the last thread block has threads without an element.
struct guarded_add {
  double const* a;
  double const* b;
  double* c;
  std::ptrdiff_t n;
  __device__ void operator()(thrum::cuda::thread_context const& here) const {
    if (here.x() < n) c[here.x()] = a[here.x()] + b[here.x()];
  }
};
#endif

int main(int argc, char** argv) {
  example::description const what{.id = "vector_add_1m",
                                  .text = "c = a + b of n normal doubles, with the time of each step.",
                                  .n = 1'000'000,
                                  .quick = 50'000,
                                  .bytes = 96};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const a = example::normal<double>(thrum::seq, s.n(), 1),
               b = example::normal<double>(thrum::seq, s.n(), 2);
    std::vector<double> expected(s.size());
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = a[i] + b[i];

    double const bytes = 8.0 * static_cast<double>(s.n());
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), double>;
      s.time(policy, "1 allocate",
             [&] { vector const x(s.size(), thrum::no_init), y = vector(s.size(), thrum::no_init); });
      vector x(s.size(), thrum::no_init), y(s.size(), thrum::no_init), sums(s.size(), thrum::no_init);
      thrum::host_vector<double> c(s.size());
      s.time(policy, "2 copy a and b there",
             [&] {
               thrum::copy(a.begin(), a.end(), x.begin());
               thrum::copy(b.begin(), b.end(), y.begin());
             },
             {.bytes = 4 * bytes});
      s.time(policy, "3 add",
             [&] { thrum::transform(policy, x.begin(), x.end(), y.begin(), sums.begin(), thrum::plus<>{}); },
             {.bytes = 3 * bytes});
      s.time(policy, "4 copy c back", [&] { thrum::copy(sums.begin(), sums.end(), c.begin()); },
             {.bytes = 2 * bytes});
      s.check_equal("every bit is the host loop's", c, expected);
#if defined(__CUDACC__)
      if constexpr (example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        guarded_add const kernel{thrum::raw_pointer_cast(x.data()), thrum::raw_pointer_cast(y.data()),
                                 thrum::raw_pointer_cast(sums.data()), s.n()};
        thrum::cuda::grid const grid{{(s.n() + 255) / 256}, {256}};
        s.time(policy, "3 add, in blocks of 256", [&] { thrum::cuda::launch(policy, grid, kernel); },
               {.bytes = 3 * bytes});
        s.check_equal("the kernel by hand too", example::to_host(sums), expected);
      }
#endif
    });
  });
}
