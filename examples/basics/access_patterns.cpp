// Reads all numbers of a range and adds them up: in order, every s-th one in s rounds, and in
// random order. The sum and the requested bytes are the same. The bytes that memory delivers are
// not, since memory delivers whole lines.
#include <thrum/copy.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/shuffle_iterator.h>
#include <thrum/iterator/strided_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/random.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>

#include "common/example.h"

struct widened {
  THRUM_HD std::int64_t operator()(std::int32_t x) const { return x; }
};
/// Returns random numbers below 256.
struct number_at {
  THRUM_HD std::int32_t operator()(std::int32_t i) const {
    return static_cast<std::int32_t>((static_cast<std::uint32_t>(i) * 2654435761u) >> 24);
  }
};

/// Returns the sum of n elements from `first` on, in 64 bits.
template <class Policy, class I>
std::int64_t sum_of(Policy const& policy, I first, std::int64_t n) {
  thrum::transform_iterator const wide(first, widened{});
  return thrum::reduce(policy, wide, wide + n, std::int64_t{0});
}

int main(int argc, char** argv) {
  example::description const what{
      .id = "access_patterns",
      .text = "The sum of n integers that are read in order, by strides and at random.",
      .n = 64'000'000,
      .quick = 64'000,
      .bytes = 16,
      .least = 1,
      .most = 2'000'000'000,
      .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure picture{.title = "Useful bytes",
                            .x_label = "stride",
                            .y_label = "GB/s",
                            .x_logarithmic = true,
                            .y_logarithmic = true};
    std::vector<std::int32_t> shuffled;
    s.each_policy([&](auto const& policy) {
      using vector = example::vector_of<decltype(policy), std::int32_t>;
      vector x(s.size(), thrum::no_init);
      thrum::counting_iterator<std::int32_t> const numbers(0);
      thrum::transform(policy, numbers, numbers + s.n(), x.begin(), number_at{});
      std::int64_t expected = 0;
      for (std::int32_t i = 0; i < static_cast<std::int32_t>(s.n()); ++i) expected += number_at{}(i);

      std::string const name = example::name_of(policy);
      example::series strided{.name = name + ", strided", .drawn = example::series::style::both};
      example::series random{.name = name + ", random"};
      for (std::int64_t stride = 1; stride <= 64 && stride <= s.n(); stride *= 2) {
        // Round r reads r, r + stride, ... One round is measured; all rounds together read the
        // whole range.
        auto const read = [&](std::int64_t r) {
          return sum_of(policy, thrum::strided_iterator(x.begin() + r, stride), (s.n() - r + stride - 1) / stride);
        };
        std::int64_t const count_of_one = (s.n() + stride - 1) / stride;
        example::amount const one{.elements = count_of_one, .bytes = 4.0 * static_cast<double>(count_of_one)};
        std::int64_t times = 0, first_round = 0;
        double const seconds =
            s.time(policy, "stride " + std::to_string(stride), [&] { ++times, first_round += read(0); }, one);
        std::int64_t sum = first_round / times;
        for (std::int64_t r = 1; r < stride; ++r) sum += read(r);
        s.check_equal("the sum is the same by every stride", sum, expected);
        strided.x.push_back(static_cast<double>(stride)), strided.y.push_back(one.bytes / seconds / 1e9);
      }

      if (shuffled.empty()) {
        shuffled.resize(s.size());
        thrum::default_random_engine engine(1);
        thrum::copy_n(thrum::host, thrum::make_shuffle_iterator(static_cast<std::int32_t>(s.n()), engine), s.n(),
                      shuffled.begin());
      }
      vector const places(shuffled.begin(), shuffled.end());
      thrum::permutation_iterator const at_random(x.begin(), places.begin());
      // An eighth of the range is measured.
      example::amount const part{.elements = (s.n() + 7) / 8, .bytes = 4.0 * static_cast<double>((s.n() + 7) / 8)};
      std::int64_t times = 0, of_part = 0;
      double const seconds =
          s.time(policy, "random", [&] { ++times, of_part += sum_of(policy, at_random, part.elements); }, part);
      std::int64_t const rest = sum_of(policy, at_random + part.elements, s.n() - part.elements);
      s.check_equal("and in random order", of_part / times + rest, expected);
      random.x = strided.x;
      random.y.assign(strided.x.size(), part.bytes / seconds / 1e9);
      picture.lines.push_back(strided);
      picture.lines.push_back(random);
    });
    s.draw(picture);
  });
}
