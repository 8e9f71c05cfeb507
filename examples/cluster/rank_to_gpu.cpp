// Which GPU a rank takes. Every node numbers its GPUs from 0 on, so that a rank has to choose by its
// number on the node, not by its number in the whole program. Three rules, for nodes that do not
// exist and for those on which the program runs.
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/reduce.h>
#include <algorithm>
#include <cstdlib>

#include "common/ranks.h"
#if defined(__CUDACC__)
#include <thrum/cuda/device.h>
#endif

/// A rank's place: its node, and its number there.
struct place {
  int node, on_node;
};

/// Fills nodes of this many ranks one after the other.
place filled(int rank, int of_node) { return {rank / of_node, rank % of_node}; }
/// Deals ranks out to the nodes in turn.
place dealt(int rank, int nodes) { return {rank % nodes, rank / nodes}; }

/// Returns the numbers of the GPUs that a rule chooses for ranks 0 to ranks - 1; -1 for none.
template <class Place>
std::vector<int> gpus_of(int ranks, int gpus, example::gpu_rule rule, Place place_of) {
  std::vector<int> chosen;
  for (int rank = 0; rank < ranks; ++rank) {
    try {
      chosen.push_back(example::gpu_of_rank(rank, place_of(rank).on_node, gpus, rule));
    } catch (std::out_of_range const&) {
      chosen.push_back(-1);
    }
  }
  return chosen;
}

/// Returns how many ranks each GPU has, those of node 0 first.
template <class Place>
std::vector<int> loads(int ranks, int nodes, int gpus, example::gpu_rule rule, Place place_of) {
  std::vector<int> count(static_cast<std::size_t>(nodes * gpus));
  auto const chosen = gpus_of(ranks, gpus, rule, place_of);
  for (int rank = 0; rank < ranks; ++rank) {
    int const gpu = chosen[static_cast<std::size_t>(rank)];
    if (gpu >= 0) ++count[static_cast<std::size_t>(place_of(rank).node * gpus + gpu)];
  }
  return count;
}

/// Returns the message of the error that gpu_of_rank throws.
std::string refusal(int rank, int on_node, int gpus, example::gpu_rule rule) {
  try {
    static_cast<void>(example::gpu_of_rank(rank, on_node, gpus, rule));
  } catch (std::logic_error const& error) {
    return error.what();
  }
  return "";
}

/// The nodes of the course, and others for which a rule that is right for them is wrong.
void check_made_up_nodes(example::session& s) {
  using rule = example::gpu_rule;
  auto const three_filled = [](int rank) { return filled(rank, 4); };
  auto const by_rank = gpus_of(12, 4, rule::rank, three_filled),
             by_modulo = gpus_of(12, 4, rule::rank_modulo, three_filled),
             by_node = gpus_of(12, 4, rule::on_node_modulo, three_filled);
  auto const column = [](std::string const& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
  };
  s.say("12 ranks on three nodes of 4 GPUs");
  s.say("rank  node  GPU by rank  by rank modulo 4  by rank on the node modulo 4");
  for (std::size_t r = 0; r < 12; ++r) {
    s.say(column(std::to_string(r), 4) + column(std::to_string(r / 4), 6) +
          column(by_rank[r] < 0 ? "none" : std::to_string(by_rank[r]), 13) +
          column(std::to_string(by_modulo[r]), 18) + column(std::to_string(by_node[r]), 30));
  }
  std::vector<int> const right{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3};
  s.check_equal("12 ranks on three nodes of 4 GPUs", by_node, right);
  s.check_equal("the rank itself is right on the first node alone", by_rank,
                std::vector<int>{0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1});
  s.check_equal("its remainder is right if nodes are filled", by_modulo, right);

  auto const two_dealt = [](int rank) { return dealt(rank, 2); };
  s.check_equal("and leaves GPUs idle if ranks are dealt out", loads(8, 2, 4, rule::rank_modulo, two_dealt),
                std::vector<int>{2, 0, 2, 0, 0, 2, 0, 2});
  s.check_equal("the rank on the node does not", loads(8, 2, 4, rule::on_node_modulo, two_dealt),
                std::vector<int>(8, 1));
  auto const one_node = [](int rank) { return filled(rank, 12); };
  s.check_equal("12 ranks share 4 GPUs by threes", loads(12, 1, 4, rule::on_node_modulo, one_node),
                std::vector<int>(4, 3));
  s.check_equal("10 ranks as evenly as they can", loads(10, 1, 4, rule::on_node_modulo, one_node),
                std::vector<int>{3, 3, 2, 2});

  std::string const none = refusal(5, 1, 0, rule::on_node_modulo), beyond = refusal(5, 1, 4, rule::rank);
  s.say("without a GPU: " + none);
  s.say("by the rank itself: " + beyond);
  s.check_equal("no GPU is an error", none, std::string("rank 5 is on a node without a GPU"));
  s.check_equal("so is none of this number", beyond,
                std::string("rank 5 has no GPU of this number: its node has 4"));

  example::figure f{.title = "12 ranks on three nodes of 4 GPUs: the GPU of each by three rules",
                    .x_label = "rank",
                    .y_label = "number of the GPU on its node"};
  auto const add = [&](char const* name, std::vector<int> const& gpus, double above) {
    example::series line{.name = name, .x = {}, .y = {}, .drawn = example::series::style::points};
    for (std::size_t r = 0; r < gpus.size(); ++r) {
      if (gpus[r] < 0) continue;
      line.x.push_back(static_cast<double>(r));
      line.y.push_back(gpus[r] + above);
    }
    f.lines.push_back(line);
  };
  add("the rank itself", by_rank, 0.1);
  add("its remainder", by_modulo, 0);
  add("the remainder of its number on the node", by_node, -0.1);
  s.draw(f);
}

/// Returns the rank on the node that the launcher has left in the environment, or -1. The names are
/// those of Open MPI, of MPICH and its relatives, and of Slurm.
int on_node_by_environment() {
  for (char const* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}) {
    if (char const* const value = std::getenv(name)) return std::atoi(value);
  }
  return -1;
}

int main(int argc, char** argv) {
  example::description const what{.id = "rank_to_gpu",
                                  .text = "The GPU of each rank, and the sum of n numbers on all of them.",
                                  .n = 10'000'000,
                                  .quick = 10'007,
                                  .n_is = "numbers",
                                  .most = 1'000'000'000,
                                  .draws = example::description::picture::figure};
  return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) {
    if (c.rank() == 0) check_made_up_nodes(s);

    auto const node = c.node();
    auto const numbers = node.all_gather(node.rank());
    for (int r = 0; r < node.size(); ++r) {
      s.check_equal("ranks on this node are numbered", numbers[static_cast<std::size_t>(r)], r);
    }
    int const nodes = c.all_reduce(node.rank() == 0 ? 1 : 0, thrum::plus<>{});
    s.say("this run: " + std::to_string(c.size()) + (c.size() == 1 ? " rank on " : " ranks on ") +
          std::to_string(nodes) + (nodes == 1 ? " node" : " nodes"));
    int const told = on_node_by_environment();
    if (example::name_of_ranks(c) == std::string("MPI") && told >= 0) {
      s.check_equal("the launcher's variable says the same", told, node.rank());
    }

    example::share const mine = example::share_of(s.n(), c.rank(), c.size());
    s.each_policy([&](auto const& policy) {
#if defined(__CUDACC__)
      if constexpr (example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        int const gpu = example::gpu_of_rank(c.rank(), node.rank(), thrum::cuda::device::count(),
                                             example::gpu_rule::on_node_modulo);
        s.check_equal("the rank's GPU is the current one", thrum::cuda::device::current().number(), gpu);
      }
#endif
      std::int64_t sum = -1;
      s.time(policy, "a sum on each rank's GPU, or core", [&] {
        thrum::counting_iterator<std::int64_t> const first(mine.first), last(mine.last);
        sum = c.all_reduce(thrum::reduce(policy, first, last, std::int64_t{0}, thrum::plus<>{}), thrum::plus<>{});
      });
      s.check_equal("the sum is n (n - 1) / 2", sum, s.n() * (s.n() - 1) / 2);
    });
  });
}
