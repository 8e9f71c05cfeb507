// Each call has scratch memory of its own. 8 slots stay in registers; hundreds go to memory, which
// is a processor's nearest cache or a device's local memory. The figure shows the cost of a slot by
// the number of slots.
#include <thrum/iterator/counting_iterator.h>
#include <thrum/transform.h>

#include "common/example.h"

/// Fills K slots and adds them in another order, with a start that varies; the sum itself needs no
/// slots.
template <int K>
struct with_scratch {
  static constexpr int step = 7;  // coprime to each K here, so that each slot is read once
  THRUM_HD std::int64_t operator()(std::int64_t i) const {
    std::int64_t scratch[K];
    for (int k = 0; k < K; ++k) scratch[k] = i + k;
    std::int64_t sum = 0;
    int at = static_cast<int>(i % K);
    for (int k = 0; k < K; ++k) {
      sum += scratch[at];
      at = at + step < K ? at + step : at + step - K;
    }
    return sum;
  }
};

/// Computes the same sum by a formula.
struct without_scratch {
  std::int64_t slots;
  THRUM_HD std::int64_t operator()(std::int64_t i) const { return slots * i + slots * (slots - 1) / 2; }
};

template <int K, class Policy>
void measure(example::session& s, Policy const& policy, example::series& times) {
  example::vector_of<Policy, std::int64_t> sums(s.size());
  thrum::counting_iterator<std::int64_t> const first(0), last(s.n());
  double const seconds = s.time(policy, std::to_string(K) + " slots",
                                [&] { thrum::transform(policy, first, last, sums.begin(), with_scratch<K>{}); },
                                {.bytes = 16.0 * K * static_cast<double>(s.n())});
  std::vector<std::int64_t> expected;
  for (std::int64_t i = 0; i < s.n(); ++i) expected.push_back(without_scratch{K}(i));
  s.check_equal("the sums of the slots are the formula's", example::to_host(sums), expected);
  times.x.push_back(K), times.y.push_back(1e9 * seconds / static_cast<double>(s.n()) / K);
}

int main(int argc, char** argv) {
  example::description const what{.id = "local_memory_spill",
                                  .text = "Scratch memory of 8 to 400 slots for each of n calls.",
                                  .n = 100'000,
                                  .quick = 5'000,
                                  .bytes = 40,
                                  .least = 1,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure picture{.title = "Scratch memory of each call",
                            .x_label = "slots",
                            .y_label = "ns for each slot",
                            .x_logarithmic = true};
    s.each_policy([&](auto const& policy) {
      example::series times{.name = example::name_of(policy), .drawn = example::series::style::both};
      measure<8>(s, policy, times);
      measure<32>(s, policy, times);
      measure<100>(s, policy, times);
      measure<400>(s, policy, times);
      picture.lines.push_back(times);
    });
    s.draw(picture);
  });
}
