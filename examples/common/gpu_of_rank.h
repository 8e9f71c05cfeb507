// Which GPU of its node a rank takes.
#pragma once

#include <stdexcept>
#include <string>

namespace example {

/// The rules by which ranks choose their GPUs.
enum class gpu_rule {
  rank,            ///< the GPU with the number of the rank, of which there must be one
  rank_modulo,     ///< the rank modulo the number of GPUs
  on_node_modulo,  ///< the rank on the node, modulo the number of GPUs
};

/// Returns the number of the GPU of this rank, which is number `on_node` of the ranks of its node.
/// `gpus` is the number of GPUs of the node.
inline int gpu_of_rank(int rank, int on_node, int gpus, gpu_rule rule) {
  if (gpus < 1) throw std::invalid_argument("rank " + std::to_string(rank) + " is on a node without a GPU");
  switch (rule) {
    case gpu_rule::rank:
      if (rank >= gpus) {
        throw std::out_of_range("rank " + std::to_string(rank) + " has no GPU of this number: its node has " +
                                std::to_string(gpus));
      }
      return rank;
    case gpu_rule::rank_modulo:
      return rank % gpus;
    case gpu_rule::on_node_modulo:
      return on_node % gpus;
  }
  throw std::invalid_argument("no such rule");
}

}  // namespace example
