// Sums the squares below n. Each thread adds its square to a shared number: by fetch_add, and by
// compare_exchange, from which every other atomic operation can be made. A failed exchange returns
// the current number, which the next attempt expects. reduce adds in registers and never waits.
#include <thrum/atomic_ref.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/matrix_view.h>
#include <thrum/transform_reduce.h>
#include <algorithm>

#include "common/example.h"

using number = unsigned long long;

/// The sums are a cache line apart, so that only threads of the same sum disturb each other.
constexpr std::ptrdiff_t apart = 16;

struct add_by_fetch_add {
  number* sums;
  std::ptrdiff_t mask;
  THRUM_HD void operator()(number i) const {
    number& sum = sums[(static_cast<std::ptrdiff_t>(i) & mask) * apart];
    thrum::atomic_ref(sum).fetch_add(i * i, std::memory_order_relaxed);
  }
};
struct add_by_exchange {
  number* sums;
  std::ptrdiff_t mask;
  THRUM_HD void operator()(number i) const {
    thrum::atomic_ref const sum(sums[(static_cast<std::ptrdiff_t>(i) & mask) * apart]);
    number seen = sum.load(std::memory_order_relaxed);
    while (!sum.compare_exchange_weak(seen, seen + i * i, std::memory_order_relaxed)) {
    }
  }
};
struct squared {
  THRUM_HD number operator()(number i) const { return i * i; }
};

constexpr number sum_of_squares(number n) { return n == 0 ? 0 : (n - 1) * n * (2 * n - 1) / 6; }

int main(int argc, char** argv) {
  example::description const what{.id = "atomic_sum_squares",
                                  .text = "The sum of the squares below n, and of many more for the contention.",
                                  .n = 10,
                                  .quick = 10,
                                  .n_is = "squares",
                                  .most = 2'000'000,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const many = std::max<std::int64_t>(s.n(), s.quick() ? 20'000 : 2'000'000);
    example::figure f{.title = std::to_string(many) + " additions by all threads",
                      .x_label = "sums that share them",
                      .y_label = "ns for each",
                      .x_logarithmic = true,
                      .y_logarithmic = true};
    auto const first = thrum::make_counting_iterator(number{0});
    s.each_policy([&](auto const& policy) {
      std::string const name = example::name_of(policy);
      example::vector_of<decltype(policy), number> sums(static_cast<std::size_t>(1024 * apart));
      number* const raw = thrum::matrix_view(sums, 1024, apart).data();
      number reduced = 0;
      auto const total = [&] {
        number all = 0;
        for (number const sum : example::to_host(sums)) all += sum;
        return all;
      };
      auto const clear = [&] { thrum::fill(policy, sums.begin(), sums.end(), number{0}); };
      auto const reduce = [&](std::int64_t n) {
        reduced = thrum::transform_reduce(policy, first, first + n, squared{}, number{0}, thrum::plus<>{});
      };

      auto const n = static_cast<number>(s.n());
      s.time_prepared(policy, "fetch_add", clear,
                      [&] { thrum::for_each_n(policy, first, s.n(), add_by_fetch_add{raw, 0}); });
      s.check_equal("fetch_add gives (n - 1) n (2n - 1) / 6", total(), sum_of_squares(n));
      if (s.n() == 10) s.check_equal("which is 285 for ten", total(), number{285});
      s.time_prepared(policy, "compare_exchange", clear,
                      [&] { thrum::for_each_n(policy, first, s.n(), add_by_exchange{raw, 0}); });
      s.check_equal("so does compare_exchange", total(), sum_of_squares(n));
      s.time(policy, "transform_reduce", [&] { reduce(s.n()); });
      s.check_equal("and transform_reduce", reduced, sum_of_squares(n));

      example::series add{.name = "fetch_add, " + name, .x = {}, .y = {}, .drawn = example::series::style::both};
      example::series exchange = add, sum{.name = "reduce, " + name, .x = {1, 1024}, .y = {}};
      exchange.name = "compare_exchange, " + name;
      double const each = 1e9 / static_cast<double>(many);
      example::amount const of{.elements = many};
      for (std::ptrdiff_t const shared : {1, 4, 16, 64, 1024}) {
        std::string const to = " to " + std::to_string(shared);
        add.x.push_back(static_cast<double>(shared)), exchange.x.push_back(static_cast<double>(shared));
        add.y.push_back(
            each * s.time_prepared(
                       policy, "fetch_add" + to, clear,
                       [&] { thrum::for_each_n(policy, first, many, add_by_fetch_add{raw, shared - 1}); }, of));
        s.check_equal("all additions of all threads are there", total(),
                      sum_of_squares(static_cast<number>(many)));
        exchange.y.push_back(
            each * s.time_prepared(
                       policy, "compare_exchange" + to, clear,
                       [&] { thrum::for_each_n(policy, first, many, add_by_exchange{raw, shared - 1}); }, of));
        s.check_equal("all additions of all threads are there", total(),
                      sum_of_squares(static_cast<number>(many)));
      }
      double const seconds = s.time(policy, "transform_reduce of many", [&] { reduce(many); }, of);
      s.check_equal("all additions of all threads are there", reduced, sum_of_squares(static_cast<number>(many)));
      sum.y = {each * seconds, each * seconds};
      f.lines = {add, exchange, sum};  // from the last policy, which has the most threads
    });
    s.draw(f);
  });
}
