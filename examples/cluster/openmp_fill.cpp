// a[i] = 2 i of n integers: by OpenMP's `parallel for`, and by tabulate under each policy, of which
// one is OpenMP as well. The array is in a vector: a million integers are too many for a stack.
#include <thrum/functional.h>
#include <thrum/reduce.h>
#include <thrum/tabulate.h>
#include <algorithm>
#if defined(THRUM_WITH_OMP)
#include <thrum/omp.h>
#endif
#if defined(_OPENMP)
#include <omp.h>
#endif

#include "common/example.h"

struct doubled {
  THRUM_HD int operator()(std::ptrdiff_t i) const { return static_cast<int>(2 * i); }
};

#if defined(_OPENMP)
/// The loop of the course.
void fill_by_pragma(int* a, int n, int threads) {
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < n; ++i) a[i] = 2 * i;
}

/// The same loop with several elements in an instruction, for which GCC at -O2 has to be asked.
void fill_by_vectors(int* a, int n, int threads) {
#pragma omp parallel for simd num_threads(threads)
  for (int i = 0; i < n; ++i) a[i] = 2 * i;
}
#endif

int main(int argc, char** argv) {
  example::description const what{.id = "openmp_fill",
                                  .text = "a[i] = 2 i of n integers, by OpenMP and by thrum.",
                                  .n = 1'000'000,
                                  .quick = 10'007,
                                  .bytes = 12,
                                  .least = 1,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    // The slides have 100,000 integers, and the text beside them a million.
    std::vector<std::int64_t> sizes{std::min<std::int64_t>(100'000, s.n())};
    if (s.n() != sizes[0]) sizes.push_back(s.n());
    for (std::int64_t const n : sizes) {
      std::string const name = "2 i of " + example::grouped(n);
      example::amount const work{.elements = n, .bytes = 4 * static_cast<double>(n)};
      auto const check = [&](std::vector<int> const& a) {
        std::int64_t sum = 0;
        bool right = true;
        for (std::size_t i = 0; i < a.size(); ++i) {
          sum += a[i];
          right = right && a[i] == 2 * static_cast<std::int64_t>(i);
        }
        s.check("each is twice its index", right);
        s.check_equal("the sum is n (n - 1)", sum, n * (n - 1));
        if (n == 1'000'000) s.check_equal("999,999,000,000 of a million", sum, std::int64_t{999'999'000'000});
      };
      s.each_policy([&](auto const& policy) {
        example::vector_of<decltype(policy), int> a(static_cast<std::size_t>(n), -1);
        s.time(policy, name, [&] { thrum::tabulate(policy, a.begin(), a.end(), doubled{}); }, work);
        check(example::to_host(a));
        // A sum in int would overflow from 46,342 integers on.
        s.check_equal("so is thrum's sum in 64 bits",
                      thrum::reduce(policy, a.begin(), a.end(), std::int64_t{0}, thrum::plus<>{}), n * (n - 1));
      });
#if defined(THRUM_WITH_OMP)
      if (s.asked().wants("par")) {
        auto const policy = s.asked().threads > 0 ? thrum::omp::par.threads(s.asked().threads) : thrum::omp::par;
        std::vector<int> a(static_cast<std::size_t>(n), -1);
        s.time_other("omp::par", name, [&] { thrum::tabulate(policy, a.begin(), a.end(), doubled{}); }, work);
        check(a);
      }
#endif
#if defined(_OPENMP)
      if (s.asked().wants("par")) {
        int const threads = s.asked().threads > 0 ? s.asked().threads : omp_get_max_threads();
        int const size = static_cast<int>(n);
        std::vector<int> a(static_cast<std::size_t>(n), -1), b(a);
        s.time_other("parallel for", name, [&] { fill_by_pragma(a.data(), size, threads); }, work);
        check(a);
        s.time_other("parallel for simd", name, [&] { fill_by_vectors(b.data(), size, threads); }, work);
        check(b);
      }
#endif
    }
#if !defined(_OPENMP)
    s.say("This program was built without OpenMP.");
#endif
  });
}
