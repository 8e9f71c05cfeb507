#include "graphs.h"

#include <algorithm>
#include <unordered_map>

namespace emulator::runtime {

cudaGraph_t new_graph() {
  auto* const g = new CUgraph_st;
  state().graphs.insert(g);
  return g;
}

// Memory that a launch has allocated stays until it is freed.
void delete_graph(cudaGraph_t g) {
  state().graphs.erase(g);
  for (cudaGraphExec_t const e : state().executable_graphs) {
    if (e->origin == g) e->origin = nullptr;
  }
  for (cudaGraphNode_t const n : g->nodes) delete n;
  delete g;
}

cudaGraphNode_t add_node(cudaGraph_t g, payload what, std::vector<cudaGraphNode_t> const& after) {
  auto* const n = new CUgraphNode_st;
  n->graph = g;
  n->what = std::move(what);
  n->order = g->next_order++;
  for (cudaGraphNode_t const a : after) {
    if (std::find(n->after.begin(), n->after.end(), a) != n->after.end()) continue;
    n->after.push_back(a);
    a->before.push_back(n);
  }
  g->nodes.push_back(n);
  return n;
}

bool has_memory_nodes(cudaGraph_t g) {
  return std::any_of(g->nodes.begin(), g->nodes.end(),
                     [](cudaGraphNode_t n) { return n->what.memory != nullptr; });
}

cudaGraph_t clone(cudaGraph_t g) {
  cudaGraph_t const copy = new_graph();
  std::unordered_map<cudaGraphNode_t, cudaGraphNode_t> copy_of;
  for (cudaGraphNode_t const n : g->nodes) copy_of[n] = add_node(copy, n->what, {});
  for (cudaGraphNode_t const n : g->nodes) {
    for (cudaGraphNode_t const a : n->after) {
      copy_of[n]->after.push_back(copy_of[a]);
      copy_of[a]->before.push_back(copy_of[n]);
    }
  }
  return copy;
}

std::unordered_set<cudaGraphNode_t> ancestors(std::vector<cudaGraphNode_t> const& nodes) {
  std::unordered_set<cudaGraphNode_t> seen;
  std::vector<cudaGraphNode_t> stack(nodes);
  while (!stack.empty()) {
    cudaGraphNode_t const n = stack.back();
    stack.pop_back();
    if (seen.insert(n).second) stack.insert(stack.end(), n->after.begin(), n->after.end());
  }
  return seen;
}

namespace {

// Appends the nodes of graphs to a list, each after those that it needs; of those that could be
// next, the oldest.
class flattening {
 public:
  explicit flattening(std::vector<executable_node>& out) : out_(out) {}

  // roots_after: what nodes come after that come after none. Gives the places of the nodes that
  // none comes after.
  bool add(cudaGraph_t g, std::vector<std::size_t> const& roots_after, std::vector<std::size_t>* leaves) {
    std::unordered_map<cudaGraphNode_t, std::size_t> missing;
    std::vector<cudaGraphNode_t> ready;
    for (cudaGraphNode_t const n : g->nodes) {
      missing[n] = n->after.size();
      if (n->after.empty()) ready.push_back(n);
    }
    std::size_t done = 0;
    for (; !ready.empty(); ++done) {
      cudaGraphNode_t const n = take_oldest(ready);
      if (!add_one(n, n->after.empty() ? roots_after : places_behind(n->after))) return false;
      for (cudaGraphNode_t const b : n->before) {
        if (--missing[b] == 0) ready.push_back(b);
      }
    }
    for (cudaGraphNode_t const n : g->nodes) {
      if (n->before.empty()) leaves->insert(leaves->end(), ends_[n].begin(), ends_[n].end());
    }
    return done == g->nodes.size();
  }

 private:
  static cudaGraphNode_t take_oldest(std::vector<cudaGraphNode_t>& from) {
    auto const oldest = std::min_element(from.begin(), from.end(),
                                         [](auto const* a, auto const* b) { return a->order < b->order; });
    cudaGraphNode_t const n = *oldest;
    from.erase(oldest);
    return n;
  }

  std::vector<std::size_t> places_behind(std::vector<cudaGraphNode_t> const& nodes) {
    std::vector<std::size_t> places;
    for (cudaGraphNode_t const n : nodes) places.insert(places.end(), ends_[n].begin(), ends_[n].end());
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  bool add_one(cudaGraphNode_t n, std::vector<std::size_t> const& after) {
    std::size_t const place = out_.size();
    ends_[n] = {place};
    out_.push_back({n->what, after, n, true});
    if (n->what.type != cudaGraphNodeTypeGraph || n->what.child == nullptr) return true;
    // A child graph begins at a mark in its node's place.
    out_[place].what = payload{};
    out_[place].what.name = "a child graph";
    std::vector<std::size_t> leaves;
    if (!add(n->what.child, {place}, &leaves)) return false;
    if (!leaves.empty()) ends_[n] = leaves;
    return true;
  }

  std::vector<executable_node>& out_;
  std::unordered_map<cudaGraphNode_t, std::vector<std::size_t>> ends_;  // the places that what follows comes after
};

}  // namespace

bool flatten(cudaGraph_t g, std::vector<executable_node>& out) {
  std::vector<std::size_t> leaves;
  return flattening(out).add(g, {}, &leaves);
}

}  // namespace emulator::runtime
