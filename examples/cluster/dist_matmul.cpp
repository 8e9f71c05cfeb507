// C = A * B of n x n floats by ranks: the first rank deals out the rows of A, every rank gets B and
// multiplies its rows by it, and the first rank collects the rows of C. n need not be a multiple of
// the number of ranks.
#include <algorithm>
#include <numeric>

#include "common/format.h"
#include "common/ranks.h"
#include "linear_algebra/matrix_product.h"
#include "linear_algebra/product_check.h"

/// The parts of a rank, in memory of the host: `rows` rows of A and C, and B.
struct parts {
  std::vector<float> a, b, c;
};

/// Sends the root's A and B to all ranks. Returns when this rank has its parts.
template <class Communicator>
void deal_out(Communicator const& c, example::product_on_host<float> const& whole, parts& mine,
              std::vector<std::ptrdiff_t> const& counts) {
  if (c.rank() == 0) mine.b = whole.b;
  c.scatterv(whole.a, counts, mine.a, 0);
  c.broadcast(mine.b, 0);
}

/// Copies the parts to the memory of the policy, if it has its own, and back.
template <class Policy>
void multiply(Policy const& policy, parts& mine, std::int64_t n) {
  using vector = example::vector_of<Policy, float>;
  auto const product = [&](auto const& a, auto const& b, auto& c) {
    example::multiply_in_tiles(policy, thrum::raw_pointer_cast(a.data()), thrum::raw_pointer_cast(b.data()),
                               thrum::raw_pointer_cast(c.data()), n, static_cast<std::int64_t>(a.size()) / n);
  };
  if constexpr (example::on_card<Policy>) {
    vector const a(mine.a.begin(), mine.a.end()), b(mine.b.begin(), mine.b.end());
    vector c(mine.c.size(), thrum::no_init);
    product(a, b, c);
    thrum::copy(c.begin(), c.end(), mine.c.begin());
  } else {
    product(mine.a, mine.b, mine.c);
  }
}

/// Returns the bytes that ranks get from others: rows of A, B, and rows of C.
double bytes_moved(std::int64_t n, int ranks) {
  auto const other_rows = n - example::share_of(n, 0, ranks).size();
  return 4.0 * static_cast<double>(n) *
         (2.0 * static_cast<double>(other_rows) + static_cast<double>((ranks - 1) * n));
}

int main(int argc, char** argv) {
  example::description const what{.id = "dist_matmul",
                                  .text = "The product of two n x n matrices of floats, by rows on the ranks.",
                                  .n = 1001,
                                  .quick = 101,
                                  .n_is = "rows",
                                  .least = 1,
                                  .most = 20'000,
                                  .bytes_of = [](double n) { return 64 * n * n; },
                                  .draws = example::description::picture::figure};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    auto const n = s.n();
    auto const elements = static_cast<std::size_t>(n * n);
    example::product_on_host<float> whole{{}, {}, {}, s.size()};
    if (c.rank() == 0) {
      whole.a = example::to_host(example::uniform<float>(example::all_cores(), n * n, 676));
      whole.b = example::to_host(example::uniform<float>(example::all_cores(), n * n, 677));
      whole.c.resize(elements);
    }
    example::figure f{.title = "dist_matmul: " + std::to_string(n) + " rows on one rank and on more",
                      .x_label = "ranks (" + std::string(example::name_of_ranks(c)) + ")",
                      .y_label = "ms"};
    example::series moves{.name = "messages", .x = {}, .y = {}, .drawn = example::series::style::both};
    double const cube = static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);

    for (int ranks = 1; ranks <= c.size(); ++ranks) {
      std::string const on = std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks");
      // The first of the ranks work, the others wait.
      bool const works = c.rank() < ranks;
      auto const group = c.split(works ? 0 : 1, c.rank());
      std::vector<std::ptrdiff_t> const counts = example::sizes_of_shares(n, ranks, n);
      parts mine;
      if (works) {
        auto const size = static_cast<std::size_t>(counts[static_cast<std::size_t>(c.rank())]);
        mine.a.resize(size);
        mine.b.resize(elements);
        mine.c.assign(size, -1.0f);
      }
      s.check_equal("the parts are all rows", std::accumulate(counts.begin(), counts.end(), std::ptrdiff_t{0}),
                    static_cast<std::ptrdiff_t>(n * n));

      double const bytes = bytes_moved(n, ranks);
      double const dealt = s.time_other(example::name_of_ranks(c), "deal out A and B, " + on,
                                        [&] {
                                          if (works) deal_out(group, whole, mine, counts);
                                        },
                                        {.elements = n, .bytes = bytes});
      double const collected = s.time_other(example::name_of_ranks(c), "collect C, " + on, [&] {
        if (works) group.gatherv(mine.c, whole.c, counts, 0);
      });
      s.say(on + ": " + example::fixed(bytes / 1e6) + " MB go from rank to rank");
      moves.x.push_back(ranks);
      moves.y.push_back(1e3 * (dealt + collected));

      std::size_t at = 1;
      s.each_policy([&](auto const& policy) {
        if (works) std::fill(mine.c.begin(), mine.c.end(), -1.0f);
        double const seconds = s.time(policy, "multiply, " + on,
                                      [&] {
                                        if (works) multiply(policy, mine, n);
                                      },
                                      {.elements = n, .flops = 2 * cube});
        if (works) group.gatherv(mine.c, whole.c, counts, 0);
        if (c.rank() == 0) example::check_product(s, "product", whole);
        if (ranks == 1) {
          f.lines.push_back({.name = "multiply, " + example::name_of(policy),
                             .x = {},
                             .y = {},
                             .drawn = example::series::style::both});
        }
        f.lines[at - 1].x.push_back(ranks);
        f.lines[at - 1].y.push_back(1e3 * seconds);
        ++at;
      });
    }
    f.lines.push_back(moves);
    s.draw(f);
  });
}
