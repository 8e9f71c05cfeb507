// A binary search tree that all threads build at the same time. Each thread descends to an empty
// place and takes it by one atomic exchange; if another thread was first, the thread continues from
// there. The shape of the tree varies, its order does not.
#include <thrum/atomic_ref.h>
#include <thrum/copy.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/sequence.h>
#include <algorithm>

#include "common/example.h"

constexpr int none = -1;

/// The node i has keys[i]; children[2 * i] and children[2 * i + 1] are the nodes below it. Node 0 is the root.
struct insert {
  std::uint32_t const* keys;
  int* children;
  THRUM_HD void operator()(int node) const {
    for (int at = 0;;) {
      thrum::atomic_ref place(children[2 * at + (keys[node] < keys[at] ? 0 : 1)]);
      int found = place.load(std::memory_order_relaxed);
      if (found == none && place.compare_exchange_strong(found, node, std::memory_order_relaxed)) return;
      at = found;
    }
  }
};

/// Stores the children of each node of a level side by side.
struct look_below {
  int const* level;
  int const* children;
  int* below;
  THRUM_HD void operator()(std::ptrdiff_t i) const {
    below[i] = children[2 * level[i / 2] + static_cast<int>(i % 2)];
  }
};

struct is_node {
  THRUM_HD bool operator()(int node) const { return node != none; }
};

/// Returns how many nodes each level has.
template <class Policy, class V>
std::vector<std::int64_t> levels(Policy const& policy, V const& children) {
  V level(children.size() / 2), below(children.size());
  level[0] = 0;
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = 1; size > 0;) {
    sizes.push_back(size);
    look_below const look{thrum::raw_pointer_cast(level.data()), thrum::raw_pointer_cast(children.data()),
                          thrum::raw_pointer_cast(below.data())};
    thrum::for_each_n(policy, thrum::counting_iterator<std::ptrdiff_t>(0), 2 * size, look);
    size =
        thrum::copy_if(policy, below.begin(), below.begin() + 2 * size, level.begin(), is_node{}) - level.begin();
  }
  return sizes;
}

/// Returns the keys from left to right, by a walk on the host.
std::vector<std::uint32_t> in_order(std::vector<std::uint32_t> const& keys, std::vector<int> const& children) {
  std::vector<std::uint32_t> all;
  std::vector<int> above;
  for (int node = 0; node != none || !above.empty();) {
    if (node != none) {
      above.push_back(node);
      node = children[static_cast<std::size_t>(2 * node)];
    } else {
      all.push_back(keys[static_cast<std::size_t>(above.back())]);
      node = children[static_cast<std::size_t>(2 * above.back() + 1)];
      above.pop_back();
    }
    if (all.size() > keys.size()) break;  // the size shows a tree that is a cycle
  }
  return all;
}

int main(int argc, char** argv) {
  example::description const what{.id = "tree_speed",
                                  .text = "A binary search tree of n random keys, grown by all threads at once.",
                                  .n = 500'000,
                                  .quick = 20'000,
                                  .bytes = 64,
                                  .n_is = "keys",
                                  .least = 1,
                                  .most = 1'000'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const drawn = example::integers<std::uint32_t>(thrum::seq, s.n(), 1, 0, ~std::uint32_t{0});
    std::vector<std::uint32_t> const keys(drawn.begin(), drawn.end());
    auto sorted = keys;
    s.time_other(
        "std", "std::sort, for comparison", [&] { std::sort(sorted.begin(), sorted.end()); }, {},
        [&] { sorted = keys; });

    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), std::uint32_t> const k(keys.begin(), keys.end());
      example::vector_of<decltype(policy), int> children(2 * s.size());
      s.time_prepared(
          policy, "grow the tree", [&] { children.assign(2 * s.size(), none); },
          [&] {
            insert const grow{thrum::raw_pointer_cast(k.data()), thrum::raw_pointer_cast(children.data())};
            thrum::for_each_n(policy, thrum::counting_iterator<int>(1), s.n() - 1, grow);
          });
      std::vector<std::int64_t> sizes;
      s.time(policy, "walk its levels", [&] { sizes = levels(policy, children); });

      std::int64_t nodes = 0;
      for (std::int64_t const size : sizes) nodes += size;
      s.say(example::name_of(policy) + ": " + std::to_string(sizes.size()) + " levels, the widest of " +
            std::to_string(*std::max_element(sizes.begin(), sizes.end())) + " nodes");
      s.check_equal("the levels have n nodes", nodes, s.n());
      s.check_equal("from left to right the keys are sorted", in_order(keys, example::to_host(children)), sorted);
    });
  });
}
