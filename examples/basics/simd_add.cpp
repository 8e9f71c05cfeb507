// c = a + b by a loop of one element at a time, by eight and by sixteen handwritten lanes, and by
// the library, whose loops the compiler vectorises. Lanes help as long as the elements are in a
// cache; otherwise they wait for memory.
#include <thrum/functional.h>
#include <thrum/transform.h>
#include <algorithm>

#include "common/example.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

using floats = std::vector<float>;

/// Adds one element at a time: the compiler is kept from vectorising the loop.
#if defined(__GNUC__) && !defined(__clang__)
__attribute__((optimize("no-tree-vectorize")))
#endif
void add_scalar(float const* a, float const* b, float* c, std::size_t n) {
#if defined(__clang__)
#pragma clang loop vectorize(disable)
#endif
  for (std::size_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
}

#if defined(__x86_64__)
__attribute__((target("avx"))) void add_avx(float const* a, float const* b, float* c, std::size_t n) {
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    _mm256_storeu_ps(c + i, _mm256_add_ps(_mm256_loadu_ps(a + i), _mm256_loadu_ps(b + i)));
  for (; i < n; ++i) c[i] = a[i] + b[i];
}
__attribute__((target("avx512f"))) void add_avx512(float const* a, float const* b, float* c, std::size_t n) {
  std::size_t i = 0;
  for (; i + 16 <= n; i += 16) {
    _mm512_storeu_ps(c + i, _mm512_add_ps(_mm512_loadu_ps(a + i), _mm512_loadu_ps(b + i)));
  }
  for (; i < n; ++i) c[i] = a[i] + b[i];
}
#endif

struct by_hand {
  char const* name;
  void (*add)(float const*, float const*, float*, std::size_t);
};

/// Returns the vector instructions of this processor.
std::vector<by_hand> ways() {
  std::vector<by_hand> all{{"scalar", add_scalar}};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx")) all.push_back({"AVX, 8 lanes", add_avx});
  if (__builtin_cpu_supports("avx512f")) all.push_back({"AVX-512, 16 lanes", add_avx512});
#endif
  return all;
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "simd_add",
      .text = "c = a + b of floats, in vectors of lanes; 4096 in the cache and n in memory.",
      .n = 1 << 24,
      .quick = 1 << 17,
      .bytes = 40,
      .least = 8,
      .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure picture{
        .title = "4096 floats in the cache", .x_label = "", .y_label = "additions a nanosecond"};
    // Few elements are added repeatedly until the number of additions is the same.
    for (std::int64_t const size : {std::int64_t{8}, std::int64_t{4096}, s.n()}) {
      std::int64_t const rounds = std::max<std::int64_t>(1, s.n() / size / (size < 4096 ? 16 : 1));
      example::amount const done{.elements = rounds * size, .bytes = 12.0 * static_cast<double>(rounds * size)};
      std::string const where = size == s.n() ? "in memory" : std::to_string(size) + " again and again";
      auto const add_bar = [&](std::string const& who, double seconds) {
        if (size == 4096) picture.bars.push_back({who, static_cast<double>(done.elements) / seconds / 1e9});
      };
      floats expected(static_cast<std::size_t>(size)), c(expected.size());
      auto const a = example::uniform<float>(thrum::seq, size, 1),
                 b = example::uniform<float>(thrum::seq, size, 2);
      for (std::size_t i = 0; i < c.size(); ++i) expected[i] = a[i] + b[i];

      for (by_hand const& way : ways()) {
        auto const work = [&] {
          for (std::int64_t r = 0; r < rounds; ++r) way.add(a.data(), b.data(), c.data(), c.size());
        };
        add_bar(way.name, s.time_other(way.name, where, work, done));
        s.check_equal("every bit, by lanes", c, expected);
      }
      s.each_policy([&](auto const& policy) {
        example::vector_of<decltype(policy), float> x(a.begin(), a.end()), y(b.begin(), b.end()), sums(x.size());
        auto const work = [&] {
          for (std::int64_t r = 0; r < rounds; ++r) {
            thrum::transform(policy, x.begin(), x.end(), y.begin(), sums.begin(), thrum::plus<>{});
          }
        };
        add_bar("transform, " + example::name_of(policy), s.time(policy, where, work, done));
        s.check_equal("and by the library", example::to_host(sums), expected);
      });
    }
    s.draw(picture);
  });
}
