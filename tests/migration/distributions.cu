// Random numbers of the distributions: equal engines give equal numbers.
#include <thrust/random.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

std::uint64_t mixed(std::uint64_t sum, std::uint64_t bits) { return (sum ^ bits) * 1099511628211ULL; }

template <class Word, class Number>
std::uint64_t bits_of(Number x) {
  Word word;
  std::memcpy(&word, &x, sizeof(word));
  return word;
}

template <class Engine>
void print_numbers(char const* name) {
  Engine engine(12345);
  std::uint64_t integers = 0, floats = 0, doubles = 0;
  thrust::uniform_int_distribution<int> dice(1, 6), all, both(-1000, 1000);
  thrust::uniform_int_distribution<unsigned char> bytes(10, 200);
  thrust::uniform_int_distribution<long long> wide(-5000000000LL, 5000000000LL);
  thrust::uniform_real_distribution<float> unit, span(-3.0f, 7.5f);
  thrust::uniform_real_distribution<double> wide_unit, wide_span(1e-3, 1e6);
  for (int i = 0; i < 10000; ++i) {
    integers = mixed(integers, static_cast<std::uint64_t>(dice(engine)));
    integers = mixed(integers, static_cast<std::uint64_t>(all(engine)));
    integers = mixed(integers, static_cast<std::uint64_t>(both(engine)));
    integers = mixed(integers, static_cast<std::uint64_t>(bytes(engine)));
    integers = mixed(integers, static_cast<std::uint64_t>(wide(engine)));
    floats = mixed(floats, bits_of<std::uint32_t>(unit(engine)));
    floats = mixed(floats, bits_of<std::uint32_t>(span(engine)));
    doubles = mixed(doubles, bits_of<std::uint64_t>(wide_unit(engine)));
    doubles = mixed(doubles, bits_of<std::uint64_t>(wide_span(engine)));
  }
  thrust::uniform_int_distribution<int>::param_type bounds(20, 30);
  std::printf("%s: %016llx %016llx %016llx %d %d\n", name, static_cast<unsigned long long>(integers),
              static_cast<unsigned long long>(floats), static_cast<unsigned long long>(doubles),
              dice(engine, bounds), dice(engine));
}

#if defined(__CUDACC__)
double const normal_sums[3] = {40112.952020900033, 39760.931884472702, 40112.952033042908};
#else
double const normal_sums[3] = {40026.362556305845, 39680.344008869070, 40026.362586498260};
#endif

template <class Number, class Engine>
double normal_sum() {
  Engine engine(99);
  thrust::normal_distribution<Number> bell(Number(10), Number(2));
  double sum = 0;
  for (int i = 0; i < 1001; ++i) sum += (i % 7 + 1) * static_cast<double>(bell(engine));
  // The distribution discards a second number that it keeps.
  bell.reset();
  return sum + static_cast<double>(bell(engine));
}

int main() {
  print_numbers<thrust::minstd_rand>("minstd_rand");
  print_numbers<thrust::minstd_rand0>("minstd_rand0");
  print_numbers<thrust::taus88>("taus88");
  print_numbers<thrust::ranlux24>("ranlux24");
  print_numbers<thrust::default_random_engine>("default_random_engine");
  // The last bits depend on the functions of the C library; nvcc uses another formula.
  double const sums[3] = {normal_sum<double, thrust::minstd_rand>(), normal_sum<double, thrust::taus88>(),
                          normal_sum<float, thrust::minstd_rand>()};
  for (int i = 0; i < 3; ++i) {
    bool const same = std::fabs(sums[i] - normal_sums[i]) < (i == 2 ? 0.5 : 1e-6);
    std::printf("normal: %d\n", same ? 1 : 0);
    if (!same) std::fprintf(stderr, "%.12f\n", sums[i]);
  }
}
