// 1.2 sqrt(cos x), precisely and fast: under CUDA by the instructions that nvcc -use_fast_math
// selects, on the host by a polynomial instead of the cosine. The error of the fast form is
// counted in units in the last place (ulp).
#include <thrum/fill.h>
#include <thrum/histogram.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <cmath>
#include <limits>
#if defined(__CUDACC__) && __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#endif

#include "common/example.h"
#include "common/format.h"

struct precise {
  THRUM_HD float operator()(float x) const { return 1.2F * std::sqrt(std::cos(x)); }
};

struct fast {
  THRUM_HD float operator()(float x) const {
#if defined(__CUDA_ARCH__)
    float root;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(__cosf(x)));
    return 1.2F * root;
#else
    // The first terms of the cosine's series: enough for [0, 1], and without branches or calls.
    float const y = x * x;
    float const cosine = 1 - y * (1.0F / 2 - y * (1.0F / 24 - y * (1.0F / 720 - y * (1.0F / 40320))));
    return 1.2F * std::sqrt(cosine);
#endif
  }
};

/// A range that a profiler shows by its name; the range ends with the object.
struct profiled_range {
#if defined(__CUDACC__) && __has_include(<nvtx3/nvToolsExt.h>)
  explicit profiled_range(char const* name) { nvtxRangePushA(name); }
  ~profiled_range() { nvtxRangePop(); }
#else
  explicit profiled_range(char const*) {}
#endif
  profiled_range(profiled_range const&) = delete;
  profiled_range& operator=(profiled_range const&) = delete;
};

/// Returns the error in units in the last place of the right value, which is computed in double.
double ulps(float value, double right) {
  auto const near = static_cast<float>(right);
  float const unit = std::nextafter(near, std::numeric_limits<float>::infinity()) - near;
  return std::abs(static_cast<double>(value) - right) / static_cast<double>(unit);
}

int main(int argc, char** argv) {
  example::description const what{.id = "fast_math_profile",
                                  .text = "1.2 sqrt(cos x) for n numbers of [0, 1], precise and fast.",
                                  .n = 2'000'000,
                                  .quick = 50'000,
                                  .bytes = 48,
                                  .least = 2,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure f{.title = "fast_math_profile: how far off, in half ulps rounded up",
                      .x_label = "",
                      .y_label = "% of the numbers"};
    s.each_policy([&](auto const& policy) {
      std::string const name = example::name_of(policy);
      example::vector_of<decltype(policy), float> x(s.size(), thrum::no_init), y(s.size(), thrum::no_init);
      thrum::sequence(policy, x.begin(), x.end(), 0.0F, 1.0F / static_cast<float>(s.n() - 1));
      x.back() = 1.0F;  // the course's number
      auto const points = example::to_host(x);

      auto const variant = [&](char const* label, auto function, double most) {
        thrum::fill(policy, y.begin(), y.end(), -1.0F);  // the output of the other form
        s.time(policy, label,
               [&] {
                 profiled_range const range(label);
                 thrum::transform(policy, x.begin(), x.end(), y.begin(), function);
               },
               {.bytes = 8.0 * static_cast<double>(s.n())});
        auto const values = example::to_host(y);
        s.check_close("0.882063105 at 1", static_cast<double>(values.back()), 0.882063105, most * 6e-8);
        std::vector<int> bins(values.size());
        double worst = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          double const off = ulps(values[i], 1.2 * std::sqrt(std::cos(static_cast<double>(points[i]))));
          worst = std::max(worst, off);
          bins[i] = std::min(8, static_cast<int>(std::ceil(2 * off)));
        }
        std::vector<std::int64_t> counts(9);
        thrum::histogram_even(thrum::seq, bins.begin(), bins.end(), counts.begin(), counts.end(), 0, 9);
        for (std::size_t b = 0; b < counts.size(); ++b) {
          if (counts[b] == 0 || (name == "par" && s.asked().wants("seq"))) continue;  // as under seq
          std::string const bin = b == 8 ? "more than 3.5" : "up to " + example::fixed(static_cast<double>(b) / 2);
          f.bars.push_back({(name == "cuda" ? "device, " : "host, ") + std::string(label) + ": " + bin,
                            100 * static_cast<double>(counts[b]) / static_cast<double>(s.n())});
        }
        s.say(name + ", " + label + ": at most " + example::fixed(worst, 2) + " ulp off");
        s.check(std::string("the ") + label + " one within " + example::fixed(most) + " ulp", worst <= most);
      };
      variant("precise", precise{}, 4);
      variant("fast", fast{}, 64);
    });
    s.draw(f);
  });
}
