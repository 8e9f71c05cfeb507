// a += b with a prefetch of b, j elements ahead: in order, and in a random order. A processor
// predicts ordered accesses by itself, and the prefetch only costs time. For random accesses it
// looks ahead only as far as its next instructions, and a prefetch further ahead saves time. A
// device runs other threads while some wait.
#include <thrum/copy.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/shuffle_iterator.h>
#include <thrum/memory.h>
#include <thrum/random.h>
#include <thrum/transform.h>

#include "common/example.h"

THRUM_HD inline void prefetch(double const* p) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
#else
  __builtin_prefetch(p);
#endif
}

/// Computes a[i] += b[order[i]]. The order has `ahead` more indices after its end, which are only
/// prefetched.
struct add_in_order {
  double* a;
  double const* b;
  std::int32_t const* order;
  std::ptrdiff_t ahead;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    if (ahead > 0) prefetch(b + order[i + ahead]);
    a[i] += b[order[i]];
  }
};

constexpr std::ptrdiff_t furthest = 64;

int main(int argc, char** argv) {
  example::description const what{.id = "prefetch_add",
                                  .text = "a += b of n doubles, in order and at random, with hints ahead.",
                                  .n = 8'000'000,
                                  .quick = 20'000,
                                  .bytes = 72,
                                  .n_is = "elements",
                                  .least = 1,
                                  .most = 2'000'000'000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    example::figure picture{
        .title = "a += b with hints", .x_label = "elements ahead (0: no hint)", .y_label = "ms"};
    auto const padded = s.size() + furthest;
    // The indices after the end are only prefetched, and may be any.
    std::vector<std::int32_t> in_order(padded), shuffled(padded);
    thrum::copy_n(thrum::host, thrum::counting_iterator<std::int32_t>(0), s.n(), in_order.begin());
    thrum::default_random_engine engine(1);
    thrum::copy_n(thrum::host, thrum::make_shuffle_iterator(static_cast<std::int32_t>(s.n()), engine), s.n(),
                  shuffled.begin());

    s.each_policy([&](auto const& policy) {
      auto const start = example::uniform<double>(policy, s.n(), 1),
                 b = example::uniform<double>(policy, s.n(), 2);
      auto const x = example::to_host(start), y = example::to_host(b);
      auto a = start;
      auto const again = [&] { a = start; };
      for (bool const random : {false, true}) {
        std::string const how = random ? "at random" : "in order";
        auto const& order = random ? shuffled : in_order;
        example::vector_of<decltype(policy), std::int32_t> const places(order.begin(), order.end());
        std::vector<double> expected = x;
        for (std::size_t i = 0; i < x.size(); ++i) expected[i] += y[static_cast<std::size_t>(order[i])];

        thrum::permutation_iterator const b_in_order(b.begin(), places.begin());
        s.time_prepared(policy, "transform, " + how, again, [&] {
          thrum::transform(policy, a.begin(), a.end(), b_in_order, a.begin(), thrum::plus<>{});
        });
        s.check_equal("every bit by transform", example::to_host(a), expected);
        example::series times{.name = how + ", " + example::name_of(policy),
                              .drawn = example::series::style::both};
        for (std::ptrdiff_t ahead = 0; ahead <= furthest; ahead = ahead == 0 ? 1 : 4 * ahead) {
          add_in_order const add{thrum::raw_pointer_cast(a.data()), thrum::raw_pointer_cast(b.data()),
                                 thrum::raw_pointer_cast(places.data()), ahead};
          std::string const hint = ahead == 0 ? "no hint, " : "hint " + std::to_string(ahead) + " ahead, ";
          double const seconds = s.time_prepared(policy, hint + how, again, [&] {
            thrum::for_each_n(policy, thrum::counting_iterator<std::ptrdiff_t>(0), s.n(), add);
          });
          s.check_equal("and with every hint", example::to_host(a), expected);
          times.x.push_back(static_cast<double>(ahead)), times.y.push_back(1e3 * seconds);
        }
        picture.lines.push_back(times);
      }
    });
    s.draw(picture);
  });
}
